use proptest::prelude::*;
use report::checks::{self, Known};
use report::sex::Sex;
use report::text::ReportText;

/// Words of reports among any others.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("FINDINGS:\n".to_owned()),
        Just("\nIMPRESSION:\n1. ".to_owned()),
        Just("TECHNIQUE:\nplain CT ".to_owned()),
        Just("right kidney ".to_owned()),
        Just("left renal calculus ".to_owned()),
        Just("4.2 x 3 cm ".to_owned()),
        Just("no ".to_owned()),
        Just("is normal. ".to_owned()),
        Just("post nephrectomy ".to_owned()),
        Just("midline shift to the left ".to_owned()),
        Just("İ\u{130}ß\u{2026}\u{301} ".to_owned()),
        Just("___ [right/left] -- cm ".to_owned()),
        "\\PC{0,12}",
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_checked_and_every_place_is_in_it(text in text(), study in ".{0,20}", sex in any::<Option<bool>>()) {
        let report = ReportText::parse(&text);
        let known = Known {
            sex: sex.map(|female| if female { Sex::Female } else { Sex::Male }),
            study_name: Some(study),
            ..Known::default()
        };
        for flag in checks::check(&report, &known) {
            prop_assert!(text.get(flag.range.clone()).is_some(), "{flag:?}");
            prop_assert!(flag.message.ends_with(['.', '?']), "{}", flag.message);
            if let Some(fix) = flag.fix {
                prop_assert!(text.get(fix.range).is_some());
            }
        }
    }

    #[test]
    fn a_report_is_checked_the_same_way_twice(text in text()) {
        let report = ReportText::parse(&text);
        prop_assert_eq!(
            checks::check(&report, &Known::default()),
            checks::check(&report, &Known::default())
        );
    }
}
