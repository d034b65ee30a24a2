//! Decides which sentences of a template a dictated sentence contradicts. Knows nothing of sections.
//!
//! A sentence that denies a finding goes when that finding is asserted of the same structure, side and level. A sentence that
//! calls a structure normal goes when a finding spoils that respect (`data/findings.toml`). Siblings stay.

mod alternative;
mod contradiction;
mod counted;
mod place;
mod repetition;
mod spare;
mod statement;
mod verdict;
mod words;

use std::collections::HashSet;

use report::anatomy::{self, lexicon};
use report::blank::{self, BlankKind};
use report::reading::{Aspect, Claim, Kind, Reading, Subject};

use crate::harmless::{Excuses, Meant};
use crate::nouns;
use crate::sheet::Unit;

pub(crate) use alternative::replace_alternatives;
use contradiction::denies;
use counted::{is_elsewhere, is_on_other_side};
pub(crate) use place::is_wide;
use place::{is_kind_of, is_of, is_wider, levels_meet, lies_in, sides_meet};
use statement::{Statement, removed_of_the_only};
use verdict::{Verdict, alters_whole, apply, differs, judge};
use words::WORDS;
pub(crate) use words::conclusion;

/// Takes out of the units what a sentence contradicts of a dictation that settles what is `meant`, and gives the indices of those that were
/// touched.
pub(crate) fn evict(units: &mut [Unit], reading: &Reading, text: &str, meant: &Meant) -> Vec<usize> {
    let dictated = Statement::of(reading, text, &options(units));
    let excuses = Excuses::of(text, meant);
    let mut touched = Vec::new();
    // What the template denies in so many words is nearer to a finding than a respect in which it calls the structure normal.
    let near: Vec<Vec<Subject>> = dictated
        .asserted
        .iter()
        .map(|claim| {
            let denying = units
                .iter()
                .filter(|unit| unit.stands && denies(&unit.reading, claim, &dictated))
                .filter(|unit| !is_around(&unit.text) || is_around(&text[claim.clause.clone()]));
            denying.flat_map(|unit| unit.reading.subjects.clone()).collect()
        })
        .collect();
    let near_lesion: Vec<Subject> = dictated
        .asserted
        .iter()
        .zip(&near)
        .filter(|(claim, _)| !claim.describes)
        .flat_map(|(_, near)| near.clone())
        .collect();
    let rests = rests(units);
    let names_pleura = units.iter().any(|unit| {
        unit.reading
            .subjects
            .iter()
            .any(|subject| subject.structure.id == "pleura")
    });
    for (claim, near) in dictated.asserted.iter().zip(near) {
        let near = if claim.describes { &near_lesion } else { &near };
        for (index, unit) in units.iter_mut().enumerate() {
            if !unit.stands || is_elsewhere(unit, claim, &dictated) || leaves(unit, &dictated) {
                continue;
            }
            if excuses.hold(&unit.text, claim) {
                continue;
            }
            let narrowed = rests.iter().find(|(rest, _)| *rest == index);
            let narrowed = narrowed.map(|(_, excepted)| without(claim, excepted));
            let claim = narrowed.as_ref().unwrap_or(claim);
            let widened = of_vertebra(claim, unit);
            let claim = widened.as_ref().unwrap_or(claim);
            if !names_pleura && clears_pleura(unit, claim) {
                apply(unit, Verdict::Goes, index, &mut touched);
                continue;
            }
            let mut verdict = judge(unit, claim, &dictated, false);
            let weakly = !is_nearer(near, unit, claim) || is_in_marrow(claim, unit) || is_uneven(claim, unit);
            if verdict == Verdict::Stays && weakly {
                verdict = judge(unit, claim, &dictated, true);
            }
            if verdict == Verdict::LosesTail && alters_whole(unit, claim, &dictated) {
                verdict = Verdict::Goes;
            }
            let takes = |part: &Unit| judge(part, claim, &dictated, false) == Verdict::Goes;
            if verdict == Verdict::Stays && unit.has_place(takes) {
                verdict = Verdict::Goes;
            }
            let holds = |part: &Unit| {
                let stays = |weakly| judge(part, claim, &dictated, weakly) == Verdict::Stays;
                is_free(part, &dictated) && (!weakly || stays(true))
            };
            if verdict == Verdict::Goes
                && let Some(narrowed) = unit.narrowed(holds).filter(|part| differs(part, unit))
            {
                *unit = narrowed;
                touched.push(index);
                continue;
            }
            apply(unit, verdict, index, &mut touched);
        }
    }
    let words = nouns::asserted(text);
    let removed = removed_of_the_only(text);
    let is_divided = |id: &str| {
        units.iter().any(|unit| {
            let subjects = unit.reading.subjects.iter();
            subjects
                .filter(|subject| subject.structure.id == id)
                .any(|subject| subject.side.is_some())
        })
    };
    let removed: Vec<&str> = removed.into_iter().filter(|id| !is_divided(id)).collect();
    for (index, unit) in units.iter_mut().enumerate() {
        let is_gone = || {
            unit.reading
                .subjects
                .iter()
                .any(|subject| removed.contains(&subject.structure.id.as_str()))
        };
        let is_excused = || {
            let mut asserted = dictated.asserted.iter().peekable();
            asserted.peek().is_some() && asserted.all(|claim| excuses.hold(&unit.text, claim))
        };
        let denies_word = || !leaves(unit, &dictated) && denies_words(unit, &words, reading) && !is_excused();
        if !unit.stands || !is_gone() && !denies_word() {
            continue;
        }
        let holds = |part: &Unit| is_free(part, &dictated) && !denies_words(part, &words, reading);
        match unit
            .narrowed(holds)
            .filter(|part| !is_gone() && differs(part, unit))
        {
            Some(narrowed) => *unit = narrowed,
            None => unit.stands = false,
        }
        touched.push(index);
    }
    touched
}

/// Whether nothing that was dictated contradicts what is left of a sentence.
fn is_free(part: &Unit, dictated: &Statement<'_>) -> bool {
    let mut claims = dictated.asserted.iter();
    claims.all(|claim| judge(part, claim, dictated, false) == Verdict::Stays)
}

/// The units that speak of what the template does not name elsewhere (`remaining carpal bones`), and what it does name.
fn rests(units: &[Unit]) -> Vec<(usize, Vec<&'static str>)> {
    let says = |phrases: &report::phrase::Phrases<()>, unit: &Unit| {
        !phrases.find(&report::token::words(&unit.text)).is_empty()
    };
    // "Visualised pelvic viscera are normal" speaks of the others, a denial in them of all.
    let is_rest = |unit: &Unit| {
        says(&WORDS.rest, unit) || unit.reading.claims.is_empty() && says(&WORDS.collective, unit)
    };
    let named_in = |unit: &Unit| -> Vec<&'static str> {
        let others = units.iter().flat_map(|other| &other.reading.subjects);
        others
            .filter(|other| unit.reading.subjects.iter().any(|whole| is_wider(whole, other)))
            .map(|other| other.structure.id.as_str())
            .collect()
    };
    units
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.stands && is_rest(unit))
        .map(|(index, unit)| (index, named_in(unit)))
        .collect()
}

/// `The lung bases are clear`: where no other line of the template speaks of the pleura, this one says that there is no effusion either.
fn clears_pleura(unit: &Unit, claim: &Claim) -> bool {
    let is_base = |subject: &Subject| subject.structure.id == "lower-lobe";
    let is_pleural = |place: &Subject| place.structure.id == "pleura";
    unit.stands
        && unit
            .reading
            .normals
            .iter()
            .any(|normal| normal.aspects.contains(&Aspect::Clear) && normal.subjects.iter().any(is_base))
        && claim.subjects.iter().any(is_pleural)
}

/// The words of the choices that the template offers (`[flat/curved/hooked]`): who names one says nothing abnormal.
fn options(units: &[Unit]) -> HashSet<String> {
    let choices = units
        .iter()
        .filter(|unit| unit.text.contains('['))
        .flat_map(|unit| blank::find(&unit.text));
    choices
        .filter_map(|blank| match blank.kind {
            BlankKind::Choice(options) => Some(options),
            _ => None,
        })
        .flatten()
        .flat_map(|option| report::token::words(&option))
        .map(|word| word.key)
        .collect()
}

/// The finding in what is left of its places.
fn without(claim: &Claim, excepted: &[&'static str]) -> Claim {
    let mut claim = claim.clone();
    let is_excepted = |place: &Subject| {
        excepted
            .iter()
            .any(|id| lexicon().is_within(&place.structure.id, id))
    };
    claim.subjects.retain(|place| !is_excepted(place));
    claim
}

/// What is broken or eaten away of the arch or the dens is so of the vertebra, of which a unit speaks that does not name its body.
fn of_vertebra(claim: &Claim, unit: &Unit) -> Option<Claim> {
    let of_arch = |place: &&Subject| {
        let is_in = |whole: &str| lexicon().is_within(&place.structure.id, whole);
        is_in("posterior-element") || is_in("odontoid-process")
    };
    let place = claim.subjects.iter().find(of_arch)?;
    let text = unit.text.to_ascii_lowercase();
    let names_vertebra = text.contains("vertebra") && !text.contains("bod");
    let destroys = matches!(claim.kind.id.as_str(), "fracture" | "destruction" | "lesion");
    if !names_vertebra || !destroys {
        return None;
    }
    let mut widened = claim.clone();
    widened.subjects.push(Subject {
        structure: lexicon().get("vertebral-body")?,
        side: place.side,
    });
    Some(widened)
}

/// Whether the sentence says that it leaves what a unit speaks of: what it excepts from its findings, what is on the other side, and what
/// is acute of old ones.
fn leaves(unit: &Unit, dictated: &Statement<'_>) -> bool {
    let subjects = &unit.reading.subjects;
    let is_spared = !subjects.is_empty() && subjects.iter().all(|subject| lies_in(subject, &dictated.spared));
    let denies_acute =
        || unit.reading.normals.is_empty() && !WORDS.acute.find(&report::token::words(&unit.text)).is_empty();
    let is_inside = |subject: &Subject| {
        let id = subject.structure.id.as_str();
        id != "vertebral-artery" && lexicon().is_within(id, "circle-of-willis")
    };
    let is_in_skull = dictated.is_outside_the_skull && !subjects.is_empty() && subjects.iter().all(is_inside);
    let is_beside = || subjects.is_empty() && is_on_other_side(&unit.text, dictated.text);
    is_spared || is_in_skull || is_beside() || dictated.is_old && denies_acute()
}

/// `No peripancreatic fat stranding`: of what lies around an organ, which is no nearer to what is found in the organ itself.
fn is_around(text: &str) -> bool {
    let words = report::token::words(text);
    words.iter().any(|word| {
        WORDS
            .around
            .iter()
            .any(|around| word.key.starts_with(around.as_str()))
    })
}

/// Whether a denial of one of these structures stands as near to a finding as the unit does: a denial of something wider does not.
///
/// Of a finding in several places only a denial of the same place is near: "no epidural soft tissue" says nothing of the pedicles.
fn is_nearer(denied: &[Subject], unit: &Unit, claim: &Claim) -> bool {
    let is_of_unit = |place: &Subject| unit.reading.subjects.iter().any(|subject| is_of(place, subject));
    let is_shared = |near: &Subject| {
        let mut of_unit = claim.subjects.iter().filter(|place| is_of_unit(place)).peekable();
        of_unit.peek().is_none() || of_unit.any(|place| is_of(place, near) || is_of(near, place))
    };
    denied.iter().any(|near| {
        is_shared(near)
            && unit
                .reading
                .subjects
                .iter()
                .all(|subject| !is_wider(near, subject))
    })
}

/// A lesion of bone alters the signal of its marrow, whatever else the template denies.
fn is_in_marrow(claim: &Claim, unit: &Unit) -> bool {
    claim.kind.id == "lesion"
        && unit.text.to_ascii_lowercase().contains("marrow")
        && claim
            .subjects
            .iter()
            .any(|place| lexicon().is_within(&place.structure.id, "bone"))
}

/// A lesion in an organ that is not wide leaves it uneven, whatever else the template denies: `thyroid enhances homogeneously`.
fn is_uneven(claim: &Claim, unit: &Unit) -> bool {
    const EVEN: &str = "homogeneous";
    claim.kind.id == "lesion"
        && unit.text.to_ascii_lowercase().contains(EVEN)
        && unit
            .reading
            .subjects
            .iter()
            .all(|subject| !is_wide(&subject.structure.id))
}

/// Whether a unit denies, about the same place, a word that the dictated sentence asserts. Kinds of finding have their own rules;
/// only where the unit names no structure or a mere tissue does their word count as any other.
fn denies_words(unit: &Unit, words: &[String], dictated: &Reading) -> bool {
    let shared: Vec<&String> = unit
        .denied_words
        .iter()
        .filter(|word| words.contains(word))
        .collect();
    if shared.is_empty() || !levels_meet(&unit.reading, dictated) {
        return false;
    }
    let subjects = &unit.reading.subjects;
    // A muscle or a ligament is a place of its own, bone and soft tissue are everywhere.
    let is_vague = subjects.iter().all(|subject| {
        let id = subject.structure.id.as_str();
        anatomy::is_tissue(id) && !matches!(id, "muscle" | "tendon" | "ligament" | "cartilage")
    });
    // Who says two of the words says the thing: "fibrofatty proliferation".
    let is_named = shared.len() > 1;
    let near = |subject: &Subject, place: &Subject| {
        sides_meet(place, subject)
            && (is_of(place, subject)
                || lexicon().is_within(&subject.structure.id, &place.structure.id)
                || (is_vague || is_named) && subject.structure.region == place.structure.region)
    };
    let same_place = subjects.is_empty()
        || dictated.subjects.is_empty()
        || subjects
            .iter()
            .any(|subject| dictated.subjects.iter().any(|place| near(subject, place)));
    same_place && shared.iter().any(|word| is_vague || !nouns::is_kind(word))
}

/// The places of which standing sentences deny such a finding.
pub(crate) fn denials_of(units: &[Unit], kind: &Kind) -> Vec<Vec<Subject>> {
    let denied = |unit: &Unit| {
        let claims = unit.reading.claims.iter();
        claims
            .filter(|claim| {
                claim.denied && !claim.names_place && claim.kind.covers(kind) && !claim.subjects.is_empty()
            })
            .map(|claim| claim.subjects.clone())
            .next()
    };
    units
        .iter()
        .filter(|unit| unit.stands)
        .filter_map(denied)
        .collect()
}

/// Whether a sentence asserts a finding, or says more of a structure than where it is and how large: `conus ends at L1` does not.
pub(crate) fn says_more(reading: &Reading, text: &str) -> bool {
    !Statement::of(reading, text, &HashSet::new()).asserted.is_empty()
}

/// Whether a finding cannot be meant where such a kind is denied in the same organ, in whatever words.
pub(crate) fn are_apart(denied: &str, found: &str) -> bool {
    let mut known = WORDS.apart.iter();
    known.any(|apart| {
        apart.denied.iter().any(|kind| kind == denied) && apart.findings.iter().any(|kind| kind == found)
    })
}

/// Whether a finding in `places` would be one of `subjects`.
pub(crate) fn concern(subjects: &[Subject], places: &[Subject]) -> bool {
    subjects.iter().any(|subject| {
        places
            .iter()
            .any(|place| is_of(place, subject) || is_kind_of(subject, place))
    })
}
