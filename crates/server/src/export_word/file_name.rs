//! The name under which a browser saves the file: `radiology_report_{patient ID or time}.docx`.

use std::fmt::Write;

use axum::http::HeaderValue;
use time::OffsetDateTime;

/// The longest part that a patient ID gives to the name, in characters.
const LONGEST_ID: usize = 80;

/// The header. The plain name holds only what is safe in every file system; the second one keeps other letters (RFC 6266).
pub fn disposition(patient_id: &str, now: OffsetDateTime) -> HeaderValue {
    let id = cleaned(patient_id);
    let id = if id.is_empty() {
        (now.unix_timestamp_nanos() / 1_000_000).to_string()
    } else {
        id
    };
    let name = format!("radiology_report_{id}.docx");
    let plain: String = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let header = if plain == name {
        format!("attachment; filename=\"{plain}\"")
    } else {
        format!(
            "attachment; filename=\"{plain}\"; filename*=UTF-8''{}",
            percent_encoded(&name)
        )
    };
    HeaderValue::from_str(&header).unwrap_or(HeaderValue::from_static("attachment"))
}

/// Letters, digits, dot, hyphen and underscore stay; anything else between them becomes one underscore.
fn cleaned(id: &str) -> String {
    let mut cleaned = String::new();
    for character in id.trim().chars().take(LONGEST_ID) {
        if character.is_alphanumeric() || matches!(character, '.' | '-' | '_') {
            cleaned.push(character);
        } else if !cleaned.ends_with('_') {
            cleaned.push('_');
        }
    }
    cleaned.trim_matches(['_', '.']).to_owned()
}

fn percent_encoded(name: &str) -> String {
    let mut encoded = String::with_capacity(name.len() * 3);
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(patient_id: &str, expected: &str) {
        let now = OffsetDateTime::UNIX_EPOCH + time::Duration::milliseconds(1_234);
        let header = disposition(patient_id, now);
        assert_eq!(
            header.to_str().expect("plain text"),
            format!("attachment; {expected}"),
            "{patient_id:?}"
        );
    }

    #[test]
    fn names_the_file_after_the_patient_or_the_time() {
        check("P-12", "filename=\"radiology_report_P-12.docx\"");
        check("  ", "filename=\"radiology_report_1234.docx\"");
        check(
            "../../etc/passwd",
            "filename=\"radiology_report_etc_passwd.docx\"",
        );
        check("a\"b\r\nc", "filename=\"radiology_report_a_b_c.docx\"");
        check(
            "\u{e9}7",
            "filename=\"radiology_report__7.docx\"; filename*=UTF-8''radiology_report_%C3%A97.docx",
        );
    }
}
