//! What a name means that stands for several things: "lower pole" of the kidney or of the spleen, "effusion" of a joint or of the pleura.

use std::ops::Range;

use crate::knowledge::{Form, Knowledge, Sense, StructureId};
use crate::mention::{Mention, Sentence};

/// Leaves of each ambiguous name of a clause the meanings that go with what else the clause names, else with what was spoken of `before`,
/// the nearest first. `is_led` says that the clause before named a place and nothing else.
pub(crate) fn settle(
    sentence: &mut Sentence<'_>,
    clause: &Range<usize>,
    before: &[&[StructureId]],
    is_led: bool,
    knowledge: &Knowledge,
) {
    let within: Vec<Mention> = sentence
        .mentions_within(clause)
        .iter()
        .filter(|mention| mention.words.end <= clause.end)
        .cloned()
        .collect();
    // "Normal in signal and enhancement" names a respect, "no enhancement" a finding.
    let praises = within
        .iter()
        .any(|mention| matches!(mention.sense, Sense::Normal | Sense::NormalIn(_)));
    let is_within =
        |mention: &Mention| mention.words.start >= clause.start && mention.words.end <= clause.end;
    sentence.mentions.retain(|mention| {
        let twin =
            |kind: fn(&Sense) -> bool| meanings(&within, &mention.words).any(|other| kind(&other.sense));
        match mention.sense {
            Sense::Concept(_) => {
                !(praises && is_within(mention) && twin(|sense| matches!(sense, Sense::Respect(_))))
            }
            Sense::Respect(_) => {
                praises || !is_within(mention) || !twin(|sense| matches!(sense, Sense::Concept(_)))
            }
            _ => true,
        }
    });
    let is_ambiguous = |mention: &Mention| {
        meanings(&within, &mention.words)
            .filter(|other| same_kind(&other.sense, &mention.sense))
            .count()
            > 1
    };
    if !within.iter().any(is_ambiguous) {
        return;
    }
    let tissues: Vec<StructureId> = within
        .iter()
        .filter_map(|mention| match mention.sense {
            Sense::Concept(id) => knowledge.concept(id).tissue,
            _ => None,
        })
        .collect();
    let has_tissue = |mention: &Mention| match mention.sense {
        Sense::Structure(id) => tissues.iter().any(|tissue| knowledge.is_within(id, *tissue)),
        _ => false,
    };
    let sure: Vec<StructureId> = within
        .iter()
        .filter(|mention| !is_ambiguous(mention))
        .flat_map(|mention| places(&mention.sense, knowledge))
        .collect();
    let named: Vec<StructureId> = within
        .iter()
        .filter(|mention| !is_ambiguous(mention))
        .filter_map(|mention| match mention.sense {
            Sense::Structure(id) if !knowledge.is_tissue(id) => Some(id),
            _ => None,
        })
        .collect();
    let goes = |sense: &Sense, with: &[StructureId]| {
        places(sense, knowledge).iter().any(|one| {
            with.iter()
                .any(|other| knowledge.is_within(*one, *other) || knowledge.is_within(*other, *one))
        })
    };
    let fits = |mention: &Mention, with: &[StructureId]| {
        meanings(&within, &mention.words)
            .any(|other| same_kind(&other.sense, &mention.sense) && goes(&other.sense, with))
    };
    // Whether a place that is named is that of a special meaning, or part of it.
    let is_held = |mention: &Mention, named: StructureId| {
        meanings(&within, &mention.words).any(|other| {
            same_kind(&other.sense, &mention.sense)
                && places(&other.sense, knowledge)
                    .iter()
                    .any(|place| knowledge.is_within(named, *place))
        })
    };
    sentence.mentions.retain(|mention| {
        if !is_within(mention) || !is_ambiguous(mention) {
            return true;
        }
        // "Right temporal fracture": each finding of the clause chooses between the bone and the lobe.
        let same = || meanings(&within, &mention.words);
        if same().any(|other| other.form == Form::OfTissue) {
            return mention.form != Form::OfTissue || has_tissue(mention);
        }
        // Who names another place speaks of that.
        let before = if named.is_empty() { before } else { &[] };
        let general =
            |sense: &Sense| matches!(sense, Sense::Concept(_)) && places(sense, knowledge).is_empty();
        for with in [&sure[..]].into_iter().chain(before.iter().copied()) {
            if fits(mention, with) {
                // "No aortic dissection" is said of more than the abdominal aorta.
                let is_wider = !named.is_empty()
                    && general(&mention.sense)
                    && !named.iter().any(|place| is_held(mention, *place));
                return goes(&mention.sense, with) || is_wider;
            }
        }
        // Beside a place where none of its special meanings is, a name has its general one.
        let of = |is_general: bool| same().any(|other| general(&other.sense) == is_general);
        !of(true) || !of(false) || general(&mention.sense) == (is_led || !named.is_empty())
    });
}

fn same_kind(one: &Sense, other: &Sense) -> bool {
    matches!(
        (one, other),
        (Sense::Structure(_), Sense::Structure(_)) | (Sense::Concept(_), Sense::Concept(_))
    )
}

/// Where a thing is: a structure at itself, a concept where it always is.
fn places(sense: &Sense, knowledge: &Knowledge) -> Vec<StructureId> {
    match sense {
        Sense::Structure(id) => vec![*id],
        Sense::Concept(id) => knowledge.concept(*id).at.clone(),
        _ => Vec::new(),
    }
}

/// What the same words mean, among mentions in their order.
fn meanings<'m>(mentions: &'m [Mention], words: &Range<usize>) -> impl Iterator<Item = &'m Mention> {
    let first = mentions.partition_point(|mention| mention.words.start < words.start);
    let words = words.clone();
    mentions[first..]
        .iter()
        .take_while({
            let start = words.start;
            move |mention| mention.words.start == start
        })
        .filter(move |mention| mention.words == words)
}
