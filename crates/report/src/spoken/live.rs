//! Writes a dictation while it is being said: what is written stays, and only what later words could change is held back.
//!
//! Stretches come as the speaker pauses. "three" (pause) "point two centimeters" is one size, so a number at the end of a stretch
//! waits for the next one, and no longer than that. What only a look at the whole take can put right ("sorry, left" after a pause) is
//! put right when the take is over and is written as a whole.

use std::ops::Range;

use super::{Command, OwnForms, Written, command, last_sentence, lexicon::lexicon, write_stretches};

/// Bytes of what was said before that decide how what follows is written.
const CONTEXT: usize = 400;
/// Bytes of spoken form that are held back at most.
const LONGEST_HELD: usize = 60;
/// How a number may go on in the next stretch.
const CONTINUATIONS: [&str; 7] = [
    "point two centimeters",
    "by four centimeters",
    "centimeters",
    "five",
    "to five millimeters",
    "percent",
    "and a half centimeters",
];

/// A dictation as far as it is written.
#[derive(Default)]
pub struct LiveText {
    forms: OwnForms,
    committed: String,
    /// The end of what is committed.
    before: Said,
    /// Ended but not committed.
    held: Said,
}

/// Stretches side by side, in spoken form.
#[derive(Default, Clone)]
struct Said {
    words: String,
    /// Where in it a stretch begins.
    pauses: Vec<usize>,
}

/// What is written after something else.
struct Continued {
    text: String,
    /// Places in the text with the bytes they were made from.
    pieces: Vec<(Range<usize>, Range<usize>)>,
}

impl LiveText {
    /// An empty dictation of a user with these own forms.
    pub fn new(forms: OwnForms) -> Self {
        Self {
            forms,
            ..Self::default()
        }
    }

    /// A stretch has ended. One that is a command is no text; it is given back to be acted on, unless it takes back what has not
    /// been committed yet and is thereby done.
    pub fn stretch(&mut self, heard: &str) -> Option<Command> {
        if let Some(command) = command(heard) {
            if command != Command::Scratch {
                self.settle();
                return Some(command);
            }
            let was_held = self.held.pauses.first() == Some(&0);
            self.scratch();
            return (!was_held).then_some(command);
        }
        let waited = self.held.words.len();
        self.held.stretch(heard);
        let settled = self.settled().max(waited);
        self.commit(settled);
        None
    }

    /// Takes back the last stretch, or its last sentence.
    fn scratch(&mut self) {
        let held = std::mem::take(&mut self.held);
        if held.pauses.first() == Some(&0) {
            return;
        }
        self.before.add(held);
        let stretch = self.before.pauses.last().copied().unwrap_or(0);
        let sentence = stretch + last_sentence(&self.before.words[stretch..]);
        self.before.split_off(sentence);
    }

    /// The speaker pauses or has finished: nothing is held back any more.
    pub fn settle(&mut self) {
        self.commit(self.held.words.len());
    }

    /// What is written and stays. It only grows; what is added brings its own space or line break.
    pub fn committed(&self) -> &str {
        &self.committed
    }

    /// What follows it for now, when `heard` is what has been understood of the stretch that is being said.
    pub fn tentative(&self, heard: &str) -> String {
        let mut spoken = self.held.clone();
        spoken.stretch(heard);
        self.forms.apply(&continue_with(&self.before, &spoken).text)
    }

    /// Bytes of what is held that later words do not change.
    fn settled(&self) -> usize {
        let now = continue_with(&self.before, &self.held);
        let held = &self.held.words;
        let stable = CONTINUATIONS.iter().map(|next| {
            let mut longer = self.held.clone();
            longer.stretch(next);
            let later = continue_with(&self.before, &longer);
            let same = now.pieces.iter().zip(&later.pieces).take_while(|(is, will)| {
                is.1 == will.1 && now.text[is.0.clone()] == later.text[will.0.clone()]
            });
            now.pieces
                .get(same.count())
                .map_or(held.len(), |(_, source)| source.start)
        });
        let stable = stable.min().unwrap_or(held.len());
        let open = &held[stable..];
        if open.len() > LONGEST_HELD || !open.split(' ').any(is_number) {
            return held.len();
        }
        stable
    }

    /// Writes what is held up to here, or to the end of what is written as one with it.
    fn commit(&mut self, mut until: usize) {
        let now = continue_with(&self.before, &self.held);
        let mut done = 0;
        while let Some(more) = now.pieces[done..]
            .iter()
            .rposition(|(_, source)| source.start < until)
        {
            let furthest = now.pieces[done..=done + more]
                .iter()
                .map(|(_, source)| source.end);
            until = furthest.fold(until, usize::max);
            done += more + 1;
        }
        let end = done.checked_sub(1).map_or(0, |last| now.pieces[last].0.end);
        self.committed.push_str(&self.forms.apply(&now.text[..end]));
        let rest = self.held.split_off(until);
        self.before.add(std::mem::replace(&mut self.held, rest));
        self.before.shorten();
    }
}

impl Said {
    /// Appends a stretch.
    fn stretch(&mut self, heard: &str) {
        let heard = heard.trim();
        self.add(Self {
            words: heard.to_owned(),
            pauses: if heard.is_empty() { Vec::new() } else { vec![0] },
        });
    }

    fn add(&mut self, more: Self) {
        if !self.words.is_empty() && !more.words.is_empty() {
            self.words.push(' ');
        }
        let from = self.words.len();
        self.pauses.extend(more.pauses.iter().map(|pause| from + pause));
        self.words.push_str(&more.words);
    }

    /// Cuts it before this byte, which white space may follow, and gives what follows.
    fn split_off(&mut self, at: usize) -> Self {
        let rest = self.words.split_off(at);
        self.words.truncate(self.words.trim_end().len());
        let words = rest.trim_start();
        let start = at + (rest.len() - words.len());
        let first = self.pauses.partition_point(|pause| *pause < at);
        Self {
            words: words.to_owned(),
            pauses: self
                .pauses
                .split_off(first)
                .iter()
                .map(|pause| pause - start)
                .collect(),
        }
    }

    /// Forgets the words that do not decide how the next ones are written.
    fn shorten(&mut self) {
        let over = self.words.len().saturating_sub(CONTEXT);
        let over = self.words.ceil_char_boundary(over);
        if over > 0 {
            // A word that is longer than that is cut: kept whole, every stretch would be written behind all of it.
            let space = self.words[over..].find(' ').unwrap_or_default();
            *self = self.split_off(over + space);
        }
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || lexicon().numbers.cardinals.contains_key(word)
}

/// Writes `spoken` as it stands after `before`, without changing what is written there.
fn continue_with(before: &Said, spoken: &Said) -> Continued {
    if before.words.is_empty() || spoken.words.is_empty() {
        return alone("", spoken);
    }
    if let Some(continued) = within(before, spoken) {
        return continued;
    }
    // What is said now would change what is written already: it is written for itself, at the start of a sentence or in the middle.
    let written = written(before).text;
    let ends_sentence = written.trim_end_matches(' ').ends_with(['.', '?', '!', '\n']);
    let context = Said {
        words: if ends_sentence { "seen full stop" } else { "seen" }.to_owned(),
        pauses: Vec::new(),
    };
    within(&context, spoken).unwrap_or_else(|| alone(" ", spoken))
}

fn written(said: &Said) -> Written {
    write_stretches(&said.words, &said.pauses)
}

/// What stands after `before` when both are written as one; nothing when they are not written apart.
fn within(before: &Said, spoken: &Said) -> Option<Continued> {
    let from = before.words.len() + 1;
    let mut both = before.clone();
    both.add(spoken.clone());
    let both = written(&both);
    let mut pieces: Vec<_> = both.pieces().collect();
    let first = pieces
        .iter()
        .position(|(_, source)| source.start >= from)
        .unwrap_or(pieces.len());
    let after = pieces.split_off(first);
    let end = pieces.last().map_or(0, |(place, _)| place.end);
    let is_apart = pieces.iter().all(|(_, source)| source.end < from)
        && after.iter().all(|(_, source)| source.start >= from);
    let before_it = written(before);
    let end_alone = before_it.pieces().last().map_or(0, |(place, _)| place.end);
    let is_unchanged = both.text[..end] == before_it.text[..end_alone];
    (is_apart && is_unchanged).then(|| Continued {
        text: both.text[end..].to_owned(),
        pieces: after
            .into_iter()
            .map(|(place, source)| {
                (
                    place.start - end..place.end - end,
                    source.start - from..source.end - from,
                )
            })
            .collect(),
    })
}

/// What is written when nothing was said before, behind `gap`.
fn alone(gap: &str, spoken: &Said) -> Continued {
    let written = written(spoken);
    let gap = if written.text.is_empty() { "" } else { gap };
    let moved = |(place, source): (Range<usize>, _)| (place.start + gap.len()..place.end + gap.len(), source);
    Continued {
        pieces: written.pieces().map(moved).collect(),
        text: format!("{gap}{}", written.text),
    }
}
