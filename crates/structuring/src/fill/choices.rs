//! Which option of a `[right/left]` the dictation decides.

use std::ops::Range;

use report::anatomy::lexicon;
use report::blank::{self, Blank, BlankKind};
use report::budget;
use report::reading::Reading;
use report::side::Side;
use report::token;

use super::Source;
use super::patterns::PATTERNS;
use super::words::WORDS;

/// A template sentence with options chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) text: String,
    /// The bytes of the dictation that decided; empty when the name of the study did.
    pub(crate) span: Range<usize>,
}

/// What it takes to ask one sentence for an option.
const STEPS_OF_A_SENTENCE: u64 = 32;

/// Chooses an option of each choice that the dictation decides; the rest stays.
pub(crate) fn choices(
    text: &str,
    reading: &Reading,
    sources: &[Source<'_>],
    study: Option<&str>,
) -> Option<Chosen> {
    let blanks = blank::find(text);
    let mut chosen = text.to_owned();
    let mut span = None;
    for blank in blanks.iter().rev() {
        let Blank {
            range,
            kind: BlankKind::Choice(options),
        } = blank
        else {
            continue;
        };
        budget::spend(STEPS_OF_A_SENTENCE * sources.len() as u64);
        let around = format!("{} {}", &text[..range.start], &text[range.end..]);
        let behind = &text[range.end..];
        let decision = match qualified_by(behind) {
            Some(quality) => said_of(options, &quality, sources),
            None => decided(options, &around, reading, sources, study),
        };
        if let Some((option, from)) = decision {
            chosen.replace_range(range.clone(), &option);
            span = Some(from);
        }
    }
    span.map(|span| Chosen { text: chosen, span })
}

/// `[right/left] dominant`: the word that the options qualify, when it is no structure. A side that is told of anything else decides
/// nothing then: a plaque in the left main artery does not make the circulation left dominant.
fn qualified_by(behind: &str) -> Option<String> {
    let words = token::words(behind);
    let first = words.first()?;
    let quality = WORDS.qualities.get(&first.key)?;
    Some(quality.clone())
}

/// The option that stands beside such a word (`right dominant`, `left-sided dominance`, `dominance is right`).
fn said_of(options: &[String], quality: &str, sources: &[Source<'_>]) -> Option<(String, Range<usize>)> {
    let beside = |source: &Source<'_>| -> Option<String> {
        let words = token::words(source.text);
        let is_quality = |key: &str| WORDS.qualities.get(key).is_some_and(|word| word == quality);
        let at = words.iter().position(|word| is_quality(&word.key))?;
        let tells = |word: &&token::Word| !WORDS.choice.between.contains(&word.key);
        let option_at = |word: &token::Word| {
            let is_it = |option: &&String| token::key(option.trim()) == word.key;
            options.iter().find(is_it).cloned()
        };
        let before = words[..at].iter().rev().find(tells).and_then(option_at);
        before.or_else(|| words[at + 1..].iter().find(tells).and_then(option_at))
    };
    sources
        .iter()
        .find_map(|source| Some((beside(source)?, source.span.clone())))
}

fn decided(
    options: &[String],
    around: &str,
    reading: &Reading,
    sources: &[Source<'_>],
    study: Option<&str>,
) -> Option<(String, Range<usize>)> {
    let choice = &WORDS.choice;
    let sides = [
        (&choice.right, Side::Right),
        (&choice.left, Side::Left),
        (&choice.both, Side::Bilateral),
    ];
    let side_of = |option: &str| {
        let option = option.trim().to_ascii_lowercase();
        let said = sides.iter().find(|(words, _)| words.contains(&option));
        said.map(|(_, side)| *side)
    };
    if options.iter().all(|option| side_of(option).is_some()) {
        let (side, span) = spoken_side(reading, sources, study)?;
        let option = options.iter().find(|option| side_of(option) == Some(side))?;
        return Some((option.clone(), span));
    }
    sources.iter().find_map(|source| {
        let option = spoken_option(options, around, reading, source)?;
        Some((option.clone(), source.span.clone()))
    })
}

/// The one option that a sentence about the same thing names.
fn spoken_option<'o>(
    options: &'o [String],
    around: &str,
    reading: &Reading,
    source: &Source<'_>,
) -> Option<&'o String> {
    let spoken: Vec<String> = token::words(source.text)
        .into_iter()
        .map(|word| numeral(&word.key))
        .collect();
    let named: Vec<&String> = options
        .iter()
        .filter(|option| {
            WORDS.words_for(option).iter().any(|name| {
                let words: Vec<String> = token::words(name)
                    .into_iter()
                    .map(|word| numeral(&word.key))
                    .collect();
                !words.is_empty() && spoken.windows(words.len()).any(|window| window == words)
            })
        })
        .collect();
    let [option] = named[..] else { return None };
    let lead: Vec<String> = token::words(around).into_iter().map(|word| word.key).collect();
    let shares_subject =
        reading.subjects.iter().any(|subject| {
            let other = |other: &&report::reading::Subject| other.structure.id == subject.structure.id;
            source.reading.subjects.iter().find(other).is_some_and(|other| {
                subject.side.is_none() || other.side.is_none() || subject.side == other.side
            })
        });
    // "Two right renal arteries" says nothing of the left one.
    let on_other_side = reading.subjects.iter().any(|subject| {
        let same = |other: &&report::reading::Subject| other.structure.id == subject.structure.id;
        let mut others = source.reading.subjects.iter().filter(same).peekable();
        others.peek().is_some()
            && others.all(|other| {
                subject.side.is_some()
                    && other
                        .side
                        .is_some_and(|side| subject.side != Some(side) && side != Side::Bilateral)
            })
    });
    if on_other_side {
        return None;
    }
    let quantity = WORDS.quantity(around);
    let shared = quantity.keys().filter(|word| spoken.contains(word)).count();
    // T3 and 4B say by themselves what they are; "2" says it only behind the word that stands before the choice.
    let tells_itself = option.contains(char::is_alphabetic) && option.contains(|c: char| c.is_ascii_digit());
    let is_numeral = numeral(&option.to_ascii_lowercase())
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    let behind_lead = spoken
        .windows(2)
        .any(|pair| lead.contains(&pair[0]) && pair[1] == numeral(&option.to_ascii_lowercase()));
    let is_about = shares_subject || shared > 0 && shared * 2 >= quantity.len();
    let decides = if is_numeral {
        behind_lead && (is_about || quantity.is_empty())
    } else {
        is_about || tells_itself || says_only(&named, &spoken)
    };
    decides.then_some(option)
}

/// `Prone study`: a sentence that tells the option and nothing else.
fn says_only(named: &[&String], spoken: &[String]) -> bool {
    let of_option = |word: &String| {
        let mut words = named.iter().flat_map(|option| token::words(option));
        words.any(|own| own.key == *word)
    };
    spoken
        .iter()
        .all(|word| of_option(word) || WORDS.choice.study.contains(word))
}

/// A word with a Roman numeral as a number.
fn numeral(word: &str) -> String {
    let numerals = &WORDS.values.numerals;
    let value = numerals.iter().position(|numeral| numeral == word);
    value.map_or_else(|| word.to_owned(), |at| (at + 1).to_string())
}

/// The one side on which the dictation, or the study's name, speaks of the structure of the sentence.
fn spoken_side(
    reading: &Reading,
    sources: &[Source<'_>],
    study: Option<&str>,
) -> Option<(Side, Range<usize>)> {
    let related = |id: &str| {
        reading.subjects.is_empty()
            || reading.subjects.iter().any(|subject| {
                lexicon().is_within(id, &subject.structure.id)
                    || lexicon().is_within(&subject.structure.id, id)
            })
    };
    // `Left knee both menisci are normal` is a left knee: both parts of a pair tell nothing of the side of the whole.
    let is_part = |id: &str| {
        let mut subjects = reading.subjects.iter();
        !subjects.any(|subject| subject.structure.id == id)
    };
    // "Complete ACL tear. Left knee is normal for comparison."
    let is_compared = |source: &&Source<'_>| WORDS.compares(source.text);
    let mut found: Option<(Side, Range<usize>)> = None;
    for source in sources.iter().filter(|source| !is_compared(source)) {
        let subjects = source.reading.subjects.iter();
        for subject in subjects.filter(|subject| related(&subject.structure.id)) {
            match (subject.side, &found) {
                (None, _) => {}
                (Some(Side::Bilateral), _) if is_part(&subject.structure.id) => {}
                (Some(side), None) => found = Some((side, source.span.clone())),
                (Some(side), Some((known, _))) if side == *known => {}
                (Some(_), Some(_)) => return None,
            }
        }
    }
    found.or_else(|| {
        let sides = report::side::find(study?);
        let first = sides.first()?.side;
        sides
            .iter()
            .all(|mark| mark.side == first)
            .then_some((first, 0..0))
    })
}

/// Whether a sentence only says which side was examined.
pub(crate) fn only_names_side(sentence: &str, reading: &Reading) -> bool {
    reading.claims.is_empty() && reading.normals.is_empty() && PATTERNS.examined.is_match(sentence)
}
