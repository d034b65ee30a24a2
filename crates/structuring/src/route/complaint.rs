//! Whether a sentence only tells what the patient complains of, which no image shows: `acute right flank pain with fever`. The words stand
//! in `data/complaints.toml`.

use std::collections::HashSet;
use std::sync::LazyLock;

use report::phrase::{Found, Phrases};
use report::reading::{Claim, Reading};
use report::token::{self, Word};
use serde::Deserialize;

use super::cues::CUES;

/// How many words may stand before the complaint.
const BEFORE: usize = 8;
/// How many bytes may follow it.
const BEHIND: usize = 120;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    before: Vec<String>,
    complaints: Vec<String>,
}

struct Words {
    before: HashSet<String>,
    complaints: Phrases<()>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/complaints.toml"))
        .unwrap_or_else(|error| panic!("complaints: {error}"));
    Words {
        before: file.before.iter().map(|word| token::key(word)).collect(),
        complaints: Phrases::new(file.complaints.into_iter().map(|word| (word, ()))),
    }
});

pub(super) fn is_only(sentence: &str) -> bool {
    let aged = CUES.aged.find(sentence).map_or(0, |aged| aged.end());
    let sentence = &sentence[aged..];
    let words = token::words(sentence);
    let named = WORDS.complaints.find(&words);
    let (Some(first), Some(last)) = (named.first(), named.last()) else {
        return false;
    };
    // "Frozen shoulder", "slow growing swelling" are named by the words of a finding, and "asymmetrical" describes a hearing loss.
    let is_complaint = |claim: &Claim| {
        let within = |found: &Found<()>| {
            found.words.len() > 1
                && found.range.start <= claim.named.start
                && claim.named.end <= found.range.end
        };
        claim.denied || claim.named.end <= first.range.start || named.iter().any(within)
    };
    opens_with_complaint(sentence, &words, first)
        && !CUES.shown.is_match(sentence)
        && report::measurement::find(sentence).is_empty()
        && Reading::of(sentence).claims.iter().all(is_complaint)
        && Reading::of(&sentence[last.range.end..]).normals.is_empty()
}

fn opens_with_complaint(sentence: &str, words: &[Word], first: &Found<()>) -> bool {
    let before = &words[..first.words.start];
    let behind = sentence[first.range.end..].trim_end_matches('.');
    before.len() <= BEFORE
        && before.iter().all(|word| WORDS.before.contains(&word.key))
        && behind.len() <= BEHIND
        && !behind.contains(['.', ':'])
}

#[cfg(test)]
mod tests {
    use super::is_only;

    #[test]
    fn a_finding_is_no_complaint() {
        for complaint in [
            "66M clumsy hands, gait",
            "Asymmetrical hearing loss, right, and tinnitus",
            "Rear ended, midline tenderness",
            "Slow growing swelling in front of the right ear",
            "Motorcycle accident, flail left arm",
            "AF, off warfarin, lactate 7",
        ] {
            assert!(is_only(complaint), "{complaint}");
        }
        for finding in [
            "Collapsed left lung",
            "Twisted left ovary",
            "COPD changes in both lungs",
            "45 f left lower lobe mass",
            "Splenomegaly ?cause",
            "Septic arthritis of the right hip",
            "Bilateral renal calculi",
            "Renal colic, both kidneys normal in size",
        ] {
            assert!(!is_only(finding), "{finding}");
        }
    }
}
