//! The patterns that are made of the words of `data/fill.toml`.

use std::sync::LazyLock;

use regex::Regex;

use super::words::WORDS;
use crate::patterns::{any, pattern};

/// How blanks, values and what stands around them are written.
pub(super) struct Patterns {
    /// `___ x ___ cm`.
    pub(super) blanks: Regex,
    /// `3.2 x 4.1`, `3 to 4`.
    pub(super) values: Regex,
    /// Where what is said of one value ends.
    pub(super) ends: Regex,
    /// Where what is said of the next begins.
    pub(super) begins: Regex,
    /// The words before the value of a limit; what is in the first group allows what is less.
    pub(super) limit: Regex,
    /// What is measured without a unit.
    pub(super) unitless: Regex,
    /// No noun follows a value.
    pub(super) nothing: Regex,
    /// A sentence that only says which side was examined.
    pub(super) examined: Regex,
}

pub(super) static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let (values, limits, examined) = (&WORDS.values, &WORDS.limits, &WORDS.examined);
    let (lengths, times, span) = (any(&values.lengths), any(&values.times), any(&values.span));
    let (divides, ends) = (any(&values.divides), any(&values.ends));
    let (below, above) = (any(&limits.below), any(&limits.above));
    let (right, left) = (any(&WORDS.choice.right), any(&WORDS.choice.left));
    let article = any(&values.articles);
    Patterns {
        blanks: pattern(&format!(
            r"_{{3,}}(?:(?:\s*\([^)]*\))?\s*{lengths}?\s*[x\u{{00d7}}]\s*_{{3,}})*"
        )),
        values: pattern(&format!(
            r"\d+(?:\.\d+)?(?:\s*(?:-|\u{{2013}}|{span})\s*\d+(?:\.\d+)?)?(?:\s*{lengths}?\s*(?:[x\u{{00d7}}]|{times})\s*\d+(?:\.\d+)?)*"
        )),
        ends: pattern(&format!(r"[;:,()]\s|\.(?:\s|$)|\s(?:{divides}|{ends})\s")),
        begins: pattern(&format!(r"[;:,()]\s|\.(?:\s|$)|\s{divides}\s")),
        limit: pattern(&format!(r"(?:({below}|[<\u{{2264}}])|{above}|[>\u{{2265}}])\s*$")),
        unitless: pattern(&format!(r"\b{}\b", any(&values.unitless))),
        nothing: pattern(&format!(r"^\s*(?:$|[.;,)]|{}\s)", any(&values.goes_on))),
        examined: pattern(&format!(
            r"^\W*(?:{} )?(?:{article} )?(?:{right}|{left})(?: {})? [a-z]+(?: [a-z]+)?(?: {})?\W*$",
            any(&examined.begins),
            any(&examined.sided),
            any(&examined.ends),
        )),
    }
});
