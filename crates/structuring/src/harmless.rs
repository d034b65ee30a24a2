//! Findings that are called harmless, by `data/harmless.toml`: a simple cyst leaves `no suspicious lesion` standing.

use std::sync::LazyLock;

use report::phrase::Phrases;
use report::reading::Claim;
use report::token;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    asks: Vec<String>,
    harmless: Vec<String>,
    doubt: Vec<String>,
    kinds: Vec<String>,
}

struct Words {
    asks: Phrases<()>,
    harmless: Phrases<()>,
    doubt: Phrases<()>,
    kinds: Vec<String>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/harmless.toml"))
        .unwrap_or_else(|error| panic!("harmless findings: {error}"));
    let phrases = |words: Vec<String>| Phrases::new(words.into_iter().map(|word| (word, ())));
    Words {
        asks: phrases(file.asks),
        harmless: phrases(file.harmless),
        doubt: phrases(file.doubt),
        kinds: file.kinds,
    }
});

/// Whether a dictated sentence calls what it finds harmless and takes nothing of it back.
pub(crate) fn is_called_so(text: &str) -> bool {
    let words = token::words(text);
    !WORDS.harmless.find(&words).is_empty() && WORDS.doubt.find(&words).is_empty()
}

/// Whether a sentence of the template denies only what worries, so that such a finding of this kind does not contradict it.
pub(crate) fn is_meant_otherwise(template: &str, claim: &Claim) -> bool {
    WORDS.kinds.contains(&claim.kind.id) && !WORDS.asks.find(&token::words(template)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::reading::Reading;

    fn check(template: &str, dictated: &str, stays: bool) {
        let reading = Reading::of(dictated);
        let excused = reading
            .claims
            .iter()
            .all(|claim| is_meant_otherwise(template, claim));
        assert_eq!(
            is_called_so(dictated) && excused,
            stays,
            "{template} / {dictated}"
        );
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
