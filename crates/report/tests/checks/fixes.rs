use report::checks;

use super::{known, report};

/// Applies the only fix that is offered.
#[track_caller]
fn fixed(study: &str, findings: &str, impression: &str) -> (String, String) {
    let report = report(findings, impression);
    let fixes: Vec<_> = checks::check(&report, &known(study, None))
        .into_iter()
        .filter_map(|flag| flag.fix)
        .collect();
    assert_eq!(fixes.len(), 1, "{fixes:?}");
    let mut text = report.to_string();
    text.replace_range(fixes[0].range.clone(), &fixes[0].replacement);
    (fixes[0].label.clone(), text)
}

#[test]
fn a_side_is_changed_in_its_own_writing() {
    let (label, text) = fixed(
        "CECT abdomen",
        "A 14 mm nodule in the left adrenal gland.",
        "1. Right adrenal nodule.",
    );
    assert_eq!(label, "Change to left");
    assert!(text.ends_with("1. Left adrenal nodule."), "{text}");
}

#[test]
fn a_size_is_changed_to_that_of_the_findings() {
    let (label, text) = fixed(
        "MRI pelvis",
        "A 3 cm fibroid in the uterus.",
        "1. Fibroid of the uterus, 3 mm.",
    );
    assert_eq!(label, "Change to 3 cm");
    assert!(text.ends_with("Fibroid of the uterus, 3 cm."), "{text}");
}

#[test]
fn a_slip_of_the_unit_is_put_right() {
    let (label, text) = fixed("CT abdomen", "Right kidney measures 98 cm.", "");
    assert_eq!(label, "Change to 98 mm");
    assert!(text.ends_with("98 mm."), "{text}");
}

#[test]
fn a_fix_settles_its_flag() {
    let (_, text) = fixed(
        "CECT abdomen",
        "A 14 mm nodule in the left adrenal gland.",
        "1. Right adrenal nodule.",
    );
    let flags = checks::check(
        &report::text::ReportText::parse(&text),
        &known("CECT abdomen", None),
    );
    assert!(flags.is_empty(), "{flags:?}");
}
