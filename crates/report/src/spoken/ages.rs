//! Ages: "forty five year old" -> "45-year-old", "45 yr male" -> "45-year-old male".

use super::{
    lexicon::lexicon,
    measures::digits_of,
    piece::{Class, Cursor},
};

fn is_of_age(unit: &str) -> bool {
    lexicon().numbers.age_units.contains(unit)
}

/// The age that a number with its unit, which ends before `end`, is with the word behind them.
pub(super) fn told(cursor: &Cursor<'_>, size: &str, unit: &str, end: usize) -> Option<(String, usize)> {
    let is_age = is_of_age(unit) && cursor.word(end) == "old";
    is_age.then(|| (format!("{}-old", size.replace(' ', "-")), end + 1))
}

/// "45 yr male": the years of somebody, where they begin what is said. "Pain for 2 yrs" lasts as long.
pub(super) fn of_somebody(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    let numbers = &lexicon().numbers;
    let digits = cursor.piece(0).and_then(digits_of)?;
    let begins = cursor
        .done
        .last()
        .is_none_or(|before| matches!(before.class, Class::Mark(_) | Class::Break));
    let is_age =
        begins && numbers.years_of_age.contains(cursor.word(1)) && numbers.aged.contains(cursor.word(2));
    is_age.then(|| (format!("{digits}-year-old"), 2))
}

/// "forty six-year-old", "thirty-two year-old": a speech engine has joined a part of the age.
pub(super) fn joined(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    let digits = cursor
        .piece(0)
        .filter(|piece| matches!(piece.class, Class::Number { spoken: true, .. }))
        .and_then(digits_of)?;
    let joined = cursor.word(1).strip_suffix("-old")?;
    let (number, unit) = joined.rsplit_once('-').unwrap_or(("", joined));
    if !is_of_age(unit) {
        return None;
    }
    let tens: u64 = digits.parse().ok()?;
    let age = match lexicon().numbers.cardinals.get(number) {
        None if number.is_empty() => tens,
        Some(ones @ 1..=9) if tens.is_multiple_of(10) && (20..100).contains(&tens) => tens + ones,
        _ => return None,
    };
    Some((format!("{age}-{unit}-old"), 2))
}

#[cfg(test)]
mod tests {
    use crate::spoken;

    #[track_caller]
    fn check(said: &str, written: &str) {
        assert_eq!(spoken::write(said).text, written, "{said}");
    }

    #[test]
    fn years_of_somebody_are_an_age_and_others_last() {
        check("45 yr male with cough", "45-year-old male with cough");
        check("Post op case, 56 yrs female", "Post op case, 56-year-old female");
        check(
            "follow up after 2 yrs male patient",
            "Follow up after 2 yrs male patient",
        );
        check(
            "back pain for 2 years male patient",
            "Back pain for 2 years male patient",
        );
    }
}
