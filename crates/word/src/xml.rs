//! Text into XML: escaping, what XML cannot hold, and the direction of writing.

use std::fmt::Write;

use report::budget;

/// The declaration with which every part begins.
pub(crate) const DECLARATION: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;

/// The name spaces of the parts that hold text.
pub(crate) const NAMESPACES: &str = concat!(
    r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" "#,
    r#"xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" "#,
    r#"xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" "#,
    r#"xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" "#,
    r#"xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture""#
);

/// Whether XML 1.0 can hold the character.
pub(crate) const fn is_legal(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Appends the text with what has a meaning in XML escaped and what XML cannot hold left out.
pub(crate) fn escape(text: &str, into: &mut String) {
    for character in text.chars().filter(|character| is_legal(*character)) {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            _ => into.push(character),
        }
    }
}

/// Of the text, and of the packed parts, that are written in a step of the budget.
pub(crate) const BYTES_OF_A_STEP: usize = 32;

/// Appends runs with the text. `properties` are the run properties, in schema order, that come before `w:rtl`.
pub(crate) fn runs(text: &str, properties: &str, into: &mut String) {
    for (part, is_rtl) in by_direction(text) {
        budget::spend(1 + (part.len() / BYTES_OF_A_STEP) as u64);
        into.push_str("<w:r>");
        let rtl = if is_rtl { "<w:rtl/>" } else { "" };
        if !properties.is_empty() || is_rtl {
            let _ = write!(into, "<w:rPr>{properties}{rtl}</w:rPr>");
        }
        for (index, piece) in part.split('\t').enumerate() {
            if index > 0 {
                into.push_str("<w:tab/>");
            }
            if !piece.is_empty() {
                into.push_str(r#"<w:t xml:space="preserve">"#);
                escape(piece, into);
                into.push_str("</w:t>");
            }
        }
        into.push_str("</w:r>");
    }
}

/// Whether a paragraph runs from right to left: its first letter decides.
pub(crate) fn begins_right_to_left(text: &str) -> bool {
    text.chars()
        .find(|character| character.is_alphabetic())
        .is_some_and(is_right_to_left)
}

/// Cuts the text where the direction of its letters changes; what has no direction goes with what is before it.
fn by_direction(text: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    let (mut start, mut current) = (0, None);
    for (at, character) in text.char_indices() {
        let direction = match character {
            _ if is_right_to_left(character) => true,
            _ if character.is_alphanumeric() => false,
            _ => continue,
        };
        if current.is_some_and(|current| current != direction) {
            parts.push((&text[start..at], !direction));
            start = at;
        }
        current = Some(direction);
    }
    if start < text.len() {
        parts.push((&text[start..], current.unwrap_or(false)));
    }
    parts
}

/// Hebrew, Arabic, Syriac, Thaana, NKo, Samaritan, Mandaic, their presentation forms, and the right-to-left blocks of
/// the supplementary plane.
const fn is_right_to_left(character: char) -> bool {
    matches!(
        character,
        '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut written = String::new();
        escape(text, &mut written);
        written
    }

    #[test]
    fn escapes_markup_and_leaves_out_what_xml_cannot_hold() {
        assert_eq!(escaped("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
        assert_eq!(escaped("a\u{0}\u{8}\u{1B}\u{FFFE}b"), "ab");
        assert_eq!(escaped("\\uD800 ≥ 5 mm 🫁 \u{7F}"), "\\uD800 ≥ 5 mm 🫁 \u{7F}");
    }

    #[test]
    fn cuts_runs_where_the_direction_changes() {
        assert_eq!(by_direction("liver"), [("liver", false)]);
        assert_eq!(by_direction("الكبد CT"), [("الكبد ", true), ("CT", false)]);
        assert_eq!(by_direction("..."), [("...", false)]);
        assert!(by_direction("").is_empty());
    }

    #[test]
    fn a_paragraph_takes_the_direction_of_its_first_letter() {
        assert!(begins_right_to_left("1. الكبد"));
        assert!(!begins_right_to_left("CT الكبد"));
        assert!(!begins_right_to_left("12 ..."));
    }
}
