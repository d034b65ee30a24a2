//! Sentences of the template that a model left out without need.
//!
//! The gate holds a report to the dictation; that a template's normal is missing it does not mind, because a finding may have taken it
//! out. Here a sentence is put back when the rules engine kept it and nothing in the answer speaks of any of its structures: then
//! nothing can have contradicted it, and the model has simply forgotten it.

use std::collections::BTreeSet;

use report::anatomy::lexicon;
use report::statement::{Origin, Statement};
use report::wording;

/// The share of a sentence's words that tells that it stands in the answer after all.
const STANDS: f64 = 0.85;

/// Puts back what was left out of `lines`, each behind the sentence that it follows in `kept`, which are the rules engine's statements of
/// the same section. Gives what was put back.
pub(super) fn put_back(lines: &mut Vec<String>, kept: &[&Statement]) -> Vec<String> {
    let spoken_of: BTreeSet<&str> = lines.iter().flat_map(|line| structures(line)).collect();
    let whole = wording::content(&lines.join("\n"));
    let mut before: Option<&str> = None;
    let mut back = Vec::new();
    for statement in kept {
        let is_template = matches!(&statement.origin, Origin::Template { filled } if filled.is_empty());
        let named = structures(&statement.text);
        let is_missing = is_template
            && !named.is_empty()
            && named.is_disjoint(&spoken_of)
            && wording::coverage(&wording::content(&statement.text), &whole) < STANDS;
        if is_missing {
            let place = before
                .and_then(|before| lines.iter().position(|line| wording::same(line, before)))
                .map_or(0, |index| index + 1);
            lines.insert(place, statement.text.clone());
            back.push(statement.text.clone());
        }
        if is_missing || lines.iter().any(|line| wording::same(line, &statement.text)) {
            before = Some(&statement.text);
        }
    }
    back
}

fn structures(text: &str) -> BTreeSet<&'static str> {
    lexicon()
        .find(text)
        .into_iter()
        .map(|mention| mention.structure.id.as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use report::section::SectionKind;

    use super::*;

    #[track_caller]
    fn check(answered: &[&str], kept: &[&str], expected: &[&str]) {
        let kept: Vec<Statement> = kept
            .iter()
            .map(|text| Statement {
                section: SectionKind::Findings,
                text: (*text).to_owned(),
                origin: Origin::Template { filled: Vec::new() },
            })
            .collect();
        let mut lines: Vec<String> = answered.iter().map(|line| (*line).to_owned()).collect();
        put_back(&mut lines, &kept.iter().collect::<Vec<_>>());
        assert_eq!(lines, expected);
    }

    const KEPT: [&str; 3] = [
        "Liver is normal in size.",
        "Spleen is normal in size and attenuation.",
        "Both kidneys are normal in size.",
    ];

    #[test]
    fn a_forgotten_sentence_goes_behind_the_one_it_follows() {
        check(&[KEPT[0], KEPT[2]], &KEPT, &KEPT);
        check(&[KEPT[2]], &KEPT, &KEPT);
        check(
            &["Liver is normal in size. Both kidneys are normal in size."],
            &KEPT,
            &[
                KEPT[1],
                "Liver is normal in size. Both kidneys are normal in size.",
            ],
        );
    }

    #[test]
    fn what_the_answer_speaks_of_is_the_models_business() {
        check(
            &[KEPT[0], "A 2 cm cyst in the spleen.", KEPT[2]],
            &KEPT,
            &[KEPT[0], "A 2 cm cyst in the spleen.", KEPT[2]],
        );
        check(&KEPT, &KEPT, &KEPT);
    }
}
