//! What is done with texts that somebody sends: every entrance, by name.

use std::sync::LazyLock;

use accounts::custom_template::LARGEST_CONTENT;
use report::checks::{self, Known};
use report::modality::Modality;
use report::private::PatientText;
use report::section::SectionKind;
use report::sex::{self, Sex};
use report::spoken::{self, LiveText, OwnForms};
use report::style::Style;
use report::text::ReportText;
use structuring::gate::{self, Given, TemplateText};
use structuring::model::{ModelEngine, ModelSettings};
use structuring::open_blanks;
use structuring::{
    CustomTemplate, Dictation, Engine, Findings, TemplateChoice, WrittenImpression, comparison, rules,
};
use word::Document;

/// What is done with one text, and with another beside it where there are two.
pub struct Work {
    pub name: &'static str,
    /// Whether it takes a second text. Those that take one leave the other.
    pub takes_two: bool,
    pub growth: Growth,
    /// Whether the whole text comes at once. What is dictated live comes as it is spoken.
    pub is_asked_whole: bool,
    /// Bytes of the longest text that it is given.
    pub longest: usize,
    pub run: fn(&str, &str),
}

/// How the cost of a work may grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// As the length of what is read, which is always read to its end.
    Length,
    /// As the length, times the lines of a template that is always the same, or the people whom a text names, of whom there are not many. What
    /// is too long for it ends with its budget.
    Lines,
    /// As the product of a dictation and a template, each sentence of which is compared with each of the other. Ends with its budget.
    Product,
}

const fn of_one(name: &'static str, run: fn(&str, &str)) -> Work {
    Work {
        name,
        takes_two: false,
        growth: Growth::Length,
        is_asked_whole: true,
        longest: usize::MAX,
        run,
    }
}

const fn of_two(name: &'static str, run: fn(&str, &str)) -> Work {
    Work {
        takes_two: true,
        ..of_one(name, run)
    }
}

const fn growing(growth: Growth, work: Work) -> Work {
    Work { growth, ..work }
}

/// Every entrance.
pub const WORKS: &[Work] = &[
    of_one("spoken forms", |text, _| drop(spoken::write(text))),
    of_one("spoken forms with pauses", |text, _| {
        let pauses: Vec<usize> = text.char_indices().step_by(9).map(|(at, _)| at).collect();
        drop(spoken::write_stretches(text, &pauses));
        spoken::last_sentence(text);
        drop(spoken::command(text));
    }),
    of_one("own spoken forms", |text, _| {
        let forms = OwnForms::new(["Leber"], [("liver", "Leber"), ("no", "kein"), ("3 cm", "drei")]);
        drop(forms.change(text));
    }),
    Work {
        is_asked_whole: false,
        ..of_one("live spoken forms", |text, _| {
            let mut live = LiveText::new(OwnForms::default());
            // What is dictated live comes as it is spoken: a stretch has some hundred words.
            for stretch in pieces(text, 600) {
                drop(live.tentative(stretch));
                live.stretch(stretch);
            }
            live.settle();
        })
    },
    of_one("a report's text", |text, _| {
        let report = ReportText::parse(text);
        let sections =
            SectionKind::ALL.map(|kind| (kind, report.section(kind).unwrap_or_default().to_owned()));
        drop(ReportText::from_sections(sections));
        let _ = report.places().count() + report.preamble().len();
        sex::detect(text);
    }),
    of_one("structuring without a template", |text, _| {
        structure(text, TemplateChoice::None, None);
    }),
    of_one("structuring by the dictated name", |text, _| {
        structure(text, TemplateChoice::Automatic, None);
    }),
    growing(
        Growth::Lines,
        of_one("structuring over a template of the library", |text, _| {
            structure(text, of_library(), None);
        }),
    ),
    of_one("structuring over a short template", |text, _| {
        structure(text, own(TEMPLATE), None);
    }),
    Work {
        longest: LARGEST_CONTENT,
        ..of_one("structuring over a long template", |text, _| {
            structure(DICTATION, own(text), None);
        })
    },
    growing(
        Growth::Product,
        of_two("structuring over headings", |text, other| {
            structure(text, own(&under_headings(other)), None);
        }),
    ),
    growing(
        Growth::Product,
        of_two("structuring over one line", |text, other| {
            structure(text, own(&other.replace(['\n', '\r'], " ")), None);
        }),
    ),
    growing(
        Growth::Product,
        of_two("structuring over any template", |text, other| {
            structure(text, own(other), None);
        }),
    ),
    of_two("structuring beside a previous report", |text, other| {
        structure(text, own(TEMPLATE), Some(other));
    }),
    of_one("the gate of a report and its answer", |text, _| {
        let dictation = dictation(text, own(TEMPLATE), None);
        if let Ok(report) = rules::structure(&dictation) {
            let answer = server::answer_of(&report.inspected(&dictation), text);
            assert!(answer.is_some(), "a report has an answer");
        }
    }),
    of_two("the gate", |text, other| {
        let report = ReportText::parse(other);
        let body = report.section(SectionKind::Findings).unwrap_or(other);
        let statements: Vec<_> = gate::statements_of(SectionKind::Findings, body)
            .map(|(statement, _)| statement)
            .collect();
        let template = TemplateText::parse(other);
        let given = Given {
            dictation: text,
            template: Some(&template),
            previous_report: Some(text),
            study_name: None,
        };
        drop(gate::inspect(&given, &statements));
    }),
    of_two("the gate of a report that is not its template", |text, other| {
        let statements: Vec<_> = gate::statements_of(SectionKind::Findings, other)
            .map(|(statement, _)| statement)
            .collect();
        let template = TemplateText::parse(TEMPLATE);
        let given = Given {
            dictation: text,
            template: Some(&template),
            previous_report: None,
            study_name: Some("CECT abdomen and pelvis"),
        };
        drop(gate::inspect(&given, &statements));
    }),
    growing(
        Growth::Lines,
        of_two("what a model is asked", |text, other| {
            let dictation = dictation(text, own(TEMPLATE), Some(other));
            drop(MODEL.begin(&dictation));
        }),
    ),
    of_two("an impression", |text, other| {
        drop(WrittenImpression::of_rules(&findings(text, other)));
    }),
    of_two("the gate of an impression", |text, other| {
        let statements: Vec<_> = gate::statements_of(SectionKind::Impression, other)
            .map(|(statement, _)| statement)
            .collect();
        drop(findings(text, "").flags_of(&statements));
    }),
    of_two("the checks", |text, other| {
        let report = format!("FINDINGS:\n{text}\nIMPRESSION:\n{other}");
        drop(checks::check(&ReportText::parse(&report), &Known::default()));
    }),
    of_one("the checks of any text", |text, _| {
        let known = Known {
            study_name: Some("CECT abdomen and pelvis".to_owned()),
            ..Known::default()
        };
        drop(checks::check(&ReportText::parse(text), &known));
    }),
    of_one("the checks of a patient's report", |text, _| {
        let known = Known {
            sex: Some(Sex::Female),
            study_name: Some("MRI pelvis".to_owned()),
            modality: Some(Modality::Mri),
        };
        drop(checks::check(&ReportText::parse(text), &known));
    }),
    of_two("whether own spoken forms keep their meaning", |text, other| {
        // As many and as long as a vocabulary may have.
        for (heard, written) in pieces(text, 100).zip(pieces(other, 1_000)).take(500) {
            spoken::keeps_meaning(heard, written);
        }
    }),
    of_one("a report without its blanks", |text, _| {
        drop(open_blanks::without_blanks(text));
    }),
    of_two("a comparison", |text, other| {
        drop(comparison::compare(&text.lines().collect::<Vec<_>>(), other))
    }),
    of_one("a Word file", |text, _| {
        let document = Document {
            report: ReportText::parse(text),
            ..Document::default()
        };
        drop(word::write(&document));
    }),
    of_one("a search of templates", |text, _| {
        // As far as a request may go.
        let query: String = text.chars().take(500).collect();
        drop(templates::library().search(&query));
        let _ = templates::library().best(&query, None, None);
    }),
    of_one("a template's terms", |text, _| {
        drop(templates::terms_in(text.lines()))
    }),
    of_one("long own spoken forms", |text, _| {
        // As many words as an entry may have, which never stands there to its end.
        let entry = format!("{}end", "x ".repeat(48));
        drop(OwnForms::new([], [(entry.as_str(), "Leber")]).change(text));
    }),
];

/// Of a server that nobody asks.
static MODEL: LazyLock<Engine> = LazyLock::new(|| {
    let settings = ModelSettings::new("http://127.0.0.1:9/v1", "none");
    Engine::Model(ModelEngine::new(settings).expect("settings"))
});

const TEMPLATE: &str = "TECHNIQUE:\nCT of the [right/left] kidney.\n\nFINDINGS:\nLiver: Normal in size, measuring ___ cm.\nKidneys are normal.\nNo ascites.\n\nIMPRESSION:\nNormal study.";
const DICTATION: &str =
    "Liver measures 14 cm. There is a 3 cm cyst in the left kidney. No ascites. Spleen is enlarged.";

fn pieces(text: &str, length: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.ceil_char_boundary(length.min(rest.len()));
        let (piece, behind) = rest.split_at(at);
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Each line under a heading of its own section, in turn.
fn under_headings(text: &str) -> String {
    let kinds = SectionKind::ALL.into_iter().cycle();
    let line = |(line, kind): (&str, SectionKind)| format!("{}:\n{line}\n", kind.heading());
    text.split_inclusive(['\n', '.']).zip(kinds).map(line).collect()
}

fn of_library() -> TemplateChoice {
    let template = templates::library().best("CECT abdomen and pelvis", None, None);
    template.map_or(TemplateChoice::None, TemplateChoice::System)
}

fn own(content: &str) -> TemplateChoice {
    TemplateChoice::Custom(CustomTemplate::parse("growth", content))
}

fn dictation(text: &str, template: TemplateChoice, previous: Option<&str>) -> Dictation {
    Dictation {
        text: PatientText::new(text),
        template,
        study_name: None,
        modality: None,
        sex: None,
        previous_report: previous.map(PatientText::new),
        style: Style::default(),
    }
}

fn structure(text: &str, template: TemplateChoice, previous: Option<&str>) {
    drop(rules::structure(&dictation(text, template, previous)));
}

fn findings(text: &str, history: &str) -> Findings {
    Findings {
        text: PatientText::new(text),
        clinical_history: PatientText::new(history),
        study_name: None,
        modality: None,
    }
}
