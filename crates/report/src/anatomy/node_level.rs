//! Levels of the lymph nodes of the neck (I to VII), as reports write them: `level IIa`, `levels II-IV`, `level 3 and 4`.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use regex::Regex;

use crate::token::{self, Word};

/// The levels of the neck that a text names, `level IIa`, `levels II-IV`, with everything between their ends.
pub fn find(text: &str) -> Vec<usize> {
    static LEVEL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\blevels?\s+((?:(?:iii|ii|iv|vii|vi|v|i|[1-7])[ab]?\b(?:\s*(?:,|and|or|through|to|/|-|–)\s*)*)+)",
        )
        .expect("pattern")
    });
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\b(iii|ii|iv|vii|vi|v|i|[1-7])[ab]?\b").expect("pattern"));
    const ROMAN: [&str; 7] = ["i", "ii", "iii", "iv", "v", "vi", "vii"];
    let number = |word: &str| {
        let word = word.to_ascii_lowercase();
        let roman = ROMAN.iter().position(|roman| *roman == word);
        roman.map(|at| at + 1).or_else(|| word.parse().ok())
    };
    let mut levels = Vec::new();
    for found in LEVEL.captures_iter(text) {
        let list = &found[1];
        let named: Vec<(usize, std::ops::Range<usize>)> = NUMBER
            .captures_iter(list)
            .filter_map(|one| Some((number(&one[1])?, one.get(0)?.range())))
            .collect();
        levels.extend(named.iter().map(|(level, _)| *level));
        for pair in named.windows(2) {
            let between = &list[pair[0].1.end..pair[1].1.start];
            if joins(between, &token::words(between)) {
                levels.extend(all_between(pair[0].0, pair[1].0));
            }
        }
    }
    levels
}

/// Whether nothing but `to`, `through` or a dash stands between the ends of a range.
pub fn joins(between: &str, words: &[Word]) -> bool {
    match words {
        [] => matches!(between.trim(), "-" | "–"),
        [to] | [to, _] => {
            matches!(to.key.as_str(), "to" | "through" | "till")
                && words[1..].iter().all(|word| word.key == "the")
        }
        _ => false,
    }
}

/// Everything from one end of a range to the other, whichever comes first.
pub fn all_between(one: usize, other: usize) -> RangeInclusive<usize> {
    one.min(other)..=one.max(other)
}

/// Whether two texts name levels of nodes, and no common one.
pub fn apart(one: &str, other: &str) -> bool {
    let (one, other) = (find(one), find(other));
    !one.is_empty() && !other.is_empty() && !one.iter().any(|level| other.contains(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[usize]) {
        let mut found = find(text);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn levels_are_read_with_what_lies_between_them() {
        check("nodes at levels II-IV", &[2, 3, 4]);
        check("level IB and level III", &[1, 3]);
        check("levels II, III and V", &[2, 3, 5]);
        check("levels 2 through 4", &[2, 3, 4]);
        check("Level VI: No enlarged node.", &[6]);
        check("C3 level", &[]);
    }
}
