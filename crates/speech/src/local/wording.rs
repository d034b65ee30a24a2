//! Brings what models write into the form that the rest of the product reads.

/// MedASR writes dictated marks as `{period}`, not always with both braces, and dictated headings as `[FINDINGS]`
/// (<https://github.com/Google-Health/medasr/issues/16>). They become the words that were spoken.
pub(super) fn spoken(architecture: &str, text: &str) -> String {
    if architecture != "medasr" {
        return text.trim().to_owned();
    }
    let mut spoken = String::with_capacity(text.len());
    let mut heading = false;
    for character in text.chars() {
        match character {
            // A mark that begins ends the word before it; one that ends may have been torn from its own next syllable.
            '{' => spoken.push(' '),
            '}' => {}
            '[' | ']' => {
                heading = character == '[';
                spoken.push(' ');
            }
            _ if heading => spoken.extend(character.to_lowercase()),
            _ => spoken.push(character),
        }
    }
    spoken.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn marks_and_headings_of_medasr_are_spoken_words() {
        let check = |text: &str, expected: &str| assert_eq!(spoken("medasr", text), expected, "{text}");
        check(
            "[FINDINGS] lungs are clear {period} {new paragraph} heart is normal{period}",
            "findings lungs are clear period new paragraph heart is normal period",
        );
        check("{next} line} no effusion {comma", "next line no effusion comma");
        check("{next} para}graph}", "next paragraph");
        check("CT of the chest", "CT of the chest");
    }

    #[test]
    fn what_others_write_is_left_alone() {
        assert_eq!(spoken("whisper", " A [sic] {x} "), "A [sic] {x}");
    }
}
