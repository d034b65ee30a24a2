//! How a radiologist wants their reports written: how the findings are laid out, and which of several ways to write a word or a level.
//!
//! Sizes keep the order in which they were said.

use crate::anatomy::level;
use crate::orthography::Orthography;

/// How one user's reports are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// How the findings are laid out.
    pub layout: Layout,
    /// British or American spelling throughout; as dictated when none is set.
    pub spelling: Option<Orthography>,
    /// How two neighbouring vertebral levels are written; as dictated when none is set.
    pub levels: Option<LevelForm>,
}

/// How the findings are laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// A bullet an organ group.
    #[default]
    Organ,
    /// A bullet a statement.
    Statement,
    /// A bullet an organ group, the organ's name in front.
    Labelled,
}

/// How two neighbouring vertebral levels are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LevelForm {
    /// `L4-L5`.
    Full,
    /// `L4-5`.
    Short,
}

impl Style {
    /// How what was not dictated is written beside a dictation: as the user has it, else as the dictation does.
    pub fn beside(&self, dictated: &str) -> Self {
        Self {
            spelling: self.spelling.or_else(|| Orthography::of(dictated)),
            levels: self.levels.or_else(|| LevelForm::of(dictated)),
            ..*self
        }
    }

    /// A text in this spelling and with its levels in this form. What isn't set stays as it is.
    pub fn write(&self, text: &str) -> String {
        let spelt = match self.spelling {
            Some(spelling) => spelling.write(text),
            None => text.to_owned(),
        };
        match self.levels {
            Some(form) => form.write(&spelt),
            None => spelt,
        }
    }
}

impl Layout {
    /// Every layout.
    pub const ALL: [Self; 3] = [Self::Organ, Self::Statement, Self::Labelled];

    /// Its name on the wire and in the store.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Organ => "organ",
            Self::Statement => "statement",
            Self::Labelled => "labelled",
        }
    }

    /// The layout of this name.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.code() == code)
    }
}

impl LevelForm {
    /// The form in which a text writes its pairs of levels, where it writes them in one alone.
    pub fn of(text: &str) -> Option<Self> {
        let [full, short] = Self::ALL.map(|form| form.write(text) == text);
        match (full, short) {
            (true, false) => Some(Self::Full),
            (false, true) => Some(Self::Short),
            _ => None,
        }
    }

    /// Every form.
    pub const ALL: [Self; 2] = [Self::Full, Self::Short];

    /// Its name on the wire and in the store.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Short => "short",
        }
    }

    /// The form of this name.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.code() == code)
    }

    /// A text with each pair of levels that a hyphen, dash or slash joins in this form; `L5-S1` is written in one way only.
    pub fn write(self, text: &str) -> String {
        let mut written = String::with_capacity(text.len());
        let mut from = 0;
        for level in level::find(text) {
            let named = &text[level.range.clone()];
            let Some(lower) = level.lower else { continue };
            let Some((first, last)) = named.split_once(['-', '/', '\u{2013}']) else {
                continue;
            };
            // A range of discs, "L3-L4 to L5-S1", stays as it is.
            let (Some(part), false) = (first.chars().next(), named.contains(char::is_whitespace)) else {
                continue;
            };
            // Nor is a longer range or a row of levels, "L1-L2-L3", a pair of neighbours.
            let goes_on = |next: char| matches!(next, '-' | '/' | '\u{2013}');
            let stands_alone = !text[level.range.end..].starts_with(goes_on)
                && !text[..level.range.start].ends_with(goes_on);
            if lower.number() != level.upper.number() + 1 || !stands_alone {
                continue;
            }
            // A dorsal level stays what it was called: D1 is not renamed to T1.
            let named_below = last.chars().next().filter(char::is_ascii_alphabetic);
            let below = named_below.unwrap_or(if lower.0 == level.upper.0 { part } else { lower.0 });
            let second = match self {
                Self::Short if lower.0 == level.upper.0 => lower.1.to_string(),
                _ => format!("{}{}", below.to_ascii_uppercase(), lower.1),
            };
            written.push_str(&text[from..level.range.start]);
            written.push_str(&format!(
                "{}{}-{second}",
                part.to_ascii_uppercase(),
                level.upper.1
            ));
            from = level.range.end;
        }
        written.push_str(&text[from..]);
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_written_in_one_form() {
        let text = "L4-5 and C5/6 bulges, D11-D12 collapse, L5-S1 normal, L3-L4 to L5-S1 dry, T1-T2 weighted, C7-D1 normal, L2 intact.";
        assert_eq!(
            LevelForm::Full.write(text),
            "L4-L5 and C5-C6 bulges, D11-D12 collapse, L5-S1 normal, L3-L4 to L5-S1 dry, T1-T2 weighted, C7-D1 normal, L2 intact."
        );
        assert_eq!(
            LevelForm::Short.write(text),
            "L4-5 and C5-6 bulges, D11-12 collapse, L5-S1 normal, L3-L4 to L5-S1 dry, T1-T2 weighted, C7-D1 normal, L2 intact."
        );
    }

    #[test]
    fn a_style_that_sets_nothing_changes_nothing() {
        let text = "Haemorrhage at L4-5, hemorrhage at L4-L5.";
        assert_eq!(Style::default().write(text), text);
        let american = Style {
            spelling: Some(Orthography::American),
            levels: Some(LevelForm::Full),
            ..Style::default()
        };
        assert_eq!(american.write(text), "Hemorrhage at L4-L5, hemorrhage at L4-L5.");
    }

    #[test]
    fn codes_are_read_back() {
        assert!(
            Layout::ALL
                .into_iter()
                .all(|layout| Layout::parse(layout.code()) == Some(layout))
        );
        assert!(
            LevelForm::ALL
                .into_iter()
                .all(|form| LevelForm::parse(form.code()) == Some(form))
        );
        assert_eq!(Layout::parse("prose"), None);
    }
}
