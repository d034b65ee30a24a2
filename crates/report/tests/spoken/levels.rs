use crate::check;

#[test]
fn vertebral_levels() {
    check(&[
        ("L four L five", "L4-L5"),
        ("l four five", "L4-L5"),
        ("l four l five and l five s one", "L4-L5 and L5-S1"),
        ("l five one disc", "L5-S1 disc"),
        (
            "c three four, c four five and c five six discs",
            "C3-C4, C4-C5 and C5-C6 discs",
        ),
        ("c seven t one", "C7-T1"),
        ("d twelve l one", "D12-L1"),
        ("t twelve l one", "T12-L1"),
        ("c seven d one", "C7-D1"),
        ("L3 L4 disc and L5 S1 16 mm", "L3-L4 disc and L5-S1 16 mm"),
        (
            "T2 hyperintense lesion at C5, C6 is normal",
            "T2 hyperintense lesion at C5, C6 is normal",
        ),
        ("l4 l5", "L4-L5"),
        ("l4-l5 disc", "L4-L5 disc"),
        ("l5-s1", "L5-S1"),
        ("t11-12", "T11-12"),
        ("at l3 vertebra", "At L3 vertebra"),
        ("l four slash l five", "L4/L5"),
        ("l four hyphen five", "L4-5"),
        ("l one to l five", "L1 to L5"),
        ("from c three to seven", "From C3 to C7"),
        ("l one through four", "L1 through L4"),
        ("l four and l five vertebrae", "L4 and L5 vertebrae"),
        ("l two and three vertebral bodies", "L2 and L3 vertebral bodies"),
        (
            "grade one anterolisthesis of l four over l five",
            "Grade 1 anterolisthesis of L4 over L5",
        ),
        ("s one nerve root", "S1 nerve root"),
        (
            "nodule in s six of the left lower lobe",
            "Nodule in S6 of the left lower lobe",
        ),
        ("l six vertebra", "L6 vertebra"),
        ("t one t two disc", "T1-T2 disc"),
        ("m r i l four l five", "MRI L4-L5"),
        ("c t l four l five", "CT L4-L5"),
    ]);
}

#[test]
fn a_size_after_a_level_is_no_level() {
    check(&[
        ("at l four five mm retrolisthesis", "At L4 5 mm retrolisthesis"),
        ("c three four by five mm osteophyte", "C3 4 x 5 mm osteophyte"),
        ("l four and two nodules", "L4 and two nodules"),
    ]);
}

#[test]
fn sequences() {
    check(&[
        ("t two hyperintense", "T2 hyperintense"),
        (
            "T one hypointense and T two hyperintense",
            "T1 hypointense and T2 hyperintense",
        ),
        ("bright on t two dark on t one", "Bright on T2 dark on T1"),
        (
            "t one weighted and t two weighted images",
            "T1-weighted and T2-weighted images",
        ),
        ("t two w i and t one w", "T2WI and T1W"),
        ("d w i b value of one thousand", "DWI b value of 1000"),
        ("t two star", "T2*"),
        ("t two flair", "T2 FLAIR"),
        ("flair and stir images", "FLAIR and STIR images"),
        ("d w i and a d c", "DWI and ADC"),
        ("dwi", "DWI"),
        ("m r i t two hyperintensity", "MRI T2 hyperintensity"),
        ("b one thousand images", "b1000 images"),
        ("s w i blooming", "SWI blooming"),
        (
            "restricted diffusion on d w i with low a d c",
            "Restricted diffusion on DWI with low ADC",
        ),
    ]);
}

#[test]
fn vessel_segments_and_branches() {
    check(&[
        ("m one segment of the left m c a", "M1 segment of the left MCA"),
        ("a one segment of the right a c a", "A1 segment of the right ACA"),
        ("a one centimeter nodule", "A 1 cm nodule"),
        ("v four segment", "V4 segment"),
        ("om one branch", "OM1 branch"),
        ("o m two", "OM2"),
        ("p two segment", "P2 segment"),
    ]);
}

#[test]
fn strokes_and_dashes() {
    check(&[
        ("l five stroke s one", "L5/S1"),
        ("l three dash l four", "L3-L4"),
        (
            "acute stroke in the m c a territory",
            "Acute stroke in the MCA territory",
        ),
        ("stroke three days ago", "Stroke 3 days ago"),
        ("L2 three disc", "L2-L3 disc"),
        ("t four t five t six vertebrae", "T4-T5-T6 vertebrae"),
        ("l four l five l five s one", "L4-L5 L5-S1"),
    ]);
}

#[test]
fn an_article_before_a_sequence_or_level_is_no_letter_of_it() {
    check(&[
        ("a t two hyperintense lesion", "A T2 hyperintense lesion"),
        ("there is a t one bright focus", "There is a T1 bright focus"),
        ("a c five fracture", "A C5 fracture"),
        ("at two levels there is a bulge", "At two levels there is a bulge"),
    ]);
}
