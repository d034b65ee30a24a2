//! What a sentence names: structures, concepts, words of normality, sides, levels, and cues, each with its words.

use std::ops::Range;

use report::anatomy::level::{self, Level};
use report::side::{self, Side};
use report::token::Word;

use crate::knowledge::{ByFirst, Cue, Knowledge, Meaning, Name, Region, Sense};
use crate::token;

/// A name found in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) sense: Sense,
    /// Its words, as indices.
    pub(crate) words: Range<usize>,
    /// Whether it only describes the finding that stands behind it.
    pub(crate) adjective: bool,
}

/// A sentence and all that it names, in the order of its words.
#[derive(Debug)]
pub struct Sentence<'t> {
    pub(crate) text: &'t str,
    pub(crate) words: Vec<Word>,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) cues: Vec<(Range<usize>, Cue)>,
    pub(crate) sides: Vec<(usize, Side)>,
    pub(crate) levels: Vec<(Range<usize>, Level)>,
}

impl<'t> Sentence<'t> {
    /// Finds the names of a sentence; `regions` are those of the study, none when it is not known.
    pub fn of(text: &'t str, regions: &[Region], knowledge: &Knowledge) -> Self {
        let words = token::words(text);
        let index = |byte: usize| words.partition_point(|word| word.range.end <= byte);
        let sides = side::find(text)
            .into_iter()
            .map(|mark| (index(mark.range.start), mark.side))
            .collect();
        let levels = level::find(text)
            .into_iter()
            .map(|level| {
                (
                    index(level.range.start)..index(level.range.end.saturating_sub(1)) + 1,
                    level,
                )
            })
            .collect();
        Self {
            text,
            mentions: with_shared_heads(
                mentions(text, &words, regions, knowledge),
                text,
                &words,
                regions,
                knowledge,
            ),
            cues: cues(&words, &knowledge.cues),
            sides,
            levels,
            words,
        }
    }

    /// The bytes between a word and the next.
    pub(crate) fn between(&self, word: usize) -> &'t str {
        let start = self.words[word].range.end;
        let end = self
            .words
            .get(word + 1)
            .map_or(self.text.len(), |next| next.range.start);
        &self.text[start..end]
    }

    /// The bytes of some words.
    pub(crate) fn range(&self, words: &Range<usize>) -> Range<usize> {
        self.words[words.start].range.start..self.words[words.end - 1].range.end
    }

    /// Whether a cue of some kind starts among some words.
    pub(crate) fn cue_at_any(&self, words: Range<usize>, is: impl Fn(Cue) -> bool) -> bool {
        self.cues
            .iter()
            .any(|(at, cue)| words.contains(&at.start) && is(*cue))
    }

    /// Whether a cue of some kind starts at a word.
    pub(crate) fn cue_at(&self, word: usize, is: impl Fn(Cue) -> bool) -> Option<&Range<usize>> {
        let first = self.cues.partition_point(|(words, _)| words.start < word);
        self.cues[first..]
            .iter()
            .take_while(|(words, _)| words.start == word)
            .find(|(_, cue)| is(*cue))
            .map(|(words, _)| words)
    }
}

/// All names, the longer before the shorter where they overlap. A structure inside the name of a concept that says no place of its own
/// is named too ("liver lesion"), and a respect inside the name of a structure ("liver contour").
fn mentions(text: &str, words: &[Word], regions: &[Region], knowledge: &Knowledge) -> Vec<Mention> {
    let holds = |of: &[Region]| {
        of.is_empty() || regions.is_empty() || of.iter().any(|region| regions.contains(region))
    };
    let mut found: Vec<Mention> = Vec::new();
    for at in 0..words.len() {
        for name in matches(words, at, &knowledge.names, |name| &name.rest) {
            let gap =
                &text[words[at].range.end..words[at + name.rest.len()].range.start.max(words[at].range.end)];
            if gap.contains([',', ';', ':']) {
                continue;
            }
            let range = at..at + name.rest.len() + 1;
            for meaning in name.senses.iter().filter(|meaning| holds(&meaning.regions)) {
                found.push(Mention {
                    sense: meaning.sense,
                    adjective: meaning.adjective,
                    words: range.clone(),
                });
            }
        }
    }
    found.sort_by_key(|mention| (std::cmp::Reverse(mention.words.len()), mention.words.start));
    let mut cover: Vec<Option<(Range<usize>, Sense)>> = vec![None; words.len()];
    let mut kept: Vec<Mention> = Vec::new();
    for mention in found {
        let blocked = cover[mention.words.clone()].iter().flatten().any(|(words, by)| {
            let inside = match (by, mention.sense) {
                (Sense::Concept(concept), Sense::Structure(_)) => knowledge.concept(*concept).at.is_empty(),
                (Sense::Structure(_), Sense::Respect(_)) => true,
                _ => false,
            };
            *words != mention.words && !inside
        });
        if blocked {
            continue;
        }
        for word in mention.words.clone() {
            cover[word].get_or_insert_with(|| (mention.words.clone(), mention.sense));
        }
        kept.push(mention);
    }
    kept.sort_by_key(|mention| (mention.words.start, mention.words.end));
    kept
}

/// "Medial and | lateral meniscus", "anterior, posterior cruciate ligaments": in a list only the last has the noun, which is that of all.
fn with_shared_heads(
    mut found: Vec<Mention>,
    text: &str,
    words: &[Word],
    regions: &[Region],
    knowledge: &Knowledge,
) -> Vec<Mention> {
    let holds = |meaning: &&Meaning| {
        meaning.regions.is_empty()
            || regions.is_empty()
            || meaning.regions.iter().any(|region| regions.contains(region))
    };
    let listed = |before: usize, next: usize| {
        let gap = &text[words[before].range.end..words[next].range.start];
        let joined = next > before + 1 && {
            let joins = knowledge.cues.get(&words[before + 1].key).into_iter().flatten();
            joins
                .into_iter()
                .any(|(rest, cues)| rest.is_empty() && cues.contains(&Cue::Join))
        };
        joined || gap.contains([',', '&', '/'])
    };
    let mut heads: Vec<Mention> = Vec::new();
    for last in found.iter().rev() {
        if !matches!(last.sense, Sense::Structure(_)) || last.words.len() < 2 {
            continue;
        }
        let head = last.words.start + 1..last.words.end;
        let mut start = last.words.start;
        // The word before "and" or a comma, and so on towards the front.
        while let Some(word) = [1, 2].iter().find_map(|gap| {
            let word = start.checked_sub(*gap)?;
            listed(word, start).then_some(word)
        }) {
            let names = knowledge.names.get(&words[word].key).into_iter().flatten();
            let of_head = |name: &&Name| {
                name.rest.len() == head.len()
                    && name
                        .rest
                        .iter()
                        .zip(&words[head.clone()])
                        .all(|(key, word)| *key == word.key)
            };
            let senses = names.filter(of_head).flat_map(|name| &name.senses).filter(holds);
            let senses: Vec<Sense> = senses
                .map(|meaning| meaning.sense)
                .filter(|sense| matches!(sense, Sense::Structure(_)))
                .collect();
            if senses.is_empty() {
                break;
            }
            heads.extend(senses.into_iter().map(|sense| Mention {
                sense,
                words: word..word + 1,
                adjective: false,
            }));
            start = word;
        }
    }
    found.retain(|mention| !heads.iter().any(|head| head.words == mention.words));
    found.append(&mut heads);
    found.sort_by_key(|mention| (mention.words.start, mention.words.end));
    found
}

fn cues(words: &[Word], known: &ByFirst<(Vec<String>, Vec<Cue>)>) -> Vec<(Range<usize>, Cue)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match matches(words, at, known, |(rest, _)| rest).next() {
            Some((rest, cues)) => {
                let range = at..at + rest.len() + 1;
                found.extend(cues.iter().map(|cue| (range.clone(), *cue)));
                // "No significant": the denial holds a word that narrows it.
                for inner in at + 1..range.end {
                    let Some((rest, cues)) = matches(words, inner, known, |(rest, _)| rest).next() else {
                        continue;
                    };
                    let own = inner..inner + rest.len() + 1;
                    let narrows = cues
                        .iter()
                        .filter(|cue| own.end <= range.end && matches!(cue, Cue::Modifier(..)));
                    found.extend(narrows.map(|cue| (own.clone(), *cue)));
                }
                at = range.end;
            }
            None => at += 1,
        }
    }
    found
}

/// The entries whose words stand at a place, the longest first.
fn matches<'k, T>(
    words: &'k [Word],
    at: usize,
    known: &'k ByFirst<T>,
    rest: impl Fn(&T) -> &Vec<String> + 'k,
) -> impl Iterator<Item = &'k T> {
    let following = &words[at + 1..];
    known
        .get(&words[at].key)
        .into_iter()
        .flatten()
        .filter(move |entry| {
            let rest = rest(entry);
            rest.len() <= following.len() && rest.iter().zip(following).all(|(key, word)| *key == word.key)
        })
}
