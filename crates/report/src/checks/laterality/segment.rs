//! A side that only says in which lobe a segment of the liver lies: `the posterior right lobe (segment VII)`.

use std::sync::LazyLock;

use regex::Regex;

use super::super::sheet::Sheet;
use crate::section::SectionKind;

static LOBE_OF_SEGMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(right|left) (?:hepatic )?lobe[ ,(]+segments? ([1-8]|viii|vii|vi|iv|v|iii|ii|i)(?:[ab])?\b",
    )
    .expect("pattern")
});
static LOBE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:right|left) (?:hepatic )?lobe\b").expect("pattern"));

/// Where such sides stand in the impression. They tell nothing new as long as the segment lies in that lobe (Couinaud: I to IV in
/// the left, V to VIII in the right one) and the findings name lobes nowhere.
pub(super) fn told(sheet: &Sheet<'_>) -> Vec<usize> {
    if sheet
        .section(SectionKind::Findings)
        .any(|line| LOBE.is_match(&line.lower))
    {
        return Vec::new();
    }
    sheet
        .section(SectionKind::Impression)
        .flat_map(|line| {
            LOBE_OF_SEGMENT.captures_iter(&line.lower).filter_map(|found| {
                let is_right = matches!(&found[2], "5" | "6" | "7" | "8" | "v" | "vi" | "vii" | "viii");
                let side = found.get(1)?;
                ((side.as_str() == "right") == is_right).then_some(line.start + side.start())
            })
        })
        .collect()
}
