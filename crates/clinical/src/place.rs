//! Where something is: the structures named beside it, its side, its level.

mod side;

use std::ops::Range;

use report::anatomy::level::Level;
use report::side::Side;

use crate::knowledge::{Cue, Form, Knowledge, Sense, StructureId};
use crate::mention::{Mention, Sentence};
pub(crate) use side::{joined, side_of};

/// Where a fact is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Sites {
    /// The structures that the text names, or that the fact inherits from what was said before.
    pub named: Vec<StructureId>,
    /// The regions of which the named tissues are meant: the neck of "neck muscles".
    pub within: Vec<StructureId>,
    /// Those that the concept brings with it.
    pub inherent: Vec<StructureId>,
    /// The side.
    pub side: Option<Side>,
    /// Vertebral levels.
    pub levels: Vec<Level>,
    /// Parts of them of which it is not said: "all the sinuses but the sphenoid".
    pub spared: Vec<StructureId>,
}

impl Sites {
    /// Whether it says nothing of where.
    pub fn is_nowhere(&self) -> bool {
        self.named.is_empty() && self.inherent.is_empty() && self.levels.is_empty()
    }

    /// The structures that the text names, else those that the concept brings with it.
    pub fn told(&self) -> &[StructureId] {
        if self.named.is_empty() {
            &self.inherent
        } else {
            &self.named
        }
    }
}

/// The structures that some mentions of a sentence name, and the regions of which they are: without those that another of them is part
/// of, unless both stand in a list ("sulci and sylvian fissures"), and without tissues and regions beside a structure.
pub(crate) fn named(
    sentence: &Sentence<'_>,
    mentions: &[&Mention],
    knowledge: &Knowledge,
) -> (Vec<StructureId>, Vec<StructureId>) {
    let of = |mention: &Mention| match mention.sense {
        Sense::Structure(id) => Some(id),
        _ => None,
    };
    let specific = |besides: &Mention| {
        mentions.iter().any(|other| {
            other.words != besides.words && of(other).is_some_and(|id| !knowledge.structure(id).broad)
        })
    };
    let tissue = mentions
        .iter()
        .filter_map(|mention| of(mention))
        .any(|id| knowledge.is_tissue(id));
    let (mut all, mut regions) = (Vec::new(), Vec::new());
    for whole in mentions {
        let Some(id) = of(whole) else { continue };
        let structure = knowledge.structure(id);
        let described = mentions.iter().any(|part| {
            of(part).is_some_and(|part_id| {
                part_id != id
                    && knowledge.is_within(part_id, id)
                    && !listed(sentence, &whole.words, &part.words)
            })
        });
        let in_list = mentions.iter().any(|other| {
            of(other).is_some_and(|id| !knowledge.structure(id).broad)
                && listed(sentence, &whole.words, &other.words)
        });
        if described || structure.broad && specific(whole) && !in_list {
            continue;
        }
        if tissue && structure.region {
            &mut regions
        } else {
            &mut all
        }
        .push(id);
    }
    for list in [&mut all, &mut regions] {
        list.sort_unstable();
        list.dedup();
    }
    (all, regions)
}

/// Whether a list goes on between two words.
fn in_list(sentence: &Sentence<'_>, start: usize, end: usize) -> bool {
    sentence.cue_at_any(start..end, |cue| matches!(cue, Cue::Join | Cue::Or))
        || (start - 1..end).any(|word| sentence.between(word).contains([',', '&', '/']))
}

/// Whether two names stand in one list, with nothing that leads from one to the other between.
fn listed(sentence: &Sentence<'_>, one: &Range<usize>, other: &Range<usize>) -> bool {
    let (first, second) = if one.start < other.start {
        (one, other)
    } else {
        (other, one)
    };
    if first.end > second.start {
        return false;
    }
    let gap = first.end..second.start;
    let joined = sentence.cue_at_any(gap.clone(), |cue| matches!(cue, Cue::Join | Cue::Or))
        || (first.end - 1..second.start).any(|word| sentence.between(word).contains([',', '&', '/']));
    // "In the ureter or at its junction": the list goes on with another preposition.
    let goes_on = |word: usize| {
        let before = word.checked_sub(1);
        before.is_some_and(|before| {
            sentence
                .cue_at(before, |cue| matches!(cue, Cue::Join | Cue::Or))
                .is_some()
        })
    };
    let mut words = gap;
    joined && !words.any(|word| sentence.cue_at(word, |cue| cue == Cue::Place).is_some() && !goes_on(word))
}

/// The structures of a list without those that another of them is part of, and without tissues and regions beside a structure.
pub(crate) fn nearest(mut structures: Vec<StructureId>, knowledge: &Knowledge) -> Vec<StructureId> {
    let broad = |id: &StructureId| knowledge.structure(*id).broad;
    if !structures.iter().all(broad) {
        structures.retain(|id| !broad(id));
    }
    let all = structures.clone();
    structures.retain(|whole| {
        !all.iter()
            .any(|part| part != whole && knowledge.is_within(*part, *whole))
    });
    structures.sort_unstable();
    structures.dedup();
    structures
}

/// The structures that a mention of a clause is said to be at: before it as a modifier, behind it by a preposition or at once, or as
/// the subject of the clause.
pub(crate) fn structures_of<'s>(
    sentence: &'s Sentence<'_>,
    clause: &Range<usize>,
    mention: &Range<usize>,
    knowledge: &Knowledge,
) -> Vec<&'s Mention> {
    let within = sentence.mentions_within(clause);
    let is_finding =
        |other: &&Mention| matches!(other.sense, Sense::Concept(_)) && other.words.end <= clause.end;
    let is_named_by = |finding: &Mention, other: &Mention| {
        finding.words.start <= other.words.start
            && other.words.end <= finding.words.end
            && finding.words != other.words
    };
    let structures: Vec<&Mention> = within
        .iter()
        .filter(|other| matches!(other.sense, Sense::Structure(_)) && other.words.end <= clause.end)
        // The tissue in a finding's name is nobody's place: "fracture or bone marrow | oedema".
        .filter(|other| {
            let mut findings = within.iter().filter(is_finding);
            !(is_tissue(other, knowledge) && findings.any(|finding| is_named_by(finding, other)))
        })
        .collect();
    let mut found: Vec<&Mention> = structures
        .iter()
        .filter(|structure| structure.words.start >= mention.start && structure.words.end <= mention.end)
        .copied()
        .collect();
    found.extend(modifiers(sentence, &structures, mention));
    let subject: Vec<&Mention> = subject(sentence, &structures, mention, knowledge);
    let placed = !found.is_empty() || !subject.is_empty();
    found.extend(behind(sentence, &structures, clause, mention, placed));
    let subject = subject
        .into_iter()
        .filter(|one| !found.contains(one))
        .collect::<Vec<_>>();
    found.extend(subject);
    found
}

fn is_tissue(mention: &Mention, knowledge: &Knowledge) -> bool {
    match mention.sense {
        Sense::Structure(id) => knowledge.is_tissue(id),
        _ => false,
    }
}

/// `hepatic | cyst`, `left kidney lower pole | calculus`: structures before a mention with nothing but qualities between.
fn modifiers<'s>(
    sentence: &Sentence<'_>,
    structures: &[&'s Mention],
    mention: &Range<usize>,
) -> Vec<&'s Mention> {
    let mut found = Vec::new();
    let mut edge = mention.start;
    for structure in structures
        .iter()
        .rev()
        .filter(|structure| structure.words.start < mention.start && structure.words.end <= mention.end)
    {
        // "Median nerve | sheath tumour": they may share a word.
        let gap = structure.words.end.min(edge)..edge;
        if gap.clone().any(|word| parts(sentence, word)) || gap.len() > 4 {
            break;
        }
        edge = structure.words.start;
        found.push(*structure);
    }
    found
}

/// Whether a word parts a structure from what stands behind it: a verb, a preposition, another finding, a comma.
fn parts(sentence: &Sentence<'_>, word: usize) -> bool {
    sentence
        .cue_at(word, |cue| {
            matches!(cue, Cue::Verb | Cue::Place | Cue::Before(_) | Cue::End)
        })
        .is_some()
        || sentence.mentions.iter().any(|mention| {
            mention.words.contains(&word)
                && matches!(
                    mention.sense,
                    Sense::Concept(_) | Sense::Normal | Sense::NormalIn(_)
                )
        })
        || sentence.between(word).contains([',', ';', ':'])
}

/// `calculus | in the lower pole of the left kidney`: structures behind a mention, up to another statement.
fn behind<'s>(
    sentence: &Sentence<'_>,
    structures: &[&'s Mention],
    clause: &Range<usize>,
    mention: &Range<usize>,
    placed: bool,
) -> Vec<&'s Mention> {
    let mut found = Vec::new();
    if !structures
        .iter()
        .any(|structure| structure.words.start >= mention.end)
    {
        return found;
    }
    let mut led = true;
    let mut away = false;
    let mut led_by_place = false;
    let is_quality = sentence
        .mentions_within(mention)
        .iter()
        .any(|own| own.words == *mention && own.form == Form::Adjective);
    let mut qualities = mention.end;
    let mut word = mention.end;
    while word < clause.end {
        let here = || {
            structures
                .iter()
                .filter(|structure| structure.words.start == word)
        };
        if let Some(structure) = here().max_by_key(|structure| structure.words.end) {
            if !led {
                break;
            }
            // "No disc herniation or | canal stenosis": of what stands behind it alone.
            // And "hydronephrosis with perinephric and periureteric | stranding".
            let comma = (mention.end - 1..word).any(|word| sentence.between(word).contains(','));
            let apart = word > mention.end || comma;
            // "Fracture mid third clavicle | displaced": what its place is said to be besides.
            let is_said_besides = found.is_empty() && !comma && is_state(sentence, structure.words.end);
            let of_next = !led_by_place
                && apart
                && !is_said_besides
                && describes_next(sentence, structures, structure.words.end);
            if !away && !of_next {
                found.extend(here());
            }
            word = structure.words.end;
            continue;
        }
        if let Some(words) = sentence.cue_at(word, |cue| cue == Cue::Away) {
            (led, away) = (true, true);
            word = words.end;
            continue;
        }
        if let Some(words) = sentence.cue_at(word, |cue| cue == Cue::Place) {
            (led, away, led_by_place) = (true, false, true);
            word = words.end;
            continue;
        }
        let other = sentence.mentions_within(&(word..word + 1)).first();
        match other.map(|other| &other.sense) {
            Some(Sense::Concept(_)) if found.is_empty() && !placed => {
                // "A calculus in the dilated | ureter": it describes the place.
                let is_adjective = other.is_some_and(|other| other.form == Form::Adjective);
                // "Thickened hyperintense | Achilles tendon": all of them are said of the noun.
                let is_next = is_quality && is_adjective && word == qualities;
                if is_next {
                    qualities = other.map_or(word, |other| other.words.end);
                }
                let describes = led_by_place && is_adjective || is_next;
                // Another finding may stand between: "cyst and calculus in the kidney", "infarct with oedema in the pons". What it stands
                // right before is its own: "extrusion compressing the cord".
                led = describes || in_list(sentence, mention.end, word);
                word = other.map_or(word + 1, |other| other.words.end);
                continue;
            }
            Some(Sense::Concept(_) | Sense::Normal | Sense::NormalIn(_)) => break,
            _ => {}
        }
        if sentence
            .cue_at(word, |cue| matches!(cue, Cue::Before(_)))
            .is_some()
        {
            break;
        }
        if sentence.cue_at(word, |cue| cue == Cue::Verb).is_some()
            && sentence.cue_at(word, |cue| cue == Cue::Seeing).is_none()
        {
            led = false;
        }
        word += 1;
    }
    found
}

/// `The liver | shows a cyst`: the structures before the first verb, when the mention stands behind it; all before it where no verb is.
fn subject<'s>(
    sentence: &Sentence<'_>,
    structures: &[&'s Mention],
    mention: &Range<usize>,
    knowledge: &Knowledge,
) -> Vec<&'s Mention> {
    structures
        .iter()
        .filter(|structure| structure.words.end <= mention.start)
        .filter(|structure| {
            // Not that of another finding before it: "cyst in the liver and calculus".
            let led = is_led(sentence, structures, structure, knowledge);
            let other = || {
                let before = sentence.mentions_within(&(0..structure.words.start));
                before.iter().any(|other| {
                    matches!(other.sense, Sense::Concept(_)) && other.words.end <= structure.words.start
                })
            };
            !(led && other())
        })
        .copied()
        .collect()
}

/// Whether a preposition leads to a structure, or to those of its list before it: "into the nasal cavity and | choana".
fn is_led(
    sentence: &Sentence<'_>,
    structures: &[&Mention],
    structure: &Mention,
    knowledge: &Knowledge,
) -> bool {
    let mut start = structure.words.start;
    loop {
        if start > 0 && sentence.is_article(start - 1, knowledge) {
            start -= 1;
        }
        let Some(before) = start.checked_sub(1) else {
            return false;
        };
        if sentence.cue_at(before, |cue| cue == Cue::Place).is_some() {
            return true;
        }
        let is_joined = sentence
            .cue_at(before, |cue| matches!(cue, Cue::Join | Cue::Or))
            .is_some();
        let end = if is_joined { before } else { start };
        let comma = sentence.between(before).contains(',');
        let previous = structures.iter().filter(|other| other.words.end == end);
        let Some(previous) = previous
            .map(|other| other.words.start)
            .min()
            .filter(|_| is_joined || comma)
        else {
            return false;
        };
        start = previous;
    }
}

/// Whether an adjective that is a finding ends what is said: "displaced", and not "displaced fracture".
fn is_state(sentence: &Sentence<'_>, from: usize) -> bool {
    let mut here = sentence.mentions_within(&(from..from + 1)).iter();
    let found =
        here.find(|mention| matches!(mention.sense, Sense::Concept(_)) && mention.form == Form::Adjective);
    found.is_some_and(|found| {
        found.words.end == sentence.words.len()
            || sentence.between(found.words.end - 1).contains([',', ';', '.'])
    })
}

/// Whether what stands before a word describes a finding behind it, by itself or in a list with other structures.
fn describes_next(sentence: &Sentence<'_>, structures: &[&Mention], from: usize) -> bool {
    if findings_at(sentence, from..from + 1) {
        return true;
    }
    let joined = sentence
        .cue_at(from, |cue| matches!(cue, Cue::Join | Cue::Or))
        .is_some();
    let next = structures
        .iter()
        .find(|structure| structure.words.start == from + usize::from(joined));
    next.is_some_and(|next| joined && findings_at(sentence, next.words.end..next.words.end + 1))
}

/// Whether a finding is named first among some words.
fn findings_at(sentence: &Sentence<'_>, words: Range<usize>) -> bool {
    let named = sentence.mentions_within(&words);
    named
        .iter()
        .any(|mention| matches!(mention.sense, Sense::Concept(_)))
}

/// Whether a structure is named among some words.
fn structures_at(sentence: &Sentence<'_>, words: Range<usize>) -> bool {
    let named = sentence.mentions_within(&words);
    named
        .iter()
        .any(|mention| matches!(mention.sense, Sense::Structure(_)))
}
