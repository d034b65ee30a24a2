//! Times the conservation gate over a 600-word dictation and its report: `cargo run --release -p structuring --example bench_gate`.

use std::time::{Duration, Instant};

use report::modality::Modality;
use report::private::PatientText;
use report::style::Style;
use structuring::gate::{self, Given, TemplateText};
use structuring::{Dictation, Report, TemplateChoice, rules};

const ROUNDS: usize = 400;
const DICTATION: &str = include_str!("bench_dictation.txt");

fn main() {
    let text = DICTATION.to_owned();
    let template = templates::library().best(
        "CT chest abdomen pelvis female with contrast",
        Some(Modality::Ct),
        None,
    );
    let dictation = Dictation {
        text: PatientText::new(text.as_str()),
        template: template.map_or(TemplateChoice::Automatic, TemplateChoice::System),
        study_name: Some("CT Chest Abdomen Pelvis Female Contrast".to_owned()),
        modality: Some(Modality::Ct),
        sex: None,
        previous_report: None,
        style: Style::default(),
    };
    let Ok(report) = rules::structure(&dictation) else {
        return report_line("the dictation cannot be structured");
    };
    let template = template.map(TemplateText::from);
    let given = Given {
        dictation: &text,
        template: template.as_ref(),
        previous_report: None,
        study_name: dictation.study_name.as_deref(),
    };
    let cold = time(&given, &report);
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| time(&given, &report)).collect();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    let words = text.split_whitespace().count();
    report_line(&format!(
        "gate {words} words: p50 {:.2} ms, p95 {:.2} ms, first {:.2} ms",
        at(0.50),
        at(0.95),
        cold.as_secs_f64() * 1000.0
    ));
}

fn time(given: &Given<'_>, report: &Report) -> Duration {
    let start = Instant::now();
    let flags = gate::inspect(given, &report.statements);
    let elapsed = start.elapsed();
    assert!(flags.is_empty(), "the report holds");
    elapsed
}

#[expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
fn report_line(line: &str) {
    println!("{line}");
}
