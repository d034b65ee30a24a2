//! What a template leaves to be filled: `___`, `[ ]` or `***` for a value, `[right/left]` for a choice.

use std::{ops::Range, sync::LazyLock};

use regex::Regex;

/// A place of a text that is still to be filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blank {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What is to be put there.
    pub kind: BlankKind,
}

/// What fills a blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlankKind {
    /// A value: three or more underscores or asterisks, or empty brackets.
    Value,
    /// One of several words, as they stand between the brackets.
    Choice(Vec<String>),
}

static BLANK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"_{3,}|\*{3,}|\[[ \t]*\]|\[([^\[\]/\r\n]{1,60}(?:/[^\[\]/\r\n]{1,60})+)\]")
        .expect("the pattern is a constant")
});

/// Every blank of the text, in order.
pub fn find(text: &str) -> Vec<Blank> {
    BLANK
        .captures_iter(text)
        .filter_map(|found| {
            let range = found.get(0)?.range();
            if !text[range.clone()].starts_with('_')
                && found.get(1).is_none()
                && !is_within_line(text, &range)
            {
                return None;
            }
            let Some(choice) = found.get(1) else {
                return Some(Blank {
                    range,
                    kind: BlankKind::Value,
                });
            };
            let options: Vec<String> = choice
                .as_str()
                .split('/')
                .map(|option| option.trim().to_owned())
                .collect();
            options
                .iter()
                .all(|option| option.contains(char::is_alphabetic))
                .then_some(Blank {
                    range,
                    kind: BlankKind::Choice(options),
                })
        })
        .collect()
}

/// As much of a line as is looked through for what stands before a mark: a line of nothing but marks is longer.
const MOST_OF_A_LINE: usize = 1_000;

/// Whether a mark stands for a value: behind words of its line and apart from them, so that it is no tick box, divider or bold type.
fn is_within_line(text: &str, range: &Range<usize>) -> bool {
    let earliest = text.floor_char_boundary(range.start.saturating_sub(MOST_OF_A_LINE));
    let line = text[earliest..range.start]
        .rfind('\n')
        .map_or(earliest, |end| earliest + end + 1);
    let before = &text[line..range.start];
    let behind = text[range.end..].chars().next();
    before.contains(char::is_alphabetic)
        && !before.trim_start().starts_with('*')
        && before.ends_with([' ', '\t', '(', ':', '=', 'x'])
        && behind.is_none_or(|next| !next.is_alphanumeric() && next != '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = find(text).into_iter().map(|blank| &text[blank.range]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn finds_values_and_choices() {
        check("Liver measures ___ cm.", &["___"]);
        check(
            "Liver measures [ ] cm, spleen [] cm, kidney *** cm.",
            &["[ ]", "[]", "***"],
        );
        check(
            "[Right/left] kidney: _____ x ___ mm",
            &["[Right/left]", "_____", "___"],
        );
        check(
            "Disc [normal / bulging / extruded].",
            &["[normal / bulging / extruded]"],
        );
    }

    #[test]
    fn leaves_ordinary_text_alone() {
        check("", &[]);
        check("a__b, [see note], right/left, [12/03/2024], [/], [a/\nb]", &[]);
    }

    #[test]
    fn names_the_options_of_a_choice() {
        let found = find("[right/left]");
        assert_eq!(
            found[0].kind,
            BlankKind::Choice(vec!["right".to_owned(), "left".to_owned()])
        );
    }
}
