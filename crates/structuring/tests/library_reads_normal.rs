//! Every built-in template describes a normal study: the engine must read it as one.

use report::section::SectionKind;
use structuring::impression;

#[test]
fn the_findings_of_every_template_give_one_line_of_impression() {
    let mut misread = Vec::new();
    for template in templates::library().all() {
        let text = template.report_text();
        let findings = text.section(SectionKind::Findings).unwrap_or_default();
        // A choice that nobody has made yet may hold the abnormal option.
        let decided: Vec<&str> = findings.lines().filter(|line| !line.contains('[')).collect();
        let written = impression::generate(
            &decided.join("\n"),
            "",
            Some(&template.body_part),
            Some(template.modality),
        );
        if written.text.lines().count() != 1
            || written
                .statements
                .iter()
                .any(|line| decided.iter().any(|found| found.contains(&line.text)))
        {
            misread.push(format!("{}: {}", template.id, written.text));
        }
    }
    assert!(misread.is_empty(), "read as abnormal:\n{}", misread.join("\n"));
}
