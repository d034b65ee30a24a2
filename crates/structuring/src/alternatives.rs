//! Decides whether two sentences give different answers to one question: `right dominant circulation` and `left dominant circulation`.
//! The questions stand in `data/alternatives.toml`.

use std::sync::LazyLock;

use report::phrase::Phrases;
use report::reading::Reading;
use report::side::Side;
use report::token::{self, Word};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    harmless: bool,
    #[serde(default)]
    side: bool,
    #[serde(default)]
    usual: usize,
    about: Vec<String>,
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    set: Vec<Entry>,
}

/// A question and its answers.
struct Question {
    about: Phrases<()>,
    is_free: bool,
    /// Whether a side is an answer: `right dominant`. The sentences then speak of one thing although they name two sides.
    asks_for_side: bool,
    is_harmless: bool,
    /// How many answers, from the first, are nothing to tell.
    usual: usize,
    answers: Phrases<usize>,
}

impl Question {
    fn is_harmless(&self, given: &[usize]) -> bool {
        self.is_harmless || given.iter().all(|answer| *answer < self.usual)
    }
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/alternatives.toml"))
        .unwrap_or_else(|error| panic!("alternatives: {error}"));
    let question = |entry: Entry| Question {
        is_free: entry.about.is_empty(),
        asks_for_side: entry.side,
        is_harmless: entry.harmless,
        usual: entry.usual,
        about: Phrases::new(entry.about.into_iter().map(|word| (word, ()))),
        answers: Phrases::new(
            entry
                .words
                .into_iter()
                .enumerate()
                .flat_map(|(index, word)| synonyms(&word).map(|word| (word, index)).collect::<Vec<_>>()),
        ),
    };
    file.set.into_iter().map(question).collect()
});

/// `double|two` are two words for one answer.
fn synonyms(words: &str) -> impl Iterator<Item = String> {
    words.split('|').map(str::to_owned)
}

/// The answers that a sentence gives, by the number of the question.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answers(Vec<(usize, Vec<usize>, bool)>);

impl Answers {
    /// Reads a sentence.
    pub(crate) fn of(text: &str) -> Self {
        let words: Vec<Word> = token::words(text);
        let answers = QUESTIONS.iter().enumerate().filter_map(|(number, question)| {
            let given: Vec<usize> = question
                .answers
                .find(&words)
                .into_iter()
                .map(|found| found.meaning)
                .collect();
            let about = question.is_free || !question.about.find(&words).is_empty();
            (!given.is_empty()).then_some((number, given, about))
        });
        Self(answers.collect())
    }

    /// Whether it answers a question of which no answer is abnormal: a retroverted uterus, a left dominant circulation.
    pub(crate) fn is_harmless(&self) -> bool {
        !self.0.is_empty()
            && self
                .0
                .iter()
                .all(|(number, given, about)| *about && QUESTIONS[*number].is_harmless(given))
    }

    /// Whether it gives an answer that is to be told, of a question that has a usual one: a positive ulnar variance.
    pub(crate) fn is_unusual(&self) -> bool {
        self.0.iter().any(|(number, given, about)| {
            let question = &QUESTIONS[*number];
            *about && question.usual > 0 && !question.is_harmless(given)
        })
    }

    /// Whether the other sentence answers a question for a side otherwise.
    pub(crate) fn differ_in_side(&self, other: &Self) -> bool {
        self.0.iter().any(|(number, given, about)| {
            let differs = |(other_number, other_given, other_about): &(usize, Vec<usize>, bool)| {
                number == other_number
                    && *about
                    && *other_about
                    && given.iter().all(|answer| !other_given.contains(answer))
            };
            QUESTIONS[*number].asks_for_side && other.0.iter().any(differs)
        })
    }

    /// Whether the other sentence answers one of the questions otherwise, about the same thing.
    pub(crate) fn differ_from(&self, other: &Self, reading: &Reading, other_reading: &Reading) -> bool {
        self.0.iter().any(|(number, given, about)| {
            other.0.iter().any(|(other_number, other_given, other_about)| {
                number == other_number
                    && given.iter().all(|answer| !other_given.contains(answer))
                    && (*about && *other_about && shares_or_lacks_subject(reading, other_reading)
                        || (*about || *other_about) && shares_subject(reading, other_reading))
            })
        })
    }
}

fn shares_subject(left: &Reading, right: &Reading) -> bool {
    let is_open = |side: Option<Side>| matches!(side, None | Some(Side::Bilateral));
    left.subjects.iter().any(|subject| {
        right.subjects.iter().any(|other| {
            other.structure.id == subject.structure.id
                && (is_open(other.side) || is_open(subject.side) || other.side == subject.side)
        })
    })
}

fn shares_or_lacks_subject(left: &Reading, right: &Reading) -> bool {
    left.subjects.is_empty() || right.subjects.is_empty() || shares_subject(left, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(template: &str, dictated: &str, differ: bool) {
        assert_eq!(
            Answers::of(template).differ_from(
                &Answers::of(dictated),
                &Reading::of(template),
                &Reading::of(dictated)
            ),
            differ,
            "{template} / {dictated}"
        );
    }

    #[test]
    fn another_answer_to_the_same_question_differs() {
        check("Right dominant circulation.", "Left dominant circulation.", true);
        check(
            "Ulnar variance is neutral.",
            "Negative ulnar variance of 2 mm.",
            true,
        );
        check("EMVI: negative.", "EMVI positive.", true);
        check(
            "Portal vein shows normal bifurcation.",
            "Trifurcation of the portal vein.",
            true,
        );
        check(
            "Single renal arteries on each side without stenosis.",
            "Two renal arteries on the right.",
            true,
        );
        check(
            "Vertebral arteries are patent and codominant.",
            "Hypoplastic left vertebral artery.",
            true,
        );
        check(
            "There are 5 lumbar type vertebral bodies.",
            "4 lumbar type vertebral bodies.",
            true,
        );
    }

    #[test]
    fn the_same_answer_or_another_question_does_not() {
        check(
            "Right dominant circulation.",
            "Right dominant circulation.",
            false,
        );
        check("Right dominant circulation.", "Left ventricle is dilated.", false);
        check(
            "Portal vein shows normal bifurcation.",
            "Trifurcation of the trachea.",
            false,
        );
    }
}
