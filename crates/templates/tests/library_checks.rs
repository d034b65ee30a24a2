//! Every template of the library is a clean report but for its blanks: the checks of a report find nothing else in it.

use report::checks::{self, FlagKind, Known};

#[test]
fn no_template_raises_anything_but_its_blanks() {
    let mut raised = Vec::new();
    for template in templates::library().all() {
        let report = template.report_text();
        let known = Known {
            sex: template.sex,
            study_name: Some(template.body_part.clone()),
            ..Known::default()
        };
        for flag in checks::check(&report, &known) {
            if flag.kind != FlagKind::UnfilledPlaceholder {
                let text = &report.as_str()[flag.range.clone()];
                raised.push(format!(
                    "{}: {} {text:?} {}",
                    template.id,
                    flag.kind.code(),
                    flag.message
                ));
            }
        }
    }
    assert!(raised.is_empty(), "{} flags\n{}", raised.len(), raised.join("\n"));
}
