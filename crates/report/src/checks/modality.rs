//! Words of CT in an MRI report and the other way round, and a technique of another modality than the study's.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::sheet::Sheet;
use super::{Flag, FlagKind};
use crate::modality::Modality;
use crate::section::SectionKind;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    ct: String,
    mri: String,
    ct_name: String,
    mri_name: String,
    ct_technique: String,
    mri_technique: String,
    elsewhere: String,
}

struct Patterns {
    ct: Regex,
    mri: Regex,
    ct_name: Regex,
    mri_name: Regex,
    ct_technique: Regex,
    mri_technique: Regex,
    elsewhere: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/checks/modality.toml"))
        .unwrap_or_else(|error| panic!("words of modalities: {error}"));
    let compiled = |pattern: &str| Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"));
    Patterns {
        ct: compiled(&file.ct),
        mri: compiled(&file.mri),
        ct_name: compiled(&file.ct_name),
        mri_name: compiled(&file.mri_name),
        ct_technique: compiled(&file.ct_technique),
        mri_technique: compiled(&file.mri_technique),
        elsewhere: compiled(&file.elsewhere),
    }
});

/// A flag for each sentence that speaks of the other modality.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let Some(modality) = sheet.study.modality else {
        return Vec::new();
    };
    let mut flags = Vec::new();
    for line in sheet.lines() {
        let (own, other) = match (line.section, modality) {
            (SectionKind::Technique, Modality::Ct) => (&PATTERNS.ct_technique, &PATTERNS.mri_technique),
            (SectionKind::Technique, Modality::Mri) => (&PATTERNS.mri_technique, &PATTERNS.ct_technique),
            (SectionKind::Findings | SectionKind::Impression, Modality::Ct) => (&PATTERNS.ct, &PATTERNS.mri),
            (SectionKind::Findings | SectionKind::Impression, Modality::Mri) => (&PATTERNS.mri, &PATTERNS.ct),
            _ => continue,
        };
        let name = match modality {
            Modality::Ct => &PATTERNS.mri_name,
            Modality::Mri => &PATTERNS.ct_name,
        };
        let Some(found) = name.find(&line.lower).or_else(|| other.find(&line.lower)) else {
            continue;
        };
        let technique = line.section == SectionKind::Technique;
        if PATTERNS.elsewhere.is_match(&line.lower) || technique && own.is_match(&line.lower) {
            continue;
        }
        let (this, that) = match modality {
            Modality::Ct => ("CT", "MRI"),
            Modality::Mri => ("MRI", "CT"),
        };
        flags.push(line.flag(
            FlagKind::ModalityMismatch,
            &found.range(),
            format!(
                "\u{201c}{}\u{201d} is a word of {that}, but the study is a {this}.",
                &line.text[found.range()]
            ),
            None,
        ));
    }
    flags
}
