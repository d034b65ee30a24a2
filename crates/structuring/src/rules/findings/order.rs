//! The order of the findings: organ by organ as the template goes, in each what was dictated, in the order in which it was said, and
//! behind it the template's sentences that stand.

use std::ops::Range;

use clinical::document::{Document, Read};
use clinical::fact::Fact;
use clinical::knowledge::StructureId;
use report::section::SectionKind;
use report::statement::{Origin, Statement};

use super::hanging::{Behind, Slots, Told, hangs};
use crate::layout::{self, Groups, Member};
use crate::sheet::Unit;
use report::reading::Reading;

/// A dictated statement and what it is about.
pub(super) struct Place<'d> {
    pub(super) statement: Statement,
    /// Whether a comma parts it from the one before.
    pub(super) joined: bool,
    /// Of which of the studies that were done together it was said to be.
    pub(super) study: Option<usize>,
    pub(super) read: Option<&'d Read>,
    pub(super) facts: &'d [Fact],
}

impl Place<'_> {
    fn told(&self) -> Told<'_> {
        Told {
            text: &self.statement.text,
            joined: self.joined,
            facts: self.facts,
            read: self.read,
        }
    }
}

/// A statement in its place.
pub(in crate::rules) struct Placed {
    pub(in crate::rules) statement: Statement,
    /// Of which organ group it is.
    organ: Option<StructureId>,
    /// Whether it is the name of a study above its findings.
    is_heading: bool,
}

impl Placed {
    /// A statement in no place of a template, by what it says alone.
    pub(super) fn by_itself(statement: Statement, facts: &[Fact]) -> Self {
        Self {
            statement,
            organ: layout::organ_of(facts),
            is_heading: false,
        }
    }

    pub(in crate::rules) fn member(&self) -> Member {
        Member {
            organ: self.organ,
            is_heading: self.is_heading,
            is_labelled: layout::is_labelled(&self.statement),
        }
    }
}

/// Template sentences that stand and dictated statements, in one order.
pub(super) fn in_order(units: &[Unit], lines: &[Document], told: Vec<Place<'_>>) -> Vec<Placed> {
    let groups = Groups::of_studies(lines, studies(units));
    let mut before: Vec<Vec<Placed>> = (0..=units.len()).map(|_| Vec::new()).collect();
    let slots = slots(&groups, &told);
    for (place, slot) in told.into_iter().zip(slots) {
        let organ = match slot {
            Some(at) => groups.of_line(at),
            None => layout::organ_of(place.facts),
        };
        let end = place.study.map_or(units.len(), |study| groups.end(study));
        before[slot.unwrap_or(end)].push(Placed {
            statement: place.statement,
            organ,
            is_heading: false,
        });
    }
    let mut placed = Vec::new();
    let mut labelled = None;
    for (index, unit) in units.iter().enumerate() {
        if !before[index].is_empty() {
            labelled = None;
        }
        placed.append(&mut before[index]);
        if unit.stands {
            placed.push(Placed {
                statement: of_template(units, index, &mut labelled),
                organ: groups.of_line(index),
                is_heading: unit.is_heading,
            });
        }
    }
    placed.append(&mut before[units.len()]);
    placed
}

/// The lines of each of the studies that were done together.
fn studies(units: &[Unit]) -> Vec<Range<usize>> {
    let mut from = 0;
    units
        .chunk_by(|one, next| one.study == next.study)
        .map(|of_one| {
            let lines = from..from + of_one.len();
            from = lines.end;
            lines
        })
        .collect()
}

/// Before which line each statement stands: that of its organ, or that of the statement on which it hangs.
fn slots(groups: &Groups, told: &[Place<'_>]) -> Vec<Option<usize>> {
    let mut slots: Vec<Option<usize>> = Vec::with_capacity(told.len());
    let (mut head, mut hung) = (0, false);
    for (at, place) in told.iter().enumerate() {
        // "RK 10.2 x 4.5 cm." only measures: of the structure that it names.
        let named = || place.read?.structures.first().copied();
        let of_named = || groups.slot_of(named().filter(|_| place.facts.is_empty())?, place.study);
        let own = groups.slot(place.facts, place.study).or_else(of_named);
        let goes_on = at > 0 && told[at - 1].study == place.study;
        let slot = match slots.last().copied().filter(|_| goes_on) {
            None => {
                hung = false;
                own
            }
            Some(before) => {
                let behind = Behind {
                    before: told[at - 1].told(),
                    head: told[head].told(),
                    hangs: hung,
                };
                hung = hangs(place.told(), behind, Slots { own, before });
                if hung { before } else { own.or(before) }
            }
        };
        if !hung {
            head = at;
        }
        slots.push(slot);
    }
    // What is said first, of what the template does not speak of, stands before what was said next.
    let placed = slots.iter().position(Option::is_some).unwrap_or(slots.len());
    let next = slots.get(placed).copied().flatten();
    for (slot, place) in slots[..placed].iter_mut().zip(told) {
        *slot = next.filter(|_| place.study == told[placed].study);
    }
    slots
}

/// A sentence of the template, with its label where it is the first of its line that stands.
fn of_template(units: &[Unit], index: usize, labelled: &mut Option<usize>) -> Statement {
    let unit = &units[index];
    let text = match &unit.label {
        Some(label) if *labelled != Some(unit.line) && (is_first(units, index) || needs_label(unit)) => {
            format!("{label}: {}", unit.text).trim_end().to_owned()
        }
        _ => unit.text.clone(),
    };
    *labelled = Some(unit.line);
    Statement {
        section: SectionKind::Findings,
        text,
        origin: Origin::Template {
            filled: unit.filled.clone(),
        },
    }
}

/// Whether a sentence is the first of its line.
fn is_first(units: &[Unit], index: usize) -> bool {
    index
        .checked_sub(1)
        .is_none_or(|before| units[before].line != units[index].line)
}

/// Whether a sentence that lost the one before it would not say what it is about: `Measures 12 cm.` does, `No pneumothorax.` does not.
/// Nor would `No canal stenosis.` say at which level, or `No calculus.` on which side.
fn needs_label(unit: &Unit) -> bool {
    let own = Reading::of(&unit.text);
    let label = unit.label.as_deref().unwrap_or_default();
    let loses_level = own.levels.is_empty() && !report::anatomy::level::find(label).is_empty();
    let loses_side = report::side::find(&unit.text).is_empty() && !report::side::find(label).is_empty();
    own.subjects.is_empty() && own.claims.iter().all(|claim| !claim.kind.alone) || loses_level || loses_side
}
