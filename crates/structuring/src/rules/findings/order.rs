//! The order of the findings: organ by organ as the template goes, in each what was dictated, in the order in which it was said, and
//! behind it the template's sentences that stand.

use clinical::document::{Document, Read};
use clinical::fact::Fact;
use report::section::SectionKind;
use report::statement::{Origin, Statement};

use super::groups::Groups;
use super::hanging::{Behind, Slots, Told, hangs};
use crate::sheet::Unit;
use report::reading::Reading;

/// A dictated statement and what it is about.
pub(super) struct Place<'d> {
    pub(super) statement: Statement,
    /// Whether a comma parts it from the one before.
    pub(super) joined: bool,
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

/// Template sentences that stand and dictated statements, in one order.
pub(super) fn in_order(units: &[Unit], lines: &[Document], told: Vec<Place<'_>>) -> Vec<Statement> {
    let groups = Groups::of(lines);
    let mut before: Vec<Vec<Statement>> = units.iter().map(|_| Vec::new()).collect();
    let mut last: Vec<Statement> = Vec::new();
    let slots = slots(&groups, &told);
    for (place, slot) in told.into_iter().zip(slots) {
        match slot {
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

/// Before which line each statement stands: that of its organ, or that of the statement on which it hangs.
fn slots(groups: &Groups, told: &[Place<'_>]) -> Vec<Option<usize>> {
    let mut slots: Vec<Option<usize>> = Vec::with_capacity(told.len());
    let (mut head, mut hung) = (0, false);
    for (at, place) in told.iter().enumerate() {
        let own = groups.slot(place.facts);
        let slot = match slots.last().copied() {
            None => own,
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
    slots[..placed].fill(next);
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
