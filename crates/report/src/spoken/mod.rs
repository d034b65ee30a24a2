//! From what was said to what is written: "three point two by four centimeters full stop" -> "3.2 x 4 cm."
//!
//! A pipeline over pieces, each of which knows the bytes of the dictation it was made from: phrases (punctuation,
//! edits, terms), spelled letters, numbers, then what numbers mean beside their neighbours, then edits, numbered
//! items and the layout. What the words are stands in `data/spoken/`; the modules here hold how they are used. Refuses
//! to guess: what is not understood stays as it was said. Text that is already written comes out as it went in.
//!
//! To add a word, add it to the data; to add a kind of rule, write a function over `piece::Cursor` and put it into
//! its pass in `understood`.

use std::ops::Range;

pub use cardinal::number;
pub use command::{Command, LONGEST_ARGUMENT, command, ways_to_command};
pub use live::LiveText;
pub use own::{Changed, OwnForms, keeps_meaning};
use piece::{Class, Piece, pass};

mod ages;
mod asides;
mod cardinal;
mod command;
mod dates;
mod edits;
mod labels;
mod layout;
mod letters;
mod levels;
mod lexicon;
mod lists;
mod live;
mod measures;
mod numbers;
mod own;
mod phrases;
mod piece;
mod powers;
mod remarks;
mod stages;
mod times;
mod tokenize;
mod trap;

/// A dictation in its written form, with the way back to what was said.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The written text.
    pub text: String,
    /// The bytes of the dictation that were taken back, corrected or said to others, with the words that did it, in order.
    pub taken_back: Vec<Range<usize>>,
    segments: Vec<Segment>,
    source_length: usize,
}

/// A stretch of the written text and the bytes of the dictation it was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Segment {
    written: Range<usize>,
    source: Range<usize>,
}

impl Written {
    /// The bytes of the dictation that a byte range of the written text was made from. Exact for whole words and
    /// numbers; a part of one gives the whole. A range over white space alone gives an empty range between its
    /// neighbours.
    pub fn source(&self, range: Range<usize>) -> Range<usize> {
        let first = self
            .segments
            .partition_point(|segment| segment.written.end <= range.start);
        let touched = self.segments[first..]
            .iter()
            .take_while(|segment| segment.written.start < range.end);
        let whole = touched.fold(None, |whole: Option<Range<usize>>, segment| {
            let Range { start, end } = segment.source;
            Some(whole.map_or(start..end, |whole| whole.start.min(start)..whole.end.max(end)))
        });
        whole.unwrap_or_else(|| {
            let before = first
                .checked_sub(1)
                .map_or(0, |index| self.segments[index].source.end);
            let before = if self.segments.is_empty() {
                self.source_length.min(range.start)
            } else {
                before
            };
            before..before
        })
    }
}

impl Written {
    /// The pieces of the written text in order, each with the bytes of the dictation that it was made from. White space between
    /// pieces belongs to none.
    pub fn pieces(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + '_ {
        self.segments
            .iter()
            .map(|segment| (segment.written.clone(), segment.source.clone()))
    }
}

impl std::fmt::Debug for Written {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "Written({} bytes, {} segments)",
            self.text.len(),
            self.segments.len()
        )
    }
}

/// Writes a dictation of which nobody knows where its speaker paused. Takes time in proportion to its length.
pub fn write(spoken: &str) -> Written {
    write_stretches(spoken, &[])
}

/// Writes a dictation whose stretches, from one pause to the next, begin at these bytes, in order. What is said in one
/// sentence may have pauses anywhere, but what is taken back as a whole ("scratch that") goes back to a pause at the
/// furthest: a speaker who says no full stops would lose all that was said before.
pub fn write_stretches(spoken: &str, pauses: &[usize]) -> Written {
    let understood = understood(spoken, pauses);
    let kept = edits::carry_out(asides::left_out(understood.clone()));
    let taken_back = taken_back(&understood, &kept);
    let pieces = lists::number_items(kept);
    if pieces.is_empty() && spoken.trim().is_empty() {
        return Written {
            text: spoken.to_owned(),
            taken_back,
            segments: Vec::new(),
            source_length: spoken.len(),
        };
    }
    let (text, segments) = layout::lay_out(&pieces, spoken);
    Written {
        text,
        taken_back,
        segments,
        source_length: spoken.len(),
    }
}

/// The stretches of what was understood of which nothing is kept. One that holds nothing but an edit ("hang on") took nothing back.
fn taken_back(understood: &[Piece], kept: &[Piece]) -> Vec<Range<usize>> {
    let mut sources: Vec<&Range<usize>> = kept.iter().map(|piece| &piece.source).collect();
    sources.sort_unstable_by_key(|source| source.start);
    let is_kept = |piece: &Piece| {
        let next = sources.partition_point(|source| source.start <= piece.source.start);
        next.checked_sub(1)
            .is_some_and(|at| piece.source.start < sources[at].end)
    };
    understood
        .chunk_by(|one, next| is_kept(one) == is_kept(next))
        .filter(|run| !is_kept(&run[0]) && run.iter().any(edits::says_something))
        .map(|run| run[0].source.start..run[run.len() - 1].source.end)
        .collect()
}

/// The byte at which the last sentence of a stretch begins, in spoken form: what "scratch that" after it takes back.
pub fn last_sentence(stretch: &str) -> usize {
    let pieces = understood(stretch, &[]);
    let end = pieces.iter().rposition(|piece| !piece.is_boundary());
    let start = edits::sentence_start(&pieces[..end.map_or(0, |last| last + 1)], 0);
    // A line that is begun before it goes with it.
    let is_behind_words = |first: &usize| pieces[..*first].iter().any(|piece| piece.class != Class::Break);
    let first = start.filter(is_behind_words).and_then(|first| pieces.get(first));
    first.map_or(0, |piece| piece.source.start)
}

/// What was said, in pieces that know what they are; edits are still to be carried out.
fn understood(spoken: &str, pauses: &[usize]) -> Vec<Piece> {
    let pieces = tokenize::tokenize(spoken, pauses);
    let pieces = without_fillers(pass(pieces, spoken, &[phrases::phrase]));
    let pieces = layout::without_doubled_marks(pieces);
    let pieces = pass(
        pieces,
        spoken,
        &[stages::stage, letters::spelled, phrases::known_word],
    );
    let pieces = pass(pieces, spoken, &[numbers::ordinal, numbers::number]);
    pass(
        pieces,
        spoken,
        &[
            dates::in_numbers,
            dates::day_first,
            dates::month_first,
            dates::ordinal,
            levels::level,
            levels::compact_pair,
            levels::next_number,
            levels::relaxation_rate,
            levels::code,
            labels::gleason,
            labels::ratio,
            times::time,
            measures::out_of,
            measures::pressure,
            measures::measure,
            measures::clock,
            labels::labelled,
            labels::named_letter,
            labels::ratio_colon,
            labels::lettered,
            measures::range,
            measures::bare,
            measures::close_dash,
            measures::axes,
        ],
    )
}

fn without_fillers(pieces: Vec<Piece>) -> Vec<Piece> {
    pieces
        .into_iter()
        .filter(|piece| !piece.text.is_empty())
        .collect()
}
