//! The impression from findings: what is abnormal, the most urgent first, one thing an item, in the words of the findings.
//!
//! Nothing is concluded that the findings do not say. What is abnormal but changes nothing is named as left out. A study without
//! anything abnormal gets exactly one line, which names it.

mod beside;
mod telling;
mod written;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use regex::Regex;
use report::modality::Modality;
use report::section::SectionKind;
use report::side::{self, Side};
use report::statement::{Origin, Statement};
use report::urgency::{self, Urgency};
use report::{segment, wording};

use crate::report_of;
use report::reading::{Reading, Subject};
use telling::Verdict;

pub use written::WrittenImpression;

/// An impression made from findings.
#[derive(Clone, PartialEq, Eq)]
pub struct Impression {
    /// Its numbered lines.
    pub text: String,
    /// A statement a line; each is derived from statements of the findings, counted by their lines.
    pub statements: Vec<Statement>,
    /// Abnormal findings that are not in the impression because they are usual for the age or variants that change nothing.
    pub left_out: Vec<String>,
}

/// An item while the impression is made.
struct Item {
    text: String,
    urgency: Urgency,
    /// Words of gravity, which order what is equally urgent.
    gravity: usize,
    /// Whether it is about what the referrer asked for.
    asked: bool,
    from: Vec<usize>,
    reading: Reading,
}

impl Item {
    fn of(sentence: String, reading: Reading, line: usize, verdict: Verdict, asked: &[Subject]) -> Self {
        let about = |subject: &Subject| {
            asked.iter().any(|asked| {
                asked.structure.id == subject.structure.id
                    && (asked.side.is_none() || asked.side == subject.side)
            })
        };
        let advice = verdict == Verdict::Advice
            || (telling::is_advice(&sentence)
                && urgency::of(&sentence) > Urgency::Significant
                && !states(&reading));
        Self {
            urgency: if advice {
                Urgency::Recommendation
            } else {
                urgency::of(&sentence)
            },
            gravity: gravity(&sentence),
            asked: reading.subjects.iter().any(about),
            text: sentence,
            from: vec![line],
            reading,
        }
    }

    /// Adds a sentence about the same thing.
    fn append(&mut self, sentence: &str, line: usize) {
        self.text.push(' ');
        self.text.push_str(sentence);
        self.urgency = self.urgency.min(urgency::of(sentence));
        self.gravity = self.gravity.max(gravity(sentence));
        if self.from.last() != Some(&line) {
            self.from.push(line);
        }
    }
}

/// Whether a sentence with advice asserts a finding of some place, which the advice only follows.
fn states(reading: &Reading) -> bool {
    reading
        .claims
        .iter()
        .any(|claim| !claim.denied && !claim.subjects.is_empty())
}

/// The impression of a study's findings. `history` moves what it asks about before what is equally urgent; `study` names a study
/// that is normal, with `modality` where the name does not say it; a name that names no study gives way to `modality`. Blank findings give an empty impression.
pub fn generate(
    findings: &str,
    history: &str,
    study: Option<&str>,
    modality: Option<Modality>,
) -> Impression {
    let asked = asked(history);
    let lines: Vec<&str> = findings.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut items: Vec<Item> = Vec::new();
    let mut left_out = Vec::new();
    let mut anything = false;
    let mut previous_kept = false;
    let mut told = BTreeSet::new();
    for (line, text) in lines.iter().enumerate() {
        for range in segment::sentences(text, 0..text.len()) {
            anything = true;
            let sentence = wording::sentence(&text[range]);
            let reading = Reading::of(&sentence);
            if previous_kept && continues(&sentence) {
                if let Some(item) = items.last_mut() {
                    item.append(&sentence, line);
                }
                continue;
            }
            let verdict = telling::verdict(&sentence, &reading);
            previous_kept = verdict == Verdict::Told;
            match verdict {
                Verdict::Told | Verdict::Advice => {
                    let (sentence, reading) =
                        beside::without_normal(&sentence).unwrap_or((sentence, reading));
                    if told.insert(wording::content(&sentence)) {
                        items.push(Item::of(sentence, reading, line, verdict, &asked));
                    }
                }
                Verdict::LeftOut => left_out.push(sentence),
                Verdict::Normal => {}
            }
        }
    }
    let nothing_told = items
        .iter()
        .all(|item| item.urgency == Urgency::Recommendation && !item.reading.is_abnormal());
    if nothing_told && anything {
        // A recommendation on a normal study stays with its line, so that the study has one.
        let mut text = normal_line(study, modality);
        for advice in &items {
            text.push(' ');
            text.push_str(&advice.text);
        }
        items = vec![Item {
            text,
            urgency: Urgency::Ordinary,
            gravity: 0,
            asked: false,
            from: (0..lines.len()).collect(),
            reading: Reading::default(),
        }];
    }
    let mut items = both_sides(items);
    items.sort_by_key(|item| {
        let gravity = if item.urgency == Urgency::Critical {
            item.gravity
        } else {
            0
        };
        (item.urgency, Reverse(gravity), !item.asked)
    });
    let statements: Vec<Statement> = items
        .into_iter()
        .map(|item| Statement {
            section: SectionKind::Impression,
            text: item.text,
            origin: Origin::Derived { from: item.from },
        })
        .collect();
    Impression {
        text: report_of::numbered(statements.iter().map(|statement| statement.text.as_str())),
        statements,
        left_out,
    }
}

/// A history of more bytes than this is read sentence by sentence.
const LONGEST_HISTORY: usize = 4_000;

/// What the referrer asks about. A history is a few words and read as one; reading takes longer than in proportion to what is read.
fn asked(history: &str) -> Vec<Subject> {
    if history.len() <= LONGEST_HISTORY {
        return Reading::of(history).subjects;
    }
    let mut asked = Vec::new();
    for sentence in segment::sentences(history, 0..history.len()) {
        for subject in Reading::of(&history[sentence]).subjects {
            if !asked.contains(&subject) {
                asked.push(subject);
            }
        }
    }
    asked
}

/// Joins what is said of the one side with the same words of the other.
fn both_sides(items: Vec<Item>) -> Vec<Item> {
    let mut joined: Vec<Item> = Vec::new();
    // By their words those that are of one side, so that none is compared with all before it.
    let mut alone: HashMap<Vec<String>, Vec<(Side, usize)>> = HashMap::new();
    for item in items {
        let Some((side, content)) = one_side(&item.text) else {
            joined.push(item);
            continue;
        };
        let same = alone.entry(content).or_default();
        let other = same
            .iter()
            .position(|(other, at)| *other != side && joined[*at].from.len() == 1);
        match other {
            Some(other) => {
                let (_, earlier) = same.remove(other);
                joined[earlier].append(&item.text, item.from[0]);
            }
            None => {
                same.push((side, joined.len()));
                joined.push(item);
            }
        }
    }
    joined
}

/// The one side of a text and its words without it.
fn one_side(text: &str) -> Option<(Side, Vec<String>)> {
    let marks = side::find(text);
    let [mark] = marks.as_slice() else { return None };
    if mark.side == Side::Bilateral {
        return None;
    }
    let without = format!("{}{}", &text[..mark.range.start], &text[mark.range.end..]);
    Some((mark.side, wording::content(&without).into_keys().collect()))
}

fn normal_line(study: Option<&str>, modality: Option<Modality>) -> String {
    // A template may be called by its owner, or by anything.
    let names_study =
        |name: &&str| Modality::named_in(name).is_some() || !report::anatomy::lexicon().find(name).is_empty();
    match (study.map(str::trim).filter(names_study), modality) {
        (Some(study), Some(modality)) if Modality::named_in(study).is_none() => {
            format!("Normal {} {study}.", modality.code())
        }
        (Some(study), _) => format!("Normal {study}."),
        (None, Some(modality)) => format!("Normal {} study.", modality.code()),
        (None, None) => "Normal study.".to_owned(),
    }
}

/// How a sentence begins that goes on about the one before it.
static CONTINUES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:it|they|this|these|those|its|their|the (?:largest|larger|smaller|lesion|mass|nodule|tear|collection|cyst|calculus|(?:\w+ )?fragment|above|same|former|latter)|(?:one|two|three|some|most|many|several) (?:of (?:these|them|which)|lesions? (?:enhances?|shows?))|largest|smallest|resultant|resulting|consequent(?:ly)?|extends?|extending|measur(?:es|ing)|causing|(?:this |there is |there are )?associated(?: with)?)\b)").expect("continuations")
});

/// Whether a sentence goes on about the one before it, or begins with a property of what was told there: `Closed loop
/// configuration with reduced enhancement`.
fn continues(sentence: &str) -> bool {
    static PROPERTY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:(?:an?|the) )?(?:[a-z]+[ -]){0,2}(?:configuration|appearances?|morphology|components?|margins?|septations?|transition (?:point|zone))\b").expect("properties")
    });
    let of_no_structure =
        |property: regex::Match<'_>| report::anatomy::lexicon().find(property.as_str()).is_empty();
    CONTINUES.is_match(sentence) || PROPERTY.find(sentence).is_some_and(of_no_structure)
}

/// Words of gravity in a sentence that is critical or significant.
fn gravity(sentence: &str) -> usize {
    static GRAVE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:midline shift|mediastinal shift|mass effect|herniation|tension|ruptur\w+|active|extravasation|intimal flap|extradural|epidural|subdural|dissection|tamponade|haemopericardium|hemopericardium|saddle|perforat\w+|free (?:intraperitoneal )?air|pneumoperitoneum|closed loop|volvulus|ischa?emia|infarction|gangren\w+|cord|cauda equina|unstable|airway|main|large|massive|acute|complete|occlu\w+)\b").expect("grave words")
    });
    GRAVE.find_iter(sentence).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(findings: &str, expected: &str) {
        assert_eq!(
            generate(findings, "", Some("CT Abdomen"), None).text,
            expected,
            "{findings}"
        );
    }

    #[test]
    fn abnormal_statements_only_the_most_urgent_first() {
        check(
            "- Liver is normal.\n- A 2 cm simple cyst is seen in the left kidney.\n- Free air is seen under the diaphragm.\n- No ascites.",
            "1. Free air is seen under the diaphragm.\n2. A 2 cm simple cyst is seen in the left kidney.",
        );
    }

    #[test]
    fn a_finding_with_an_open_blank_is_told() {
        check(
            "- Hypodense lesion in the liver measuring ___ cm.\n- Spleen measures ___ cm.",
            "1. Hypodense lesion in the liver measuring ___ cm.",
        );
    }

    #[test]
    fn a_normal_study_gets_one_line_that_names_it() {
        check(
            "- Liver is normal.\n- No ascites.\n- Spleen measures 11 cm.",
            "1. Normal CT Abdomen.",
        );
        check(
            "- Liver enhances normally.\n- Kidneys show normal enhancement.",
            "1. Normal CT Abdomen.",
        );
        check(
            "- Both lungs are well expanded and clear.\n- Bladder is fully distended.\n- No node is seen.",
            "1. Normal CT Abdomen.",
        );
    }

    #[test]
    fn a_normal_study_is_named_by_what_is_known_of_it() {
        let check = |study, modality, expected: &str| {
            let text = generate("- Menisci are intact.", "", study, modality).text;
            assert_eq!(text, expected, "{study:?}, {modality:?}");
        };
        let mri = Some(Modality::Mri);
        check(Some("MRI Left Knee"), mri, "1. Normal MRI Left Knee.");
        check(Some("Left knee"), mri, "1. Normal MRI Left knee.");
        check(Some("Left knee"), None, "1. Normal Left knee.");
        check(Some("My favourite"), mri, "1. Normal MRI study.");
        check(Some("My favourite"), None, "1. Normal study.");
        check(None, mri, "1. Normal MRI study.");
    }

    #[test]
    fn sentences_about_one_thing_are_one_item_and_recommendations_are_kept() {
        check(
            "- Multiple nodules are seen in the liver. The largest measures 3 cm.\n- Follow up MRI is advised.",
            "1. Multiple nodules are seen in the liver. The largest measures 3 cm.\n2. Follow up MRI is advised.",
        );
    }

    #[test]
    fn a_property_goes_on_about_the_finding_before_it() {
        check(
            "- Solid mass in the left kidney of 4 cm.\n- Irregular margins and a necrotic component.",
            "1. Solid mass in the left kidney of 4 cm. Irregular margins and a necrotic component.",
        );
        check(
            "- Dilated jejunal loops up to 4 cm.\n- Transition point in the left iliac fossa.",
            "1. Dilated jejunal loops up to 4 cm. Transition point in the left iliac fossa.",
        );
        check(
            "- A 2 cm cyst in the spleen.\n- Liver margins are nodular.",
            "1. A 2 cm cyst in the spleen.\n2. Liver margins are nodular.",
        );
    }

    #[test]
    fn what_the_referrer_asked_for_comes_before_what_is_as_urgent() {
        let impression = generate(
            "- Splenomegaly is seen.\n- Gallstone is seen in the gallbladder.",
            "Gallbladder pain",
            None,
            None,
        );
        assert_eq!(
            impression.text,
            "1. Gallstone is seen in the gallbladder.\n2. Splenomegaly is seen."
        );
        assert_eq!(impression.statements[0].origin, Origin::Derived { from: vec![1] });
    }

    #[test]
    fn blank_findings_have_no_impression() {
        check(" \n", "");
    }
}
