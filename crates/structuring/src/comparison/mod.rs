//! What has changed since a previous report.
//!
//! Findings of both reports are paired by what they are, where they are and on which side (`pairing`). Sizes are compared by
//! arithmetic on the largest dimension. Nothing is said of a finding on which today's dictation has no word: a finding has
//! resolved only when it is denied today, and is new only when the previous report spoke of its place or denied it.

mod observation;
mod pairing;

use std::sync::LazyLock;

use regex::Regex;
use report::measurement;
use report::section::SectionKind;
use report::statement::{Origin, Statement};

use crate::route;
use report::{segment, wording};

use observation::{Observation, Size};

/// What today's findings say compared with a previous report, a statement a line. Each is made from findings, counted from the
/// first, or, when it only stands in the previous report, taken from there.
pub fn compare(findings: &[&str], previous: &str) -> Vec<Statement> {
    let today: Vec<Observation> = findings
        .iter()
        .enumerate()
        .flat_map(|(index, text)| observation::of(text, index))
        .collect();
    let before: Vec<Observation> = previous_findings(previous)
        .iter()
        .enumerate()
        .flat_map(|(index, text)| observation::of(text, index))
        .collect();
    let mut paired = vec![false; before.len()];
    let mut statements = Vec::new();
    for now in today.iter().filter(|now| now.is_asserted()) {
        let text = match pairing::best(now, &before, &paired) {
            Some(index) => {
                paired[index] = true;
                Some(change(now, &before[index]))
            }
            None => pairing::moved(now, &before).map_or_else(
                || newly(now, &before),
                |index| {
                    paired[index] = true;
                    None
                },
            ),
        };
        let from = Origin::Derived {
            from: vec![now.statement],
        };
        statements.extend(text.map(|text| Statement {
            section: SectionKind::Comparison,
            text,
            origin: from,
        }));
    }
    for now in today
        .iter()
        .filter(|now| now.denied && SAYS_CHANGE.is_match(&now.statement_text))
    {
        // What is dictated as gone although its pair in the previous report is still there in part.
        let gone = |was: &Observation| was.is_asserted() && pairing::resolves(now, was);
        if before.iter().any(gone)
            && !before
                .iter()
                .zip(&paired)
                .any(|(was, paired)| !paired && gone(was))
        {
            let origin = Origin::Derived {
                from: vec![now.statement],
            };
            statements.push(Statement {
                section: SectionKind::Comparison,
                text: now.statement_text.clone(),
                origin,
            });
        }
    }
    for (index, was) in before
        .iter()
        .enumerate()
        .filter(|(index, was)| was.is_asserted() && !paired[*index])
    {
        if today.iter().any(|now| pairing::resolves(now, was)) && !today_asserts(&today, was) {
            let text = wording::sentence(&format!("Resolved: {}", before[index].phrase));
            statements.push(Statement {
                section: SectionKind::Comparison,
                text,
                origin: Origin::Previous,
            });
        }
    }
    statements
}

/// The sentences of the findings of a previous report; of all of it when it has no headings.
fn previous_findings(previous: &str) -> Vec<String> {
    let written = report::spoken::write(previous).text;
    let parts = route::parts(&written);
    let headed = parts
        .iter()
        .any(|part| part.section == Some(SectionKind::Findings));
    parts
        .iter()
        .filter(|part| {
            if headed {
                part.section == Some(SectionKind::Findings)
            } else {
                part.section.is_none()
            }
        })
        .flat_map(|part| segment::sentences(&written, part.body.clone()))
        .map(|range| wording::sentence(&written[range]))
        .collect()
}

fn today_asserts(today: &[Observation], was: &Observation) -> bool {
    today
        .iter()
        .any(|now| now.is_asserted() && pairing::same_finding(now, was))
}

static SAYS_CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:increas\w+|decreas\w+|larger|smaller|grown|unchanged|stable|progress\w+|regress\w+|resolv\w+|improv\w+|worsen\w+|new|newly|no longer|persist\w*|reduced|diminished|interval)\b")
        .expect("pattern")
});

/// How a finding has changed: as dictated when the dictation says so without a size, else by arithmetic.
fn change(now: &Observation, was: &Observation) -> String {
    let several = |observation: &Observation| measurement::find(&observation.phrase).len() > 1;
    if several(now) || several(was) {
        return list_change(now, was);
    }
    if SAYS_CHANGE.is_match(&now.statement_text) && (now.size.is_none() || was.size.is_none()) {
        return now.statement_text.clone();
    }
    let name = wording::sentence(&now.name()).trim_end_matches('.').to_owned();
    match (was.size, now.size) {
        (Some(before), Some(after)) if before.unit == after.unit => sized(&name, before, after),
        (_, Some(after)) => format!("{name} persists, now {after}; no previous size is given."),
        _ => format!("{name} persists."),
    }
}

/// Several lesions in one statement are set beside those of the previous one, without guessing which is which.
fn list_change(now: &Observation, was: &Observation) -> String {
    let sizes = |observation: &Observation| {
        let mut sizes: Vec<i64> = measurement::find(&observation.phrase)
            .iter()
            .filter_map(measurement::Measurement::largest_millimetres)
            .map(|size| (size * 10.0).round() as i64)
            .collect();
        sizes.sort_unstable();
        sizes
    };
    let phrase = now.phrase.trim_end_matches('.');
    let text = if sizes(now) == sizes(was) {
        format!("Unchanged: {phrase}")
    } else {
        format!("{phrase}; previously: {}", was.phrase.trim_end_matches('.'))
    };
    wording::sentence(&text)
}

fn sized(name: &str, before: Size, after: Size) -> String {
    let difference = after.value - before.value;
    if difference.abs() < 0.05 {
        return format!("{name} is unchanged, {before} previously and {after} now.");
    }
    let verb = if difference > 0.0 {
        "increased"
    } else {
        "decreased"
    };
    if before.value <= 0.0 {
        return format!("{name} has {verb} from {before} to {after}.");
    }
    format!(
        "{name} has {verb} from {before} to {after} ({:+.0}%).",
        difference / before.value * 100.0
    )
}

/// Says that a finding is new when the previous report spoke of its place, that it was not described when it spoke of the region.
fn newly(now: &Observation, before: &[Observation]) -> Option<String> {
    if now.only_measures() {
        return None;
    }
    if SAYS_CHANGE.is_match(&now.statement_text) {
        return Some(now.statement_text.clone());
    }
    let phrase = now.statement_text.trim_end_matches('.');
    if before.iter().any(|was| pairing::speaks_of_place(was, now)) {
        return Some(wording::sentence(&format!("New: {phrase}")));
    }
    before
        .iter()
        .any(|was| pairing::same_region(was, now))
        .then(|| wording::sentence(&format!("Not described previously: {phrase}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(findings: &[&str], previous: &str, expected: &[&str]) {
        let statements = compare(findings, previous);
        let texts: Vec<&str> = statements
            .iter()
            .map(|statement| statement.text.as_str())
            .collect();
        assert_eq!(texts, expected, "{findings:?}");
    }

    #[test]
    fn sizes_are_compared_by_arithmetic() {
        check(
            &[
                "Right adrenal nodule measures 3 cm.",
                "Left adrenal nodule measures 10 mm.",
            ],
            "Findings: A 2.4 cm nodule in the right adrenal gland. Left adrenal nodule of 1 cm.",
            &[
                "Right adrenal nodule has increased from 24 mm to 30 mm (+25%).",
                "Left adrenal nodule is unchanged, 10 mm previously and 10 mm now.",
            ],
        );
    }

    #[test]
    fn a_finding_resolves_only_when_it_is_denied_today() {
        check(
            &["No ascites."],
            "Findings: Moderate ascites. A 3 cm cyst in the spleen.",
            &["Resolved: Moderate ascites."],
        );
        check(&["Liver is normal."], "Findings: A 3 cm cyst in the spleen.", &[]);
    }

    #[test]
    fn a_finding_is_new_only_where_the_previous_report_looked() {
        check(
            &["A 2 cm mass is seen in the left kidney."],
            "Findings: Both kidneys are normal.",
            &["New: A 2 cm mass is seen in the left kidney."],
        );
        check(
            &["A 2 cm mass is seen in the left kidney."],
            "Findings: Medial meniscus is torn.",
            &[],
        );
    }

    #[test]
    fn a_change_that_was_dictated_stands_as_dictated() {
        check(
            &["Right pleural effusion has increased."],
            "Findings: Small right pleural effusion.",
            &["Right pleural effusion has increased."],
        );
        check(
            &["Nodules of 8 mm and 5 mm in the left upper lobe."],
            "Findings: Left upper lobe nodules of 5 mm and 8 mm.",
            &["Unchanged: Nodules of 8 mm and 5 mm in the left upper lobe."],
        );
    }

    #[test]
    fn what_has_no_sizes_persists() {
        check(
            &["Tear of the medial meniscus is seen."],
            "Findings: Medial meniscus tear.",
            &["Tear of the medial meniscus persists."],
        );
    }
}
