//! Names in lists: an item that shares a word with another, and a name that would swallow the first place of a list.

use std::ops::Range;

use report::side::Side;
use report::token::Word;

use super::{Mention, holds};
use crate::knowledge::{Cue, Form, Knowledge, Region, Sense};

/// "Thrombosis of the superior mesenteric artery | and vein": a name that ends with a place, behind which a list of places goes on, would
/// keep the finding from the others. What is found and the first place are named within it.
pub(super) fn begins_list(
    mention: &Mention,
    found: &[Mention],
    words: &[Word],
    knowledge: &Knowledge,
) -> bool {
    let Sense::Concept(concept) = mention.sense else {
        return false;
    };
    let joins = |word: &Word| {
        let cues = knowledge.cues.get(&word.key).into_iter().flatten();
        cues.into_iter()
            .any(|(rest, cues)| rest.is_empty() && cues.contains(&Cue::Join))
    };
    let end = mention.words.end;
    if knowledge.concept(concept).at.is_empty() || !words.get(end).is_some_and(joins) {
        return false;
    }
    let is_place = |other: &&Mention| matches!(other.sense, Sense::Structure(_));
    let ends_with = found
        .iter()
        .filter(is_place)
        .find(|place| place.words.end == end && place.words.start > mention.words.start + 1);
    let goes_on = found
        .iter()
        .filter(is_place)
        .any(|place| (end + 1..=end + 2).contains(&place.words.start));
    ends_with.is_some_and(|place| {
        let is_found = |other: &Mention| {
            matches!(other.sense, Sense::Concept(_))
                && other.words.start == mention.words.start
                && other.words.end < place.words.start
        };
        goes_on && found.iter().any(is_found)
    })
}

/// How many words of its own an item of a list has at most: "right | lower lobar" of "lower lobar and interlobar arteries".
const WORDS_OF_AN_ITEM: usize = 3;

/// Names of which a word stands with another of their list: in "medial and | lateral meniscus" only the last has the noun, which is that of
/// all; in "superior mesenteric artery and | vein" only the first says which.
pub(super) fn with_shared_words(
    mut found: Vec<Mention>,
    text: &str,
    words: &[Word],
    sides: &[(usize, Side)],
    regions: &[Region],
    knowledge: &Knowledge,
) -> Vec<Mention> {
    let shares = |sense: &Sense| matches!(sense, Sense::Structure(_) | Sense::Concept(_));
    let names = |own: Range<usize>, others: Range<usize>, is_first: bool| -> Vec<Sense> {
        let (first, second) = if is_first { (others, own) } else { (own, others) };
        let mut keys = first.chain(second).map(|word| &words[word].key);
        let Some(head) = keys.next() else {
            return Vec::new();
        };
        let rest: Vec<&String> = keys.collect();
        let known = knowledge.names.get(head).into_iter().flatten();
        let said = known.filter(|name| name.rest.iter().eq(rest.iter().copied()));
        said.flat_map(|name| &name.senses)
            .filter(|meaning| holds(&meaning.regions, regions))
            .map(|meaning| meaning.sense)
            .filter(shares)
            .collect()
    };
    let joins = |word: usize| {
        let cues = knowledge.cues.get(&words[word].key).into_iter().flatten();
        cues.into_iter()
            .any(|(rest, cues)| rest.is_empty() && cues.contains(&Cue::Join))
    };
    let is_side = |word: usize| sides.iter().any(|(side, _)| *side == word);
    // Where the item before "and" or a comma ends.
    let item_before = |start: usize| {
        let end = start.checked_sub(1)?;
        if text[words[end].range.end..words[start].range.start].contains([',', '&', '/']) {
            return Some(start);
        }
        (end > 0 && joins(end)).then_some(end)
    };
    // "Main, right or | left | pulmonary arteries": the side is its own.
    let heads = |whole: &Mention| {
        let all = whole.words.start + 1..whole.words.end;
        all.filter(|head| !is_side(*head)).collect::<Vec<_>>()
    };
    // "Spinal canal | or neural foraminal stenosis": what is found in the one is found in the other.
    let head_of = |whole: &Mention, end: usize, start: usize| -> Vec<Mention> {
        let last = whole.words.end - 1;
        let place = found.iter().find(|place| {
            place.words.end == end && end < start && matches!(place.sense, Sense::Structure(_))
        });
        let heads = names(last..last + 1, last..last, false);
        let is_list = place.is_some() && matches!(whole.sense, Sense::Concept(_));
        let heads = heads
            .into_iter()
            .filter(|sense| is_list && matches!(sense, Sense::Concept(_)));
        heads
            .zip(place.into_iter().cycle())
            .map(|(sense, place)| Mention {
                sense,
                words: place.words.clone(),
                form: Form::Name,
            })
            .collect()
    };
    let mut shared: Vec<Mention> = Vec::new();
    for whole in found
        .iter()
        .filter(|mention| shares(&mention.sense) && mention.words.len() > 1)
    {
        let mut start = whole.words.start;
        loop {
            while start > 0 && is_side(start - 1) {
                start -= 1;
            }
            let Some(end) = item_before(start) else { break };
            let items = (1..=WORDS_OF_AN_ITEM.min(end))
                .rev()
                .map(|count| end - count..end);
            let item = items
                .flat_map(|item| heads(whole).into_iter().map(move |head| (item.clone(), head)))
                .map(|(item, head)| (names(item.clone(), head..whole.words.end, false), item))
                .find(|(senses, _)| !senses.is_empty());
            let Some((senses, item)) = item else {
                shared.extend(head_of(whole, end, start));
                break;
            };
            start = item.start;
            shared.extend(senses.into_iter().map(|sense| Mention {
                sense,
                words: item.clone(),
                form: Form::Name,
            }));
        }
        // A word that only names a kind of structure: "vein", "neck".
        let next = whole.words.end;
        let last = next + 1;
        if last < words.len() && joins(next) {
            let senses = names(last..last + 1, whole.words.start..whole.words.end - 1, true);
            let is_of_longer = found
                .iter()
                .any(|mention| mention.words.contains(&last) && mention.words.len() > 1);
            if !is_of_longer {
                shared.extend(senses.into_iter().map(|sense| Mention {
                    sense,
                    words: last..last + 1,
                    form: Form::Name,
                }));
            }
        }
    }
    let is_within = |mention: &Mention, whole: &Mention| {
        whole.words.start <= mention.words.start && mention.words.end <= whole.words.end
    };
    found.retain(|mention| {
        let by_place =
            |other: &Mention| matches!(other.sense, Sense::Concept(_)) && other.words == mention.words;
        let mut hidden = shared.iter().filter(|other| !by_place(other));
        !matches!(mention.sense, Sense::Structure(_)) || !hidden.any(|other| is_within(mention, other))
    });
    found.append(&mut shared);
    found.sort_by_key(|mention| (mention.words.start, mention.words.end));
    found
}
