//! The letterhead of the user's exported reports: logo, institution and address at the top, a wording at the foot. Open to
//! everybody who is signed in: what is the user's own is changed and cleared whatever is paid.

pub mod get;
pub mod put;

use accounts::letterhead::{Letterhead, LetterheadError, LetterheadText};
use accounts::picture::Picture;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::pictures;

/// The letterhead, as it is read and saved. Null and empty mean none.
#[derive(Serialize, Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct LetterheadBody {
    /// A data URL of a PNG or JPEG image, at most 2 MB.
    pub logo: Option<String>,
    /// The institution's name.
    pub institution: String,
    /// Address, telephone, registration: at most six lines.
    pub address: String,
    /// What stands at the foot of every page: at most four lines.
    pub footer: String,
}

impl LetterheadBody {
    fn parse(&self, logo: Option<Picture>) -> Result<Letterhead, LetterheadError> {
        let text = LetterheadText {
            institution: &self.institution,
            address: &self.address,
            footer: &self.footer,
        };
        Letterhead::parse(logo, text)
    }
}

impl From<&Letterhead> for LetterheadBody {
    fn from(letterhead: &Letterhead) -> Self {
        Self {
            logo: letterhead.logo().map(pictures::data_url),
            institution: letterhead.institution().unwrap_or_default().to_owned(),
            address: letterhead.address().join("\n"),
            footer: letterhead.footer().join("\n"),
        }
    }
}

impl From<LetterheadError> for ApiError {
    fn from(error: LetterheadError) -> Self {
        let (code, sentence) = match error {
            LetterheadError::LineTooLong => (
                "line_too_long",
                "A line of the letterhead may have at most 200 characters.",
            ),
            LetterheadError::TooManyLines => (
                "too_many_lines",
                "The address may have at most six lines and the footer at most four.",
            ),
            LetterheadError::NotPrintable => (
                "unreadable_character",
                "The lines of a letterhead may not hold control characters.",
            ),
            LetterheadError::Hidden => (
                "hidden_character",
                "The institution's name may not hold invisible characters or ones that change the direction of writing.",
            ),
        };
        Self::unprocessable(code, sentence)
    }
}
