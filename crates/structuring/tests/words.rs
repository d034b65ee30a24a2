//! In the rooms that read by facts no English of radiologists stands in Rust: what a text is recognised by is data, which a radiologist can
//! correct. Every literal with a word in it counts, but for messages, names of entries of the data, and the few in [`REMAIN`].

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, iter};

/// The rooms, from `crates/`. A file stands with the folder of its name.
const ROOMS: [&str; 12] = [
    "clinical/src",
    "structuring/src/alternatives",
    "structuring/src/custom",
    "structuring/src/fill",
    "structuring/src/layout",
    "structuring/src/lines",
    "structuring/src/merge",
    "structuring/src/open_blanks",
    "structuring/src/route",
    "structuring/src/rules",
    "structuring/src/sheet",
    "structuring/src/weights",
];

/// Literals that remain, each in its file and with its reason.
const REMAIN: [(&str, &str, &str); 2] = [
    (
        "build.rs",
        "altered ",
        "how the files of knowledge write an altered respect, as their README says",
    ),
    ("rules.rs", "rules", "the name of the engine"),
];

/// What it says is printed by `readout explain`, all of it.
const PRINTS: &str = "explain.rs";

/// What these are called with is a message, or the name of a file.
const SAYING: [&str; 13] = [
    "assert",
    "assert_eq",
    "because",
    "data_file",
    "debug_assert",
    "expect",
    "expect_err",
    "files",
    "include_str",
    "map_err",
    "panic",
    "unreachable",
    "Err",
];

/// What these name is a message: a fault of the data, the rule of a verdict.
const SAID: [&str; 2] = ["fault", "rule"];

/// A literal behind one of these is the name of an entry, when there is an entry of that name.
const ASKS: [&str; 4] = ["id", "kind", "structure_named", "concept_named"];

/// What a text is compared with by these is no evidence, in whichever file.
const COMPARES: [&str; 9] = [
    "contains",
    "ends_with",
    "eq_ignore_ascii_case",
    "find",
    "matches",
    "new",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
];

/// The entries of the data, by the files whose tables they are.
const ENTRIES: [&str; 5] = [
    "clinical/data/anatomy",
    "clinical/data/concepts",
    "report/data/anatomy",
    "report/data/findings.toml",
    "report/data/findings-head-spine-limbs.toml",
];

/// What a learned model weighs, by the files of its weights.
const WEIGHTS: [&str; 3] = [
    "structuring/data/hanging.toml",
    "structuring/data/sections.toml",
    "structuring/data/spoken-of.toml",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'s> {
    Word(&'s str),
    Sign(char),
    /// A literal, the byte at which it stands, and whether it is raw.
    Text(&'s str, usize, bool),
}

#[test]
fn no_english_of_radiologists_stands_in_rust() {
    let names = Names::read();
    let mut found = Vec::new();
    let mut remaining: BTreeSet<&str> = REMAIN.iter().map(|(_, text, _)| *text).collect();
    let rooms = ROOMS.iter().flat_map(|room| {
        let files = sources(&crates().join(room));
        assert!(!files.is_empty(), "{room} is no room");
        files
    });
    for file in rooms {
        let source = fs::read_to_string(&file).expect("a source");
        for (text, at) in literals(&source, &names) {
            let remains = |(name, known, _): &(&str, &str, &str)| file.ends_with(name) && *known == text;
            if REMAIN.iter().any(remains) {
                remaining.remove(text);
                continue;
            }
            let line = 1 + source[..at].matches('\n').count();
            found.push(format!("{}:{line}: {text:?}", file.display()));
        }
    }
    assert!(
        found.is_empty(),
        "{} literals with words, which belong into data/:\n{}",
        found.len(),
        found.join("\n")
    );
    assert_eq!(remaining, BTreeSet::new(), "these no longer remain");
}

#[test]
fn words_are_told_from_messages_and_names() {
    let names = Names {
        entries: BTreeSet::from(["bone".to_owned()]),
        evidence: vec![" place nowhere ".to_owned()],
    };
    let check = |source: &str, expected: &[&str]| {
        let found: Vec<&str> = literals(source, &names)
            .into_iter()
            .map(|(text, _)| text)
            .collect();
        assert_eq!(found, expected, "{source}");
    };
    check(r#"match word { "mass" | "cyst" => 1 }"#, &["mass", "cyst"]);
    check(r##"Regex::new(r#"(?i)\bno\b"#)"##, &[r"(?i)\bno\b"]);
    check(r#"Regex::new(r"^[a-z]+\s\d{1,2}$")"#, &[]);
    check(
        r#"x.expect("a word"); panic!("{x} is none"); y == "bone""#,
        &["bone"],
    );
    check(r#"structure.id == "bone" || name == "bone""#, &["bone"]);
    check(
        "// \"word\"\n#[serde(rename = \"in\")] let c = '\"'; \"to\"",
        &["to"],
    );
    check(
        r#"#[cfg(test)] fn f(a: u8) { "word" } const A: &str = "to";"#,
        &["to"],
    );
    check(
        r#"Weights::read(x); met.push(format!("place {named}")); f("mass")"#,
        &["mass"],
    );
    check(r#"Weights::read(x); if text.contains("place") {}"#, &["place"]);
    check(
        r#"Weights::read(x); if word == "nowhere" { "place" }"#,
        &["nowhere"],
    );
}

/// The literals of a source that hold a word and are neither a message nor a name.
fn literals<'s>(source: &'s str, names: &Names) -> Vec<(&'s str, usize)> {
    let all = speaking(&tokens(source));
    let weighs = all.windows(4).any(|four| {
        matches!(
            four,
            [
                Token::Word("Weights"),
                Token::Sign(':'),
                Token::Sign(':'),
                Token::Word("read")
            ]
        )
    });
    let mut found = Vec::new();
    for (index, token) in all.iter().enumerate() {
        let Token::Text(text, at, is_raw) = *token else {
            continue;
        };
        let (before, behind) = (&all[..index], &all[index + 1..]);
        let statement = before
            .iter()
            .rev()
            .take_while(|token| !matches!(token, Token::Sign(';' | '{' | '}')));
        let mut words = statement.filter_map(|token| match token {
            Token::Word(word) => Some(*word),
            _ => None,
        });
        let last = words.clone().next().unwrap_or_default();
        let is_entry = ASKS.contains(&last) && names.entries.contains(text);
        let is_compared = COMPARES.contains(&last)
            || matches!(
                behind,
                [Token::Sign('|'), ..] | [Token::Sign('='), Token::Sign('>'), ..]
            )
            || matches!(before, [.., Token::Sign('=' | '!'), Token::Sign('=')]);
        let is_evidence = weighs && !is_compared && names.is_evidence(text);
        if has_word(text, is_raw) && !is_entry && !is_evidence && !words.any(|word| SAID.contains(&word)) {
            found.push((text, at));
        }
    }
    found
}

/// Whether two letters follow one another, but for escapes, what a format fills in, and the characters of a class of a pattern.
fn has_word(text: &str, is_raw: bool) -> bool {
    let mut letters = 0;
    let mut closes = None;
    let mut all = text.chars();
    while let Some(letter) = all.next() {
        letters = if letter.is_alphabetic() && closes.is_none() {
            letters + 1
        } else {
            0
        };
        match letter {
            '\\' => drop(all.next()),
            '{' if closes.is_none() => closes = Some('}'),
            '[' if closes.is_none() && is_raw => closes = Some(']'),
            _ if closes == Some(letter) => closes = None,
            _ if letters == 2 => return true,
            _ => {}
        }
    }
    false
}

/// What stands outside of attributes, tests and messages.
fn speaking<'s>(all: &[Token<'s>]) -> Vec<Token<'s>> {
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(token) = all.get(at) {
        at += match (token, &all[at + 1..]) {
            (Token::Sign('#'), [Token::Sign('!'), Token::Sign('['), ..]) => 1 + group(&all[at + 1..]),
            (
                Token::Sign('#'),
                [
                    Token::Sign('['),
                    Token::Word("cfg"),
                    Token::Sign('('),
                    Token::Word("test"),
                    ..,
                ],
            ) => {
                let attribute = group(&all[at..]);
                attribute + item(&all[at + attribute..])
            }
            (Token::Sign('#'), [Token::Sign('['), ..]) => group(&all[at..]),
            (Token::Word(word), [Token::Sign('!' | '('), ..]) if SAYING.contains(word) => group(&all[at..]),
            _ => {
                kept.push(*token);
                1
            }
        };
    }
    kept
}

/// How many tokens an item has: to its first semicolon or the end of its braces.
fn item(all: &[Token<'_>]) -> usize {
    let ends = |token: &Token<'_>| matches!(token, Token::Sign(';' | '{'));
    let end = all.iter().position(ends).unwrap_or(all.len());
    end + group(&all[end..])
}

/// How many tokens there are to the end of the first group in brackets, or to a semicolon before it.
fn group(all: &[Token<'_>]) -> usize {
    let mut depth = 0;
    for (at, token) in all.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') if depth <= 1 => return at + 1,
            Token::Sign(')' | ']' | '}') => depth -= 1,
            Token::Sign(';') if depth == 0 => return at + 1,
            _ => {}
        }
    }
    all.len()
}

fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let end = |text: &str, of: &str| text.find(of).map_or(text.len(), |end| end + of.len());
        let hashes = rest
            .strip_prefix('r')
            .map(|raw| raw.len() - raw.trim_start_matches('#').len());
        at += match (first, hashes) {
            ('/', _) if rest.starts_with("//") => end(rest, "\n"),
            ('/', _) if rest.starts_with("/*") => end(rest, "*/"),
            ('r', Some(hashes)) if rest[1 + hashes..].starts_with('"') => {
                let closing: String = iter::once('"').chain(iter::repeat_n('#', hashes)).collect();
                let length = end(&rest[2 + hashes..], &closing);
                all.push(Token::Text(
                    &rest[2 + hashes..][..length - closing.len()],
                    at,
                    true,
                ));
                2 + hashes + length
            }
            ('"', _) => {
                let mut escaped = false;
                let is_end = |letter: char| {
                    let ends = letter == '"' && !escaped;
                    escaped = letter == '\\' && !escaped;
                    ends
                };
                let length = rest[1..].find(is_end).expect("an end of the literal");
                all.push(Token::Text(&rest[1..=length], at, false));
                length + 2
            }
            ('\'', _) if rest[1..].starts_with('\\') => 3 + end(&rest[3..], "'"),
            ('\'', _) if rest.chars().nth(2) == Some('\'') => end(rest, "'") + end(&rest[1..], "'"),
            _ if first.is_alphanumeric() || first == '_' => {
                let length = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                let length = length.unwrap_or(rest.len());
                all.push(Token::Word(&rest[..length]));
                length
            }
            _ => {
                all.extend((!first.is_whitespace()).then_some(Token::Sign(first)));
                first.len_utf8()
            }
        };
    }
    all
}

/// Names that the data gives.
struct Names {
    /// Of structures, concepts and kinds of finding.
    entries: BTreeSet<String>,
    /// Pieces of evidence.
    evidence: Vec<String>,
}

impl Names {
    fn read() -> Self {
        let keys = |file: PathBuf| -> Vec<String> {
            let text = fs::read_to_string(file).expect("a file of data");
            let file: toml::Table = toml::from_str(&text).expect("a file of data");
            let learned = file.get("met").and_then(toml::Value::as_table);
            learned.unwrap_or(&file).keys().cloned().collect()
        };
        let all = |paths: &[&str]| -> Vec<String> {
            let files = paths.iter().flat_map(|path| files(&crates().join(path)));
            files.flat_map(keys).collect()
        };
        Self {
            entries: all(&ENTRIES).into_iter().collect(),
            evidence: all(&WEIGHTS).iter().map(|key| format!(" {key} ")).collect(),
        }
    }

    /// Whether each piece of a literal between what is filled in stands in the name of some evidence.
    fn is_evidence(&self, text: &str) -> bool {
        let pieces = text
            .split('{')
            .map(|piece| piece.rsplit('}').next().unwrap_or_default().trim());
        pieces.filter(|piece| !piece.is_empty()).all(|piece| {
            let piece = format!(" {piece} ");
            self.evidence.iter().any(|known| known.contains(&piece))
        })
    }
}

fn crates() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("the folder of the crates").to_owned()
}

/// The sources of a room, without tests and what prints.
fn sources(room: &Path) -> Vec<PathBuf> {
    let all = iter::once(room.with_extension("rs")).chain(files(room));
    let is_read = |path: &PathBuf| {
        let is_test = path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs");
        path.is_file()
            && path.extension().is_some_and(|end| end == "rs")
            && !is_test
            && !path.ends_with(PRINTS)
    };
    all.filter(is_read).collect()
}

/// A file, or the files of a folder, in order.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).into_iter().flatten();
    let mut inner: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    inner.sort();
    inner.iter().flat_map(|path| files(path)).collect()
}
