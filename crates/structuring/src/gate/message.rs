//! What a radiologist is told about a difference, in one sentence.

use super::FlagKind;
use super::fact::{Class, Names};
use super::inspection::{Difference, What};
use super::passage::{Owner, Sentence};

/// The sentence for a finding of which it is open whether the denial before it reaches it.
pub(super) fn of_open_denial(finding: &str) -> String {
    format!("Denied as it stands: \"{finding}\". If it is there, end the denial before it.")
}

/// The sentence for a difference between a sentence of the report and its source. `owner` is whose words the source is, and what the
/// report is made from where there is none.
pub(super) fn of(
    difference: &Difference,
    sentence: Option<&Sentence>,
    source: Option<&Sentence>,
    owner: Owner,
    names: &Names,
) -> String {
    let said = |of: Option<&Sentence>, key: Option<u32>| {
        let key = key?;
        of?.facts
            .iter()
            .find(|fact| fact.key == key)
            .and_then(|fact| of?.text.get(fact.range.clone()))
            .map(str::to_owned)
            .or_else(|| Some(names.text(key).trim_start_matches(['>', '#', '^']).to_owned()))
    };
    let whose = match owner {
        Owner::Template => "The template says",
        Owner::Previous => "The previous report says",
        Owner::Findings => "The findings say",
        _ => "Dictated",
    };
    match difference.what {
        What::Sentence => match difference.kind {
            FlagKind::Lost => format!(
                "Dictated but not in the report: {}",
                source.map_or("", |source| source.text.trim())
            ),
            _ if owner == Owner::Findings => "Not in the findings.".to_owned(),
            _ => "Neither dictated nor in the template.".to_owned(),
        },
        What::Polarity {
            denied_in_report,
            key,
        } => {
            let word = said(sentence, Some(key)).unwrap_or_default().to_lowercase();
            if denied_in_report {
                format!("Denied here but not {}: \"{word}\".", where_it_stands(owner))
            } else if owner == Owner::Findings {
                format!("\"No\" was lost: the findings deny \"{word}\".")
            } else {
                format!("\"No\" was lost: {} denies \"{word}\".", name(owner))
            }
        }
        What::Fact {
            class,
            report,
            source: dictated,
        } => {
            let report = said(sentence, report);
            let dictated = said(source, dictated);
            match (report, dictated) {
                (Some(report), Some(dictated)) => match class {
                    Class::Side if owner != Owner::Findings => format!(
                        "{} says {}; this statement says {}.",
                        capital(name(owner)),
                        dictated.to_lowercase(),
                        report.to_lowercase()
                    ),
                    _ if owner == Owner::Findings => {
                        format!("{whose} {dictated}, the impression says {report}.")
                    }
                    _ => format!("{whose} {dictated}, the report says {report}."),
                },
                (None, Some(dictated)) if owner == Owner::Findings => {
                    format!("{whose} {dictated}, this statement does not.")
                }
                (None, Some(dictated)) => format!("{whose} {dictated}, not in this statement of the report."),
                (Some(report), None) => format!("\"{report}\" was not {}.", where_it_stands(owner)),
                (None, None) if owner == Owner::Findings => "Not as the findings say.".to_owned(),
                (None, None) => "Not as it was dictated.".to_owned(),
            }
        }
    }
}

fn where_it_stands(owner: Owner) -> &'static str {
    match owner {
        Owner::Template => "in the template",
        Owner::Findings => "in the findings",
        _ => "dictated",
    }
}

fn name(owner: Owner) -> &'static str {
    match owner {
        Owner::Template => "the template",
        Owner::Previous => "the previous report",
        _ => "the dictation",
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
