//! Where lines came from, by what they say.

use std::ops::Range;

use report::section::SectionKind;
use report::statement::{Origin, Statement};

use super::Given;
use super::inspection::Inspection;
use super::passage::Owner;

/// Statements with the origins that the alignment gives them.
pub(super) fn trace(given: &Given<'_>, lines: Vec<(SectionKind, String)>) -> Vec<Statement> {
    let mut statements: Vec<Statement> = lines
        .into_iter()
        .map(|(section, text)| Statement {
            section,
            text,
            origin: Origin::Derived { from: Vec::new() },
        })
        .collect();
    let inspection = Inspection::of(given, &statements);
    let mut found: Vec<(Vec<Range<usize>>, bool, bool)> = vec![(Vec::new(), false, false); statements.len()];
    for (sentence, origin) in inspection.report.sentences.iter().zip(&inspection.origins) {
        let Owner::Report(index) = sentence.owner else {
            continue;
        };
        let (spans, template, previous) = &mut found[index];
        for source in origin.runs() {
            let source = &inspection.given.sentences[source];
            match source.owner {
                Owner::Dictation if !spans.contains(&source.place) && !source.place.is_empty() => {
                    spans.push(source.place.clone())
                }
                Owner::Template => *template = true,
                Owner::Previous => *previous = true,
                _ => {}
            }
        }
    }
    for (statement, (mut spans, template, previous)) in statements.iter_mut().zip(found) {
        spans.sort_by_key(|span| span.start);
        statement.origin = match (template, spans.is_empty(), previous) {
            (true, ..) => Origin::Template { filled: spans },
            (false, false, _) => Origin::Dictated { spans },
            (false, true, true) => Origin::Previous,
            (false, true, false) => Origin::Derived { from: Vec::new() },
        };
    }
    statements
}
