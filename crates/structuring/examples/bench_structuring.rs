//! Times the structuring of 300 words over the largest template of the library, and of long and of hostile texts until their budget ends
//! them; watches the memory over 10,000 reports that are structured, gated, checked and given an impression:
//! `cargo run --release -p structuring --example bench_structuring`, or one of the texts alone: `... -- "200 kB over one line"`.

use std::time::{Duration, Instant};

use report::budget::{Budget, STEPS, within};
use report::checks::{self, Known};
use report::modality::Modality;
use report::private::PatientText;
use report::section::SectionKind;
use structuring::gate::{self, Given};
use structuring::{Dictation, Engine, TemplateChoice, impression, rules};
use templates::Template;

#[path = "long/texts.rs"]
mod texts;

use texts::{
    AN_HOUR, LONGEST_TEMPLATE, LONGEST_TEXT, MINUTES, again, counted, longest_of_the_library, of_the_library,
    own,
};

const ROUNDS: usize = 400;
const REPORTS: usize = 10_000;
const WORDS: usize = 300;
fn main() {
    let largest = longest_of_the_library()[0];
    let over = |template: &'static Template| TemplateChoice::System(template);
    let words: Vec<&str> = MINUTES.split_whitespace().take(WORDS).collect();
    let dictation = texts::dictation(&words.join(" "), over(largest));
    let only = std::env::args().nth(1);
    let is_asked = |name: &str| only.as_deref().is_none_or(|only| only == name);
    if only.is_none() {
        report_structuring(&dictation, largest);
    }
    for (name, text, template) in [
        ("615 words over the largest", MINUTES.to_owned(), over(largest)),
        ("an hour over the largest", again(MINUTES, AN_HOUR), over(largest)),
        (
            "200 kB over the largest",
            again(MINUTES, LONGEST_TEXT),
            over(largest),
        ),
        (
            "200 kB over one line",
            again(MINUTES, LONGEST_TEXT),
            own("Liver is normal."),
        ),
        (
            "615 words over 100 kB of the library",
            MINUTES.to_owned(),
            own(&of_the_library(LONGEST_TEMPLATE)),
        ),
        (
            "what differs over what differs",
            counted("There is a # cm cyst. ", LONGEST_TEXT),
            own(&counted("The # cm node is normal.\n", LONGEST_TEMPLATE)),
        ),
        (
            "a tenth of both",
            counted("There is a # cm cyst. ", LONGEST_TEXT / 10),
            own(&counted("The # cm node is normal.\n", LONGEST_TEMPLATE / 10)),
        ),
        (
            "choices again and again",
            counted("There is a # cm cyst. ", 20_000),
            own(&again("[a/b] [c/d].\n", 10_000)),
        ),
    ] {
        if is_asked(name) {
            long(name, &texts::dictation(&text, template));
        }
    }
    if only.is_none() {
        memory(&dictation);
    }
}

fn report_structuring(dictation: &Dictation, template: &Template) {
    let cold = time(dictation);
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| time(dictation)).collect();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    report_line(&format!(
        "structuring {WORDS} words over {}: p50 {:.2} ms, p95 {:.2} ms, first {:.2} ms",
        template.id,
        at(0.50),
        at(0.95),
        cold.as_secs_f64() * 1000.0
    ));
}

/// Says what one text takes, and whether its budget ended it.
fn long(name: &str, dictation: &Dictation) {
    let budget = Budget::default();
    let start = Instant::now();
    let done = within(&budget, || Engine::Rules.begin(dictation).map(drop));
    report_line(&format!(
        "{name}: {:.2} s, {:.1} % of the budget{}",
        start.elapsed().as_secs_f64(),
        (STEPS - budget.left()) as f64 / STEPS as f64 * 100.0,
        if done.is_err() { ", which ended it" } else { "" }
    ));
}

/// Makes many different reports and says how much memory the process holds on the way.
fn memory(dictation: &Dictation) {
    let words: Vec<&str> = MINUTES.split_whitespace().collect();
    let mut held = Vec::new();
    for number in 0..=REPORTS {
        if matches!(number, 100 | 1_000 | REPORTS) {
            held.push(format!("{number} reports {}", resident()));
        }
        // A hundred words from another place each time, so that nothing can be remembered.
        let from = (number * 7) % (words.len() - 100);
        let text = words[from..from + 100].join(" ");
        let dictation = Dictation {
            text: PatientText::new(text.as_str()),
            ..dictation.clone()
        };
        let Ok(report) = rules::structure(&dictation) else {
            return report_line("a dictation cannot be structured");
        };
        let given = Given {
            dictation: &text,
            template: None,
            previous_report: None,
            study_name: None,
        };
        let findings = report.section(SectionKind::Findings);
        let flags = gate::inspect(&given, &report.statements).len()
            + checks::check(&report.to_text(), &Known::default()).len();
        let impression = impression::generate(&findings, "", None, Some(Modality::Ct));
        assert!(flags < 500 && !impression.text.is_empty(), "the report is read");
    }
    report_line(&format!("memory: {}", held.join(", ")));
}

/// How much memory of the process is resident, as Linux counts it.
fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.map_or_else(|| "unknown".to_owned(), |kilobytes| kilobytes.trim().to_owned())
}

fn time(dictation: &Dictation) -> Duration {
    let start = Instant::now();
    let report = rules::structure(dictation);
    let elapsed = start.elapsed();
    assert!(report.is_ok(), "the dictation is structured");
    elapsed
}

#[expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
fn report_line(line: &str) {
    println!("{line}");
}
