//! British and American spelling: which one a text uses, and a text in the other one.

use std::ops::Range;
use std::sync::LazyLock;

use hashbrown::HashMap;
use regex::Regex;
use serde::Deserialize;

use crate::token;

/// A way to spell English.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Orthography {
    /// `haemorrhage`, `calibre`, `visualised`.
    British,
    /// `hemorrhage`, `caliber`, `visualized`.
    American,
}

#[derive(Deserialize)]
struct File {
    pieces: Vec<(String, String, Vec<String>)>,
    words: Vec<(String, String)>,
}

struct Spellings {
    pieces: Vec<(String, String, Vec<String>)>,
    /// Whether a word holds any of the pieces: most hold none.
    any: Regex,
    to_american: HashMap<String, String>,
    to_british: HashMap<String, String>,
}

static SPELLINGS: LazyLock<Spellings> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/orthography.toml")).expect("orthography.toml");
    let words = file.words.iter();
    let pieces = file.pieces.iter();
    let any: Vec<String> = pieces
        .flat_map(|(british, american, _)| [british, american])
        .map(|piece| regex::escape(piece))
        .collect();
    Spellings {
        any: Regex::new(&any.join("|")).expect("pieces"),
        to_american: words.clone().cloned().collect(),
        to_british: words
            .map(|(british, american)| (american.clone(), british.clone()))
            .collect(),
        pieces: file.pieces,
    }
});

impl Orthography {
    /// Both.
    pub const ALL: [Self; 2] = [Self::British, Self::American];

    /// Its name on the wire and in the store.
    pub const fn code(self) -> &'static str {
        match self {
            Self::British => "british",
            Self::American => "american",
        }
    }

    /// The spelling of this name.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|spelling| spelling.code() == code)
    }

    /// The one that a text uses, where it uses one of the two: by its words that are spelt in two ways, the more frequent.
    pub fn of(text: &str) -> Option<Self> {
        let (mut british, mut american) = (0_usize, 0_usize);
        for range in token::ranges(text) {
            let word = text[range].to_ascii_lowercase();
            british += usize::from(respelt(&word, Self::American).is_some());
            american += usize::from(respelt(&word, Self::British).is_some());
        }
        match british.cmp(&american) {
            std::cmp::Ordering::Greater => Some(Self::British),
            std::cmp::Ordering::Less => Some(Self::American),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The text in this spelling; capitals stay where they were.
    pub fn write(self, text: &str) -> String {
        let mut written = String::with_capacity(text.len());
        let mut from = 0;
        let words: Vec<Range<usize>> = token::ranges(text).collect();
        for range in words {
            let word = &text[range.clone()];
            if let Some(other) = respelt(&word.to_ascii_lowercase(), self) {
                written.push_str(&text[from..range.start]);
                written.push_str(&in_case_of(word, &other));
                from = range.end;
            }
        }
        written.push_str(&text[from..]);
        written
    }
}

/// A word of lower case in another spelling; nothing when it is spelt so already, or alike everywhere.
fn respelt(word: &str, to: Orthography) -> Option<String> {
    let whole = match to {
        Orthography::American => &SPELLINGS.to_american,
        Orthography::British => &SPELLINGS.to_british,
    };
    if let Some(other) = whole.get(word) {
        return Some(other.clone());
    }
    if !SPELLINGS.any.is_match(word) {
        return None;
    }
    let mut written = word.to_owned();
    for (british, american, alike) in &SPELLINGS.pieces {
        let (from, into) = match to {
            Orthography::American => (british, american),
            Orthography::British => (american, british),
        };
        // "haematoma" holds no American "hem": what holds the piece wanted is spelt so.
        if !written.contains(from.as_str()) || to == Orthography::British && written.contains(into.as_str()) {
            continue;
        }
        if alike.iter().any(|alike| written.contains(alike.as_str())) {
            continue;
        }
        written = written.replace(from.as_str(), into);
    }
    (written != word).then_some(written)
}

/// A word with the capitals of another: all, the first, or none.
fn in_case_of(pattern: &str, word: &str) -> String {
    let upper = |c: char| c.is_ascii_uppercase();
    if pattern.len() > 1 && pattern.chars().all(|c| !c.is_ascii_lowercase()) {
        return word.to_ascii_uppercase();
    }
    if !pattern.starts_with(upper) {
        return word.to_owned();
    }
    let mut written = word.to_owned();
    if let Some(first) = written.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_in_either_spelling() {
        let british = "Oedema and haemorrhage of the caecum; Grey-white differentiation, oesophagus and tumour visualised.";
        let american =
            "Edema and hemorrhage of the cecum; Gray-white differentiation, esophagus and tumor visualized.";
        assert_eq!(Orthography::American.write(british), american);
        assert_eq!(Orthography::British.write(american), british);
        assert_eq!(Orthography::British.write(british), british);
        assert_eq!(Orthography::American.write(american), american);
    }

    #[test]
    fn words_that_are_spelt_alike_stay() {
        for text in [
            "The hemithorax, hemidiaphragm and hemisphere, a chemical, their diameter",
            "Infection with a defect, tumoral calcinosis, colorectal, effective, organism",
            "Perfect analysis of the parameter and perimeter; embolism",
        ] {
            assert_eq!(Orthography::British.write(text), text);
            assert_eq!(Orthography::American.write(text), text);
        }
    }

    #[test]
    fn the_spelling_of_a_text_is_told() {
        assert_eq!(
            Orthography::of("Mild edema, no hemorrhage"),
            Some(Orthography::American)
        );
        assert_eq!(Orthography::of("Mild oedema"), Some(Orthography::British));
        assert_eq!(Orthography::of("Liver is normal"), None);
    }
}
