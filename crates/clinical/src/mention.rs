//! What a sentence names: structures, concepts, words of normality, sides, levels, and cues, each with its words.

mod lists;

use std::ops::Range;

use report::anatomy::level::{self, Level};
use report::side::{self, Side};
use report::token::Word;

use self::lists::{begins_list, with_shared_words};
use crate::knowledge::{ByFirst, Cue, Form, Knowledge, Region, Sense, StructureId};
use crate::token::{self, Category};

/// A name found in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) sense: Sense,
    /// Its words, as indices.
    pub(crate) words: Range<usize>,
    /// How it stands.
    pub(crate) form: Form,
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
    /// Values on scales, each by its word.
    pub(crate) categories: Vec<(usize, Category)>,
}

impl<'t> Sentence<'t> {
    /// Finds the names of a sentence; `regions` are those of the study, none when it is not known.
    pub fn of(text: &'t str, regions: &[Region], knowledge: &Knowledge) -> Self {
        let words = token::words(text);
        let index = |byte: usize| words.partition_point(|word| word.range.end <= byte);
        let sides: Vec<(usize, Side)> = side::find(text)
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
        let categories: Vec<(usize, Category)> = words
            .iter()
            .enumerate()
            .filter_map(|(at, word)| Some((at, token::category(&word.key)?)))
            .collect();
        let named = mentions(text, &words, regions, knowledge);
        let mut sentence = Self {
            text,
            categories,
            mentions: with_shared_words(named, text, &words, &sides, regions, knowledge),
            cues: cues(&words, &knowledge.cues),
            sides,
            levels,
            words,
        };
        let of_place = |(word, _): &(usize, Side)| sentence.is_of_place(*word, knowledge);
        sentence.sides = sentence.sides.iter().copied().filter(of_place).collect();
        let is_compared = |(word, _): &(usize, Side)| {
            let mut cues = sentence.cues.iter();
            cues.any(|(words, cue)| *cue == Cue::Compared && words.contains(word))
        };
        if sentence.sides.iter().all(is_compared) {
            sentence.sides.clear();
        }
        let attributed =
            |mention: &&Mention| mention.form != Form::Attribute || sentence.is_of_structure(mention);
        sentence.mentions = sentence.mentions.iter().filter(attributed).cloned().collect();
        let names = |mention: &Mention| matches!(mention.sense, Sense::Concept(_));
        let mentions = &sentence.mentions;
        let own: Vec<&Range<usize>> = mentions
            .iter()
            .filter(|mention| names(mention))
            .map(|mention| &mention.words)
            .collect();
        // The "no" of the finding "no flow signal" denies nothing behind it.
        let all = 0..sentence.words.len();
        let goes_on = sentence.cue_at_any(all, |cue| cue == Cue::Or);
        let is_of_name = |words: &Range<usize>| {
            own.iter()
                .any(|name| name.len() > words.len() && name.start <= words.start && words.end <= name.end)
        };
        let denies = |cue: Cue| matches!(cue, Cue::Before(_) | Cue::Behind(_));
        sentence
            .cues
            .retain(|(words, cue)| goes_on || !(denies(*cue) && is_of_name(words)));
        sentence
    }

    /// Whether a word for a side tells where something is: not where it is pushed to, and not as part of the name of what there is one of
    /// ("right heart strain").
    fn is_of_place(&self, word: usize, knowledge: &Knowledge) -> bool {
        let is_paired = |id: &StructureId| knowledge.structure(*id).paired;
        let has_side = |mention: &&Mention| match mention.sense {
            Sense::Structure(_) => true,
            Sense::Concept(id) => knowledge.concept(id).at.iter().any(is_paired),
            _ => false,
        };
        let is_direction = self
            .cues
            .iter()
            .any(|(words, cue)| *cue == Cue::Direction && words.contains(&word));
        let followed = self
            .mentions
            .iter()
            .filter(has_side)
            .any(|mention| mention.words.start == word + 1 && !self.between(word).contains(','));
        if is_direction && !followed {
            return false;
        }
        let sided = |id: &StructureId| {
            let structure = knowledge.structure(*id);
            structure.side.is_some()
                || structure
                    .within
                    .iter()
                    .any(|whole| knowledge.structure(*whole).paired)
        };
        let inside = self
            .mentions
            .iter()
            .filter(|mention| mention.words.contains(&word) && mention.words.len() > 1);
        let is_normal =
            |mention: &&Mention| matches!(mention.sense, Sense::Concept(id) if knowledge.concept(id).normal);
        // "Vertebral arteries patent, left dominant".
        if inside.clone().any(|mention| is_normal(&mention)) {
            return false;
        }
        let places = inside.filter_map(|mention| match mention.sense {
            Sense::Structure(id) => Some(vec![id]),
            Sense::Concept(id) => Some(knowledge.concept(id).at.clone()).filter(|at| !at.is_empty()),
            _ => None,
        });
        let mut places = places.peekable();
        places.peek().is_none() || places.any(|ids| ids.iter().any(sided))
    }

    /// Whether an attribute stands right before a structure, but for its side, and nothing is named behind that.
    fn is_of_structure(&self, attribute: &Mention) -> bool {
        let mut at = attribute.words.end;
        while self.sides.iter().any(|(side, _)| *side == at) {
            at += 1;
        }
        let behind = self
            .mentions
            .iter()
            .filter(|mention| mention.words.start == at && matches!(mention.sense, Sense::Structure(_)))
            .map(|mention| mention.words.end)
            .max();
        let parts = |cue: Cue| matches!(cue, Cue::Verb | Cue::Place | Cue::End | Cue::Join | Cue::With);
        behind.is_some_and(|end| {
            end == self.words.len()
                || self.between(end - 1).contains([',', ';', ':', '.', '('])
                || self.cue_at(end, parts).is_some()
        })
    }

    /// Whether a word is an article, which may stand between a preposition and its place.
    pub(crate) fn is_article(&self, word: usize, knowledge: &Knowledge) -> bool {
        knowledge.articles.contains(&self.words[word].key)
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

    /// The mentions that begin within some words: mentions stand in their order.
    pub(crate) fn mentions_within(&self, words: &Range<usize>) -> &[Mention] {
        let first = self
            .mentions
            .partition_point(|mention| mention.words.start < words.start);
        let end = self
            .mentions
            .partition_point(|mention| mention.words.start < words.end);
        &self.mentions[first..end.max(first)]
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

    /// Whether a word of it points back to what was told before: "the largest", "this".
    pub(crate) fn points_back(&self) -> bool {
        let all = 0..self.words.len();
        self.cue_at_any(all, |cue| {
            matches!(cue, Cue::Anaphora | Cue::Alike | Cue::Pointing)
        })
    }

    /// Some words with what stands behind the last, as the sign of "80%".
    pub(crate) fn passage(&self, words: &Range<usize>) -> &'t str {
        let start = self.range(words).start;
        let end = self
            .words
            .get(words.end)
            .map_or(self.text.len(), |next| next.range.start);
        &self.text[start..end]
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
    let mut found: Vec<Mention> = Vec::new();
    for at in 0..words.len() {
        for name in matches(words, at, &knowledge.names, |name| &name.rest) {
            let gap =
                &text[words[at].range.end..words[at + name.rest.len()].range.start.max(words[at].range.end)];
            if gap.contains([',', ';', ':']) {
                continue;
            }
            let range = at..at + name.rest.len() + 1;
            for meaning in name
                .senses
                .iter()
                .filter(|meaning| holds(&meaning.regions, regions))
            {
                found.push(Mention {
                    sense: meaning.sense,
                    form: meaning.form,
                    words: range.clone(),
                });
            }
        }
    }
    let lists: Vec<bool> = found
        .iter()
        .map(|mention| begins_list(mention, &found, words, knowledge))
        .collect();
    let mut of_list = lists.into_iter();
    found.retain(|_| !of_list.next().unwrap_or_default());
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

/// Whether a meaning of some regions may be meant in those of a study. Where that is not known, nobody speaks of the unborn.
fn holds(of: &[Region], regions: &[Region]) -> bool {
    of.is_empty()
        || regions.is_empty() && of != [Region::Foetus]
        || of.iter().any(|region| regions.contains(region))
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
    let stands = move |entry: &&T| {
        let rest = rest(entry);
        rest.len() <= following.len() && rest.iter().zip(following).all(|(key, word)| *key == word.key)
    };
    let first = &words[at].key;
    let of = |key: &str| known.get(key).map_or(&[][..], Vec::as_slice);
    let own = of(first);
    // A value that has no name of its own is one of its scale.
    let is_known = own.iter().any(|entry| stands(&entry));
    let entries = if is_known {
        own
    } else {
        token::any_value(first).map_or(own, of)
    };
    entries.iter().filter(stands)
}
