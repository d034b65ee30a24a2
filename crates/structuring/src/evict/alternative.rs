//! Decides whether a dictated sentence names another of several possibilities than the template: one cord ends at one level.

use report::reading::Reading;

use super::place::on_other_sides;
use crate::alternatives::Answers;
use crate::sheet::Unit;

/// Takes out the units that name another of several possibilities than a dictated sentence does.
pub(crate) fn replace_alternatives(units: &mut [Unit], dictated: &Reading, text: &str) -> Vec<usize> {
    let answers = Answers::of(text);
    let mut touched = Vec::new();
    for (index, unit) in units.iter_mut().enumerate() {
        if unit.stands
            && (unit.answers.differ_in_side(&answers)
                || !on_other_sides(unit, dictated)
                    && (unit.answers.differ_from(&answers, &unit.reading, dictated)
                        || ends_elsewhere(&unit.reading, dictated)))
        {
            unit.stands = false;
            touched.push(index);
        }
    }
    touched
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
