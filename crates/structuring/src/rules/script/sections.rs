//! The section of each sentence of a dictation.

use clinical::document::{Context, Document};
use clinical::fact::{Fact, What};
use clinical::knowledge::{Assertion, knowledge};
use clinical::relate;
use report::reading::Claim;
use report::remainder;
use report::section::SectionKind;

use super::{Piece, announces, comes_before_findings};
use crate::route;

/// The section of each sentence: that of its heading, else the likeliest by its words and its place.
pub(super) fn of(parts: &[route::Part], cut: &[Piece]) -> Vec<SectionKind> {
    let findings = announces(parts, SectionKind::Findings);
    let impression = announces(parts, SectionKind::Impression);
    let concluded = cut
        .iter()
        .position(|piece| route::by_cue(&piece.text, false) == Some(SectionKind::Impression));
    let shown: Vec<Shown> = cut
        .iter()
        .map(|piece| {
            let announced = piece.place > 0 && comes_before_findings(parts[piece.part].section);
            Shown::of(piece, announced)
        })
        .collect();
    let read: Vec<_> = cut
        .iter()
        .map(|piece| (piece.text.as_str(), &piece.reading))
        .collect();
    let weighed = route::learned::Likely::of(&read);
    let likely = weighed.each();
    let of = |at: usize, section: SectionKind| {
        let index = route::learned::SECTIONS.iter().position(|each| *each == section);
        index.map_or(0.0, |index| likely[at][index])
    };
    let concludes = runs_with_peak(cut.len(), |at| of(at, SectionKind::Impression));
    // Until something is found, "history of", a complaint alone and "axial images were obtained" tell their section.
    let opening = shown
        .iter()
        .position(|shown| shown.surely || (shown.found || shown.praises) && !shown.of_patient)
        .unwrap_or(cut.len());
    let cues: Vec<Option<SectionKind>> = cut[..opening]
        .iter()
        .map(|piece| route::by_cue(&piece.text, true))
        .collect();
    // "CT 12/05/2024" is this study where nothing is said before it, and "arterial phase" is of a finding behind one.
    let of_studies: Vec<Option<SectionKind>> = cut
        .iter()
        .enumerate()
        .map(|(at, piece)| {
            let told = route::studies::section_of(&piece.text).filter(|_| piece.may_tell_study)?;
            let is_allowed = match (parts[piece.part].section, told) {
                (Some(_), _) => piece.place > 0,
                (None, SectionKind::Comparison) => at > 0,
                (None, _) => at <= opening,
            };
            is_allowed.then_some(told)
        })
        .collect();
    let allowed = |at: usize, section: SectionKind| {
        let piece = &cut[at];
        // "In conclusion" begins the impression of its part.
        if concluded.is_some_and(|from| from <= at && cut[from].part == piece.part) {
            return section == SectionKind::Impression;
        }
        if let Some(of_study) = of_studies[at] {
            return section == of_study;
        }
        let before_findings = comes_before_findings(Some(section)) || section == SectionKind::Comparison;
        match parts[piece.part].section {
            Some(SectionKind::Findings) => {
                section == SectionKind::Findings || !impression && section == SectionKind::Impression
            }
            Some(SectionKind::Impression) => section == SectionKind::Impression,
            // "Comparison: none. Axial images were obtained."
            Some(SectionKind::Comparison) if piece.place > 0 => match section {
                // What finds something in this study is no name of another.
                SectionKind::Comparison => !(shown[at].found || shown[at].normal || shown[at].surely),
                SectionKind::ClinicalHistory => false,
                SectionKind::Impression => !impression && concludes[at],
                _ => of(at, section) >= LIKELY,
            },
            // Who announces the history or the technique and never the findings has gone over to them by speaking of what the images
            // show. A finding that stayed in the history would leave the template's normal standing.
            Some(heading) => {
                let surely = shown[at].surely || shown[at].specific && !shown[at].of_patient;
                let tells = shown[at].found || shown[at].normal;
                let likely_found =
                    section == SectionKind::Findings && !shown[at].altered && of(at, section) >= LIKELY;
                let may_leave = !findings
                    && (piece.place > 0 && (tells || likely_found) || surely)
                    && !shown[at].of_patient;
                // "Clinical information: sinusitis. Coronal images were obtained."
                let other = before_findings && piece.place > 0 && of(at, section) >= NEARLY_CERTAIN;
                section == heading && (findings || !surely)
                    || other
                    || may_leave && !(surely && before_findings)
            }
            None if cues.get(at).is_some_and(Option::is_some) => cues[at] == Some(section),
            // "Normal study" asks for what the template concludes.
            None if remainder::is_whole(&piece.text) => section == SectionKind::Findings,
            None if shown[at].surely && before_findings => false,
            // A statement is not the history only because it stands first: "Right knee", and what was removed.
            None if section == SectionKind::ClinicalHistory => {
                shown[at].of_patient && !shown[at].altered || of(at, section) >= needed(&cut[at].text)
            }
            // An earlier study is named.
            None if section == SectionKind::Comparison => of(at, section) >= LIKELY,
            None if section == SectionKind::Impression => !impression && !findings && concludes[at],
            None => true,
        }
    };
    let mut found = weighed.sections(allowed);
    // Who has gone over from the history or the technique to the findings does not go back without a heading.
    let mut gone_over = None;
    for (piece, section) in cut.iter().zip(&mut found) {
        let heading = parts[piece.part].section;
        if *section == SectionKind::Findings && comes_before_findings(heading) {
            gone_over = Some(piece.part);
        } else if gone_over == Some(piece.part) && Some(*section) == heading {
            *section = SectionKind::Findings;
        }
    }
    found
}

/// How likely a sentence must be of the history, that it is one. A finding that was taken for it would leave a false line of the template
/// standing, so what names a place or a finding, or measures, needs to be more certain; and what tells where or how large a finding is, is
/// none.
fn needed(sentence: &str) -> f32 {
    let document = Document::of([sentence], &Context::default());
    if finds_something(&document, sentence) {
        return f32::INFINITY;
    }
    let places = document
        .sentences
        .iter()
        .any(|read| !read.structures.is_empty() || !read.levels.is_empty());
    let tells = document.facts.iter().any(|fact| fact.what != What::Unknown);
    match places || tells || !report::measurement::find(sentence).is_empty() {
        true => NEARLY_CERTAIN,
        false => LIKELY,
    }
}

/// Whether a sentence finds something on a side, at a level or of a size, and does not tell why the study was asked for.
fn finds_something(document: &Document, sentence: &str) -> bool {
    let measures = !report::measurement::find(sentence).is_empty();
    let is_found = |fact: &Fact| {
        matches!(fact.what, What::Concept(_))
            && fact.assertion == Assertion::Present
            && !relate::removes(fact, knowledge())
            && (measures || fact.sites.side.is_some() || !fact.sites.levels.is_empty())
    };
    !route::tells_why(sentence) && document.facts.iter().any(is_found)
}

/// Which sentences are of a run that are each likely, and one of them surely, of the impression. One that stands there alone is missing from
/// the findings.
fn runs_with_peak(count: usize, likely: impl Fn(usize) -> f32) -> Vec<bool> {
    let is_likely: Vec<bool> = (0..count).map(|at| likely(at) >= LIKELY).collect();
    let mut found = Vec::with_capacity(count);
    for run in is_likely.chunk_by(|one, next| one == next) {
        let from = found.len();
        let peak = (from..from + run.len()).any(|at| likely(at) >= CONCLUDES);
        found.resize(from + run.len(), run[0] && peak);
    }
    found
}

/// How likely one sentence of the impression must be, that there is one.
const CONCLUDES: f32 = 0.8;
const NEARLY_CERTAIN: f32 = 0.9;
const LIKELY: f32 = 0.5;

/// What a sentence tells of the images and of the patient.
struct Shown {
    /// It surely says what the images show.
    surely: bool,
    /// It names something abnormal at a place.
    found: bool,
    /// It stands behind the first sentence of an announced history or technique, and finds something on a side, at a level or of a size.
    specific: bool,
    /// It names what was removed, operated or put in.
    altered: bool,
    /// It calls something normal.
    praises: bool,
    /// It calls something normal, or denies something.
    normal: bool,
    /// It speaks of the patient: complaints, times, other examinations.
    of_patient: bool,
}

impl Shown {
    fn of(piece: &Piece, announced: bool) -> Self {
        let reading = &piece.reading;
        let is_altered = |claim: &Claim| route::CUES.done_to_the_patient.contains(&claim.kind.id);
        // Behind the heading of the history "left nephrectomy" is one.
        let is_shown = |claim: &Claim| !claim.denied && !is_altered(claim);
        Self {
            surely: route::speaks_of_images(&piece.text, reading),
            found: reading.claims.iter().any(is_shown) && !reading.subjects.is_empty(),
            specific: announced
                && finds_something(
                    &Document::of([piece.text.as_str()], &Context::default()),
                    &piece.text,
                ),
            altered: reading
                .claims
                .iter()
                .any(|claim| !claim.denied && is_altered(claim)),
            praises: !reading.normals.is_empty(),
            normal: !reading.normals.is_empty() || reading.claims.iter().any(|claim| claim.denied),
            of_patient: !route::tells_nothing_of_the_patient(&piece.text),
        }
    }
}
