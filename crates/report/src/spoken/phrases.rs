//! Recognises what is said in whole phrases: marks, breaks, edits, fillers, terms, labels, names and abbreviations.

use std::collections::HashSet;

use super::{
    cardinal,
    lexicon::{Said, lexicon},
    piece::{Class, Cursor, Mark, Piece, Rewrite},
};

/// The text of a filler; pieces without text are left out before the next pass.
const NOTHING: &str = "";

/// Rewrites the longest phrase that begins here and is not an ordinary word in this place.
pub(super) fn phrase(cursor: &Cursor<'_>) -> Option<Rewrite> {
    lexicon()
        .phrases
        .at(cursor.ahead)
        .filter(|(length, _)| cursor.on_one_line(*length))
        .find_map(|(length, said)| rewritten(cursor, length, said))
}

fn rewritten(cursor: &Cursor<'_>, length: usize, said: Said) -> Option<Rewrite> {
    let lexicon = lexicon();
    let (previous, next) = (word_before(cursor), cursor.word(length));
    let first = cursor.done.last().is_none_or(begins_anew);
    match said {
        Said::Mark(index) => {
            let entry = &lexicon.marks[index];
            // "colon colon" is the organ and the mark.
            let is_named = length == 1 && previous == cursor.word(0);
            if !is_named
                && entry.trap.is_word(previous, next, first, cursor.done)
                && (entry.trap.is_before_verb(next)
                    || !stands_behind_headings(cursor, &entry.behind_headings))
            {
                return None;
            }
            if entry.between_numbers && !is_between_numbers(cursor, length) {
                return None;
            }
            let mark = Mark {
                sticks: entry.sticks_to,
                ends_sentence: entry.ends,
                spoken: true,
            };
            Some(Rewrite::new(length, &entry.write, Class::Mark(mark)))
        }
        Said::Break(index) => {
            let entry = &lexicon.breaks[index];
            let text = format!("{}{}", "\n".repeat(entry.lines), entry.bullet);
            (!entry.trap.is_word(previous, next, first, cursor.done))
                .then(|| Rewrite::new(length, text, Class::Break))
        }
        Said::Edit(index) => {
            let entry = &lexicon.edits.edit[index];
            let is_apart = |piece: Option<&Piece>| {
                piece.is_none_or(|piece| piece.is_mark(",") || piece.said == "comma" || piece.is_boundary())
            };
            let mut before = cursor.done.iter().rev();
            let sides = [before.find(|piece| piece.text != NOTHING), cursor.piece(length)];
            let is_apart = sides.into_iter().filter(|side| is_apart(*side)).count() >= entry.commas;
            let is_word = entry.trap.is_word(previous, next, first, cursor.done);
            (is_apart && !is_word).then(|| Rewrite::new(length, as_said(cursor, length), Class::Edit(index)))
        }
        Said::Filler => {
            // "ER" in capitals was written, not hesitated.
            let written = cursor
                .piece(0)
                .is_some_and(|piece| !piece.text.contains(char::is_lowercase));
            let stays = length == 1 && (written || lexicon.edits.filler_stays_before.contains(next));
            (!stays).then(|| Rewrite::new(length, NOTHING, Class::Fixed))
        }
        Said::Term(index) => {
            let written = &lexicon.terms[index].write;
            let said = Some(written.to_lowercase());
            // "Circle of Willis" in capitals was written so.
            let spoken = as_said(cursor, length);
            let is_written =
                spoken.eq_ignore_ascii_case(written) && spoken.contains(|c: char| c.is_uppercase());
            let text = if is_written { &spoken } else { written };
            Some(Rewrite {
                said,
                ..Rewrite::new(length, text, Class::Fixed)
            })
        }
        Said::Label(index) => {
            let entry = &lexicon.labels[index];
            let linked = usize::from(matches!(cursor.word(length), "of" | "is" | "was" | "equals"));
            let has_number = cursor.piece(length + linked).is_some_and(cardinal::begins_number);
            if entry.only_with_number && !has_number {
                return None;
            }
            let text = if entry.write.is_empty() {
                as_said(cursor, length)
            } else {
                entry.write.clone()
            };
            Some(Rewrite::new(length, text, Class::Label(index)))
        }
    }
}

/// "clinical history colon distension": a mark where it is said behind this heading and behind another too.
fn stands_behind_headings(cursor: &Cursor<'_>, headings: &HashSet<String>) -> bool {
    if !headings.contains(cursor.previous_word()) {
        return false;
    }
    let said = cursor.word(0);
    let earlier = cursor.done.windows(2);
    let later = cursor.ahead[1..].windows(2);
    earlier
        .chain(later)
        .any(|pair| headings.contains(pair[0].word()) && pair[1].said == said)
}

/// Whether a number or a level stands on both sides: "l five stroke s one".
fn is_between_numbers(cursor: &Cursor<'_>, length: usize) -> bool {
    let is_number = |piece: Option<&Piece>| piece.is_some_and(cardinal::begins_number);
    let ends_in_digit = |piece: &Piece| piece.said.ends_with(|c: char| c.is_ascii_digit());
    let before = cursor
        .done
        .last()
        .is_some_and(|last| cardinal::begins_number(last) || ends_in_digit(last));
    let next = cursor.piece(length);
    let is_level = next.is_some_and(|next| next.said.len() == 1) && is_number(cursor.piece(length + 1));
    before && (is_number(next) || is_level || next.is_some_and(ends_in_digit))
}

/// The word before; the last letter of what is spelled is none.
fn word_before<'a>(cursor: &Cursor<'a>) -> &'a str {
    let is_letter = |word: &str| word.chars().count() == 1;
    let before = cursor.done.iter().rev().nth(1).map_or("", Piece::word);
    let previous = cursor.previous_word();
    if is_letter(previous) && is_letter(before) {
        ""
    } else {
        previous
    }
}

/// Whether a sentence, a line or an item begins behind it.
fn begins_anew(piece: &Piece) -> bool {
    let is_dash = piece.class == Class::Word && matches!(piece.text.as_str(), "-" | "–" | "—");
    let is_mark =
        matches!(piece.class, Class::Mark(_) | Class::Break) && !piece.is_mark(")") && !piece.is_mark("]");
    is_dash || is_mark
}

fn as_said(cursor: &Cursor<'_>, length: usize) -> String {
    let words: Vec<&str> = cursor
        .ahead
        .iter()
        .take(length)
        .map(|piece| piece.text.as_str())
        .collect();
    words.join(" ")
}

/// Writes a name or an abbreviation that was heard as one word in lower case.
pub(super) fn known_word(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let piece = cursor.piece(0)?;
    if piece.class != Class::Word || piece.text.contains(char::is_uppercase) {
        return None;
    }
    let lexicon = lexicon();
    let said = piece.said.as_str();
    if is_physician(cursor) {
        return Some(Rewrite::new(1, capitalised(&piece.text), Class::Word));
    }
    if let Some((written, true)) = lexicon.abbreviations.get(said) {
        return Some(Rewrite::new(1, written, Class::Fixed));
    }
    let base = said.strip_suffix("'s").unwrap_or(said);
    let name = lexicon.names.get(base).cloned().or_else(|| month(base))?;
    let ending = &piece.text[piece.text.len().min(base.len())..];
    Some(Rewrite::new(1, format!("{name}{ending}"), Class::Fixed))
}

/// "discussed with doctor rao": a name after the title, when somebody was told.
fn is_physician(cursor: &Cursor<'_>) -> bool {
    let mut behind = cursor.done.iter().rev();
    let mut previous = || behind.next().map_or("", Piece::word);
    let is_title = matches!(previous(), "doctor" | "dr");
    let is_told = matches!(previous(), "with" | "to" | "by" | "informed" | "from");
    let word = cursor.word(0);
    let is_name = word.len() > 2 && !lexicon().edits.function_words.contains(word);
    is_title && is_told && is_name && !matches!(word, "who" | "about" | "regarding" | "via" | "over")
}

fn month(word: &str) -> Option<String> {
    let numbers = &lexicon().numbers;
    let is_month =
        numbers.months.iter().any(|month| month == word) && !numbers.months_that_are_words.contains(word);
    is_month.then(|| capitalised(word))
}

/// The word with its first letter in upper case.
pub(super) fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}
