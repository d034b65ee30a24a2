//! The file as Word reads it: unzipped, parsed and looked at.

use std::{
    collections::BTreeMap,
    io::{Cursor, Read},
};

use proptest::prelude::*;
use report::budget::{self, Budget, Exhausted};
use report::text::ReportText;
use word::{Document, Image, Letterhead, Patient, Signature};

const NAMESPACE: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

fn parts(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut package = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
    (0..package.len())
        .map(|index| {
            let mut file = package.by_index(index).expect("a part");
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).expect("its bytes");
            (file.name().to_owned(), bytes)
        })
        .collect()
}

fn part(bytes: &[u8], name: &str) -> String {
    String::from_utf8(parts(bytes).remove(name).expect("the part is there")).expect("UTF-8")
}

/// A paragraph: its style, its text, its list and level.
#[derive(Debug, PartialEq, Eq)]
struct Paragraph {
    style: String,
    text: String,
    list: Option<(String, String)>,
}

fn paragraphs(bytes: &[u8]) -> Vec<Paragraph> {
    let xml = part(bytes, "word/document.xml");
    let document = roxmltree::Document::parse(&xml).expect("well-formed");
    let value = |node: roxmltree::Node<'_, '_>, tag: &str| {
        let found = node
            .descendants()
            .find(|child| child.has_tag_name((NAMESPACE, tag)));
        found
            .and_then(|child| child.attribute((NAMESPACE, "val")))
            .map(str::to_owned)
    };
    document
        .descendants()
        .filter(|node| node.has_tag_name((NAMESPACE, "p")))
        .map(|node| Paragraph {
            style: value(node, "pStyle").unwrap_or_default(),
            text: text_of(node),
            list: value(node, "numId").zip(value(node, "ilvl")),
        })
        .collect()
}

fn text_of(paragraph: roxmltree::Node<'_, '_>) -> String {
    paragraph
        .descendants()
        .filter_map(|node| match node.tag_name().name() {
            "t" => Some(node.text().unwrap_or_default().to_owned()),
            "tab" => Some("\t".to_owned()),
            _ => None,
        })
        .collect()
}

fn written(report: &str) -> Vec<u8> {
    let document = Document {
        study_name: "CT Chest".to_owned(),
        patient: Patient {
            name: Some("Asha Rao".to_owned()),
            id: Some("MRN-1".to_owned()),
            ..Patient::default()
        },
        report: ReportText::parse(report),
        ..Document::default()
    };
    word::write(&document).expect("a file")
}

/// Style, text, and list with level, of a paragraph.
type Row<'a> = (&'a str, &'a str, Option<(&'a str, &'a str)>);

/// Every paragraph after the patient table.
fn check(report: &str, expected: &[Row<'_>]) {
    let bytes = written(report);
    let found: Vec<_> = paragraphs(&bytes)
        .into_iter()
        .filter(|p| !matches!(p.style.as_str(), "Title" | "TableText"))
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|(style, text, list)| Paragraph {
            style: (*style).to_owned(),
            text: (*text).to_owned(),
            list: list.map(|(list, level)| (list.to_owned(), level.to_owned())),
        })
        .collect();
    assert_eq!(found, expected, "{report}");
}

/// The steps that a report takes to write.
fn steps(report: &str, given: u64) -> Result<u64, Exhausted> {
    let document = Document {
        report: ReportText::parse(report),
        ..Document::default()
    };
    let budget = Budget::of_steps(given);
    budget::within(&budget, || word::write(&document).map(drop))?.expect("it is packed");
    Ok(given - budget.left())
}

#[test]
fn writing_is_ended_by_its_budget_wherever_the_report_is_long() {
    const PLENTY: u64 = 1_000_000;
    let short = steps("FINDINGS:\nLiver is normal.", PLENTY).expect("a short report");
    for long in [
        // Many paragraphs, many runs of one paragraph, and one run.
        "x\n".repeat(20_000),
        "x \u{5d0} ".repeat(20_000),
        "x".repeat(200_000),
    ] {
        let report = format!("FINDINGS:\n{long}");
        let taken = steps(&report, PLENTY).expect("there is plenty");
        assert!(
            taken > short + 5_000,
            "{taken} steps, and {short} of a short report"
        );
        // Ended while the body is written, before anything is packed, and while it is packed.
        for given in [short, taken / 2, taken - 1] {
            assert_eq!(steps(&report, given), Err(Exhausted), "{given} of {taken} steps");
        }
    }
}

#[test]
fn sections_have_headings_and_real_lists() {
    check(
        "FINDINGS:\nCT CHEST:\n- Lungs are clear.\n  - No nodule.\nPlain line.\n\nIMPRESSION:\n1. Normal.\n2. No nodule.",
        &[
            ("Heading1", "FINDINGS:", None),
            ("Heading2", "CT CHEST:", None),
            ("ListBullet", "Lungs are clear.", Some(("1", "0"))),
            ("ListBullet", "No nodule.", Some(("1", "1"))),
            ("", "Plain line.", None),
            ("Heading1", "IMPRESSION:", None),
            ("ListNumber", "Normal.", Some(("2", "0"))),
            ("ListNumber", "No nodule.", Some(("2", "0"))),
        ],
    );
}

#[test]
fn numbers_begin_again_with_every_list_and_show_what_was_written() {
    check(
        "FINDINGS:\n1. A\n2. B\nCT PELVIS:\n1. C\nIMPRESSION:\n1. D\nnote\n2. E\n5. F",
        &[
            ("Heading1", "FINDINGS:", None),
            ("ListNumber", "A", Some(("2", "0"))),
            ("ListNumber", "B", Some(("2", "0"))),
            ("Heading2", "CT PELVIS:", None),
            ("ListNumber", "C", Some(("3", "0"))),
            ("Heading1", "IMPRESSION:", None),
            ("ListNumber", "D", Some(("4", "0"))),
            ("", "note", None),
            ("ListNumber", "E", Some(("4", "0"))),
            ("ListNumber", "F", Some(("5", "0"))),
        ],
    );
    let numbering = part(&written("IMPRESSION:\n5. F"), "word/numbering.xml");
    assert!(numbering.contains(r#"<w:startOverride w:val="5"/>"#));
}

#[test]
fn keeps_the_preamble_and_a_report_without_headings() {
    check(
        "Addendum of today.\n\nFINDINGS: clear",
        &[
            ("", "Addendum of today.", None),
            ("Heading1", "FINDINGS:", None),
            ("", " clear", None),
        ],
    );
    check(
        "No heading at all.\n- one",
        &[
            ("", "No heading at all.", None),
            ("ListBullet", "one", Some(("1", "0"))),
        ],
    );
    check("", &[]);
}

/// The text of each cell of the patient table.
fn cells_of(patient: Patient) -> Vec<String> {
    let document = Document {
        patient,
        ..Document::default()
    };
    let bytes = word::write(&document).expect("a file");
    let all = paragraphs(&bytes).into_iter();
    all.filter(|p| p.style == "TableText").map(|p| p.text).collect()
}

#[test]
fn age_and_sex_stand_in_the_table_only_when_given() {
    let with = |age: Option<&str>, sex: Option<&str>| {
        let patient = Patient {
            study_date: Some("2026-11-20".to_owned()),
            age: age.map(str::to_owned),
            sex: sex.map(str::to_owned),
            ..Patient::default()
        };
        cells_of(patient).split_off(4)
    };
    assert_eq!(with(None, None), ["Study Date", "20 Nov 2026"]);
    assert_eq!(
        with(Some("54 Y"), None),
        ["Study Date", "20 Nov 2026", "Age", "54 Y"]
    );
    assert_eq!(with(None, Some("F")), ["Study Date", "20 Nov 2026", "Sex", "F"]);
    assert_eq!(
        with(Some("54 Y"), Some("F")),
        ["Study Date", "20 Nov 2026", "Age / Sex", "54 Y / F"]
    );
    assert_eq!(with(Some(" "), Some("")), ["Study Date", "20 Nov 2026"]);
}

#[test]
fn metadata_names_the_study_and_not_the_patient() {
    let core = part(&written("FINDINGS:\nclear"), "docProps/core.xml");
    assert!(core.contains("<dc:title>CT Chest</dc:title>"));
    for (name, bytes) in parts(&written("")) {
        if name.starts_with("docProps/") {
            let text = String::from_utf8(bytes).expect("UTF-8");
            assert!(!text.contains("Asha") && !text.contains("MRN"), "{name}");
        }
    }
}

#[test]
fn body_text_is_calibri_eleven_and_headings_are_bold_and_underlined() {
    let styles = part(&written(""), "word/styles.xml");
    assert!(styles.contains(r#"w:ascii="Calibri""#) && styles.contains(r#"<w:sz w:val="22"/>"#));
    let heading = styles.split(r#"w:styleId="Heading1""#).nth(1).expect("the style");
    assert!(
        heading
            .split("</w:style>")
            .next()
            .is_some_and(|style| style.contains("<w:b/>") && style.contains(r#"<w:u w:val="single"/>"#))
    );
}

/// A PNG of 3 by 1 pixels; its checksums are not looked at.
fn image() -> Image {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend_from_slice(&[0, 0, 0, 3, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend_from_slice(b"\0\0\0\x01IDAT\0\0\0\0\0\0\0\0\0IEND\0\0\0\0");
    Image::read(bytes).expect("a picture")
}

#[test]
fn the_signature_stays_together_with_its_picture() {
    let signature = Signature {
        image: Some(image()),
        lines: ["Dr Iyer", " ", "Radiologist"].map(str::to_owned).to_vec(),
    };
    let bytes = word::write(&Document {
        signature: Some(signature),
        ..Document::default()
    })
    .expect("a file");
    let xml = part(&bytes, "word/document.xml");
    assert_eq!(
        xml.matches("<w:keepNext/>").count(),
        2,
        "all but the last paragraph of the block"
    );
    assert_eq!(parts(&bytes)["word/media/signature.png"], image().bytes());
    let lines: Vec<String> = paragraphs(&bytes)
        .into_iter()
        .filter(|p| p.style == "Signature")
        .map(|p| p.text)
        .collect();
    assert_eq!(lines, ["", "Dr Iyer", "Radiologist"]);
}

#[test]
fn accession_number_and_referring_doctor_make_a_row_of_their_own() {
    let with = |accession_number: Option<&str>, referring_doctor: Option<&str>| {
        let patient = Patient {
            accession_number: accession_number.map(str::to_owned),
            referring_doctor: referring_doctor.map(str::to_owned),
            ..Patient::default()
        };
        cells_of(patient).split_off(6)
    };
    assert!(with(None, Some(" ")).is_empty());
    assert_eq!(
        with(Some("ACC-7"), Some("Dr P. Shah")),
        ["Accession No.", "ACC-7", "Referred By", "Dr P. Shah"]
    );
    assert_eq!(with(None, Some("Dr P. Shah")), ["Referred By", "Dr P. Shah"]);
}

#[test]
fn the_letterhead_stands_at_the_top_of_the_first_page_and_its_wording_at_the_foot_of_all() {
    let letterhead = Letterhead {
        logo: Some(image()),
        institution: Some("City Imaging & MRI Centre".to_owned()),
        address: ["12 High Street", " ", "Pune"].map(str::to_owned).to_vec(),
        footer: vec!["Not for medico-legal use.".to_owned()],
    };
    let document = Document {
        letterhead: Some(letterhead),
        signature: Some(Signature {
            image: Some(image()),
            lines: Vec::new(),
        }),
        ..Document::default()
    };
    let bytes = word::write(&document).expect("a file");
    let texts = |name: &str| {
        let xml = part(&bytes, name);
        let parsed = roxmltree::Document::parse(&xml).expect("well-formed");
        let paragraphs = parsed
            .descendants()
            .filter(|node| node.has_tag_name((NAMESPACE, "p")));
        paragraphs
            .map(text_of)
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        texts("word/header2.xml"),
        ["City Imaging & MRI Centre", "12 High Street", "Pune"]
    );
    for footer in ["word/footer1.xml", "word/footer2.xml"] {
        let lines = texts(footer);
        assert_eq!(lines[0], "Not for medico-legal use.");
        assert_eq!(lines.last().map(String::as_str), Some("Page 1 of 1"));
    }
    assert!(!texts("word/header1.xml").concat().contains("City"));
    // The logo belongs to the header, the signature to the body; a picture is found by the part that shows it.
    assert!(part(&bytes, "word/_rels/header2.xml.rels").contains(r#"Target="media/logo.png""#));
    assert!(part(&bytes, "word/header2.xml").contains(r#"r:embed="rIdLogo""#));
    let of_body = part(&bytes, "word/_rels/document.xml.rels");
    assert!(of_body.contains("media/signature.png") && !of_body.contains("logo"));
    assert_eq!(parts(&bytes)["word/media/logo.png"], image().bytes());
    assert_eq!(
        part(&bytes, "[Content_Types].xml")
            .matches(r#"Extension="png""#)
            .count(),
        1
    );
}

#[test]
fn without_a_letterhead_nothing_of_one_is_in_the_file() {
    let plain = written("FINDINGS:\nclear");
    let empty = word::write(&Document {
        letterhead: Some(Letterhead::default()),
        ..Document::default()
    })
    .expect("a file");
    for bytes in [&plain, &empty] {
        assert!(!part(bytes, "word/header2.xml").contains("<w:tbl>"));
        assert!(!parts(bytes).contains_key("word/_rels/header2.xml.rels"));
    }
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    let report = "FINDINGS:\n- clear\nIMPRESSION:\n1. normal";
    assert_eq!(written(report), written(report));
}

#[test]
fn arabic_and_hebrew_run_from_right_to_left() {
    let xml = part(&written("FINDINGS:\n- الكبد طبيعي CT"), "word/document.xml");
    assert!(xml.contains("<w:bidi/>") && xml.contains("<w:rtl/>"));
    let xml = part(&written("FINDINGS:\n- Liver is normal."), "word/document.xml");
    assert!(!xml.contains("<w:bidi/>") && !xml.contains("<w:rtl/>"));
}

#[test]
fn takes_two_hundred_thousand_characters() {
    for unit in ["1. a\n", "word ", "- לב 🫀\n", "1. x\n1. y\n", "\u{0}\u{1}<&>"] {
        let text: String = unit.chars().cycle().take(200_000).collect();
        assert!(!paragraphs(&written(&text)).is_empty());
    }
}

fn legal(text: &str) -> String {
    let breaks = ['\n', '\r', '\u{B}', '\u{C}'];
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\u{7F}'..='\u{9F}'))
        .filter(|c| !breaks.contains(c) && !matches!(c, '\u{FFFE}' | '\u{FFFF}'))
        .collect()
}

proptest! {
    #[test]
    fn every_part_is_well_formed_and_every_character_is_kept(line in r"[^\r\n\x0B\x0C]{0,60}", name in any::<String>(), study in any::<String>()) {
        let line = format!("x{line}");
        let document = Document {
            study_name: study.clone(),
            patient: Patient { name: Some(name.clone()), ..Patient::default() },
            report: ReportText::parse(&line),
            signature: Some(Signature { image: None, lines: vec![name.clone()] }),
            letterhead: Some(Letterhead { institution: Some(name.clone()), address: vec![study.clone()], footer: vec![name.clone()], logo: None }),
        };
        let bytes = word::write(&document).expect("a file");
        for (part, bytes) in parts(&bytes) {
            if part.ends_with(".xml") || part.ends_with(".rels") {
                let text = String::from_utf8(bytes).expect("UTF-8");
                prop_assert!(roxmltree::Document::parse(&text).is_ok(), "{}", part);
            }
        }
        let body: String = paragraphs(&bytes).into_iter().filter(|p| p.style.is_empty() || p.style == "Heading2").map(|p| p.text.replace('\t', "")).collect();
        prop_assert_eq!(body, legal(&line));
    }

    #[test]
    fn any_report_gives_a_file_that_can_be_read(report in any::<String>()) {
        let bytes = written(&report);
        prop_assert!(!paragraphs(&bytes).is_empty());
    }
}
