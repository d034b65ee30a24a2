//! A dictated sentence as eviction needs it: what it asserts, with what it asserts without a known word.

use std::collections::HashSet;
use std::ops::Range;

use report::anatomy::lexicon;
use report::negation;
use report::operation;
use report::reading::{Claim, Reading, Subject, vocabulary};
use report::token::{self, Word};

use super::words::WORDS;

/// What a dictated sentence says, and how it says it.
pub(super) struct Statement<'d> {
    pub(super) reading: &'d Reading,
    pub(super) text: &'d str,
    /// What it asserts.
    pub(super) asserted: Vec<Claim>,
    /// The bytes of the words that put a finding into every part of what is named.
    of_all: Vec<Range<usize>>,
    /// Whether what it finds is old and nothing of it acute.
    pub(super) is_old: bool,
    /// What it excepts from its findings.
    pub(super) spared: Vec<Subject>,
    /// Whether it speaks of a vertebral artery in the neck alone.
    pub(super) is_outside_the_skull: bool,
}

impl<'d> Statement<'d> {
    /// Reads a sentence; `options` are the words of the template's choices.
    pub(super) fn of(reading: &'d Reading, text: &'d str, options: &HashSet<String>) -> Self {
        let words = token::words(text);
        let stated = reading.claims.iter().filter(|claim| !claim.denied);
        let mut asserted: Vec<Claim> = stated.cloned().collect();
        if asserted.is_empty() {
            asserted.extend(unnamed(reading, &words, text, options));
        }
        let spared = spared(&words, text);
        for claim in &mut asserted {
            claim.subjects.retain(|place| !spared.contains(place));
            leave_surface(&mut claim.subjects);
            let clause = text.get(claim.clause.clone()).unwrap_or(text);
            if claim.kind.id != "edema" && !WORDS.extra_axial.find(&token::words(clause)).is_empty() {
                leave_brain(&mut claim.subjects);
            }
        }
        Self {
            reading,
            text,
            asserted,
            of_all: WORDS
                .of_all
                .find(&words)
                .into_iter()
                .map(|found| found.range)
                .collect(),
            is_old: !WORDS.old.find(&words).is_empty() && WORDS.acute.find(&words).is_empty(),
            spared,
            is_outside_the_skull: is_outside_the_skull(reading, &words),
        }
    }

    /// The words of the clause in which a finding stands.
    pub(super) fn text_of(&self, claim: &Claim) -> &'d str {
        self.text.get(claim.clause.clone()).unwrap_or(self.text)
    }

    /// Whether a finding is in every part of what it is in (`all the sinuses`).
    pub(super) fn is_of_all(&self, claim: &Claim) -> bool {
        self.of_all.iter().any(|word| claim.clause.contains(&word.start))
    }
}

fn claim(kind: &str, subjects: Vec<Subject>, text: &str) -> Option<Claim> {
    Some(Claim {
        kind: vocabulary().kind(kind)?,
        denied: false,
        subjects,
        named: 0..text.len(),
        clause: 0..text.len(),
        describes: false,
        names_place: false,
    })
}

/// `The facial nerve canal takes an aberrant anterior course`: whatever it means, it is not what is said of a normal canal.
fn unnamed(reading: &Reading, words: &[Word], text: &str, options: &HashSet<String>) -> Option<Claim> {
    let says_normal = !reading.normals.is_empty() || !reading.claims.is_empty();
    if says_normal || reading.subjects.is_empty() || !negation::scopes(text).is_empty() {
        return None;
    }
    if report::reading::is_within_range(text) {
        return None;
    }
    let named = lexicon().find_in(words);
    let is_named = |word: &Word| {
        named
            .iter()
            .any(|mention| mention.range.start <= word.range.start && word.range.end <= mention.range.end)
    };
    let says_more = words.iter().any(|word| {
        word.key.len() > 2
            && word.key.bytes().all(|byte| byte.is_ascii_lowercase())
            && !WORDS.neutral.contains(&word.key)
            && !options.contains(&word.key)
            && !is_named(word)
    });
    if !says_more {
        return None;
    }
    claim("unnamed", reading.subjects.clone(), text)
}

/// Whether a vertebral artery is spoken of in the neck alone, which leaves the intracranial arteries as they are.
fn is_outside_the_skull(reading: &Reading, words: &[Word]) -> bool {
    let is_in_neck =
        !WORDS.extracranial.find(words).is_empty() || reading.levels.iter().any(|level| level.upper.0 == 'C');
    let is_artery = |subject: &Subject| lexicon().is_within(&subject.structure.id, "circle-of-willis");
    let mut arteries = reading
        .subjects
        .iter()
        .filter(|subject| is_artery(subject))
        .peekable();
    is_in_neck
        && arteries.peek().is_some()
        && arteries.all(|subject| subject.structure.id == "vertebral-artery")
}

/// `Subdural haematoma of the left frontoparietal region`: over which part of the brain it lies, and not in the brain.
fn leave_surface(places: &mut Vec<Subject>) {
    let is_outside =
        |place: &Subject| ["subdural-space", "extradural-space"].contains(&place.structure.id.as_str());
    let is_under = |place: &Subject| {
        let is_in = |whole: &str| lexicon().is_within(&place.structure.id, whole);
        place.structure.id == "cerebral-convexity"
            || is_in("cerebral-hemisphere") && !is_in("extra-axial-space")
    };
    let is_around =
        |place: &Subject| !is_under(place) && lexicon().is_within(&place.structure.id, "extra-axial-space");
    if places.iter().any(is_outside) {
        places.retain(|place| !is_under(place));
    } else if places.iter().any(is_around) {
        places.retain(|place| place.structure.id != "cerebral-convexity");
    }
}

/// `A meningioma of the left frontal lobe` is a mass of the space outside the brain.
fn leave_brain(places: &mut Vec<Subject>) {
    let is_under = |place: &Subject| {
        let is_in = |whole: &str| lexicon().is_within(&place.structure.id, whole);
        place.structure.id == "cerebral-convexity" || is_in("brain-parenchyma") && !is_in("extra-axial-space")
    };
    let Some(under) = places.iter().find(|place| is_under(place)) else {
        return;
    };
    let side = under.side;
    places.retain(|place| !is_under(place));
    let outside = lexicon().get("extra-axial-space");
    places.extend(outside.map(|structure| Subject { structure, side }));
}

/// The structures behind `except` and the like.
fn spared(words: &[Word], text: &str) -> Vec<Subject> {
    let said = WORDS.except.find(words);
    let behind = said.first().map(|found| &text[found.range.end..]);
    let excepted = behind.map(Reading::of);
    // "Normal except for osteoarthritis of the joint": what is excepted is the finding.
    excepted
        .filter(|rest| !rest.is_abnormal())
        .map(|rest| rest.subjects)
        .unwrap_or_default()
}

/// The findings of an impression by which findings are judged: what stands behind a word of advice is none.
pub(crate) fn concluded(reading: &Reading, text: &str) -> Reading {
    let words = token::words(text);
    let advice = WORDS.advice.find(&words);
    let from = advice.first().map_or(text.len(), |found| found.range.start);
    let mut reading = reading.clone();
    reading.claims.retain(|claim| claim.named.start < from);
    reading
}

/// What an operation took away of a joint or organ that the template does not divide by sides (`total hip replacement`).
pub(super) fn removed_of_the_only(text: &str) -> Vec<&'static str> {
    let removed = operation::removed_on_no_side(text);
    removed
        .into_iter()
        .map(|structure| structure.id.as_str())
        .collect()
}
