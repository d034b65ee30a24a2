//! From the files to what is asked: names to indices, closures worked out.

use std::cell::RefCell;
use std::cmp::Reverse;

use hashbrown::HashMap;
use report::anatomy::level::{self, Level};
use report::sex::Sex;
use report::side::Side;

use super::closure::{self, Consequence, Step};
use super::phrases;
use super::source::{self, Sources};
use super::{
    ByFirst, Concept, ConceptId, Knowledge, KnowledgeError, Name, Named, Sense, Structure, StructureId,
};
use crate::respect::{Respect, Respects};
use crate::token;

/// Everything known, or the first thing that is wrong.
pub(super) fn knowledge(sources: Sources) -> Result<Knowledge, KnowledgeError> {
    let faults = RefCell::new(Vec::new());
    let structure_by_id = ids(sources.structures.iter().map(|(id, _)| id), StructureId, &faults)?;
    let concept_by_id = ids(sources.concepts.iter().map(|(id, _)| id), ConceptId, &faults)?;
    let find = Find {
        structures: &structure_by_id,
        concepts: &concept_by_id,
        faults: &faults,
    };
    let structures = structures(&sources.structures, &find)?;
    let concepts = concepts(&sources.concepts, &find);
    let names = phrases::names(&sources, &structure_by_id, &concept_by_id);
    Ok(Knowledge {
        meets: meets(&structures),
        namesakes: namesakes(&structures, &names),
        structures,
        concepts,
        names,
        cues: phrases::cues(&sources),
        articles: phrases::articles(&sources),
        doubtful: sources
            .modifiers
            .opposed
            .iter()
            .map(|group| group.doubtful)
            .collect(),
        loose: sources
            .modifiers
            .opposed
            .iter()
            .map(|group| group.loose)
            .collect(),
        of_part: sources.modifiers.opposed.iter().map(|group| group.part).collect(),
        faults: faults.into_inner(),
        structure_by_id,
        concept_by_id,
    })
}

fn ids<'i, T: Copy>(
    names: impl Iterator<Item = &'i String>,
    id: impl Fn(u16) -> T,
    faults: &RefCell<Vec<KnowledgeError>>,
) -> Result<HashMap<String, T>, KnowledgeError> {
    let mut by_name = HashMap::new();
    for (index, name) in names.enumerate() {
        let index = u16::try_from(index).map_err(|_| KnowledgeError::TooMany)?;
        if by_name.contains_key(name) {
            faults.borrow_mut().push(KnowledgeError::Twice(name.clone()));
        } else {
            by_name.insert(name.clone(), id(index));
        }
    }
    Ok(by_name)
}

struct Find<'f> {
    structures: &'f HashMap<String, StructureId>,
    concepts: &'f HashMap<String, ConceptId>,
    /// A name that names nothing is passed over and told.
    faults: &'f RefCell<Vec<KnowledgeError>>,
}

impl Find<'_> {
    fn known<T>(&self, found: Option<T>, of: &str, named: Named, name: &str) -> Option<T> {
        if found.is_none() {
            self.faults.borrow_mut().push(KnowledgeError::Missing {
                of: of.to_owned(),
                named,
                name: name.to_owned(),
            });
        }
        found
    }

    fn structure(&self, of: &str, name: &str) -> Option<StructureId> {
        self.known(self.structures.get(name).copied(), of, Named::Structure, name)
    }

    fn concept(&self, of: &str, name: &str) -> Option<ConceptId> {
        self.known(self.concepts.get(name).copied(), of, Named::Concept, name)
    }

    fn all(&self, of: &str, names: &[String]) -> Vec<StructureId> {
        names.iter().filter_map(|name| self.structure(of, name)).collect()
    }

    /// `calculus @ gallbladder`, `altered size @ liver`, `stenosis ?`.
    fn step(&self, of: &str, written: &str, is_kind: bool) -> Option<Step> {
        let certain = !written.ends_with('?');
        let plain = written.trim_end_matches('?').trim();
        let (what, place) = match plain.split_once('@') {
            Some((what, place)) => (what.trim(), Some(self.structure(of, place.trim())?)),
            None => (plain, None),
        };
        let what = match what.strip_prefix("altered ") {
            Some(respect) => {
                let known = respect_named(respect).map(Respects::only);
                Consequence::Altered(self.known(known, of, Named::Respect, respect)?)
            }
            None => Consequence::Concept(self.concept(of, what)?),
        };
        Some(Step {
            what,
            place,
            certain,
            is_kind,
        })
    }
}

fn respect_named(name: &str) -> Option<Respect> {
    use serde::Deserialize;
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};
    let name: StrDeserializer<'_, Error> = name.into_deserializer();
    Respect::deserialize(name).ok()
}

fn structures(
    entries: &[(String, source::Structure)],
    find: &Find<'_>,
) -> Result<Vec<Structure>, KnowledgeError> {
    let by_id = find.structures;
    let parents: Vec<Vec<StructureId>> = entries
        .iter()
        .map(|(id, entry)| find.all(id, &entry.within))
        .collect();
    let within = |first: StructureId| {
        let mut all = vec![first];
        let mut at = 0;
        while let Some(next) = all.get(at).copied() {
            at += 1;
            for whole in &parents[usize::from(next.0)] {
                if !all.contains(whole) {
                    all.push(*whole);
                }
            }
        }
        all.sort_unstable();
        all
    };
    let mut spans: Vec<Vec<Level>> = Vec::new();
    for (id, entry) in entries {
        let told = entry
            .spans
            .as_ref()
            .map(|spans| &spans.levels)
            .or(entry.levels.as_ref());
        let levels = told.map_or_else(Vec::new, |levels| level::find(levels));
        if told.is_some() && levels.len() != 1 {
            return Err(KnowledgeError::Levels(id.clone()));
        }
        spans.push(levels);
    }
    // Nothing is nearer to the spine than the regions that it is part of.
    let reach = |id: StructureId| -> Vec<Level> {
        let mut found: Vec<Level> = Vec::new();
        let mut queue = vec![id];
        let mut at = 0;
        while let Some(next) = queue.get(at).copied() {
            at += 1;
            let own = &spans[usize::from(next.0)];
            if own.is_empty() {
                let further = parents[usize::from(next.0)]
                    .iter()
                    .filter(|whole| !queue.contains(whole));
                let further: Vec<StructureId> = further.copied().collect();
                queue.extend(further);
            }
            found.extend(own.iter().cloned());
        }
        // Regions that follow one another are one: C7-T1 is of the spine.
        found.sort_by_key(|level| level.upper.number());
        let end = |level: &Level| level.lower.unwrap_or(level.upper).number();
        found.dedup_by(|next, before| {
            let goes_on = next.upper.number() <= end(before) + 1;
            if goes_on && end(next) > end(before) {
                before.lower = next.lower;
            }
            goes_on
        });
        found
    };
    entries
        .iter()
        .map(|(id, entry)| {
            Ok(Structure {
                id: id.clone(),
                name: first_name(&entry.names).unwrap_or(id).to_owned(),
                within: within(by_id[id]),
                parents: parents[usize::from(by_id[id].0)].clone(),
                paired: entry.paired,
                side: entry.side.as_ref().map(|side| match side {
                    source::Side::Right => Side::Right,
                    source::Side::Left => Side::Left,
                }),
                sex: match entry.sex.as_deref().map(Sex::parse) {
                    Some(None) => return Err(KnowledgeError::Sex(id.clone())),
                    sex => sex.flatten(),
                },
                group: entry.group,
                label: entry.label.clone(),
                broad: entry.broad,
                region: entry.region,
                hollow: entry.hollow,
                collective: entry.collective,
                bulk: entry.bulk,
                long: entry.long,
                apart: entry.apart,
                everything: entry.everything,
                bare: entry.bare.as_ref().and_then(|bare| find.concept(id, bare)),
                spans: entry
                    .spans
                    .as_ref()
                    .and_then(|spans| find.structure(id, &spans.of)),
                levels: reach(by_id[id]),
                limit: entry.limit,
                least: entry.least,
            })
        })
        .collect()
}

/// For each tissue and each other thing the largest structure that is part of both.
fn meets(structures: &[Structure]) -> HashMap<(StructureId, StructureId), StructureId> {
    let of = |id: &StructureId| &structures[usize::from(id.0)];
    let mut parts = vec![0_u16; structures.len()];
    for whole in structures.iter().flat_map(|structure| &structure.within) {
        parts[usize::from(whole.0)] += 1;
    }
    let mut all: HashMap<(StructureId, StructureId), StructureId> = HashMap::new();
    for (index, structure) in (0_u16..).zip(structures) {
        let tissues = structure
            .within
            .iter()
            .filter(|id| of(id).broad && !of(id).region && id.0 != index);
        for tissue in tissues {
            for whole in structure
                .within
                .iter()
                .filter(|id| *id != tissue && id.0 != index)
            {
                let best = all.entry((*tissue, *whole)).or_insert(StructureId(index));
                let rank = |id: StructureId| {
                    (
                        !of(&id).group,
                        Reverse(parts[usize::from(id.0)]),
                        of(&id).within.len(),
                    )
                };
                if rank(*best) > rank(StructureId(index)) {
                    *best = StructureId(index);
                }
            }
        }
    }
    all
}

fn concepts(entries: &[(String, source::Concept)], find: &Find<'_>) -> Vec<Concept> {
    let at: Vec<Vec<StructureId>> = entries
        .iter()
        .map(|(id, entry)| find.all(id, &entry.at))
        .collect();
    let mut steps: Vec<Vec<Step>> = Vec::new();
    for (id, entry) in entries {
        let mut all = Vec::new();
        for written in &entry.is {
            all.extend(find.step(id, written, true));
        }
        for written in &entry.with {
            let Some(mut step) = find.step(id, written, false) else {
                continue;
            };
            if let (None, Consequence::Concept(concept)) = (step.place, step.what) {
                // What comes with it is where such a thing is, when that is known.
                step.place = at[usize::from(concept.0)].first().copied();
            }
            all.push(step);
        }
        steps.push(all);
    }
    let own = |concept: ConceptId| -> Respects {
        let entry = &entries[usize::from(concept.0)].1;
        entry.alters.iter().copied().collect()
    };
    let tissues: Vec<Option<StructureId>> = entries
        .iter()
        .map(|(id, entry)| {
            entry
                .tissue
                .as_ref()
                .and_then(|tissue| find.structure(id, tissue))
        })
        .collect();
    entries
        .iter()
        .zip(at)
        .map(|((id, entry), at)| {
            let concept = find.concepts[id];
            let entails = closure::of(concept, &steps);
            let mut alters = own(concept);
            let mut tissue = None;
            let mut sized = entry.sized;
            for implied in entails
                .iter()
                .filter(|implied| implied.is_kind && implied.certain && implied.place.is_none())
            {
                if let Consequence::Concept(kind) = implied.what {
                    alters = alters.with(own(kind));
                    tissue = tissue.or(tissues[usize::from(kind.0)]);
                    sized |= entries[usize::from(kind.0)].1.sized;
                }
            }
            if !entry.minor && !entry.normal {
                alters.add(Respect::General);
            }
            Concept {
                id: id.clone(),
                name: first_name(&entry.names).unwrap_or(id).to_owned(),
                at,
                entails,
                alters: if entry.normal { Respects::none() } else { alters },
                means: entry
                    .means
                    .as_ref()
                    .and_then(|written| match find.step(id, written, true) {
                        Some(Step {
                            what: Consequence::Concept(kind),
                            place: Some(place),
                            ..
                        }) => Some((kind, place)),
                        _ => {
                            find.faults.borrow_mut().push(KnowledgeError::Meaning {
                                id: id.clone(),
                                written: written.clone(),
                            });
                            None
                        }
                    }),
                tissue,
                sized,
                denied: entry.denied.iter().copied().collect(),
                minor: entry.minor,
                normal: entry.normal,
                vague: entry.vague,
            }
        })
        .collect()
}

fn first_name(names: &[source::Name]) -> Option<&str> {
    names.first().map(|name| match name {
        source::Name::Everywhere(name) | source::Name::Somewhere { name, .. } => name.as_str(),
    })
}

/// Which structures share the first name of one of them.
fn namesakes(structures: &[Structure], names: &ByFirst<Name>) -> HashMap<StructureId, Vec<StructureId>> {
    let mut namesakes: HashMap<StructureId, Vec<StructureId>> = HashMap::new();
    for (one, structure) in (0..).map(StructureId).zip(structures) {
        let keys = token::keys(&structure.name);
        let Some((first, rest)) = keys.split_first() else {
            continue;
        };
        let known = names.get(first).into_iter().flatten();
        let senses = known
            .filter(|name| name.rest == rest)
            .flat_map(|name| &name.senses);
        for meaning in senses {
            if let Sense::Structure(other) = meaning.sense
                && other != one
            {
                namesakes.entry(one).or_default().push(other);
                namesakes.entry(other).or_default().push(one);
            }
        }
    }
    namesakes
}
