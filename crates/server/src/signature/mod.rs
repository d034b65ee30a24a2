//! The signature that goes under exported reports: an image and four lines of text. Saving one is for subscribers.

pub mod delete;
pub mod get;
pub mod put;

use accounts::picture::Picture;
use accounts::signature::{Signature, SignatureError, SignatureLines};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::pictures;

/// The signature's five fields, as they are read and saved. Null and empty mean none.
#[derive(Serialize, Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct SignatureBody {
    /// A data URL of a PNG or JPEG image, at most 2 MB.
    pub signature_image: Option<String>,
    /// The radiologist's name.
    pub signature_name: Option<String>,
    /// Such as Consultant Radiologist.
    pub signature_designation: Option<String>,
    /// The department.
    pub signature_department: Option<String>,
    /// The institution.
    pub signature_institution: Option<String>,
}

impl SignatureBody {
    fn parse(&self, image: Option<Picture>) -> Result<Signature, SignatureError> {
        let lines = SignatureLines {
            name: self.signature_name.as_deref(),
            designation: self.signature_designation.as_deref(),
            department: self.signature_department.as_deref(),
            institution: self.signature_institution.as_deref(),
        };
        Signature::parse(image, lines)
    }
}

impl From<&Signature> for SignatureBody {
    fn from(signature: &Signature) -> Self {
        let own = |line: Option<&str>| line.map(str::to_owned);
        Self {
            signature_image: signature.image().map(pictures::data_url),
            signature_name: own(signature.name()),
            signature_designation: own(signature.designation()),
            signature_department: own(signature.department()),
            signature_institution: own(signature.institution()),
        }
    }
}

impl From<SignatureError> for ApiError {
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::LineTooLong => Self::unprocessable(
                "line_too_long",
                "A line of the signature may have at most 200 characters.",
            ),
            SignatureError::LineNotPrintable => Self::unprocessable(
                "unreadable_character",
                "The lines of a signature may not hold line breaks or control characters.",
            ),
            SignatureError::LineHidden => Self::unprocessable(
                "hidden_character",
                "The lines of a signature may not hold invisible characters or ones that change the direction of writing.",
            ),
        }
    }
}
