//! Finds which part of a dictation belongs to which section: by spoken or written headings, and for what has none by cues.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::section::SectionKind;
use serde::Deserialize;

use report::reading::Reading;

mod complaint;
mod cues;
pub mod learned;
pub(crate) mod studies;

pub(crate) use cues::CUES;

/// A stretch of a dictation and the section it was spoken for; `None` when no heading was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) section: Option<SectionKind>,
    pub(crate) body: Range<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Headings {
    clinical_history: Vec<String>,
    technique: Vec<String>,
    findings: Vec<String>,
    comparison: Vec<String>,
    impression: Vec<String>,
}

/// Headings and the pattern that finds them all, the longest first.
static HEADINGS: LazyLock<(Vec<(String, SectionKind)>, Regex)> = LazyLock::new(|| {
    let file: Headings = toml::from_str(include_str!("../data/headings.toml"))
        .unwrap_or_else(|error| panic!("headings: {error}"));
    let mut names: Vec<(String, SectionKind)> = [
        (SectionKind::ClinicalHistory, file.clinical_history),
        (SectionKind::Technique, file.technique),
        (SectionKind::Findings, file.findings),
        (SectionKind::Comparison, file.comparison),
        (SectionKind::Impression, file.impression),
    ]
    .into_iter()
    .flat_map(|(kind, names)| names.into_iter().map(move |name| (name, kind)))
    .collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let alternatives: Vec<String> = names
        .iter()
        .map(|(name, _)| regex::escape(name).replace(' ', r"\s+"))
        .collect();
    let pattern = Regex::new(&format!(r"(?i)\b(?:{})\b", alternatives.join("|"))).expect("heading pattern");
    (names, pattern)
});
/// The parts of a dictation, in order, covering all of it but the headings.
pub(crate) fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut section = None;
    let mut start = 0;
    for found in HEADINGS.1.find_iter(text) {
        let name = found
            .as_str()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_ascii_lowercase();
        let Some((_, kind)) = HEADINGS.0.iter().find(|(known, _)| *known == name) else {
            continue;
        };
        if !is_heading(text, found.range(), *kind) {
            continue;
        }
        // "Impression ... surgical opinion recommended": what was begun is not begun again without a colon, nor by the last word of all. Nor
        // does an impression go back: "Impression number one findings meet the criteria of myocarditis".
        let behind = text[found.end()..].trim_start();
        let begins_line = text[..found.start()]
            .trim_end_matches([' ', '\t', '*', '#'])
            .ends_with('\n');
        let goes_back =
            section == Some(SectionKind::Impression) && *kind == SectionKind::Findings && !begins_line;
        let is_begun = section == Some(*kind) || goes_back;
        if !behind.starts_with(':') && (is_begun || !behind.contains(char::is_alphanumeric)) {
            continue;
        }
        push(text, section, start..found.start(), &mut parts);
        section = Some(*kind);
        start = found.end() + heading_tail(&text[found.end()..]);
    }
    push(text, section, start..text.len(), &mut parts);
    parts
}

/// The section that a line of a template begins, by any of its names (`OPINION: Normal study.`, `Observations` alone on a line), and what
/// stands behind the heading.
pub(crate) fn heading_of(line: &str) -> Option<(SectionKind, &str)> {
    let bare = line.trim().trim_matches(['*', '#', '_']).trim();
    let found = HEADINGS.1.find(bare).filter(|found| found.start() == 0)?;
    let (_, kind) = HEADINGS
        .0
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(found.as_str()))?;
    let behind = bare[found.end()..].trim_start_matches(['*', ' ', '\t']);
    match behind.strip_prefix(':') {
        Some(rest) => Some((*kind, rest.trim_start_matches('*').trim())),
        None => behind.is_empty().then_some((*kind, "")),
    }
}

fn push(text: &str, section: Option<SectionKind>, body: Range<usize>, parts: &mut Vec<Part>) {
    // "Comparison none there is a cyst": what comes behind it has no heading.
    if section == Some(SectionKind::Comparison)
        && let Some(none) = CUES.compared_with_none.find(&text[body.clone()])
    {
        let rest = body.start + none.end();
        parts.push(Part {
            section,
            body: body.start..rest,
        });
        return push(text, None, rest..body.end, parts);
    }
    if text[body.clone()].contains(char::is_alphanumeric) {
        parts.push(Part { section, body });
    }
}

/// The colon, comma, dash or stop that belongs to a heading.
fn heading_tail(after: &str) -> usize {
    static TAIL: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(?:\s*[:.,\-\u{2013}]+(?:\s|$))?\s*").expect("pattern"));
    TAIL.find(after).map_or(0, |found| found.end())
}

/// Whether a heading word stands as a heading.
fn is_heading(text: &str, range: Range<usize>, kind: SectionKind) -> bool {
    let before = text[..range.start].trim_end_matches([' ', '\t', '*', '#']);
    let after = &text[range.end..];
    let colon = after.trim_start().starts_with(':');
    let opens = before.is_empty() || before.ends_with(['.', '\n', '?', '!', ':']);
    if colon {
        // "Family history:" and "CT findings:" keep their first word.
        return opens || !CUES.leads_in.is_match(tail(before));
    }
    // "Clinical history, follow-up of a nodule."
    let comma = after.trim_start().strip_prefix(',').filter(|_| opens);
    if CUES.goes_on.is_match(comma.unwrap_or(after)) {
        return false;
    }
    // A list begins behind it.
    static LIST: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^[.:]?[ \t]*\r?\n\s*1[.)]").expect("pattern"));
    if LIST.is_match(after) && !CUES.leads_in.is_match(tail(before)) {
        return true;
    }
    // "Conclusion: findings strongly suggestive of ...": behind another heading a word without a colon begins its sentence.
    if before.ends_with(':') && !after.trim_start().starts_with(['-', '\u{2013}']) {
        return false;
    }
    // In a sentence that was punctuated, a heading only opens one; without punctuation it may stand anywhere, "head CT comparison none" too.
    let is_answered = || kind == SectionKind::Comparison && CUES.compared_with_none.is_match(after);
    opens || ((is_answered() || !CUES.leads_in.is_match(tail(before))) && is_unpunctuated(text, range))
}

/// Whether no full stop stands in the neighbourhood.
fn is_unpunctuated(text: &str, range: Range<usize>) -> bool {
    let from = floor(text, range.start.saturating_sub(160));
    let to = floor(text, (range.end + 160).min(text.len()));
    let neighbourhood = text[from..to].trim();
    !neighbourhood.contains(". ") && !neighbourhood.contains('\n')
}

fn tail(text: &str) -> &str {
    &text[floor(text, text.len().saturating_sub(24))..]
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The section that a sentence without a heading belongs to, by its words; `None` leaves it with the findings. `opening` says that
/// no finding has come before it.
pub(crate) fn by_cue(sentence: &str, opening: bool) -> Option<SectionKind> {
    if CUES.impression.is_match(sentence) {
        return Some(SectionKind::Impression);
    }
    if !opening {
        return None;
    }
    if CUES.history.is_match(sentence) || complaint::is_only(sentence) {
        return Some(SectionKind::ClinicalHistory);
    }
    CUES.technique
        .is_match(sentence)
        .then_some(SectionKind::Technique)
}

/// Whether a sentence says what the images show, rather than why the study was asked for or how it was done.
pub(crate) fn speaks_of_images(sentence: &str, reading: &Reading) -> bool {
    (!reading.claims.is_empty() || !reading.normals.is_empty() || !reading.subjects.is_empty())
        && CUES.shown.is_match(sentence)
        && !CUES.of_the_patient.is_match(sentence)
        && !CUES.technique.is_match(sentence)
}

/// A sentence of the history or the technique, cut where it goes over to what the images show: `fever there is a large right pneumothorax`.
pub(crate) fn with_what_is_shown(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    let said = &text[sentence.clone()];
    let shown = CUES
        .goes_over
        .find_iter(said)
        .map(|found| found.start())
        .find(|at| {
            let shown = &said[*at..];
            // "The septum deviates to the left, and there is a concha bullosa" was of the images before.
            let before = said[..*at].trim();
            // "In the left peripheral zone there is a lesion" only says where.
            let only_places =
                !Reading::of(before).subjects.is_empty() && tells_nothing_of_the_patient(before);
            !before.is_empty()
                && !only_places
                && (is_begun(said, *at) || !tells_finding(before))
                && speaks_of_images(shown, &Reading::of(shown))
        });
    match shown {
        Some(at) => vec![
            sentence.start..sentence.start + at,
            sentence.start + at..sentence.end,
        ],
        None => vec![sentence],
    }
}

/// Whether nothing joins what begins here to the words before it: "polyps there is a concha bullosa", and not "a spur, and there is".
fn is_begun(said: &str, at: usize) -> bool {
    let before = said[..at].trim_end();
    let last = report::token::ranges(before).last().map(|last| &before[last]);
    !before.ends_with(',') && !last.is_some_and(|last| CUES.joins.is_match(last))
}

/// Whether a written sentence behind the history or the technique tells a finding, denies one or measures a structure, and nothing
/// of the patient.
pub(crate) fn tells_finding(sentence: &str) -> bool {
    let reading = Reading::of(sentence);
    let measures = !reading.subjects.is_empty() && !report::measurement::find(sentence).is_empty();
    (measures || !reading.claims.is_empty() || !reading.normals.is_empty())
        && tells_nothing_of_the_patient(sentence)
}

/// Whether a sentence tells why the study was asked for.
pub(crate) fn tells_why(sentence: &str) -> bool {
    CUES.asked_for.is_match(sentence)
}

/// Whether nothing of a sentence is of the patient rather than of the images.
pub(crate) fn tells_nothing_of_the_patient(sentence: &str) -> bool {
    !CUES.of_the_patient.is_match(sentence) && by_cue(sentence, true).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Option<SectionKind>, &str)]) {
        let found: Vec<(Option<SectionKind>, &str)> = parts(text)
            .into_iter()
            .map(|part| (part.section, text[part.body].trim()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn headings_are_found_with_and_without_colon() {
        check(
            "Clinical history: cough. Findings. Lungs are clear. Impression: Normal.",
            &[
                (Some(SectionKind::ClinicalHistory), "cough."),
                (Some(SectionKind::Findings), "Lungs are clear."),
                (Some(SectionKind::Impression), "Normal."),
            ],
        );
        check(
            "Clinical history, follow-up of a lung nodule. Findings, as described, are old.",
            &[(
                Some(SectionKind::ClinicalHistory),
                "follow-up of a lung nodule. Findings, as described, are old.",
            )],
        );
        check(
            "clinical history cough for two weeks technique plain ct of the chest findings lungs are clear impression normal study",
            &[
                (Some(SectionKind::ClinicalHistory), "cough for two weeks"),
                (Some(SectionKind::Technique), "plain ct of the chest"),
                (Some(SectionKind::Findings), "lungs are clear"),
                (Some(SectionKind::Impression), "normal study"),
            ],
        );
    }

    #[test]
    fn an_impression_is_announced_behind_the_last_normal() {
        check(
            "no fracture rest normal impression acute left subdural hematoma with midline shift\n",
            &[
                (None, "no fracture rest normal"),
                (
                    Some(SectionKind::Impression),
                    "acute left subdural hematoma with midline shift",
                ),
            ],
        );
        check(
            "No abscess. Otherwise neg. Imp no PE.",
            &[
                (None, "No abscess. Otherwise neg."),
                (Some(SectionKind::Impression), "no PE."),
            ],
        );
        check(
            "no adnexal mass impression normal study",
            &[
                (None, "no adnexal mass"),
                (Some(SectionKind::Impression), "normal study"),
            ],
        );
        check(
            "Severe stenosis surgical opinion recommended",
            &[(None, "Severe stenosis surgical opinion recommended")],
        );
        check(
            "Cord compression urgent neurosurgery opinion",
            &[(None, "Cord compression urgent neurosurgery opinion")],
        );
        check(
            "impression early collapse orthopaedic opinion if symptoms persist",
            &[(
                Some(SectionKind::Impression),
                "early collapse orthopaedic opinion if symptoms persist",
            )],
        );
        check(
            "Impression on the thecal sac is normal.",
            &[(None, "Impression on the thecal sac is normal.")],
        );
    }

    #[test]
    fn heading_words_inside_sentences_are_no_headings() {
        check(
            "These findings are compatible with edema. The disc makes an impression on the sac.",
            &[(
                None,
                "These findings are compatible with edema. The disc makes an impression on the sac.",
            )],
        );
        check(
            "Findings suggest pneumonia.",
            &[(None, "Findings suggest pneumonia.")],
        );
    }

    #[test]
    fn a_comparison_with_nothing_ends_there() {
        let comparison = Some(SectionKind::Comparison);
        for (none, behind) in [
            ("none", "the pancreas is enlarged and edematous"),
            ("no prior studies", "right peripheral zone lesion of 9 mm"),
            ("none available.", "There is a 3 cm cyst."),
        ] {
            check(
                &format!("Comparison {none} {behind}"),
                &[(comparison, none), (None, behind)],
            );
        }
        check(
            "Comparison: CT of 3 May 2024.",
            &[(comparison, "CT of 3 May 2024.")],
        );
        check("Comparison: None.", &[(comparison, "None.")]);
    }

    #[test]
    fn an_impression_does_not_go_back_to_the_findings_without_a_colon() {
        let text = "impression number one findings meet the criteria of acute myocarditis";
        let behind = "number one findings meet the criteria of acute myocarditis";
        check(text, &[(Some(SectionKind::Impression), behind)]);
        let parts = [
            (Some(SectionKind::Impression), "Cyst."),
            (Some(SectionKind::Findings), "Liver: cyst."),
        ];
        check("IMPRESSION\nCyst.\nFINDINGS\nLiver: cyst.", &parts);
        check("Impression: Cyst. Findings: Liver: cyst.", &parts);
    }

    #[test]
    fn what_the_images_show_is_told_from_what_the_patient_has() {
        let speaks = |sentence: &str| speaks_of_images(sentence, &Reading::of(sentence));
        assert!(speaks("There is a 4 mm solid nodule in the right upper lobe."));
        assert!(speaks("Liver is normal in size."));
        assert!(speaks("No pleural effusion."));
        assert!(!speaks("Known case of carcinoma of the left breast."));
        assert!(!speaks("No history of trauma."));
        assert!(!speaks("Follow up of pulmonary nodule."));
        assert!(!speaks("There is pain in the right knee for two weeks."));
    }

    #[test]
    fn cues_tell_the_section_of_what_has_no_heading() {
        assert_eq!(
            by_cue("54 year old male with cough.", true),
            Some(SectionKind::ClinicalHistory)
        );
        assert_eq!(
            by_cue("Axial CT images of the chest were obtained.", true),
            Some(SectionKind::Technique)
        );
        for complaint in [
            "Acute right flank pain.",
            "Acute right flank pain with fever.",
            "Headache and vomiting for three days.",
            "Sudden onset left sided weakness.",
            "Painless gross haematuria.",
            "Low back pain radiating to the left leg.",
        ] {
            assert_eq!(
                by_cue(complaint, true),
                Some(SectionKind::ClinicalHistory),
                "{complaint}"
            );
            assert_eq!(by_cue(complaint, false), None, "{complaint}");
        }
        assert_eq!(by_cue("Lungs are clear.", true), None);
        assert_eq!(by_cue("Acute infarct in the left MCA territory.", true), None);
        assert_eq!(by_cue("Left calf haematoma of 4 cm.", true), None);
    }
}
