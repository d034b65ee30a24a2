//! What a sentence says: which findings it asserts or denies, of which structures, on which sides and levels, and what it calls
//! normal. Knows nothing of sections or templates.

mod altered;
mod cavity;
mod clause;
mod implied;
mod inherit;
mod listed;
mod normality;
mod place;
mod praise;
mod tube;
mod vocabulary;
mod whole;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::anatomy::level::{self, Level};
use crate::anatomy::{self, Mention, Structure};
use crate::negation::{self, Scope};
use crate::side::{self, Mark, Side};
use crate::token::{self, Word};

pub use implied::is_within_range;
pub use normality::{Normal, is_respect};
pub use vocabulary::{Aspect, Kind, vocabulary};

/// What a sentence says.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// Findings, asserted or denied.
    pub claims: Vec<Claim>,
    /// What is called normal.
    pub normals: Vec<Normal>,
    /// Every structure named.
    pub subjects: Vec<Subject>,
    /// Every level named.
    pub levels: Vec<Level>,
    /// Whether it speaks of every level (`multilevel`).
    pub every_level: bool,
}

/// A structure as a sentence speaks of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The structure.
    pub structure: &'static Structure,
    /// The side, when one is given.
    pub side: Option<Side>,
}

/// A finding that a sentence asserts or denies.
#[derive(Debug, Clone)]
pub struct Claim {
    /// What is found.
    pub kind: &'static Kind,
    /// Whether it is denied.
    pub denied: bool,
    /// Where; empty when the sentence does not say.
    pub subjects: Vec<Subject>,
    /// The bytes of the words that name it.
    pub named: Range<usize>,
    /// The bytes of the clause in which it stands.
    pub clause: Range<usize>,
    /// A signal word that only describes a lesion of the same clause.
    pub describes: bool,
    /// Whether its words are the name of a place too (`popliteal cyst`).
    pub names_place: bool,
}

/// A sentence taken apart, for the modules below and for whoever asks more of it than its reading.
pub(crate) struct Parts<'t> {
    text: &'t str,
    pub(crate) words: Vec<Word>,
    pub(crate) mentions: Vec<Mention>,
    sides: Vec<Mark>,
    pub(crate) scopes: Vec<Scope>,
}

/// No sentence names more structures, or tells more findings: each is held against each other. What stands behind them is not read.
const MOST_NAMED: usize = 64;

impl<'t> Parts<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let words = token::words(text);
        let mut mentions = anatomy::lexicon().find_in(&words);
        mentions.truncate(MOST_NAMED);
        Self {
            mentions,
            sides: side::find(text),
            scopes: negation::scopes(text),
            words,
            text,
        }
    }
}

/// What a parent or a sibling has is no finding of the patient.
static FAMILY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bfamily history\b|^(?:\w+ ){0,2}(?:mother|father|brother|sister|son|daughter|uncle|aunt|grandmother|grandfather|parents?|siblings?|cousin)\s+(?:had|has|have|died|diagnosed|was diagnosed|with a history|suffer\w*)\b").expect("pattern")
});

fn leads_to_finding(named: &str, rest: &str) -> bool {
    matches!(
        named.to_ascii_lowercase().as_str(),
        "focus" | "foci" | "patch" | "patches"
    ) && rest.starts_with(" of ")
}

fn is_of_family(text: &str) -> bool {
    FAMILY.is_match(text)
}

impl Reading {
    /// Reads one sentence.
    pub fn of(text: &str) -> Self {
        Self::of_parts(&Parts::of(text))
    }

    /// Reads one sentence that is taken apart already.
    pub(crate) fn of_parts(parts: &Parts<'_>) -> Self {
        let text = parts.text;
        if is_of_family(text) {
            return Self::default();
        }
        let levels = level::find(text);
        let every_level = parts.words.iter().any(|word| word.key == "multilevel")
            || (text.contains("levels") && (text.contains("all ") || text.contains("multiple ")));
        let clauses = clause::split(parts);
        let mut reading = Self {
            levels,
            every_level,
            ..Self::default()
        };
        for clause in &clauses {
            reading.claims.extend(clause.claims.iter().cloned());
            for subject in &clause.subjects {
                if !reading.subjects.contains(subject) {
                    reading.subjects.push(subject.clone());
                }
            }
        }
        let implied = implied::claims(parts, &reading.claims, &reading.subjects);
        // "Nodular surface" is a surface, and no nodule.
        reading.claims.retain(|claim| {
            claim.kind.id != "lesion"
                || !parts.text[claim.named.clone()].eq_ignore_ascii_case("nodular")
                || !implied.iter().any(|other| {
                    other.kind.id == "deformity"
                        && other.named.contains(&claim.named.start)
                        && other.named.len() > claim.named.len()
                })
        });
        reading.claims.extend(implied);
        let place_of_other = |claim: &Claim| {
            let rest = &text[claim.named.end..];
            claim.denied && claim.kind.id == "lesion" && leads_to_finding(&text[claim.named.clone()], rest)
        };
        let denied: Vec<Range<usize>> = reading
            .claims
            .iter()
            .filter(|claim| claim.denied)
            .map(|claim| claim.named.clone())
            .collect();
        // "No focus of restricted diffusion" denies restriction, and no lesion.
        reading.claims.retain(|claim| {
            !place_of_other(claim)
                || !denied
                    .iter()
                    .any(|other| other.start == claim.named.end + " of ".len())
        });
        reading.share_side_of_denials(parts);
        reading.imply_level_structure();
        reading.normals = normality::read(parts, &reading);
        reading
    }

    /// `No pleural effusion or thickening on the left` denies both of the left; "no vascular malformation" names no vessel.
    fn share_side_of_denials(&mut self, parts: &Parts<'_>) {
        for claim in self.claims.iter_mut().filter(|claim| claim.denied) {
            let is_of_vessels = !claim.subjects.is_empty()
                && claim.subjects.iter().all(|place| place.structure.id == "vessel");
            let mut named = parts
                .mentions
                .iter()
                .filter(|mention| mention.structure.id == "vessel");
            if is_of_vessels && named.all(|mention| claim.named.contains(&mention.range.start)) {
                claim.subjects.clear();
                self.subjects.retain(|place| place.structure.id != "vessel");
            }
        }
        let ([scope], [mark]) = (&parts.scopes[..], &parts.sides[..]) else {
            return;
        };
        let ends = |claim: &Claim| scope.cue.end <= claim.named.start && claim.named.end <= mark.range.start;
        if !self.claims.iter().all(|claim| claim.denied && ends(claim)) {
            return;
        }
        let told: Vec<Subject> = self
            .claims
            .iter()
            .flat_map(|claim| {
                claim
                    .subjects
                    .iter()
                    .filter(|place| place.side.is_some())
                    .cloned()
            })
            .collect();
        for place in self.claims.iter_mut().flat_map(|claim| &mut claim.subjects) {
            let is_same = |other: &&Subject| other.structure.id == place.structure.id;
            if let Some(other) = told.iter().find(is_same) {
                place.side = other.side;
            }
        }
        self.subjects.retain(|place| {
            place.side.is_some() || !told.iter().any(|other| other.structure.id == place.structure.id)
        });
    }

    /// Whether it asserts anything abnormal.
    pub fn is_abnormal(&self) -> bool {
        self.claims.iter().any(|claim| !claim.denied)
    }

    /// `L4-L5 shows a bulge` speaks of the disc, `L2 shows wedging` and `marrow oedema of L2` of the vertebra.
    fn imply_level_structure(&mut self) {
        let Some(first) = self.levels.first() else { return };
        // "Patchy enhancement at C5 and C6" is of what the sentence before it spoke of.
        let is_bare_enhancement = |claim: &Claim| claim.kind.id == "enhancement" && claim.subjects.is_empty();
        if first.lower.is_none()
            && self.subjects.is_empty()
            && !self.claims.is_empty()
            && self.claims.iter().all(is_bare_enhancement)
        {
            return;
        }
        let is_of_alignment =
            |claim: &Claim| matches!(claim.kind.id.as_str(), "malalignment" | "listhesis" | "scoliosis");
        let names_alignment = !self.claims.is_empty() && self.claims.iter().all(is_of_alignment);
        let id = if names_alignment && self.subjects.is_empty() {
            "spinal-alignment"
        } else if first.lower.is_some() {
            "intervertebral-disc"
        } else {
            "vertebral-body"
        };
        let Some(structure) = anatomy::lexicon().get(id) else {
            return;
        };
        let subject = Subject {
            structure,
            side: None,
        };
        let of_marrow = |claim: &Claim| {
            claim
                .subjects
                .iter()
                .all(|place| matches!(place.structure.id.as_str(), "bone-marrow" | "bone"))
        };
        // "A protrusion at L5-S1 compresses the S1 root": what protrudes is the disc.
        // Modic changes at L4-L5 are of its end plates.
        let of_disc = |claim: &Claim| {
            let is_end_plate = |place: &Subject| place.structure.id == "end-plate";
            first.lower.is_some()
                && matches!(claim.kind.id.as_str(), "bulge" | "desiccation")
                && !claim.subjects.iter().any(is_end_plate)
        };
        // "Burst fracture of D12 compressing the conus": what is broken is the vertebra.
        let of_vertebra = |claim: &Claim| {
            let is_of_spine = |place: &Subject| {
                [
                    "vertebral-body",
                    "posterior-element",
                    "bone",
                    "facet-joint",
                    "sacrum",
                    "coccyx",
                ]
                .iter()
                .any(|whole| anatomy::lexicon().is_within(&place.structure.id, whole))
            };
            first.lower.is_none()
                && !claim.denied
                && matches!(claim.kind.id.as_str(), "fracture" | "collapse" | "atelectasis")
                && !claim.subjects.iter().any(is_of_spine)
        };
        for claim in &mut self.claims {
            let names_disc = claim.subjects.iter().any(|place| place.structure.id == id);
            if of_marrow(claim) || (of_disc(claim) || of_vertebra(claim)) && !names_disc {
                claim.subjects.push(subject.clone());
            }
        }
        if self.subjects.is_empty() {
            self.subjects.push(subject);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claims as `kind structure side`, denied ones with a leading `-`.
    fn check(text: &str, expected: &[&str]) {
        let claims: Vec<String> = Reading::of(text)
            .claims
            .iter()
            .map(|claim| {
                let places: Vec<String> = claim
                    .subjects
                    .iter()
                    .map(|subject| match subject.side {
                        Some(side) => format!("{} {side:?}", subject.structure.id),
                        None => subject.structure.id.clone(),
                    })
                    .collect();
                format!(
                    "{}{} @ {}",
                    if claim.denied { "-" } else { "" },
                    claim.kind.id,
                    places.join(", ")
                )
            })
            .collect();
        for wanted in expected {
            assert!(
                claims.iter().any(|claim| claim == wanted),
                "{wanted} in {claims:?} of: {text}"
            );
        }
    }

    #[test]
    fn findings_are_bound_to_the_structures_of_their_clause() {
        check(
            "A 3 cm cyst is seen in the left kidney.",
            &["lesion @ kidney Left"],
        );
        check(
            "A 5 mm calculus is seen in the left distal ureter with mild left hydronephrosis.",
            &["calculus @ ureter Left", "hydronephrosis @ renal-pelvis Left"],
        );
        check(
            "Mucosal thickening is seen in the ethmoid air cells and sphenoid sinus.",
            &["thickening @ ethmoid-sinus, sphenoid-sinus"],
        );
        check("L5-S1 shows an extrusion.", &["bulge @ intervertebral-disc"]);
    }

    #[test]
    fn denials_are_told_from_assertions() {
        check("No focal lesion is seen in the liver.", &["-lesion @ liver"]);
        check(
            "No pleural effusion on either side.",
            &["-effusion @ pleura Bilateral"],
        );
        check(
            "Absent flow in the right transverse sinus.",
            &["occlusion @ transverse-sinus Right"],
        );
    }
}
