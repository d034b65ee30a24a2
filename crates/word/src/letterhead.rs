//! The letterhead: logo, institution and address at the top of the first page, over a line.

use std::fmt::Write;

use crate::{
    Letterhead,
    picture::LOGO,
    xml::{begins_right_to_left, runs},
};

/// Between the margins of the page, in twentieths of a point.
const WIDTH: u64 = 9_026;
/// Between logo and text.
const GAP: u64 = 240;
const EMU_PER_TWENTIETH: u64 = 635;

impl Letterhead {
    /// Whether anything of it stands at the top of the first page.
    fn has_top(&self) -> bool {
        self.logo.is_some() || self.top_lines().next().is_some()
    }

    fn top_lines(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let name = self
            .institution
            .iter()
            .map(|name| ("LetterheadName", name.trim()));
        let address = self.address.iter().map(|line| ("LetterheadLine", line.trim()));
        name.chain(address).filter(|(_, line)| !line.is_empty())
    }
}

/// Appends the letterhead to the header of the first page.
pub(crate) fn top(letterhead: &Letterhead, part: &mut String) {
    if !letterhead.has_top() {
        return;
    }
    let logo_width = letterhead
        .logo
        .as_ref()
        .map_or(0, |logo| logo.extent(&LOGO).0.div_ceil(EMU_PER_TWENTIETH) + GAP);
    let columns = [logo_width, WIDTH - logo_width];
    part.push_str(concat!(
        r#"<w:tbl><w:tblPr><w:tblW w:w="9026" w:type="dxa"/><w:tblBorders>"#,
        r#"<w:bottom w:val="single" w:sz="8" w:space="0" w:color="808080"/></w:tblBorders><w:tblLayout w:type="fixed"/>"#,
        r#"<w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:bottom w:w="100" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar>"#,
        r#"<w:tblLook w:val="0000" w:firstRow="0" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>"#,
        r#"</w:tblPr><w:tblGrid>"#
    ));
    for width in columns.iter().filter(|width| **width > 0) {
        let _ = write!(part, r#"<w:gridCol w:w="{width}"/>"#);
    }
    part.push_str("</w:tblGrid><w:tr>");
    if let Some(logo) = &letterhead.logo {
        cell(columns[0], part, |part| {
            part.push_str(r#"<w:p><w:pPr><w:pStyle w:val="LetterheadLine"/></w:pPr>"#);
            logo.run(&LOGO, part);
            part.push_str("</w:p>");
        });
    }
    cell(columns[1], part, |part| {
        let before = part.len();
        for (style, line) in letterhead.top_lines() {
            paragraph(style, line, part);
        }
        if part.len() == before {
            // A cell needs a paragraph.
            paragraph("LetterheadLine", "", part);
        }
    });
    part.push_str("</w:tr></w:tbl>");
}

fn cell(width: u64, part: &mut String, content: impl FnOnce(&mut String)) {
    let _ = write!(
        part,
        r#"<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/><w:vAlign w:val="center"/></w:tcPr>"#
    );
    content(part);
    part.push_str("</w:tc>");
}

/// Appends the wording at the foot of every page.
pub(crate) fn foot(letterhead: &Letterhead, part: &mut String) {
    for line in letterhead.footer.iter().map(|line| line.trim()) {
        if !line.is_empty() {
            paragraph("Footer", line, part);
        }
    }
}

fn paragraph(style: &str, line: &str, part: &mut String) {
    let bidi = if begins_right_to_left(line) {
        "<w:bidi/>"
    } else {
        ""
    };
    let _ = write!(part, r#"<w:p><w:pPr><w:pStyle w:val="{style}"/>{bidi}</w:pPr>"#);
    runs(line, "", part);
    part.push_str("</w:p>");
}
