//! Joins what is spelled letter by letter: "n c c t k u b" -> "NCCT KUB".

use super::{
    cardinal,
    lexicon::lexicon,
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
    let letters: Vec<char> = run.chars().collect();
    if letters.len() < 2 {
        return None;
    }
    let before_number = cursor.piece(letters.len()).is_some_and(cardinal::begins_number)
        && letters
            .last()
            .is_some_and(|letter| LETTERS_BEFORE_NUMBERS.contains(*letter));

    let length = first_of_cover(&letters)
        .or_else(|| {
            before_number
                .then(|| first_of_cover(&letters[..letters.len() - 1]))
                .flatten()
        })
        .or_else(|| {
            let spelled = letters.len() - usize::from(before_number);
            (spelled >= 3).then_some(spelled)
        })?;
    // A lone "a" at the beginning is the article.
    if length == 1 {
        return None;
    }
    let written: String = letters[..length]
        .iter()
        .flat_map(|letter| letter.to_uppercase())
        .collect();
    Some(Rewrite::new(length, written, Class::Fixed))
}

fn single_letter(piece: &Piece) -> Option<char> {
    let mut characters = piece.said.chars();
    let first = characters.next().filter(|letter| letter.is_ascii_alphabetic())?;
    (piece.class == Class::Word && characters.next().is_none()).then_some(first)
}

/// The length of the first part when the letters can be cut, without a rest, into known abbreviations (and an
/// article "a" in front); of the way with the fewest parts.
fn first_of_cover(letters: &[char]) -> Option<usize> {
    // best[i]: cost of covering letters[i..], and the length of its first part.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; letters.len() + 1];
    best[letters.len()] = Some((0, 0));
    for start in (0..letters.len()).rev() {
        for end in start + 1..=letters.len() {
            let Some((rest, _)) = best[end] else { continue };
            let part: String = letters[start..end].iter().collect();
            let cost = match part.as_str() {
                "a" if start == 0 => 2,
                known if end - start > 1 && lexicon().abbreviations.contains_key(known) => 1,
                _ => continue,
            };
            if best[start].is_none_or(|(known, _)| cost + rest < known) {
                best[start] = Some((cost + rest, end - start));
            }
        }
    }
    best[0]
        .filter(|(_, length)| *length > 0)
        .map(|(_, length)| length)
}
