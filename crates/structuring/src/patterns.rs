//! Patterns that are made of the words of a data file.

use regex::Regex;

/// Any of some words.
pub(crate) fn any(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| regex::escape(word)).collect();
    format!("(?:{})", words.join("|"))
}

/// A pattern without regard to capitals. The file is part of the program: words that make no pattern are a defect of the build and end it.
pub(crate) fn pattern(pattern: &str) -> Regex {
    Regex::new(&format!("(?i){pattern}")).unwrap_or_else(|error| panic!("a data file: {error}"))
}
