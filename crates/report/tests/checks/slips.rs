//! Slips that stand near to what clean reports say: what excuses those hides none of these.

use report::checks::FlagKind;

use super::flags;

/// Each of these is near to something that clean reports say, and a slip all the same.
#[test]
fn what_excuses_clean_reports_hides_no_slip() {
    for (study, findings, impression, expected) in [
        (
            "MRI spine",
            "Fracture of L1. No cord compression.",
            "Cord compression at T8.",
            FlagKind::Contradiction,
        ),
        (
            "CT chest",
            "Right lung clear.\nLeft lung clear. No pneumothorax or pleural effusion.",
            "Right pneumothorax.",
            FlagKind::Contradiction,
        ),
        (
            "CT head",
            "Right subdural collection, no haemorrhage.",
            "Right acute subdural haemorrhage.",
            FlagKind::Contradiction,
        ),
        (
            "CT coronary angiogram",
            "LM bifurcates into LAD and LCx, which are normal.",
            "Severe stenosis of the LAD.",
            FlagKind::Contradiction,
        ),
        (
            "CT abdomen",
            "Ruptured HCC with haemoperitoneum and portal vein thrombosis.",
            "Ruptured HCC with active bleeding and portal vein thrombosis.",
            FlagKind::CriticalFinding,
        ),
        (
            "CT head",
            "Acute left M1 occlusion with reduced cerebral blood flow.",
            "Acute left M1 occlusion with preserved blood volume.",
            FlagKind::CriticalFinding,
        ),
        (
            "CT head",
            "Acute subdural haematoma: 12 mm collection over the right convexity.",
            "Acute subdural haematoma: 12 mm collection over the right convexity.",
            FlagKind::CriticalFinding,
        ),
        (
            "CT abdomen",
            "Images were reviewed together with US from 3 May. Perforated gastric ulcer with free air.",
            "Perforated gastric ulcer with free air.",
            FlagKind::CriticalFinding,
        ),
        (
            "MRI pelvis",
            "Fistula communicating with the anal canal at 11 o'clock. Fournier gangrene.",
            "Fournier gangrene. Telephone discussion with surgery is advised.",
            FlagKind::CriticalFinding,
        ),
        (
            "CT liver",
            "Mass of 5.1 cm in the liver.",
            "Liver mass, previously 4.2 cm, now 6.1 cm.",
            FlagKind::MeasurementMismatch,
        ),
        (
            "CT KUB",
            "UVJ calculus of 4 mm on the left.",
            "Left hydroureteronephrosis from the 14 mm UVJ calculus.",
            FlagKind::MeasurementMismatch,
        ),
        (
            "MRI rectum",
            "Rectal mass of 20 mm.",
            "A 35 mm growth in the rectum.",
            FlagKind::MeasurementMismatch,
        ),
        (
            "CT chest",
            "Nodules of 4 mm and 8 mm in the right lung.",
            "Right lung nodules (3-18 mm).",
            FlagKind::MeasurementMismatch,
        ),
    ] {
        let told = flags(study, findings, impression);
        assert!(
            told.iter().any(|flag| flag.kind == expected),
            "{findings} / {impression}: {told:?}"
        );
    }
}
