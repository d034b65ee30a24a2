//! Whether what is named is said to be there: after ConText, with its cues from `data/assertion.toml`.

use std::ops::Range;

use crate::knowledge::{Assertion, Cue, Sense, knowledge};
use crate::mention::{Mention, Sentence};

/// How a mention is asserted within its clause.
pub(crate) fn of(sentence: &Sentence<'_>, clause: &Range<usize>, mention: &Range<usize>) -> Assertion {
    let mut found = Assertion::Present;
    let mut from = clause.start;
    for (words, cue) in in_clause(sentence, clause) {
        match cue {
            // What is denied is a change: what changed not is there.
            Cue::Pseudo if words.end <= mention.start => (found, from) = (Assertion::Present, words.end),
            // "No focal | lesion": the cue may hold the first word of what it denies.
            Cue::Before(category) if words.start < mention.start => {
                let denies = *category == Assertion::Absent;
                let is_apart =
                    || denies_itself(sentence, mention) && parted(sentence, words.end, mention.start);
                if denies
                    && (is_apart()
                        || is_change(sentence, clause, words.end, mention)
                        || is_presupposed(sentence, words.end, mention))
                {
                    (found, from) = (Assertion::Present, words.end);
                } else if found == Assertion::Absent
                    && *category == Assertion::Possible
                    && !parted(sentence, from, words.start)
                {
                    // "No blooming to suggest haemorrhage", "no features suggestive of metastasis": still denied.
                } else {
                    (found, from) = (*category, words.end);
                }
            }
            Cue::Behind(category)
                if words.start >= mention.end
                    && !is_of_other_place(sentence, mention.end, words)
                    && (found == Assertion::Present || *category != Assertion::Historical) =>
            {
                return *category;
            }
            _ => {}
        }
    }
    found
}

/// Whether a word behind a comma and a place or side is said of that alone: "right hydronephrosis, left none", "right effusion, left
/// resolved".
fn is_of_other_place(sentence: &Sentence<'_>, start: usize, cue: &Range<usize>) -> bool {
    let comma = (start..cue.start)
        .rev()
        .find(|word| sentence.between(word.saturating_sub(1)).contains(','));
    let Some(piece) = comma
        .map(|comma| comma..cue.start)
        .filter(|piece| cue.len() == 1 && !piece.is_empty())
    else {
        return false;
    };
    let is_place = |word: usize| {
        let structure =
            |mention: &Mention| matches!(mention.sense, Sense::Structure(_)) && mention.words.contains(&word);
        sentence.sides.iter().any(|(side, _)| *side == word) || sentence.mentions.iter().any(structure)
    };
    piece.into_iter().all(is_place)
}

/// Whether a denial stands behind a mention: "the gallbladder | is not seen".
pub(crate) fn is_denied_behind(
    sentence: &Sentence<'_>,
    clause: &Range<usize>,
    mention: &Range<usize>,
) -> bool {
    in_clause(sentence, clause)
        .any(|(words, cue)| *cue == Cue::Behind(Assertion::Absent) && words.start >= mention.end)
}

fn in_clause<'s>(
    sentence: &'s Sentence<'_>,
    clause: &Range<usize>,
) -> impl Iterator<Item = &'s (Range<usize>, Cue)> + 's {
    let clause = clause.clone();
    let first = sentence
        .cues
        .partition_point(|(words, _)| words.start < clause.start);
    sentence.cues[first..]
        .iter()
        .take_while(move |(words, _)| words.start < clause.end)
}

/// "No embolus to segmental level, | smaller branches not assessable": a name that denies itself is none of a list that is denied, and no
/// more is a value of a scale.
fn denies_itself(sentence: &Sentence<'_>, mention: &Range<usize>) -> bool {
    let cues = knowledge().cues.get(&sentence.words[mention.start].key);
    // "No restricted diffusion, PI-RADS 2".
    let is_scored = sentence.categories.iter().any(|(word, _)| mention.contains(word));
    is_scored
        || mention.len() > 1
            && cues
                .into_iter()
                .flatten()
                .any(|(rest, cues)| rest.is_empty() && cues.contains(&Cue::Before(Assertion::Absent)))
}

/// Whether a comma stands among some words.
fn parted(sentence: &Sentence<'_>, start: usize, end: usize) -> bool {
    (start..end).any(|word| sentence.between(word).contains(','))
}

/// `no | enlargement of the 5.1 cm | aneurysm`: a change leads from the denial to what is there.
fn is_change(sentence: &Sentence<'_>, clause: &Range<usize>, start: usize, mention: &Range<usize>) -> bool {
    // "No signal change in the cord or compression": behind the name of a finding a list goes on with what is denied.
    let is_of_name = |words: &Range<usize>| {
        sentence.mentions.iter().any(|other| {
            matches!(other.sense, Sense::Concept(_))
                && other.words.len() > words.len()
                && other.words.start <= words.start
                && words.end <= other.words.end
        })
    };
    let mut changes: Option<(usize, bool)> = None;
    let mut leads = false;
    for (words, cue) in
        in_clause(sentence, clause).filter(|(words, _)| words.start >= start && words.end <= mention.start)
    {
        match cue {
            // Only directly behind the denial, a word or two between: "no significant interval".
            Cue::Change if words.start <= start + 2 => changes = Some((words.end, is_of_name(words))),
            Cue::Join | Cue::Or if changes.is_some_and(|(end, named)| named && words.start > end) => {
                return false;
            }
            Cue::Lead | Cue::Place if changes.is_some() => leads = true,
            _ => {}
        }
    }
    leads
}

/// `no | leak from the 5 cm aneurysm`: of what a denied finding is said not to be, by an article that tells that it is there. A list goes on
/// with what is denied too: "no stone in the kidney or hydronephrosis", and so may speech without commas, behind any structure.
fn is_presupposed(sentence: &Sentence<'_>, start: usize, mention: &Range<usize>) -> bool {
    let is_number = |word: usize| {
        sentence.words[word]
            .key
            .starts_with(|first: char| first.is_ascii_digit())
    };
    // A number and its unit.
    let is_size = |word: usize| is_number(word) || word.checked_sub(1).is_some_and(is_number);
    let is_size_or_side = |word: usize| is_size(word) || sentence.sides.iter().any(|(side, _)| *side == word);
    let before = (start..mention.start).rev().find(|word| !is_size_or_side(*word));
    let Some(article) = before.filter(|word| *word > start && sentence.is_article(*word, knowledge())) else {
        return false;
    };
    let is_led = sentence.cue_at(article - 1, |cue| cue == Cue::Place).is_some();
    let mut mentions = sentence.mentions.iter();
    // "The lungs or pulmonary embolism": the name of what is denied may be shared out over a list.
    let is_list = sentence.cue_at_any(mention.start..mention.end + 1, |cue| {
        matches!(cue, Cue::Join | Cue::Or)
    }) || parted(sentence, article, mention.end);
    is_led
        && !is_list
        && mentions.any(|other| {
            matches!(other.sense, Sense::Concept(_))
                && start <= other.words.start
                && other.words.end < article
        })
}

/// Whether a mention is the change itself, which is denied of something that is there, and so says nothing of what is there.
pub(crate) fn is_denied_change(
    sentence: &Sentence<'_>,
    clause: &Range<usize>,
    mention: &Range<usize>,
) -> bool {
    let changes = in_clause(sentence, clause)
        .any(|(words, cue)| *cue == Cue::Change && words.start <= mention.start && words.end >= mention.end);
    changes
        && of(sentence, clause, mention) == Assertion::Absent
        && sentence.mentions.iter().any(|other| {
            matches!(other.sense, Sense::Concept(_))
                && other.words.start >= mention.end
                && other.words.end <= clause.end
                && of(sentence, clause, &other.words) == Assertion::Present
        })
}
