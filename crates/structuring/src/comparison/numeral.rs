//! Grades, types and numbered parts in one notation: `Type II` and `type 2` are the same.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

static ROMAN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?P<name>segments?|level|station|zone|grade|type|stage|class|category|group|fazekas|modic|bosniak|pfirrmann|goutallier|(?:bi|pi|li|ti|o|cad|lung)-?rads)(?P<gap>\s+)(?P<number>x|i?[vx]|v?i{1,3})(?P<letter>[a-d]?)\b").expect("roman numerals")
});

/// A text with the roman numerals of its grades, types and numbered parts in figures.
pub(super) fn in_figures(text: &str) -> Cow<'_, str> {
    const NUMERALS: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    ROMAN.replace_all(text, |found: &Captures<'_>| {
        let roman = found["number"].to_ascii_lowercase();
        let number = NUMERALS.iter().position(|numeral| *numeral == roman);
        let written = number.map_or(roman, |at| (at + 1).to_string());
        format!("{}{}{written}{}", &found["name"], &found["gap"], &found["letter"])
    })
}

/// The words of the first numbered part that a text names: `segment VIII`.
pub(super) fn part(text: &str) -> Option<&str> {
    static PART: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:segments?|level|station|zone)\s+(?:[ivx]+|\d{1,2})[a-d]?\b")
            .expect("numbered parts")
    });
    PART.find(text).map(|found| found.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbered_part_is_found() {
        assert_eq!(part("Grade III lesion in segment IVb"), Some("segment IVb"));
        assert_eq!(part("Left level 2 node"), Some("level 2"));
        assert_eq!(part("Liver cyst"), None);
    }

    #[test]
    fn numerals_of_grades_and_parts_become_figures() {
        assert_eq!(in_figures("Type II endoleak"), "Type 2 endoleak");
        assert_eq!(in_figures("cyst in segment IVb"), "cyst in segment 4b");
        assert_eq!(in_figures("Grade III tear, zone ix"), "Grade 3 tear, zone 9");
        assert_eq!(
            in_figures("IV contrast, type A dissection"),
            "IV contrast, type A dissection"
        );
    }
}
