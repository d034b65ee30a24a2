//! What stands at the top and at the foot of a user's exported reports: whose report it is, and a wording of their own.

use std::fmt;

use thiserror::Error;

use crate::picture::Picture;
use crate::shown::{self, Unshowable};

/// The longest line, in characters.
pub const LONGEST_LINE: usize = 200;
/// How many lines an address may have.
pub const MOST_ADDRESS_LINES: usize = 6;
/// How many lines the wording at the foot may have.
pub const MOST_FOOTER_LINES: usize = 4;

/// A letterhead, each part of which may be left out. Its `Debug` shows none of them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Letterhead {
    logo: Option<Picture>,
    institution: Option<String>,
    address: Vec<String>,
    footer: Vec<String>,
}

/// The texts of a letterhead as they were typed; address and footer may have several lines.
#[derive(Clone, Copy, Default)]
pub struct LetterheadText<'a> {
    /// The institution's name.
    pub institution: &'a str,
    /// Address, telephone, registration.
    pub address: &'a str,
    /// What stands at the foot of every page.
    pub footer: &'a str,
}

/// Why a letterhead cannot be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LetterheadError {
    /// A line is longer than [`LONGEST_LINE`].
    #[error("a line of the letterhead may have at most {LONGEST_LINE} characters")]
    LineTooLong,
    /// More lines than [`MOST_ADDRESS_LINES`] or [`MOST_FOOTER_LINES`].
    #[error("an address may have at most {MOST_ADDRESS_LINES} lines, a footer {MOST_FOOTER_LINES}")]
    TooManyLines,
    /// A control character, or a line break in the institution's name.
    #[error("a letterhead may not have control characters")]
    NotPrintable,
    /// A character in the institution's name that nobody sees, or that turns the text around it.
    #[error(
        "an institution's name may not have invisible characters or such that change the direction of writing"
    )]
    Hidden,
}

impl Letterhead {
    /// Checks what the user typed. Lines are trimmed; blank ones are left out.
    pub fn parse(logo: Option<Picture>, text: LetterheadText<'_>) -> Result<Self, LetterheadError> {
        let institution = text.institution.trim();
        // A name; address and footer are text, which may say where its writing turns.
        shown::check(institution).map_err(|reason| match reason {
            Unshowable::Control => LetterheadError::NotPrintable,
            Unshowable::Hidden => LetterheadError::Hidden,
        })?;
        Ok(Self {
            logo,
            institution: lines(institution, 1)?.pop(),
            address: lines(text.address, MOST_ADDRESS_LINES)?,
            footer: lines(text.footer, MOST_FOOTER_LINES)?,
        })
    }

    pub(crate) fn recorded(
        logo: Option<Picture>,
        institution: Option<String>,
        address: &str,
        footer: &str,
    ) -> Self {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        Self {
            logo,
            institution,
            address: lines(address),
            footer: lines(footer),
        }
    }

    /// The logo.
    pub const fn logo(&self) -> Option<&Picture> {
        self.logo.as_ref()
    }

    /// The institution's name.
    pub fn institution(&self) -> Option<&str> {
        self.institution.as_deref()
    }

    /// Address, telephone, registration: a line each.
    pub fn address(&self) -> &[String] {
        &self.address
    }

    /// What stands at the foot of every page, a line each.
    pub fn footer(&self) -> &[String] {
        &self.footer
    }

    /// Whether there is nothing in it.
    pub const fn is_empty(&self) -> bool {
        self.logo.is_none() && self.institution.is_none() && self.address.is_empty() && self.footer.is_empty()
    }
}

fn lines(text: &str, most: usize) -> Result<Vec<String>, LetterheadError> {
    let lines: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    if lines.len() > most {
        return Err(LetterheadError::TooManyLines);
    }
    if lines.iter().any(|line| line.chars().count() > LONGEST_LINE) {
        return Err(LetterheadError::LineTooLong);
    }
    if lines.iter().any(|line| line.contains(char::is_control)) {
        return Err(LetterheadError::NotPrintable);
    }
    Ok(lines)
}

impl fmt::Debug for Letterhead {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Letterhead(..)")
    }
}

impl fmt::Debug for LetterheadText<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LetterheadText(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(institution: &str, address: &str, footer: &str) -> Result<Letterhead, LetterheadError> {
        let text = LetterheadText {
            institution,
            address,
            footer,
        };
        Letterhead::parse(None, text)
    }

    #[test]
    fn lines_are_trimmed_and_blank_ones_left_out() -> Result<(), LetterheadError> {
        let letterhead = parse(" City Imaging ", "12 High Street \r\n\r\n Pune 411001\n", " ")?;
        assert_eq!(letterhead.institution(), Some("City Imaging"));
        assert_eq!(letterhead.address(), ["12 High Street", "Pune 411001"]);
        assert!(letterhead.footer().is_empty() && !letterhead.is_empty());
        assert!(parse("", " \n ", "")?.is_empty());
        assert_eq!(format!("{letterhead:?}"), "Letterhead(..)");
        Ok(())
    }

    #[test]
    fn refuses_what_does_not_fit_on_a_page() {
        let long = "x".repeat(LONGEST_LINE + 1);
        assert_eq!(parse(&long, "", ""), Err(LetterheadError::LineTooLong));
        assert_eq!(parse("", "a", &long), Err(LetterheadError::LineTooLong));
        assert_eq!(parse("a\nb", "", ""), Err(LetterheadError::NotPrintable));
        assert_eq!(parse("", "a\tb", ""), Err(LetterheadError::NotPrintable));
        assert_eq!(parse("City\u{200b}", "", ""), Err(LetterheadError::Hidden));
        assert!(parse("City", "12 High Street \u{200e}(rear)", "").is_ok());
        let address = "line\n".repeat(MOST_ADDRESS_LINES);
        assert!(parse("", &address, "").is_ok());
        assert_eq!(
            parse("", &format!("{address}one more"), ""),
            Err(LetterheadError::TooManyLines)
        );
        let footer = "line\n".repeat(MOST_FOOTER_LINES + 1);
        assert_eq!(parse("", "", &footer), Err(LetterheadError::TooManyLines));
    }
}
