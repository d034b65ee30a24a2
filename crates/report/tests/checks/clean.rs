use super::check;

#[test]
fn reports_without_a_slip_raise_nothing() {
    check(
        "CT Abdomen Pelvis Contrast",
        "- Liver is normal in size and attenuation. No focal lesion.\n- Gall bladder is well distended with multiple calculi. No wall thickening.\n- Spleen measures 10.2 cm and is normal.\n- Both kidneys are normal in size. A 4 mm non-obstructing calculus is seen in the lower pole of the left kidney. No hydronephrosis.\n- Urinary bladder is normal.\n- No free fluid. No significant lymphadenopathy.",
        "1. Cholelithiasis without cholecystitis.\n2. Left renal calculus, 4 mm.",
        &[],
    );
    check(
        "MR Lumbar Spine",
        "L4-L5: Broad-based posterior disc bulge indenting the thecal sac with bilateral neural foraminal narrowing.\nL5-S1: No disc bulge. Canal is normal.\nConus ends at L1 and is normal.\nNo marrow oedema.",
        "1. L4-L5 disc bulge with bilateral foraminal narrowing.",
        &[],
    );
    check("CT chest", "", "", &[]);
}
