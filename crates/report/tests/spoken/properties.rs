//! What holds for any text.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use report::spoken::write;

/// Words that rules look at, in any order.
const WORDS: &[&str] = &[
    "one",
    "two",
    "five",
    "twelve",
    "twenty",
    "hundred",
    "thousand",
    "point",
    "and",
    "a",
    "half",
    "by",
    "into",
    "to",
    "mm",
    "centimeters",
    "percent",
    "l",
    "c",
    "t",
    "s",
    "four",
    "five",
    "l4",
    "segment",
    "grade",
    "birads",
    "full",
    "stop",
    "period",
    "comma",
    "colon",
    "new",
    "line",
    "paragraph",
    "open",
    "close",
    "bracket",
    "hyphen",
    "scratch",
    "that",
    "delete",
    "last",
    "sentence",
    "sorry",
    "correction",
    "i",
    "mean",
    "left",
    "right",
    "kidney",
    "no",
    "number",
    "minus",
    "o",
    "clock",
    "third",
    "rib",
    "march",
    "may",
    "of",
    "year",
    "old",
    "uh",
    ",",
    ".",
    "3.5",
    "12",
    "(",
    ")",
    "T2",
    "x",
    "-",
    "impression",
    "gleason",
    "plus",
    "per",
    "second",
    "ml",
    "level",
    "node",
    "quote",
    "hemi",
    "Ärzte",
    "٣",
    "\n",
    "make",
];

fn dictation() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..40).prop_map(|words| words.join(" "))
}

fn check(text: &str) {
    let written = write(text);
    for (start, _) in written.text.char_indices() {
        let source = written.source(start..start + 1);
        assert!(
            text.get(source).is_some(),
            "a range of the dictation on character boundaries"
        );
    }
    assert!(text.get(written.source(0..written.text.len())).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_written_and_leads_back(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_order_of_words_is_written_and_leads_back(text in dictation()) {
        check(&text);
    }

    #[test]
    fn prose_without_spoken_forms_is_kept(text in "(Normal|The|Portal|Mild|There)( (normal|lesion|hepatic|vein|seen|is|there|attenuation)){0,12}[.]") {
        prop_assert_eq!(write(&text).text, text);
    }
}

/// The fastest of three, so that a busy machine does not count.
fn fastest(text: &str) -> Duration {
    let timed = || {
        let start = Instant::now();
        write(text);
        start.elapsed()
    };
    timed().min(timed()).min(timed())
}

#[test]
fn time_grows_with_the_length() {
    let sentence = "three point two by four cm nodule at l four l five sorry l five s one full stop number one birads four a ";
    let text = sentence.repeat(200_000 / sentence.len());
    let (eighth, whole) = (fastest(&text[..text.len() / 8]), fastest(&text));
    assert!(whole < eighth * 24, "{whole:?} for all, {eighth:?} for an eighth");

    for text in [
        "a ".repeat(100_000),
        "five ".repeat(40_000),
        "sorry ".repeat(30_000),
        "((((".repeat(50_000),
        "twenty by ".repeat(20_000),
    ] {
        assert!(!write(&text).text.is_empty());
    }
}
