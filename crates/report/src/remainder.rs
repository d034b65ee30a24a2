//! Phrases that call everything not mentioned normal: `rest normal`, `no change otherwise`, `normal study`.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Words {
    rest: Vec<String>,
    of: Vec<String>,
    normal: Vec<String>,
    for_whom: Vec<String>,
    otherwise: Vec<String>,
    whole: Vec<String>,
    of_rest: Vec<String>,
    phrases: Vec<String>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/remainder.toml"))
        .unwrap_or_else(|error| panic!("remainder: {error}"))
});

static REMAINDER: LazyLock<Regex> = LazyLock::new(|| {
    let words = &*WORDS;
    let any = |words: &[String]| format!("(?:{})", words.join("|"));
    let (otherwise, whole) = (any(&words.otherwise), any(&words.whole));
    let rest = format!(
        "(?:the )?{}(?: of)?(?: the| all)?(?: {})*",
        any(&words.rest),
        any(&words.of)
    );
    let normal = format!("{}(?: {})?", any(&words.normal), any(&words.for_whom));
    let mut patterns = vec![
        format!(
            r"{rest}(?: (?:is|are|being|appears?|remains?|looks?|seems?))?(?: (?:all|{otherwise}|grossly|essentially))? {normal}"
        ),
        format!(
            r"(?:the )?{whole}? ?(?:is |are |it )?{otherwise} (?:a )?(?:{normal}|neg(?:ative)?)(?: {whole})?"
        ),
        format!(
            r"(?:{otherwise} )?no other (?:significant )?(?:abnormality|abnormalities|findings?)(?: (?:is |are )?(?:seen|noted|detected))?"
        ),
        format!(
            r"(?:this is )?(?:a |an )?(?:essentially |{otherwise} )?(?:normal|unremarkable|negative) (?:{whole}|(?:ct|mri|mr)(?: (?:study|scan|examination))?(?: of [a-z ,]+)?)"
        ),
        format!(r"(?:the )?{whole} is (?:essentially |within )?(?:normal|unremarkable|normal limits)"),
    ];
    patterns.extend(words.phrases.iter().cloned());
    Regex::new(&format!(r"(?i)^\W*(?:{})\W*$", patterns.join("|"))).expect("remainder phrases")
});

/// Whether a sentence calls the rest, or the whole study, normal and says nothing else.
pub fn is_remainder(sentence: &str) -> bool {
    sentence.len() < 160 && REMAINDER.is_match(sentence)
}

/// Whether a sentence calls the whole study normal, and not only the rest of it.
pub fn is_whole(sentence: &str) -> bool {
    static REST: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = format!(r"(?i)\b(?:{})\b", WORDS.of_rest.join("|"));
        Regex::new(&pattern).expect("words of the rest")
    });
    is_remainder(sentence) && !REST.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: bool) {
        assert_eq!(is_remainder(sentence), expected, "{sentence}");
    }

    #[test]
    fn the_rest_and_the_whole_are_called_normal_in_many_ways() {
        for sentence in [
            "Rest normal.",
            "Rest intact.",
            "Rest is normal",
            "Everything else is normal.",
            "No change otherwise.",
            "Study is otherwise normal.",
            "Normal study.",
            "The remainder of the study is unremarkable.",
            "Rest of the abdominal organs are normal",
            "rest of the neck is normal",
            "Rest of it is normal.",
            "Everything else looks normal",
            "nothing else",
            "Nothing else to report.",
            "nothing else abnormal",
            "The remainder of the cervical spine is unremarkable.",
            "Otherwise normal.",
            "otherwise unremarkable study",
            "No other abnormality is seen.",
            "Normal MRI of the brain.",
            "The rest of the examination is within normal limits.",
            "Rest NAD.",
            "Rest of scan NAD.",
            "O/w normal for age.",
            "o/w unremarkable",
            "Others normal.",
            "Everything else fine.",
            "Nil else.",
        ] {
            check(sentence, true);
        }
    }

    #[test]
    fn the_whole_is_told_from_the_rest() {
        assert!(is_whole("Normal study."));
        assert!(is_whole("Normal MRI of the brain."));
        assert!(!is_whole("Rest is normal."));
        assert!(!is_whole("Otherwise normal."));
    }

    #[test]
    fn statements_about_something_are_no_remainder() {
        check("Liver is normal.", false);
        check("Nothing else than a cyst is seen.", false);
        check("The rest of the lung parenchyma shows nodules.", false);
        check("No change in the nodule.", false);
    }
}
