//! What can stand in the place of what: a side of another side, a level of another level.

use super::super::{
    lexicon::lexicon,
    piece::{Class, Piece},
};

/// How many pieces in a row stand for each other.
pub(super) fn matching(said: &[Piece], correction: &[Piece]) -> usize {
    said.iter()
        .zip(correction)
        .take_while(|(old, new)| alike(old, new) || same_word(old, new))
        .count()
}

pub(super) fn same_word(one: &Piece, other: &Piece) -> bool {
    !one.word().is_empty() && one.word() == other.word()
}

/// Whether it says nothing on its own.
pub(super) fn is_function_word(piece: &Piece) -> bool {
    lexicon().edits.function_words.contains(piece.word())
}

/// Whether two pieces are of one kind, so that one can stand in the place of the other.
pub(super) fn alike(one: &Piece, other: &Piece) -> bool {
    match (&one.class, &other.class) {
        // "A smaller one is seen, 15 mm, make that 18."
        (Class::Number { .. }, Class::Number { digits, .. }) if one.said == "one" && digits.len() > 1 => {
            false
        }
        (Class::Number { .. }, Class::Measure) if one.said == "one" => false,
        (Class::Measure, Class::Measure)
        | (Class::Number { .. }, Class::Number { .. } | Class::Measure)
        | (Class::Labelled { .. }, Class::Labelled { .. })
        | (Class::Ordinal(_), Class::Ordinal(_))
        | (Class::Level { .. }, Class::Level { .. }) => true,
        _ if is_pair_of_levels(one) && is_pair_of_levels(other) => true,
        _ if is_date(one) && is_date(other) => true,
        _ if Written::of(one).is_some_and(|kind| kind.fits(Written::of(other))) => true,
        _ => {
            let (one, other) = (one.word(), other.word());
            let rows = &lexicon().edits.alike;
            !one.is_empty() && rows.iter().any(|row| row.contains(one) && row.contains(other))
        }
    }
}

/// What was handed in as it is written: "80%", "C5-6", "VIII".
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Percent,
    Number,
    Ordinal,
    Levels,
    Roman,
}

impl Written {
    fn of(piece: &Piece) -> Option<Self> {
        let text = piece.text.as_str();
        match piece.class {
            Class::Number { .. } => return Some(Self::Number),
            Class::Level { .. } => return Some(Self::Levels),
            Class::Word | Class::Fixed | Class::Measure => {}
            _ => return None,
        }
        let is_number = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_digit())
                && text.chars().all(|c| c.is_ascii_digit() || c == '.')
        };
        let is_roman = !text.is_empty() && text.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
        match text.strip_suffix('%') {
            Some(number) if is_number(number) => Some(Self::Percent),
            _ if is_roman => Some(Self::Roman),
            _ if piece.class == Class::Fixed && is_ordinal(text) => Some(Self::Ordinal),
            _ => {
                let mut levels = text.split(['-', '/']);
                let first = levels.next().is_some_and(is_level);
                let is_next = |level: &str| is_level(level) || is_number(level);
                (first && levels.all(is_next)).then_some(Self::Levels)
            }
        }
    }

    fn fits(self, correction: Option<Self>) -> bool {
        // "70, make that 80%"
        correction == Some(self) || (self == Self::Number && correction == Some(Self::Percent))
    }
}

/// "5th": figures and two letters.
fn is_ordinal(text: &str) -> bool {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    letters.len() < text.len() && letters.len() == 2 && letters.chars().all(|c| c.is_ascii_lowercase())
}

fn is_level(text: &str) -> bool {
    let number = text.strip_prefix(['C', 'T', 'D', 'L', 'S']).unwrap_or_default();
    matches!(number.len(), 1..=2) && number.chars().all(|c| c.is_ascii_digit())
}

fn is_date(piece: &Piece) -> bool {
    let is_month = |word: &str| {
        let months = &lexicon().numbers.months;
        months.iter().any(|month| month.eq_ignore_ascii_case(word))
    };
    piece.class == Class::Fixed
        && piece.text.contains(|c: char| c.is_ascii_digit())
        && piece.text.split(' ').any(is_month)
}

fn is_pair_of_levels(piece: &Piece) -> bool {
    let is_level = |part: &str| {
        part.starts_with(['C', 'T', 'D', 'L', 'S']) && part[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    piece.class == Class::Fixed
        && piece
            .text
            .split_once('-')
            .is_some_and(|(first, second)| is_level(first) && is_level(second))
}
