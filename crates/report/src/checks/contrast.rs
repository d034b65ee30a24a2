//! Enhancement or phases of contrast in a study without contrast, and a technique that contradicts the study's name.

use std::sync::LazyLock;

use regex::Regex;

use super::sheet::Sheet;
use super::{Flag, FlagKind};
use crate::section::SectionKind;

static ENHANCES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:(?:non[- ]?|un)?enhanc\w+|post[- ]?contrast|nephrograms?|after (?:iv |intravenous )?(?:contrast|gadolinium)|arterial phase|(?:portal )?venous phase|nephrographic phase|excretory phase|delayed phase|delayed images|wash[- ]?out|contrast (?:extravasation|opacification|uptake|excretion|filling)|contrast[- ]filled|opacif(?:y|ies) with contrast|(?:prompt|normal|symmetrical) (?:excretion|contrast)|blush)\b").expect("pattern")
});
/// Words that keep a sentence from describing what this study showed.
static NOT_HERE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:recommend\w*|advis\w*|suggest(?:ed)?|correlat\w*|further|previous\w*|prior|earlier|follow[- ]?up|cannot|can not|not (?:possible|assess\w*|evaluat\w*|given|administered)|limit\w*|without (?:the )?(?:\w+ )?(?:contrast|enhancement)|non[- ]?(?:contrast|enhanced)|unenhanced|lack of|absence of (?:iv |intravenous )?contrast|may|would|should|could|if|for (?:better|characteri\w*)|contrast[- ]enhanced (?:ct|mri|mr|study|scan)|compared|comparison|flow[- ]related|not enhanc\w* (?:study|scan))\b").expect("pattern")
});

/// A flag for each sentence that describes contrast in a plain study.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = technique(sheet);
    if !sheet.study.is_plain() {
        return flags;
    }
    for line in sheet.lines() {
        if !matches!(line.section, SectionKind::Findings | SectionKind::Impression) {
            continue;
        }
        let Some(found) = ENHANCES.find(&line.lower) else {
            continue;
        };
        if found.as_str().starts_with("non")
            || found.as_str().starts_with("un")
            || NOT_HERE.is_match(&line.lower)
        {
            continue;
        }
        flags.push(line.flag(
            FlagKind::Contradiction,
            &found.range(),
            format!(
                "\u{201c}{}\u{201d} is described, but the study was done without contrast.",
                &line.text[found.range()]
            ),
            None,
        ));
    }
    flags
}

/// The name says plain and the technique says contrast, or the other way round.
fn technique(sheet: &Sheet<'_>) -> Vec<Flag> {
    let study = &sheet.study;
    let (Some(named), Some(done)) = (study.name_contrast, study.technique_contrast) else {
        return Vec::new();
    };
    let Some(line) = sheet.section(SectionKind::Technique).next() else {
        return Vec::new();
    };
    if named == done {
        return Vec::new();
    }
    let message = if done {
        "The technique says that contrast was given, the study's name says a plain study."
    } else {
        "The technique says that no contrast was given, the study's name says a study with contrast."
    };
    vec![line.flag(
        FlagKind::ModalityMismatch,
        &(0..line.text.len()),
        message.to_owned(),
        None,
    )]
}
