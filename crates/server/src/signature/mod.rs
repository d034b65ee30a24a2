//! The signature that goes under exported reports: an image and four lines of text. Saving one is for subscribers.

pub mod delete;
pub mod get;
pub mod put;

use accounts::signature::{Signature, SignatureError, SignatureImage, SignatureLines};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::ApiError;

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
    fn parse(&self) -> Result<Signature, ApiError> {
        let image = match self.signature_image.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(url) => Some(image(url)?),
        };
        let lines = SignatureLines {
            name: self.signature_name.as_deref(),
            designation: self.signature_designation.as_deref(),
            department: self.signature_department.as_deref(),
            institution: self.signature_institution.as_deref(),
        };
        Ok(Signature::parse(image, lines)?)
    }
}

impl From<&Signature> for SignatureBody {
    fn from(signature: &Signature) -> Self {
        let own = |line: Option<&str>| line.map(str::to_owned);
        Self {
            signature_image: signature.image().map(data_url),
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
            SignatureError::ImageTooLarge => Self::too_large("Image must be smaller than 2MB."),
            SignatureError::ImageUnreadable => not_an_image(),
            SignatureError::LineTooLong => Self::unprocessable(
                "line_too_long",
                "A line of the signature may have at most 200 characters.",
            ),
            SignatureError::LineNotPrintable => Self::unprocessable(
                "unreadable_character",
                "The lines of a signature may not hold line breaks or control characters.",
            ),
        }
    }
}

/// The image of a data URL, once it is certain that a Word file can show it.
fn image(url: &str) -> Result<SignatureImage, ApiError> {
    let image = SignatureImage::parse(image_bytes(url)?)?;
    word::Image::read(image.bytes().to_vec()).map_err(|_| not_an_image())?;
    Ok(image)
}

fn image_bytes(url: &str) -> Result<Vec<u8>, ApiError> {
    let data = url
        .strip_prefix("data:image/")
        .and_then(|rest| rest.split_once(";base64,"))
        .map(|(_, data)| data)
        .ok_or_else(not_an_image)?;
    BASE64_STANDARD.decode(data).map_err(|_| not_an_image())
}

fn not_an_image() -> ApiError {
    ApiError::unprocessable("not_an_image", "The signature must be a PNG or JPEG image.")
}

fn data_url(image: &SignatureImage) -> String {
    format!(
        "data:{};base64,{}",
        image.format().media_type(),
        BASE64_STANDARD.encode(image.bytes())
    )
}
