//! Time in proportion to length: eight times the text takes about eight times as long, whatever is said in it, and no text of the
//! longest that is taken keeps a processor busy for long.

use std::time::Duration;

use report::checks::{self, Known};
use report::private::PatientText;
use report::section::SectionKind;
use report::spoken::{self, LiveText, OwnForms};
use report::text::ReportText;
use structuring::{CustomTemplate, Dictation, TemplateChoice, comparison, gate, impression, rules};
use word::Document;

use super::with;
use crate::Target;
use crate::cost::least;
use crate::dictated::{noise, text};

pub const TARGET: Target = Target {
    name: "growth",
    check,
    seeds: || (1..=10).map(|seed| noise(seed, 40)).collect(),
    longest: 256,
};

/// What is done with a text, by name.
type Work = (&'static str, fn(&str));

const WORKS: &[Work] = &[
    ("spoken forms", |text| drop(spoken::write(text))),
    ("live spoken forms", |text| {
        let mut live = LiveText::new(OwnForms::default());
        for stretch in text.split_inclusive(['.', '\n']) {
            live.stretch(stretch);
        }
        live.settle();
    }),
    ("structuring", |text| {
        drop(rules::structure(&dictation(text, TEMPLATE)))
    }),
    ("a template", |text| {
        drop(rules::structure(&dictation("The liver is normal.", text)))
    }),
    ("the gate", |text| {
        if let Ok(report) = rules::structure(&dictation(text, TEMPLATE)) {
            drop(report.inspected(&dictation(text, TEMPLATE)));
        }
    }),
    ("an impression", |text| {
        drop(impression::generate(text, text, None, None))
    }),
    ("the gate of an impression", |text| {
        let statements: Vec<_> = gate::statements_of(SectionKind::Impression, text)
            .map(|(statement, _)| statement)
            .collect();
        drop(gate::inspect_impression(text, "", None, &statements));
    }),
    ("the checks", |text| {
        let report = format!("FINDINGS:\n{text}\nIMPRESSION:\n{text}");
        drop(checks::check(&ReportText::parse(&report), &Known::default()));
    }),
    ("a comparison", |text| {
        drop(comparison::compare(&text.lines().collect::<Vec<_>>(), text))
    }),
    ("a template's terms", |text| {
        drop(templates::terms_in(text.lines()))
    }),
    ("a Word file", |text| {
        let document = Document {
            report: ReportText::parse(text),
            ..Document::default()
        };
        drop(word::write(&document));
    }),
];

const TEMPLATE: &str = "TECHNIQUE:\nCT of the [right/left] kidney.\n\nFINDINGS:\nLiver: Normal in size, measuring ___ cm.\nKidneys are normal.\nNo ascites.\n\nIMPRESSION:\nNormal study.";

/// Characters of the longer text: the longest that the program takes, or a quarter of it where counting what is reached makes every step
/// several times as dear, and an input must be over in the time of all targets.
const LONG: usize = if cfg!(feature = "coverage") {
    50_000
} else {
    200_000
};
const TIMES: u32 = 8;
/// How much dearer a byte of the longer text may be. A search for inputs looks at each again; a test on a busy machine must not fail for
/// what its neighbours do to the caches.
const DEARER: f64 = if cfg!(feature = "coverage") { 1.5 } else { 4.0 };
/// What is quicker is not told apart from nothing.
const SLACK: Duration = Duration::from_millis(250);

fn check(input: &[u8]) {
    with(input, |bytes| {
        let (name, work) = WORKS[bytes.choose_index(WORKS.len())?];
        let unit = text(bytes)?;
        if unit.is_empty() || unit.len() > LONG / 64 {
            return Ok(());
        }
        let long = unit.repeat(LONG / unit.len());
        let short = unit.repeat(LONG / unit.len() / TIMES as usize);
        let of_short = least(3, &|| work(&short));
        let mut of_long = least(1, &|| work(&long));
        let bound = (of_short * TIMES).mul_f64(DEARER) + SLACK;
        if of_long > bound {
            of_long = least(3, &|| work(&long));
        }
        assert!(
            of_long <= bound,
            "{name} of {} bytes takes {of_short:?}, of {} bytes {of_long:?}, again and again of {unit:?}",
            short.len(),
            long.len()
        );
        Ok(())
    });
}

fn dictation(text: &str, template: &str) -> Dictation {
    Dictation {
        text: PatientText::new(text),
        template: TemplateChoice::Custom(CustomTemplate::parse("growth", template)),
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    /// What makes an algorithm slow that compares all with all: one thing said without end, and what begins and never ends.
    const UNITS: &[&str] = &[
        "3 cm ",
        "3 x ",
        "cyst, ",
        "no ",
        "not a mass, ",
        "A ",
        "liver and ",
        "mass scratch that ",
        "L4-L5 ",
        "right left ",
        "right cyst 3 cm. ",
        "impression ",
        "increased from 3 cm to 4 cm ",
        "\n",
        "[right/left] ",
        "x",
        "\u{301}",
        "There is a 1.2 x 0.8 cm cyst in segment 6. No biliary dilatation, mass or ascites. Right kidney measures 10.1 cm. A disc bulge \
         at L4-L5 indents the thecal sac. Follow up in 6 months is advised.\n",
    ];
    /// Characters of a fixed case: a quarter of the longest text, so that the test takes a minute and not five.
    const PART: usize = LONG / 4;
    /// Many times what the slowest takes on a busy machine.
    const BOUND: Duration = Duration::from_secs(12);

    #[test]
    fn nothing_said_without_end_keeps_a_processor_busy() {
        // What is dictated live comes as it is spoken, and each stretch by itself.
        let cases: Vec<(&Work, &str)> = WORKS
            .iter()
            .filter(|(name, _)| *name != "live spoken forms")
            .flat_map(|work| UNITS.iter().map(move |unit| (work, *unit)))
            .collect();
        let next = AtomicUsize::new(0);
        let slow = Mutex::new(Vec::new());
        let look = || {
            while let Some(((name, work), unit)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                let text = unit.repeat(PART / unit.chars().count());
                let took = least(1, &|| work(&text));
                if took > BOUND {
                    let mut slow = slow.lock().expect("no thread panicked");
                    slow.push(format!("{name} takes {took:?} of {unit:?} without end"));
                }
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(look);
            }
        });
        let slow = slow.into_inner().expect("no thread panicked");
        assert!(slow.is_empty(), "{}", slow.join("\n"));
    }
}
