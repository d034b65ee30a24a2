//! Levels of the nodes of the neck: what is found at one leaves the others as they are.

use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::lexicon;
use report::reading::Subject;

use crate::sheet::Unit;

/// Whether both name levels of the nodes of the neck, and no common one: a node at level III leaves "no enlarged node at level II".
pub(super) fn on_other_node_levels(unit: &Unit, text: &str) -> bool {
    static LEVEL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\blevels?\s+((?:(?:iii|ii|iv|vii|vi|v|i|[1-7])[ab]?\b(?:\s*(?:,|and|or|to|/)\s*)?)+)",
        )
        .expect("pattern")
    });
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\b(iii|ii|iv|vii|vi|v|i|[1-7])[ab]?\b").expect("pattern"));
    const ROMAN: [&str; 7] = ["i", "ii", "iii", "iv", "v", "vi", "vii"];
    let number = |word: &str| {
        let word = word.to_ascii_lowercase();
        ROMAN
            .iter()
            .position(|roman| *roman == word)
            .map(|at| at + 1)
            .or_else(|| word.parse().ok())
    };
    let levels = |text: &str| -> Vec<usize> {
        LEVEL
            .captures_iter(text)
            .flat_map(|found| {
                let named: Vec<usize> = NUMBER
                    .captures_iter(&found[1])
                    .filter_map(|one| number(&one[1]))
                    .collect();
                let is_range = found[1].contains("to");
                match (named.iter().min(), named.iter().max()) {
                    (Some(first), Some(last)) if is_range => (*first..=*last).collect(),
                    _ => named,
                }
            })
            .collect()
    };
    let is_node = |subject: &Subject| lexicon().is_within(&subject.structure.id, "lymph-node");
    if !text.contains("evel") || !unit.reading.subjects.iter().any(is_node) {
        return false;
    }
    let (own, said) = (levels(&unit.text), levels(text));
    !own.is_empty() && !said.is_empty() && own.iter().all(|level| !said.contains(level))
}
