//! Which lines of a template's impression stand beside findings. `Normal CT of the chest` does not; `No pulmonary embolism` answers one
//! question and stands until a finding answers it otherwise, and `coronary arteries are normal in origin and course` speaks of one respect.

use clinical::document::Document;
use report::anatomy::{self, Region, lexicon};
use report::reading::{Aspect, Claim, Normal, Reading, Subject};
use report::remainder;
use report::urgency::{self, Urgency};

use super::script::Spoken;
use crate::evict;
use crate::harmless::{Excuses, Meant};
use crate::merge::{self, Verdict};
use crate::sheet::{Sheet, Unit};

/// The lines of the impression that still hold, of a study of this name.
pub(super) fn standing<'s>(
    sheet: &'s Sheet,
    heard: &[&Spoken],
    study: Option<&str>,
) -> impl Iterator<Item = &'s str> {
    let (acute, mut units): (Vec<Unit>, Vec<Unit>) = sheet.conclusion().into_iter().partition(denies_acute);
    let meant = Meant::of(heard.iter().map(|sentence| sentence.text.as_str()));
    units.retain(|unit| says_named(unit) && praises_no_tissue(unit));
    for sentence in heard {
        if remainder::is_remainder(&sentence.text) {
            continue;
        }
        evict::evict(&mut units, &sentence.reading, &sentence.text, &meant);
        for unit in units.iter_mut().filter(|unit| touches(unit, sentence, &meant)) {
            unit.stands = false;
        }
    }
    units.extend(
        acute
            .into_iter()
            .filter(|unit| heard.iter().all(|sentence| is_not_acute(unit, sentence))),
    );
    let context = merge::context(study.unwrap_or(&sheet.used.name));
    let told = Document::of(heard.iter().map(|sentence| sentence.text.as_str()), &context);
    let is_false = |line: &str| {
        let facts = merge::read_line(line, None, None, &context).facts;
        merge::judge(&facts, &told.facts).verdict == Verdict::Against
    };
    let lines: Vec<&'s str> = sheet
        .lines(report::section::SectionKind::Impression)
        .iter()
        .enumerate()
        .filter(|(index, _)| {
            let mut own = units.iter().filter(|unit| unit.line == *index).peekable();
            own.peek().is_some()
                && own.all(|unit| unit.stands && (denies_acute(unit) || !is_false(&unit.text)))
        })
        .map(|(_, line)| line.as_str())
        .collect();
    lines.into_iter()
}

/// Whether a line says that nothing acute is found in a region: `No acute intracranial abnormality`.
fn denies_acute(unit: &Unit) -> bool {
    let claims = &unit.reading.claims;
    let is_whole = |claim: &Claim| evict::conclusion().is_whole_study(claim.kind);
    evict::conclusion().asks_for_acute(&unit.text)
        && claims.iter().all(|claim| claim.denied)
        && claims.iter().any(is_whole)
}

/// Whether a sentence leaves a line that denies what is acute: it finds nothing, or nothing that can be acute, or only where the line
/// does not look.
fn is_not_acute(unit: &Unit, sentence: &Spoken) -> bool {
    if super::is_normal(sentence) {
        return true;
    }
    let found: Vec<&Claim> = sentence
        .reading
        .claims
        .iter()
        .filter(|claim| !claim.denied)
        .collect();
    let is_outside = |claim: &&Claim| evict::conclusion().is_outside(claim, &unit.reading.subjects);
    !found.is_empty()
        && urgency::of(&sentence.text) > Urgency::Significant
        && (evict::conclusion().is_never_acute(&found, &sentence.text) || found.iter().all(is_outside))
}

/// Whether a line does nothing but deny findings that it names, of structures that it names, and praise such structures in respects
/// that it names.
fn says_named(unit: &Unit) -> bool {
    let line = &unit.reading;
    let names_study = evict::conclusion().names_study(&unit.text);
    let is_narrow = |subject: &Subject| !evict::is_wide(&subject.structure.id);
    let is_of_study = |claim: &Claim| names_study && evict::conclusion().is_whole_study(claim.kind);
    let denies_named = |claim: &Claim| {
        claim.denied
            && !is_of_study(claim)
            && (evict::conclusion().is_told_by_name(claim.kind)
                || !claim.subjects.is_empty()
                    && (claim.kind.alone && !evict::conclusion().is_whole_study(claim.kind)
                        || claim.subjects.iter().all(is_narrow)))
    };
    // "No disc abnormality": the denial itself calls the disc normal as a whole.
    let denies_all = line
        .normals
        .iter()
        .all(|normal| normal.aspects == [Aspect::General])
        && line.claims.iter().any(|claim| {
            evict::conclusion().is_whole_study(claim.kind) && claim.subjects.iter().all(is_narrow)
        });
    let praises_named = |normal: &Normal| {
        let is_respect = |aspect: &Aspect| {
            !matches!(
                aspect,
                Aspect::General | Aspect::Clear | Aspect::Presence | Aspect::Quality
            )
        };
        !normal.subjects.is_empty()
            && normal.subjects.iter().all(is_narrow)
            && (denies_all || normal.aspects.iter().all(is_respect))
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
fn touches(unit: &Unit, sentence: &Spoken, meant: &Meant) -> bool {
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
    let is_apart = |claim: &Claim, denied: &Claim| {
        evict::conclusion().is_another_matter(claim.kind, &unit.text)
            || evict::are_apart(&denied.kind.id, &claim.kind.id)
    };
    let may_be = |claim: &Claim, denied: &Claim| {
        let concerns =
            |subjects: &[Subject], places: &[Subject]| subjects.is_empty() || concerns(subjects, places);
        !is_apart(claim, denied)
            && (concerns(&denied.subjects, &claim.subjects)
                || evict::conclusion().is_neighbour(claim, denied))
    };
    let excuses = Excuses::of(&sentence.text, meant);
    let asserted = || reading.claims.iter().filter(|claim| !claim.denied);
    // "Calcified" tells of a density too: where one meaning of a word is another matter, the word is.
    let is_told = |claim: &&Claim, denied: &Claim| {
        asserted()
            .filter(|other| other.named == claim.named && other.named.len() < sentence.text.len())
            .all(|other| !is_apart(other, denied))
            && may_be(claim, denied)
    };
    let mut found = asserted().filter(|claim| !excuses.hold(&unit.text, claim));
    found.any(|claim| unit.reading.claims.iter().any(|denied| is_told(&claim, denied)))
}
