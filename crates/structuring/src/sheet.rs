//! A template laid out sentence by sentence, so that each can go, stay or be filled.

mod library;
mod line;

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use clinical::document::{Context, Document};
use regex::Regex;
use report::anatomy::lexicon;
use report::blank::{self, BlankKind};
use report::budget;
use report::section::SectionKind;
use templates::Study;

use library::Said;
use line::{About, read};

use crate::alternatives::Answers;
use crate::custom::CustomTemplate;
use crate::lines::LINES;
use crate::merge;
use crate::report_of::UsedTemplate;
use report::reading::{Reading, Subject};
use report::segment;

/// A template ready to be filled.
#[derive(Clone)]
pub(crate) struct Sheet {
    pub(crate) used: UsedTemplate,
    /// The sentences of the findings, in order.
    pub(crate) units: Vec<Unit>,
    /// The lines of the other sections.
    pub(crate) others: Vec<(SectionKind, Vec<String>)>,
}

/// One sentence of a template's findings.
#[derive(Clone)]
pub(crate) struct Unit {
    /// The sentence without its line's label.
    pub(crate) text: String,
    /// What the sentence says.
    pub(crate) reading: Reading,
    /// Which of several possibilities it names.
    pub(crate) answers: Answers,
    /// `Liver:` before a line.
    pub(crate) label: Option<String>,
    /// What its line is about, by tag and label.
    pub(crate) about: Vec<Subject>,
    /// Its line.
    pub(crate) line: usize,
    /// Whether it is still in the report.
    pub(crate) stands: bool,
    /// The bytes of the dictation that filled its blanks.
    pub(crate) filled: Vec<Range<usize>>,
    /// Of which of the studies that were done together.
    pub(crate) study: usize,
    /// Whether it is the name of its study, which stands above its findings.
    pub(crate) is_heading: bool,
    /// What a line of the library says to everybody.
    said: Option<Arc<Said>>,
}

static LABEL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^([A-Za-z][\w /&(),'-]{1,48}):(?:\s+|$)").expect("label pattern"));
impl Sheet {
    /// Lays out a study of the library; where several were done together, each begins with its name.
    pub(crate) fn of_study(study: Study) -> Self {
        let templates = study.parts.iter().map(|part| &*part.template);
        let mut laid_out: Vec<Unit> = Vec::new();
        for (number, part) in study.parts.iter().enumerate() {
            if study.parts.len() > 1 {
                laid_out.push(Unit::heading(&part.template.body_part, number));
            }
            laid_out.extend(library::lines(part).iter().map(|unit| Unit {
                study: number,
                ..unit.clone()
            }));
        }
        Self {
            units: laid_out,
            others: vec![
                (
                    SectionKind::Technique,
                    templates
                        .clone()
                        .map(|template| template.technique.clone())
                        .collect(),
                ),
                (
                    SectionKind::Impression,
                    templates
                        .flat_map(|template| template.impression.clone())
                        .collect(),
                ),
            ],
            used: UsedTemplate {
                name: study.name(),
                study: Some(study),
            },
        }
    }

    /// Lays out a user's template.
    pub(crate) fn of_custom(template: &CustomTemplate) -> Self {
        let lines = template.lines(SectionKind::Findings).iter();
        budget::spend_on_text(lines.clone().map(String::len).sum());
        let lines = lines.map(|line| (line.as_str(), None));
        let others = template
            .sections
            .iter()
            .filter(|(kind, _)| *kind != SectionKind::Findings)
            .cloned()
            .collect();
        Self {
            used: UsedTemplate {
                study: None,
                name: template.name.clone(),
            },
            units: units(lines),
            others,
        }
    }

    /// The sentences of the impression, each with the number of its line.
    pub(crate) fn conclusion(&self) -> Vec<Unit> {
        let lines = self.lines(SectionKind::Impression);
        units(lines.iter().map(|line| (line.as_str(), None)))
    }

    /// The names of the studies that were done together; none where there is one.
    pub(crate) fn studies(&self) -> Vec<&str> {
        let headings = self.units.iter().filter(|unit| unit.is_heading);
        headings.map(|unit| unit.text.as_str()).collect()
    }

    /// The lines of a section other than the findings.
    pub(crate) fn lines(&self, section: SectionKind) -> &[String] {
        self.others
            .iter()
            .find(|(kind, _)| *kind == section)
            .map_or(&[], |(_, lines)| lines)
    }
}

fn units<'t>(lines: impl Iterator<Item = (&'t str, Option<&'t str>)>) -> Vec<Unit> {
    let mut units = Vec::new();
    for (index, (line, anatomy)) in lines.enumerate() {
        let (label, body) = match LABEL.captures(line) {
            Some(found) if !found[0].trim_end().ends_with("___:") => {
                (Some(found[1].to_owned()), &line[found[0].len()..])
            }
            _ => (None, line),
        };
        let about = anatomy.and_then(|id| lexicon().get(id)).map(|structure| Subject {
            structure,
            side: None,
        });
        let of_label = label.as_deref().map(Reading::of).unwrap_or_default();
        let about = About {
            labelled: of_label.subjects.clone(),
            subjects: about.into_iter().chain(of_label.subjects).collect(),
            levels: of_label.levels,
            hosts: Vec::new(),
        };
        if body.is_empty() {
            units.push(Unit::new("", label.clone(), index, &About::default()));
        }
        for sentence in segment::sentences(body, 0..body.len()) {
            let mut unit = Unit::new(&body[sentence], label.clone(), index, &about);
            if let Some(before) = units.last() {
                unit.praise_what_was_named(before);
            }
            units.push(unit);
        }
    }
    units
}

impl Unit {
    fn new(text: &str, label: Option<String>, line: usize, about: &About) -> Self {
        // "Varices: None.", "Pelvic nodes: none enlarged."
        let denies_label = label.as_deref().zip(LINES.none.captures(text));
        let said = match denies_label {
            Some((label, none)) => format!("{}{} {label}", LINES.denies, &none[1]),
            None => text.to_owned(),
        };
        Self {
            text: text.to_owned(),
            reading: read(&without_choices(&said), about),
            answers: Answers::of(&format!(
                "{} {}",
                label.as_deref().unwrap_or_default(),
                without_choices(text)
            )),
            about: about.subjects.clone(),
            label,
            line,
            stands: true,
            filled: Vec::new(),
            study: 0,
            is_heading: false,
            said: None,
        }
    }

    /// The name of a study above its findings, which says nothing of them.
    fn heading(name: &str, study: usize) -> Self {
        Self {
            text: name.to_owned(),
            study,
            is_heading: true,
            ..Self::new("", None, 0, &About::default())
        }
    }
}

impl Unit {
    /// What it says as facts, in the light of its study.
    pub(crate) fn document(&self, context: &Context) -> Document {
        if self.is_heading {
            return Document::default();
        }
        let of_library = self.said.as_ref();
        let known = of_library.and_then(|said| said.document(&self.text, context));
        known
            .unwrap_or_else(|| merge::read_line(&self.text, self.label.as_deref(), self.structure(), context))
    }

    /// What the library says that its line is about.
    pub(crate) fn structure(&self) -> Option<&str> {
        self.about.first().map(|subject| subject.structure.id.as_str())
    }

    /// `Liver normal in size. Parenchymal signal normal.`: what praises a respect and names nothing is of what its line has named.
    fn praise_what_was_named(&mut self, before: &Self) {
        let text = self.text.to_ascii_lowercase();
        let goes_on =
            before.line == self.line || LINES.goes_on.iter().any(|begin| text.starts_with(begin.as_str()));
        if !goes_on || !self.reading.subjects.is_empty() || !self.reading.claims.is_empty() {
            return;
        }
        for normal in &mut self.reading.normals {
            normal.subjects.clone_from(&before.reading.subjects);
        }
        if !self.reading.normals.is_empty() {
            self.reading.subjects.clone_from(&before.reading.subjects);
        }
    }
}

/// `Function is [normal/mildly reduced]`: what is still to be chosen is neither normal nor a finding. The bytes stay where they are.
fn without_choices(text: &str) -> String {
    let mut read = text.to_owned();
    for choice in blank::find(text)
        .into_iter()
        .filter(|blank| matches!(blank.kind, BlankKind::Choice(_)))
    {
        read.replace_range(choice.range.clone(), &" ".repeat(choice.range.len()));
    }
    read
}
