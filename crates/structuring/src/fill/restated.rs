//! A line of the template that was dictated word for word, with its blanks and choices filled.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::budget;
use report::token::{self, Word};

use super::words::WORDS;

/// At most so many words fill one blank: `2.4 x 3.1 x 1.8`, `type II`, `early in the luteal phase`.
const WORDS_OF_A_VALUE: usize = 5;
/// Fewer words of its own do not show that a line was meant.
const WORDS_OF_A_LINE: usize = 2;
/// No line that is filled by dictation asks for more.
const GAPS_OF_A_LINE: usize = 16;
const PARTS_OF_A_LINE: usize = 400;

static GAP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"_{3,}|\[[^\]\n]*/[^\]\n]*\]").expect("gaps"));

/// What stands in a line.
enum Part {
    Word(String),
    /// A blank, or a choice with the words of each option.
    Gap(Range<usize>, Vec<Vec<Word>>),
}

/// The line with its gaps filled as they were dictated; nothing when the sentence says anything else than the line.
pub(crate) fn restated(line: &str, dictated: &str) -> Option<String> {
    if !GAP.is_match(line) {
        return None;
    }
    let parts = parts(line);
    let own = parts.iter().filter(|part| matches!(part, Part::Word(_))).count();
    if own < WORDS_OF_A_LINE || own == parts.len() {
        return None;
    }
    let said: Vec<Word> = token::words(dictated).into_iter().filter(tells).collect();
    let values = matched(&parts, &said)?;
    let mut filled = String::with_capacity(line.len() + dictated.len());
    let mut from = 0;
    for (gap, words) in values {
        filled.push_str(&line[from..gap.start]);
        filled.push_str(&dictated[said[words.start].range.start..said[words.end - 1].range.end]);
        from = gap.end;
    }
    filled.push_str(&line[from..]);
    Some(filled)
}

fn parts(line: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut from = 0;
    let words_of = |text: &str| {
        token::words(text)
            .into_iter()
            .filter(tells)
            .collect::<Vec<Word>>()
    };
    let literal = |text: &str| words_of(text).into_iter().map(|word| Part::Word(word.key));
    for gap in GAP.find_iter(line) {
        parts.extend(literal(&line[from..gap.start()]));
        let options = gap.as_str().trim_matches(['[', ']']).split('/');
        let options = if gap.as_str().starts_with('[') {
            options.map(words_of).collect()
        } else {
            Vec::new()
        };
        parts.push(Part::Gap(gap.range(), options));
        from = gap.end();
    }
    parts.extend(literal(&line[from..]));
    parts
}

/// Whether a word counts: an article may be left out.
fn tells(word: &Word) -> bool {
    !WORDS.values.articles.contains(&word.key)
}

/// Whether words are one value: `II`, `2.4 x 3.1`, `early luteal`, and not `18 degrees, anteversion 32`.
fn is_value(words: &[Word]) -> bool {
    let is_number = |word: &Word| word.key.starts_with(|first: char| first.is_ascii_digit());
    let values = &WORDS.values;
    let joints = [&values.times, &values.span, &values.lengths];
    let joins = |word: &Word| word.key == "x" || joints.iter().any(|joints| joints.contains(&word.key));
    words.len() == 1
        || words.iter().all(|word| is_number(word) || joins(word))
        || !words.iter().any(is_number)
}

type Filled = Vec<(Range<usize>, Range<usize>)>;

/// The words of each gap, when the words that were said are those of the line from its first to its last.
fn matched(parts: &[Part], said: &[Word]) -> Option<Filled> {
    let gaps = parts.iter().filter(|part| matches!(part, Part::Gap(..))).count();
    // Each part is at least a word; each gap takes a few.
    if parts.len() > PARTS_OF_A_LINE
        || said.len() < parts.len()
        || said.len() > parts.len() + gaps * (WORDS_OF_A_VALUE - 1)
        || gaps > GAPS_OF_A_LINE
    {
        return None;
    }
    let mut search = Search {
        parts,
        said,
        filled: Filled::new(),
        dead_ends: vec![false; (parts.len() + 1) * (said.len() + 1)],
    };
    search.fits(0, 0).then_some(search.filled)
}

struct Search<'l> {
    parts: &'l [Part],
    said: &'l [Word],
    filled: Filled,
    /// From which part at which word the rest is known not to fit, so that nothing is tried twice.
    dead_ends: Vec<bool>,
}

impl Search<'_> {
    /// Whether the parts from one on are the words from one on; fills the gaps as it goes.
    fn fits(&mut self, part: usize, at: usize) -> bool {
        let state = part * (self.said.len() + 1) + at;
        if self.dead_ends[state] {
            return false;
        }
        budget::spend(1);
        let fits = match self.parts.get(part) {
            None => at == self.said.len(),
            Some(Part::Word(key)) => {
                self.said.get(at).is_some_and(|word| word.key == *key) && self.fits(part + 1, at + 1)
            }
            Some(Part::Gap(gap, options)) => {
                let most = WORDS_OF_A_VALUE.min(self.said.len() - at);
                (1..=most).any(|count| self.gap_fits(part, gap, options, at..at + count))
            }
        };
        self.dead_ends[state] = !fits;
        fits
    }

    fn gap_fits(
        &mut self,
        part: usize,
        gap: &Range<usize>,
        options: &[Vec<Word>],
        words: Range<usize>,
    ) -> bool {
        let value = &self.said[words.clone()];
        let keys = || value.iter().map(|word| &word.key);
        let is_option = |option: &Vec<Word>| option.iter().map(|word| &word.key).eq(keys());
        let fits = if options.is_empty() {
            is_value(value)
        } else {
            options.iter().any(is_option)
        };
        if !fits {
            return false;
        }
        self.filled.push((gap.clone(), words.clone()));
        let fits = self.fits(part + 1, words.end);
        if !fits {
            self.filled.pop();
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_dictated_has_its_blanks_filled() {
        for (line, dictated, expected) in [
            (
                "Canal AP diameter is ___ mm at L3-L4 and ___ mm at L4-L5.",
                "The canal AP diameter is 15 mm at L3-L4 and 11 mm at L4-L5.",
                Some("Canal AP diameter is 15 mm at L3-L4 and 11 mm at L4-L5."),
            ),
            (
                "Acromion is type ___.",
                "Acromion is type II.",
                Some("Acromion is type II."),
            ),
            (
                "Prostate measures ___ cm.",
                "Prostate measures 4.8 x 3.9 x 4.2 cm.",
                Some("Prostate measures 4.8 x 3.9 x 4.2 cm."),
            ),
            (
                "Coronary circulation is [right/left] dominant.",
                "coronary circulation is left dominant",
                Some("Coronary circulation is left dominant."),
            ),
            (
                "Coronary circulation is [right/left] dominant.",
                "Coronary circulation is not dominant.",
                None,
            ),
            ("Acromion is type ___.", "Acromion is normal.", None),
            (
                "Centre edge angle ___ degrees.",
                "Centre edge angle 18 degrees, anteversion 32 degrees.",
                None,
            ),
            ("Spleen is ___ cm.", "Spleen is 12 cm with a cyst of 2 cm.", None),
            ("Liver is normal.", "Liver is normal.", None),
        ] {
            assert_eq!(
                restated(line, dictated).as_deref(),
                expected,
                "{line} <- {dictated}"
            );
        }
    }

    #[test]
    fn a_line_of_many_blanks_is_given_up_in_no_time() {
        let line = format!("The liver texture {}kidney.", "___ ".repeat(GAPS_OF_A_LINE));
        let dictated = format!("The liver texture {}", "grey ".repeat(GAPS_OF_A_LINE * 2));
        let ended = budget::within(&budget::Budget::of_steps(10_000), || restated(&line, &dictated));
        assert_eq!(ended, Ok(None));
        let longer = format!("The liver texture {}kidney.", "___ ".repeat(GAPS_OF_A_LINE + 1));
        assert_eq!(restated(&longer, &dictated), None);
    }
}
