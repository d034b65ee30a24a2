//! A report as a Word file.
//!
//! An own writer of the few Office Open XML parts that a report needs, over `zip`. Owns the look of the file; knows
//! nothing of HTTP, users or where a signature is kept. The same document gives the same bytes. Any text gives a valid
//! file: what XML cannot hold (control characters) is left out, everything else is kept.
//!
//! `document` lays out the body, `letterhead` and `margin` what stands above and below it, `numbering` and `styles` are what
//! they refer to, `picture` reads and sizes signature and logo, `package` puts the parts together, `xml` escapes.

use report::text::ReportText;
use thiserror::Error;

mod date;
mod document;
mod letterhead;
mod margin;
mod numbering;
mod package;
mod picture;
mod styles;
mod xml;

pub use picture::{Image, ImageFormat};

/// What is written into the file.
///
/// `Debug` shows no text, because it belongs to a patient.
#[derive(Clone, Default)]
pub struct Document {
    /// The title; blank means "Radiology report".
    pub study_name: String,
    /// Whose report it is.
    pub patient: Patient,
    /// The report itself.
    pub report: ReportText,
    /// Who signs it.
    pub signature: Option<Signature>,
    /// Whose paper it is written on.
    pub letterhead: Option<Letterhead>,
}

/// The patient's data of the table on the first page. Of what is missing, name, identifier and date leave room to write;
/// the rest is left out.
#[derive(Clone, Default)]
pub struct Patient {
    /// Patient identifier.
    pub id: Option<String>,
    /// Patient name.
    pub name: Option<String>,
    /// Date of the study; an ISO date is written as "20 Nov 2026", anything else as it is.
    pub study_date: Option<String>,
    /// Sex, as it is to be written.
    pub sex: Option<String>,
    /// Age, as it is to be written.
    pub age: Option<String>,
    /// The number under which the study was registered.
    pub accession_number: Option<String>,
    /// Who asked for the study.
    pub referring_doctor: Option<String>,
}

/// The signature block.
#[derive(Clone, Default)]
pub struct Signature {
    /// The picture of the signature.
    pub image: Option<Image>,
    /// Name, designation, department, institution; blank ones are left out.
    pub lines: Vec<String>,
}

/// What stands at the top of the first page and at the foot of all. Blank lines are left out.
#[derive(Clone, Default)]
pub struct Letterhead {
    /// The logo.
    pub logo: Option<Image>,
    /// The institution's name.
    pub institution: Option<String>,
    /// Address, telephone, registration.
    pub address: Vec<String>,
    /// What stands above the disclaimer on every page.
    pub footer: Vec<String>,
}

/// Why no file was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A picture is no PNG or JPEG that can be read.
    #[error("a picture cannot be read")]
    PictureUnreadable,
    /// The parts could not be packed.
    #[error("the Word file could not be packed")]
    Package(#[from] zip::result::ZipError),
    /// A part could not be written into the package.
    #[error("a part of the Word file could not be written")]
    Part(#[from] std::io::Error),
}

/// The report as the bytes of a `.docx` file. Within a budget (`report::budget`), each paragraph, each run and each part spends of it.
///
/// # Errors
/// Only when packing fails; an unreadable picture is refused earlier, by [`Image::read`].
pub fn write(document: &Document) -> Result<Vec<u8>, ExportError> {
    package::pack(document)
}

impl std::fmt::Debug for Document {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "Document({:?}, signature: {})",
            self.report,
            self.signature.is_some()
        )
    }
}

/// A text without the white space around it, when something is left.
fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

const UNTITLED: &str = "Radiology report";

impl Document {
    fn title(&self) -> &str {
        let name = self.study_name.trim();
        if name.is_empty() { UNTITLED } else { name }
    }
}
