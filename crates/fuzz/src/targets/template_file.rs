//! A file of templates from anybody: what is taken keeps to the bounds, and a report can be made from it.

use accounts::custom_template::{LARGEST_CONTENT, LONGEST_MODALITY, LONGEST_NAME, MOST_TEMPLATES};
use report::private::PatientText;
use report::style::Style;
use structuring::{CustomTemplate, Dictation, TemplateChoice, rules};

use super::with;
use crate::Target;
use crate::dictated::{noise, text};

pub const TARGET: Target = Target {
    name: "template_file",
    check,
    seeds,
    longest: 2_048,
};

const FILE: &str = r#"{"format":"readout-templates","version":1,"templates":[{"name":"CT liver, follow-up","content":"TECHNIQUE:\nPlain CT.\n\nFINDINGS:\n- The liver measures ___ cm.\n- [right/left] kidney ( ) cm.\n\nIMPRESSION:\n1. ","modality":"CT"},{"name":"x","content":"y","modality":null}]}"#;

/// A file as it is, or one that is made of texts.
fn seeds() -> Vec<Vec<u8>> {
    let whole = [[0].as_slice(), FILE.as_bytes()].concat();
    (1..=8)
        .map(|seed| [vec![1], noise(seed, 300)].concat())
        .chain([whole])
        .collect()
}

fn check(input: &[u8]) {
    let Some((kind, rest)) = input.split_first() else {
        return;
    };
    if kind % 2 == 0 {
        taken(rest);
        return;
    }
    with(rest, |bytes| {
        let (name, content, modality) = (text(bytes)?, text(bytes)?, text(bytes)?);
        let file =
            serde_json::json!({ "templates": [{ "name": name, "content": content, "modality": modality }] });
        taken(file.to_string().as_bytes());
        Ok(())
    });
}

fn taken(file: &[u8]) {
    let Some(drafts) = server::templates_of_file(file) else {
        return;
    };
    assert!(drafts.len() as u64 <= MOST_TEMPLATES);
    for draft in drafts {
        assert!(!draft.name().trim().is_empty() && draft.name().chars().count() <= LONGEST_NAME);
        assert!(!draft.content().trim().is_empty() && draft.content().len() <= LARGEST_CONTENT);
        assert!(
            draft
                .modality()
                .is_none_or(|modality| modality.chars().count() <= LONGEST_MODALITY)
        );
        assert!(
            !draft.content().contains('\0'),
            "what a database cannot keep is refused"
        );
        let template = TemplateChoice::Custom(CustomTemplate::parse(draft.name(), draft.content()));
        let dictation = Dictation {
            text: PatientText::new("The liver measures 14 cm. 3 mm calculus in the left kidney."),
            template,
            study_name: None,
            modality: None,
            sex: None,
            previous_report: None,
            style: Style::default(),
        };
        let Ok(report) = rules::structure(&dictation) else {
            panic!("a dictation over a user's template is structured");
        };
        let report = report.to_text();
        assert!(
            report.as_str().contains("14") && report.as_str().contains("calculus"),
            "what was dictated stays"
        );
    }
}
