//! Judges one sentence with blanks: whether it only asks, can do without the clause that asks, or has to be answered.
//!
//! It only asks when all of its words are known to ask (`data/open-blanks.toml`, structures, levels) and neither reading finds anything
//! in it. Whatever isn't known keeps the sentence: a new word belongs into the data.

use std::ops::Range;
use std::sync::LazyLock;

use clinical::document::{Context, Document, Read};
use clinical::fact::{Fact, What};
use clinical::knowledge::Assertion;
use report::anatomy::{self, level};
use report::phrase::Phrases;
use report::reading::Reading;
use report::token::{self, Word};
use serde::Deserialize;

/// What every blank is while its sentence is judged: options of a choice are not said.
pub(super) const BLANK: &str = "___";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    subjects: Vec<String>,
    links: Vec<String>,
    joints: Vec<String>,
    clauses: Vec<String>,
}

/// What is needed of the words by which a line is cut down to what was not dictated.
#[derive(Deserialize)]
struct Trimming {
    verbs: Vec<String>,
}

struct Words {
    known: Phrases<Role>,
    joints: Vec<String>,
    clauses: Vec<String>,
    verbs: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/open-blanks.toml")).expect("open-blanks.toml");
    let trimming: Trimming = toml::from_str(include_str!("../../data/trimming.toml")).expect("trimming.toml");
    let subjects = file.subjects.into_iter().map(|words| (words, Role::Subject));
    let links = file.links.into_iter().map(|words| (words, Role::Link));
    Words {
        known: Phrases::new(subjects.chain(links)),
        joints: file.joints,
        clauses: file.clauses,
        verbs: trimming.verbs,
    }
});

/// What a known word is in a sentence that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Of the name of a structure or level.
    Place,
    /// Of what is measured or told of a study.
    Subject,
    /// Of what stands between those and the blanks.
    Link,
}

/// A sentence with blanks.
pub(super) struct Asking<'t> {
    /// It, with [`BLANK`] for each of its blanks.
    pub(super) text: &'t str,
    /// What stands before the colon of its line.
    pub(super) label: Option<&'t str>,
    /// Whether it is the first of its line.
    pub(super) leads: bool,
    /// Whether one of its blanks is a choice.
    pub(super) chooses: bool,
}

/// What becomes of a sentence with blanks.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It only asks.
    Goes,
    /// What is left without the clause that asks.
    Shorter(String),
    /// It says more, or something that isn't known.
    Stays,
}

impl Asking<'_> {
    pub(super) fn judge(&self) -> Verdict {
        if self.label.is_some_and(|label| !is_plain_label(label)) {
            return Verdict::Stays;
        }
        let known = Known::of(self.text);
        if known.all(0..self.text.len())
            && self.is_whole(&known)
            && tells_nothing(&self.in_context(&known.places()))
        {
            return Verdict::Goes;
        }
        let shorter = known.shorter().into_iter().find(|form| self.may_stand(form));
        shorter.map_or(Verdict::Stays, Verdict::Shorter)
    }

    /// Whether it says what it asks about, and doesn't ask about what the sentence before it told.
    fn is_whole(&self, known: &Known<'_>) -> bool {
        known.has_subject()
            || self.leads && self.label.is_some()
            || known.words.is_empty() && (self.leads || self.chooses)
    }

    /// Whether what is left of it is normal, denied or a size, and nothing else.
    fn may_stand(&self, form: &str) -> bool {
        let whole = self.in_context(form);
        if is_plainly_normal(&whole) {
            return true;
        }
        let known = Known::of(form);
        let is_size = |(word, role): (&Word, &Option<Role>)| {
            role.is_some() || word.key.starts_with(|first: char| first.is_ascii_digit())
        };
        known.words.iter().zip(&known.roles).all(is_size) && self.is_whole(&known) && tells_nothing(&whole)
    }

    /// A form of it behind the label of its line.
    fn in_context(&self, form: &str) -> String {
        self.label
            .map_or_else(|| form.to_owned(), |label| format!("{label}: {form}"))
    }
}

/// Whether a label only names what its line is about: "Spleen", and not "Nodule".
pub(super) fn is_plain_label(label: &str) -> bool {
    let known = Known::of(label);
    known.all(0..label.len()) && known.has_subject() && tells_nothing(label)
}

/// What a sentence is about.
pub(super) struct Subject {
    read: Read,
    /// Whether it names no place of its own, or points at the sentence before it.
    pub(super) is_open: bool,
}

impl Subject {
    pub(super) fn of(text: &str) -> Self {
        let read = Document::of([text], &Context::default())
            .sentences
            .pop()
            .unwrap_or_default();
        Self {
            is_open: read.points_back || read.depends || read.structures.is_empty(),
            read,
        }
    }

    pub(super) fn is_that_of(&self, other: &Self) -> bool {
        self.read.structures == other.read.structures
            && self.read.side == other.read.side
            && self.read.levels == other.read.levels
    }
}

fn facts(text: &str) -> Vec<Fact> {
    Document::of([text], &Context::default()).facts
}

/// Whether neither reading finds that it says anything.
fn tells_nothing(text: &str) -> bool {
    facts(text).iter().all(|fact| fact.what == What::Unknown) && Reading::of(text).claims.is_empty()
}

/// Whether it was understood, and calls normal or denies all that it speaks of.
fn is_plainly_normal(text: &str) -> bool {
    let facts = facts(text);
    let is_normal = |fact: &Fact| match fact.what {
        What::Normal(_) => fact.assertion == Assertion::Present,
        _ => fact.is_denial(),
    };
    !facts.is_empty() && facts.iter().all(is_normal) && !Reading::of(text).is_abnormal()
}

/// A text and which of its words are known to ask.
struct Known<'t> {
    text: &'t str,
    words: Vec<Word>,
    roles: Vec<Option<Role>>,
}

impl<'t> Known<'t> {
    fn of(text: &'t str) -> Self {
        let words = token::words(text);
        let mut roles = vec![None; words.len()];
        let named = anatomy::lexicon().find_in(&words);
        let named = named.into_iter().map(|mention| mention.range);
        let levels = level::find(text).into_iter().map(|level| level.range);
        for place in named.chain(levels) {
            let first = words.partition_point(|word| word.range.end <= place.start);
            let end = words.partition_point(|word| word.range.start < place.end);
            roles[first..end.max(first)].fill(Some(Role::Place));
        }
        for found in WORDS.known.find(&words) {
            // "Coronary calcium score" is one name, whatever its words are.
            let is_name = found.words.len() > 1;
            for role in &mut roles[found.words] {
                match is_name {
                    true => *role = Some(found.meaning),
                    false => *role = role.or(Some(found.meaning)),
                }
            }
        }
        Self { text, words, roles }
    }

    /// The roles of the words in a part of the text.
    fn within(&self, part: Range<usize>) -> impl Iterator<Item = Option<Role>> + '_ {
        let first = self.words.partition_point(|word| word.range.start < part.start);
        let end = self.words.partition_point(|word| word.range.end <= part.end);
        self.roles[first..end.max(first)].iter().copied()
    }

    /// Whether all words in a part of the text are known.
    fn all(&self, part: Range<usize>) -> bool {
        self.within(part).all(|role| role.is_some())
    }

    /// What it names: a word that is listed in the data is known to be no finding, whatever else it means ("ms", "marginal").
    fn places(&self) -> String {
        let words = self.words.iter().zip(&self.roles);
        let places = words.filter(|(_, role)| **role == Some(Role::Place));
        let places: Vec<&str> = places.map(|(word, _)| &self.text[word.range.clone()]).collect();
        places.join(" ")
    }

    fn has_subject(&self) -> bool {
        self.roles
            .iter()
            .any(|role| matches!(role, Some(Role::Place | Role::Subject)))
    }

    /// Whether a clause only asks: `from` its beginning to its end, `first` where its first blank is. What it names before that
    /// ("liver and spleen, measuring ___") is not left off with it.
    fn asks(&self, from: usize, first: usize, end: usize) -> bool {
        self.all(from..end) && self.within(from..first).all(|role| role != Some(Role::Place))
    }

    /// The text without what asks, where that can be left off.
    fn shorter(&self) -> Vec<String> {
        let (Some(first), Some(last)) = (self.text.find(BLANK), self.text.rfind(BLANK)) else {
            return Vec::new();
        };
        let blanks = first..last + BLANK.len();
        let forms = [
            self.without_parenthesis(&blanks),
            self.without_first_verb(&blanks),
            self.without_last_verb(&blanks),
            self.without_clause(&blanks),
        ];
        forms.into_iter().flatten().collect()
    }

    /// "Portal vein is normal in calibre (___ mm)."
    fn without_parenthesis(&self, blanks: &Range<usize>) -> Option<String> {
        let open = self.text[..blanks.start].rfind(['(', ')'])?;
        let close = blanks.end + self.text[blanks.end..].find([')', '('])?;
        let is_one = self.text[open..].starts_with('(') && self.text[close..].starts_with(')');
        let before = self.text[..open].trim_end();
        (is_one && !before.is_empty() && self.asks(open, blanks.start, close))
            .then(|| format!("{before}{}", &self.text[close + 1..]))
    }

    /// "Uterus | measures ___ cm | and is anteverted."
    fn without_first_verb(&self, blanks: &Range<usize>) -> Option<String> {
        let before = &self.text[..blanks.start];
        let mut spaces = before.match_indices(' ').map(|(at, _)| at);
        let at = spaces.find(|at| begins_with_verb(&before[*at + 1..]))?;
        let behind = &self.text[blanks.end..];
        let (joint, rest) = WORDS.joints.iter().find_map(|joint| {
            let joint_at = behind.find(joint.as_str())?;
            let rest = &behind[joint_at + joint.len()..];
            begins_with_verb(rest).then_some((blanks.end + joint_at, rest))
        })?;
        self.asks(at, blanks.start, joint)
            .then(|| format!("{} {rest}", self.text[..at].trim_end_matches([',', ' '])))
    }

    /// "Uterus is anteverted | and measures ___ cm."
    fn without_last_verb(&self, blanks: &Range<usize>) -> Option<String> {
        let before = &self.text[..blanks.start];
        let at = WORDS.joints.iter().find_map(|joint| {
            let at = before.rfind(joint.as_str())?;
            begins_with_verb(&before[at + joint.len()..]).then_some(at)
        })?;
        self.without(at, blanks)
    }

    /// "Spleen is normal in size|, measuring ___ cm."
    fn without_clause(&self, blanks: &Range<usize>) -> Option<String> {
        let before = &self.text[..blanks.start];
        let mut begins = WORDS
            .clauses
            .iter()
            .filter_map(|clause| before.rfind(clause.as_str()));
        begins.find_map(|at| self.without(at, blanks))
    }

    /// The text without what asks from `at` to the next comma, else to its end.
    fn without(&self, at: usize, blanks: &Range<usize>) -> Option<String> {
        let stop = self.text.trim_end_matches(['.', ' ']).len().max(blanks.end);
        let comma = self.text[blanks.end..stop].find(',');
        let end = comma.map_or(stop, |comma| blanks.end + comma);
        let before = self.text[..at].trim_end_matches([',', ' ']);
        if before.is_empty() || !self.asks(at, blanks.start, end) {
            return None;
        }
        // "Spleen, measuring ___ cm, is normal."
        let behind = &self.text[end..];
        let predicate = behind
            .strip_prefix(',')
            .filter(|rest| begins_with_verb(rest.trim_start()));
        Some(format!("{before}{}", predicate.unwrap_or(behind)))
    }
}

fn begins_with_verb(text: &str) -> bool {
    let word = text.split([' ', '.', ',']).next().unwrap_or_default();
    WORDS.verbs.iter().any(|verb| verb == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(text: &str) -> Verdict {
        let (label, text) = crate::merge::labelled(text);
        let asking = Asking {
            text,
            label,
            leads: true,
            chooses: false,
        };
        asking.judge()
    }

    #[track_caller]
    fn goes(text: &str) {
        assert_eq!(judged(text), Verdict::Goes, "{text}");
    }

    #[track_caller]
    fn shorter(text: &str, expected: &str) {
        assert_eq!(judged(text), Verdict::Shorter(expected.to_owned()), "{text}");
    }

    #[track_caller]
    fn stays(text: &str) {
        assert_eq!(judged(text), Verdict::Stays, "{text}");
    }

    #[test]
    fn what_only_asks_goes() {
        goes("Spleen measures ___ cm.");
        goes("Right kidney measures ___ x ___ cm.");
        goes("Spleen: ___ cm");
        goes("Spleen: Measures ___ cm.");
        goes("Conus terminates at ___.");
        goes("AP diameter of the spinal canal at L4-L5 measures ___ mm.");
        goes("___ ml of contrast was given.");
        goes("Scan delay was ___ seconds.");
        goes("Liver is ___.");
    }

    #[test]
    fn a_clause_that_asks_is_left_off() {
        shorter(
            "Spleen is normal in size, measuring ___ cm.",
            "Spleen is normal in size.",
        );
        shorter("Spleen is normal in size (___ cm).", "Spleen is normal in size.");
        shorter("Spleen, measuring ___ cm, is normal.", "Spleen is normal.");
        shorter(
            "Uterus measures ___ x ___ x ___ cm and is anteverted.",
            "Uterus is anteverted.",
        );
        shorter(
            "Uterus is anteverted and measures ___ x ___ x ___ cm.",
            "Uterus is anteverted.",
        );
        shorter(
            "Liver is normal in size, measuring ___ cm, with no focal lesion.",
            "Liver is normal in size, with no focal lesion.",
        );
    }

    #[test]
    fn a_size_that_was_dictated_stays_without_one_that_was_not() {
        shorter(
            "Prostate measures 3.2 x 2.8 x 3 cm, with a volume of ___ cc.",
            "Prostate measures 3.2 x 2.8 x 3 cm.",
        );
        stays("Uterus measures 8 x ___ x ___ cm.");
    }

    #[test]
    fn what_is_told_beside_a_blank_stays() {
        stays("Calculus in the ___ ureter.");
        stays("Calculus: ___ mm.");
        stays("Renal calculus measures ___ mm.");
        stays("Hepatitis of ___.");
        stays("No calculus in the ___ ureter.");
        stays("Hepatic cyst is seen, measuring ___ cm.");
        stays("Spleen is enlarged, measuring ___ cm.");
        stays("Liver measures ___ cm and is enlarged.");
        stays("Largest node measures ___ mm.");
        stays("It measures ___ cm.");
        stays("Measures ___ cm.");
        stays("MRI of the ___ knee was performed.");
        stays("Zorbification of ___ cm.");
    }

    #[test]
    fn only_one_of_two_structures_is_never_left_off() {
        stays("Liver is normal and spleen measures ___ cm.");
    }
}
