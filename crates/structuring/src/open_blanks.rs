//! Takes out of a report what its template asks and nobody answered: "Spleen measures ___ cm."
//!
//! A sentence that only asks goes, one that can do without the clause that asks is shortened, and one that says anything else, or anything
//! unknown, stays with its blank and is named (`sentence`). A line with nothing left goes with its label; a heading never does. Every
//! sentence without a blank stays byte for byte.

mod sentence;

use std::ops::Range;

use report::blank::{self, Blank, BlankKind};
use report::text::{ReportText, without_bullet};
use report::{budget, segment};

use self::sentence::{Asking, BLANK, Verdict};
use crate::merge;

/// A report without what it asked in vain.
pub struct WithoutBlanks {
    /// What is left of it.
    pub text: String,
    /// How many blanks it had.
    pub blanks: usize,
    /// Its sentences with blanks, in order.
    pub sentences: Vec<OpenSentence>,
}

/// A sentence with blanks.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenSentence {
    /// Its bytes in the report.
    pub place: Range<usize>,
    /// What becomes of it.
    pub outcome: Outcome,
}

/// What becomes of a sentence with blanks.
#[derive(Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It only asks, and is left out.
    LeftOut,
    /// What is left of it.
    Shortened(String),
    /// It says more than it asks, and stays with its blanks.
    Stays,
}

/// Bytes that are read in one step.
const BYTES_OF_A_STEP: usize = 32;
/// A line that is longer and ends in a colon is no label.
const LONGEST_LABEL: usize = 50;

/// A report in the report text format without what only asks.
pub fn without_blanks(text: &str) -> WithoutBlanks {
    budget::spend(1 + (text.len() / BYTES_OF_A_STEP) as u64);
    let blanks = blank::find(text);
    if blanks.is_empty() {
        return WithoutBlanks {
            text: text.to_owned(),
            blanks: 0,
            sentences: Vec::new(),
        };
    }
    let report = ReportText::parse(text);
    let mut paper = Paper::default();
    let mut open = Vec::new();
    let mut written = 0;
    let mut ahead = &blanks[..];
    let preamble = 0..report.preamble().len();
    let bodies = report.places().map(|(_, body)| body);
    for part in std::iter::once(preamble).chain(bodies) {
        paper.text.push_str(&text[written..part.start]);
        let mut start = part.start;
        for line in text[part.clone()].split_inclusive('\n') {
            let end = start + line.len();
            let (own, behind) = ahead.split_at(ahead.partition_point(|blank| blank.range.start < end));
            ahead = behind;
            let fate = fate_of(text, start..end, own, &mut open);
            // What stands behind a heading shares its line, whose end stays.
            paper.put(line, fate, start == part.start && start > 0);
            start = end;
        }
        paper.end_label();
        written = part.end;
    }
    paper.text.push_str(&text[written..]);
    paper.end(text.ends_with('\n'));
    WithoutBlanks {
        text: paper.text,
        blanks: blanks.len(),
        sentences: open,
    }
}

/// What becomes of a line.
enum Fate {
    Kept,
    /// With its line break.
    Changed(String),
    Gone,
}

/// What is left of a report, as far as it was read.
#[derive(Default)]
struct Paper {
    text: String,
    /// Whether the line before is gone.
    after_gone: bool,
    label: Option<OpenLabel>,
}

/// A label on a line of its own.
struct OpenLabel {
    /// Where it begins.
    at: usize,
    /// Whether a line below it is gone, and none was kept.
    is_bare: bool,
}

impl Paper {
    fn put(&mut self, line: &str, fate: Fate, behind_heading: bool) {
        match fate {
            Fate::Gone => {
                if behind_heading {
                    self.text.push_str(&line[line.trim_end().len()..]);
                }
                self.after_gone = true;
                if let Some(label) = &mut self.label {
                    label.is_bare = true;
                }
            }
            Fate::Changed(line) => self.keep(&line),
            Fate::Kept if line.trim().is_empty() => {
                // What follows may still be of the label above.
                // One blank line between paragraphs, where that between them is gone.
                if !(self.after_gone && self.text.ends_with("\n\n")) {
                    self.text.push_str(line);
                }
            }
            Fate::Kept => {
                let label = line.trim_end().strip_suffix(':').map(without_bullet);
                let is_label =
                    label.is_some_and(|label| label.len() < LONGEST_LABEL && sentence::is_plain_label(label));
                if is_label {
                    self.end_label();
                }
                let at = self.text.len();
                self.keep(line);
                self.label = is_label.then_some(OpenLabel { at, is_bare: false });
            }
        }
    }

    /// Puts a line, with which no label above it can be bare any more.
    fn keep(&mut self, line: &str) {
        self.text.push_str(line);
        self.label = None;
        self.after_gone = false;
    }

    /// A label of which nothing is left goes too: since it was put, nothing was.
    fn end_label(&mut self) {
        if let Some(label) = self.label.take().filter(|label| label.is_bare) {
            let parts = self.text[label.at..].lines().any(|line| line.trim().is_empty());
            self.text.truncate(label.at);
            if parts && !self.text.ends_with("\n\n") {
                self.text.push('\n');
            }
            self.after_gone = true;
        }
    }

    /// A text that ended without a line break does so without its last line too.
    fn end(&mut self, breaks: bool) {
        if self.after_gone && !breaks {
            self.text.truncate(self.text.trim_end_matches(['\r', '\n']).len());
        }
    }
}

/// A line with blanks.
struct Line<'t> {
    text: &'t str,
    /// Where what stands behind its bullet and label begins, and where that ends.
    body: Range<usize>,
    label: Option<&'t str>,
    /// Its sentences, as bytes of the report.
    sentences: Vec<Range<usize>>,
}

/// What becomes of the line at `place`, whose blanks are given; its sentences with blanks are added to `open`.
fn fate_of(text: &str, place: Range<usize>, blanks: &[Blank], open: &mut Vec<OpenSentence>) -> Fate {
    let Some(first) = blanks.first() else {
        return Fate::Kept;
    };
    let end = place.start + text[place.clone()].trim_end().len();
    let whole = without_bullet(&text[place.start..end]);
    // What is asked before a colon is no label.
    let (label, rest) = match merge::labelled(whole) {
        (Some(_), rest) if first.range.start < end - rest.len() => (None, whole),
        labelled => labelled,
    };
    let body = end - rest.len()..end;
    let line = Line {
        text,
        sentences: sentences(text, body.clone()),
        body,
        label,
    };
    let outcomes = line.outcomes(blanks, open);
    line.fate(place, &outcomes)
}

impl Line<'_> {
    /// What becomes of each of its sentences; nothing of one without a blank.
    fn outcomes(&self, blanks: &[Blank], open: &mut Vec<OpenSentence>) -> Vec<Option<Outcome>> {
        let mut outcomes = Vec::new();
        let mut ahead = blanks;
        let from = open.len();
        for (number, sentence) in self.sentences.iter().enumerate() {
            // A blank between sentences is of none of them, and stays.
            let (between, behind) = ahead.split_at(first_from(ahead, sentence.start));
            let (own, behind) = behind.split_at(first_from(behind, sentence.end));
            open.extend(between.iter().map(unread));
            ahead = behind;
            let outcome: Option<Outcome> = (!own.is_empty()).then(|| {
                let reaches_out = own.last().is_some_and(|blank| blank.range.end > sentence.end);
                match self.stands_alone(number) && !reaches_out {
                    true => self.outcome(number, own),
                    false => Outcome::Stays,
                }
            });
            outcomes.push(outcome);
        }
        open.extend(ahead.iter().map(unread));
        self.keep_what_is_leaned_on(&mut outcomes);
        let told = self.sentences.iter().zip(&outcomes);
        open.extend(told.filter_map(|(sentence, outcome)| {
            Some(OpenSentence {
                place: sentence.clone(),
                outcome: outcome.clone()?,
            })
        }));
        open[from..].sort_by_key(|sentence| sentence.place.start);
        outcomes
    }

    /// "Left kidney measures ___ cm. It contains a 3 cm cyst.": what the next sentence needs to be understood stays, unless the label or the
    /// sentence before says it too.
    fn keep_what_is_leaned_on(&self, outcomes: &mut [Option<Outcome>]) {
        let subject = |number: usize| sentence::Subject::of(&self.text[self.sentences[number].clone()]);
        let mut is_needed = false;
        for number in (0..outcomes.len()).rev() {
            if outcomes[number] == Some(Outcome::LeftOut) {
                let before = (0..number)
                    .rev()
                    .find(|other| outcomes[*other] != Some(Outcome::LeftOut));
                let is_said = self.label.is_some()
                    || before.is_some_and(|before| subject(before).is_that_of(&subject(number)));
                if !is_needed || is_said {
                    continue;
                }
                outcomes[number] = Some(Outcome::Stays);
            }
            is_needed = subject(number).is_open;
        }
    }

    /// Whether a sentence surely begins and ends where it was cut: at a full stop, or where its line does.
    fn stands_alone(&self, number: usize) -> bool {
        let sentence = &self.sentences[number];
        let before = match number.checked_sub(1) {
            Some(before) => self.sentences[before].end,
            None => self.body.start,
        };
        let is_ended = |end: usize| self.text[..end].ends_with(['.', '?', '!']);
        self.text[before..sentence.start].trim().is_empty()
            && (number == 0 || is_ended(before))
            && (sentence.end == self.body.end || is_ended(sentence.end))
            && !self.text[sentence.clone()].contains(['\r', '\n'])
    }

    fn outcome(&self, number: usize, blanks: &[Blank]) -> Outcome {
        let sentence = &self.sentences[number];
        let mut asked = String::with_capacity(sentence.len());
        let mut at = sentence.start;
        for blank in blanks {
            asked.push_str(&self.text[at..blank.range.start]);
            asked.push_str(BLANK);
            at = blank.range.end;
        }
        asked.push_str(&self.text[at..sentence.end]);
        let asking = Asking {
            text: &asked,
            label: self.label,
            leads: number == 0,
            chooses: blanks
                .iter()
                .any(|blank| matches!(blank.kind, BlankKind::Choice(_))),
        };
        match asking.judge() {
            Verdict::Goes => Outcome::LeftOut,
            Verdict::Shorter(form) => Outcome::Shortened(form),
            Verdict::Stays => Outcome::Stays,
        }
    }

    fn fate(&self, place: Range<usize>, outcomes: &[Option<Outcome>]) -> Fate {
        let is_left_out = |outcome: &Option<Outcome>| matches!(outcome, Some(Outcome::LeftOut));
        let is_changed =
            |outcome: &Option<Outcome>| matches!(outcome, Some(Outcome::LeftOut | Outcome::Shortened(_)));
        if !outcomes.iter().any(is_changed) {
            return Fate::Kept;
        }
        let ends_with_it = self
            .sentences
            .last()
            .is_some_and(|last| last.end == self.body.end);
        if outcomes.iter().all(is_left_out) && ends_with_it {
            return Fate::Gone;
        }
        let mut left = self.text[place.start..self.body.start].to_owned();
        let mut at = self.body.start;
        let mut closes_up = false;
        for (sentence, outcome) in self.sentences.iter().zip(outcomes) {
            let gap = &self.text[at..sentence.start];
            at = sentence.end;
            if is_left_out(outcome) {
                // It stands alone: there is nothing in the gap before it.
                closes_up |= left.is_empty() || left.ends_with([' ', '\t']);
                continue;
            }
            left.push_str(if closes_up { gap.trim_start() } else { gap });
            closes_up = false;
            match outcome {
                Some(Outcome::Shortened(form)) => left.push_str(form),
                _ => left.push_str(&self.text[sentence.clone()]),
            }
        }
        left.push_str(&self.text[at..place.end]);
        Fate::Changed(left)
    }
}

/// The sentences in the body of a line, as bytes of the text.
fn sentences(text: &str, body: Range<usize>) -> Vec<Range<usize>> {
    // A line that ends without a full stop is a sentence, and no speech without punctuation.
    let stopped = format!("{}.", &text[body.clone()]);
    let found = segment::sentences(&stopped, 0..stopped.len());
    let found: Vec<Range<usize>> = found
        .into_iter()
        .map(|sentence| body.start + sentence.start..(body.start + sentence.end).min(body.end))
        .filter(|sentence| !sentence.is_empty())
        .collect();
    if found.is_empty() { vec![body] } else { found }
}

/// How many blanks begin before a place.
fn first_from(blanks: &[Blank], place: usize) -> usize {
    blanks.partition_point(|blank| blank.range.start < place)
}

/// A blank outside any sentence.
fn unread(blank: &Blank) -> OpenSentence {
    OpenSentence {
        place: blank.range.clone(),
        outcome: Outcome::Stays,
    }
}

#[cfg(test)]
mod tests;
