//! Times the structuring of a 600-word dictation over a template, and watches the memory over 10,000 reports that are structured,
//! gated, checked and given an impression: `cargo run --release -p structuring --example bench_structuring`.

use std::time::{Duration, Instant};

use report::checks::{self, Known};
use report::modality::Modality;
use report::private::PatientText;
use report::section::SectionKind;
use report::style::Style;
use structuring::gate::{self, Given};
use structuring::{Dictation, TemplateChoice, impression, rules};

const ROUNDS: usize = 400;
const REPORTS: usize = 10_000;
const DICTATION: &str = include_str!("bench_dictation.txt");

fn main() {
    let template = templates::library().best(
        "CT chest abdomen pelvis female with contrast",
        Some(Modality::Ct),
        None,
    );
    let dictation = Dictation {
        text: PatientText::new(DICTATION),
        template: template.map_or(TemplateChoice::Automatic, TemplateChoice::System),
        study_name: Some("CT Chest Abdomen Pelvis Female Contrast".to_owned()),
        modality: Some(Modality::Ct),
        sex: None,
        previous_report: None,
        style: Style::default(),
    };
    let cold = time(&dictation);
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| time(&dictation)).collect();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    let words = DICTATION.split_whitespace().count();
    report_line(&format!(
        "structuring {words} words: p50 {:.2} ms, p95 {:.2} ms, first {:.2} ms",
        at(0.50),
        at(0.95),
        cold.as_secs_f64() * 1000.0
    ));
    memory(&dictation);
}

/// Makes many different reports and says how much memory the process holds on the way.
fn memory(dictation: &Dictation) {
    let words: Vec<&str> = DICTATION.split_whitespace().collect();
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
