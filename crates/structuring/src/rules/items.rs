//! The items of a dictated impression: by spoken numbers, else by lines, else a sentence each.

use report::section::SectionKind;
use report::statement::{Origin, Statement};

use super::script::Spoken;

/// The dictated impression, an item a statement.
pub(super) fn dictated<'s>(sentences: impl Iterator<Item = &'s Spoken>) -> Vec<Statement> {
    let sentences: Vec<&Spoken> = sentences.collect();
    let numbered = sentences
        .iter()
        .filter(|sentence| sentence.number.is_some())
        .count()
        > 1;
    let lines = sentences
        .windows(2)
        .filter(|pair| pair[0].line != pair[1].line)
        .count();
    let mut items: Vec<Statement> = Vec::new();
    let mut last_line = None;
    for sentence in sentences {
        let continues = if numbered {
            sentence.number.is_none() && last_line.is_some()
        } else {
            lines > 0 && last_line == Some(sentence.line)
        };
        last_line = Some(sentence.line);
        match items.last_mut() {
            Some(item) if continues => {
                item.text.push(' ');
                item.text.push_str(&sentence.text);
                if let Origin::Dictated { spans } = &mut item.origin {
                    spans.push(sentence.span.clone());
                }
            }
            _ => items.push(Statement {
                section: SectionKind::Impression,
                text: sentence.text.clone(),
                origin: Origin::Dictated {
                    spans: vec![sentence.span.clone()],
                },
            }),
        }
    }
    items
}
