//! What the findings and the impression assert and deny, one entry a finding, fit for comparing.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::concept::{self, Concept};
use super::sheet::Line;
use crate::anatomy::{self, Mention};
use crate::reading::{Claim, Kind, Subject};
use crate::section::SectionKind;
use crate::side::{self, Side};

/// A finding, asserted or denied.
pub(super) struct Fact {
    /// The index of its sentence.
    pub(super) line: usize,
    /// Its kind.
    pub(super) kind: &'static Kind,
    /// What it is more exactly.
    pub(super) concept: Concept,
    /// Whether it is denied.
    pub(super) denied: bool,
    /// Where.
    pub(super) subjects: Vec<Subject>,
    /// The places were taken from the sentence before.
    pub(super) inherited: bool,
    /// The bytes of its words in the sentence.
    pub(super) named: Range<usize>,
    /// The bytes of its clause in the sentence.
    pub(super) clause: Range<usize>,
    /// A word that only describes another finding.
    pub(super) describes: bool,
    /// Of the past: old, healed, resolved, previous.
    pub(super) past: bool,
    /// Not asserted as such: to be ruled out, one of several possibilities, advice.
    pub(super) unsure: bool,
}

static PAST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:prior|previous(?:ly)?|earlier|old|healed|healing|chronic|remote|resolved|resolution|resolving|history of|h/o|k/c/o|known case of|sequela\w*|in the past|since removed|treated|status post|s/p|interval (?:removal|drainage|evacuation|clearance|passage)|clearance of|regressed completely|no longer)\b").expect("pattern")
});
/// What earlier studies did not have is of today.
static NEW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:not|never) (?:seen|present|visible|noted|there|identified|demonstrated|described|reported) (?:previously|before|earlier|(?:on|in|at|by) [^.;,]{0,30}\b(?:earlier|prior|previous|last|old|outside|comparison|baseline)\b)|\bnew (?:since|compared (?:to|with)|from|against)\b[^.;,]*")
        .expect("pattern")
});
/// What an operation or a treatment was for is as old as that: `hysterectomy for endometrial carcinoma`.
static TREATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:\w+(?:ectomy|ostomy|otomy|plasty|pexy)|surgery|resection|excision|operated|radiotherapy|chemotherapy|ablation|transplant\w*|treat(?:ed|ment))\b[^.;,]{0,30}\bfor\b[^.;,]{0,30}$").expect("pattern")
});
static UNSURE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:rule out|ruling out|r/o|to exclude|excluding|can ?not be (?:entirely |completely )?(?:excluded|ruled out)|can ?not (?:exclude|rule out)|not excluded|differentials?|d/d|ddx|possibility of|possibilities|versus|vs|if |risk of|recommend\w*|advis\w*|suggested (?:for|to)|correlat\w*|for evaluation|to (?:evaluate|assess|look) for|evaluated for|looking for|screening for|in case of|should|query|limits? (?:the )?(?:evaluation|assessment|detection)|may (?:obscure|mask)|further evaluation)\b|\?").expect("pattern")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    words: Vec<String>,
}

/// Turns of phrase that only have the words of a finding.
static NO_FINDING: LazyLock<Regex> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/checks/no_findings.toml"))
        .unwrap_or_else(|error| panic!("no findings: {error}"));
    Regex::new(&format!(r"\b(?:{})\b", file.words.join("|"))).unwrap_or_else(|error| panic!("{error}"))
});
/// A finding that is denied by the word behind it: `free fluid: nil`, `HN - none`.
static NIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\w*\s*(?:absent|nil)\b|^\w*(?:\s+[a-z]+){0,4}\s*[-:=\u{2013}]\s*(?:nil|absent|no|none(?: (?:seen|present|identified|detected|noted|visible|demonstrated))?|not (?:seen|present|identified|detected|demonstrated|visible)|negative|\(-\)|-ve)\s*(?:$|[.,;])").expect("pattern")
});

/// Every fact of the findings and the impression, in order.
pub(super) fn of(lines: &[Line<'_>]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut before: Vec<Subject> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if !matches!(line.section, SectionKind::Findings | SectionKind::Impression) {
            continue;
        }
        if line.opens || names_place(line) {
            before.clear();
        }
        let unsure_from = UNSURE.find(&line.lower).map(|found| found.start());
        let words: Vec<Range<usize>> = NO_FINDING
            .find_iter(&line.lower)
            .map(|found| found.range())
            .collect();
        for claim in &line.reading.claims {
            let is_word =
                |range: &Range<usize>| claim.named.start < range.end && range.start < claim.named.end;
            if claim.named.len() < line.text.len() && words.iter().any(is_word) {
                continue;
            }
            let whole = &line.lower[claim.clause.clone()];
            let named = claim.named.start - claim.clause.start;
            let start = whole[..named].rfind(';').map_or(0, |at| at + 1);
            let end = whole[named..].find(';').map_or(whole.len(), |at| named + at);
            let clause = &whole[start..end];
            let denied = claim.denied || is_denied_in_word(line, claim);
            // `No oedema.` is of what the sentence before was about; `Os trigonum is present, no oedema.` is of what it names itself.
            let leads = !denied || opens_with_denial(line, claim);
            let inherited = claim.subjects.is_empty() && !before.is_empty() && leads;
            facts.push(Fact {
                line: index,
                kind: claim.kind,
                concept: concept::of_place(
                    &line.text[claim.named.clone()],
                    claim.kind,
                    denied,
                    &claim.subjects,
                ),
                denied,
                subjects: if inherited {
                    inherit(&before, line)
                } else if denied {
                    denied_places(line, claim)
                } else {
                    claim.subjects.clone()
                },
                inherited,
                named: claim.named.clone(),
                clause: claim.clause.clone(),
                describes: claim.describes || denied && !claim.denied,
                past: PAST.is_match(&NEW.replace_all(clause, " "))
                    || TREATED.is_match(&line.lower[..claim.named.start]),
                unsure: line.lower[claim.named.end..].starts_with(':')
                    || line.text.contains('[')
                    || line.text.contains("__")
                    || claim.denied && is_measured(line, claim.named.end)
                    || unsure_from.is_some_and(|at| {
                        // Advice opens a sentence or stands behind what it is about; a question is in its clause.
                        UNSURE.is_match(clause) || at < claim.named.start && at < 25
                    }),
            });
        }
        if !line.reading.subjects.is_empty() {
            before = innermost(&line.reading.subjects);
        }
    }
    facts
}

/// The places without those that hold another of them: the middle and lower lobes, and not the whole lung.
fn innermost(subjects: &[Subject]) -> Vec<Subject> {
    let lexicon = anatomy::lexicon();
    let holds_another = |whole: &Subject| {
        subjects.iter().any(|part| {
            part.structure.id != whole.structure.id
                && lexicon.is_within(&part.structure.id, &whole.structure.id)
        })
    };
    let mut inner = subjects.to_vec();
    inner.retain(|place| !holds_another(place));
    inner
}

/// A label of its own, `Left iliac axis:`, says what a sentence speaks of; that of a side alone goes on about the organ before it.
fn names_place(line: &Line<'_>) -> bool {
    static LABEL: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^([a-z][a-z /-]{2,40}):\s").expect("pattern"));
    LABEL.captures(&line.lower).is_some_and(|label| {
        !matches!(
            &label[1],
            "left" | "right" | "both" | "bilateral" | "bilaterally" | "left side" | "right side"
        )
    })
}

/// `Without urine leak, perinephric haematoma 4 cm`: what is measured is not denied for sure.
fn is_measured(line: &Line<'_>, end: usize) -> bool {
    line.measurements
        .iter()
        .any(|measurement| (end..end + 5).contains(&measurement.range.start))
}

/// `Non-inflamed diverticulum`, `empty sella absent`: denied without a cue of its own.
fn is_denied_in_word(line: &Line<'_>, claim: &Claim) -> bool {
    let whole = claim.named.len() == line.text.len();
    let before = &line.lower[..claim.named.start];
    let nil = NIL.is_match(&line.lower[claim.named.end..]);
    !whole && (["non-", "non "].iter().any(|word| ends_in_word(before, word)) || nil)
}

fn ends_in_word(before: &str, word: &str) -> bool {
    before
        .strip_suffix(word)
        .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
}

/// Whether nothing is named before the words that deny.
fn opens_with_denial(line: &Line<'_>, claim: &Claim) -> bool {
    let cue = line
        .scopes
        .iter()
        .find(|scope| scope.reach.contains(&claim.named.start))
        .map_or(claim.named.start, |scope| scope.cue.start);
    line.lower[..cue.min(claim.named.start)]
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .all(|word| {
            matches!(
                word,
                "there" | "is" | "are" | "was" | "were" | "also" | "has" | "have" | "with" | "and"
            )
        })
}

/// Where a finding is denied. `No marrow lesion in the pelvis` speaks of the marrow, `no nipple or skin enhancement` of both, `the left
/// being free of narrowing` of the left.
fn denied_places(line: &Line<'_>, claim: &Claim) -> Vec<Subject> {
    let mut places = claim.subjects.clone();
    let mut names: Vec<&Mention> = Vec::new();
    let mut end = claim.named.start;
    while let Some(mention) = line
        .mentions
        .iter()
        .rfind(|mention| mention.range.end <= end && JOINS.is_match(&line.lower[mention.range.end..end]))
    {
        names.push(mention);
        end = mention.range.start;
    }
    let named = |place: &Subject| names.iter().any(|name| name.structure.id == place.structure.id);
    if claim.kind.id != "nodes" && places.iter().any(named) {
        places.retain(named);
    }
    let general = |place: &Subject| GENERIC.contains(&place.structure.id.as_str());
    if claim.kind.id != "nodes" && !places.is_empty() && places.iter().all(general) {
        let special: Vec<Subject> = line
            .reading
            .subjects
            .iter()
            .filter(|subject| !general(subject))
            .filter(|subject| {
                line.mentions
                    .iter()
                    .any(|mention| mention.structure.id == subject.structure.id && mention.range.end <= end)
            })
            .cloned()
            .collect();
        if !special.is_empty() {
            places = special;
        }
    }
    let start = line.lower[..claim.named.start]
        .rfind([',', ';'])
        .map_or(0, |at| at + 1);
    let marks: Vec<Side> = side::find(&line.text[start..claim.named.start])
        .into_iter()
        .map(|mark| mark.side)
        .collect();
    if let [side] = marks.as_slice()
        && places
            .iter()
            .all(|place| place.side.is_some_and(|other| other != *side))
    {
        for place in &mut places {
            place.side = Some(*side);
        }
    }
    // `Left: no calculus, no hydronephrosis`.
    let before: Vec<Side> = side::find(&line.text[..claim.named.start])
        .into_iter()
        .map(|mark| mark.side)
        .collect();
    if let [side, rest @ ..] = before.as_slice()
        && rest.iter().all(|other| other == side)
        && places.iter().all(|place| place.side.is_none())
    {
        for place in &mut places {
            place.side = Some(*side);
        }
    }
    places
}

/// What may stand between the name of a structure and the finding that is denied of it, or the next name.
static JOINS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:\s+(?:or|and)\s+|\s*[,/]\s*(?:(?:or|and)\s+)?|\s+(?:(?:focal|discrete|enlarged|significant|abnormal|suspicious|wall|space|space-occupying|occupying|mucosal)\s+)*)$").expect("pattern")
});

/// Structures that are many: their name alone does not say which one.
pub(super) const GENERIC: &[&str] = &[
    "tendon",
    "joint",
    "bone",
    "muscle",
    "ligament",
    "soft-tissue",
    "vessel",
    "artery",
    "vein",
    "spine",
    "joint-effusion",
    "cartilage",
    "subchondral-bone",
    "bone-marrow",
    "nerve",
    "bursa",
    "fat",
    "skin",
    "labrum",
    "vertebral-body",
    "intervertebral-disc",
    "lymph-node",
];

/// The places of the sentence before, on the side that this sentence gives.
fn inherit(before: &[Subject], line: &Line<'_>) -> Vec<Subject> {
    let marks = side::find(line.text);
    before
        .iter()
        .map(|subject| Subject {
            structure: subject.structure,
            side: match marks.as_slice() {
                [] => subject.side,
                [mark] => Some(mark.side),
                _ => Some(Side::Bilateral),
            },
        })
        .collect()
}

/// Whether one structure is the other or part of it.
pub(super) fn related(left: &Subject, right: &Subject) -> bool {
    let lexicon = anatomy::lexicon();
    let (left, right) = (&left.structure.id, &right.structure.id);
    lexicon.is_within(left, right) || lexicon.is_within(right, left)
}

impl Fact {
    /// Whether it is asserted of today.
    pub(super) fn holds(&self) -> bool {
        !self.denied && !self.past && !self.unsure
    }
}
