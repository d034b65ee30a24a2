//! The items of a dictated impression: by numbers, else by lines, else a sentence each.

use std::ops::Range;

use report::section::SectionKind;
use report::statement::{Origin, Statement};
use report::{spoken, token};

use super::spoken::Spoken;
use crate::fill;
use crate::route::CUES;

/// The items of an impression that counts them, each behind its number: "1. fatty liver 2. cholelithiasis". All of it
/// without a number where it does not.
pub(super) fn counted(text: &str, body: Range<usize>) -> Vec<(Option<u32>, Range<usize>)> {
    let own = &text[body.clone()];
    let ways = [Counted::AtStarts, Counted::Anywhere, Counted::Bare];
    let Some(marks) = ways
        .map(|how| marks(own, how))
        .into_iter()
        .find(|marks| marks.len() > 1)
    else {
        return vec![(None, body)];
    };
    let ends = marks.iter().skip(1).map(|mark| mark.start).chain([own.len()]);
    let items = marks.iter().zip(ends).zip(1..);
    items
        .map(|((mark, end), number)| (Some(number), body.start + mark.end..body.start + end))
        .collect()
}

/// How the items of an impression are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// By marked numbers at the beginning of sentences.
    AtStarts,
    /// By marked numbers that stand anywhere but where a class or a part has its number: "steatosis grade 2. hepatomegaly".
    Anywhere,
    /// By numbers alone, in speech without full stops: "1 complete ACL tear 2 large effusion".
    Bare,
}

/// The numbers that count the items of a text, in order, from the one that stands before all of it.
fn marks(text: &str, how: Counted) -> Vec<Range<usize>> {
    let is_punctuated = || text.contains(['\n', ';']) || text.contains(". ");
    if how == Counted::Bare && is_punctuated() {
        return Vec::new();
    }
    let mut marks: Vec<Range<usize>> = Vec::new();
    let mut previous = String::new();
    for word in token::words(text) {
        let before_it = std::mem::replace(&mut previous, word.key.clone());
        let (before, behind) = (text[..word.range.start].trim_end(), &text[word.range.end..]);
        let begins =
            before.is_empty() || before.ends_with(['.', ';']) || text[before.len()..].starts_with('\n');
        // A number without a mark is a size or a quantity: "1 cm nodule. 2 mm nodule."
        let number = spoken::number(&word.key);
        let is_marked = match how {
            Counted::Bare => counts_what_follows(behind, number),
            _ => behind.starts_with(". ") || behind.starts_with(") "),
        };
        let is_next = number == Some(marks.len() as u64 + 1);
        let has_own = fill::numbers_behind(&before_it) || spoken::number(&before_it).is_some();
        if is_next && is_marked && (begins || how != Counted::AtStarts && !has_own) {
            let mark = usize::from(how != Counted::Bare);
            marks.push(word.range.start..word.range.end + mark);
        } else if marks.is_empty() || number.is_some() && is_marked && begins {
            // What does not count from one on, in order, is not cut.
            return Vec::new();
        }
    }
    marks
}

/// Whether a number without a mark counts an item, and is neither a size nor a quantity: "2 large effusion", not "2 cm nodule", "2 cysts".
fn counts_what_follows(behind: &str, number: Option<u64>) -> bool {
    let next = behind
        .strip_prefix(' ')
        .and_then(|behind| behind.split_whitespace().next());
    next.is_some_and(|next| {
        let is_one = CUES.ends_of_one.iter().any(|end| next.ends_with(end.as_str()));
        let is_plural = number > Some(1) && next.ends_with('s') && !is_one;
        next.starts_with(char::is_alphabetic) && !is_plural && !fill::begins_with_unit(behind)
    })
}

/// The dictated impression, an item a statement.
pub(super) fn dictated<'s>(sentences: impl Iterator<Item = &'s Spoken>) -> Vec<Statement> {
    let sentences: Vec<&Spoken> = sentences.collect();
    let numbered = sentences
        .iter()
        .filter(|sentence| sentence.number.is_some())
        .count()
        > 1;
    let lines = sentences
        .windows(2)
        .filter(|pair| pair[0].line != pair[1].line)
        .count();
    let mut items: Vec<Statement> = Vec::new();
    let mut last_line = None;
    for sentence in sentences {
        let continues = if numbered {
            sentence.number.is_none() && last_line.is_some()
        } else {
            lines > 0 && last_line == Some(sentence.line)
        };
        last_line = Some(sentence.line);
        match items.last_mut() {
            Some(item) if continues => {
                item.text.push(' ');
                item.text.push_str(&sentence.text);
                if let Origin::Dictated { spans } = &mut item.origin {
                    spans.push(sentence.span.clone());
                }
            }
            _ => items.push(Statement {
                section: SectionKind::Impression,
                text: sentence.text.clone(),
                origin: Origin::Dictated {
                    spans: vec![sentence.span.clone()],
                },
            }),
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let items = counted(text, 0..text.len());
        let items: Vec<&str> = items.into_iter().map(|(_, range)| text[range].trim()).collect();
        assert_eq!(items, expected, "{text}");
    }

    #[test]
    fn an_impression_that_counts_its_items_is_cut_there() {
        check(
            "1. fatty liver 2. cholelithiasis",
            &["fatty liver", "cholelithiasis"],
        );
        check(
            "1) Hernia. 2) Cyst of 2.5 cm. 3) Node.",
            &["Hernia.", "Cyst of 2.5 cm.", "Node."],
        );
        check(
            "1. Steatosis grade 2. 2. Gallstones.",
            &["Steatosis grade 2.", "Gallstones."],
        );
        check(
            "1 complete ACL tear with contusions 2 displaced tear of the medial meniscus 3 grade 1 MCL sprain 4 large effusion",
            &[
                "complete ACL tear with contusions",
                "displaced tear of the medial meniscus",
                "grade 1 MCL sprain",
                "large effusion",
            ],
        );
        for whole in [
            "1 calculus in the left kidney 2 cysts in the right",
            "1 cm nodule in the left lung 2 cm nodule in the right",
            "1 cm nodule. 2 mm nodule.",
            "One calculus. Two cysts.",
            "1. Steatosis grade 2. hepatomegaly",
            "1. Cyst in segment 2. No change.",
            "One cyst in the left kidney.",
            "Grade 2. hepatic steatosis",
            "1 cm nodule. No change.",
            "1. Nodule. 3. Effusion. 2. Node.",
            "1. Bosniak 2. cyst",
            "Stable.",
        ] {
            check(whole, &[whole]);
        }
    }
}
