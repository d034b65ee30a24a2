//! Findings that a denial does not mean, by `data/harmless.toml`: a simple cyst leaves `no suspicious lesion` standing, a healed
//! fracture `no acute fracture`.

use std::sync::LazyLock;

use report::negation;
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
    #[serde(default)]
    anywhere: Vec<String>,
    doubt: Vec<String>,
    kinds: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    anything: Vec<String>,
    sorts: Vec<Vec<String>>,
    pair: Vec<Entry>,
}

/// What a denial asks for, and what is not meant by it.
struct Pair {
    asks: Phrases<()>,
    wider: Phrases<()>,
    excused: Phrases<()>,
    anywhere: Option<Phrases<()>>,
    doubt: Phrases<()>,
    kinds: Vec<String>,
}

/// Names that are each a finding of its own.
struct Sorts {
    anything: Phrases<()>,
    names: Phrases<usize>,
}

impl Sorts {
    /// The names that a text says, and whether it says anything wider besides.
    fn said(&self, text: &str) -> (Vec<usize>, bool) {
        let words = token::words(text);
        let named = self.names.find(&words);
        let says_more = self.anything.find(&words).iter().any(|word| {
            !named
                .iter()
                .any(|name| name.range.start <= word.range.start && word.range.end <= name.range.end)
        });
        (named.into_iter().map(|name| name.meaning).collect(), says_more)
    }
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static HARMLESS: LazyLock<(Vec<Pair>, Sorts)> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/harmless.toml"))
        .unwrap_or_else(|error| panic!("harmless findings: {error}"));
    let phrases = |words: Vec<String>| Phrases::new(words.into_iter().map(|word| (word, ())));
    let pair = |entry: Entry| Pair {
        asks: phrases(entry.asks),
        wider: phrases(entry.wider),
        excused: phrases(entry.excused),
        anywhere: (!entry.anywhere.is_empty()).then(|| phrases(entry.anywhere)),
        doubt: phrases(entry.doubt),
        kinds: entry.kinds,
    };
    let names = file.sorts.into_iter().enumerate();
    let sorts = Sorts {
        anything: phrases(file.anything),
        names: Phrases::new(names.flat_map(|(sort, names)| names.into_iter().map(move |name| (name, sort)))),
    };
    (file.pair.into_iter().map(pair).collect(), sorts)
});

/// What a dictation settles for all of its sentences: of lesions that it concludes to be demyelination none is a tumour.
#[derive(Default)]
pub(crate) struct Meant(Vec<&'static Pair>);

impl Meant {
    /// Reads the sentences of a dictation.
    pub(crate) fn of<'t>(sentences: impl Iterator<Item = &'t str>) -> Self {
        let pairs = &HARMLESS.0;
        let (mut settled, mut doubted) = (vec![false; pairs.len()], vec![false; pairs.len()]);
        for text in sentences {
            let words = token::words(text);
            let scopes = negation::scopes(text);
            let asserts = |phrases: &Phrases<()>| {
                let mut found = phrases.find(&words).into_iter();
                found.any(|found| !negation::denies(&scopes, found.range.start))
            };
            for (at, pair) in pairs.iter().enumerate() {
                if let Some(anywhere) = &pair.anywhere {
                    settled[at] |= asserts(anywhere);
                    doubted[at] |= asserts(&pair.doubt);
                }
            }
        }
        let meant = pairs.iter().zip(settled.iter().zip(&doubted));
        Self(
            meant
                .filter(|(_, (settled, doubted))| **settled && !**doubted)
                .map(|(pair, _)| pair)
                .collect(),
        )
    }
}

/// What a dictated sentence says to be harmless, takes nothing of it back.
pub(crate) struct Excuses {
    pairs: Vec<&'static Pair>,
    /// The sorts of finding that the sentence names.
    sorts: Vec<usize>,
}

impl Excuses {
    /// Reads a dictated sentence, of which what the dictation settles holds too.
    pub(crate) fn of(text: &str, meant: &Meant) -> Self {
        let words = token::words(text);
        let says = |phrases: &Phrases<()>| !phrases.find(&words).is_empty();
        let (pairs, sorts) = &*HARMLESS;
        Self {
            pairs: pairs
                .iter()
                .filter(|pair| says(&pair.excused) && !says(&pair.doubt))
                .chain(meant.0.iter().copied())
                .collect(),
            sorts: sorts.said(text).0,
        }
    }

    /// Whether a sentence of the template denies only findings of a sort that the claim is not.
    pub(crate) fn hold(&self, template: &str, claim: &Claim) -> bool {
        if self.is_another_sort(template) {
            return true;
        }
        if self.pairs.is_empty() {
            return false;
        }
        let words: Vec<Word> = token::words(template);
        let says = |phrases: &Phrases<()>| !phrases.find(&words).is_empty();
        self.pairs
            .iter()
            .any(|pair| pair.kinds.contains(&claim.kind.id) && says(&pair.asks) && !says(&pair.wider))
    }

    /// Whether a sentence of the template denies only sorts of finding of which the dictated one is none: `no parameniscal cyst` beside a
    /// Baker cyst.
    fn is_another_sort(&self, template: &str) -> bool {
        if self.sorts.is_empty() {
            return false;
        }
        let (denied, says_more) = HARMLESS.1.said(template);
        !denied.is_empty()
            && !says_more
            && !negation::scopes(template).is_empty()
            && !denied.iter().any(|sort| self.sorts.contains(sort))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::reading::Reading;

    fn check(template: &str, dictated: &str, stays: bool) {
        let reading = Reading::of(dictated);
        let excuses = Excuses::of(dictated, &Meant::default());
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
