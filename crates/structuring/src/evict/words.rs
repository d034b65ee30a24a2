//! The words of `data/eviction.toml`.

use std::collections::HashSet;
use std::sync::LazyLock;

use report::anatomy::lexicon;
use report::phrase::Phrases;
use report::reading::{Claim, Kind, Subject};
use report::token;
use serde::Deserialize;

use super::spare::Spare;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    wide: Vec<String>,
    groups: Vec<String>,
    chief_parts: Vec<(String, String)>,
    compartments: Vec<String>,
    around: Vec<String>,
    extracranial: Vec<String>,
    one_meaning: Vec<String>,
    narrowing: Vec<String>,
    conclusions: Vec<String>,
    of_all: Vec<String>,
    several: Vec<String>,
    except: Vec<String>,
    levelled: Vec<String>,
    counted: Vec<String>,
    digits: Vec<Vec<String>>,
    node_stations: Vec<Vec<String>>,
    extra_axial: Vec<String>,
    rest: Vec<String>,
    collective: Vec<String>,
    acute: Vec<String>,
    old: Vec<String>,
    advice: Vec<String>,
    neutral: Vec<String>,
    apart: Vec<Apart>,
    other_things: Vec<OtherThing>,
    conclusion: Conclusion,
    reach: Reach,
    spares: Vec<Spare>,
}

/// Kinds of finding that are never what is meant by others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Apart {
    pub(super) denied: Vec<String>,
    pub(super) findings: Vec<String>,
}

/// Findings that, called by one of these names, a denial of kinds that cover theirs does not mean.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OtherThing {
    pub(super) denied: Vec<String>,
    pub(super) findings: Vec<String>,
    pub(super) said: Vec<String>,
    /// Structures in which the finding is; any when none is given.
    #[serde(default, rename = "in")]
    pub(super) places: Vec<String>,
}

/// By which a line of the impression stands beside findings.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Conclusion {
    other_matters: HashSet<String>,
    whole_study: HashSet<String>,
    study: HashSet<String>,
    chronic: HashSet<String>,
    wear: HashSet<String>,
    neighbours: Vec<Neighbour>,
    by_name: HashSet<String>,
    never_acute: HashSet<String>,
    incidental_kinds: HashSet<String>,
    incidental: Vec<String>,
    outside: Vec<Outside>,
}

/// Places of which a conclusion about a region does not speak.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Outside {
    of: Vec<String>,
    places: Vec<String>,
}

/// A finding beside a structure that may be what is denied of it: eroded end plates are those of a discitis.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Neighbour {
    denied: Vec<String>,
    of: Vec<String>,
    findings: Vec<String>,
    beside: Vec<String>,
}

impl Neighbour {
    fn holds(&self, found: &Claim, denied: &Claim) -> bool {
        let lie_in = |places: &[Subject], wholes: &[String]| {
            places.iter().any(|place| {
                wholes
                    .iter()
                    .any(|whole| lexicon().is_within(&place.structure.id, whole))
            })
        };
        self.denied.contains(&denied.kind.id)
            && self.findings.contains(&found.kind.id)
            && lie_in(&denied.subjects, &self.of)
            && lie_in(&found.subjects, &self.beside)
    }
}

impl Conclusion {
    /// Whether a finding of this kind is called by its name, so that a denial of it in a whole region says something.
    pub(crate) fn is_told_by_name(&self, kind: &Kind) -> bool {
        self.by_name.contains(&kind.id)
    }

    /// Whether a sentence finds nothing that can be acute: what is old, what wears down, what is called by a name that is harmless.
    pub(crate) fn is_never_acute(&self, found: &[&Claim], text: &str) -> bool {
        let words = token::words(text);
        let says = |phrases: &Phrases<()>| !phrases.find(&words).is_empty();
        let is_old = says(&WORDS.old) && !says(&WORDS.acute);
        let all_of = |kinds: &HashSet<String>| found.iter().all(|claim| kinds.contains(&claim.kind.id));
        let is_incidental =
            || says(&WORDS.incidental) && found.iter().all(|claim| self.is_incidental(&claim.kind.id));
        !says(&WORDS.acute) && (is_old || all_of(&self.never_acute) || is_incidental())
    }

    fn is_incidental(&self, id: &str) -> bool {
        self.never_acute.contains(id) || self.incidental_kinds.contains(id)
    }

    /// Whether a finding lies where a conclusion about these structures does not look: a scalp haematoma is not intracranial.
    pub(crate) fn is_outside(&self, found: &Claim, region: &[Subject]) -> bool {
        let lies_in = |place: &Subject, wholes: &[String]| {
            wholes
                .iter()
                .any(|whole| lexicon().is_within(&place.structure.id, whole))
        };
        let mut known = self.outside.iter();
        !found.subjects.is_empty()
            && !region.is_empty()
            && known.any(|outside| {
                region
                    .iter()
                    .all(|subject| outside.of.contains(&subject.structure.id))
                    && found.subjects.iter().all(|place| lies_in(place, &outside.places))
            })
    }

    /// Whether a line names the study, and so speaks of all of it.
    pub(crate) fn names_study(&self, line: &str) -> bool {
        token::words(line)
            .iter()
            .any(|word| self.study.contains(&word.key))
    }

    /// Whether a text speaks of what is acute.
    pub(crate) fn asks_for_acute(&self, text: &str) -> bool {
        !WORDS.acute.find(&token::words(text)).is_empty()
    }

    /// Whether to deny such findings is to call the whole study normal.
    pub(crate) fn is_whole_study(&self, kind: &Kind) -> bool {
        self.whole_study.contains(&kind.id)
    }

    /// Whether a finding beside what a line speaks of may be what the line denies.
    pub(crate) fn is_neighbour(&self, found: &Claim, denied: &Claim) -> bool {
        self.neighbours
            .iter()
            .any(|neighbour| neighbour.holds(found, denied))
    }

    /// Whether a finding is beside what a line denies of its structure, and not that in other words.
    pub(crate) fn is_another_matter(&self, found: &Kind, line: &str) -> bool {
        let is_chronic = || {
            token::words(line)
                .iter()
                .any(|word| self.chronic.contains(&word.key))
        };
        self.other_matters.contains(&found.id) && !(self.wear.contains(&found.id) && is_chronic())
    }
}

/// What tells of more than the place where it is.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Reach {
    pub(super) pressed: Vec<String>,
    pub(super) bony_regions: HashSet<String>,
    pub(super) cavities: Vec<String>,
    pub(super) of_marrow: Vec<String>,
    pub(super) of_a_level: HashSet<String>,
    pub(super) tubes: Vec<String>,
    pub(super) blind_ends: HashSet<String>,
    pub(super) of_an_end: HashSet<String>,
    pub(super) sums: HashSet<String>,
}

/// What the file says; its comments say what each is for.
pub(super) struct Words {
    pub(super) wide: HashSet<String>,
    pub(super) groups: HashSet<String>,
    pub(super) chief_parts: Vec<(String, String)>,
    pub(super) compartments: HashSet<String>,
    pub(super) around: Vec<String>,
    pub(super) extracranial: Phrases<()>,
    pub(super) one_meaning: HashSet<String>,
    pub(super) narrowing: Phrases<()>,
    pub(super) conclusions: Phrases<()>,
    pub(super) of_all: Phrases<()>,
    pub(super) several: Phrases<()>,
    pub(super) except: Phrases<()>,
    pub(super) levelled: HashSet<String>,
    pub(super) counted: HashSet<String>,
    pub(super) digits: Phrases<usize>,
    pub(super) node_stations: Phrases<usize>,
    pub(super) extra_axial: Phrases<()>,
    pub(super) rest: Phrases<()>,
    pub(super) collective: Phrases<()>,
    pub(super) acute: Phrases<()>,
    pub(super) old: Phrases<()>,
    pub(super) advice: Phrases<()>,
    pub(super) neutral: HashSet<String>,
    pub(super) apart: Vec<Apart>,
    pub(super) other_things: Vec<OtherThing>,
    pub(super) conclusion: Conclusion,
    incidental: Phrases<()>,
    pub(super) reach: Reach,
    pub(super) spares: Vec<Spare>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/eviction.toml"))
        .unwrap_or_else(|error| panic!("eviction: {error}"));
    let phrases = |words: Vec<String>| Phrases::new(words.into_iter().map(|word| (word, ())));
    Words {
        wide: file.wide.into_iter().collect(),
        groups: file.groups.into_iter().collect(),
        chief_parts: file.chief_parts,
        compartments: file.compartments.into_iter().collect(),
        around: file.around,
        extracranial: phrases(file.extracranial),
        one_meaning: file.one_meaning.into_iter().collect(),
        narrowing: phrases(file.narrowing),
        conclusions: phrases(file.conclusions),
        of_all: phrases(file.of_all),
        several: phrases(file.several),
        except: phrases(file.except),
        levelled: file.levelled.into_iter().collect(),
        counted: file.counted.into_iter().collect(),
        digits: numbered(file.digits),
        node_stations: numbered(file.node_stations),
        extra_axial: phrases(file.extra_axial),
        rest: phrases(file.rest),
        collective: phrases(file.collective),
        acute: phrases(file.acute),
        old: phrases(file.old),
        advice: phrases(file.advice),
        neutral: file.neutral.iter().map(|word| token::key(word)).collect(),
        apart: file.apart,
        other_things: file.other_things,
        incidental: phrases(file.conclusion.incidental.clone()),
        conclusion: file.conclusion,
        reach: file.reach,
        spares: file.spares,
    }
});

/// Names of what is counted, each with its place in the row.
fn numbered(row: Vec<Vec<String>>) -> Phrases<usize> {
    let named = row.into_iter().enumerate();
    Phrases::new(named.flat_map(|(at, names)| names.into_iter().map(move |name| (name, at))))
}

/// How a line of the impression is judged.
pub(crate) fn conclusion() -> &'static Conclusion {
    &WORDS.conclusion
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_file_exists() {
        let conclusion = &WORDS.conclusion;
        for id in WORDS
            .apart
            .iter()
            .flat_map(|apart| apart.denied.iter().chain(&apart.findings))
            .chain(&conclusion.other_matters)
            .chain(&conclusion.whole_study)
            .chain(&conclusion.wear)
            .chain(&conclusion.by_name)
            .chain(&conclusion.never_acute)
            .chain(&conclusion.incidental_kinds)
            .chain(
                conclusion
                    .neighbours
                    .iter()
                    .flat_map(|it| it.denied.iter().chain(&it.findings)),
            )
            .chain(&WORDS.reach.of_an_end)
            .chain(
                WORDS
                    .other_things
                    .iter()
                    .flat_map(|it| it.denied.iter().chain(&it.findings)),
            )
            .chain(WORDS.spares.iter().flat_map(Spare::kinds))
        {
            assert!(report::reading::vocabulary().kind(id).is_some(), "{id}");
        }
    }

    #[test]
    fn every_structure_of_the_file_exists() {
        for id in WORDS
            .wide
            .iter()
            .chain(&WORDS.groups)
            .chain(&WORDS.compartments)
            .chain(&WORDS.counted)
            .chain(&WORDS.levelled)
            .chain(WORDS.chief_parts.iter().flat_map(|(whole, part)| [whole, part]))
            .chain(
                WORDS
                    .conclusion
                    .neighbours
                    .iter()
                    .flat_map(|it| it.of.iter().chain(&it.beside)),
            )
            .chain(
                WORDS
                    .conclusion
                    .outside
                    .iter()
                    .flat_map(|it| it.of.iter().chain(&it.places)),
            )
            .chain(WORDS.other_things.iter().flat_map(|it| &it.places))
            .chain(&WORDS.reach.pressed)
            .chain(&WORDS.reach.bony_regions)
            .chain(&WORDS.reach.cavities)
            .chain(&WORDS.reach.of_a_level)
            .chain(&WORDS.reach.tubes)
            .chain(&WORDS.reach.blind_ends)
            .chain(&WORDS.reach.sums)
            .chain(WORDS.spares.iter().flat_map(Spare::structures))
        {
            assert!(report::anatomy::lexicon().get(id).is_some(), "{id}");
        }
    }
}
