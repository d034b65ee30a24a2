//! Leaves out what is said to others: "Sister, next patient please", "can somebody get that phone".
//!
//! An aside is known by the words that open it (`data/spoken/asides.toml`), never by what is not understood. It goes to the end of its
//! sentence when nothing in it tells anything of the patient; else as far as its words are such as nobody says of a patient. A finding
//! that goes is far worse than an aside that stays.

use super::{
    lexicon::{When, lexicon},
    piece::{Class, Piece},
    remarks::{is_time, tells_nothing},
};

/// Nobody speaks longer to somebody else in one sentence.
const LONGEST: usize = 30;
/// So many words lead to an aside: "okay Kelly,".
const LONGEST_LEAD: usize = 5;

/// The pieces without what is said to others.
pub(super) fn left_out(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut done: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut at = 0;
    while at < pieces.len() {
        let Some(aside) = Aside::at(&done, &pieces[at..]) else {
            done.push(pieces[at].clone());
            at += 1;
            continue;
        };
        done.truncate(done.len() - aside.before);
        at += aside.length;
        if done.last().is_none_or(Piece::is_boundary) {
            let is_stop = |piece: &Piece| piece.is_boundary() && piece.class != Class::Break;
            at += usize::from(pieces.get(at).is_some_and(is_stop));
        }
    }
    done
}

struct Aside {
    /// How many pieces before its opening belong to it.
    before: usize,
    /// How many pieces it takes from there.
    length: usize,
}

impl Aside {
    fn at(done: &[Piece], ahead: &[Piece]) -> Option<Self> {
        let asides = &lexicon().asides;
        let lead = lead(done);
        let end = end_of(ahead);
        let (opening, when) = openings(ahead).find(|(_, when)| match when {
            When::Anywhere => !asides.not_after.contains(done.last().map_or("", Piece::word)),
            When::AtStart => lead.at_start,
            When::ToPerson => lead.to_person,
            When::BeforeAnother => lead.at_start && has_another(&ahead[1..end]),
        })?;
        let sentence = &ahead[..end];
        let stays = |pieces: &[Piece]| {
            pieces
                .iter()
                .any(|piece| asides.stays_with.contains(piece.word()))
        };
        let is_closed = end == ahead.len() || ahead[end].is_boundary();
        if is_closed && end <= LONGEST && !stays(sentence) && tells_nothing(sentence) {
            return Some(Self {
                before: lead.length,
                length: end,
            });
        }
        if when == When::BeforeAnother {
            return None;
        }
        let goes_on = |piece: &Piece| {
            is_time(piece) || asides.goes_on.contains(piece.word()) || asides.persons.contains(piece.word())
        };
        let plain = sentence[opening..]
            .iter()
            .take_while(|piece| goes_on(piece))
            .count();
        let begun = sentence[opening..][..plain].iter().rev();
        let begun = begun
            .take_while(|piece| {
                matches!(piece.class, Class::Number { .. }) || asides.begins_statement.contains(piece.word())
            })
            .count();
        let length = opening + plain - begun;
        // "Thank you for referring this lady with a liver mass": what hangs on it would be torn off.
        let hangs =
            |piece: &Piece| asides.hangs.contains(piece.word()) || asides.stays_with.contains(piece.word());
        if ahead.get(length).is_some_and(hangs) {
            return None;
        }
        (plain > begun && !stays(&sentence[..length])).then_some(Self {
            before: lead.length,
            length,
        })
    }
}

fn has_another(sentence: &[Piece]) -> bool {
    (0..sentence.len()).any(|at| openings(&sentence[at..]).any(|(_, when)| when == When::Anywhere))
}

fn openings(ahead: &[Piece]) -> impl Iterator<Item = (usize, When)> + '_ {
    lexicon().openings.at(ahead)
}

/// Where the sentence ends, or the stretch.
fn end_of(ahead: &[Piece]) -> usize {
    let stretch = ahead[0].stretch;
    let is_end = |piece: &Piece| piece.is_boundary() || piece.stretch != stretch;
    ahead
        .iter()
        .take(LONGEST + 1)
        .position(is_end)
        .unwrap_or(ahead.len().min(LONGEST + 1))
}

/// What stands before the opening of an aside.
struct Lead {
    /// How many pieces of it belong to the aside.
    length: usize,
    /// The aside begins its sentence.
    at_start: bool,
    /// A person is spoken to.
    to_person: bool,
}

fn lead(done: &[Piece]) -> Lead {
    let asides = &lexicon().asides;
    let sentence = done
        .iter()
        .rev()
        .take(LONGEST_LEAD)
        .take_while(|piece| !piece.is_boundary())
        .count();
    let begins = sentence < LONGEST_LEAD;
    let said = &done[done.len() - sentence..];
    let mut lead = Lead {
        length: 0,
        at_start: sentence == 0,
        to_person: false,
    };
    for (back, piece) in said.iter().rev().enumerate() {
        let is_first = begins && back + 1 == sentence;
        let comma = back > 0 && said[sentence - back].is_mark(",");
        let is_name = comma
            && piece.text.starts_with(char::is_uppercase)
            && !asides.not_names.contains(piece.word())
            && (is_first || begins && said[..sentence - back - 1].iter().all(is_lead))
            && tells_nothing(std::slice::from_ref(piece));
        let before = said[..sentence - back - 1].last().map_or("", Piece::word);
        let is_told_of = lexicon().edits.function_words.contains(before);
        let is_person = is_name || asides.persons.contains(piece.word()) && !is_told_of;
        if is_person || is_lead(piece) {
            lead.length = back + 1;
            lead.to_person |= is_person;
        } else if !piece.is_mark(",") {
            break;
        }
        lead.at_start |= is_first;
    }
    // "; ERCP is recommended, and could you send this on"
    let joined = said
        .iter()
        .rev()
        .skip(lead.length)
        .take_while(|piece| piece.is_mark(",") || asides.joins.contains(piece.word()));
    lead.length += joined.count();
    lead
}

fn is_lead(piece: &Piece) -> bool {
    piece.is_mark(",") || lexicon().asides.leads.contains(piece.word())
}
