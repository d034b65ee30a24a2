//! Puts the findings together: every dictated statement in its place, and the template's sentences that still hold.

use std::borrow::Cow;
use std::ops::Range;

use clinical::document::{Context, Document};
use clinical::fact::{Fact, distinct};
use clinical::knowledge::StructureId;
use clinical::relate;
use hashbrown::{HashMap, HashSet};
use report::statement::{Origin, Statement};

use super::order::{Place, Placed, in_order};
use super::replaced;
use crate::fill::{self, Source};
use crate::merge::{self, Verdict, spoken_of};
use crate::report_of::{LeftOut, SetAside};
use crate::rules::absorbed::Absorbed;
use crate::rules::filling::{chooses, fill_values, remeasured, restates};
use crate::rules::spoken::Spoken;
use crate::rules::told::Told;
use crate::sheet::{Sheet, Unit};
use report::reading::Reading;
use report::section::SectionKind;
use report::{measurement, remainder};

/// The findings put together.
#[derive(Default)]
pub(in crate::rules) struct Findings {
    /// The statements in their order.
    pub(in crate::rules) placed: Vec<Placed>,
    /// The lines that were left out, each before the number of its statement.
    pub(in crate::rules) set_aside: Vec<SetAside>,
    /// Of what the template tells or asks for the size.
    pub(in crate::rules) measured: HashSet<StructureId>,
}

/// Puts the dictated statements and the template's lines together.
pub(in crate::rules) fn assemble(
    heard: &[&Spoken],
    told_of: &Told<'_>,
    besides: &[&Spoken],
    context: &Context,
    sheet: Option<&Sheet>,
    sources: &[Source<'_>],
    study: Option<&str>,
) -> Findings {
    let facts_of = |sentence: &Spoken| {
        let number = told_of.number_of(sentence);
        number.map_or(&[][..], |number| told_of.document.facts_of(number))
    };
    let Some(sheet) = sheet.filter(|sheet| !sheet.units.is_empty()) else {
        let place = |sentence: &&Spoken| Placed::by_itself(dictated(sentence), facts_of(sentence));
        return Findings {
            placed: heard.iter().map(place).collect(),
            ..Findings::default()
        };
    };
    let mut units = sheet.units.clone();
    let mut named_side = Vec::new();
    let mut absorbed = Vec::new();
    let mut told = Vec::new();
    // What is said again tells no line more than it did, while no line has changed.
    let mut changes = 0;
    let mut told_before: HashMap<&str, usize> = HashMap::new();
    for (order, sentence) in heard.iter().enumerate() {
        if remainder::is_remainder(&sentence.text) {
            continue;
        }
        if fill::only_names_side(&sentence.text, &sentence.reading) && sheet_has_choice(sheet) {
            named_side.push(*sentence);
            continue;
        }
        if told_before.get(sentence.text.as_str()) == Some(&changes) {
            told.push(order);
            continue;
        }
        let source = Source::new(&sentence.text, &sentence.reading, sentence.span.clone());
        let mut touched = Vec::new();
        let mut says_it = Vec::new();
        if let Some(index) = restates(&mut units, sentence) {
            touched.push(index);
            says_it.push(index);
        } else if fill_values(&mut units, &source, heard, &mut touched) {
            says_it.clone_from(&touched);
        }
        says_it.extend(remeasured(&mut units, &source, &mut touched));
        replaced::replace(&mut units, &sentence.reading, &sentence.text);
        if says_it.is_empty() {
            says_it.extend(chooses(&mut units, &source, study));
        }
        changes += usize::from(!touched.is_empty() || !says_it.is_empty());
        if says_it.is_empty() {
            told_before.insert(&sentence.text, changes);
            told.push(order);
        } else {
            absorbed.push(Absorbed {
                sentence,
                units: says_it,
                order,
            });
        }
    }
    // How it was done, and why: a template may ask for that among its findings.
    for sentence in besides {
        let source = Source::new(&sentence.text, &sentence.reading, sentence.span.clone());
        fill_values(&mut units, &source, heard, &mut Vec::new());
    }
    // A line is read in the light of its own study: "canal" is another one in a study of the ear than in one of the spine.
    let contexts: Vec<Context> = match sheet.studies()[..] {
        [] => vec![context.clone()],
        ref names => names.iter().map(|name| merge::context(name)).collect(),
    };
    let lines: Vec<Document> = units
        .iter()
        .map(|unit| unit.document(&contexts[unit.study]))
        .collect();
    let said = &told_of.said;
    let bearing = told_of.bearing();
    let facts = distinct(&bearing);
    let dictation = spoken_of::Dictated::of(&facts, |number| said[number].text.as_str());
    let mut left_out = Vec::new();
    let mut is_said = vec![false; units.len()];
    for (index, (unit, line)) in units
        .iter_mut()
        .zip(&lines)
        .enumerate()
        .filter(|(_, (unit, _))| unit.stands && !unit.is_heading)
    {
        // What it was filled with was dictated, and leaves no doubt of it.
        let is_of_others = |fact: &&Fact| !unit.filled.contains(&said[fact.sentence].span);
        let others = match unit.filled.is_empty() {
            true => Cow::Borrowed(&facts),
            false => {
                report::budget::spend(bearing.len() as u64);
                Cow::Owned(distinct(bearing.iter().filter(is_of_others)))
            }
        };
        let mut judged = merge::judge(&line.facts, &facts);
        is_said[index] = line.facts.is_empty() || judged.verdict == Verdict::Said;
        if judged.verdict != Verdict::Against && !unit.filled.is_empty() {
            judged = merge::judge(&line.facts, &others);
            // Its facts are counted otherwise.
            judged.reason = None;
            judged.tellers.clear();
        }
        let open = !unit.filled.is_empty() || unit.text.contains("___") || unit.text.contains('[');
        let is_spoken_of = || {
            dictation.speaks_of(spoken_of::Line {
                label: unit.label.as_deref(),
                text: &unit.text,
                facts: &line.facts,
                judged: &judged,
            })
        };
        let answer = answer(unit, line, &facts);
        unit.stands = match judged.verdict {
            Verdict::Against | Verdict::Doubtful => false,
            _ if answer.is_some() => false,
            Verdict::Said | Verdict::Partly if open || !is_spoken_of() => true,
            Verdict::Said => false,
            Verdict::Partly => {
                let (label, structure) = (unit.label.as_deref(), unit.structure());
                let own = &contexts[unit.study];
                let rest = merge::trimmed(&unit.text, label, structure, own, &others, judged.unsaid);
                rest.map(|rest| unit.text = rest).is_some()
            }
            Verdict::Stays => true,
        };
        if !unit.stands {
            let decided = judged.reason.map(|reason| &facts[reason.dictated]).or(answer);
            let because = decided.map(|fact| said[fact.sentence].text.clone());
            left_out.push((index, judged.verdict, because));
        }
    }
    // Of two studies that were done together the second does not say word for word what the first has said.
    let mut said_by: HashMap<String, usize> = HashMap::new();
    for (index, unit) in units.iter_mut().enumerate().filter(|(_, unit)| unit.stands) {
        let first = *said_by.entry(unit.text.clone()).or_insert(unit.study);
        if first != unit.study {
            unit.stands = false;
            left_out.push((index, Verdict::Said, None));
        }
    }
    // The radiologist's words win: a line that would take up a sentence and lose words of it goes, and so for every sentence it took up.
    let mut held: Vec<&Absorbed> = absorbed.iter().collect();
    while let Some(at) = held.iter().position(|absorbed| !absorbed.is_held(&units)) {
        let lost = held.remove(at);
        for index in &lost.units {
            units[*index].stands = false;
        }
        told.push(lost.order);
    }
    told.sort_unstable();
    // A value that stands in the radiologist's own sentence is not told a second time by a line that says nothing else.
    let standing: HashSet<&Range<usize>> = told.iter().map(|order| &heard[*order].span).collect();
    for (index, unit) in units.iter_mut().enumerate() {
        let asks = unit.text.contains("___") || unit.text.contains('[');
        let is_own = !unit.filled.is_empty() && unit.filled.iter().all(|span| standing.contains(span));
        if unit.stands && !asks && is_own && is_said[index] {
            unit.stands = false;
            left_out.push((index, Verdict::Said, None));
        }
    }
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
    let place = |order: usize| {
        let sentence = heard[order];
        let number = told_of.number_of(sentence);
        Place {
            statement: dictated(sentence),
            joined: sentence.joined,
            study: sentence.study,
            read: number.map(|number| &told_of.document.sentences[number]),
            facts: facts_of(sentence),
        }
    };
    let mut placed = in_order(&units, &lines, told.into_iter().map(place).collect());
    if !chose {
        // No blank took the side, so the sentence stands for itself.
        let alone = |sentence| Placed::by_itself(dictated(sentence), &[]);
        placed.splice(0..0, named_side.into_iter().map(alone));
    }
    let measures = |unit: &Unit| unit.text.contains("___") || !measurement::find(&unit.text).is_empty();
    let measured = sheet.units.iter().zip(&lines).filter(|(unit, _)| measures(unit));
    Findings {
        set_aside: set_aside(left_out, &units, &placed),
        placed,
        measured: measured
            .flat_map(|(_, line)| &line.sentences)
            .flat_map(|read| read.structures.iter().copied())
            .collect(),
    }
}

/// What was told of all that a line does nothing but ask for: "junctional zone measures ___ mm" beside "junctional zone is thickened, measuring
/// 16 mm".
fn answer<'f>(unit: &Unit, line: &Document, facts: &'f [Fact]) -> Option<&'f Fact> {
    let only_asks = unit.filled.is_empty() && unit.text.contains("___");
    let told = |asked: &Fact| facts.iter().find(|told| relate::tells_size(told, asked));
    let told: Option<Vec<&Fact>> = only_asks.then(|| line.facts.iter().map(told).collect())?;
    told?.first().copied()
}

/// The lines that were left out, each with the statement before which it would stand: that of the next line that does.
fn set_aside(
    left_out: Vec<(usize, Verdict, Option<String>)>,
    units: &[Unit],
    placed: &[Placed],
) -> Vec<SetAside> {
    let of_template =
        |(_, placed): &(usize, &Placed)| matches!(placed.statement.origin, Origin::Template { .. });
    let standing: Vec<usize> = (0..units.len()).filter(|index| units[*index].stands).collect();
    let placed: Vec<usize> = placed
        .iter()
        .enumerate()
        .filter(of_template)
        .map(|(at, _)| at)
        .collect();
    left_out
        .into_iter()
        .map(|(index, verdict, because)| {
            let unit = &units[index];
            let next = standing.partition_point(|other| *other < index);
            SetAside {
                text: match &unit.label {
                    Some(label) => format!("{label}: {}", unit.text),
                    None => unit.text.clone(),
                },
                reason: match verdict {
                    Verdict::Against => LeftOut::Contradicted,
                    Verdict::Doubtful => LeftOut::Doubtful,
                    Verdict::Said | Verdict::Partly | Verdict::Stays => LeftOut::Said,
                },
                because,
                before: placed.get(next).copied(),
            }
        })
        .collect()
}

fn dictated(sentence: &Spoken) -> Statement {
    Statement {
        section: SectionKind::Findings,
        text: sentence.text.clone(),
        origin: Origin::Dictated {
            spans: vec![sentence.span.clone()],
        },
    }
}

fn sheet_has_choice(sheet: &Sheet) -> bool {
    let of_others = sheet.others.iter().flat_map(|(_, lines)| lines);
    let lines = of_others.map(String::as_str);
    lines
        .chain(sheet.units.iter().map(|unit| unit.text.as_str()))
        .any(|line| line.contains('['))
}
