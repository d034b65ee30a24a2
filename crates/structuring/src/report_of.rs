//! The structured report.

use std::fmt;
use std::ops::Range;

use report::section::SectionKind;
use report::statement::Statement;
use report::text::ReportText;
use templates::Study;

use crate::dictation::{Dictation, TemplateChoice};
use crate::error::ModelError;
use crate::gate::{self, Flag, Given, Repair, TemplateText};
use crate::layout::{self, Bullet};

/// A structured report: its statements in report order.
#[derive(Debug, Clone)]
pub struct Report {
    /// Every statement, section by section.
    pub statements: Vec<Statement>,
    /// How the statements of the findings are laid out, in order; what is beyond them has a bullet a statement.
    pub bullets: Vec<Bullet>,
    /// The template it was filled from.
    pub template: Option<UsedTemplate>,
    /// The name of the engine that wrote it.
    pub engine: String,
    /// Why the language model did not write it, when it should have.
    pub fallback: Option<ModelError>,
    /// What does not agree with what was dictated, as the conservation gate finds it.
    pub flags: Vec<Flag>,
    /// What the gate put right in what a language model wrote.
    pub repairs: Vec<Repair>,
    /// The lines of the template's findings that were left out beside the dictation, in the order of the template.
    pub set_aside: Vec<SetAside>,
    /// The bytes of the dictation that were taken back, corrected or said to others, with the words that did it, in order.
    pub taken_back: Vec<Range<usize>>,
}

/// A section as soon as it stands.
#[derive(Clone, PartialEq, Eq)]
pub struct SectionDraft {
    /// The section.
    pub section: SectionKind,
    /// Its text as [`Report::section`] gives it. The report may still put it right.
    pub text: String,
}

/// Shows which section it is, never what it says: that is patient text.
impl fmt::Debug for SectionDraft {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SectionDraft")
            .field("section", &self.section)
            .field("bytes", &self.text.len())
            .finish()
    }
}

/// A line of the template that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// As it would stand.
    pub text: String,
    /// Why it was left out.
    pub reason: LeftOut,
    /// The dictated sentence that decided it, when it was one.
    pub because: Option<String>,
    /// The statement before which it would stand; none at the end of the findings.
    pub before: Option<usize>,
}

/// Why a line of the template was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LeftOut {
    /// The dictation makes it false.
    Contradicted,
    /// The dictation says it.
    Said,
    /// It may be false.
    Doubtful,
}

/// The template a report was filled from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedTemplate {
    /// Of the library; none for a user's own.
    pub study: Option<Study>,
    /// Its name.
    pub name: String,
}

impl UsedTemplate {
    /// The ids of the library's templates: several for studies that were done together, or when the sex on which it depends is not known.
    pub fn ids(&self) -> Vec<&str> {
        self.study.iter().flat_map(Study::ids).collect()
    }
}

impl Report {
    /// The text of a section: findings as laid out, comparison as `- ` lines, the impression numbered, others as prose.
    pub fn section(&self, section: SectionKind) -> String {
        let of_section = self
            .statements
            .iter()
            .filter(|statement| statement.section == section);
        let texts = of_section.map(|statement| statement.text.as_str());
        match section {
            SectionKind::Findings => layout::findings_text(&texts.collect::<Vec<_>>(), &self.bullets),
            _ => section_text(section, texts),
        }
    }

    /// The report with the flags of the conservation gate, which compares it with the dictation it was made from.
    pub fn inspected(mut self, dictation: &Dictation) -> Self {
        let template = self.template_text(dictation);
        self.flags = gate::inspect(&given(dictation, template.as_ref()), &self.statements);
        self
    }

    /// A sentence for the radiologist when another engine wrote the report than the one that should have.
    pub fn note(&self) -> Option<String> {
        self.fallback.map(note)
    }

    /// The template that was filled, as the gate reads it.
    pub(crate) fn template_text(&self, dictation: &Dictation) -> Option<TemplateText> {
        match &dictation.template {
            TemplateChoice::Custom(template) => Some(TemplateText::from(template)),
            TemplateChoice::System(template) => Some(TemplateText::from(*template)),
            TemplateChoice::None | TemplateChoice::Automatic => {
                self.template.as_ref()?.study.as_ref().map(TemplateText::from)
            }
        }
    }

    /// The report in the report text format.
    pub fn to_text(&self) -> ReportText {
        ReportText::from_sections(SectionKind::ALL.map(|section| (section, self.section(section))))
    }
}

/// What a report of this dictation may draw on.
pub(crate) fn given<'g>(dictation: &'g Dictation, template: Option<&'g TemplateText>) -> Given<'g> {
    Given {
        dictation: dictation.text.expose(),
        template,
        previous_report: dictation
            .previous_report
            .as_ref()
            .map(|previous| previous.expose()),
        study_name: dictation.study_name.as_deref(),
    }
}

/// What the radiologist is told when the rules engine wrote what the language model should have.
pub(crate) fn note(reason: ModelError) -> String {
    format!("{reason} The built-in rules engine wrote this instead.")
}

/// The text of a section from its statements.
pub(crate) fn section_text<'t>(section: SectionKind, texts: impl Iterator<Item = &'t str>) -> String {
    match section {
        SectionKind::Findings | SectionKind::Comparison => texts
            .map(|text| format!("- {text}"))
            .collect::<Vec<_>>()
            .join("\n"),
        SectionKind::Impression => numbered(texts),
        SectionKind::ClinicalHistory | SectionKind::Technique => texts.collect::<Vec<_>>().join(" "),
    }
}

/// Lines `1. `, `2. `, ...
pub(crate) fn numbered<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts
        .enumerate()
        .map(|(index, text)| format!("{}. {text}", index + 1))
        .collect::<Vec<_>>()
        .join("\n")
}
