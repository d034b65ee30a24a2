//! Carries out what the radiologist says about their own words: "scratch that", "left, sorry, right kidney".
//!
//! An edit that cannot be understood without guessing stays in the text, where it is seen: nothing that was dictated
//! is taken away on a guess. A pause bounds what is taken back: a sentence goes back to the stretch in which it was said last, and
//! a correction across a pause ("left", "sorry, right") changes nothing before the stretch that it follows.
//!
//! What is an edit stands in `data/spoken/edits.toml`. What an edit does: `retract` takes back, `replace` corrects what was just said,
//! `remote` what was said sentences ago, `named` what the edit itself says again; `kinds` knows what can stand in the place of what.

use super::{
    lexicon::{Does, lexicon},
    piece::{Class, Piece},
    remarks::plain,
};
use crate::segment;

mod kinds;
mod named;
mod remote;
mod replace;
mod retract;

/// How many pieces a sentence may have that is taken back as a whole.
const LONGEST_SENTENCE: usize = 60;
/// How far a correction looks back and ahead.
const REACH: usize = 24;
/// Full stops further apart than this, on average, are taken for speech without punctuation.
const WORDS_A_STOP: usize = 40;
/// So many edits may be said one after the other for one: "no, wait, sorry, scratch that".
const LONGEST_RUN: usize = 6;

/// Carries out every edit, in the order in which they were said.
pub(super) fn carry_out(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut done: Vec<Piece> = Vec::with_capacity(pieces.len());
    let sentences = pieces.iter().filter(|piece| piece.is_boundary()).count();
    let is_punctuated = pieces.len() <= sentences * WORDS_A_STOP;
    let mut at = 0;
    while at < pieces.len() {
        if let Some(again) = replace::said_again(&mut done, &pieces[at..]) {
            at += again;
            continue;
        }
        if replace::is_no_between_numbers(&done, &pieces[at..]) {
            done.truncate(end_before_comma(&done) - 1);
            at += 1;
            continue;
        }
        if let Some(taken) = named::take_out(&mut done, &pieces[at..]) {
            at = skip_marks(&pieces, at + taken, &done);
            continue;
        }
        if replace::is_no_before_place(&pieces[at..])
            && let Some(taken) = replace::restart(&mut done, pieces[at].stretch, &pieces[at + 1..], false)
        {
            at += 1 + taken;
            continue;
        }
        let Some(run) = Run::at(&pieces[at..]) else {
            done.push(pieces[at].clone());
            at += 1;
            continue;
        };
        let leads = done.split_off(done.len() - leading(&done));
        let edit = Edit {
            does: run.does,
            apart: run.apart,
            since: pieces[at].stretch.saturating_sub(1),
            rest: &pieces[at + run.length..],
            is_punctuated,
        };
        match edit.carry_out(&mut done) {
            Some(taken) => at = skip_marks(&pieces, at + run.length + taken, &done),
            // "Hang on" says nothing of the patient.
            None if run.fills_time => at = skip_marks(&pieces, at + run.length, &done),
            None => {
                done.extend(leads);
                done.push(Piece {
                    class: Class::Fixed,
                    ..pieces[at].clone()
                });
                at += 1;
            }
        }
    }
    done
}

/// Edits that stand for one: "no wait scratch that".
struct Run {
    /// What the strongest of them does.
    does: Does,
    /// It stands between commas.
    apart: bool,
    /// What corrects nothing is said to fill time.
    fills_time: bool,
    /// How many pieces they take, with a comma behind them.
    length: usize,
}

impl Run {
    fn at(ahead: &[Piece]) -> Option<Self> {
        let entry_at = |at: usize| match ahead.get(at)?.class {
            Class::Edit(index) => Some(&lexicon().edits.edit[index]),
            _ => None,
        };
        let does_at = |at: usize| entry_at(at).map(|entry| entry.does);
        let is_comma = |at: usize| ahead.get(at).is_some_and(|piece| piece.is_mark(","));
        let mut does = does_at(0)?;
        let (apart, fills_time) = (entry_at(0)?.commas > 0, entry_at(0)?.fills_time);
        let mut length = 1;
        for _ in 1..LONGEST_RUN {
            let mut next = length;
            // Between two edits a "no" or a "wait" belongs to them.
            while is_comma(next) || ahead.get(next).is_some_and(is_lead) && next < length + LONGEST_RUN {
                next += 1;
            }
            match does_at(next) {
                // Two that take something back are two: each takes a sentence.
                Some(other) if !(does.takes_back() && other.takes_back()) => does = does.max(other),
                _ => break,
            }
            length = next + 1;
        }
        length += usize::from(is_comma(length));
        Some(Self {
            does,
            apart,
            fills_time,
            length,
        })
    }
}

/// How many pieces right before an edit belong to it: "no, scratch that".
fn leading(done: &[Piece]) -> usize {
    let mut leads = 0;
    for (back, piece) in done.iter().rev().take(LONGEST_RUN).enumerate() {
        if is_lead(piece) {
            leads = back + 1;
        } else if !piece.is_mark(",") {
            break;
        }
    }
    leads
}

/// Whether a piece is more than an edit, what leads to one, or a mark.
pub(super) fn says_something(piece: &Piece) -> bool {
    !is_lead(piece) && !matches!(piece.class, Class::Edit(_) | Class::Mark(_) | Class::Break)
}

fn is_lead(piece: &Piece) -> bool {
    lexicon().edits.leads.contains(piece.word())
}

/// What an edit does, and around it.
struct Edit<'a> {
    does: Does,
    /// It stands between commas.
    apart: bool,
    /// The stretch from which on it corrects.
    since: usize,
    /// What was said behind it.
    rest: &'a [Piece],
    /// Full stops were said or written.
    is_punctuated: bool,
}

impl Edit<'_> {
    /// How many pieces behind it belong to it, when it could be carried out.
    fn carry_out(&self, done: &mut Vec<Piece>) -> Option<usize> {
        match self.does {
            // At the very beginning there is nothing to take back, and the words of the edit are no finding.
            Does::Retract if done.is_empty() && !self.rest.is_empty() => Some(0),
            Does::Retract => retract::retract(done, self),
            Does::DeleteSentence => retract::delete_sentence(done, self),
            Does::DeleteWord => retract::delete_word(done).then_some(0),
            Does::Replace => {
                remote::correct(done, self.rest).or_else(|| replace::replace(done, self.since, self.rest))
            }
            Does::Restart => replace::restart(done, self.since, self.rest, self.apart),
            Does::ReplaceAlike => replace::replace_alike(done, self.rest).then_some(0),
        }
    }
}

/// After an edit a full stop that belonged to it is not left behind at the beginning of a sentence.
fn skip_marks(pieces: &[Piece], at: usize, done: &[Piece]) -> usize {
    let at_start = done.last().is_none_or(Piece::is_boundary);
    let is_stop =
        |piece: &Piece| matches!(piece.class, Class::Mark(_)) && matches!(piece.text.as_str(), "." | ",");
    at + pieces[at.min(pieces.len())..]
        .iter()
        .take_while(|piece| at_start && is_stop(piece))
        .count()
}

/// Where the sentence begins that is being said, or the numbered item, or what of it was said since this stretch began;
/// nothing when it is longer than anybody would take back.
pub(super) fn sentence_start(done: &[Piece], since: usize) -> Option<usize> {
    let start = nearest_start(done, since);
    (start == 0 || done.len() - start < LONGEST_SENTENCE).then_some(start)
}

/// [`sentence_start`], or as far back as a sentence goes when none begins there.
fn nearest_start(done: &[Piece], since: usize) -> usize {
    let from = done.len().saturating_sub(LONGEST_SENTENCE);
    let is_before = |piece: &Piece| piece.is_boundary() || piece.stretch < since;
    let start = match done[from..].iter().rposition(is_before) {
        Some(boundary) => from + boundary + 1,
        None => from,
    };
    start + last_item(&done[start..])
}

/// Where the last of the items begins that are said in one sentence: "number one mass number two cyst".
fn last_item(sentence: &[Piece]) -> usize {
    let mut next = 1;
    let mut start = 0;
    for (at, pair) in sentence.windows(2).enumerate() {
        let is_next = matches!(&pair[1].class, Class::Number { digits, .. } if digits.parse() == Ok(next));
        if pair[0].word() == "number" && is_next {
            next += 1;
            start = at;
        }
    }
    start
}

/// The stretch in which the last of these was said.
fn stretch_of(done: &[Piece]) -> usize {
    done.last().map_or(0, |piece| piece.stretch)
}

/// Where the last statement of a sentence begins.
fn last_statement(sentence: &[Piece]) -> usize {
    let (text, places) = plain(sentence);
    let last = segment::last_statement(&text);
    let before = places.partition_point(|place| *place < last);
    before.min(sentence.len().saturating_sub(1))
}

/// Where these end before a comma.
fn end_before_comma(done: &[Piece]) -> usize {
    done.len() - usize::from(done.last().is_some_and(|piece| piece.is_mark(",")))
}

/// Where the last sentence ends, behind which there may be stops and line breaks, though no more than a sentence has words.
fn end_of_words(done: &[Piece]) -> Option<usize> {
    let from = done.len().saturating_sub(LONGEST_SENTENCE);
    let last = done[from..].iter().rposition(|piece| !piece.is_boundary())?;
    Some(from + last + 1)
}
