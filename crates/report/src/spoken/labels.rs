//! Numbers that name something: scores, grades, segments, images.

use super::{
    lexicon::{LabelEntry, Style, lexicon},
    piece::{Class, Cursor, Mark, Piece, Rewrite, Sticks},
};

/// How far back a label may stand: "FIGO stage number one".
const REACH: usize = 5;
/// How far away a word may stand that tells what kind of level is meant.
const NEAR: usize = 6;

/// A number after a label, or the next one of its list.
pub(super) fn labelled(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let Some(Class::Number { digits, spoken }) = cursor.piece(0).map(|piece| &piece.class) else {
        return None;
    };
    let found = before(cursor.done).or_else(|| continued(cursor))?;
    let entry = &lexicon().labels[found.label];
    let suffix = cursor
        .piece(1)
        .and_then(|piece| suffix(entry, piece))
        .filter(|letter| takes_letter(cursor, entry, digits, *letter, *spoken));
    let substage = cursor
        .piece(2)
        .filter(|_| entry.substage && suffix.is_some())
        .and_then(|piece| match &piece.class {
            Class::Number { digits, spoken: true } if digits.len() == 1 => Some(digits.as_str()),
            _ => None,
        });
    let take = 1 + usize::from(suffix.is_some()) + usize::from(substage.is_some());

    let number = written_number(cursor, entry, digits, *spoken);
    let is_roman = number.contains(|c: char| c.is_ascii_uppercase());
    let lower = entry.suffix_lower && (is_roman || entry.style == Style::Arabic);
    let suffix = suffix.map(|letter| {
        if lower {
            letter
        } else {
            letter.to_ascii_uppercase()
        }
    });
    let mut text = number;
    text.extend(suffix);
    text.push_str(substage.unwrap_or_default());

    let class = Class::Labelled {
        label: found.label,
        value: digits.parse().unwrap_or_default(),
    };
    let is_in_range = entry.style == Style::Roman
        || entry.max == 0
        || digits.parse().is_ok_and(|value: u64| value <= entry.max);
    if found.adjacent && is_in_range && (entry.joint || !entry.link.is_empty()) {
        let text = format!("{}{}{text}", entry.write, entry.link);
        return Some(Rewrite {
            take,
            take_back: 1,
            text,
            class,
            said: None,
        });
    }
    Some(Rewrite::new(take, text, class))
}

struct Found {
    label: usize,
    /// The label stands right before the number.
    adjacent: bool,
}

/// Whether a score or a grade is being told: "grade two by four".
pub(super) fn is_score(done: &[Piece]) -> bool {
    before(done).is_some() || done.last().is_some_and(|piece| piece.word() == "power")
}

/// The label before a number. Of "Fazekas grade" the first one rules.
fn before(done: &[Piece]) -> Option<Found> {
    let mut found: Option<Found> = None;
    let mut linked = false;
    for (distance, piece) in done.iter().rev().take(REACH).enumerate() {
        match (&piece.class, piece.said.as_str()) {
            (Class::Label(label), _) => {
                let entry = &lexicon().labels[*label];
                let fits = if linked {
                    entry.of || entry.only_with_number
                } else {
                    !entry.of_only
                };
                if found.is_none() && !fits {
                    return None;
                }
                if found.is_none() || !entry.write.is_empty() {
                    found = Some(Found {
                        label: *label,
                        adjacent: distance == 0,
                    });
                }
            }
            (Class::Word, "number" | "no" | "classification" | "assessment" | "overall") => {}
            (Class::Word, "of" | "is" | "was" | "equals" | "equal" | "about" | "approximately")
                if found.is_none() =>
            {
                linked = true
            }
            _ => break,
        }
    }
    found
}

/// "segment two and three": the label of the number before holds on.
fn continued(cursor: &Cursor<'_>) -> Option<Found> {
    let mut behind = cursor.done.iter().rev();
    let join = behind.next()?;
    if let Class::Labelled { label, value } = join.class {
        // "segments five six and seven": no word between them.
        let plural = || {
            let names = cursor.done.iter().rev();
            is_plural(
                names
                    .take(REACH)
                    .find(|piece| !matches!(piece.class, Class::Labelled { .. })),
            )
        };
        let is_list = lexicon().labels[label].style == Style::Roman || plural();
        let next = matches!(&cursor.piece(0)?.class, Class::Number { digits, .. } if digits.parse() == Ok(value + 1));
        // "stations two r four r"
        let entry = &lexicon().labels[label];
        let is_coded = is_list
            && cursor
                .piece(1)
                .is_some_and(|next| next.said != "a" && suffix(entry, next).is_some());
        return ((is_list && next) || is_coded).then_some(Found {
            label,
            adjacent: false,
        });
    }
    let Class::Labelled { label, .. } = behind.next()?.class else {
        return None;
    };
    let entry = &lexicon().labels[label];
    let in_list = || {
        is_plural(
            cursor
                .done
                .iter()
                .rev()
                .skip(2)
                .find(|piece| !matches!(piece.class, Class::Labelled { .. })),
        )
    };
    let joins = match join.word() {
        "to" | "through" => true,
        "and" | "or" => {
            entry.style == Style::Roman
                || ends_here(cursor.piece(1))
                || in_list()
                // "station four r and four l nodes"
                || cursor.piece(1).is_some_and(|next| next.said != "a" && suffix(entry, next).is_some())
        }
        _ => join.is_mark("-") || join.is_mark("/") || (join.is_mark(",") && in_list()),
    };
    joins.then_some(Found {
        label,
        adjacent: false,
    })
}

fn ends_here(next: Option<&Piece>) -> bool {
    next.is_none_or(|piece| matches!(piece.class, Class::Mark(_) | Class::Break | Class::Edit(_)))
}

fn is_plural(label: Option<&Piece>) -> bool {
    label.is_some_and(|piece| {
        matches!(piece.class, Class::Label(_)) && piece.said.ends_with('s') && piece.said != "series"
    })
}

fn suffix(entry: &LabelEntry, piece: &Piece) -> Option<char> {
    let mut letters = piece.said.chars();
    let letter = letters.next().filter(|letter| entry.suffix.contains(*letter))?;
    (matches!(piece.class, Class::Word | Class::Fixed) && letters.next().is_none()).then_some(letter)
}

/// Whether a letter behind a number belongs to it. Behind figures, "4 a" may also be a four and an article.
fn takes_letter(cursor: &Cursor<'_>, entry: &LabelEntry, digits: &str, letter: char, spoken: bool) -> bool {
    let is_modifier = matches!(letter, 's' | 'n');
    let is_lettered = digits
        .parse()
        .is_ok_and(|number| entry.lettered.contains(&number));
    let is_article = || letter == 'a' && !ends_here(cursor.piece(2));
    if spoken {
        entry.lettered.is_empty() || is_lettered || is_modifier
    } else {
        is_lettered && !is_article()
    }
}

fn written_number(cursor: &Cursor<'_>, entry: &LabelEntry, digits: &str, spoken: bool) -> String {
    let roman = || {
        let value: u64 = digits
            .parse()
            .ok()
            .filter(|value| (1..=entry.max).contains(value))?;
        let is_near = entry.near.is_empty() || near(cursor, entry);
        (spoken && entry.style == Style::Roman && is_near).then(|| roman(value))
    };
    roman().unwrap_or_else(|| digits.to_owned())
}

/// Whether one of the words that the style needs is near, or the list began in that style.
fn near(cursor: &Cursor<'_>, entry: &LabelEntry) -> bool {
    let behind = || cursor.done.iter().rev().take(NEAR);
    let is_roman = |piece: &Piece| {
        matches!(piece.class, Class::Labelled { .. }) && piece.text.starts_with(['I', 'V', 'X'])
    };
    let has_word = behind()
        .chain(cursor.ahead.iter().take(NEAR + 1))
        .any(|piece| entry.near.contains(piece.word()));
    has_word || behind().any(is_roman)
}

fn roman(mut value: u64) -> String {
    let mut written = String::new();
    for (worth, letters) in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
        while value >= worth {
            written.push_str(letters);
            value -= worth;
        }
    }
    written
}

/// "Gleason score three plus four equals seven" -> "3+4=7".
pub(super) fn gleason(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let digits = |at: usize| match cursor.piece(at).map(|piece| &piece.class) {
        Some(Class::Number { digits, .. }) => Some(digits.as_str()),
        _ => None,
    };
    let (first, second) = (digits(0)?, digits(2)?);
    let is_gleason = cursor
        .done
        .iter()
        .rev()
        .take(REACH)
        .any(|piece| piece.said == "gleason");
    if cursor.word(1) != "plus" || !is_gleason {
        return None;
    }
    let class = Class::Measure;
    let equals = match (cursor.word(3), cursor.word(4)) {
        ("equals" | "is" | "equal", "to") => 5,
        ("equals" | "is" | "equal", _) => 4,
        _ => usize::MAX,
    };
    Some(match digits(equals) {
        Some(sum) => Rewrite::new(equals + 1, format!("{first}+{second}={sum}"), class),
        None => Rewrite::new(3, format!("{first}+{second}"), class),
    })
}

/// "a ratio of two to one" -> "2:1".
pub(super) fn ratio(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let digits = |at: usize| match cursor.piece(at).map(|piece| &piece.class) {
        Some(Class::Number { digits, .. }) => Some(digits.as_str()),
        _ => None,
    };
    let (first, second) = (digits(0)?, digits(2)?);
    let mut behind = cursor.done.iter().rev().map(Piece::word);
    let is_ratio = match behind.next()? {
        "of" | "is" | "was" => behind.next() == Some("ratio"),
        last => last == "ratio",
    };
    let is_range = first.contains('.') || second.contains('.');
    let fits = cursor.word(1) == "to" && is_ratio && !is_range && cursor.on_one_line(3);
    fits.then(|| Rewrite::new(3, format!("{first}:{second}"), Class::Measure))
}

/// "CAD-RADS four a slash s": a letter after a score and a slash.
fn is_modifier(cursor: &Cursor<'_>) -> bool {
    let mut behind = cursor.done.iter().rev();
    let after_slash = behind
        .next()
        .is_some_and(|piece| piece.is_mark("/") && matches!(piece.class, Class::Mark(mark) if mark.spoken));
    after_slash
        && behind.next().is_some_and(|piece| {
            matches!(piece.class, Class::Labelled { .. })
                || (piece.class == Class::Fixed && piece.text.ends_with(|c: char| c.is_ascii_digit()))
        })
}

/// "hepatitis b", "vitamin d": the letter is a name.
pub(super) fn named_letter(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let piece = cursor
        .piece(0)
        .filter(|piece| piece.class == Class::Word && piece.said.len() == 1)?;
    let is_name = matches!(
        cursor.previous_word(),
        "hepatitis" | "density" | "vitamin" | "influenza" | "haemophilia" | "hemophilia"
    ) && matches!(piece.said.as_str(), "b" | "c" | "d" | "e" | "k");
    is_name.then(|| Rewrite::new(1, piece.said.to_ascii_uppercase(), Class::Fixed))
}

/// "r v colon l v ratio" -> "RV:LV ratio".
pub(super) fn ratio_colon(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let mark = match cursor.piece(0)?.class {
        Class::Mark(mark) if mark.spoken && cursor.piece(0)?.text == ":" => mark,
        _ => return None,
    };
    let is_name = |piece: Option<&Piece>| {
        piece.is_some_and(|piece| {
            piece.class == Class::Fixed && piece.text.chars().all(|c| c.is_ascii_uppercase())
        })
    };
    let fits = is_name(cursor.done.last()) && is_name(cursor.piece(1)) && cursor.word(2) == "ratio";
    let mark = Mark {
        sticks: Sticks::Both,
        ..mark
    };
    fits.then(|| Rewrite::new(1, ":", Class::Mark(mark)))
}

/// A letter in the place of the number: "category m", "Stanford type a".
pub(super) fn lettered(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let piece = cursor
        .piece(0)
        .filter(|piece| piece.class == Class::Word && piece.said.len() == 1)?;
    let letter = piece.said.chars().next()?;
    if is_modifier(cursor) {
        return Some(Rewrite::new(1, letter.to_ascii_uppercase(), Class::Fixed));
    }
    if !matches!(letter, 'a'..='f' | 'm') {
        return None;
    }
    let is_label = |piece: &Piece| matches!(piece.class, Class::Label(_));
    let named = |piece: &Piece| matches!(piece.class, Class::Label(label) if !lexicon().labels[label].write.is_empty());
    let mut behind = cursor.done.iter().rev().take(2);
    let fits = behind.next().is_some_and(|last| {
        let grades = matches!(
            last.said.as_str(),
            "type" | "category" | "grade" | "class" | "stage" | "group"
        );
        let is_dissection = matches!(
            cursor.word(1),
            "aortic" | "dissection" | "intramural" | "endoleak"
        );
        // "a" is the article unless a classification is named.
        (named(last) && letter != 'm')
            || (grades
                && (letter != 'a'
                    || is_dissection
                    || behind.next().is_some_and(|first| is_label(first) && named(first))))
    });
    fits.then(|| Rewrite::new(1, letter.to_ascii_uppercase(), Class::Fixed))
}
