//! Numbered items: "number one", or a number that is said as a sentence of its own.

use super::piece::{Class, Mark, Piece};

/// Words after which "number one" begins a list.
const OPENERS: &[&str] = &[
    "impression",
    "impressions",
    "opinion",
    "conclusion",
    "conclusions",
    "summary",
    "findings",
];
/// Words after or before which "number" belongs to something else.
const NOT_AFTER: &[&str] = &[
    "the",
    "a",
    "in",
    "of",
    "any",
    "this",
    "that",
    "series",
    "image",
    "images",
    "slice",
    "small",
    "large",
    "accession",
    "phone",
    "serial",
];

/// Puts every numbered item on a line of its own.
pub(super) fn number_items(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut done: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut last_item = 0;
    let mut at = 0;
    while at < pieces.len() {
        let Some((number, take)) = item(&done, &pieces[at..], last_item) else {
            done.push(pieces[at].clone());
            at += 1;
            continue;
        };
        let mut first = pieces[at].clone();
        let source = first.source.start..pieces[at + take - 1].source.end;
        if done.last().is_some_and(|piece| piece.class != Class::Break) {
            let here = source.start..source.start;
            done.push(Piece {
                text: "\n".to_owned(),
                source: here,
                class: Class::Break,
                ..first.clone()
            });
        }
        first.text = format!("{number}.");
        first.class = Class::Mark(Mark {
            sticks: super::piece::Sticks::Neither,
            ends_sentence: true,
            spoken: true,
        });
        first.source = source;
        done.push(first);
        last_item = number;
        at += take;
        at += usize::from(
            pieces
                .get(at)
                .is_some_and(|piece| piece.is_mark(",") || piece.is_mark(":") || piece.is_mark(".")),
        );
    }
    done
}

/// The item that begins here: its number and how many pieces say it.
fn item(done: &[Piece], ahead: &[Piece], last_item: u64) -> Option<(u64, usize)> {
    let starts = done
        .last()
        .is_none_or(|piece| piece.is_boundary() || piece.is_mark(":"));
    let next_is_stop = |at: usize| {
        ahead.get(at).is_some_and(|piece| {
            piece.is_mark(".") && matches!(piece.class, Class::Mark(Mark { spoken: true, .. }))
        })
    };
    if let Some(number) = value(&ahead[0]) {
        let fits = number == 1 || number == last_item + 1;
        let more = ahead.get(2).is_some_and(|piece| !piece.is_boundary());
        return (starts && fits && more && next_is_stop(1)).then_some((number, 2));
    }
    let previous = done.last().map_or("", Piece::word);
    if ahead[0].word() != "number" || NOT_AFTER.contains(&previous) {
        return None;
    }
    let number = value(ahead.get(1)?)?;
    let next = ahead.get(2)?;
    if matches!(next.word(), "of" | "and" | "to") {
        return None;
    }
    let begins = number == 1 && (starts || OPENERS.contains(&previous));
    let continues = last_item > 0 && number == last_item + 1;
    (begins || continues).then_some((number, 2))
}

fn value(piece: &Piece) -> Option<u64> {
    match &piece.class {
        Class::Number { digits, .. } => digits.parse().ok().filter(|number| (1..100).contains(number)),
        // "colon one full stop": a number that was put into digits because it stands alone.
        Class::Measure => piece.text.parse().ok().filter(|number| (1..100).contains(number)),
        _ => None,
    }
}
