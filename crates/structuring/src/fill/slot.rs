//! The blanks of a template sentence and the values of a dictated one, each with the words around it that say what is measured.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::level::{self, Level};
use report::anatomy::{self, Structure};
use report::budget;
use report::side::{self, Side};

use super::patterns::PATTERNS;
use super::words::WORDS;

/// A value, or the place of one, and what stands around it.
#[derive(Debug)]
pub(super) struct Slot {
    /// The bytes of the value with its unit.
    pub(super) range: Range<usize>,
    /// The bytes of its unit alone; empty when it has none.
    pub(super) unit: Range<usize>,
    /// The bytes in which the words around it stand.
    pub(super) window: Range<usize>,
    /// The bytes of the unit that it shares with the value behind it.
    pub(super) shared_unit: Option<Range<usize>>,
    /// The kind of its unit.
    pub(super) kind: Option<usize>,
    /// How many values: 3 for `___ x ___ x ___ cm`.
    pub(super) count: usize,
    /// Whether it is, or asks for, a vertebral level.
    pub(super) is_level: bool,
    /// What is measured, by the words around it that name no structure, side or level.
    pub(super) quantity: BTreeMap<String, usize>,
    /// Those of them that stand before it.
    pub(super) lead: BTreeMap<String, usize>,
    /// The last word that says so.
    pub(super) noun: Option<String>,
    /// Structures named around it.
    pub(super) structures: Vec<&'static Structure>,
    /// The one side named around it.
    pub(super) side: Option<Side>,
    /// Levels named around it.
    pub(super) levels: Vec<Level>,
}

/// The blanks of a template sentence, in order.
pub(super) fn of_template(text: &str) -> Vec<Slot> {
    let blanks: Vec<Range<usize>> = PATTERNS
        .blanks
        .find_iter(text)
        .map(|found| found.range())
        .collect();
    let ends = with_units(text, &blanks);
    let places: Vec<Range<usize>> = ends.iter().map(|(whole, _)| whole.clone()).collect();
    ends.iter()
        .enumerate()
        .map(|(at, (whole, unit))| {
            let count = text[whole.clone()].matches("___").count().max(1);
            let before = text[..whole.start].trim_end();
            let follows = text[whole.end..].trim_start().to_ascii_lowercase();
            let behind = |word: &String| follows.starts_with(word.as_str());
            let leads = |word: &String| {
                before
                    .strip_suffix(word.as_str())
                    .is_some_and(|rest| rest.ends_with(' '))
            };
            let (level, before_level) = (&WORDS.values.level, &WORDS.values.before_level);
            let is_level = unit.is_empty() && (level.iter().any(behind) || before_level.iter().any(leads));
            around(text, &places, at, unit.clone(), count, is_level)
        })
        .collect()
}

/// What a sentence gives as the value of a measure, with the value taken out.
pub(crate) struct Emptied {
    /// The sentence with a blank instead of the value.
    pub(crate) text: String,
    /// The value, and which ones are within it when it is a limit.
    limit: Option<Ordering>,
    value: f64,
}

impl Emptied {
    /// Whether the dictated value, which stands in `filled` where the blank was, is within the limit that the sentence gives.
    pub(crate) fn allows(&self, filled: &str) -> bool {
        let said = of_dictation(filled);
        let number = said
            .first()
            .and_then(|value| first_number(&filled[value.range.clone()]));
        number.is_some_and(|number| number.partial_cmp(&self.value) == self.limit && self.limit.is_some())
    }

    /// Whether the sentence gives a limit, and no value.
    pub(crate) fn is_limit(&self) -> bool {
        self.limit.is_some()
    }
}

fn first_number(text: &str) -> Option<f64> {
    PATTERNS
        .values
        .find(text)?
        .as_str()
        .split([' ', '-', 'x'])
        .next()?
        .parse()
        .ok()
}

/// `CBD measures 4 mm` with its value as a blank, `the ratio is less than 1` too; nothing when it measures nothing, or several things.
pub(crate) fn emptied(text: &str) -> Option<Emptied> {
    // Most lines tell no number.
    if !text.contains(|each: char| each.is_ascii_digit()) {
        return None;
    }
    let values = of_dictation(text);
    let [value] = &values[..] else { return None };
    let is_measured = value.kind.is_some() || PATTERNS.unitless.is_match(text);
    if value.is_level || !is_measured {
        return None;
    }
    let before = text[..value.range.start].trim_end();
    let limit = PATTERNS.limit.captures(before);
    let from = limit
        .as_ref()
        .and_then(|limit| limit.get(0))
        .map_or(before.len(), |limit| limit.start());
    let unit = text[value.unit.clone()].trim();
    let behind = &text[value.range.end..];
    Some(Emptied {
        text: format!("{} ___ {unit}{behind}", text[..from].trim_end()),
        limit: limit.map(|limit| {
            if limit.get(1).is_some() {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }),
        value: first_number(&text[value.range.clone()])?,
    })
}

/// The values of a dictated sentence, in order, levels among them.
pub(super) fn of_dictation(text: &str) -> Vec<Slot> {
    let levels = level::find(text);
    let in_level = |range: &Range<usize>| {
        levels
            .iter()
            .any(|level| level.range.start < range.end && range.start < level.range.end)
    };
    let numbers: Vec<Range<usize>> = PATTERNS
        .values
        .find_iter(text)
        .map(|found| found.range())
        // The 2 of T2 and of 4B is no value.
        .filter(|range| {
            !text[..range.start].ends_with(|before: char| before.is_alphanumeric() || before == '.')
                && !text[range.end..]
                    .starts_with(|after: char| after.is_alphabetic() && !is_unit(text, range.end))
                && !in_level(range)
        })
        .collect();
    let ends = with_units(text, &numbers);
    let places: Vec<Range<usize>> = ends.iter().map(|(whole, _)| whole.clone()).collect();
    let values = ends.iter().enumerate().map(|(at, (whole, unit))| {
        let value = &text[whole.clone()];
        let times = &WORDS.values.times;
        let spoken: usize = times
            .iter()
            .map(|word| value.matches(word.as_str()).count())
            .sum();
        let count = 1 + value.matches(['x', '\u{00d7}']).count().max(spoken);
        around(text, &places, at, unit.clone(), count, false)
    });
    let of_levels = levels.iter().map(|level| {
        let place = [level.range.clone()];
        around(text, &place, 0, level.range.end..level.range.end, 1, true)
    });
    values.chain(of_levels).collect()
}

/// `Right and left kidneys measure 10.2 and 10.5 cm`: two values of one unit are those of the two sides, or of the two structures, that
/// were named before them, in that order.
pub(super) fn share_out(offers: &mut [Slot], text: &str) {
    for at in 1..offers.len() {
        let (first, second) = (&offers[at - 1], &offers[at]);
        let joins = text
            .get(first.range.end..second.range.start)
            .is_some_and(|between| WORDS.values.pairs.iter().any(|joint| joint == between.trim()));
        let is_pair =
            first.unit.is_empty() && second.kind.is_some() && !first.is_level && first.count == second.count;
        if !(joins && is_pair) {
            continue;
        }
        let before = &text[first.window.start..first.range.start];
        let told: Vec<Side> = side::find(&text[..first.range.start])
            .into_iter()
            .map(|mark| mark.side)
            .collect();
        let places: Vec<&'static Structure> = anatomy::lexicon()
            .find(&text[..first.range.start])
            .into_iter()
            .map(|mention| mention.structure)
            .collect();
        let (kind, unit) = (second.kind, second.unit.clone());
        match (&told[..], &places[..]) {
            ([one, other], _) if one != other => {
                for (offer, side) in [(at - 1, *one), (at, *other)] {
                    offers[offer].side = Some(side);
                    offers[offer].structures.clone_from(&places);
                }
            }
            ([], [one, other]) if one.id != other.id => {
                for (offer, place) in [(at - 1, *one), (at, *other)] {
                    offers[offer].structures = vec![place];
                }
            }
            _ => continue,
        }
        let named = anatomy::lexicon().find(before);
        let sides = side::find(before);
        let named = named.iter().map(|mention| &mention.range);
        let quantity = WORDS.quantity(&without(
            before,
            named.chain(sides.iter().map(|mark| &mark.range)),
        ));
        for offer in [at - 1, at] {
            offers[offer].kind = kind;
            offers[offer].quantity.clone_from(&quantity);
            offers[offer].shared_unit = Some(unit.clone());
        }
    }
}

fn is_unit(text: &str, at: usize) -> bool {
    WORDS.unit.is_match(&text[at..])
}

/// Each range widened by the unit behind it, and that unit.
fn with_units(text: &str, ranges: &[Range<usize>]) -> Vec<(Range<usize>, Range<usize>)> {
    ranges
        .iter()
        .map(|range| {
            let unit = WORDS.unit.find(&text[range.end..]).map_or(0, |found| found.end());
            let lead = text[range.end..].len() - text[range.end..].trim_start().len();
            let end = range.end + unit;
            (range.start..end, range.end + lead.min(unit)..end)
        })
        .collect()
}

/// What stands before a value without the comma that joins it to its name: `spleen enlarged, 16 cm`, unless a noun follows the value and is
/// what was measured (`liver normal, 3 cm cyst`).
fn joined<'t>(before: &'t str, after: &str) -> &'t str {
    if PATTERNS.nothing.is_match(after) {
        return before.trim_end().trim_end_matches(',');
    }
    before
}

/// The text without the brackets around a short name, which divide nothing (`antigen (PSA) density`). The bytes stay where they are.
fn without_brackets(text: &str) -> String {
    static SHORT_NAME: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\([A-Z][A-Za-z0-9-]{1,7}\)").expect("short names"));
    let open = |found: &regex::Captures<'_>| found[0].replace(['(', ')'], " ");
    SHORT_NAME.replace_all(text, open).into_owned()
}

/// What it takes to read what stands around a value or a blank.
const STEPS_OF_A_SLOT: u64 = 64;

fn around(
    text: &str,
    places: &[Range<usize>],
    at: usize,
    unit: Range<usize>,
    count: usize,
    is_level: bool,
) -> Slot {
    budget::spend(STEPS_OF_A_SLOT);
    let text = &without_brackets(text);
    let range = places[at].clone();
    let earliest = at.checked_sub(1).map_or(0, |previous| places[previous].end);
    let latest = places.get(at + 1).map_or(text.len(), |next| next.start);
    let before = &text[earliest..range.start];
    let after = &text[range.end..latest];
    let start = PATTERNS
        .begins
        .find_iter(joined(before, after))
        .last()
        .map_or(earliest, |found| earliest + found.end());
    let end = PATTERNS
        .ends
        .find(after)
        .map_or(latest, |found| range.end + found.start());
    // Words between two values belong to the value behind them, unless something divides them.
    let end = if end == latest && latest < text.len() {
        range.end
    } else {
        end
    };
    // "RV/LV ratio" names both.
    let words = format!("{} {}", &text[start..range.start], &text[range.end..end]).replace('/', " ");
    let mentions = anatomy::lexicon().find(&words);
    let mut sides = side::find(&words);
    // The left of a left ventricle is no side.
    sides.retain(|mark| {
        !mentions
            .iter()
            .any(|mention| !mention.structure.paired && mention.range.contains(&mark.range.start))
    });
    let levels = level::find(&words);
    let named = mentions
        .iter()
        .map(|mention| &mention.range)
        .chain(sides.iter().map(|mark| &mark.range))
        .chain(levels.iter().map(|level| &level.range));
    let mut quantity = WORDS.quantity(&without(&words, named));
    for mention in &mentions {
        for (word, count) in WORDS.measure_in_name(&words[mention.range.clone()]) {
            quantity.entry(word).or_insert(count);
        }
    }
    let noun = report::token::words(&words)
        .into_iter()
        .map(|word| word.key)
        .rfind(|key| quantity.contains_key(key));
    Slot {
        kind: WORDS.kind(&text[unit.clone()]),
        side: sides
            .first()
            .map(|mark| mark.side)
            .filter(|first| sides.iter().all(|mark| mark.side == *first)),
        structures: mentions.iter().map(|mention| mention.structure).collect(),
        levels: if is_level { Vec::new() } else { levels },
        lead: WORDS.quantity(&text[start..range.start]),
        window: start..end,
        shared_unit: None,
        range,
        unit,
        count,
        is_level,
        quantity,
        noun,
    }
}

/// The text with parts of it taken out.
pub(super) fn without<'r>(text: &str, parts: impl Iterator<Item = &'r Range<usize>>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for part in parts {
        bytes[part.clone()].fill(b' ');
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let slots = if text.contains("___") {
            of_template(text)
        } else {
            of_dictation(text)
        };
        let found: Vec<(String, &str)> = slots
            .iter()
            .map(|slot| {
                let words: Vec<&str> = slot.quantity.keys().map(String::as_str).collect();
                (words.join(" "), text[slot.range.clone()].trim())
            })
            .collect();
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(words, value)| (words.as_str(), *value))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn each_value_has_the_words_that_say_what_it_is() {
        check(
            "Right kidney length 10.4 cm, left kidney length 11.8 cm.",
            &[("length", "10.4 cm"), ("length", "11.8 cm")],
        );
        check(
            "Tumour: ___ cm from the anal verge, ___ cm in length.",
            &[("verge", "___ cm"), ("length", "___ cm")],
        );
        check("Heart rate ___ bpm.", &[("rate", "___ bpm")]);
        check("PSA density 0.16.", &[("density psa", "0.16")]);
        check("T2 hyperintense lesion in segment 4B", &[]);
        check(
            "Spinal canal: L1-L2 16 mm L2-L3 15 mm",
            &[("", "16 mm"), ("", "15 mm"), ("", "L1-L2"), ("", "L2-L3")],
        );
    }
}
