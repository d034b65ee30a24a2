//! Numbers with units: sizes, ranges, rates, ages, clock positions.

use super::{
    ages, labels,
    lexicon::lexicon,
    numbers,
    piece::{Class, Cursor, Mark, Piece, Rewrite, Sticks},
    powers,
};

/// No size has more numbers, and nothing is divided by more: what goes on is read as a size of its own.
const LONGEST_CHAIN: usize = 16;

/// The unit with which the pieces begin: its index and how many pieces it takes.
pub(super) fn unit_at(ahead: &[Piece]) -> Option<(usize, usize)> {
    lexicon()
        .unit_phrases
        .at(ahead)
        .next()
        .map(|(length, unit)| (unit, length))
}

fn is_spoken(piece: &Piece) -> bool {
    matches!(piece.class, Class::Number { spoken: true, .. })
}

pub(super) fn digits_of(piece: &Piece) -> Option<&str> {
    match &piece.class {
        Class::Number { digits, .. } => Some(digits),
        _ => None,
    }
}

/// A number with a unit, or several with "by" between them.
pub(super) fn measure(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let (text, take) = powers::power(cursor)
        .or_else(|| seconds(cursor))
        .or_else(|| letter_unit(cursor))
        .or_else(|| ages::joined(cursor))
        .or_else(|| ages::of_somebody(cursor))
        .or_else(|| Chain::read(cursor)?.write(cursor))?;
    if !cursor.on_one_line(take) {
        return None;
    }
    let original = &cursor.input[cursor.piece(0)?.source.start..cursor.piece(take - 1)?.source.end];
    let is_written = original
        .replace('×', "x")
        .split_whitespace()
        .eq(text.split_whitespace());
    Some(Rewrite::new(
        take,
        if is_written { original.to_owned() } else { text },
        Class::Measure,
    ))
}

/// One number of a size, with its unit when it has one: index, what it is written as, pieces taken so far.
struct Side<'a> {
    digits: &'a str,
    unit: Option<(usize, String)>,
    end: usize,
}

struct Chain<'a> {
    sides: Vec<Side<'a>>,
    /// A number or a word between two was spoken.
    spoken: bool,
}

impl<'a> Chain<'a> {
    fn read(cursor: &Cursor<'a>) -> Option<Self> {
        let mut sides: Vec<Side<'a>> = Vec::new();
        let mut needs_unit_from = usize::MAX;
        let mut at = 0;
        let mut spoken = false;
        while let Some(digits) = cursor.piece(at).and_then(digits_of) {
            spoken |= cursor.piece(at).is_some_and(is_spoken);
            at += 1;
            let unit = unit_at(cursor.ahead.get(at..)?).map(|(index, length)| {
                let written = written_unit(cursor, index, at, length);
                at += length;
                (index, written)
            });
            sides.push(Side {
                digits,
                unit,
                end: at,
            });
            let Some((length, needs_unit)) = by_at(cursor, at).filter(|_| sides.len() < LONGEST_CHAIN) else {
                break;
            };
            spoken |= !matches!(cursor.word(at), "x" | "×");
            if needs_unit {
                needs_unit_from = needs_unit_from.min(sides.len());
            }
            at += length;
        }
        let has_unit = sides.last()?.unit.is_some();
        if !has_unit && needs_unit_from < sides.len() {
            sides.truncate(needs_unit_from);
        }
        Some(Self { sides, spoken })
    }

    fn write(&self, cursor: &Cursor<'_>) -> Option<(String, usize)> {
        let last = self.sides.last()?;
        let Some((index, unit)) = &last.unit else {
            let is_score = self.sides.len() == 2 && self.spoken && labels::is_score(cursor.done);
            let between = if is_score { "/" } else { " x " };
            let digits: Vec<&str> = self.sides.iter().map(|side| side.digits).collect();
            return (digits.len() > 1 && self.sides.iter().all(|side| side.unit.is_none()))
                .then(|| (digits.join(between), last.end));
        };
        let entry = &lexicon().units[*index];
        let same = |side: &Side<'_>| side.unit.as_ref().is_none_or(|(_, written)| written == unit);
        // "3.4 cm x 2.5 cm" that is written already keeps both units.
        let repeats =
            !self.spoken && self.sides.len() > 1 && self.sides.iter().all(|side| side.unit.is_some());
        let one_unit = !repeats && self.sides.iter().all(same);
        let space = if entry.tight { "" } else { " " };
        let size = if one_unit {
            let digits: Vec<&str> = self.sides.iter().map(|side| side.digits).collect();
            format!("{}{space}{unit}", digits.join(" x "))
        } else {
            let sides: Vec<String> = self
                .sides
                .iter()
                .map(|side| match &side.unit {
                    Some((_, unit)) => format!("{} {unit}", side.digits),
                    None => side.digits.to_owned(),
                })
                .collect();
            sides.join(" x ")
        };
        if entry.keep {
            let rate = || {
                let (length, per) = per_at(cursor, last.end).filter(|_| !entry.with_per.is_empty())?;
                let digits: Vec<&str> = self.sides.iter().map(|side| side.digits).collect();
                let size = format!("{} {}", digits.join(" x "), entry.with_per);
                Some((format!("{size}{per}"), last.end + length))
            };
            return ages::told(cursor, &size, unit, last.end)
                .or_else(rate)
                .or(Some((size, last.end)));
        }
        Some(match per_at(cursor, last.end) {
            Some((length, per)) => (format!("{size}{per}"), last.end + length),
            None => (size, last.end),
        })
    }
}

/// A letter that is a unit before certain words: "one point five t scanner", "twenty g needle".
fn letter_unit(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    let digits = cursor.piece(0).and_then(digits_of)?;
    match (cursor.word(1), cursor.word(2)) {
        ("t", "scanner" | "magnet" | "mri" | "mr" | "machine" | "system" | "unit") => {
            Some((format!("{digits} T"), 2))
        }
        ("g", "needle" | "needles" | "cannula" | "coaxial" | "trocar") => Some((format!("{digits}G"), 2)),
        _ => None,
    }
}

/// The unit that begins at `at` with what it is divided by: "mm²/s", and how many pieces it takes.
pub(super) fn unit_with_per(cursor: &Cursor<'_>, at: usize) -> Option<(String, usize)> {
    let (unit, length) = unit_at(cursor.ahead.get(at..)?)?;
    let (more, per) = per_at(cursor, at + length).unwrap_or_default();
    Some((format!("{}{per}", lexicon().units[unit].write), length + more))
}

/// "five second breath-hold": a second that is a time.
fn seconds(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    let digits = cursor.piece(0).and_then(digits_of)?;
    let is_time = cursor.word(1) == "second" && numbers::seconds_before(cursor.word(2));
    is_time.then(|| (format!("{digits} second"), 2))
}

fn written_unit(cursor: &Cursor<'_>, index: usize, at: usize, length: usize) -> String {
    let entry = &lexicon().units[index];
    if !entry.keep {
        return entry.write.clone();
    }
    let words: Vec<&str> = cursor.ahead[at..at + length]
        .iter()
        .map(|piece| piece.text.as_str())
        .collect();
    words.join(" ")
}

/// The word between two numbers of a size: its length, and whether it is one that needs a unit.
fn by_at(cursor: &Cursor<'_>, at: usize) -> Option<(usize, bool)> {
    let numbers = &lexicon().numbers;
    let is_number = |at: usize| cursor.piece(at).and_then(digits_of).is_some();
    if numbers.by.contains(cursor.word(at)) && is_number(at + 1) {
        return Some((1, false));
    }
    numbers.by_with_unit.iter().find_map(|phrase| {
        let words: Vec<&str> = phrase.split(' ').collect();
        let said = words
            .iter()
            .enumerate()
            .all(|(offset, word)| cursor.word(at + offset) == *word);
        (said && is_number(at + words.len())).then_some((words.len(), true))
    })
}

/// "per second" after a unit, several times if need be: "per minute per one point seven three square metres".
fn per_at(cursor: &Cursor<'_>, at: usize) -> Option<(usize, String)> {
    let mut end = at;
    let mut written = String::new();
    let says_per =
        |at: usize| cursor.word(at) == "per" || (cursor.word(at) == "a" && cursor.word(at + 1) == "second");
    while says_per(end) && end - at < LONGEST_CHAIN {
        let ahead = cursor.ahead.get(end + 1..)?;
        let amount = ahead.first().and_then(digits_of).and_then(|digits| {
            let (unit, length) = unit_at(&ahead[1..])?;
            Some((length + 1, format!("{digits} {}", lexicon().units[unit].write)))
        });
        let unit = lexicon().per_phrases.at(ahead).next();
        let Some((length, unit)) = unit
            .map(|(length, index)| (length, lexicon().per[index].write.clone()))
            .or(amount)
        else {
            break;
        };
        end += length + 1;
        written.push('/');
        written.push_str(&unit);
    }
    (end > at).then(|| (end - at, written))
}

/// Whether the number that ends before `at` is followed by another one of the same size: "point eight by point six cm".
pub(super) fn is_first_of_size(cursor: &Cursor<'_>, at: usize) -> bool {
    const REACH: usize = 8;
    let numbers = &lexicon().numbers;
    let begins = |piece: Option<&Piece>| {
        piece.is_some_and(|piece| {
            numbers.point.contains(piece.said.as_str())
                || numbers.cardinals.contains_key(piece.said.as_str())
                || digits_of(piece).is_some()
        })
    };
    let is_by = |word: &str| numbers.by.contains(word) || numbers.by_with_unit.iter().any(|by| by == word);
    is_by(cursor.word(at))
        && begins(cursor.piece(at + 1))
        && (at + 2..at + REACH)
            .filter(|from| cursor.on_one_line(*from))
            .filter_map(|from| cursor.ahead.get(from..))
            .any(|ahead| unit_at(ahead).is_some())
}

/// "six o clock", "eleven thirty o'clock".
pub(super) fn clock(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let digits = cursor.piece(0).and_then(digits_of)?;
    let minutes = cursor
        .piece(1)
        .and_then(digits_of)
        .filter(|digits| matches!(*digits, "30" | "15" | "45"));
    let at = 1 + usize::from(minutes.is_some());
    let length = clock_word(cursor, at)?;
    let text = match minutes {
        Some(minutes) => format!("{digits}:{minutes} o'clock"),
        None => format!("{digits} o'clock"),
    };
    Some(Rewrite::new(at + length, text, Class::Measure))
}

fn clock_word(cursor: &Cursor<'_>, at: usize) -> Option<usize> {
    match cursor.word(at) {
        "o'clock" | "oclock" | "o-clock" => Some(1),
        "o" | "o'" if cursor.word(at + 1) == "clock" => Some(2),
        _ => None,
    }
}

/// "three to four mm": the first number has the unit of the second.
pub(super) fn range(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let digits = cursor.piece(0).and_then(digits_of)?;
    let join = cursor.word(1);
    if !lexicon().numbers.joins.contains(join) {
        return None;
    }
    let rest = Cursor {
        done: &[],
        ahead: cursor.ahead.get(2..)?,
        input: cursor.input,
    };
    let quantity = clock(&rest).or_else(|| measure(&rest))?;
    // "the larger one and five mm": a pronoun.
    let is_pronoun = digits == "1" && join == "and" && cursor.previous_word() != "between";
    let take = quantity.take + 2;
    let fits = !is_pronoun && cursor.on_one_line(take);
    fits.then(|| {
        Rewrite::new(
            take,
            format!("{digits} {} {}", cursor.ahead[1].text, quantity.text),
            Class::Measure,
        )
    })
}

/// "two out of three phases" -> "2 out of 3 phases".
pub(super) fn out_of(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let (first, second) = (
        cursor.piece(0).and_then(digits_of)?,
        cursor.piece(3).and_then(digits_of)?,
    );
    let fits = cursor.word(1) == "out" && cursor.word(2) == "of" && cursor.on_one_line(4);
    fits.then(|| Rewrite::new(4, format!("{first} out of {second}"), Class::Measure))
}

/// "blood pressure one forty over ninety" -> "140/90".
pub(super) fn pressure(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let figure = |at: usize| {
        cursor
            .piece(at)
            .and_then(digits_of)
            .filter(|digits| matches!(digits.len(), 2 | 3))
    };
    let (upper, lower) = (figure(0)?, figure(2)?);
    let mut behind = cursor.done.iter().rev().take(3);
    let is_pressure = behind.any(|piece| matches!(piece.word(), "pressure" | "bp"));
    let fits = cursor.word(1) == "over" && is_pressure && cursor.on_one_line(3);
    fits.then(|| Rewrite::new(3, format!("{upper}/{lower}"), Class::Measure))
}

/// A number beside a hyphen or a slash that was spoken, or alone after a colon, is written in digits.
pub(super) fn bare(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let digits = cursor.piece(0).and_then(digits_of)?;
    let joint = |piece: Option<&Piece>| {
        piece.is_some_and(|piece| {
            matches!(piece.class, Class::Mark(Mark { spoken: true, .. }))
                && matches!(piece.text.as_str(), "-" | "/" | "±")
        })
    };
    let quantity = |piece: Option<&Piece>| {
        piece.is_some_and(|piece| {
            matches!(
                piece.class,
                Class::Number { .. } | Class::Measure | Class::Level { .. } | Class::Labelled { .. }
            )
        })
    };
    let after_joint = joint(cursor.done.last()) && quantity(cursor.done.iter().rev().nth(1));
    let before_joint = joint(cursor.piece(1)) && quantity(cursor.piece(2));
    let answers_colon = cursor.done.last().is_some_and(|piece| piece.is_mark(":"))
        && cursor
            .piece(1)
            .is_none_or(|next| matches!(next.class, Class::Mark(_) | Class::Break))
        && !cursor
            .piece(1)
            .is_some_and(|next| next.is_mark(".") && cursor.piece(2).is_some());
    (after_joint || before_joint || answers_colon).then(|| Rewrite::new(1, digits, Class::Measure))
}

/// "l three dash l four", "three dash four": between numbers and levels a dash stands close.
pub(super) fn close_dash(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let Class::Mark(mark) = cursor.piece(0)?.class else {
        return None;
    };
    let is_number = |piece: Option<&Piece>| piece.is_some_and(|piece| digits_of(piece).is_some());
    let before = cursor.done.last().is_some_and(|piece| match piece.class {
        Class::Level { .. } | Class::Labelled { .. } | Class::Number { .. } => true,
        Class::Measure => piece.text.chars().all(|c| c.is_ascii_digit()),
        _ => false,
    });
    let next = cursor.piece(1);
    let is_level = next.is_some_and(|next| next.said.len() == 1) && is_number(cursor.piece(2));
    let fits = mark.spoken && cursor.piece(0)?.text == "-" && before && (is_number(next) || is_level);
    let mark = Mark {
        sticks: Sticks::Both,
        ..mark
    };
    fits.then(|| Rewrite::new(1, "-", Class::Mark(mark)))
}

/// "craniocaudal by AP": between the axes of a size "by" is written as between its numbers.
pub(super) fn axes(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let axes = &lexicon().numbers.axes;
    let is_number = cursor.piece(1).and_then(digits_of).is_some();
    let between = cursor.word(0) == "by"
        && axes.contains(cursor.previous_word())
        && (is_number || axes.contains(cursor.word(1)));
    between.then(|| Rewrite::new(1, "x", Class::Fixed))
}
