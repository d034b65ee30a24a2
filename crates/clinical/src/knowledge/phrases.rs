//! What phrases stand for, found by the key of their first word: names and cues.

use std::cmp::Reverse;

use hashbrown::HashMap;

use super::source::{self, Sources};
use super::{Assertion, ByFirst, ConceptId, Cue, Form, Meaning, Name, Region, Sense, StructureId};
use crate::token;

/// Every name with its meanings, longest first.
pub(super) fn names(
    sources: &Sources,
    structure_by_id: &HashMap<String, StructureId>,
    concept_by_id: &HashMap<String, ConceptId>,
) -> ByFirst<Name> {
    let mut names: ByFirst<Name> = HashMap::new();
    for (id, entry) in &sources.structures {
        let sense = Sense::Structure(structure_by_id[id]);
        add_all(&mut names, &entry.names, &entry.regions, sense, Form::Name);
        add_all(
            &mut names,
            &entry.of_tissue,
            &entry.regions,
            sense,
            Form::OfTissue,
        );
    }
    for (id, entry) in &sources.concepts {
        let sense = Sense::Concept(concept_by_id[id]);
        add_all(&mut names, &entry.names, &entry.regions, sense, Form::Name);
        add_all(&mut names, &entry.none, &entry.regions, sense, Form::Denial);
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
        known.sort_by_key(|name| Reverse(name.rest.len()));
    }
    names
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

/// The keys of the articles.
pub(super) fn articles(sources: &Sources) -> Vec<String> {
    let words = sources.assertions.articles.all();
    words.iter().flat_map(|word| token::keys(word)).collect()
}

/// Every cue, longest first.
pub(super) fn cues(sources: &Sources) -> ByFirst<(Vec<String>, Vec<Cue>)> {
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
    add(&assertions.pseudo.all(), Cue::Pseudo);
    add(&assertions.change.words, Cue::Change);
    add(&assertions.change.leads, Cue::Lead);
    add(&assertions.ends.all(), Cue::End);
    add(&assertions.verbs.all(), Cue::Verb);
    add(&assertions.seeing.all(), Cue::Seeing);
    add(&assertions.plain.all(), Cue::Plain);
    add(&assertions.places.all(), Cue::Place);
    add(&assertions.away.all(), Cue::Away);
    add(&assertions.found.all(), Cue::Found);
    add(&assertions.rest.all(), Cue::Rest);
    add(&assertions.all.words, Cue::All);
    add(&assertions.direction.all(), Cue::Direction);
    add(&assertions.direction.all(), Cue::Place);
    add(&assertions.compared.all(), Cue::Compared);
    add(&assertions.except.all(), Cue::Except);
    add(&assertions.with.all(), Cue::With);
    add(&assertions.all.behind, Cue::Each);
    add(&assertions.anaphora.words, Cue::Anaphora);
    add(&assertions.anaphora.alike, Cue::Alike);
    add(&assertions.anaphora.pointing, Cue::Pointing);
    add(&assertions.many.all(), Cue::Many);
    add(&assertions.joins.words, Cue::Join);
    add(&assertions.joins.or, Cue::Or);
    for (group, opposed) in (0_u8..).zip(&sources.modifiers.opposed) {
        add(&opposed.one, Cue::Modifier(group, false));
        add(&opposed.other, Cue::Modifier(group, true));
    }
    for known in all.values_mut() {
        known.sort_by_key(|(rest, _)| Reverse(rest.len()));
    }
    all
}
