//! Dictated sentences for which sentences of the template stand, and the wording in which the two are compared.

use std::sync::LazyLock;

use hashbrown::HashMap;
use report::wording;
use serde::Deserialize;

use super::spoken::Spoken;
use crate::sheet::Unit;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Words {
    measures: Vec<String>,
    beside_values: Vec<String>,
    same: HashMap<String, String>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/wording.toml")).expect("wording.toml"));

/// Whether a word only says that something was measured.
pub(super) fn is_of_measuring(word: &str) -> bool {
    WORDS.measures.iter().any(|known| known == word)
}

/// What a word is compared as; nothing where it only says that something was measured.
fn compared(word: &str) -> &str {
    let bare = word.trim_end_matches(['.', ',']);
    if is_of_measuring(bare) || WORDS.beside_values.iter().any(|known| known == bare) {
        return "";
    }
    WORDS.same.get(bare).map_or(word, String::as_str)
}

/// A dictated sentence for which sentences of the template stand.
pub(super) struct Absorbed<'s> {
    pub(super) sentence: &'s Spoken,
    pub(super) units: Vec<usize>,
    pub(super) order: usize,
}

impl Absorbed<'_> {
    /// Whether the sentences that stand hold every word that was dictated.
    pub(super) fn is_held(&self, units: &[Unit]) -> bool {
        let together = self.standing(units).join(" ");
        let dictated = wording::content(&self.sentence.text);
        wording::coverage(&dictated, &wording::content(&together)) >= 0.99
    }

    fn standing<'u>(&self, units: &'u [Unit]) -> Vec<&'u str> {
        let standing = self.units.iter().map(|index| &units[*index]);
        standing
            .filter(|unit| unit.stands)
            .flat_map(|unit| [unit.label.as_deref().unwrap_or_default(), &unit.text])
            .collect()
    }
}

/// A text in which each structure has one name and numerals are digits, for comparing: `MPD measures 2 mm` and `main pancreatic duct
/// measures 2 mm` say the same.
pub(super) fn in_one_wording(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut from = 0;
    let findings = report::reading::vocabulary().find(&report::token::words(text));
    let names_finding = |range: &std::ops::Range<usize>| {
        findings
            .iter()
            .any(|(_, found)| found.start < range.end && range.start < found.end)
    };
    let mentions = report::anatomy::lexicon().find(text);
    for mention in mentions
        .into_iter()
        .filter(|mention| !names_finding(&mention.range))
    {
        written.push_str(&text[from..mention.range.start]);
        written.push_str(&mention.structure.id.replace('-', ""));
        from = mention.range.end;
    }
    written.push_str(&text[from..]);
    let words: Vec<&str> = written.split_whitespace().map(compared).collect();
    words.join(" ")
}
