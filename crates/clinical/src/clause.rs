//! Where a sentence tells something new: its clauses, as ranges of its words.
//!
//! A clause ends at a full stop, a semicolon or a colon behind a statement; before a word that turns ("but", "which"); and at a comma or
//! "and" behind which something is told of another place.

mod bare;
mod own;

use std::ops::Range;

use report::side::Side;

use crate::knowledge::{Assertion, Cue, Sense, StructureId, knowledge};
use crate::mention::{Mention, Sentence};

/// At most so many words tell side, number and size before a name.
const WORDS_BEFORE_A_NAME: usize = 4;

/// The clauses of a sentence in order.
pub(crate) fn clauses(sentence: &Sentence<'_>) -> Vec<Range<usize>> {
    let mut clauses = Vec::new();
    let mut start = 0;
    let count = sentence.words.len();
    for word in 0..count.saturating_sub(1) {
        let next = word + 1;
        let gap = sentence.between(word);
        let hard = gap.contains([';', '\n'])
            || gap.contains('.') && gap.contains(' ')
            || gap.contains(" - ")
            || gap.contains('\u{2014}');
        let turns = sentence.cue_at(next, |cue| cue == Cue::End).is_some() && next > start;
        let ends = hard
            || turns
            || gap.contains(':') && tells(sentence, start..next)
            || bare::begins(sentence, start..next, next)
            || (gap.contains(',') || joins(sentence, next)) && opens_anew(sentence, start..next, next);
        if ends {
            clauses.push(start..next);
            start = next;
        }
    }
    if start < count {
        clauses.push(start..count);
    }
    clauses
}

/// Whether a clause says only where what the next one finds is: "in segment 8 | there is a cyst", "RCA: | There is calcified plaque".
pub(crate) fn leads(sentence: &Sentence<'_>, clause: &Range<usize>, next: &Range<usize>) -> bool {
    let among = |words: Range<usize>, is: &dyn Fn(&Sense) -> bool| {
        let mut mentions = sentence.mentions.iter();
        mentions.any(|mention| {
            mention.words.start < words.end && words.start < mention.words.end && is(&mention.sense)
        })
    };
    let is_place = |at: usize| {
        among(at..at + 1, &|sense| matches!(sense, Sense::Structure(_)))
            || sentence.sides.iter().any(|(word, _)| *word == at)
            || sentence.levels.iter().any(|(words, _)| words.contains(&at))
            || sentence.is_article(at, knowledge())
            || sentence.cue_at(at, |cue| cue == Cue::Place).is_some()
    };
    sentence.cue_at(next.start, |cue| cue == Cue::End).is_some()
        && clause.clone().all(is_place)
        && among(next.clone(), &|sense| matches!(sense, Sense::Concept(_)))
}

/// Whether some words say something: a finding, a denial or that something is normal.
fn tells(sentence: &Sentence<'_>, words: Range<usize>) -> bool {
    of(sentence, &words).any(|sense| {
        matches!(
            sense,
            Sense::Concept(_) | Sense::Normal | Sense::NormalIn(_) | Sense::Altered
        )
    })
}

fn is_measured(sentence: &Sentence<'_>, words: &Range<usize>) -> bool {
    !report::measurement::find(sentence.passage(words)).is_empty()
}

/// Whether some words give the size of a structure: `spleen 16 cm`.
fn measures(sentence: &Sentence<'_>, words: &Range<usize>) -> bool {
    of(sentence, words).any(|sense| matches!(sense, Sense::Structure(_))) && is_measured(sentence, words)
}

/// Whether some words name a structure and then its size.
fn measures_first(sentence: &Sentence<'_>, words: &Range<usize>) -> bool {
    let sizes = report::measurement::find(sentence.passage(words));
    let start = sentence.range(words).start;
    let first = sizes.first().map(|size| size.range.start + start);
    first.is_some_and(|first| {
        let until = sentence.words.partition_point(|word| word.range.start < first);
        of(sentence, &(words.start..until)).any(|sense| matches!(sense, Sense::Structure(_)))
    })
}

/// Whether some words only name a structure.
fn only_names(sentence: &Sentence<'_>, words: &Range<usize>) -> bool {
    let mut senses = of(sentence, words).peekable();
    senses.peek().is_some() && senses.all(|sense| matches!(sense, Sense::Structure(_)))
}

fn of<'s>(sentence: &'s Sentence<'_>, words: &Range<usize>) -> impl Iterator<Item = Sense> + 's {
    let words = words.clone();
    let first = sentence
        .mentions
        .partition_point(|mention| mention.words.start < words.start);
    sentence.mentions[first..]
        .iter()
        .take_while(move |mention| mention.words.start < words.end)
        .map(|mention| mention.sense)
}

/// Whether what stands behind a comma or "and" is a statement about a place of its own, where what stands before is one too:
/// `liver enlarged, spleen normal`, but not `liver, spleen and pancreas are normal` or `no cyst, mass or collection`.
fn opens_anew(sentence: &Sentence<'_>, before: Range<usize>, next: usize) -> bool {
    let denies = |word: usize| {
        sentence
            .cue_at(word, |cue| cue == Cue::Before(Assertion::Absent))
            .is_some()
    };
    // "No nodes | no bone lesion": the nodes are denied, and are no place of what follows.
    let piece = piece(sentence, next);
    let tells_own = || ends_in_state(sentence, &piece) || is_measured(sentence, &piece);
    if denies(before.start) && only_names(sentence, &before) && (denies(next) || tells_own()) {
        return true;
    }
    // "Adrenals normal, | no nodes".
    if denies(next) && only_names(sentence, &piece) && tells(sentence, before.clone()) {
        return true;
    }
    let denied = sentence.cues.iter().any(|(words, cue)| {
        words.start >= before.start && words.end <= before.end && matches!(cue, Cue::Before(_))
    });
    // "No fever, | enlarged liver and spleen": whatever is denied.
    if denied && describes_another(sentence, &before, &piece) {
        return true;
    }
    let denies_bare = denies(before.start) && only_names(sentence, &before) && bare::ends(sentence, &before);
    if !tells(sentence, before.clone()) && !measures(sentence, &before) && !denies_bare {
        return false;
    }
    if is_other_side(sentence, &before, &piece)
        || is_state_of_side(sentence, &before)
        || is_scored(sentence, &before) && is_scored(sentence, &piece)
    {
        return true;
    }
    if describe_together(sentence, next) || is_place_of_finding(sentence, &before, next) {
        return false;
    }
    // "Right kidney 10.2 cm | left kidney 9.8 cm": each has its own size.
    let found = of(sentence, &before).any(|sense| matches!(sense, Sense::Concept(_)));
    if !found && measures(sentence, &before) && measures_first(sentence, &piece) {
        return true;
    }
    if !denied && sentence.between(next - 1).contains(',') && own::tell_apart(sentence, &before, &piece) {
        return true;
    }
    if denied
        && sentence.cue_at_any(piece.clone(), |cue| cue == Cue::Or)
        && sentence
            .cue_at(next, |cue| matches!(cue, Cue::Before(_)))
            .is_none()
    {
        return false;
    }
    let names_place = of(sentence, &piece).any(|sense| matches!(sense, Sense::Structure(_)));
    let own_cue = piece.clone().take(2).any(|word| {
        sentence
            .cue_at(word, |cue| matches!(cue, Cue::Before(_)))
            .is_some()
    });
    let verb = piece
        .clone()
        .any(|word| sentence.cue_at(word, |cue| cue == Cue::Verb).is_some());
    // "The incus is eroded and the stapes is not identified."
    let missed = names_place
        && (verb || only_names(sentence, &piece))
        && sentence.cue_at_any(piece.clone(), |cue| cue == Cue::Behind(Assertion::Absent));
    if missed {
        return true;
    }
    let is_told = tells(sentence, piece.clone()) || denied && measures(sentence, &piece);
    if !is_told {
        return false;
    }
    // A list that is denied goes on behind its commas; what has a verb, a side or a size of its own does not belong to it.
    let placed = sentence.sides.iter().any(|(word, _)| piece.contains(word))
        || sentence
            .levels
            .iter()
            .any(|(words, _)| piece.contains(&words.start));
    if denied && !own_cue {
        let plain = !verb
            && !placed
            && !ends_in_state(sentence, &piece)
            && !is_found(sentence, &piece)
            && !own::is_elsewhere(sentence, &before, &piece);
        return !plain;
    }
    let places = |words: &Range<usize>| of(sentence, words).any(|sense| matches!(sense, Sense::Structure(_)));
    let has_place = places(&before) || found && own::is_praise(sentence, &piece);
    own_cue || names_place && has_place && !starts_with_place(sentence, piece.start) || verb && placed
}

/// `right MCA infarct, | left normal`: a side and that it is as it should be, behind something found on the other.
fn is_other_side(sentence: &Sentence<'_>, before: &Range<usize>, piece: &Range<usize>) -> bool {
    let side = side_first(sentence, piece);
    let mut others = sentence.sides.iter().filter(|(word, _)| before.contains(word));
    let found = of(sentence, before).any(|sense| matches!(sense, Sense::Concept(_)));
    found
        && is_state_of_side(sentence, piece)
        && others.any(|(_, other)| side.is_some_and(|side| side != *other))
}

/// `left normal`: a side and a state, and no word of what.
fn is_state_of_side(sentence: &Sentence<'_>, piece: &Range<usize>) -> bool {
    let mut senses = of(sentence, piece).peekable();
    side_first(sentence, piece).is_some()
        && senses.peek().is_some()
        && senses.all(|sense| matches!(sense, Sense::Normal | Sense::NormalIn(_) | Sense::Respect(_)))
}

/// The side that is the first word of some, but for an "and" and an article.
fn side_first(sentence: &Sentence<'_>, piece: &Range<usize>) -> Option<Side> {
    let is_small = |word: &usize| joins(sentence, *word) || sentence.is_article(*word, knowledge());
    let first = piece.clone().find(|word| !is_small(word))?;
    let side = sentence.sides.iter().find(|(word, _)| *word == first);
    side.map(|(_, side)| *side)
}

/// Whether a value on a scale is told.
fn is_scored(sentence: &Sentence<'_>, piece: &Range<usize>) -> bool {
    sentence.categories.iter().any(|(word, _)| piece.contains(word))
}

/// `with perinephric | and periureteric stranding`: two places, of which neither is led to, before one finding.
fn describe_together(sentence: &Sentence<'_>, next: usize) -> bool {
    if !joins(sentence, next) {
        return false;
    }
    let structure = |at: &dyn Fn(&Range<usize>) -> bool| {
        sentence
            .mentions
            .iter()
            .find(|mention| matches!(mention.sense, Sense::Structure(_)) && at(&mention.words))
    };
    let Some(first) = structure(&|words| words.end == next) else {
        return false;
    };
    let Some(second) = structure(&|words| words.start == next + 1) else {
        return false;
    };
    let behind = second.words.end;
    let finding = of(sentence, &(behind..behind + 1)).any(|sense| matches!(sense, Sense::Concept(_)));
    let led = (1..=2).any(|back| {
        let word = first.words.start.checked_sub(back);
        word.is_some_and(|word| sentence.cue_at(word, |cue| cue == Cue::Place).is_some())
    });
    finding && !led
}

/// `metastases in the liver | and spleen with ascites`, `a mass in the rectum | and sigmoid in keeping with carcinoma`: behind places that a
/// finding was led to, one more, before what comes with it or what it may be.
fn is_place_of_finding(sentence: &Sentence<'_>, before: &Range<usize>, next: usize) -> bool {
    let own = sentence.mentions_within(before);
    let finding = own
        .iter()
        .find(|mention| matches!(mention.sense, Sense::Concept(_)));
    let last = own.last();
    let (Some(last), Some(finding)) = (last, finding) else {
        return false;
    };
    let is_led = sentence.cue_at_any(finding.words.end..last.words.start, |cue| cue == Cue::Place);
    let first = sentence
        .mentions
        .iter()
        .find(|mention| mention.words.start > next);
    let comes_with = |cue: Cue| matches!(cue, Cue::With | Cue::Before(Assertion::Possible));
    joins(sentence, next)
        && last.words.end == next
        && structure_of(last).is_some()
        && is_led
        && first.is_some_and(|first| {
            structure_of(first).is_some()
                && first.words.start <= next + WORDS_BEFORE_A_NAME
                && sentence.cue_at(first.words.end, comes_with).is_some()
        })
}

/// The words from one on to the next comma, "and" or other sign.
fn piece(sentence: &Sentence<'_>, start: usize) -> Range<usize> {
    let mut end = start + 1;
    while end < sentence.words.len() && !sentence.between(end - 1).contains([',', ';', '\n', ':']) {
        end += 1;
    }
    start..end
}

/// `spleen normal`, `ACL torn`.
fn ends_in_state(sentence: &Sentence<'_>, piece: &Range<usize>) -> bool {
    let structure = of(sentence, piece).any(|sense| matches!(sense, Sense::Structure(_)));
    let last = sentence
        .mentions
        .iter()
        .rev()
        .find(|mention| mention.words.end <= piece.end);
    structure
        && last.is_some_and(|last| {
            last.words.start >= piece.start
                && (matches!(last.sense, Sense::Normal | Sense::NormalIn(_) | Sense::Altered)
                    || last.words.end == piece.end && own::is_predicate(sentence, last))
        })
}

/// Whether a piece of a list tells by itself that it is there: `few small contusions`, `contusions along the falx`, `liver 16 cm`. Nobody
/// counts, grades or measures what is not there.
fn is_found(sentence: &Sentence<'_>, piece: &Range<usize>) -> bool {
    let first = piece.start..piece.end.min(piece.start + 2);
    let text = &sentence.text[sentence.range(piece)];
    let led = sentence.cue_at_any(piece.start + 1..piece.end, |cue| cue == Cue::Place)
        && of(sentence, piece).any(|sense| matches!(sense, Sense::Structure(_)));
    sentence.cue_at_any(first, |cue| cue == Cue::Found)
        || !report::measurement::find(text).is_empty()
        || led && !sentence.cue_at_any(piece.end..sentence.words.len(), |cue| cue == Cue::Or)
}

/// `no biliary dilatation, | enlarged spleen`, `no meniscal tear, | torn ACL`: behind a denial that no "or" goes on with, a finding said of
/// structures right behind it, which have nothing to do with what was denied. Taken for present by mistake, it is seen.
fn describes_another(sentence: &Sentence<'_>, before: &Range<usize>, piece: &Range<usize>) -> bool {
    let own: Vec<&Mention> = sentence.mentions_within(piece).iter().collect();
    let [finding, places @ ..] = &own[..] else {
        return false;
    };
    if !matches!(finding.sense, Sense::Concept(_))
        || sentence.cue_at_any(piece.start..sentence.words.len(), |cue| cue == Cue::Or)
    {
        return false;
    }
    let structures: Vec<StructureId> = match places {
        // The name of the finding ends with that of a structure.
        [] => names_place_last(sentence, finding).into_iter().collect(),
        _ => places.iter().filter_map(|place| structure_of(place)).collect(),
    };
    let end = own.last().map_or(finding.words.end, |last| last.words.end);
    let follows = places
        .first()
        .is_none_or(|place| place.words.start == finding.words.end);
    let knowledge = knowledge();
    let is_related = |structure: &StructureId| {
        of(sentence, before).any(|sense| {
            matches!(sense, Sense::Structure(other)
                if knowledge.is_within(*structure, other) || knowledge.is_within(other, *structure))
        })
    };
    !structures.is_empty()
        && structures.len() == places.len().max(1)
        && follows
        && end == piece.end
        && !structures.iter().any(is_related)
}

fn structure_of(mention: &Mention) -> Option<StructureId> {
    match mention.sense {
        Sense::Structure(id) => Some(id),
        _ => None,
    }
}

/// The structure whose name is the last word of a finding's: the ligament of "torn ACL".
fn names_place_last(sentence: &Sentence<'_>, finding: &Mention) -> Option<StructureId> {
    let last = (finding.words.len() > 1).then(|| finding.words.end - 1..finding.words.end)?;
    let read = Sentence::of(sentence.passage(&last), &[], knowledge());
    read.mentions.iter().find_map(structure_of)
}

fn starts_with_place(sentence: &Sentence<'_>, word: usize) -> bool {
    let at = if joins(sentence, word) { word + 1 } else { word };
    sentence.cue_at(at, |cue| cue == Cue::Place).is_some()
}

/// Whether a list may go on at a word: "and", but not "or", which goes on with what is denied.
fn joins(sentence: &Sentence<'_>, word: usize) -> bool {
    sentence.cue_at(word, |cue| cue == Cue::Join).is_some()
        && sentence.cue_at(word, |cue| cue == Cue::Or).is_none()
}
