//! What is handed in to be structured.

use report::modality::Modality;
use report::private::PatientText;
use report::sex::Sex;
use report::statement::Statement;
use report::style::Style;
use templates::Template;

use crate::custom::CustomTemplate;
use crate::gate::{self, Flag};

/// A dictation and what is known about its study.
#[derive(Debug, Clone)]
pub struct Dictation {
    /// The words, as transcribed or typed.
    pub text: PatientText,
    /// Which template the report is filled from.
    pub template: TemplateChoice,
    /// The study's name, when one was chosen.
    pub study_name: Option<String>,
    /// The modality, when one was chosen.
    pub modality: Option<Modality>,
    /// The patient's sex, when it is known.
    pub sex: Option<Sex>,
    /// The report of an earlier study to compare with.
    pub previous_report: Option<PatientText>,
    /// How the report is to be written.
    pub style: Style,
}

/// The findings of a report, of which an impression is made.
#[derive(Debug, Clone)]
pub struct Findings {
    /// A statement a line, or prose.
    pub text: PatientText,
    /// Why the study was asked for.
    pub clinical_history: PatientText,
    /// The study's name, when it is known.
    pub study_name: Option<String>,
    /// The modality, when it is known.
    pub modality: Option<Modality>,
}

impl Findings {
    /// What of an impression that was made from them does not agree with them.
    pub fn flags_of(&self, impression: &[Statement]) -> Vec<Flag> {
        // A normal study is named by its modality too.
        let modality = self.modality.map(Modality::code);
        let study: Vec<&str> = modality.into_iter().chain(self.study_name.as_deref()).collect();
        let study = study.join(" ");
        gate::inspect_impression(
            self.text.expose(),
            self.clinical_history.expose(),
            (!study.is_empty()).then_some(study.as_str()),
            impression,
        )
    }
}

/// The template that a report is filled from.
#[derive(Debug, Clone)]
pub enum TemplateChoice {
    /// None: the report says what was dictated.
    None,
    /// The one that fits the study named, or none.
    Automatic,
    /// One of the library.
    System(&'static Template),
    /// One that the user wrote.
    Custom(CustomTemplate),
}
