//! A template laid out sentence by sentence, so that each can go, stay or be filled.

mod coordination;
mod denials;
mod line;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::lexicon;
use report::blank::{self, BlankKind};
use report::section::SectionKind;
use templates::Template;

use coordination::Coordination;
use denials::Denials;
use line::{About, read};

use crate::alternatives::Answers;
use crate::custom::CustomTemplate;
use crate::nouns;
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
    /// `with no calculus or wall thickening`: where a denial hangs on a sentence that stands without it.
    pub(crate) tail: Option<Tail>,
    /// The structures of which the sentence says the same (`medial and lateral menisci are normal`) or of which it denies
    /// the same finding (`no pleural or pericardial effusion`), when it is a user's.
    several: Option<Several>,
    /// `Liver:` before a line.
    pub(crate) label: Option<String>,
    /// What its line is about, by tag and label.
    pub(crate) about: Vec<Subject>,
    /// What it denies in words that are no kind of finding.
    pub(crate) denied_words: Vec<String>,
    /// Its line.
    pub(crate) line: usize,
    /// Whether it is still in the report.
    pub(crate) stands: bool,
    /// The bytes of the dictation that filled its blanks.
    pub(crate) filled: Vec<Range<usize>>,
}

/// A sentence divided into what stands by itself and a denial that hangs on it.
#[derive(Clone)]
pub(crate) struct Tail {
    pub(crate) head_text: String,
    pub(crate) head: Reading,
    pub(crate) denial: Reading,
}

/// A sentence about several things, and what it needs to be said of some of them.
#[derive(Clone)]
struct Several {
    members: Members,
    about: About,
}

/// What a sentence says the same of.
#[derive(Clone)]
enum Members {
    Structures(Coordination),
    Places(Denials),
}

impl Members {
    fn of(text: &str) -> Option<Self> {
        let structures = || Coordination::of(text).map(Members::Structures);
        Denials::of(text).map(Members::Places).or_else(structures)
    }

    fn len(&self) -> usize {
        match self {
            Members::Structures(structures) => structures.len(),
            Members::Places(places) => places.len(),
        }
    }

    fn sentence(&self, kept: &[usize]) -> String {
        match self {
            Members::Structures(structures) => structures.sentence(kept),
            Members::Places(places) => places.sentence(kept),
        }
    }
}

static LABEL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^([A-Za-z][\w /&(),'-]{1,48}):(?:\s+|$)").expect("label pattern"));
static TAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\s*,?\s+(?:and\s+|but\s+)?(?:with no|with (?:neither|absent)|without|and there is no|and shows no|and no)\s+").expect("tail pattern")
});

impl Sheet {
    /// Lays out a template of the library.
    pub(crate) fn of_system(template: &Template) -> Self {
        let lines = template
            .findings
            .iter()
            .map(|line| (line.text.as_str(), Some(line.anatomy.as_str())));
        Self {
            used: UsedTemplate {
                id: Some(template.id.clone()),
                name: template.body_part.clone(),
            },
            units: units(lines, Division::Whole),
            others: vec![
                (SectionKind::Technique, vec![template.technique.clone()]),
                (SectionKind::Impression, template.impression.clone()),
            ],
        }
    }

    /// Lays out a user's template.
    pub(crate) fn of_custom(template: &CustomTemplate) -> Self {
        let lines = template
            .lines(SectionKind::Findings)
            .iter()
            .map(|line| (line.as_str(), None));
        let others = template
            .sections
            .iter()
            .filter(|(kind, _)| *kind != SectionKind::Findings)
            .cloned()
            .collect();
        Self {
            used: UsedTemplate {
                id: None,
                name: template.name.clone(),
            },
            units: units(lines, Division::AtDenials),
            others,
        }
    }

    /// The sentences of the impression, each with the number of its line.
    pub(crate) fn conclusion(&self) -> Vec<Unit> {
        let lines = self.lines(SectionKind::Impression);
        units(lines.iter().map(|line| (line.as_str(), None)), Division::Whole)
    }

    /// The lines of a section other than the findings.
    pub(crate) fn lines(&self, section: SectionKind) -> &[String] {
        self.others
            .iter()
            .find(|(kind, _)| *kind == section)
            .map_or(&[], |(_, lines)| lines)
    }
}

/// How a line is divided when only a part of it is contradicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Division {
    /// Not at all: a sentence of the library stands as it was written or not at all.
    Whole,
    /// Where a denial hangs on a sentence that stands without it: a user's lines say several things at once.
    AtDenials,
}

fn units<'t>(lines: impl Iterator<Item = (&'t str, Option<&'t str>)>, division: Division) -> Vec<Unit> {
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
            units.push(Unit::new("", label.clone(), index, &About::default(), division));
        }
        for sentence in segment::sentences(body, 0..body.len()) {
            let mut unit = Unit::new(&body[sentence], label.clone(), index, &about, division);
            if let Some(before) = units.last() {
                unit.praise_what_was_named(before);
            }
            units.push(unit);
        }
    }
    units
}

/// `Varices: None.`, `Pelvic nodes: none enlarged.`: a denial of what the label names.
static NONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:none|nil|absent|negative|not seen)\b([^.;,]*)[.;]?$").expect("pattern")
});

impl Unit {
    fn new(text: &str, label: Option<String>, line: usize, about: &About, division: Division) -> Self {
        let divides = |found: &regex::Match<'_>| division == Division::AtDenials && found.start() > 0;
        let tail = TAIL.find(text).filter(divides).map(|found| {
            let head_text = format!("{}.", &text[..found.start()]);
            let head = read(&head_text, about);
            let denial = read(
                &format!("no {}", &text[found.end()..]),
                &About {
                    subjects: if head.subjects.is_empty() {
                        about.subjects.clone()
                    } else {
                        head.subjects.clone()
                    },
                    labelled: about.labelled.clone(),
                    hosts: head.subjects.clone(),
                    levels: if head.levels.is_empty() {
                        about.levels.clone()
                    } else {
                        head.levels.clone()
                    },
                },
            );
            Tail {
                head_text,
                head,
                denial,
            }
        });
        let tail = tail.filter(|tail| !tail.head.normals.is_empty() && !tail.denial.claims.is_empty());
        let denies_label = label.as_deref().zip(NONE.captures(text));
        let said = match denies_label {
            Some((label, none)) => format!("no{} {label}", &none[1]),
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
            tail,
            several: (division == Division::AtDenials)
                .then(|| Members::of(text))
                .flatten()
                .map(|members| Several {
                    members,
                    about: about.clone(),
                }),
            denied_words: nouns::denied(&said),
            about: about.subjects.clone(),
            label,
            line,
            stands: true,
            filled: Vec::new(),
        }
    }
}

impl Unit {
    /// `Liver normal in size. Parenchymal signal normal.`: what praises a respect and names nothing is of what its line has named.
    fn praise_what_was_named(&mut self, before: &Self) {
        let goes_on = before.line == self.line || self.text.to_ascii_lowercase().starts_with("parenchym");
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

    /// The sentence of those of its members of which it still holds; nothing when that are none or all.
    pub(crate) fn narrowed(&self, holds: impl Fn(&Self) -> bool) -> Option<Self> {
        let several = self.several.as_ref()?;
        let all = several.members.len();
        let kept: Vec<usize> = (0..all)
            .filter(|member| holds(&self.of_members(several, &[*member])))
            .collect();
        (!kept.is_empty() && kept.len() < all).then(|| self.of_members(several, &kept))
    }

    /// Whether it denies a finding in several places, and this holds of one of them: `no intracranial or subarachnoid haemorrhage`.
    pub(crate) fn has_place(&self, is_so: impl Fn(&Self) -> bool) -> bool {
        let places = self.several.as_ref();
        let places = places.filter(|several| matches!(several.members, Members::Places(_)));
        places.is_some_and(|several| {
            (0..several.members.len()).any(|member| is_so(&self.of_members(several, &[member])))
        })
    }

    fn of_members(&self, several: &Several, kept: &[usize]) -> Self {
        Self::new(
            &several.members.sentence(kept),
            self.label.clone(),
            self.line,
            &several.about,
            Division::AtDenials,
        )
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
