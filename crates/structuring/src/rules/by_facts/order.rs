//! The order of the findings: organ by organ as the template goes, in each what was dictated, in the order in which it was said, and
//! behind it the template's sentences that stand.

use clinical::document::{Document, Read};
use clinical::fact::Fact;
use clinical::knowledge::{StructureId, knowledge};
use report::section::SectionKind;
use report::statement::{Origin, Statement};

use crate::rules::woven::{is_first, needs_label};
use crate::sheet::Unit;

/// A dictated statement and what it is about.
pub(super) struct Place<'d> {
    pub(super) statement: Statement,
    pub(super) read: Option<&'d Read>,
    pub(super) facts: &'d [Fact],
}

/// Template sentences that stand and dictated statements, in one order.
pub(super) fn in_order(units: &[Unit], lines: &[Document], told: Vec<Place<'_>>) -> Vec<Statement> {
    let of_units: Vec<Option<StructureId>> = lines.iter().map(|line| place_of(&line.facts)).collect();
    let mut groups: Vec<Option<StructureId>> = Vec::new();
    for place in &of_units {
        let group = place.and_then(|id| knowledge().group_of(id));
        // A line of no group of its own belongs to the one before it.
        groups.push(group.or_else(|| groups.last().copied().flatten()));
    }
    let mut before: Vec<Vec<Statement>> = units.iter().map(|_| Vec::new()).collect();
    let mut last: Vec<Statement> = Vec::new();
    let mut slot: Option<usize> = None;
    for place in told {
        let hangs = place.read.is_none_or(|read| read.points_back) && slot.is_some();
        let own = if hangs {
            slot
        } else {
            slot_of(place.facts, &of_units, &groups).or(slot)
        };
        slot = own;
        match own {
            Some(at) => before[at].push(place.statement),
            None => last.push(place.statement),
        }
    }
    let mut statements = Vec::new();
    let mut labelled = None;
    for (index, unit) in units.iter().enumerate() {
        if !before[index].is_empty() {
            labelled = None;
        }
        statements.append(&mut before[index]);
        if unit.stands {
            statements.push(of_template(units, index, &mut labelled));
        }
    }
    statements.append(&mut last);
    statements
}

/// Before which line a statement stands: the first of its organ group.
fn slot_of(facts: &[Fact], units: &[Option<StructureId>], groups: &[Option<StructureId>]) -> Option<usize> {
    let knowledge = knowledge();
    let place = place_of(facts)?;
    let group = knowledge.group_of(place);
    let first = |is: &dyn Fn(StructureId) -> bool| units.iter().position(|unit| unit.is_some_and(is));
    let start = |at: usize| {
        let mut at = at;
        while at > 0 && groups[at].is_some() && groups[at - 1] == groups[at] {
            at -= 1;
        }
        at
    };
    groups
        .iter()
        .position(|of| of.is_some() && *of == group)
        .or_else(|| first(&|unit| unit == place).map(start))
        .or_else(|| first(&|unit| knowledge.is_within(place, unit)).map(start))
        .or_else(|| first(&|unit| knowledge.is_within(unit, place)).map(start))
}

/// What facts are about: where the first finding is, else the first that is named.
fn place_of(facts: &[Fact]) -> Option<StructureId> {
    let of = |fact: &Fact| fact.sites.named.first().or(fact.sites.inherent.first()).copied();
    facts
        .iter()
        .find(|fact| fact.is_asserted() && of(fact).is_some())
        .or_else(|| facts.iter().find(|fact| of(fact).is_some()))
        .and_then(of)
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
