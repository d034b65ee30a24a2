//! Reads the sections out of an answer while it comes.
//!
//! An answer is one JSON object. Its members are taken as soon as they are complete, whatever stands around the object: a thinking
//! model's thoughts, a fence of back quotes, a polite sentence. Only structure is followed here; what a member holds is read by a JSON
//! parser once it is whole, so that nothing can be divided in a wrong place.

use crate::error::ModelError;
use report::section::SectionKind;
use report::text::without_bullet;
use serde_json::{Map, Value};

/// The largest answer. A dictation has at most 200 kB.
const LARGEST: usize = 2 * 1024 * 1024;
/// What some models write before their answer, and its end.
const THOUGHTS: (&str, &str) = ("<think>", "</think>");

/// The lines of a section.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) kind: SectionKind,
    pub(super) lines: Vec<String>,
}

/// An answer as far as it has come.
#[derive(Default)]
pub(super) struct Sections {
    text: String,
    /// How far the text was followed.
    at: usize,
    state: State,
    /// Objects and lists that are open inside the answer's object.
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// Where the member that is open begins.
    member: usize,
    read: Vec<Section>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Before,
    Inside,
    After,
}

impl Sections {
    /// Takes a piece of the answer and gives the sections that it completes.
    pub(super) fn push(&mut self, piece: &str) -> Result<Vec<Section>, ModelError> {
        if self.text.len() + piece.len() > LARGEST {
            return Err(ModelError::Unreadable);
        }
        self.text.push_str(piece);
        if self.state == State::Before {
            self.find_object();
        }
        let mut complete = Vec::new();
        while self.state == State::Inside && self.at < self.text.len() {
            let at = self.at;
            let byte = self.text.as_bytes()[at];
            self.at += 1;
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth > 0 => self.depth -= 1,
                b'}' => {
                    complete.extend(self.end_member(at)?);
                    self.state = State::After;
                }
                b',' if self.depth == 0 => complete.extend(self.end_member(at)?),
                _ => {}
            }
        }
        self.read.extend(complete.iter().cloned());
        Ok(complete)
    }

    /// Every section of a whole answer, in report order, the last word on each.
    pub(super) fn finish(self) -> Result<Vec<Section>, ModelError> {
        if self.state != State::After {
            return Err(ModelError::NoReport);
        }
        let last = |kind: SectionKind| {
            let of_kind = self.read.iter().rev();
            of_kind
                .filter(|section| section.kind == kind)
                .find(|section| !section.lines.is_empty())
                .cloned()
        };
        Ok(SectionKind::ALL.into_iter().filter_map(last).collect())
    }

    /// Looks for the object, behind the thoughts where there are any.
    fn find_object(&mut self) {
        let (open, close) = THOUGHTS;
        let opening = self.text.trim_start();
        let from = if opening.starts_with(open) {
            match self.text.find(close) {
                Some(end) => end + close.len(),
                None => return,
            }
        } else if open.starts_with(opening) {
            return;
        } else {
            0
        };
        if let Some(brace) = self.text[from..].find('{') {
            self.at = from + brace + 1;
            self.member = self.at;
            self.state = State::Inside;
        }
    }

    /// The section of the member that ends before `end`; `None` when it is none of ours.
    fn end_member(&mut self, end: usize) -> Result<Option<Section>, ModelError> {
        let member = self.text[self.member..end].trim();
        self.member = end + 1;
        if member.is_empty() {
            return Ok(None);
        }
        let object: Map<String, Value> =
            serde_json::from_str(&format!("{{{member}}}")).map_err(|_| ModelError::NoReport)?;
        Ok(object.into_iter().next().and_then(|(key, value)| {
            let kind = kind(&key)?;
            let mut lines = Vec::new();
            collect(&value, &mut lines);
            Some(Section { kind, lines })
        }))
    }
}

/// The section that a key means, however the model wrote it.
fn kind(key: &str) -> Option<SectionKind> {
    let letters: String = key
        .chars()
        .filter(|character| character.is_ascii_alphanumeric())
        .map(|character| character.to_ascii_lowercase())
        .collect();
    match letters.as_str() {
        "clinicalhistory" => Some(SectionKind::ClinicalHistory),
        "technique" => Some(SectionKind::Technique),
        "findings" => Some(SectionKind::Findings),
        "comparison" => Some(SectionKind::Comparison),
        "impression" => Some(SectionKind::Impression),
        _ => None,
    }
}

/// Every text in a value, a line each.
fn collect(value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => lines.push(number.to_string()),
        Value::String(text) => lines.extend(
            text.lines()
                .map(without_bullet)
                .filter(|line| !line.is_empty())
                .map(str::to_owned),
        ),
        Value::Array(values) => values.iter().for_each(|value| collect(value, lines)),
        Value::Object(members) => members.values().for_each(|value| collect(value, lines)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"{"clinicalHistory": "Fever, \"since\" May.", "technique": "", "findings": ["A 3 cm {cyst}, caf\u00e9.", "- No ascites."], "comparison": [], "impression": ["1. Cyst."]}"#;

    /// Sections with the lines of each, and after how many pieces each came.
    fn read(answer: &str, size: usize) -> Result<Vec<(SectionKind, Vec<String>)>, ModelError> {
        let mut sections = Sections::default();
        let characters: Vec<char> = answer.chars().collect();
        for piece in characters.chunks(size) {
            sections.push(&piece.iter().collect::<String>())?;
        }
        let sections = sections.finish()?;
        Ok(sections
            .into_iter()
            .map(|section| (section.kind, section.lines))
            .collect())
    }

    #[track_caller]
    fn check(answer: &str, expected: &[(SectionKind, &[&str])]) {
        let expected: Vec<(SectionKind, Vec<String>)> = expected
            .iter()
            .map(|(kind, lines)| (*kind, lines.iter().map(|line| (*line).to_owned()).collect()))
            .collect();
        for size in [1, 2, 5, 13, usize::MAX / 2] {
            assert_eq!(
                read(answer, size).as_ref(),
                Ok(&expected),
                "in pieces of {size}: {answer}"
            );
        }
    }

    #[test]
    fn sections_are_read_wherever_the_answer_is_divided() {
        let expected: &[(SectionKind, &[&str])] = &[
            (SectionKind::ClinicalHistory, &["Fever, \"since\" May."]),
            (
                SectionKind::Findings,
                &["A 3 cm {cyst}, caf\u{e9}.", "No ascites."],
            ),
            (SectionKind::Impression, &["Cyst."]),
        ];
        check(ANSWER, expected);
        check(
            &format!("Here it is:\n```json\n{ANSWER}\n```\nAnything else?"),
            expected,
        );
        check(
            &format!("<think>A {{cyst}}, \"then\".</think>\n{ANSWER}"),
            expected,
        );
    }

    #[test]
    fn values_of_another_shape_are_read_for_their_texts() {
        check(
            r#"{"Clinical_History": null, "findings": "- A cyst.\n- No ascites.", "notes": {"x": 1}, "impression": [{"text": "A cyst."}]}"#,
            &[
                (SectionKind::Findings, &["A cyst.", "No ascites."]),
                (SectionKind::Impression, &["A cyst."]),
            ],
        );
    }

    #[test]
    fn a_section_comes_as_soon_as_it_is_complete() {
        let mut sections = Sections::default();
        let before = sections.push(r#"{"technique": "Plain CT.""#).expect("readable");
        assert!(before.is_empty());
        let after = sections.push(r#", "findings": ["A c"#).expect("readable");
        assert_eq!(after.len(), 1);
        assert_eq!(after[0].lines, ["Plain CT."]);
        assert!(sections.state == State::Inside);
    }

    #[test]
    fn what_is_no_whole_object_is_no_report() {
        for answer in [
            "",
            "I cannot help with that.",
            "{\"findings\": [\"A cyst.\"]",
            "{findings: 4}",
            "{\"findings\" \"x\"}",
            "<think>{}",
        ] {
            assert_eq!(read(answer, 3), Err(ModelError::NoReport), "{answer}");
        }
    }

    #[test]
    fn an_endless_answer_is_left() {
        let mut sections = Sections::default();
        let much = "x".repeat(LARGEST);
        assert!(sections.push(&much).is_ok());
        assert_eq!(sections.push("x").err(), Some(ModelError::Unreadable));
    }
}
