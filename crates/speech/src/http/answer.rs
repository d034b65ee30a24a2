//! Understands what transcription servers answer: each field may be missing, a number may be text.

use serde::Deserialize;
use serde_json::Value;

use crate::transcript::{Transcript, Word};

#[derive(Deserialize)]
struct Answer {
    text: Option<String>,
    #[serde(default)]
    words: Value,
    #[serde(default)]
    segments: Value,
}

/// The transcript in an answer; `None` when there is no text in it. `seconds` is the length of the recording.
pub(super) fn read(body: &[u8], seconds: f64) -> Option<Transcript> {
    let answer: Answer = serde_json::from_slice(body).ok()?;
    let heard = answer
        .text
        .or_else(|| joined(&answer.segments))?
        .trim()
        .to_owned();
    let words = words(&answer.words, seconds)
        .or_else(|| {
            let nested = answer.segments.as_array()?.iter();
            Some(
                nested
                    .filter_map(|segment| words(segment.get("words")?, seconds))
                    .flatten()
                    .collect(),
            )
        })
        .unwrap_or_default();
    Some(Transcript {
        words,
        heard,
        stretches: Vec::new(),
    })
}

fn joined(segments: &Value) -> Option<String> {
    let texts: Vec<&str> = segments
        .as_array()?
        .iter()
        .filter_map(|segment| segment.get("text")?.as_str())
        .map(str::trim)
        .collect();
    Some(texts.join(" "))
}

fn words(words: &Value, seconds: f64) -> Option<Vec<Word>> {
    let words: Vec<Word> = words
        .as_array()?
        .iter()
        .filter_map(|word| self::word(word, seconds))
        .collect();
    (!words.is_empty()).then_some(words)
}

fn word(word: &Value, seconds: f64) -> Option<Word> {
    let text = word.get("word").or_else(|| word.get("text"))?.as_str()?.trim();
    let start = number(word.get("start")?)?.clamp(0.0, seconds);
    let end = number(word.get("end")?)?.clamp(start, seconds.max(start));
    let confidence = ["probability", "confidence", "score"]
        .iter()
        .find_map(|name| number(word.get(name)?))
        .map(|confidence| confidence.clamp(0.0, 1.0) as f32);
    (!text.is_empty()).then(|| Word {
        text: text.to_owned(),
        start,
        end,
        confidence,
    })
}

fn number(value: &Value) -> Option<f64> {
    value
        .as_f64()
        .or_else(|| value.as_str()?.trim().parse().ok())
        .filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_alone_is_an_answer() {
        let transcript = read(br#"{"text": " Liver is normal. "}"#, 2.0).expect("an answer");
        assert_eq!(
            (transcript.heard.as_str(), transcript.words.len()),
            ("Liver is normal.", 0)
        );
    }

    #[test]
    fn words_are_taken_wherever_a_server_puts_them() {
        let top = br#"{"text":"no mass","words":[{"word":"no","start":0.1,"end":"0.3"},{"word":"mass","start":0.3,"end":9,"probability":0.4}]}"#;
        let nested = br#"{"segments":[{"text":" no mass","words":[{"text":" no","start":0.1,"end":0.3},{"word":"mass","start":0.3,"end":9,"score":0.4}]}]}"#;
        for body in [&top[..], &nested[..]] {
            let transcript = read(body, 1.0).expect("an answer");
            assert_eq!(transcript.heard, "no mass");
            assert_eq!(transcript.words[1].end, 1.0);
            assert_eq!(transcript.words[1].confidence, Some(0.4));
        }
    }

    #[test]
    fn what_is_not_a_transcript_is_none() {
        for body in [
            "",
            "[]",
            "{}",
            r#"{"error":"overloaded"}"#,
            r#"{"text":5}"#,
            "<html>",
        ] {
            assert_eq!(read(body.as_bytes(), 1.0), None, "{body}");
        }
    }
}
