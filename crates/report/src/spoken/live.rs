//! Writes a dictation while it is being said: what is written stays, and only what later words could change is held back.
//!
//! Stretches come as the speaker pauses. "three" (pause) "point two centimeters" is one size, so a number at the end of a stretch
//! waits for the next one, and no longer than that. What only a look at the whole take can put right ("sorry, left" after a pause) is
//! put right when the take is over and is written as a whole.

use std::ops::Range;

use super::{Command, OwnForms, command, lexicon::lexicon, write};

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
    /// The end of what is committed, in spoken form.
    before: String,
    /// Where in it the last stretch begins.
    last: usize,
    /// Ended but not committed, in spoken form.
    held: String,
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
            let was_held = !self.held.is_empty() && self.last == self.before.len();
            self.held.clear();
            self.before.truncate(self.last);
            return (!was_held).then_some(command);
        }
        let waited = self.held.len();
        add(&mut self.held, heard.trim());
        let settled = self.settled().max(waited);
        self.last = self.before.len();
        self.commit(settled);
        None
    }

    /// The speaker pauses or has finished: nothing is held back any more.
    pub fn settle(&mut self) {
        self.commit(self.held.len());
    }

    /// What is written and stays. It only grows; what is added brings its own space or line break.
    pub fn committed(&self) -> &str {
        &self.committed
    }

    /// What follows it for now, when `heard` is what has been understood of the stretch that is being said.
    pub fn tentative(&self, heard: &str) -> String {
        let mut spoken = self.held.clone();
        add(&mut spoken, heard.trim());
        self.forms.apply(&continue_with(&self.before, &spoken).text)
    }

    /// Bytes of what is held that later words do not change.
    fn settled(&self) -> usize {
        let now = continue_with(&self.before, &self.held);
        let stable = CONTINUATIONS.iter().map(|next| {
            let later = continue_with(&self.before, &format!("{} {next}", self.held));
            let same = now.pieces.iter().zip(&later.pieces).take_while(|(is, will)| {
                is.1 == will.1 && now.text[is.0.clone()] == later.text[will.0.clone()]
            });
            now.pieces
                .get(same.count())
                .map_or(self.held.len(), |(_, source)| source.start)
        });
        let stable = stable.min().unwrap_or(self.held.len());
        let open = &self.held[stable..];
        if open.len() > LONGEST_HELD || !open.split(' ').any(is_number) {
            return self.held.len();
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
        add(&mut self.before, self.held[..until].trim());
        self.held = self.held[until..].trim_start().to_owned();
        let over = self.before.len().saturating_sub(CONTEXT);
        let over = self.before.ceil_char_boundary(over);
        if let Some(space) = self.before[over..].find(' ').filter(|_| over > 0) {
            self.before.drain(..=over + space);
            self.last = self.last.saturating_sub(over + space + 1);
        }
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || lexicon().numbers.cardinals.contains_key(word)
}

fn add(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// Writes `spoken` as it stands after `before`, without changing what is written there.
fn continue_with(before: &str, spoken: &str) -> Continued {
    if before.is_empty() || spoken.is_empty() {
        return alone("", spoken);
    }
    if let Some(continued) = within(before, spoken) {
        return continued;
    }
    // What is said now would change what is written already: it is written for itself, at the start of a sentence or in the middle.
    let written = write(before).text;
    let ends_sentence = written.trim_end_matches(' ').ends_with(['.', '?', '!', '\n']);
    let context = if ends_sentence { "seen full stop" } else { "seen" };
    within(context, spoken).unwrap_or_else(|| alone(" ", spoken))
}

/// What stands after `before` when both are written as one; nothing when they are not written apart.
fn within(before: &str, spoken: &str) -> Option<Continued> {
    let from = before.len() + 1;
    let written = write(&format!("{before} {spoken}"));
    let mut pieces: Vec<_> = written.pieces().collect();
    let first = pieces
        .iter()
        .position(|(_, source)| source.start >= from)
        .unwrap_or(pieces.len());
    let after = pieces.split_off(first);
    let end = pieces.last().map_or(0, |(place, _)| place.end);
    let is_apart = pieces.iter().all(|(_, source)| source.end < from)
        && after.iter().all(|(_, source)| source.start >= from);
    let before_it = write(before);
    let end_alone = before_it.pieces().last().map_or(0, |(place, _)| place.end);
    let is_unchanged = written.text[..end] == before_it.text[..end_alone];
    (is_apart && is_unchanged).then(|| Continued {
        text: written.text[end..].to_owned(),
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
fn alone(gap: &str, spoken: &str) -> Continued {
    let written = write(spoken);
    let gap = if written.text.is_empty() { "" } else { gap };
    let moved = |(place, source): (Range<usize>, _)| (place.start + gap.len()..place.end + gap.len(), source);
    Continued {
        pieces: written.pieces().map(moved).collect(),
        text: format!("{gap}{}", written.text),
    }
}
