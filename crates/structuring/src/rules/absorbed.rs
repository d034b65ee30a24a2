//! Dictated sentences for which sentences of the template stand, and the wording in which the two are compared.

use report::wording;

use super::script::Spoken;
use crate::sheet::Unit;

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
    let words: Vec<&str> = written
        .split_whitespace()
        .map(|word| match word.trim_end_matches(['.', ',']) {
            // Where a value stands, these say no more than that it was measured.
            "measures" | "measure" | "measuring" | "measured" | "diameter" | "calibre" | "caliber"
            | "level" | "approximately" | "about" => "",
            "thick" => "thickness",
            "long" => "length",
            "I" => "1",
            "II" => "2",
            "III" => "3",
            "IV" => "4",
            "ends" | "lies" | "located" | "terminating" | "terminates" => "terminates",
            _ => word,
        })
        .collect();
    words.join(" ")
}
