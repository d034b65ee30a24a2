//! Saying a thing otherwise is no difference.

use structuring::gate::{self, Given, TemplateText};

use crate::support::{findings, given, inspect, section, told};
use report::section::SectionKind;

#[track_caller]
fn holds(dictation: &str, report: &str) {
    let flags = inspect(dictation, report);
    assert!(flags.is_empty(), "{:?} of: {report}", told(&flags));
}

#[test]
fn synonyms_spelling_order_and_units_raise_nothing() {
    holds(
        "A 1.2 cm stone is seen in the left kidney.",
        "Left renal calculus measuring 12 mm.",
    );
    holds(
        "No focal lesion is seen in the liver.",
        "The liver shows no focal lesion.",
    );
    holds("No pleural effusion.", "Pleural effusion is not seen.");
    holds(
        "Acute subdural haematoma on the right.",
        "Right acute subdural hematoma.",
    );
    holds(
        "Complete tear of the ACL.",
        "The anterior cruciate ligament shows a complete tear.",
    );
    holds("L4-L5 disc bulge.", "Disc bulge at L4/5.");
    holds(
        "Disc desiccation is seen at L4-L5 and L5-S1.",
        "L4-L5 and L5-S1 discs show desiccation.",
    );
    holds(
        "Lesion in segment six of the liver.",
        "Hepatic lesion in segment VI.",
    );
    holds("No abnormality of the orbits is seen.", "The orbits are normal.");
    holds(
        "Undisplaced fracture of the radius.",
        "Fracture of the radius, not displaced.",
    );
    holds("Nodule measuring 3 by 2 cm.", "A 2 x 3 cm nodule.");
}

#[test]
fn merged_and_divided_statements_raise_nothing() {
    holds(
        "Right kidney is normal. Left kidney shows a 5 mm calculus.",
        "Right kidney is normal and the left kidney shows a 5 mm calculus.",
    );
    holds(
        "Right kidney is normal. Left kidney is normal.",
        "Both kidneys are normal.",
    );
    holds(
        "A 4 mm calculus in the right kidney and a 9 mm calculus in the left ureter.",
        "In the right kidney there is a 4 mm calculus and in the left ureter a 9 mm one.",
    );
    holds(
        "Nodules of 4 mm and 9 mm in the right and left upper lobes respectively.",
        "Nodules of 4 mm in the right upper lobe and of 9 mm in the left upper lobe.",
    );
    holds(
        "Both kidneys are normal.",
        "The right kidney is normal.\nThe left kidney is normal.",
    );
    holds(
        "Liver shows a 2 cm cyst in segment 4 and spleen is enlarged.",
        "Liver shows a 2 cm cyst in segment 4.\nSpleen is enlarged.",
    );
}

#[test]
fn what_was_spoken_is_compared_as_it_is_written() {
    holds(
        "three point two by two point one centimeter cyst in the left ovary full stop",
        "A 3.2 x 2.1 cm cyst in the left ovary.",
    );
    holds(
        "A 4 mm nodule in the right upper lobe. Pleural effusion. Scratch that. Heart size is normal.",
        "A 4 mm nodule in the right upper lobe.\nHeart size is normal.",
    );
}

#[test]
fn a_template_may_be_filled_and_what_was_contradicted_may_go() {
    let template = TemplateText::parse(
        "TECHNIQUE:\nMRI of the [right/left] knee.\n\nFINDINGS:\nLiver measures ___ cm in span.\nNo ascites.\nSpleen is normal.",
    );
    let given = given(
        "Left knee. Liver measures 14 cm. Moderate ascites.",
        Some(&template),
    );
    let mut report = section(SectionKind::Technique, "MRI of the left knee.");
    report.extend(findings(
        "Liver measures 14 cm in span.\nModerate ascites.\nSpleen is normal.",
    ));
    assert_eq!(told(&gate::inspect(&given, &report)), Vec::<String>::new());
}

#[test]
fn the_name_of_the_study_before_the_findings_need_not_stand_with_them() {
    let template =
        TemplateText::parse("TECHNIQUE:\nMRI of the [right/left] shoulder.\n\nFINDINGS:\nLabrum is intact.");
    let given = Given {
        study_name: Some("MRI Shoulder"),
        ..given(
            "left shoulder inferior capsule is thickened to 7 mm",
            Some(&template),
        )
    };
    let mut report = section(SectionKind::Technique, "MRI of the left shoulder.");
    report.extend(findings(
        "Inferior capsule is thickened to 7 mm.\nLabrum is intact.",
    ));
    assert_eq!(told(&gate::inspect(&given, &report)), Vec::<String>::new());
    report[0].text = "MRI of the shoulder.".to_owned();
    assert!(!gate::inspect(&given, &report).is_empty(), "the side is nowhere");
}

#[test]
fn speech_without_punctuation_may_be_divided_elsewhere() {
    let dictation = "no hydronephrosis is detected free fluid is seen within the right upper quadrant within the lower pelvis a \
        markedly thickened loop of small bowel is seen no free air";
    holds(
        dictation,
        "No hydronephrosis is detected.\nFree fluid is seen within the right upper quadrant within the lower pelvis.\n\
         A markedly thickened loop of small bowel is seen.\nNo free air.",
    );
    let moved = "No hydronephrosis is detected.\nFree fluid is seen within the right upper quadrant.\n\
         A markedly thickened loop of small bowel is seen.\nNo free air.";
    assert!(!inspect(dictation, moved).is_empty(), "the pelvis is nowhere");
}

#[test]
fn a_comparison_draws_on_the_previous_report() {
    let given = Given {
        previous_report: Some("Findings: A 20 mm nodule in the right upper lobe. No effusion."),
        ..given("A 30 mm nodule is seen in the right upper lobe.", None)
    };
    let mut report = findings("A 30 mm nodule is seen in the right upper lobe.");
    report.extend(section(
        SectionKind::Comparison,
        "Right upper lobe nodule has increased from 20 mm to 30 mm (+50%).",
    ));
    assert_eq!(told(&gate::inspect(&given, &report)), Vec::<String>::new());
    report[1].text = "Right upper lobe nodule has increased from 12 mm to 30 mm (+150%).".to_owned();
    assert_eq!(gate::inspect(&given, &report).len(), 1);
}

#[test]
fn figures_and_numerals_of_a_level_and_spellings_raise_nothing() {
    holds(
        "Enlarged necrotic node at right level IB. Another at right level IIA.",
        "Enlarged necrotic node at right level 1B. Another at right level 2A.",
    );
    holds(
        "Reversal of the cervical lordosis centered at C5.",
        "Reversal of the cervical lordosis centred at C5.",
    );
}

#[test]
fn a_level_or_degree_at_the_end_of_unpunctuated_speech_may_begin_what_follows() {
    for (dictation, first, second) in [
        (
            "a 14 mm lesion in the L2 vertebral body is consistent with a hemangioma at l3-l4 there is a diffuse disc bulge with mild indentation of the thecal sac there is no nerve root compression the canal measures 12 mm the conus is normal",
            "A 14 mm lesion in the L2 vertebral body is consistent with a hemangioma.",
            "At L3-L4 there is a diffuse disc bulge with mild indentation of the thecal sac.",
        ),
        (
            "there is a subchondral lesion involving twenty percent of the surface no collapse or flattening is seen on the left trace left joint effusion is present the conus is normal the canal measures 12 mm there is no nerve root compression",
            "There is a subchondral lesion involving 20% of the surface. No collapse or flattening is seen on the left.",
            "Trace left joint effusion is present.",
        ),
    ] {
        let rest = if dictation.ends_with("conus is normal") {
            "There is no nerve root compression. The canal measures 12 mm. The conus is normal."
        } else {
            "The conus is normal. The canal measures 12 mm. There is no nerve root compression."
        };
        holds(dictation, &format!("{first} {second} {rest}"));
    }
}
