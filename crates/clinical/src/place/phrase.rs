//! Which of the structures of a clause a mention is said to be at, by where they stand in its phrase.

mod postmodifiers;

use std::ops::Range;

use self::postmodifiers::postmodifiers;
use crate::knowledge::{Cue, Knowledge, Sense};
use crate::mention::{Mention, Sentence};

/// The structures that a mention of a clause is said to be at: before it as a modifier, behind it by a preposition or at once, or as
/// the subject of the clause.
pub(crate) fn structures_of<'s>(
    sentence: &'s Sentence<'_>,
    clause: &Range<usize>,
    mention: &Range<usize>,
    knowledge: &Knowledge,
) -> Vec<&'s Mention> {
    let within = sentence.mentions_within(clause);
    let is_finding =
        |other: &&Mention| matches!(other.sense, Sense::Concept(_)) && other.words.end <= clause.end;
    let is_named_by = |finding: &Mention, other: &Mention| {
        finding.words.start <= other.words.start
            && other.words.end <= finding.words.end
            && finding.words != other.words
    };
    let structures: Vec<&Mention> = within
        .iter()
        .filter(|other| matches!(other.sense, Sense::Structure(_)) && other.words.end <= clause.end)
        // The tissue in a finding's name is nobody's place: "fracture or bone marrow | oedema".
        .filter(|other| {
            let mut findings = within.iter().filter(is_finding);
            !(is_tissue(other, knowledge) && findings.any(|finding| is_named_by(finding, other)))
        })
        .collect();
    let mut found: Vec<&Mention> = structures
        .iter()
        .filter(|structure| structure.words.start >= mention.start && structure.words.end <= mention.end)
        .copied()
        .collect();
    found.extend(premodifiers(sentence, &structures, mention));
    let subject: Vec<&Mention> = subject(sentence, &structures, mention, knowledge);
    let placed = !found.is_empty() || !subject.is_empty();
    found.extend(postmodifiers(sentence, &structures, clause, mention, placed));
    let subject = subject
        .into_iter()
        .filter(|one| !found.contains(one))
        .collect::<Vec<_>>();
    found.extend(subject);
    found
}

fn is_tissue(mention: &Mention, knowledge: &Knowledge) -> bool {
    match mention.sense {
        Sense::Structure(id) => knowledge.is_tissue(id),
        _ => false,
    }
}

/// `hepatic | cyst`, `left kidney lower pole | calculus`: structures before a mention with nothing but qualities between.
fn premodifiers<'s>(
    sentence: &Sentence<'_>,
    structures: &[&'s Mention],
    mention: &Range<usize>,
) -> Vec<&'s Mention> {
    let mut found = Vec::new();
    let mut edge = mention.start;
    for structure in structures
        .iter()
        .rev()
        .filter(|structure| structure.words.start < mention.start && structure.words.end <= mention.end)
    {
        // "Median nerve | sheath tumour": they may share a word.
        let gap = structure.words.end.min(edge)..edge;
        if gap.clone().any(|word| parts(sentence, word)) || gap.len() > 4 {
            break;
        }
        edge = structure.words.start;
        found.push(*structure);
    }
    found
}

/// Whether a word parts a structure from what stands behind it: a verb, a preposition, another finding, a comma.
fn parts(sentence: &Sentence<'_>, word: usize) -> bool {
    sentence
        .cue_at(word, |cue| {
            matches!(cue, Cue::Verb | Cue::Place | Cue::Before(_) | Cue::End)
        })
        .is_some()
        || sentence.mentions.iter().any(|mention| {
            mention.words.contains(&word)
                && matches!(
                    mention.sense,
                    Sense::Concept(_) | Sense::Normal | Sense::NormalIn(_)
                )
        })
        || sentence.between(word).contains([',', ';', ':'])
}

/// `The liver | shows a cyst`: the structures before the first verb, when the mention stands behind it; all before it where no verb is.
fn subject<'s>(
    sentence: &Sentence<'_>,
    structures: &[&'s Mention],
    mention: &Range<usize>,
    knowledge: &Knowledge,
) -> Vec<&'s Mention> {
    structures
        .iter()
        .filter(|structure| structure.words.end <= mention.start)
        .filter(|structure| {
            // Not that of another finding before it: "cyst in the liver and calculus".
            let led = is_led(sentence, structures, structure, knowledge);
            let other = || {
                let before = sentence.mentions_within(&(0..structure.words.start));
                before.iter().any(|other| {
                    matches!(other.sense, Sense::Concept(_)) && other.words.end <= structure.words.start
                })
            };
            !(led && other())
        })
        .copied()
        .collect()
}

/// Whether a preposition leads to a structure, or to those of its list before it: "into the nasal cavity and | choana".
fn is_led(
    sentence: &Sentence<'_>,
    structures: &[&Mention],
    structure: &Mention,
    knowledge: &Knowledge,
) -> bool {
    let mut start = structure.words.start;
    loop {
        if start > 0 && sentence.is_article(start - 1, knowledge) {
            start -= 1;
        }
        let Some(before) = start.checked_sub(1) else {
            return false;
        };
        if sentence.cue_at(before, |cue| cue == Cue::Place).is_some() {
            return true;
        }
        let is_joined = sentence
            .cue_at(before, |cue| matches!(cue, Cue::Join | Cue::Or))
            .is_some();
        let end = if is_joined { before } else { start };
        let comma = sentence.between(before).contains(',');
        let previous = structures.iter().filter(|other| other.words.end == end);
        let Some(previous) = previous
            .map(|other| other.words.start)
            .min()
            .filter(|_| is_joined || comma)
        else {
            return false;
        };
        start = previous;
    }
}
