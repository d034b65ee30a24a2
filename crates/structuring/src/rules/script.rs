//! The dictation as written text, cut into sentences, each with its section and its place in the dictation.

mod sections;

use std::ops::Range;

use report::reading::Reading;
use report::section::SectionKind;
use report::{budget, segment, wording};

use super::spoken::Spoken;
use super::{antecedent, items};
use crate::route;

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
        let sections = sections::of(&parts, &cut);
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
    /// Whether it stands where the study, or an earlier one, is told.
    may_tell_study: bool,
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
            apart.map(move |piece| (number, piece, of_study))
        });
        for (counted, range, may_tell_study) in sentences {
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
                may_tell_study,
            });
        }
    }
    cut
}

/// How many statements of the opening, the history or the comparison may tell how the study was done, or of an earlier one.
const OPENING: usize = 4;

fn announces(parts: &[route::Part], section: SectionKind) -> bool {
    parts.iter().any(|part| part.section == Some(section))
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
