//! The body of the document: title, patient table, sections, signature.

use std::fmt::Write;

use report::budget;
use report::section::SectionKind;

use crate::{
    Document, Patient, Signature, date, given,
    numbering::{BULLETS, LEVELS, Lists, NumberStyle},
    package::Reference,
    picture::SIGNATURE,
    xml::{DECLARATION, NAMESPACES, begins_right_to_left, runs},
};

/// Column widths of the patient table in twentieths of a point; label, value, label, value.
const COLUMNS: [u32; 4] = [1_500, 3_300, 1_300, 2_926];
/// A longer line that ends with a colon is a sentence, not a heading.
const LONGEST_HEADING: usize = 80;
/// A list item indented by this many columns stands one level deeper.
const INDENT: usize = 2;

/// The part `word/document.xml`, and the lists that it uses.
pub(crate) fn part(document: &Document, margins: &[Reference]) -> (String, Lists) {
    let length = document.report.as_str().len();
    let mut body = Body {
        xml: String::with_capacity(8_192 + 2 * length),
        lists: Lists::default(),
    };
    let _ = write!(body.xml, "{DECLARATION}<w:document {NAMESPACES}><w:body>");

    body.paragraph(r#"<w:pStyle w:val="Title"/>"#, document.title(), "");
    body.patient_table(&document.patient);
    if !document.report.preamble().trim().is_empty() {
        // Room between the table and a text that has no heading.
        body.paragraph(r#"<w:pStyle w:val="TableText"/>"#, "", "");
        body.lines(document.report.preamble());
    }
    for block in document.report.blocks() {
        body.section(block.kind, block.heading, block.body);
    }
    if let Some(signature) = &document.signature {
        body.signature(signature);
    }
    body.page(margins);
    body.xml.push_str("</w:body></w:document>");
    (body.xml, body.lists)
}

struct Body {
    xml: String,
    lists: Lists,
}

impl Body {
    /// One paragraph. `properties` are its properties in schema order, up to and with `w:numPr`.
    fn paragraph(&mut self, properties: &str, text: &str, run: &str) {
        budget::spend(1);
        let bidi = if begins_right_to_left(text) {
            "<w:bidi/>"
        } else {
            ""
        };
        self.xml.push_str("<w:p>");
        if !properties.is_empty() || !bidi.is_empty() {
            let _ = write!(self.xml, "<w:pPr>{properties}{bidi}</w:pPr>");
        }
        runs(text, run, &mut self.xml);
        self.xml.push_str("</w:p>");
    }

    fn patient_table(&mut self, patient: &Patient) {
        self.xml.push_str(concat!(
            r#"<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="9026" w:type="dxa"/><w:tblLayout w:type="fixed"/>"#,
            r#"<w:tblLook w:val="0000" w:firstRow="0" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>"#,
            r#"</w:tblPr><w:tblGrid>"#
        ));
        for width in COLUMNS {
            let _ = write!(self.xml, r#"<w:gridCol w:w="{width}"/>"#);
        }
        self.xml.push_str("</w:tblGrid>");

        let name = given(&patient.name).unwrap_or_default();
        let id = given(&patient.id).unwrap_or_default();
        let day = date::readable(given(&patient.study_date).unwrap_or_default());
        self.row(&[("Patient Name", name), ("Patient ID", id)]);
        match (given(&patient.age), given(&patient.sex)) {
            (Some(age), Some(sex)) => {
                self.row(&[("Study Date", &day), ("Age / Sex", &format!("{age} / {sex}"))])
            }
            (Some(age), None) => self.row(&[("Study Date", &day), ("Age", age)]),
            (None, Some(sex)) => self.row(&[("Study Date", &day), ("Sex", sex)]),
            (None, None) => self.row(&[("Study Date", &day)]),
        }
        let more: Vec<_> = [
            ("Accession No.", given(&patient.accession_number)),
            ("Referred By", given(&patient.referring_doctor)),
        ]
        .into_iter()
        .filter_map(|(label, value)| Some((label, value?)))
        .collect();
        if !more.is_empty() {
            self.row(&more);
        }
        self.xml.push_str("</w:tbl>");
    }

    /// A row of labels and values; the last value takes the columns that are left.
    fn row(&mut self, fields: &[(&str, &str)]) {
        self.xml.push_str("<w:tr><w:trPr><w:cantSplit/></w:trPr>");
        for (index, (label, value)) in fields.iter().enumerate() {
            let is_last = index + 1 == fields.len();
            let from = 2 * index + 1;
            let to = if is_last { COLUMNS.len() } else { from + 1 };
            self.cell(&COLUMNS[from - 1..from], label, "<w:b/><w:bCs/>");
            self.cell(&COLUMNS[from..to], value, "");
        }
        self.xml.push_str("</w:tr>");
    }

    fn cell(&mut self, columns: &[u32], text: &str, run: &str) {
        let width: u32 = columns.iter().sum();
        let _ = write!(self.xml, r#"<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>"#);
        if columns.len() > 1 {
            let _ = write!(self.xml, r#"<w:gridSpan w:val="{}"/>"#, columns.len());
        }
        self.xml.push_str("</w:tcPr>");
        self.paragraph(r#"<w:pStyle w:val="TableText"/>"#, text, run);
        self.xml.push_str("</w:tc>");
    }

    fn section(&mut self, kind: SectionKind, heading: &str, text: &str) {
        debug_assert!(heading.eq_ignore_ascii_case(kind.heading()));
        self.paragraph(r#"<w:pStyle w:val="Heading1"/>"#, &format!("{heading}:"), "");
        self.lists.end();
        self.lines(text);
        self.lists.end();
    }

    fn lines(&mut self, text: &str) {
        let lines = text
            .split(['\n', '\r', '\u{0B}', '\u{0C}'])
            .filter(|line| !line.trim().is_empty());
        for line in lines {
            match Line::read(line) {
                Line::Bullet { level, text } => self.list_item("ListBullet", level, BULLETS, text),
                Line::Numbered {
                    level,
                    style,
                    number,
                    text,
                } => match self.lists.item(style, number) {
                    Some(list) => self.list_item("ListNumber", level, list, text),
                    None => self.paragraph("", line, ""),
                },
                Line::Heading(text) => {
                    self.lists.end();
                    self.paragraph(r#"<w:pStyle w:val="Heading2"/>"#, text, "");
                }
                Line::Text(text) => self.paragraph("", text, ""),
            }
        }
    }

    fn list_item(&mut self, style: &str, level: usize, list: usize, text: &str) {
        let properties = format!(
            r#"<w:pStyle w:val="{style}"/><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr>"#
        );
        self.paragraph(&properties, text, "");
    }

    /// Picture and lines; they stay on one page.
    fn signature(&mut self, signature: &Signature) {
        let lines: Vec<&str> = signature
            .lines
            .iter()
            .map(|line| line.trim())
            .filter(|line| !line.is_empty())
            .collect();
        let mut space = r#"<w:spacing w:before="360"/>"#;
        if let Some(image) = &signature.image {
            let keep = if lines.is_empty() { "" } else { "<w:keepNext/>" };
            let _ = write!(
                self.xml,
                r#"<w:p><w:pPr><w:pStyle w:val="Signature"/>{keep}{space}</w:pPr>"#
            );
            image.run(&SIGNATURE, &mut self.xml);
            self.xml.push_str("</w:p>");
            space = "";
        }
        for (index, line) in lines.iter().enumerate() {
            let keep = if index + 1 < lines.len() {
                "<w:keepNext/>"
            } else {
                ""
            };
            let bidi = if begins_right_to_left(line) {
                "<w:bidi/>"
            } else {
                ""
            };
            let _ = write!(
                self.xml,
                r#"<w:p><w:pPr><w:pStyle w:val="Signature"/>{keep}{bidi}{space}</w:pPr>"#
            );
            runs(
                line,
                if index == 0 { "<w:b/><w:bCs/>" } else { "" },
                &mut self.xml,
            );
            self.xml.push_str("</w:p>");
            space = "";
        }
    }

    /// A4 with its margins, header and footer.
    fn page(&mut self, margins: &[Reference]) {
        self.xml.push_str("<w:sectPr>");
        for reference in margins {
            let _ = write!(
                self.xml,
                r#"<w:{}Reference w:type="{}" r:id="{}"/>"#,
                reference.element, reference.pages, reference.id
            );
        }
        self.xml.push_str(concat!(
            r#"<w:pgSz w:w="11906" w:h="16838"/>"#,
            r#"<w:pgMar w:top="1304" w:right="1440" w:bottom="1304" w:left="1440" w:header="624" w:footer="567" w:gutter="0"/>"#,
            "<w:titlePg/></w:sectPr>"
        ));
    }
}

/// What a line of the report is in Word.
#[derive(Debug, PartialEq, Eq)]
enum Line<'a> {
    Bullet {
        level: usize,
        text: &'a str,
    },
    Numbered {
        level: usize,
        style: NumberStyle,
        number: u32,
        text: &'a str,
    },
    Heading(&'a str),
    Text(&'a str),
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Self {
        let text = line.trim_start_matches([' ', '\t']);
        let columns: usize = line[..line.len() - text.len()]
            .chars()
            .map(|c| if c == '\t' { 4 } else { 1 })
            .sum();
        let level = (columns / INDENT).min(LEVELS - 1);
        if let Some(text) = bullet(text) {
            return Self::Bullet { level, text };
        }
        // A deeper numbered line keeps its number: Word would count it on its own.
        if let Some((style, number, text)) = numbered(text).filter(|_| level == 0) {
            return Self::Numbered {
                level,
                style,
                number,
                text,
            };
        }
        let trimmed = text.trim_end();
        if trimmed.ends_with(':') && trimmed.len() <= LONGEST_HEADING {
            return Self::Heading(text);
        }
        Self::Text(line)
    }
}

fn bullet(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['-', '*', '•', '–', '●', '▪'])?;
    let item = rest.trim_start_matches([' ', '\t']);
    (item.len() < rest.len() && !item.trim().is_empty()).then_some(item)
}

/// "1. " or "1) ": a number as Word would write it, without a zero in front.
fn numbered(text: &str) -> Option<(NumberStyle, u32, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if !(1..=3).contains(&digits) || text.starts_with('0') {
        return None;
    }
    let number = text[..digits].parse().ok()?;
    let style = match text.as_bytes().get(digits)? {
        b'.' => NumberStyle::Dot,
        b')' => NumberStyle::Bracket,
        _ => return None,
    };
    let rest = &text[digits + 1..];
    let item = rest.trim_start_matches([' ', '\t']);
    (item.len() < rest.len() && !item.trim().is_empty()).then_some((style, number, item))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Line<'_>) {
        assert_eq!(Line::read(line), expected, "{line}");
    }

    #[test]
    fn tells_bullets_numbers_headings_and_text_apart() {
        check(
            "- Liver is normal.",
            Line::Bullet {
                level: 0,
                text: "Liver is normal.",
            },
        );
        check(
            "• Spleen",
            Line::Bullet {
                level: 0,
                text: "Spleen",
            },
        );
        check(
            "  - Nested",
            Line::Bullet {
                level: 1,
                text: "Nested",
            },
        );
        check(
            "\t\t\t- Deep",
            Line::Bullet {
                level: 2,
                text: "Deep",
            },
        );
        check(
            "1. No stone.",
            Line::Numbered {
                level: 0,
                style: NumberStyle::Dot,
                number: 1,
                text: "No stone.",
            },
        );
        check(
            "12) Cyst",
            Line::Numbered {
                level: 0,
                style: NumberStyle::Bracket,
                number: 12,
                text: "Cyst",
            },
        );
        check("CT ABDOMEN:", Line::Heading("CT ABDOMEN:"));
        check("Right kidney: normal", Line::Text("Right kidney: normal"));
    }

    #[test]
    fn numbers_that_begin_a_sentence_are_no_list() {
        for line in [
            "1.5 cm cyst",
            "2026 study",
            "-5 HU",
            "01. padded",
            "1000. far",
            "1.",
            "- ",
            "3.2 x 4 cm",
            "12",
        ] {
            check(line, Line::Text(line));
        }
    }
}
