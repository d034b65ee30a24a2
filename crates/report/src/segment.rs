//! Cuts a text into sentences, each with its place.
//!
//! Lines and full stops divide. Text without them, as a recogniser without punctuation writes it, is read as a run of words
//! (`run`) whose classes (`class`, settled by their neighbours in `settle`) give the evidence (`evidence`: at a place, with what a
//! denial has reached there, `scope`; of a whole sentence, `shape`, with the order of what it tells, `order`) by which the best of all
//! its divisions is found (`division`); where none may begin is in `opens`, where one surely does in `sure`. What no evidence decides is
//! ruled so that no finding is lost, by what the words name (`things`): one more thing denied or a finding of its own (`items`, with
//! `routine`), the same told of two places (`parallel`), a comma (`comma`). To better the division: correct the words of
//! `data/clauses.toml` or the lists of `data/denied-together.toml`, or add sentences to `scripts/sentence-corpus.txt` and learn the
//! weights anew (`examples/division.rs`).

pub mod ahead;
mod attribute;
pub mod class;
mod comma;
mod compounds;
pub mod division;
pub mod evidence;
mod items;
mod opens;
pub mod order;
mod parallel;
mod routine;
pub mod run;
mod scope;
mod settle;
pub mod shape;
mod sizes;
mod stage;
mod sure;
#[cfg(test)]
mod tests;
mod things;

use std::ops::Range;

/// Full stops further apart than this, on average, are taken for speech without punctuation.
const LONGEST_SENTENCE: usize = 40;
/// A sentence of more words than this is taken for speech without punctuation, whatever stands around it.
const ENDLESS: usize = 45;
/// Where commas stand closer than this, somebody punctuated.
const WORDS_A_COMMA: usize = 20;
/// A sentence of so many commas and words may be a line of several that commas part.
const MOST_COMMAS: usize = 4;
const SHORTEST_RUN: usize = 20;
/// Nobody says more words than this in a sentence: a longer one is cut, so that every later step stays linear.
const LONGEST_CLAUSE: usize = 400;
/// Nor has a sentence more bytes, whatever stands between its words.
const MOST_BYTES: usize = 4_000;
/// No size, no level and no row of adjectives has more words: what stands behind more of them is not looked for, so that each word is
/// read in bounded time.
const ROW: usize = 64;
/// Abbreviations whose full stop ends nothing.
const ABBREVIATIONS: &[&str] = &[
    "dr", "mr", "mrs", "vs", "e.g", "i.e", "approx", "no", "fig", "st", "prof", "ca", "etc",
];

/// The sentences in a part of a text, in order, as ranges of the whole text; none is blank.
pub fn sentences(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    divided(text, within, |sentence| vec![sentence])
}

/// The statements in a part of a dictation: its sentences, and what commas part in a telegraphic line.
pub fn statements(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    divided(text, within, |sentence| {
        match has_many_commas(&text[sentence.clone()]) {
            true => division::line_of_commas(text, sentence),
            false => vec![sentence],
        }
    })
}

/// Where the last statement of a text begins that is to be taken back.
pub(crate) fn last_statement(text: &str) -> usize {
    let last = sentences(text, 0..text.len()).pop().unwrap_or(0..text.len());
    division::last_statement(text, last)
}

/// The same, with a reading of what a full stop ends.
fn divided(
    text: &str,
    within: Range<usize>,
    of_stopped: impl Fn(Range<usize>) -> Vec<Range<usize>>,
) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut line_start = within.start;
    for line in text[within].split_inclusive('\n') {
        divide_line(text, line_start..line_start + line.len(), &mut sentences);
        line_start += line.len();
    }
    let sparse = punctuation_is_sparse(text, &sentences);
    sentences
        .into_iter()
        .flat_map(|sentence| {
            let said = &text[sentence.clone()];
            if sparse || is_endless(said) {
                division::sentences(text, sentence)
            } else {
                of_stopped(sentence)
            }
        })
        .filter(|sentence| text[sentence.clone()].contains(char::is_alphanumeric))
        .flat_map(|sentence| bounded(text, sentence))
        .collect()
}

/// A text in stretches of at most so many bytes, cut before a word where there is room: what compares the parts of a sentence with each
/// other reads a line that no sentence is as long as in such stretches.
pub(crate) fn stretches(text: &str, longest: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start == text.len() {
            return None;
        }
        let end = text.floor_char_boundary((start + longest).min(text.len()));
        let space = text[start..end]
            .rfind(char::is_whitespace)
            .filter(|space| end < text.len() && *space > 0);
        let end = space.map_or(end, |space| start + space);
        Some(std::mem::replace(&mut start, end)..end)
    })
}

/// The sentence, cut behind each [`LONGEST_CLAUSE`] words and each [`MOST_BYTES`] bytes.
fn bounded(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    // A word and what stands before the next takes two bytes at least.
    if sentence.len() < 2 * LONGEST_CLAUSE {
        return vec![sentence];
    }
    let mut starts = vec![sentence.start];
    let mut counted = 0;
    for word in crate::token::ranges(&text[sentence.clone()]) {
        let (start, end) = (sentence.start + word.start, sentence.start + word.end);
        cut_by_bytes(text, start, &mut starts);
        let is_long = end - starts[starts.len() - 1] > MOST_BYTES;
        if counted == LONGEST_CLAUSE || is_long && start > starts[starts.len() - 1] {
            starts.push(start);
            counted = 0;
        }
        counted += 1;
    }
    cut_by_bytes(text, sentence.end, &mut starts);
    starts.push(sentence.end);
    starts
        .windows(2)
        .map(|ends| {
            let (start, piece) = (ends[0], &text[ends[0]..ends[1]]);
            let blank = piece.len() - piece.trim_start().len();
            start + blank..start + piece.trim_end().len().max(blank)
        })
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// Cuts what is longer than [`MOST_BYTES`] before `end`.
fn cut_by_bytes(text: &str, end: usize, starts: &mut Vec<usize>) {
    while let Some(last) = starts.last().filter(|last| end - **last > MOST_BYTES) {
        let mut at = last + MOST_BYTES;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        starts.push(at);
    }
}

/// Whether the text has no full stop between its words at all, or far too few.
fn punctuation_is_sparse(text: &str, sentences: &[Range<usize>]) -> bool {
    let stopped = sentences
        .iter()
        .filter(|sentence| text[(*sentence).clone()].ends_with(['.', '?', '!', ':']))
        .count();
    let words = || -> usize {
        sentences
            .iter()
            .map(|sentence| crate::token::ranges(&text[sentence.clone()]).count())
            .sum()
    };
    let commas = || text.matches(',').count();
    stopped == 0 || {
        let words = words();
        stopped > 0 && words > LONGEST_SENTENCE * stopped && commas() * WORDS_A_COMMA < words
    }
}

/// Whether it has more words than anybody speaks in one breath, and hardly a comma among them.
fn is_endless(sentence: &str) -> bool {
    let words = crate::token::ranges(sentence).take(ENDLESS + 1).count();
    words > ENDLESS && sentence.matches(',').count() * WORDS_A_COMMA < crate::token::ranges(sentence).count()
}

/// Whether as many commas stand in it, and as close, as in a line where they end what others end with a full stop.
fn has_many_commas(sentence: &str) -> bool {
    let commas = sentence.matches(", ").count();
    commas >= MOST_COMMAS && {
        let words = crate::token::ranges(sentence).count();
        words >= SHORTEST_RUN && commas * WORDS_A_COMMA > words
    }
}

fn divide_line(text: &str, line: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let mut start = line.start;
    let mut depth = 0_usize;
    for at in line.clone() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'.' | b'?' | b'!' if depth == 0 || at + 1 == line.end => {
                let ends = bytes.get(at + 1).is_none_or(|next| next.is_ascii_whitespace())
                    && !is_abbreviation(text, start, at);
                if ends && !is_list_number(text, start, at) {
                    push(text, start..at + 1, sentences);
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    push(text, start..line.end, sentences);
}

/// `Dr.` and `vs.`, and the initial of a name.
fn is_abbreviation(text: &str, start: usize, at: usize) -> bool {
    let before = &text[start..at];
    let word = before
        .rsplit(|character: char| character.is_whitespace() || character == '(')
        .next()
        .unwrap_or("");
    ABBREVIATIONS.iter().any(|known| known.eq_ignore_ascii_case(word))
        && (word != "no"
            || text[at + 1..]
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit()))
}

/// `1.` at the start of a statement.
fn is_list_number(text: &str, start: usize, at: usize) -> bool {
    let before = text[start..at].trim_start();
    (1..=2).contains(&before.len()) && before.bytes().all(|byte| byte.is_ascii_digit())
}

fn push(text: &str, range: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let piece = &text[range.clone()];
    let trimmed = piece.trim();
    if !trimmed.contains(char::is_alphanumeric) {
        return;
    }
    let start = range.start + (piece.len() - piece.trim_start().len());
    let body = crate::text::without_bullet(trimmed);
    let start = start + (trimmed.len() - body.len());
    sentences.push(start..start + body.len());
}
