//! The unit that the rules work on: a stretch of the dictation and what is written for it.

use std::ops::Range;

use crate::budget;

/// What a piece is. Rules look at the class of their neighbours, never at how they came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Class {
    /// A word that no rule has touched.
    Word,
    /// A word that a rule has written: a term, an abbreviation, a date.
    Fixed,
    /// A word before which a number is a label, with the index of its rule.
    Label(usize),
    /// A number that was labelled; the next number of the same list follows the same rule.
    Labelled { label: usize, value: u64 },
    /// A number without unit. `spoken` numbers under ten go back to words when nothing claims them.
    Number { digits: String, spoken: bool },
    /// An ordinal, with its value.
    Ordinal(u64),
    /// A number with its unit, or a size.
    Measure,
    /// A vertebral level such as L4, with the index of its letter and its number.
    Level { letter: usize, number: u64 },
    /// A punctuation mark.
    Mark(Mark),
    /// One or more line breaks that were spoken.
    Break,
    /// An edit, with the index of its rule.
    Edit(usize),
}

/// How a mark sits between words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) sticks: Sticks,
    pub(super) ends_sentence: bool,
    pub(super) spoken: bool,
}

/// On which side a mark has no space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Sticks {
    Before,
    After,
    Both,
    Neither,
}

/// A stretch of the dictation and what is written for it.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// What is written.
    pub(super) text: String,
    /// What was said, in lower case.
    pub(super) said: String,
    /// The bytes of the dictation that it was made from.
    pub(super) source: Range<usize>,
    /// The white space of the dictation in front of it.
    pub(super) gap: Range<usize>,
    /// Which of the stretches between two pauses it was said in; of a piece that was said in several, the last.
    pub(super) stretch: usize,
    pub(super) class: Class,
}

impl Piece {
    /// What was said when it is a word (untouched, fixed, a label, an ordinal); empty for numbers and marks.
    pub(super) fn word(&self) -> &str {
        match self.class {
            Class::Word | Class::Fixed | Class::Label(_) | Class::Ordinal(_) => &self.said,
            _ => "",
        }
    }

    /// Whether it ends a sentence or a line.
    pub(super) fn is_boundary(&self) -> bool {
        match &self.class {
            Class::Break => true,
            Class::Mark(mark) => mark.ends_sentence,
            _ => false,
        }
    }

    pub(super) fn is_mark(&self, text: &str) -> bool {
        matches!(self.class, Class::Mark(_)) && self.text == text
    }
}

/// Where a rule stands: what is done, what is still to come.
pub(super) struct Cursor<'a> {
    pub(super) done: &'a [Piece],
    pub(super) ahead: &'a [Piece],
    pub(super) input: &'a str,
}

impl<'a> Cursor<'a> {
    /// The word `offset` pieces ahead (0 is the piece itself); empty when there is none.
    pub(super) fn word(&self, offset: usize) -> &'a str {
        self.ahead.get(offset).map_or("", Piece::word)
    }

    /// The word right before.
    pub(super) fn previous_word(&self) -> &'a str {
        self.done.last().map_or("", Piece::word)
    }

    pub(super) fn piece(&self, offset: usize) -> Option<&'a Piece> {
        self.ahead.get(offset)
    }

    /// Whether the pieces `from..to` ahead stand on one line of the dictation.
    pub(super) fn on_one_line(&self, to: usize) -> bool {
        self.ahead
            .iter()
            .take(to)
            .skip(1)
            .all(|piece| !self.input[piece.gap.clone()].contains('\n'))
    }
}

/// What a rule makes of the pieces ahead.
pub(super) struct Rewrite {
    /// How many pieces ahead are used up, at least one.
    pub(super) take: usize,
    /// How many pieces that are done are taken back into it.
    pub(super) take_back: usize,
    pub(super) text: String,
    pub(super) class: Class,
    /// What the piece counts as said, when it is not the words that are used up.
    pub(super) said: Option<String>,
}

impl Rewrite {
    pub(super) fn new(take: usize, text: impl Into<String>, class: Class) -> Self {
        Self {
            take,
            take_back: 0,
            text: text.into(),
            class,
            said: None,
        }
    }
}

/// A rule: looks at the pieces around and rewrites, or leaves them.
pub(super) type Rule = fn(&Cursor<'_>) -> Option<Rewrite>;

/// Goes through the pieces once; the first rule that answers wins.
pub(super) fn pass(pieces: Vec<Piece>, input: &str, rules: &[Rule]) -> Vec<Piece> {
    let mut done: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut at = 0;
    while at < pieces.len() {
        budget::spend(1);
        let cursor = Cursor {
            done: &done,
            ahead: &pieces[at..],
            input,
        };
        let Some(rewrite) = rules.iter().find_map(|rule| rule(&cursor)) else {
            done.push(pieces[at].clone());
            at += 1;
            continue;
        };
        let end = (at + rewrite.take.max(1)).min(pieces.len());
        let kept = done.len() - rewrite.take_back.min(done.len());
        let merged = merge(done[kept..].iter().chain(&pieces[at..end]), rewrite);
        done.truncate(kept);
        done.extend(merged);
        at = end;
    }
    done
}

fn merge<'a>(used: impl Iterator<Item = &'a Piece>, rewrite: Rewrite) -> Option<Piece> {
    let mut merged: Option<Piece> = None;
    for piece in used {
        match &mut merged {
            None => merged = Some(piece.clone()),
            Some(whole) => {
                whole.source.start = whole.source.start.min(piece.source.start);
                whole.source.end = whole.source.end.max(piece.source.end);
                whole.stretch = whole.stretch.max(piece.stretch);
                whole.said.push(' ');
                whole.said.push_str(&piece.said);
            }
        }
    }
    merged.map(|whole| Piece {
        text: rewrite.text,
        class: rewrite.class,
        said: rewrite.said.unwrap_or(whole.said),
        ..whole
    })
}
