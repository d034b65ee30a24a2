//! Joins what is spelled letter by letter: "n c c t k u b" -> "NCCT KUB".

use super::{
    cardinal,
    lexicon::lexicon,
    measures,
    piece::{Class, Cursor, Piece, Rewrite},
};

/// Runs longer than this are cut; nobody spells longer words.
const LONGEST_RUN: usize = 16;
/// Letters that belong to a number that follows: "m r i t two".
const LETTERS_BEFORE_NUMBERS: &str = "cdtlsmpvgnb";

/// Writes the abbreviation with which a run of single letters begins.
pub(super) fn spelled(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let run: String = cursor
        .ahead
        .iter()
        .take(LONGEST_RUN)
        .enumerate()
        .map_while(|(at, piece)| single_letter(piece).filter(|_| cursor.on_one_line(at + 1)))
        .collect();
    let mut letters: Vec<char> = run.chars().collect();
    // "a p x l x h": axes, unless an abbreviation has the x.
    let is_axis = |letters: &[char]| letters.len() < 2 || cover(letters).is_some();
    if let Some(between) = letters.iter().position(|letter| *letter == 'x')
        && is_axis(&letters[..between])
        && (letters[between + 1..].contains(&'x') || cursor.previous_word() == "x")
        && cover(&letters).is_none()
    {
        letters.truncate(between);
    }
    if letters.len() < 2 {
        return None;
    }
    // "seven m m": a unit.
    let after_number = cursor.done.last().is_some_and(cardinal::begins_number);
    // "three t m r i": the strength of the magnet.
    if after_number && letters[0] == 't' && cover(&letters).is_none() && cover(&letters[1..]).is_some() {
        return Some(Rewrite::new(1, "T", Class::Word));
    }
    let unit = measures::unit_at(cursor.ahead).map(|(_, length)| length);
    if let Some(length) = unit.filter(|length| after_number && *length > 1)
        && (length == letters.len() || cover(&letters[length..]).is_some())
    {
        let unit: String = letters[..length].iter().collect();
        let said = Some(unit.clone());
        return Some(Rewrite {
            said,
            ..Rewrite::new(length, unit, Class::Word)
        });
    }
    let before_number = letters
        .last()
        .is_some_and(|letter| belongs_to_number(cursor, *letter, letters.len()));

    if before_number && is_article(cursor, &letters) {
        return None;
    }
    let all = cover(&letters);
    let without_last = before_number
        .then(|| cover(&letters[..letters.len() - 1]))
        .flatten();
    // "m r i t two" is MRI and T2, but "a c l four" is no AC.
    let best = match (all, without_last) {
        (Some(all), Some(shorter)) if shorter.cost < all.cost => Some(shorter),
        (all, shorter) => all.or(shorter),
    };
    let length = best
        .map(|cover| cover.first)
        .or_else(|| known_beginning(&letters))
        .or_else(|| {
            let spelled = letters.len() - usize::from(before_number);
            let is_pair = || spelled == 2 && !before_number && is_unknown_pair(cursor, &letters);
            (spelled >= 3 || is_pair()).then_some(spelled)
        })?;
    // A lone "a" at the beginning is the article.
    if length == 1 {
        return None;
    }
    let written: String = letters[..length]
        .iter()
        .flat_map(|letter| letter.to_uppercase())
        .collect();
    let said = Some(written.to_lowercase());
    Some(Rewrite {
        said,
        ..Rewrite::new(length, written, Class::Fixed)
    })
}

/// Whether the last letter belongs to the number after it: "m r i t two", but not "e d v one hundred".
fn belongs_to_number(cursor: &Cursor<'_>, letter: char, at: usize) -> bool {
    let Some(next) = cursor.piece(at).filter(|next| cardinal::begins_number(next)) else {
        return false;
    };
    let words: Vec<&str> = cursor.ahead[at..]
        .iter()
        .take(4)
        .map(|piece| piece.said.as_str())
        .collect();
    let value = cardinal::read_hundreds(&words)
        .or_else(|| cardinal::read(&words))
        .map(|reading| reading.digits)
        .unwrap_or_else(|| next.said.clone());
    let most = match letter {
        'b' => {
            return value
                .parse::<u64>()
                .is_ok_and(|value| value <= 10 || value % 50 == 0);
        }
        'c' | 'd' | 't' | 'l' | 's' => 12,
        _ => 4,
    };
    LETTERS_BEFORE_NUMBERS.contains(letter) && value.parse::<u64>().is_ok_and(|value| value <= most)
}

/// "a t two hyperintense lesion", "a c five fracture": an article before a sequence or a level; "a p four cm" is a size.
fn is_article(cursor: &Cursor<'_>, letters: &[char]) -> bool {
    let has_unit = || {
        let behind = (letters.len() + 1..letters.len() + 4).filter_map(|from| cursor.ahead.get(from..));
        behind.into_iter().any(|ahead| measures::unit_at(ahead).is_some())
    };
    matches!(letters, ['a', 'c' | 't' | 'l' | 's']) && !has_unit()
}

/// Two letters that are no known abbreviation: "k l grade". "a" and "i" are words, and a label has letters of its own.
fn is_unknown_pair(cursor: &Cursor<'_>, letters: &[char]) -> bool {
    let are_words = letters
        .iter()
        .any(|letter| matches!(letter, 'a' | 'i' | 'o' | 'x' | 'b'));
    let after_letter = cursor
        .done
        .last()
        .is_some_and(|last| cardinal::begins_number(last) || matches!(last.class, Class::Label(_)));
    !are_words && !after_letter
}

fn single_letter(piece: &Piece) -> Option<char> {
    let mut characters = piece.said.chars();
    let first = characters.next().filter(|letter| letter.is_ascii_alphabetic())?;
    (piece.class == Class::Word && characters.next().is_none()).then_some(first)
}

/// "d w i b value": the longest abbreviation of three letters or more with which the letters begin.
fn known_beginning(letters: &[char]) -> Option<usize> {
    let is_known = |length: &usize| {
        lexicon()
            .abbreviations
            .contains_key(&letters[..*length].iter().collect::<String>())
    };
    (3..letters.len()).rev().find(is_known)
}

/// A way to cut letters into known abbreviations.
struct Cover {
    cost: usize,
    /// The length of the first part.
    first: usize,
}

/// The way to cut the letters, without a rest, into the fewest known abbreviations, with an article "a" in front if
/// need be.
fn cover(letters: &[char]) -> Option<Cover> {
    // best[i] covers letters[i..].
    let mut best: Vec<Option<Cover>> = (0..letters.len()).map(|_| None).collect();
    best.push(Some(Cover { cost: 0, first: 0 }));
    for start in (0..letters.len()).rev() {
        for end in start + 1..=letters.len() {
            let Some(rest) = &best[end] else { continue };
            let part: String = letters[start..end].iter().collect();
            let cost = match part.as_str() {
                "a" if start == 0 => rest.cost + 2,
                known if end - start > 1 && lexicon().abbreviations.contains_key(known) => rest.cost + 1,
                _ => continue,
            };
            if best[start].as_ref().is_none_or(|known| cost < known.cost) {
                best[start] = Some(Cover {
                    cost,
                    first: end - start,
                });
            }
        }
    }
    best.swap_remove(0).filter(|cover| cover.first > 0)
}
