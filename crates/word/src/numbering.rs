//! The lists of a report: bullets, and numbers that begin again with every list.

use std::fmt::Write;

use crate::xml::{DECLARATION, NAMESPACES};

/// How deep lists are nested.
pub(crate) const LEVELS: usize = 3;
/// The list of all bullets.
pub(crate) const BULLETS: usize = 1;
/// Word does not take any number of lists; what comes after this many is written as plain lines.
const MOST_LISTS: usize = 1_000;

/// How the numbers of a list are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberStyle {
    /// "1."
    Dot,
    /// "1)"
    Bracket,
}

/// The numbered lists of a document in the order in which they begin.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    begun: Vec<(NumberStyle, u32)>,
    next: Option<(NumberStyle, u32)>,
}

impl Lists {
    /// The identifier of the list to which an item with this number belongs: the current one when the number is the
    /// next of it, else a new one that begins with it. None when there are too many lists.
    pub(crate) fn item(&mut self, style: NumberStyle, number: u32) -> Option<usize> {
        if self.next != Some((style, number)) {
            if self.begun.len() == MOST_LISTS {
                return None;
            }
            self.begun.push((style, number));
        }
        self.next = Some((style, number + 1));
        Some(BULLETS + self.begun.len())
    }

    /// Ends the current list, so that the next item begins another.
    pub(crate) fn end(&mut self) {
        self.next = None;
    }

    /// The part `word/numbering.xml`.
    pub(crate) fn part(&self) -> String {
        let mut part = format!("{DECLARATION}<w:numbering {NAMESPACES}>");
        abstract_list(0, "bullet", ["•", "–", "•"], &mut part);
        abstract_list(1, "decimal", ["%1.", "%2.", "%3."], &mut part);
        abstract_list(2, "decimal", ["%1)", "%2)", "%3)"], &mut part);
        let _ = write!(
            part,
            r#"<w:num w:numId="{BULLETS}"><w:abstractNumId w:val="0"/></w:num>"#
        );
        for (index, (style, start)) in self.begun.iter().enumerate() {
            let list = BULLETS + 1 + index;
            let look = match style {
                NumberStyle::Dot => 1,
                NumberStyle::Bracket => 2,
            };
            let _ = write!(
                part,
                r#"<w:num w:numId="{list}"><w:abstractNumId w:val="{look}"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="{start}"/></w:lvlOverride></w:num>"#
            );
        }
        part.push_str("</w:numbering>");
        part
    }
}

fn abstract_list(id: usize, format: &str, texts: [&str; LEVELS], part: &mut String) {
    let _ = write!(
        part,
        r#"<w:abstractNum w:abstractNumId="{id}"><w:multiLevelType w:val="hybridMultilevel"/>"#
    );
    for (level, text) in texts.iter().enumerate() {
        let left = 360 * (level + 1);
        let _ = write!(
            part,
            concat!(
                r#"<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{format}"/><w:lvlText w:val="{text}"/>"#,
                r#"<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{left}" w:hanging="360"/></w:pPr></w:lvl>"#
            ),
            level = level,
            format = format,
            text = text,
            left = left,
        );
    }
    part.push_str("</w:abstractNum>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continues_a_list_with_its_next_number_and_begins_another_otherwise() {
        let mut lists = Lists::default();
        let items: Vec<_> = [1, 2, 3, 1, 2, 7]
            .map(|number| lists.item(NumberStyle::Dot, number))
            .into_iter()
            .collect();
        assert_eq!(items, [2, 2, 2, 3, 3, 4].map(Some));
        lists.end();
        assert_eq!(lists.item(NumberStyle::Dot, 8), Some(5));
        assert_eq!(lists.item(NumberStyle::Bracket, 9), Some(6));
    }

    #[test]
    fn gives_up_numbering_rather_than_writing_a_file_word_cannot_open() {
        let mut lists = Lists::default();
        assert!((0..MOST_LISTS).all(|_| lists.item(NumberStyle::Dot, 1).is_some()));
        assert_eq!(lists.item(NumberStyle::Dot, 1), None);
    }
}
