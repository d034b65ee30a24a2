//! Numbers without a unit.

const NUMBER_WORDS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
const ORDINAL_WORDS: &[&str] = &[
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];
const ROMAN: &[&str] = &["ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];

/// A Roman numeral with a letter, as it is written with a figure: `iia` of a level or a stage is `2a`. Without a word that is
/// numbered before it, `via` and `iva` are no numerals.
pub(super) fn lettered(key: &str, before: Option<&str>) -> Option<String> {
    const NUMBERED: &[&str] = &[
        "level", "segment", "stage", "grade", "type", "zone", "and", "or", "figo", "group", "class",
        "bosniak", "fazekas",
    ];
    let letter = key
        .chars()
        .last()
        .filter(|letter| matches!(letter, 'a'..='c' | 'f'))?;
    let numeral = &key[..key.len() - 1];
    let value = match numeral {
        "i" => 1,
        numeral => ROMAN.iter().position(|roman| *roman == numeral)? + 2,
    };
    before
        .is_some_and(|word| NUMBERED.contains(&word))
        .then(|| format!("{value}{letter}"))
}

/// The number of a level behind which a letter may stand by itself: `level one b`.
pub(super) fn of_a_level(key: &str, before: &str) -> Option<String> {
    matches!(before, "level" | "stage" | "zone")
        .then(|| {
            if key == "one" || key == "i" {
                Some("1".to_owned())
            } else {
                value(key)
            }
        })
        .flatten()
        .filter(|value| value.len() == 1)
}

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
