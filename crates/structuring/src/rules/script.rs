//! The dictation as written text, cut into sentences, each with its section and its place in the dictation.

use std::ops::Range;

use clinical::document::{Context, Document};
use clinical::fact::{Fact, What};
use clinical::knowledge::{Assertion, knowledge};
use clinical::relate;
use report::section::SectionKind;
use report::{budget, remainder};

use super::spoken::Spoken;
use super::{antecedent, items};
use crate::route;
use report::reading::{Claim, Reading};
use report::{segment, wording};

/// A dictation in its written form.
pub(super) struct Script {
    written: report::spoken::Written,
}

impl Script {
    pub(super) fn of(dictation: &str) -> Self {
        budget::spend_on_text(dictation.len());
        Self {
            written: report::spoken::write(dictation),
        }
    }

    /// The bytes of the dictation that were taken back.
    pub(super) fn taken_back(&self) -> &[Range<usize>] {
        &self.written.taken_back
    }

    /// The sentences in the order in which they were spoken.
    pub(super) fn spoken(&self) -> Vec<Spoken> {
        let text = &self.written.text;
        let parts = route::parts(text);
        let cut = cut(text, &parts);
        let sections = sections(&parts, &cut);
        let mut spoken: Vec<Spoken> = Vec::with_capacity(cut.len());
        let mut opening = true;
        for (piece, section) in cut.into_iter().zip(sections) {
            let mut reading = piece.reading;
            if let Some(before) = spoken.last() {
                antecedent::take_up_contrast(&mut reading, &piece.text, &before.reading);
            }
            let title = opening
                && parts[piece.part].section.is_none()
                && section != SectionKind::Comparison
                && is_title(&piece.text);
            let section = if title { SectionKind::Technique } else { section };
            opening &= comes_before_findings(Some(section));
            spoken.push(Spoken {
                section,
                announced: parts[piece.part].section.is_some(),
                title,
                reading,
                span: self.written.source(piece.range),
                text: piece.text,
                joined: piece.joined,
                line: piece.line,
                number: piece.number,
                study: None,
            });
        }
        spoken
    }
}

/// A sentence before its section is known.
struct Piece {
    text: String,
    reading: Reading,
    range: Range<usize>,
    joined: bool,
    line: usize,
    number: Option<u32>,
    /// Which part of the dictation it stands in, and its place there.
    part: usize,
    place: usize,
}

/// The sentences of a dictation.
fn cut(text: &str, parts: &[route::Part]) -> Vec<Piece> {
    let announced = announces(parts, SectionKind::Findings);
    let mut cut = Vec::new();
    for (part, stretch) in parts.iter().enumerate() {
        let (mut line, mut read, first) = (0, stretch.body.start, cut.len());
        let may_go_on = !announced
            && (comes_before_findings(stretch.section) || stretch.section == Some(SectionKind::Comparison));
        let may_tell_study = matches!(
            stretch.section,
            Some(SectionKind::ClinicalHistory | SectionKind::Comparison)
        );
        // "Sudden vertigo there is restricted diffusion": who announces nothing may begin with the history or the study.
        let may_open = part == 0 && stretch.section.is_none();
        let items = match stretch.section {
            Some(SectionKind::Impression) => items::counted(text, stretch.body.clone()),
            _ => vec![(None, stretch.body.clone())],
        };
        let statements = items.into_iter().flat_map(|(number, item)| {
            let statements = segment::statements(text, item).into_iter();
            statements
                .enumerate()
                .map(move |(at, range)| (number.filter(|_| at == 0), range))
        });
        let sentences = statements.enumerate().flat_map(|(at, (number, range))| {
            let pieces = route::with_what_is_shown(text, range.clone());
            let opens = || {
                // "In the left peripheral zone there is a lesion" is one sentence.
                let before = &text[pieces[0].clone()];
                at == 0 && may_open && (is_title(before) || !route::tells_nothing_of_the_patient(before))
            };
            let (number, pieces) = match may_go_on || opens() {
                true => (None, pieces),
                false => (number, vec![range]),
            };
            let of_study = at < OPENING && (may_tell_study || may_open);
            let apart = pieces.into_iter().flat_map(move |piece| match of_study {
                true => route::studies::apart(text, piece),
                false => vec![piece],
            });
            apart.map(move |piece| (number, piece))
        });
        for (counted, range) in sentences {
            line += text[read..range.start].matches('\n').count();
            read = range.start;
            let (number, start) = leading_number(&text[range.clone()]);
            let number = counted.or(number);
            let sentence = wording::sentence(&text[range.start + start..range.end]);
            if sentence.is_empty() {
                continue;
            }
            let place = cut.len() - first;
            cut.push(Piece {
                reading: Reading::of(&sentence),
                text: sentence,
                joined: text[..range.start].trim_end().ends_with(','),
                range,
                line,
                number,
                part,
                place,
            });
        }
    }
    cut
}

/// How many statements of a dictation that announces nothing may tell how the study was done, or of an earlier one.
const OPENING: usize = 4;

fn announces(parts: &[route::Part], section: SectionKind) -> bool {
    parts.iter().any(|part| part.section == Some(section))
}

/// The section of each sentence: that of its heading, else the likeliest by its words and its place.
fn sections(parts: &[route::Part], cut: &[Piece]) -> Vec<SectionKind> {
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
            let told = || route::studies::section_of(&piece.text);
            match parts[piece.part].section {
                None if at < OPENING => told().filter(|told| match told {
                    SectionKind::Comparison => at > 0,
                    _ => at <= opening,
                }),
                Some(SectionKind::ClinicalHistory | SectionKind::Comparison)
                    if (1..=OPENING).contains(&piece.place) =>
                {
                    told()
                }
                _ => None,
            }
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
                let may_leave = !findings && (piece.place > 0 && tells || surely) && !shown[at].of_patient;
                // "Clinical information: sinusitis. Coronal images were obtained."
                let other = before_findings && piece.place > 0 && of(at, section) >= NEARLY_CERTAIN;
                let may_leave = may_leave
                    || !findings
                        && piece.place > 0
                        && section == SectionKind::Findings
                        && !(shown[at].of_patient || shown[at].altered)
                        && of(at, section) >= LIKELY;
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

fn comes_before_findings(section: Option<SectionKind>) -> bool {
    matches!(
        section,
        Some(SectionKind::ClinicalHistory | SectionKind::Technique)
    )
}

/// The list number before a sentence and where the sentence begins behind it.
fn leading_number(sentence: &str) -> (Option<u32>, usize) {
    match route::CUES.item.captures(sentence) {
        Some(found) => (
            found
                .get(1)
                .or(found.get(2))
                .and_then(|number| number.as_str().parse().ok()),
            found[0].len(),
        ),
        None => (None, 0),
    }
}

/// Whether a sentence only names a study: "CT head: 5 mm subdural" tells what was found.
pub(super) fn is_title(sentence: &str) -> bool {
    let tells_more = sentence
        .split_once(':')
        .is_some_and(|(_, rest)| rest.contains(char::is_alphanumeric));
    let tells_nothing = || {
        let reading = Reading::of(sentence);
        reading.claims.is_empty() && reading.normals.is_empty()
    };
    route::CUES.title.is_match(sentence)
        && !tells_more
        && report::token::ranges(sentence).count() <= 14
        && tells_nothing()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_section(dictation: &str) -> Option<SectionKind> {
        let first = Script::of(dictation).spoken().into_iter().next();
        first.map(|sentence| sentence.section)
    }

    #[test]
    fn a_history_needs_no_word_that_is_listed() {
        assert_eq!(
            first_section("Thunderclap headache. There is subarachnoid haemorrhage in the basal cisterns."),
            Some(SectionKind::ClinicalHistory)
        );
    }

    #[test]
    fn who_has_gone_over_to_the_findings_does_not_go_back() {
        let dictation = "Clinical details: 35 weeks, query accreta. Both kidneys are normal. It bulges anteriorly. \
                         Conclusion: Findings strongly suggestive of accreta.";
        let spoken = Script::of(dictation).spoken();
        let sections: Vec<SectionKind> = spoken.iter().map(|sentence| sentence.section).collect();
        let (history, rest) = (SectionKind::ClinicalHistory, SectionKind::Findings);
        assert_eq!(sections, [history, rest, rest, SectionKind::Impression]);
    }

    #[test]
    fn a_finding_is_not_cut_where_it_goes_on_with_another() {
        let dictation = "Clinical details: polyps. Septum deviates to the left with a spur, and there is a right concha bullosa.";
        let spoken = Script::of(dictation).spoken();
        assert!(
            spoken
                .iter()
                .any(|sentence| sentence.text.contains("spur, and there is"))
        );
    }

    #[test]
    fn a_finding_that_stands_first_is_no_history() {
        for finding in [
            "Left calf haematoma of 4 cm. No fracture.",
            "Previous right nephrectomy. Liver is normal.",
            "Right knee. Medial meniscus tear.",
            "Spiculated mass in the right upper lobe. No effusion.",
        ] {
            assert_ne!(
                first_section(finding),
                Some(SectionKind::ClinicalHistory),
                "{finding}"
            );
        }
    }
}
