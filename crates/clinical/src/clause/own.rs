//! Whether each of two pieces that a comma parts tells of a place of its own: `left effusion, T8 wedge fracture`.

use std::ops::Range;

use super::{bare, measures_first, of, structure_of};
use crate::knowledge::{Assertion, Cue, Form, Sense, StructureId, knowledge};
use crate::mention::{Mention, Sentence};

/// `ACL tear, | menisci intact`: nothing is found, and something is as it should be.
pub(super) fn is_praise(sentence: &Sentence<'_>, piece: &Range<usize>) -> bool {
    let is_state = |sense| matches!(sense, Sense::Normal | Sense::NormalIn(_));
    let told = || of(sentence, piece);
    told().any(is_state) && !told().any(|sense| matches!(sense, Sense::Concept(_)))
}

fn is_quality(mention: &Mention) -> bool {
    matches!(mention.form, Form::Adjective | Form::Attribute)
}

/// `uterus bulky`, `ACL torn`: a quality right behind the structure that it is said of.
pub(super) fn is_predicate(sentence: &Sentence<'_>, quality: &Mention) -> bool {
    is_quality(quality)
        && sentence
            .mentions
            .iter()
            .any(|mention| structure_of(mention).is_some() && mention.words.end == quality.words.start)
}

/// What a piece tells, and where.
struct Told<'s> {
    /// Where its first finding that is more than a quality is named.
    finding: Option<Range<usize>>,
    /// What it names, and where its findings always are.
    named: Vec<StructureId>,
    inherent: Vec<StructureId>,
    side: Option<usize>,
    level: Option<usize>,
    sentence: &'s Sentence<'s>,
    words: Range<usize>,
}

impl<'s> Told<'s> {
    fn of(sentence: &'s Sentence<'s>, words: &Range<usize>) -> Self {
        let own = |mention: &&Mention| words.contains(&mention.words.start);
        let mentions = || sentence.mentions.iter().filter(own);
        let findings = || {
            mentions().filter_map(|mention| match mention.sense {
                Sense::Concept(id) if !is_quality(mention) || is_predicate(sentence, mention) => {
                    Some((id, &mention.words))
                }
                _ => None,
            })
        };
        let at = |id| knowledge().concept(id).at.iter().copied();
        Self {
            finding: findings().next().map(|(_, words)| words.clone()),
            named: mentions().filter_map(structure_of).collect(),
            inherent: findings().flat_map(|(id, _)| at(id)).collect(),
            side: sentence
                .sides
                .iter()
                .map(|(word, _)| *word)
                .find(|word| words.contains(word)),
            level: sentence
                .levels
                .iter()
                .map(|(at, _)| at.start)
                .find(|word| words.contains(word)),
            sentence,
            words: words.clone(),
        }
    }

    /// `spleen normal`, `CBD 9 mm`; but `normal in calibre` goes on with what else is normal.
    fn is_state(&self) -> bool {
        let last = self
            .sentence
            .mentions
            .iter()
            .rfind(|mention| self.words.contains(&mention.words.start));
        !self.named.is_empty()
            && self.finding.is_none()
            && !last.is_some_and(|last| matches!(last.sense, Sense::Respect(_)))
            && (is_praise(self.sentence, &self.words) || measures_first(self.sentence, &self.words))
    }

    fn is_placed(&self) -> bool {
        !self.named.is_empty() || !self.inherent.is_empty() || self.level.is_some()
    }

    /// Whether a side or level stands before what is found, and not behind it, where it may be that of all that was listed.
    fn leads(&self, word: usize) -> bool {
        self.finding.as_ref().is_some_and(|finding| word < finding.end)
    }
}

/// Whether each of two pieces tells something of its own, so that no place of one is that of the other.
pub(super) fn tell_apart(sentence: &Sentence<'_>, before: &Range<usize>, piece: &Range<usize>) -> bool {
    let goes_on = |cue: Cue| {
        matches!(
            cue,
            Cue::With | Cue::Place | Cue::Lead | Cue::Verb | Cue::Or | Cue::Before(Assertion::Possible)
        )
    };
    // "compressing the L5 root", "likely a meningioma".
    if sentence.cue_at(piece.start, goes_on).is_some()
        || sentence.cue_at_any(piece.clone(), |cue| {
            matches!(cue, Cue::Before(_) | Cue::Behind(_))
        })
    {
        return false;
    }
    let (first, next) = (Told::of(sentence, before), Told::of(sentence, piece));
    if first.is_state() {
        return next.is_state() || next.finding.is_some() && next.is_placed();
    }
    if first.finding.is_none() || !first.is_placed() {
        return false;
    }
    let knowledge = knowledge();
    let is_paired = |id: &StructureId| knowledge.structure(*id).paired;
    let is_spinal = |id: &StructureId| !knowledge.structure(*id).levels.is_empty();
    let of_first = || first.named.iter().chain(&first.inherent);
    // Of one organ more is told: "left kidney: calculus, hydronephrosis", "umbilical hernia, neck 2 cm".
    let is_near = |id: &StructureId| {
        of_first().any(|other| knowledge.is_within(*id, *other) || knowledge.is_within(*other, *id))
    };
    let of_next = || next.named.iter().chain(&next.inherent);
    if next.is_state() {
        return is_praise(sentence, piece) || !of_next().any(is_near);
    }
    if next.finding.is_none() || !next.is_placed() {
        return false;
    }
    // "Left MCA infarct, M2 occlusion".
    if first.side.is_some() && next.side.is_none() && of_next().any(|id| is_paired(id) && is_near(id)) {
        return false;
    }
    if let Some(level) = next.level
        && first.level.is_none()
        && of_first().any(is_spinal)
        && !next.leads(level)
    {
        return false;
    }
    if let Some(side) = next.side
        && first.side.is_none()
        && of_first().any(is_paired)
        && !next.leads(side)
    {
        return false;
    }
    let leads = next.side.is_some_and(|side| next.leads(side));
    if next.level.is_some() && first.level.is_some() || first.side.is_some() && leads {
        return true;
    }
    if !next.named.is_empty() {
        return true;
    }
    !next.inherent.iter().any(is_near) && (next.side.is_some() || !next.inherent.iter().any(is_paired))
}

/// `no pulmonary embolism, | thyroid nodule`: a second finding, always elsewhere, ends the sentence of a denial that nothing was listed in.
/// Lists of two are spoken with "or".
pub(super) fn is_elsewhere(sentence: &Sentence<'_>, before: &Range<usize>, piece: &Range<usize>) -> bool {
    let is_list = before
        .clone()
        .any(|word| word + 1 < before.end && sentence.between(word).contains(','));
    let (first, next) = (Told::of(sentence, before), Told::of(sentence, piece));
    let places =
        |told: &Told<'_>| -> Vec<StructureId> { told.named.iter().chain(&told.inherent).copied().collect() };
    let (here, there) = (places(&first), places(&next));
    let knowledge = knowledge();
    let is_near = |id: &StructureId| {
        here.iter()
            .any(|other| knowledge.is_within(*id, *other) || knowledge.is_within(*other, *id))
    };
    piece.end == sentence.words.len()
        && !is_list
        && !sentence.cue_at_any(before.start..piece.end, |cue| matches!(cue, Cue::Or | Cue::Join))
        && (first.finding.is_some() || bare::ends(sentence, before))
        && next.finding.is_some()
        && !is_same_noun(&first, &next)
        && !here.is_empty()
        && !there.is_empty()
        && !there.iter().any(is_near)
}

/// `no pleural effusion, pericardial effusion`.
fn is_same_noun(first: &Told<'_>, next: &Told<'_>) -> bool {
    let noun = |told: &Told<'_>| {
        let finding = told.finding.as_ref()?;
        Some(told.sentence.words[finding.end - 1].key.clone())
    };
    noun(first).is_some_and(|own| noun(next) == Some(own))
}
