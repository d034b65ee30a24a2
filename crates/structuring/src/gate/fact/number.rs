//! Numbers without a unit.

const NUMBER_WORDS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
const ORDINAL_WORDS: &[&str] = &[
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];
const ROMAN: &[&str] = &["ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];

/// A number in digits, in words or in Roman numerals.
pub(super) fn value(key: &str) -> Option<String> {
    for list in [NUMBER_WORDS, ORDINAL_WORDS, ROMAN] {
        if let Some(at) = list.iter().position(|word| *word == key) {
            return Some((at + 2).to_string());
        }
    }
    let digits = key
        .strip_suffix("st")
        .or_else(|| key.strip_suffix("nd"))
        .or_else(|| key.strip_suffix("rd"))
        .or_else(|| key.strip_suffix("th"))
        .unwrap_or(key);
    let value: f64 = digits
        .parse()
        .ok()
        .filter(|_| digits.starts_with(|c: char| c.is_ascii_digit()))?;
    Some(value.to_string())
}
