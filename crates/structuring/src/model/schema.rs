//! What the model is asked for, and how it is held to it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;
use serde_json::value::RawValue;

/// A kind of answer: its instructions and its schema, both in `prompts/`.
pub(super) struct Task {
    /// The schema's name on the wire.
    pub(super) name: &'static str,
    /// The system message.
    pub(super) instructions: &'static str,
    /// The JSON schema, as written: its order of keys is the order in which sections come.
    pub(super) schema: Box<RawValue>,
}

/// A report of a dictation.
pub(super) static REPORT: LazyLock<Task> = LazyLock::new(|| Task {
    name: "radiology_report",
    instructions: include_str!("../../prompts/report.md"),
    schema: schema(include_str!("../../prompts/report.schema.json")),
});
/// An impression of findings.
pub(super) static IMPRESSION: LazyLock<Task> = LazyLock::new(|| Task {
    name: "radiology_impression",
    instructions: include_str!("../../prompts/impression.md"),
    schema: schema(include_str!("../../prompts/impression.schema.json")),
});

fn schema(json: &'static str) -> Box<RawValue> {
    RawValue::from_string(json.trim().to_owned()).expect("the schema in prompts/ is JSON")
}

/// How an answer is asked for. Servers differ in what they understand; each next one asks for less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// JSON after a schema.
    Schema,
    /// Any JSON object; the instructions say which.
    Object,
    /// Text, in which the object stands.
    Text,
}

/// A way of asking that a server understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Manner {
    pub(super) format: Format,
    /// Whether the most likely words are asked for. Some models take no wishes about that.
    pub(super) exact: bool,
}

impl Manner {
    /// What to try after a server refused this manner with `complaint`; `None` when there is nothing left.
    pub(super) fn simpler(self, complaint: &str) -> Option<Self> {
        if self.exact && complaint.to_ascii_lowercase().contains("temperature") {
            return Some(Self { exact: false, ..self });
        }
        let format = match self.format {
            Format::Schema => Format::Object,
            Format::Object => Format::Text,
            Format::Text => return None,
        };
        Some(Self { format, ..self })
    }

    /// What goes into the request as `response_format`.
    pub(super) fn response_format(self, task: &Task) -> Option<ResponseFormat<'_>> {
        match self.format {
            Format::Schema => Some(ResponseFormat {
                kind: "json_schema",
                json_schema: Some(JsonSchema {
                    name: task.name,
                    strict: true,
                    schema: &task.schema,
                }),
            }),
            Format::Object => Some(ResponseFormat {
                kind: "json_object",
                json_schema: None,
            }),
            Format::Text => None,
        }
    }
}

/// `response_format` of a chat request.
#[derive(Serialize)]
pub(super) struct ResponseFormat<'t> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    json_schema: Option<JsonSchema<'t>>,
}

#[derive(Serialize)]
struct JsonSchema<'t> {
    name: &'static str,
    strict: bool,
    schema: &'t RawValue,
}

/// The manner that a server understood last, so that it is not refused the same thing with every dictation.
#[derive(Debug, Default)]
pub(super) struct Learned(AtomicU8);

impl Learned {
    pub(super) fn manner(&self) -> Manner {
        let learned = self.0.load(Ordering::Relaxed);
        let format = match learned & 3 {
            0 => Format::Schema,
            1 => Format::Object,
            _ => Format::Text,
        };
        Manner {
            format,
            exact: learned & 4 == 0,
        }
    }

    pub(super) fn remember(&self, manner: Manner) {
        let format = match manner.format {
            Format::Schema => 0,
            Format::Object => 1,
            Format::Text => 2,
        };
        let exact = if manner.exact { 0 } else { 4 };
        self.0.store(format | exact, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Manner = Manner {
        format: Format::Schema,
        exact: true,
    };

    #[test]
    fn each_refusal_asks_for_less_until_nothing_is_left() {
        let object = FULL
            .simpler("response_format is not supported")
            .expect("an object");
        let text = object.simpler("").expect("text");
        assert_eq!((object.format, text.format), (Format::Object, Format::Text));
        assert_eq!(text.simpler("no"), None);
        let inexact = text
            .simpler("Unsupported value: 'Temperature'")
            .expect("without a temperature");
        assert_eq!((inexact.format, inexact.exact), (Format::Text, false));
    }

    #[test]
    fn what_a_server_understood_is_remembered() {
        let learned = Learned::default();
        assert_eq!(learned.manner(), FULL);
        for format in [Format::Schema, Format::Object, Format::Text] {
            for exact in [true, false] {
                learned.remember(Manner { format, exact });
                assert_eq!(learned.manner(), Manner { format, exact });
            }
        }
    }

    #[test]
    fn sections_are_asked_for_in_the_order_of_the_report() {
        let schema = REPORT.schema.get();
        let places = [
            "clinicalHistory",
            "technique",
            "findings",
            "comparison",
            "impression",
        ]
        .map(|key| schema.find(key).expect("a key"));
        assert!(places.is_sorted(), "{places:?}");
    }
}
