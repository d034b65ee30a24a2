//! Which lines of a template's impression stand beside findings. `Normal CT of the chest` does not; `No pulmonary embolism` answers one
//! question and stands until a finding answers it otherwise, and `coronary arteries are normal in origin and course` speaks of one respect.

use report::anatomy::{self, Region, lexicon};
use report::reading::{Aspect, Claim, Normal, Reading, Subject};
use report::remainder;

use super::script::Spoken;
use crate::evict;
use crate::sheet::{Sheet, Unit};

/// The lines of the impression that still hold.
pub(super) fn standing<'s>(sheet: &'s Sheet, heard: &[&Spoken]) -> impl Iterator<Item = &'s str> {
    let mut units = sheet.conclusion();
    units.retain(|unit| says_named(&unit.reading) && praises_no_tissue(unit));
    for sentence in heard {
        if remainder::is_remainder(&sentence.text) {
            continue;
        }
        evict::evict(&mut units, &sentence.reading, &sentence.text);
        for unit in units.iter_mut().filter(|unit| touches(unit, sentence)) {
            unit.stands = false;
        }
    }
    let lines: Vec<&'s str> = sheet
        .lines(report::section::SectionKind::Impression)
        .iter()
        .enumerate()
        .filter(|(index, _)| {
            let mut own = units.iter().filter(|unit| unit.line == *index).peekable();
            own.peek().is_some() && own.all(|unit| unit.stands)
        })
        .map(|(_, line)| line.as_str())
        .collect();
    lines.into_iter()
}

/// Whether a line does nothing but deny findings that it names, of structures that it names, and praise such structures in respects
/// that it names.
fn says_named(line: &Reading) -> bool {
    let is_narrow = |subject: &Subject| !evict::is_wide(&subject.structure.id);
    let denies_named = |claim: &Claim| {
        claim.denied
            && !evict::conclusion().is_whole_study(claim.kind)
            && !claim.subjects.is_empty()
            && (claim.kind.alone || claim.subjects.iter().all(is_narrow))
    };
    let praises_named = |normal: &Normal| {
        let is_respect = |aspect: &Aspect| {
            !matches!(
                aspect,
                Aspect::General | Aspect::Clear | Aspect::Presence | Aspect::Quality
            )
        };
        !normal.subjects.is_empty()
            && normal.subjects.iter().all(is_narrow)
            && normal.aspects.iter().all(is_respect)
    };
    !(line.claims.is_empty() && line.normals.is_empty())
        && line.claims.iter().all(denies_named)
        && line.normals.iter().all(praises_named)
}

/// `Collateral ligaments and tendon origins are intact`: tissues are everywhere, and every finding may be one of them.
fn praises_no_tissue(unit: &Unit) -> bool {
    let named = Reading::of(&unit.text).subjects;
    unit.reading.normals.is_empty()
        || !named
            .iter()
            .any(|subject| anatomy::is_tissue(&subject.structure.id))
}

/// Whether a finding at `place` bears upon what is denied of `subject`: in it, or in another vessel when it is one.
fn is_near(place: &Subject, subject: &Subject) -> bool {
    let is_vessel = |subject: &Subject| subject.structure.region == Region::Vascular;
    lexicon().is_within(&place.structure.id, &subject.structure.id) || is_vessel(place) && is_vessel(subject)
}

/// Whether a line praises how a structure arises and runs, of which a word that is not understood hardly ever speaks.
fn is_of_course(normal: &Normal) -> bool {
    let mut aspects = normal.aspects.iter();
    aspects.all(|aspect| matches!(aspect, Aspect::Origin | Aspect::Position))
}

/// Whether something abnormal, or something not understood, is said of what the line denies: it may be that in other words. What a line
/// praises has respects, which tell by themselves what spoils them.
fn touches(unit: &Unit, sentence: &Spoken) -> bool {
    let concerns = |subjects: &[Subject], places: &[Subject]| {
        let mut subjects = subjects.iter();
        subjects.any(|subject| places.iter().any(|place| is_near(place, subject)))
    };
    let reading = &sentence.reading;
    let is_understood = !reading.claims.is_empty() || !reading.normals.is_empty();
    if !is_understood {
        return !super::is_normal(sentence)
            && evict::says_more(reading, &sentence.text)
            && (unit
                .reading
                .claims
                .iter()
                .any(|claim| concerns(&claim.subjects, &reading.subjects))
                || unit
                    .reading
                    .normals
                    .iter()
                    .any(|normal| !is_of_course(normal) && concerns(&normal.subjects, &reading.subjects)));
    }
    let may_be = |claim: &Claim, denied: &Claim| {
        !evict::conclusion().is_another_matter(claim.kind, &unit.text)
            && !evict::are_apart(&denied.kind.id, &claim.kind.id)
            && (concerns(&denied.subjects, &claim.subjects)
                || evict::conclusion().is_neighbour(claim, denied))
    };
    let mut asserted = reading.claims.iter().filter(|claim| !claim.denied);
    asserted.any(|claim| unit.reading.claims.iter().any(|denied| may_be(claim, denied)))
}
