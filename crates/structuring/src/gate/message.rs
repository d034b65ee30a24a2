//! What a radiologist is told about a difference, in one sentence.

use super::FlagKind;
use super::fact::{Class, Names};
use super::inspection::{Difference, What};
use super::passage::{Owner, Sentence};

/// The sentence for a finding of which it is open whether the denial before it reaches it.
pub(super) fn of_open_denial(finding: &str) -> String {
    format!("Denied as it stands: \"{finding}\". If it is there, end the denial before it.")
}

/// The sentence for a difference between a sentence of the report and its source.
pub(super) fn of(
    difference: &Difference,
    sentence: Option<&Sentence>,
    source: Option<&Sentence>,
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
    let whose = match source.map(|source| source.owner) {
        Some(Owner::Template) => "The template says",
        Some(Owner::Previous) => "The previous report says",
        _ => "Dictated",
    };
    match difference.what {
        What::Sentence => match difference.kind {
            FlagKind::Lost => format!(
                "Dictated but not in the report: {}",
                source.map_or("", |source| source.text.trim())
            ),
            _ => "Neither dictated nor in the template.".to_owned(),
        },
        What::Polarity {
            denied_in_report,
            key,
        } => {
            let word = said(sentence, Some(key)).unwrap_or_default().to_lowercase();
            if denied_in_report {
                format!(
                    "Denied here but not {}: \"{word}\".",
                    dictated_or_template(source)
                )
            } else {
                format!(
                    "\"No\" was lost: {} denies \"{word}\".",
                    the_dictation_or_template(source)
                )
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
                    Class::Side => format!(
                        "{} says {}; this statement says {}.",
                        capital(the_dictation_or_template(source)),
                        dictated.to_lowercase(),
                        report.to_lowercase()
                    ),
                    _ => format!("{whose} {dictated}, the report says {report}."),
                },
                (None, Some(dictated)) => format!("{whose} {dictated}, not in this statement of the report."),
                (Some(report), None) => format!("\"{report}\" was not {}.", dictated_or_template(source)),
                (None, None) => "Not as it was dictated.".to_owned(),
            }
        }
    }
}

fn dictated_or_template(source: Option<&Sentence>) -> &'static str {
    match source.map(|source| source.owner) {
        Some(Owner::Template) => "in the template",
        _ => "dictated",
    }
}

fn the_dictation_or_template(source: Option<&Sentence>) -> &'static str {
    match source.map(|source| source.owner) {
        Some(Owner::Template) => "the template",
        Some(Owner::Previous) => "the previous report",
        _ => "the dictation",
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
