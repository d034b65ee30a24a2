//! What is told apart by a number or a part: fingers and ribs, levels of the nodes of the neck, segments of a tube. A finding of one of
//! them leaves the others as they are.

use report::anatomy::lexicon;
use report::anatomy::node_level::{self, all_between, joins};
use report::reading::{Claim, Subject};
use report::side::{self, Side};
use report::token::{self, Word};

use super::statement::Statement;
use super::words::WORDS;
use crate::sheet::Unit;

/// Whether a unit speaks of numbered things or of parts, and the finding is in others of them.
pub(super) fn is_elsewhere(unit: &Unit, claim: &Claim, dictated: &Statement<'_>) -> bool {
    // What is read out of the whole sentence ("second and third ribs are broken") has no clause of its own.
    let nearest = |find: &dyn Fn(&str) -> Vec<usize>| -> Vec<usize> {
        let own = find(dictated.text_of(claim));
        if own.is_empty() { find(dictated.text) } else { own }
    };
    let misses = |own: &[usize], said: &[usize]| {
        !own.is_empty() && !said.is_empty() && own.iter().all(|one| !said.contains(one))
    };
    let subjects = &unit.reading.subjects;
    // "Fifth metacarpal: intact."
    let label = unit.label.as_deref().unwrap_or_default();
    let own = format!("{label} {}", unit.text);
    let is_several = || !WORDS.several.find(&token::words(dictated.text)).is_empty();
    if !subjects.is_empty() && subjects.iter().all(is_counted) {
        return misses(&digits(&own), &nearest(&digits)) && !is_several();
    }
    let is_node = |subject: &Subject| lexicon().is_within(&subject.structure.id, "lymph-node");
    if subjects.iter().any(is_node) && misses(&node_stations(&own), &nearest(&node_stations)) {
        return !is_several();
    }
    // "Plaque in the mid right coronary artery with minimal stenosis": what has no place of its own is in that of the clause before.
    let clause = dictated.text_of(claim);
    let named = lexicon().find(clause);
    let said = if named.is_empty() && segments(clause).is_empty() {
        before_more(dictated.text)
    } else {
        before_more(clause)
    };
    misses(&segments(&unit.text), &segments(said))
}

/// `No focal lesion in the left lobe` beside one in the right, of whatever organ.
pub(super) fn is_on_other_side(own: &str, said: &str) -> bool {
    let sides = |text| -> Vec<Side> { side::find(text).into_iter().map(|mark| mark.side).collect() };
    const REACHES: &[&str] = &[
        "cross",
        "exten",
        "both",
        "throughout",
        "whole",
        "entire",
        "involv",
    ];
    let lower = said.to_ascii_lowercase();
    let (own, said) = (sides(own), sides(said));
    let is_both = |side: &Side| *side == Side::Bilateral;
    !own.is_empty()
        && !said.is_empty()
        && !REACHES.iter().any(|word| lower.contains(word))
        && !own.iter().chain(&said).any(is_both)
        && !own.iter().any(|side| said.contains(side))
}

fn is_counted(subject: &Subject) -> bool {
    let mut counted = WORDS.counted.iter();
    counted.any(|whole| lexicon().is_within(&subject.structure.id, whole))
}

/// The words up to what only goes with the finding: `thrombus in the popliteal vein, extending into the distal femoral vein`.
fn before_more(text: &str) -> &str {
    let end = [",", " with "]
        .iter()
        .filter_map(|divider| text.find(divider))
        .min();
    &text[..end.unwrap_or(text.len())]
}

/// The levels of the nodes of the neck that a text names, by number or by name: a submandibular node is at level I.
fn node_stations(text: &str) -> Vec<usize> {
    let mut stations = node_level::find(text);
    let named = WORDS.node_stations.find(&token::words(text));
    stations.extend(named.iter().map(|station| station.meaning + 1));
    stations
}

/// The numbers of the fingers, toes and ribs that a text names, with everything between the ends of `2nd to the 4th`.
fn digits(text: &str) -> Vec<usize> {
    let words = token::words(text);
    let found = WORDS.digits.find(&words);
    let mut digits: Vec<usize> = found.iter().map(|named| named.meaning).collect();
    for pair in found.windows(2) {
        let between = &text[pair[0].range.end..pair[1].range.start];
        if joins(between, &words[pair[0].words.end..pair[1].words.start]) {
            digits.extend(all_between(pair[0].meaning, pair[1].meaning));
        }
    }
    digits
}

/// The parts of a tube that a text names: proximal, middle, distal.
fn segments(text: &str) -> Vec<usize> {
    let words = token::words(text);
    let says_middle = words.iter().any(|word| word.key == "middle");
    let names = if says_middle {
        lexicon().find_in(&words)
    } else {
        Vec::new()
    };
    // The middle cerebral artery is no middle segment.
    let is_name =
        |word: &Word| word.key == "middle" && names.iter().any(|name| name.range.contains(&word.range.start));
    words
        .iter()
        .filter(|word| !is_name(word))
        .filter_map(|word| match word.key.as_str() {
            "proximal" => Some(0),
            "mid" | "middle" => Some(1),
            "distal" | "terminal" => Some(2),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(find: fn(&str) -> Vec<usize>, text: &str, expected: &[usize]) {
        let mut found = find(text);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_are_read_with_what_lies_between_them() {
        check(digits, "second to fifth metatarsals", &[1, 2, 3, 4]);
        check(digits, "2nd to the 4th ribs", &[1, 2, 3]);
        check(digits, "4th-8th ribs", &[3, 4, 5, 6, 7]);
        check(digits, "4th and 8th ribs", &[3, 7]);
        check(segments, "the middle cerebral artery", &[]);
        check(segments, "mid and distal ureter", &[1, 2]);
    }
}
