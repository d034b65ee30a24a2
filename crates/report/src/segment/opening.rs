//! Where a new clause opens in speech that carries no punctuation, by the words of `data/clauses.toml`.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::token::{self, Word};
use serde::Deserialize;

use crate::reading::vocabulary;

/// Nobody says more words than this in a clause: a run that shows no opening is cut here, so that every later step stays linear.
pub(super) const LONGEST_CLAUSE: usize = 400;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Words {
    leads_on: HashSet<String>,
    completes: HashSet<String>,
    tells_more: HashSet<String>,
    openers: HashSet<String>,
    verbs: HashSet<String>,
    determiners: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/clauses.toml"))
        .unwrap_or_else(|error| panic!("clause words: {error}"))
});

/// Divides a sentence where clauses open; a sentence that was punctuated comes back whole.
pub(super) fn divide(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    let body = &text[sentence.clone()];
    let words = token::words(body);
    let run = Run::of(body, &words);
    let mut pieces = Vec::new();
    let mut first = 0;
    let mut start = sentence.start;
    for (at, word) in words.iter().enumerate().skip(1) {
        if at - first >= LONGEST_CLAUSE
            || run.opens(first, at)
            || run.opens_behind_noun(first, at)
            || run.opens_before_normal(first, at)
            || run.opens_before_short_normal(first, at)
            || run.opens_behind_short_normal(first, at)
            || run.opens_at_level(first, at)
        {
            pieces.push(start..sentence.start + run.end_before(at));
            first = at;
            start = sentence.start + word.range.start;
        }
    }
    pieces.push(start..sentence.end);
    pieces
}

/// A run of words with what is asked about them again and again.
struct Run<'t> {
    body: &'t str,
    words: &'t [Word],
    /// The bytes at which a structure or a finding is named to its end.
    noun_ends: HashSet<usize>,
    /// The bytes at which the name of a structure begins.
    structure_starts: HashSet<usize>,
    /// The bytes at which the name of a finding begins.
    finding_starts: HashSet<usize>,
    /// The bytes at which a level begins.
    level_starts: HashSet<usize>,
    /// The bytes at which a label such as `left kidney:` or `L4-L5:` begins.
    label_starts: HashSet<usize>,
    /// For each word, the nearest verb before it.
    verb_before: Vec<Option<usize>>,
    /// For each word, the nearest word of measuring before it.
    measure_before: Vec<Option<usize>>,
    /// For each word, how many brackets are open before it.
    brackets: Vec<usize>,
}

impl<'t> Run<'t> {
    fn of(body: &'t str, words: &'t [Word]) -> Self {
        let structures: Vec<_> = crate::anatomy::lexicon()
            .find_in(words)
            .into_iter()
            .map(|mention| mention.range)
            .collect();
        let findings: Vec<_> = vocabulary()
            .find(words)
            .into_iter()
            .map(|(_, range)| range)
            .collect();
        let levels: Vec<Range<usize>> = crate::anatomy::level::find(body)
            .into_iter()
            .map(|level| level.range)
            .collect();
        let level_starts = levels.iter().map(|range| range.start).collect();
        let labels = structures
            .iter()
            .cloned()
            .chain(levels)
            .filter(|range| body[range.end..].trim_start().starts_with(':'));
        let measures = |key: &str| {
            matches!(
                key,
                "measure" | "measured" | "measuring" | "diameter" | "up" | "span"
            )
        };
        Self {
            noun_ends: structures
                .iter()
                .chain(&findings)
                .map(|range| range.end)
                .collect(),
            level_starts,
            label_starts: labels.map(|range| with_side(words, range.start)).collect(),
            structure_starts: structures.iter().map(|range| range.start).collect(),
            finding_starts: findings.iter().map(|range| range.start).collect(),
            verb_before: nearest_before(words, |key| WORDS.verbs.contains(key)),
            measure_before: nearest_before(words, measures),
            brackets: open_brackets(body, words),
            body,
            words,
        }
    }

    fn key(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.key.as_str())
    }

    fn gap_before(&self, at: usize) -> &str {
        &self.body[self.words[at - 1].range.end..self.words[at].range.start]
    }

    /// Where the clause before word `at` ends: a closing bracket belongs to it.
    fn end_before(&self, at: usize) -> usize {
        self.words[at - 1].range.end
            + self
                .gap_before(at)
                .rfind([')', ']', '"', '%'])
                .map_or(0, |found| found + 1)
    }

    /// Whether a new clause opens with word `at`, the running one having begun with word `first`.
    fn opens(&self, first: usize, at: usize) -> bool {
        let (word, before) = (self.key(at), self.key(at - 1));
        let joined = self
            .gap_before(at)
            .contains([',', '-', '/', '(', ':', '\'', '"', '#', ';']);
        if at - first < 2 || joined || self.brackets[at] > 0 {
            return false;
        }
        if word == "there"
            && matches!(
                self.key(at + 1),
                "is" | "are" | "was" | "were" | "has" | "may" | "appear"
            )
        {
            return !matches!(
                before,
                "and"
                    | "but"
                    | "or"
                    | "which"
                    | "that"
                    | "where"
                    | "however"
                    | "although"
                    | "though"
                    | "because"
                    | "as"
                    | "if"
                    | "while"
                    | "the"
                    | "addition"
                    | "also"
            );
        }
        if self.label_starts.contains(&self.words[at].range.start) {
            return true;
        }
        if matches!(word, "rest" | "remainder")
            && matches!(self.key(at + 1), "normal" | "is" | "are" | "of" | "unremarkable")
            && before != "at"
        {
            return before != "the";
        }
        // "Longer than left | no signal change": behind a noun that ends the words before it, a denial opens whatever led on there.
        let denial = word == "no" && !matches!(self.key(at + 1), "longer" | "more" | "less" | "change");
        let leads_in = WORDS.leads_on.contains(before) && !(denial && matches!(before, "right" | "left"));
        if leads_in {
            return false;
        }
        if denial && self.names_noun(first, at) && !before.ends_with("ly") && before != "no" {
            return true;
        }
        let has_verb = self.verb_before[at].is_some_and(|verb| verb >= first);
        let complete = has_verb || is_fragment(self.key(first));
        let qualified = before.ends_with("ly") || before.ends_with("ing");
        if WORDS.determiners.contains(word) {
            return complete && !qualified && !(word == "it" && before == "that");
        }
        // "CT imaging is recommended" behind a noun.
        if matches!(word, "ct" | "mri" | "mr" | "correlation" | "followup" | "follow") && complete {
            return (at..at + 6)
                .any(|next| matches!(self.key(next), "recommended" | "advised" | "suggested" | "should"));
        }
        if matches!(word, "no" | "normal" | "negative") {
            return complete && !qualified && !matches!(before, "no" | "normal");
        }
        if has_verb && WORDS.completes.contains(before) && self.is_predicate(first, at) {
            return !WORDS.tells_more.contains(word) && !word.ends_with("ly");
        }
        self.opens_behind_value(first, at, has_verb)
    }

    /// `measures 4 mm | cardiomegaly is seen`: a value ends the clause when another predicate follows soon.
    fn opens_behind_value(&self, first: usize, at: usize, has_verb: bool) -> bool {
        let word = self.key(at);
        let dimension = matches!(
            word,
            "x" | "craniocaudal" | "ap" | "long" | "thick" | "transverse" | "deep" | "wide" | "maximum"
        );
        has_verb
            && matches!(
                self.key(at - 1),
                "mm" | "cm" | "millimeter" | "centimeter" | "millimetre" | "centimetre" | "cc" | "ml"
            )
            && self.measure_before[at].is_some_and(|measure| measure >= first)
            && !WORDS.tells_more.contains(word)
            && !dimension
            && (at..at + 7).any(|next| matches!(self.key(next), "is" | "are" | "show" | "measure"))
    }

    /// `left upper lobectomy | bilateral effusions`: a word that begins a finding, behind one that ends a structure or a finding.
    fn opens_behind_noun(&self, first: usize, at: usize) -> bool {
        let before = &self.words[at - 1];
        at - first >= 3
            && (WORDS.openers.contains(self.key(at)) || self.key(at) == "loss" && self.key(at + 1) == "of")
            && self.noun_ends.contains(&before.range.end)
            && !WORDS.leads_on.contains(&before.key)
            && !before.key.ends_with("al")
            && self.gap_before(at).chars().all(char::is_whitespace)
            && !matches!(self.key(at + 1), "to" | "in" | "and" | "or")
            && self.brackets[at] == 0
    }

    /// `no pleural effusion | heart size is normal`, `a tear of the medial meniscus | ACL is intact`: behind a denial without a
    /// verb or a complete clause, a structure that is called normal. Anything less plain stays with the clause before it,
    /// because a finding that is cut off from its "no" would be asserted.
    fn opens_before_normal(&self, first: usize, at: usize) -> bool {
        let subject = if matches!(self.key(at), "left" | "right" | "both") {
            at + 1
        } else {
            at
        };
        let is_start = self
            .words
            .get(subject)
            .is_some_and(|word| self.structure_starts.contains(&word.range.start));
        // "There is no" denies as "no" does.
        let denial = if self.key(first) == "there" {
            first + 2
        } else {
            first
        };
        let has_verb = self.verb_before[at].is_some_and(|verb| verb >= first);
        if !is_start
            || !(has_verb || self.key(denial) == "no")
            || at - first < 2
            || !self.noun_ends.contains(&self.words[at - 1].range.end)
            || WORDS.leads_on.contains(self.key(at - 1))
            || !self.gap_before(at).chars().all(char::is_whitespace)
            || self.brackets[at] > 0
        {
            return false;
        }
        let Some(verb) = (subject..subject + 12)
            .find(|next| matches!(self.key(*next), "is" | "are" | "appear" | "remain"))
        else {
            return false;
        };
        let is_plain = !self.words[subject..verb.min(self.words.len())]
            .iter()
            .any(|word| {
                self.finding_starts.contains(&word.range.start)
                    || matches!(word.key.as_str(), "which" | "that" | "where")
            });
        is_plain
            && (verb + 1..verb + 3).any(|next| {
                matches!(
                    self.key(next),
                    "normal" | "unremarkable" | "intact" | "clear" | "patent" | "maintained" | "preserved"
                )
            })
    }

    /// Whether a structure or a finding is named between two words.
    fn names_noun(&self, first: usize, at: usize) -> bool {
        self.words[first..at]
            .iter()
            .any(|word| self.noun_ends.contains(&word.range.end))
    }

    /// The end of `cord normal`, `marrow ok`, `ACL intact` when it begins with word `at`: the word behind it.
    fn short_normal(&self, at: usize) -> Option<usize> {
        let subject = if matches!(self.key(at), "left" | "right" | "both") {
            at + 1
        } else {
            at
        };
        let start = self.words.get(subject)?.range.start;
        if !self.structure_starts.contains(&start) {
            return None;
        }
        let state = (subject + 1..subject + 5).find(|next| {
            self.words
                .get(*next)
                .is_some_and(|_| self.noun_ends.contains(&self.words[next - 1].range.end))
        })?;
        let is_state = matches!(
            self.key(state),
            "normal"
                | "ok"
                | "okay"
                | "intact"
                | "clear"
                | "patent"
                | "preserved"
                | "maintained"
                | "unremarkable"
                | "fine"
                | "nad"
        );
        let goes_on = matches!(
            self.key(state + 1),
            "in" | "for" | "and" | "with" | "signal" | "size" | "caliber" | "flow"
        );
        (is_state && !goes_on).then_some(state + 1)
    }

    /// `no cord compression | cord normal`: speech without verbs.
    fn opens_before_short_normal(&self, first: usize, at: usize) -> bool {
        at - first >= 2
            && self.short_normal(at).is_some()
            && self.names_noun(first, at)
            && !WORDS.leads_on.contains(self.key(at - 1))
            && self.gap_before(at).chars().all(char::is_whitespace)
            && self.brackets[at] == 0
    }

    /// `no cord signal change | C6/7 disc bulge`: a level with a finding behind a finding of another level.
    fn opens_at_level(&self, first: usize, at: usize) -> bool {
        let before = self.key(at - 1);
        let first_noun = |from: usize| {
            (from..from + 6).find(|next| {
                self.words.get(*next).is_some_and(|word| {
                    self.structure_starts.contains(&word.range.start)
                        || self.finding_starts.contains(&word.range.start)
                })
            })
        };
        at - first >= 3
            && self.level_starts.contains(&self.words[at].range.start)
            && (self.noun_ends.contains(&self.words[at - 1].range.end)
                || matches!(before, "change" | "normal"))
            && !WORDS.leads_on.contains(before)
            && self.names_noun(first, at)
            && first_noun(at + 1).is_some()
            && self.gap_before(at).chars().all(char::is_whitespace)
            && self.brackets[at] == 0
            && !matches!(self.key(first), "conus" | "fracture" | "spinal" | "canal")
    }

    /// `cord normal | straightening of lordosis`.
    fn opens_behind_short_normal(&self, first: usize, at: usize) -> bool {
        self.short_normal(first) == Some(at) && !WORDS.tells_more.contains(self.key(at))
    }

    /// Whether the word before `at` is what a verb said: `is seen`, `are grossly normal`, `within normal limits`.
    fn is_predicate(&self, first: usize, at: usize) -> bool {
        let from = at.saturating_sub(5).max(first);
        let said = (from..at - 1).any(|word| {
            matches!(
                self.key(word),
                "is" | "are" | "was" | "were" | "appear" | "remain" | "be" | "been" | "not" | "has" | "have"
            )
        });
        said || (at >= 2 && self.key(at - 1) == "limit" && self.key(at - 2) == "normal")
    }
}

/// `normal calvarium`, `no midline shift`, `mild edema`: clauses without a verb.
fn is_fragment(first: &str) -> bool {
    matches!(
        first,
        "normal"
            | "no"
            | "mild"
            | "moderate"
            | "severe"
            | "minimal"
            | "marked"
            | "small"
            | "large"
            | "multiple"
            | "few"
            | "unremarkable"
            | "negative"
            | "post"
            | "bilateral"
    )
}

/// Where a name starts when the side before it is part of it.
fn with_side(words: &[Word], start: usize) -> usize {
    let at = words.partition_point(|word| word.range.start < start);
    match at.checked_sub(1).map(|before| &words[before]) {
        Some(side) if matches!(side.key.as_str(), "right" | "left" | "both") => side.range.start,
        _ => start,
    }
}

fn nearest_before(words: &[Word], test: impl Fn(&str) -> bool) -> Vec<Option<usize>> {
    let mut nearest = None;
    words
        .iter()
        .enumerate()
        .map(|(at, word)| {
            let before = nearest;
            if test(&word.key) {
                nearest = Some(at);
            }
            before
        })
        .collect()
}

fn open_brackets(body: &str, words: &[Word]) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut from = 0;
    words
        .iter()
        .map(|word| {
            for byte in body[from..word.range.start].bytes() {
                match byte {
                    b'(' => depth += 1,
                    b')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            from = word.range.start;
            depth
        })
        .collect()
}
