//! Decides whether a dictated sentence names another of several possibilities than the template: one cord ends at one level.

use report::reading::{Reading, Subject};
use report::side::Side;

use crate::alternatives::Answers;
use crate::sheet::Unit;

/// Takes out the units that name another of several possibilities than a dictated sentence does.
pub(super) fn replace(units: &mut [Unit], dictated: &Reading, text: &str) {
    let answers = Answers::of(text);
    for unit in units.iter_mut() {
        if unit.stands
            && (unit.answers.differ_in_side(&answers)
                || !on_other_sides(unit, dictated)
                    && (unit.answers.differ_from(&answers, &unit.reading, dictated)
                        || ends_elsewhere(&unit.reading, dictated)))
        {
            unit.stands = false;
        }
    }
}

/// `Conus ends at L3` and `conus terminates at L1 and is normal`: one cord ends at one level.
fn ends_elsewhere(unit: &Reading, dictated: &Reading) -> bool {
    let is_conus = |reading: &Reading| {
        reading
            .subjects
            .iter()
            .any(|subject| subject.structure.id == "conus-medullaris")
    };
    let meet = || {
        let mut own = unit.levels.iter();
        own.any(|level| dictated.levels.iter().any(|other| level.meets(other)))
    };
    is_conus(unit) && is_conus(dictated) && !unit.levels.is_empty() && !dictated.levels.is_empty() && !meet()
}

/// Whether a unit and a dictated sentence speak of different sides: `left leg: three vessel run-off`.
fn on_other_sides(unit: &Unit, dictated: &Reading) -> bool {
    let sides =
        |subjects: &[Subject]| -> Vec<Side> { subjects.iter().filter_map(|subject| subject.side).collect() };
    let mut own = sides(&unit.reading.subjects);
    own.extend(sides(&unit.about));
    let said = sides(&dictated.subjects);
    let meet =
        |side: &Side| *side == Side::Bilateral || said.contains(side) || said.contains(&Side::Bilateral);
    !own.is_empty() && !said.is_empty() && !own.iter().any(meet)
}
