//! The signature that a subscriber puts under an exported report.

use std::fmt;

use thiserror::Error;

use crate::audit::TextHash;
use crate::picture::Picture;
use crate::shown::{self, Unshowable};

/// The longest line, in characters.
pub const LONGEST_LINE: usize = 200;

/// A signature: an image and lines of text, each of which may be left out. Its `Debug` shows none of them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Signature {
    image: Option<Picture>,
    name: Option<String>,
    designation: Option<String>,
    department: Option<String>,
    institution: Option<String>,
}

/// The lines of a signature as they were typed.
#[derive(Clone, Copy, Default)]
pub struct SignatureLines<'a> {
    /// The radiologist's name.
    pub name: Option<&'a str>,
    /// The designation, such as Consultant Radiologist.
    pub designation: Option<&'a str>,
    /// The department.
    pub department: Option<&'a str>,
    /// The institution.
    pub institution: Option<&'a str>,
}

/// Why a signature cannot be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SignatureError {
    /// A line is longer than [`LONGEST_LINE`].
    #[error("a line of the signature may have at most {LONGEST_LINE} characters")]
    LineTooLong,
    /// A line break or another control character.
    #[error("a line of the signature may not have line breaks or control characters")]
    LineNotPrintable,
    /// A character that nobody sees, or that turns the text around it.
    #[error(
        "a line of the signature may not have invisible characters or such that change the direction of writing"
    )]
    LineHidden,
}

impl Signature {
    /// Checks what the user typed. Lines are trimmed; a blank one is none.
    pub fn parse(image: Option<Picture>, lines: SignatureLines<'_>) -> Result<Self, SignatureError> {
        Ok(Self {
            image,
            name: parse_line(lines.name)?,
            designation: parse_line(lines.designation)?,
            department: parse_line(lines.department)?,
            institution: parse_line(lines.institution)?,
        })
    }

    pub(crate) fn recorded(image: Option<Picture>, lines: [Option<String>; 4]) -> Self {
        let [name, designation, department, institution] = lines;
        Self {
            image,
            name,
            designation,
            department,
            institution,
        }
    }

    /// The image.
    pub const fn image(&self) -> Option<&Picture> {
        self.image.as_ref()
    }

    /// The radiologist's name.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The designation.
    pub fn designation(&self) -> Option<&str> {
        self.designation.as_deref()
    }

    /// The department.
    pub fn department(&self) -> Option<&str> {
        self.department.as_deref()
    }

    /// The institution.
    pub fn institution(&self) -> Option<&str> {
        self.institution.as_deref()
    }

    /// What the trail knows a signature by: the hash of its four lines, each with a line break, and of the image's bytes behind them.
    pub fn hash(&self) -> TextHash {
        let lines = [
            self.name(),
            self.designation(),
            self.department(),
            self.institution(),
        ];
        let mut all = Vec::new();
        for line in lines {
            all.extend_from_slice(line.unwrap_or_default().as_bytes());
            all.push(b'\n');
        }
        all.extend_from_slice(self.image().map(Picture::bytes).unwrap_or_default());
        TextHash::of(all)
    }

    /// The lines that there are, in the order in which they stand under a report.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        [
            self.name(),
            self.designation(),
            self.department(),
            self.institution(),
        ]
        .into_iter()
        .flatten()
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Signature(..)")
    }
}

impl fmt::Debug for SignatureLines<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SignatureLines(..)")
    }
}

fn parse_line(raw: Option<&str>) -> Result<Option<String>, SignatureError> {
    let line = raw.map(str::trim).unwrap_or_default();
    if line.chars().count() > LONGEST_LINE {
        return Err(SignatureError::LineTooLong);
    }
    shown::check(line).map_err(|reason| match reason {
        Unshowable::Control => SignatureError::LineNotPrintable,
        Unshowable::Hidden => SignatureError::LineHidden,
    })?;
    Ok((!line.is_empty()).then(|| line.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_lines_that_there_are_in_order() -> Result<(), SignatureError> {
        let lines = SignatureLines {
            institution: Some("City Hospital"),
            name: Some(" Dr. Rao "),
            department: Some("  "),
            ..SignatureLines::default()
        };
        let signature = Signature::parse(None, lines)?;
        assert_eq!(
            signature.lines().collect::<Vec<_>>(),
            ["Dr. Rao", "City Hospital"]
        );
        assert_eq!(
            format!("{signature:?} {lines:?}"),
            "Signature(..) SignatureLines(..)"
        );
        Ok(())
    }

    #[test]
    fn refuses_lines_that_are_none() {
        let check = |name: &str, reason| {
            let lines = SignatureLines {
                name: Some(name),
                ..SignatureLines::default()
            };
            assert_eq!(Signature::parse(None, lines), Err(reason));
        };
        check("Dr. Rao\nConsultant", SignatureError::LineNotPrintable);
        check("Dr. \u{202e}oaR", SignatureError::LineHidden);
        check(&"x".repeat(LONGEST_LINE + 1), SignatureError::LineTooLong);
    }
}
