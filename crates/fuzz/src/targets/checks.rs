//! The checks of a report: every place is one, in the order of the text, and a fix puts right what it is for.

use report::checks::{self, Flag, Known};
use report::modality::Modality;
use report::sex::Sex;
use report::text::ReportText;

use super::structure::study;
use super::{assert_within, with};
use crate::Target;
use crate::dictated::{one, text, text_seeds};

pub const TARGET: Target = Target {
    name: "checks",
    check,
    seeds: text_seeds,
    longest: 2_048,
};

fn check(input: &[u8]) {
    with(input, |bytes| {
        let text = text(bytes)?;
        let known = Known {
            sex: one(bytes, &[None, Some(Sex::Female), Some(Sex::Male)])?,
            study_name: study(bytes)?,
            modality: one(bytes, &[None, Some(Modality::Ct), Some(Modality::Mri)])?,
        };
        let flags = checks::check(&ReportText::parse(&text), &known);
        let mut start = 0;
        for flag in &flags {
            assert_within(&text, &flag.range, "a flag");
            assert!(flag.range.start >= start, "flags come in the order of the text");
            start = flag.range.start;
            assert!(!flag.message.is_empty());
            fixed(&text, flag, &known);
        }
        assert!(flags.len() <= text.len() + 1);
        Ok(())
    });
}

/// The text with the fix; the flag is not there any more.
fn fixed(text: &str, flag: &Flag, known: &Known) {
    let Some(fix) = &flag.fix else { return };
    assert_within(text, &fix.range, "a fix");
    let fixed = [&text[..fix.range.start], &fix.replacement, &text[fix.range.end..]].concat();
    let left = checks::check(&ReportText::parse(&fixed), known);
    // What the radiologist has to fill in first puts nothing right by itself.
    if fix.replacement.contains("___") {
        return;
    }
    let is_same =
        |other: &Flag| other.kind == flag.kind && other.range == flag.range && other.message == flag.message;
    assert!(fixed != text, "a fix changes something");
    assert!(
        !left.iter().any(is_same),
        "the fix {:?} of {:?} leaves {:?} as it is",
        fix.label,
        flag.kind,
        &text[flag.range.clone()]
    );
}
