//! Word files of any report, patient, letterhead and signature: a zip file whose parts are well-formed and refer to parts that are there.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use arbitrary::{Result, Unstructured};
use report::text::ReportText;
use word::{Document, Image, Letterhead, Patient, Signature};

use super::with;
use crate::Target;
use crate::dictated::{made, text, text_seeds};

pub const TARGET: Target = Target {
    name: "word_file",
    check,
    seeds: text_seeds,
    longest: 2_048,
};

fn check(input: &[u8]) {
    with(input, |bytes| {
        let report = text(bytes)?;
        let document = Document {
            study_name: made(bytes, 3)?,
            patient: Patient {
                id: field(bytes)?,
                name: field(bytes)?,
                study_date: field(bytes)?,
                sex: field(bytes)?,
                age: field(bytes)?,
                accession_number: field(bytes)?,
                referring_doctor: field(bytes)?,
            },
            report: ReportText::parse(&report),
            signature: if bytes.arbitrary()? {
                Some(Signature {
                    image: image(bytes)?,
                    lines: lines(bytes)?,
                })
            } else {
                None
            },
            letterhead: if bytes.arbitrary()? {
                Some(Letterhead {
                    logo: image(bytes)?,
                    institution: field(bytes)?,
                    address: lines(bytes)?,
                    footer: lines(bytes)?,
                })
            } else {
                None
            },
        };
        let Ok(file) = word::write(&document) else {
            panic!("every document is written");
        };
        assert!(
            file.len() <= 60_000 + 4 * input.len() + 2 * report.len(),
            "{} bytes of {}",
            file.len(),
            report.len()
        );
        assert!(
            file == word::write(&document).unwrap_or_default(),
            "the same document gives the same bytes"
        );
        holds_together(&parts(&file), &report);
        Ok(())
    });
}

fn field(bytes: &mut Unstructured<'_>) -> Result<Option<String>> {
    Ok(if bytes.arbitrary()? {
        Some(made(bytes, 4)?)
    } else {
        None
    })
}

fn lines(bytes: &mut Unstructured<'_>) -> Result<Vec<String>> {
    (0..bytes.int_in_range(0..=3)?).map(|_| made(bytes, 4)).collect()
}

fn image(bytes: &mut Unstructured<'_>) -> Result<Option<Image>> {
    let pictures = super::picture::pictures();
    let chosen = bytes.int_in_range(0..=pictures.len())?;
    Ok(pictures
        .get(chosen)
        .and_then(|picture| Image::read(picture.clone()).ok()))
}

fn parts(file: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let Ok(mut package) = zip::ZipArchive::new(Cursor::new(file)) else {
        panic!("a Word file is a zip file");
    };
    let count = package.len();
    let read = |index: usize| {
        let mut part = package.by_index(index).ok()?;
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).ok()?;
        Some((part.name().to_owned(), bytes))
    };
    let parts: Option<BTreeMap<_, _>> = (0..count).map(read).collect();
    parts.unwrap_or_else(|| panic!("every part can be read"))
}

fn holds_together(parts: &BTreeMap<String, Vec<u8>>, report: &str) {
    for (name, bytes) in parts {
        if !name.ends_with(".xml") && !name.ends_with(".rels") {
            continue;
        }
        let xml = std::str::from_utf8(bytes).unwrap_or_else(|_| panic!("{name} is UTF-8"));
        let parsed = roxmltree::Document::parse(xml).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        if let Some((folder, of)) = name.split_once("_rels/") {
            let targets = parsed
                .descendants()
                .filter(|node| node.attribute("TargetMode") != Some("External"))
                .filter_map(|node| node.attribute("Target"));
            for target in targets {
                let target = target
                    .strip_prefix('/')
                    .map_or_else(|| format!("{folder}{target}"), str::to_owned);
                assert!(
                    parts.contains_key(&target),
                    "{of} refers to {target}, which is not there"
                );
            }
        }
        if name == "word/document.xml" {
            let written: String = parsed
                .descendants()
                .filter(|node| {
                    node.has_tag_name((
                        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                        "t",
                    ))
                })
                .filter_map(|node| node.text())
                .collect();
            for word in report
                .split(|character: char| !character.is_alphabetic())
                .filter(|word| !word.is_empty())
            {
                assert!(
                    written.contains(word),
                    "{word:?} of the report is not in the file"
                );
            }
        }
    }
}
