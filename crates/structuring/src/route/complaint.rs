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
    let words = token::words(sentence);
    let named = WORDS.complaints.find(&words);
    let reading = Reading::of(sentence);
    // "Frozen shoulder", "slow growing swelling": named by the words of a finding.
    let is_complaint = |claim: &Claim| {
        let within =
            |found: &Found<()>| found.range.start <= claim.named.start && claim.named.end <= found.range.end;
        // "Asymmetrical hearing loss"
        let is_of_first = named
            .first()
            .is_some_and(|first| claim.named.end <= first.range.end);
        claim.denied || is_of_first || named.iter().any(within)
    };
    opens_with_complaint(sentence, &words, &named)
        && !CUES.shown.is_match(sentence)
        && reading.claims.iter().all(is_complaint)
        && report::measurement::find(sentence).is_empty()
}

fn opens_with_complaint(sentence: &str, words: &[Word], named: &[Found<()>]) -> bool {
    named.first().is_some_and(|found| {
        let before = &words[..found.words.start];
        let behind = sentence[found.range.end..].trim_end_matches('.');
        before.len() <= BEFORE
            && before.iter().all(|word| WORDS.before.contains(&word.key))
            && behind.len() <= BEHIND
            && !behind.contains(['.', ':'])
    })
}
