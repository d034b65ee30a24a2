//! Texts as long as they may be, for the tests and the benchmark.

use std::cmp::Reverse;

use report::private::PatientText;
use report::style::Style;
use structuring::{CustomTemplate, Dictation, TemplateChoice};
use templates::Template;

/// 615 words as they are spoken, without a full stop.
pub const MINUTES: &str = include_str!("../bench_dictation.txt");
/// Bytes of what is said in an hour, which is the longest recording.
pub const AN_HOUR: usize = 55_000;
/// Bytes of a text, and of a template, that nobody may exceed.
pub const LONGEST_TEXT: usize = 200_000;
pub const LONGEST_TEMPLATE: usize = 100_000;

pub fn dictation(text: &str, template: TemplateChoice) -> Dictation {
    Dictation {
        text: PatientText::new(text),
        template,
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
        style: Style::default(),
    }
}

pub fn own(content: &str) -> TemplateChoice {
    TemplateChoice::Custom(CustomTemplate::parse("own", content))
}

/// A piece again and again, up to so many bytes.
pub fn again(piece: &str, length: usize) -> String {
    piece.repeat(length / piece.len())
}

/// A piece again and again, each time with another number.
pub fn counted(piece: &str, length: usize) -> String {
    let mut text = String::with_capacity(length);
    for number in 1.. {
        let next = piece.replace('#', &number.to_string());
        if text.len() + next.len() > length {
            break;
        }
        text.push_str(&next);
    }
    text
}

/// Every line of the library that stands in no other template, up to so many bytes, as one template.
pub fn of_the_library(length: usize) -> String {
    let templates = templates::library().all().iter();
    let mut lines: Vec<&str> = Vec::new();
    let mut bytes = 0;
    for line in templates.flat_map(|template| &template.findings) {
        if bytes + line.text.len() + 1 > length {
            break;
        }
        if !lines.contains(&line.text.as_str()) {
            bytes += line.text.len() + 1;
            lines.push(&line.text);
        }
    }
    format!("FINDINGS:\n{}", lines.join("\n"))
}

/// The templates of the library, the longest first.
pub fn longest_of_the_library() -> Vec<&'static Template> {
    let mut templates: Vec<_> = templates::library().all().iter().collect();
    templates.sort_by_key(|template| {
        let bytes: usize = template.findings.iter().map(|line| line.text.len()).sum();
        Reverse(bytes)
    });
    templates
}
