//! Understands what chat servers send: each field may be missing, and more fields than these may be there.

use crate::error::ModelError;
use serde::Deserialize;
use serde_json::Value;

/// A piece of an answer, or a whole one from a server that does not stream.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    /// Words of the answer.
    pub(super) content: String,
    /// Whether the model says that this was all.
    pub(super) is_last: bool,
}

#[derive(Deserialize)]
struct Chunk {
    choices: Option<Vec<Choice>>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Option<Message>,
    message: Option<Message>,
    text: Option<String>,
    finish_reason: Option<Value>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<Value>,
    refusal: Option<Value>,
}

/// Reads one chunk. A chunk without a choice says nothing: usage, or a sign of life.
pub(super) fn read(data: &str) -> Result<Piece, ModelError> {
    let chunk: Chunk = serde_json::from_str(data).map_err(|_| ModelError::Unreadable)?;
    if chunk.error.is_some_and(|error| !error.is_null()) {
        return Err(ModelError::Busy);
    }
    let Some(choice) = chunk.choices.into_iter().flatten().next() else {
        return Ok(Piece::default());
    };
    let mut piece = Piece {
        content: choice.text.unwrap_or_default(),
        is_last: false,
    };
    for message in [choice.delta, choice.message].into_iter().flatten() {
        if message.refusal.is_some_and(|refusal| says_something(&refusal)) {
            return Err(ModelError::Declined);
        }
        if let Some(content) = message.content {
            piece.content.push_str(&text(&content));
        }
    }
    piece.is_last = match choice.finish_reason.as_ref().and_then(Value::as_str) {
        None | Some("") => false,
        Some("length" | "max_tokens" | "model_length" | "max_length") => return Err(ModelError::Truncated),
        Some("content_filter" | "refusal" | "safety") => return Err(ModelError::Declined),
        Some("error") => return Err(ModelError::Busy),
        // `stop`, `eos`, `eos_token`, `end_turn`: servers have many words for it.
        Some(_) => true,
    };
    Ok(piece)
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}

/// A text, or the texts of a list of parts.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part.as_str().or_else(|| part.get("text")?.as_str()))
            .collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(data: &str, expected: Result<(&str, bool), ModelError>) {
        let piece = read(data).map(|piece| (piece.content, piece.is_last));
        let expected = expected.map(|(content, is_last)| (content.to_owned(), is_last));
        assert_eq!(piece, expected, "{data}");
    }

    #[test]
    fn words_are_taken_wherever_a_server_puts_them() {
        check(r#"{"choices":[{"delta":{"content":"a"}}]}"#, Ok(("a", false)));
        check(
            r#"{"choices":[{"delta":{"role":"assistant","content":null},"finish_reason":null}]}"#,
            Ok(("", false)),
        );
        check(
            r#"{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}"#,
            Ok(("a", true)),
        );
        check(
            r#"{"choices":[{"delta":{"content":[{"type":"text","text":"a"},"b"]}}]}"#,
            Ok(("ab", false)),
        );
        check(
            r#"{"choices":[{"text":"a","finish_reason":"eos"}]}"#,
            Ok(("a", true)),
        );
        check(
            r#"{"choices":[{"delta":{"reasoning_content":"hm"}}]}"#,
            Ok(("", false)),
        );
        check(r#"{"choices":[],"usage":{"total_tokens":7}}"#, Ok(("", false)));
        check(r#"{"choices":null,"type":"ping"}"#, Ok(("", false)));
    }

    #[test]
    fn what_ends_badly_says_how() {
        check(
            r#"{"choices":[{"delta":{"content":"a"},"finish_reason":"length"}]}"#,
            Err(ModelError::Truncated),
        );
        check(
            r#"{"choices":[{"delta":{},"finish_reason":"content_filter"}]}"#,
            Err(ModelError::Declined),
        );
        check(
            r#"{"choices":[{"delta":{"refusal":"I cannot"}}]}"#,
            Err(ModelError::Declined),
        );
        check(
            r#"{"choices":[{"delta":{"refusal":null,"content":"a"}}]}"#,
            Ok(("a", false)),
        );
        check(r#"{"error":{"message":"overloaded"}}"#, Err(ModelError::Busy));
        check("<html>", Err(ModelError::Unreadable));
        check("[]", Err(ModelError::Unreadable));
    }
}
