//! From the files to what is asked: names to indices, closures worked out.

use std::cell::RefCell;
use std::cmp::Reverse;

use hashbrown::HashMap;
use report::anatomy::level::{self, Level};
use report::sex::Sex;
use report::side::Side;

use super::closure::{self, Consequence, Step};
use super::source::{self, Sources};
use super::{
    Assertion, ByFirst, Concept, ConceptId, Cue, Form, Knowledge, Meaning, Name, Region, Sense, Structure,
    StructureId,
};
use crate::respect::{Respect, Respects};
use crate::token;

/// Everything known, or a sentence about the first thing that is wrong.
pub(super) fn knowledge(sources: Sources) -> Result<Knowledge, String> {
    let faults = RefCell::new(Vec::new());
    let structure_by_id = ids(sources.structures.iter().map(|(id, _)| id), StructureId, &faults)?;
    let concept_by_id = ids(sources.concepts.iter().map(|(id, _)| id), ConceptId, &faults)?;
    let find = Find {
        structures: &structure_by_id,
        concepts: &concept_by_id,
        faults: &faults,
    };
    let structures = structures(&sources.structures, &find)?;
    let concepts = concepts(&sources.concepts, &find)?;
    let mut names: ByFirst<Name> = HashMap::new();
    for (id, entry) in &sources.structures {
        let sense = Sense::Structure(structure_by_id[id]);
        add_all(&mut names, &entry.names, &entry.regions, sense, Form::Name);
    }
    for (id, entry) in &sources.concepts {
        let sense = Sense::Concept(concept_by_id[id]);
        add_all(&mut names, &entry.names, &entry.regions, sense, Form::Name);
        add_all(
            &mut names,
            &entry.adjectives,
            &entry.regions,
            sense,
            Form::Adjective,
        );
        add_all(
            &mut names,
            &entry.attributes,
            &entry.regions,
            sense,
            Form::Attribute,
        );
    }
    let normality = &sources.normality;
    let plain = |names: &mut ByFirst<Name>, words: &[String], sense: Sense| {
        for word in words {
            add(names, word, &[], sense, Form::Name);
        }
    };
    plain(&mut names, &normality.normal, Sense::Normal);
    plain(&mut names, &normality.altered, Sense::Altered);
    plain(&mut names, &normality.neutral, Sense::Neutral);
    for (respect, words) in &normality.by_itself {
        plain(&mut names, words, Sense::NormalIn(*respect));
    }
    for (respect, words) in &normality.respects {
        plain(&mut names, words, Sense::Respect(*respect));
    }
    for known in names.values_mut() {
        known.sort_by_key(|name| std::cmp::Reverse(name.rest.len()));
    }
    Ok(Knowledge {
        meets: meets(&structures),
        structures,
        concepts,
        names,
        cues: cues(&sources),
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
    faults: &RefCell<Vec<String>>,
) -> Result<HashMap<String, T>, String> {
    let mut by_name = HashMap::new();
    for (index, name) in names.enumerate() {
        let index = u16::try_from(index).map_err(|_| "more than 65,535 entries".to_owned())?;
        if by_name.contains_key(name) {
            faults.borrow_mut().push(format!("`{name}` stands twice"));
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
    faults: &'f RefCell<Vec<String>>,
}

impl Find<'_> {
    fn known<T>(&self, found: Option<T>, of: &str, kind: &str, name: &str) -> Option<T> {
        if found.is_none() {
            let fault = format!("`{of}` names the {kind} `{name}`, which does not exist");
            self.faults.borrow_mut().push(fault);
        }
        found
    }

    fn structure(&self, of: &str, name: &str) -> Option<StructureId> {
        self.known(self.structures.get(name).copied(), of, "structure", name)
    }

    fn concept(&self, of: &str, name: &str) -> Option<ConceptId> {
        self.known(self.concepts.get(name).copied(), of, "concept", name)
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
                Consequence::Altered(self.known(known, of, "respect", respect)?)
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

fn structures(entries: &[(String, source::Structure)], find: &Find<'_>) -> Result<Vec<Structure>, String> {
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
        let levels = entry
            .spans
            .as_ref()
            .map_or_else(Vec::new, |spans| level::find(&spans.levels));
        if entry.spans.is_some() && levels.len() != 1 {
            return Err(format!("`{id}` spans levels that are none"));
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
            let side = match entry.side.as_deref() {
                None => None,
                Some("right") => Some(Side::Right),
                Some("left") => Some(Side::Left),
                Some(other) => return Err(format!("`{id}` has the side `{other}`")),
            };
            Ok(Structure {
                id: id.clone(),
                name: first_name(&entry.names).unwrap_or(id).to_owned(),
                within: within(by_id[id]),
                parents: parents[usize::from(by_id[id].0)].clone(),
                paired: entry.paired,
                side,
                sex: match entry.sex.as_deref().map(Sex::parse) {
                    Some(None) => return Err(format!("`{id}` has a sex that is none")),
                    sex => sex.flatten(),
                },
                group: entry.group,
                broad: entry.broad,
                region: entry.region,
                hollow: entry.hollow,
                collective: entry.collective,
                bulk: entry.bulk,
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

fn concepts(entries: &[(String, source::Concept)], find: &Find<'_>) -> Result<Vec<Concept>, String> {
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
    entries
        .iter()
        .zip(at)
        .map(|((id, entry), at)| {
            let concept = find.concepts[id];
            let entails = closure::of(concept, &steps);
            let mut alters = own(concept);
            for implied in entails
                .iter()
                .filter(|implied| implied.is_kind && implied.certain && implied.place.is_none())
            {
                if let Consequence::Concept(kind) = implied.what {
                    alters = alters.with(own(kind));
                }
            }
            if !entry.minor && !entry.normal {
                alters.add(Respect::General);
            }
            Ok(Concept {
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
                            let fault = format!("`{id}` means `{written}`, which is no KIND @ STRUCTURE");
                            find.faults.borrow_mut().push(fault);
                            None
                        }
                    }),
                denied: entry.denied.iter().copied().collect(),
                minor: entry.minor,
                normal: entry.normal,
                vague: entry.vague,
            })
        })
        .collect()
}

fn first_name(names: &[source::Name]) -> Option<&str> {
    names.first().map(|name| match name {
        source::Name::Everywhere(name) | source::Name::Somewhere { name, .. } => name.as_str(),
    })
}

fn add_all(
    names: &mut ByFirst<Name>,
    written: &[source::Name],
    regions: &[Region],
    sense: Sense,
    form: Form,
) {
    for name in written {
        match name {
            source::Name::Everywhere(name) => add(names, name, regions, sense, form),
            source::Name::Somewhere { name, regions } => add(names, name, regions, sense, form),
        }
    }
}

fn add(names: &mut ByFirst<Name>, name: &str, regions: &[Region], sense: Sense, form: Form) {
    let mut keys = token::keys(name).into_iter();
    let Some(first) = keys.next() else { return };
    let rest: Vec<String> = keys.collect();
    let known = names.entry(first).or_default();
    let at = known
        .iter()
        .position(|name| name.rest == rest)
        .unwrap_or_else(|| {
            known.push(Name {
                rest,
                senses: Vec::new(),
            });
            known.len() - 1
        });
    // Two spellings of one entry may be the same by their keys: "mirizzi" and "mirizzi's". Together they hold where either does.
    if let Some(meaning) = known[at].senses.iter_mut().find(|meaning| meaning.sense == sense) {
        let everywhere = meaning.regions.is_empty() || regions.is_empty();
        meaning.regions.extend(regions);
        meaning.regions.retain(|_| !everywhere);
        return;
    }
    known[at].senses.push(Meaning {
        sense,
        regions: regions.to_vec(),
        form,
    });
}

fn cues(sources: &Sources) -> ByFirst<(Vec<String>, Vec<Cue>)> {
    let assertions = &sources.assertions;
    let mut all: ByFirst<(Vec<String>, Vec<Cue>)> = HashMap::new();
    let mut add = |words: &[String], cue: Cue| {
        for word in words {
            let mut keys = token::keys(word).into_iter();
            let Some(first) = keys.next() else { continue };
            let rest: Vec<String> = keys.collect();
            let known = all.entry(first).or_default();
            match known.iter_mut().find(|(known, _)| *known == rest) {
                Some((_, cues)) => cues.push(cue),
                None => known.push((rest, vec![cue])),
            }
        }
    };
    for scope in &assertions.cue {
        debug_assert!(scope.category != Assertion::Present);
        add(&scope.before, Cue::Before(scope.category));
        add(&scope.behind, Cue::Behind(scope.category));
    }
    add(&assertions.pseudo.words, Cue::Pseudo);
    add(&assertions.change.words, Cue::Change);
    add(&assertions.change.leads, Cue::Lead);
    add(&assertions.ends.words, Cue::End);
    add(&assertions.verbs.words, Cue::Verb);
    add(&assertions.seeing.words, Cue::Seeing);
    add(&assertions.plain.words, Cue::Plain);
    add(&assertions.places.words, Cue::Place);
    add(&assertions.away.words, Cue::Away);
    add(&assertions.found.words, Cue::Found);
    add(&assertions.rest.words, Cue::Rest);
    add(&assertions.all.words, Cue::All);
    add(&assertions.direction.words, Cue::Direction);
    add(&assertions.direction.words, Cue::Place);
    add(&assertions.except.words, Cue::Except);
    add(&assertions.with.words, Cue::With);
    add(&assertions.all.behind, Cue::Each);
    add(&assertions.anaphora.words, Cue::Anaphora);
    add(&assertions.joins.words, Cue::Join);
    add(&assertions.joins.or, Cue::Or);
    for (group, opposed) in (0_u8..).zip(&sources.modifiers.opposed) {
        add(&opposed.one, Cue::Modifier(group, false));
        add(&opposed.other, Cue::Modifier(group, true));
    }
    for known in all.values_mut() {
        known.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
    }
    all
}
