//! Header and footer: the letterhead on the first page, whose report it is on every other, and on all the wording of the
//! letterhead, the disclaimer and the page number.

use std::fmt::Write;

use crate::{
    Document, given, letterhead,
    xml::{DECLARATION, NAMESPACES, begins_right_to_left, runs},
};

/// What the person who signs has to do; it stands on every page.
pub(crate) const DISCLAIMER: &str = "Medical disclaimer: a qualified medical professional must review and verify this report before it is used.";

/// The footer of every page.
pub(crate) fn footer(document: &Document) -> String {
    let mut part = format!("{DECLARATION}<w:ftr {NAMESPACES}>");
    if let Some(own) = &document.letterhead {
        letterhead::foot(own, &mut part);
    }
    part.push_str(r#"<w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>"#);
    runs(DISCLAIMER, "<w:i/><w:iCs/>", &mut part);
    part.push_str(r#"</w:p><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>"#);
    runs("Page ", "", &mut part);
    field("PAGE", &mut part);
    runs(" of ", "", &mut part);
    field("NUMPAGES", &mut part);
    part.push_str("</w:p></w:ftr>");
    part
}

/// The header of the pages after the first.
pub(crate) fn header(document: &Document) -> String {
    let patient = &document.patient;
    let parts = [given(&patient.name), given(&patient.id), Some(document.title())];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join("  |  ");
    let mut part = format!("{DECLARATION}<w:hdr {NAMESPACES}>");
    let bidi = if begins_right_to_left(&text) {
        "<w:bidi/>"
    } else {
        ""
    };
    let _ = write!(part, r#"<w:p><w:pPr><w:pStyle w:val="Header"/>{bidi}</w:pPr>"#);
    runs(&text, "", &mut part);
    part.push_str("</w:p></w:hdr>");
    part
}

/// The header of the first page: the letterhead, or nothing above the title and the patient table.
pub(crate) fn first_header(document: &Document) -> String {
    let mut part = format!("{DECLARATION}<w:hdr {NAMESPACES}>");
    if let Some(own) = &document.letterhead {
        letterhead::top(own, &mut part);
    }
    // A header ends with a paragraph, and a table does not.
    part.push_str(r#"<w:p><w:pPr><w:pStyle w:val="Header"/></w:pPr></w:p></w:hdr>"#);
    part
}

/// A field that Word computes; "1" stands there until it does.
fn field(code: &str, part: &mut String) {
    let _ = write!(
        part,
        concat!(
            r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>"#,
            r#"<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>"#
        ),
        code = code,
    );
}
