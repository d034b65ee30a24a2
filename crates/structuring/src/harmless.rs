//! Findings that a denial does not mean, by `data/harmless.toml`: a simple cyst leaves `no suspicious lesion` standing, a healed
//! fracture `no acute fracture`.

use std::sync::LazyLock;

use report::phrase::Phrases;
use report::reading::Claim;
use report::token::{self, Word};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    asks: Vec<String>,
    #[serde(default)]
    wider: Vec<String>,
    excused: Vec<String>,
    doubt: Vec<String>,
    kinds: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    pair: Vec<Entry>,
}

/// What a denial asks for, and what is not meant by it.
struct Pair {
    asks: Phrases<()>,
    wider: Phrases<()>,
    excused: Phrases<()>,
    doubt: Phrases<()>,
    kinds: Vec<String>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static PAIRS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/harmless.toml"))
        .unwrap_or_else(|error| panic!("harmless findings: {error}"));
    let phrases = |words: Vec<String>| Phrases::new(words.into_iter().map(|word| (word, ())));
    let pair = |entry: Entry| Pair {
        asks: phrases(entry.asks),
        wider: phrases(entry.wider),
        excused: phrases(entry.excused),
        doubt: phrases(entry.doubt),
        kinds: entry.kinds,
    };
    file.pair.into_iter().map(pair).collect()
});

/// What a dictated sentence says to be harmless, takes nothing of it back.
pub(crate) struct Excuses(Vec<&'static Pair>);

impl Excuses {
    /// Reads a dictated sentence.
    pub(crate) fn of(text: &str) -> Self {
        let words = token::words(text);
        let says = |phrases: &Phrases<()>| !phrases.find(&words).is_empty();
        Self(
            PAIRS
                .iter()
                .filter(|pair| says(&pair.excused) && !says(&pair.doubt))
                .collect(),
        )
    }

    /// Whether a sentence of the template denies only findings of a sort that the claim is not.
    pub(crate) fn hold(&self, template: &str, claim: &Claim) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let words: Vec<Word> = token::words(template);
        let says = |phrases: &Phrases<()>| !phrases.find(&words).is_empty();
        self.0
            .iter()
            .any(|pair| pair.kinds.contains(&claim.kind.id) && says(&pair.asks) && !says(&pair.wider))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::reading::Reading;

    fn check(template: &str, dictated: &str, stays: bool) {
        let reading = Reading::of(dictated);
        let excuses = Excuses::of(dictated);
        let holds = reading.claims.iter().all(|claim| excuses.hold(template, claim));
        assert_eq!(holds, stays, "{template} / {dictated}");
    }

    #[test]
    fn what_is_harmless_is_no_suspicious_lesion() {
        check(
            "No suspicious focal lesion.",
            "Few simple cysts in the liver.",
            true,
        );
        check(
            "No suspicious osseous lesion.",
            "Bone island in the left iliac bone.",
            true,
        );
        check(
            "No acute fracture.",
            "Old healed fracture of the left sixth rib.",
            true,
        );
        check(
            "No fracture.",
            "Old healed fracture of the left sixth rib.",
            false,
        );
        check("No focal lesion.", "Few simple cysts in the liver.", false);
        check(
            "No suspicious renal lesion.",
            "Complex cyst with solid component.",
            false,
        );
        check(
            "No suspicious nodule.",
            "Spiculated nodule beside a calcified granuloma.",
            false,
        );
    }
}
