//! Puts the findings together: the template's sentences that still hold, and every dictated statement in its place.

use std::sync::LazyLock;

use regex::Regex;
use report::section::SectionKind;
use report::statement::{Origin, Statement};

use super::absorbed::Absorbed;
use super::filling::{chooses, fill_values, remeasured, restates};
use super::repeats;
use super::script::Spoken;
use super::woven::{Placed, weave};
use crate::fill::{self, Source};
use crate::harmless::Meant;
use crate::homonyms::Homonyms;
use crate::sheet::{Sheet, Unit};
use crate::{evict, place};
use report::reading::{Reading, Subject};
use report::remainder;

/// The statements of the findings. What is only `concluded`, in the impression, takes out what it contradicts too.
pub(super) fn assemble(
    heard: &[&Spoken],
    concluded: &[&Spoken],
    sheet: Option<&Sheet>,
    sources: &[Source<'_>],
    study: Option<&str>,
) -> Vec<Statement> {
    let Some(sheet) = sheet.filter(|sheet| !sheet.units.is_empty()) else {
        return heard.iter().map(|sentence| dictated(sentence)).collect();
    };
    let mut units = sheet.units.clone();
    let homonyms = Homonyms::of(&units, study);
    for unit in &mut units {
        // "Parenchyma: normal attenuation": the label is the name.
        let label = unit.label.as_deref().unwrap_or_default();
        homonyms.settle(&mut unit.reading, &format!("{label} {}", unit.text));
    }
    let meant = Meant::of(
        heard
            .iter()
            .chain(concluded)
            .map(|sentence| sentence.text.as_str()),
    );
    let mut placed: Vec<Placed> = Vec::new();
    let mut context: Vec<Subject> = Vec::new();
    let mut named_side = Vec::new();
    let mut absorbed = Vec::new();
    for (order, sentence) in heard.iter().enumerate() {
        if remainder::is_remainder(&sentence.text) {
            continue;
        }
        if fill::only_names_side(&sentence.text, &sentence.reading) && sheet_has_choice(sheet) {
            named_side.push(*sentence);
            continue;
        }
        let mut reading = sentence.reading.clone();
        homonyms.settle(&mut reading, &sentence.text);
        let reading = in_context(&reading, &context, &units, &sentence.text);
        let mut touched = Vec::new();
        let mut says_it = Vec::new();
        if let Some(index) = restates(&mut units, sentence) {
            touched.push(index);
            says_it.push(index);
        } else if fill_values(&mut units, sentence, &reading, heard, &mut touched) {
            says_it.clone_from(&touched);
        }
        says_it.extend(remeasured(&mut units, sentence, &reading, &mut touched));
        touched.extend(evict::evict(&mut units, &reading, &sentence.text, &meant));
        touched.extend(evict::replace_alternatives(&mut units, &reading, &sentence.text));
        if says_it.is_empty() {
            says_it.extend(chooses(&mut units, sentence, &reading, study));
        }
        if says_it.is_empty() {
            says_it.extend(repeats::repeats(&mut units, sentence));
        }
        let said = !says_it.is_empty();
        for (index, unit) in units.iter_mut().enumerate().filter(|_| !said) {
            if evict::is_said_by(unit, &reading, &sentence.text) {
                unit.stands = false;
                touched.push(index);
            }
        }
        if !said {
            let slot = match placed.last() {
                Some(previous) if touched.is_empty() && follows(sentence) => previous.slot,
                _ => place::slot(&units, &reading, &touched),
            };
            placed.push(Placed {
                statement: dictated(sentence),
                slot,
                order,
            });
        } else {
            absorbed.push(Absorbed {
                sentence,
                reading: reading.clone(),
                units: says_it,
                order,
            });
        }
        if !reading.subjects.is_empty() {
            context = reading.subjects;
        }
    }
    for sentence in concluded
        .iter()
        .filter(|sentence| !remainder::is_remainder(&sentence.text))
    {
        let mut reading = evict::concluded(&sentence.reading, &sentence.text);
        homonyms.settle(&mut reading, &sentence.text);
        if reading.is_abnormal() {
            let reading = in_context(&reading, &[], &units, &sentence.text);
            evict::evict(&mut units, &reading, &sentence.text, &meant);
        }
    }
    for absorbed in absorbed.iter().filter(|absorbed| !absorbed.is_said(&units)) {
        placed.push(Placed {
            statement: dictated(absorbed.sentence),
            slot: place::slot(&units, &absorbed.reading, &absorbed.units),
            order: absorbed.order,
        });
    }
    placed.sort_by_key(|placed| placed.order);
    let mut chose = sheet
        .others
        .iter()
        .flat_map(|(_, lines)| lines)
        .any(|line| fill::choices(line, &Reading::of(line), sources, study).is_some());
    for unit in units.iter_mut().filter(|unit| unit.stands) {
        if let Some(filled) = fill::choices(&unit.text, &unit.reading, sources, study) {
            chose = true;
            unit.text = filled.text;
            if !filled.span.is_empty() {
                unit.filled.push(filled.span);
            }
        }
    }
    let mut statements = weave(&units, placed);
    if !chose {
        // No blank took the side, so the sentence stands for itself.
        statements.splice(0..0, named_side.into_iter().map(dictated));
    }
    statements
}

pub(super) fn sheet_has_choice(sheet: &Sheet) -> bool {
    let lines = sheet
        .others
        .iter()
        .flat_map(|(_, lines)| lines.iter().map(String::as_str));
    lines
        .chain(sheet.units.iter().map(|unit| unit.text.as_str()))
        .any(|line| line.contains('['))
}

pub(super) fn dictated(sentence: &Spoken) -> Statement {
    Statement {
        section: SectionKind::Findings,
        text: sentence.text.clone(),
        origin: Origin::Dictated {
            spans: vec![sentence.span.clone()],
        },
    }
}

/// A reading whose findings without a place take that of the sentence before, or of the one sentence of the template that denies
/// such a finding when that is about something else.
fn in_context(reading: &Reading, context: &[Subject], units: &[Unit], text: &str) -> Reading {
    let mut reading = reading.clone();
    let sides = report::side::find(text);
    for claim in reading.claims.iter_mut().filter(|claim| {
        claim.subjects.is_empty() && !claim.kind.alone && !claim.denied && claim.kind.id != "removed"
    }) {
        let mut denials = evict::denials_of(units, claim.kind);
        // "Small right effusion" is of the pleura, which has sides, and not of the pericardium.
        let is_sided = sides.iter().any(|mark| claim.clause.contains(&mark.range.start));
        if is_sided && denials.len() > 1 {
            denials.retain(|subjects| subjects.iter().any(|subject| subject.structure.paired));
        }
        let of_context = denials.iter().any(|subjects| evict::concern(subjects, context));
        // "Partially thrombosed" is told of what was spoken of before.
        let is_state = !context.is_empty() && text[claim.named.clone()].ends_with("ed");
        claim.subjects = match &denials[..] {
            _ if is_state => context.to_vec(),
            [only] if !of_context => only.clone(),
            // An effusion is in a cavity: where nothing tells which, none of them can be called free of it.
            all if !of_context && claim.kind.id == "effusion" => all.concat(),
            _ => context.to_vec(),
        };
        let mut told = sides
            .iter()
            .filter(|mark| claim.clause.contains(&mark.range.start))
            .map(|mark| mark.side);
        if let (Some(side), None) = (told.next(), told.next()) {
            for place in claim.subjects.iter_mut().filter(|place| place.structure.paired) {
                place.side = Some(side);
            }
        }
    }
    reading
}

static FOLLOWS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:this|these|those|it|its|they|the (?:largest|smallest|lesions?|mass|nodules?|tear|cysts?|collection|findings?|appearance|latter|former|other|tumou?r|above|aneurysm|stone|calculus)|largest|another|one of|few of|some of|in addition|additionally|associated|consider|correlat\w+|however|differential|possibilit\w+|likely|suggest\w*)\b").expect("pattern")
});

/// Whether a sentence goes on about the one before it.
fn follows(sentence: &Spoken) -> bool {
    (sentence.reading.subjects.is_empty() && sentence.reading.levels.is_empty())
        || FOLLOWS.is_match(&sentence.text)
}
