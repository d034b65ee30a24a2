//! The impression from findings: what is abnormal, the most urgent first, one thing an item, in the words of the findings.
//!
//! Nothing is concluded that the findings do not say. A study without anything abnormal gets exactly one line, which names it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use report::modality::Modality;
use report::section::SectionKind;
use report::statement::{Origin, Statement};
use report::urgency::{self, Urgency};
use report::{remainder, segment, wording};

use crate::report_of;
use report::reading::Reading;

/// An impression made from findings.
#[derive(Clone, PartialEq, Eq)]
pub struct Impression {
    /// Its numbered lines.
    pub text: String,
    /// A statement a line; each is derived from statements of the findings, counted by their lines.
    pub statements: Vec<Statement>,
}

/// An item while the impression is made.
struct Item {
    text: String,
    urgency: Urgency,
    /// Whether it is about what the referrer asked for.
    asked: bool,
    from: Vec<usize>,
    reading: Reading,
}

/// The impression of a study's findings. `history` moves what it asks about before what is equally urgent; `study` names a study
/// that is normal, else `modality` does. Blank findings give an empty impression.
pub fn generate(
    findings: &str,
    history: &str,
    study: Option<&str>,
    modality: Option<Modality>,
) -> Impression {
    let asked = Reading::of(history);
    let mut items: Vec<Item> = Vec::new();
    let mut anything = false;
    let mut previous_kept = false;
    let mut told = BTreeSet::new();
    for (line, text) in findings
        .lines()
        .filter(|line| !line.trim().is_empty())
        .enumerate()
    {
        for range in segment::sentences(text, 0..text.len()) {
            anything = true;
            let sentence = wording::sentence(&text[range]);
            let reading = Reading::of(&sentence);
            if previous_kept && continues(&sentence) {
                if let Some(item) = items.last_mut() {
                    item.text.push(' ');
                    item.text.push_str(&sentence);
                    item.urgency = item.urgency.min(urgency::of(&sentence));
                    item.from.push(line);
                }
                continue;
            }
            previous_kept = is_worth_telling(&sentence, &reading);
            if previous_kept && told.insert(wording::content(&sentence)) {
                let about = |subject: &report::reading::Subject| {
                    asked.subjects.iter().any(|asked| {
                        asked.structure.id == subject.structure.id
                            && (asked.side.is_none() || asked.side == subject.side)
                    })
                };
                items.push(Item {
                    urgency: if is_recommendation(&sentence) {
                        Urgency::Recommendation
                    } else {
                        urgency::of(&sentence)
                    },
                    asked: reading.subjects.iter().any(about),
                    text: sentence,
                    from: vec![line],
                    reading,
                });
            }
        }
    }
    let lines = findings.lines().filter(|line| !line.trim().is_empty()).count();
    if items
        .iter()
        .all(|item| item.urgency == Urgency::Recommendation && !item.reading.is_abnormal())
        && anything
    {
        let recommendations = std::mem::take(&mut items);
        items.push(Item {
            text: normal_line(study, modality),
            urgency: Urgency::Ordinary,
            asked: false,
            from: (0..lines).collect(),
            reading: Reading::default(),
        });
        // A recommendation on a normal study stays with its line, so that the study has one.
        for item in recommendations {
            items[0].text.push(' ');
            items[0].text.push_str(&item.text);
        }
    }
    items.sort_by_key(|item| (item.urgency, !item.asked));
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
    }
}

fn normal_line(study: Option<&str>, modality: Option<Modality>) -> String {
    match (study.map(str::trim).filter(|study| !study.is_empty()), modality) {
        (Some(study), _) => format!("Normal {study}."),
        (None, Some(modality)) => format!("Normal {} study.", modality.code()),
        (None, None) => "Normal study.".to_owned(),
    }
}

static CONTINUES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:it|they|this|these|those|the (?:largest|lesion|mass|nodule|tear|collection|above|same|former|latter)|largest|smallest)\b").expect("pattern")
});
static RECOMMENDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:recommend\w*|advi[sc]ed?|suggested for|correlat\w+|follow[- ]?up|further (?:evaluation|characteri[sz]ation|assessment)|biopsy is|should be|is suggested|to be considered|consider)\b").expect("pattern")
});
/// A change that is called usual is nothing to tell.
static FOR_AGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:age[- ]appropriate|appropriate for (?:the )?(?:patient's )?age|normal for age|physiologic(?:al)?)\b").expect("pattern")
});
static REPORTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:seen|noted|present|identified|shows?|demonstrates?|evident|visuali[sz]ed|reveals?|contains?)\b").expect("pattern")
});

/// Whether a sentence goes on about the one before it.
fn continues(sentence: &str) -> bool {
    CONTINUES.is_match(sentence)
}

fn is_recommendation(sentence: &str) -> bool {
    RECOMMENDS.is_match(sentence)
}

/// Whether a sentence belongs into the impression: it asserts something abnormal, recommends, or reports what no rule knows.
fn is_worth_telling(sentence: &str, reading: &Reading) -> bool {
    if remainder::is_remainder(sentence) || sentence.contains("___") {
        return false;
    }
    if FOR_AGE.is_match(sentence) {
        return false;
    }
    if reading.is_abnormal() || is_recommendation(sentence) {
        return true;
    }
    let denied = !report::negation::scopes(sentence).is_empty();
    reading.normals.is_empty() && !denied && REPORTS.is_match(sentence)
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
    fn a_normal_study_gets_one_line_that_names_it() {
        check(
            "- Liver is normal.\n- No ascites.\n- Spleen measures 11 cm.",
            "1. Normal CT Abdomen.",
        );
        check(
            "- Liver enhances normally.\n- Kidneys show normal enhancement.",
            "1. Normal CT Abdomen.",
        );
    }

    #[test]
    fn sentences_about_one_thing_are_one_item_and_recommendations_are_kept() {
        check(
            "- Multiple nodules are seen in the liver. The largest measures 3 cm.\n- Follow up MRI is advised.",
            "1. Multiple nodules are seen in the liver. The largest measures 3 cm.\n2. Follow up MRI is advised.",
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
