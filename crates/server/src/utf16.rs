//! Counts a text as browsers do: in UTF-16 code units instead of bytes.

/// Where each byte of a text stands in UTF-16 code units.
pub struct Utf16Offsets {
    /// One entry a byte and one for the end; nothing when the text is ASCII and both counts are the same.
    at_byte: Option<Vec<u32>>,
}

impl Utf16Offsets {
    /// Counts `text`, of which there are at most a few megabytes.
    pub fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self { at_byte: None };
        }
        let mut at_byte = Vec::with_capacity(text.len() + 1);
        let mut units: u32 = 0;
        for character in text.chars() {
            at_byte.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += if character.len_utf16() == 2 { 2 } else { 1 };
        }
        at_byte.push(units);
        Self {
            at_byte: Some(at_byte),
        }
    }

    /// The offset of the character that `byte` belongs to.
    pub fn at(&self, byte: usize) -> usize {
        match &self.at_byte {
            None => byte,
            Some(at_byte) => at_byte
                .get(byte)
                .or(at_byte.last())
                .map_or(0, |units| *units as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, marked: &str) {
        let start = text.find(marked).expect("the mark is in the text");
        let offsets = Utf16Offsets::of(text);
        let units: Vec<u16> = text.encode_utf16().collect();
        let (start, end) = (offsets.at(start), offsets.at(start + marked.len()));
        assert_eq!(String::from_utf16_lossy(&units[start..end]), marked);
    }

    #[test]
    fn counts_as_a_browser_does() {
        check("a 3 cm cyst", "3 cm");
        check("caf\u{e9} \u{2014} 3 cm", "3 cm");
        check("\u{1f642}\u{1f642} 3 cm", "3 cm");
        check("\u{5d0}\u{5d1} 3 cm", "3 cm");
    }
}
