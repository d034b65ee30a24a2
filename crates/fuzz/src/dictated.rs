//! Texts from bytes: words that radiologists say and rules look at, lines of templates, numbers, what Unicode has that breaks
//! programs, and repetition. A few bytes become a dictation; a byte that changes changes a word of it.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};

/// What rules act on, apart from the words of templates.
const SAID: &[&str] = &[
    "no",
    "not",
    "without",
    "is",
    "are",
    "seen",
    "noted",
    "there is",
    "with",
    "and",
    "or",
    "of",
    "the",
    "in",
    "measuring",
    "measures",
    "left",
    "right",
    "bilateral",
    "both",
    "upper",
    "lower",
    "lobe",
    "kidney",
    "liver",
    "spleen",
    "nodule",
    "cyst",
    "lesion",
    "mass",
    "tear",
    "calculus",
    "effusion",
    "fracture",
    "normal",
    "unremarkable",
    "rest normal",
    "otherwise",
    "mild",
    "severe",
    "enlarged",
    "bulky",
    "one",
    "two",
    "three",
    "point",
    "five",
    "twenty",
    "hundred",
    "half",
    "by",
    "into",
    "x",
    "to",
    "mm",
    "cm",
    "centimeters",
    "millimetres",
    "percent",
    "HU",
    "ml",
    "3.2",
    "4 x 5",
    "12",
    "0",
    "1.",
    "2)",
    "l4 l5",
    "L4-L5",
    "C5",
    "t2",
    "grade two",
    "birads four",
    "segment",
    "o'clock",
    "March 2024",
    "12/03/2024",
    "full stop",
    "period",
    "comma",
    "colon",
    "new line",
    "new paragraph",
    "next line",
    "open bracket",
    "close bracket",
    "hyphen",
    "scratch that",
    "delete last sentence",
    "sorry",
    "correction",
    "i mean",
    "number one",
    "next",
    "findings",
    "impression",
    "FINDINGS:",
    "IMPRESSION:",
    "TECHNIQUE:",
    "CLINICAL HISTORY:",
    "COMPARISON:",
    "Comparison",
    "compared with the previous",
    "unchanged",
    "increased",
    "resolved",
    "new",
    "stable",
    "larger",
    "male",
    "female",
    "uterus",
    "prostate",
    "post cholecystectomy",
    "status post",
    "absent",
    "suspicious for",
    "likely",
    "cannot be excluded",
    "?",
    "___",
    "[right/left]",
    "[normal/enlarged]",
    "S1",
    "disc",
    "meniscus",
    "anterior",
    "posterior",
    "uh",
    "um",
    "her",
    "his",
    "CT",
    "MRI",
    "contrast",
    "plain",
    "NCCT",
    "CECT",
    "abdomen",
    "pelvis",
    "brain",
    "knee",
    "cholecystitis",
    "haemorrhage",
    "hemorrhage",
];

/// What breaks programs.
const ODD: &[&str] = &[
    "\0",
    "\u{1}",
    "\u{7f}",
    "\r\n",
    "\r",
    "\n\n\n",
    "\t",
    "\u{b}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{200b}",
    "\u{200d}",
    "\u{feff}",
    "\u{202e}",
    "\u{2067}",
    "\u{301}",
    "e\u{301}\u{323}",
    "\u{fe0f}",
    "\u{1f9e0}",
    "\u{1f468}\u{200d}\u{2695}\u{fe0f}",
    "\u{5d0}\u{5d1}",
    "\u{643}\u{628}\u{62f}",
    "\u{663}",
    "\u{ff11}",
    "\u{212b}",
    "\u{130}",
    "\u{df}",
    "\u{fb01}",
    "\u{1e9e}",
    "\u{3c2}",
    "\u{d7}",
    "\u{2013}",
    "\u{2212}",
    "\u{b2}",
    "\u{bd}",
    "\u{2026}",
    "\u{10ffff}",
    "\u{fffe}",
    "\u{e000}",
    "''",
    "\"",
    "((((",
    "))",
    "[[",
    "]",
    "{",
    "<&>",
    "\\",
    "%s",
    "$1",
    "..",
    ",,",
    ";",
    ":",
    "::",
    "-",
    "--",
    "- ",
    "* ",
    "\u{2022} ",
    "/",
    "+",
    "=",
    "_",
    "____",
    "1e999",
    "999999999999999999999",
    "0.0000000000001",
    "-0",
    "3.4.5",
    "x x x",
    "00",
    "1,000",
    "4'",
    "\u{b0}",
];

/// Between two words.
const GAPS: &[&str] = &[" ", " ", " ", " ", " ", ". ", ", ", "\n", "", "  ", ": ", "; "];

/// Words and lines of the built-in templates.
struct Library {
    words: Vec<&'static str>,
    lines: Vec<&'static str>,
}

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let findings = templates::library()
        .all()
        .iter()
        .flat_map(|template| &template.findings);
    let mut lines: Vec<&str> = findings.map(|line| line.text.as_str()).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
    words.sort_unstable();
    words.dedup();
    Library { words, lines }
});

/// One of some.
pub fn one<T: Copy>(bytes: &mut Unstructured<'_>, of: &[T]) -> Result<T> {
    bytes.choose(of).copied()
}

/// A text of any kind: made of words, or the bytes themselves as far as [`END`], so that a text that was found can be handed in.
pub fn text(bytes: &mut Unstructured<'_>) -> Result<String> {
    if bytes.arbitrary()? {
        return made(bytes, 160);
    }
    let rest = bytes.peek_bytes(bytes.len()).unwrap_or_default();
    let length = rest.iter().position(|byte| *byte == END).unwrap_or(rest.len());
    let text = String::from_utf8_lossy(&rest[..length]).into_owned();
    bytes.bytes((length + 1).min(bytes.len()))?;
    Ok(text)
}

/// No byte of UTF-8.
const END: u8 = 0xFF;

/// Bytes that [`text`] makes into these texts, one after the other.
pub fn as_seed(texts: &[&str]) -> Vec<u8> {
    let given = texts.iter().map(|text| [&[0], text.as_bytes(), &[END]].concat());
    given.collect::<Vec<_>>().concat()
}

/// A text of at most so many pieces.
pub fn made(bytes: &mut Unstructured<'_>, pieces: usize) -> Result<String> {
    let mut text = String::new();
    for _ in 0..pieces {
        if bytes.is_empty() {
            break;
        }
        let kind: u8 = bytes.arbitrary()?;
        match kind {
            0..=119 => text.push_str(one(bytes, SAID)?),
            120..=189 => text.push_str(one(bytes, &LIBRARY.words)?),
            190..=209 => text.push_str(one(bytes, &LIBRARY.lines)?),
            210..=234 => text.push_str(one(bytes, ODD)?),
            235..=240 => text.push(bytes.arbitrary()?),
            241..=246 => text.push_str(&bytes.arbitrary::<u16>()?.to_string()),
            247..=250 => text.push_str(&format!(
                "{}.{}",
                bytes.arbitrary::<u8>()?,
                bytes.arbitrary::<u8>()?
            )),
            251..=252 => {
                let times = bytes.int_in_range(2..=300)?;
                text.push_str(&one(bytes, &["a", "x", "-", "\u{301}", "1", "(", "no ", "_"])?.repeat(times));
            }
            // What was said is said again.
            253..=254 => {
                let start = text.ceil_char_boundary(text.len() / 2);
                let again = text[start..].to_owned();
                if text.len() < 20_000 {
                    text.push_str(&again);
                }
            }
            255 => text = text.to_uppercase(),
        }
        text.push_str(one(bytes, GAPS)?);
    }
    Ok(text)
}

/// Some bytes that are as good as any others, the same every time.
pub fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    std::iter::repeat_with(&mut next).take(length).collect()
}

/// What to begin with where the input is texts: some of noise, and some as radiologists write them.
pub fn text_seeds() -> Vec<Vec<u8>> {
    let noise = (1..=12).map(|seed| noise(seed, 60 * seed as usize));
    let whole = REPORTS.iter().map(|report| as_seed(&[report, REPORTS[1]]));
    noise.chain(whole).collect()
}

const REPORTS: &[&str] = &[
    "CLINICAL HISTORY:\nFever.\n\nTECHNIQUE:\nPlain CT of the chest.\n\nFINDINGS:\n- A 4 mm nodule is seen in the right upper lobe.\n- No pleural \
     effusion.\n\nIMPRESSION:\n1. Left upper lobe nodule of 4 cm.",
    "the liver is normal in size full stop a three point two by four point one centimeters cyst is seen in the left kidney full stop no \
     hydronephrosis full stop sorry right kidney full stop impression number one left renal cyst",
    "MRI of the right knee. Complex tear of the posterior horn of the medial meniscus. ACL is intact. Rest normal.",
];
