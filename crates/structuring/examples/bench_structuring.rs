//! Times the structuring of a 300-word dictation over a template: `cargo run --release -p structuring --example bench_structuring`.

use std::time::{Duration, Instant};

use report::modality::Modality;
use report::private::PatientText;
use structuring::{Dictation, TemplateChoice, rules};

const ROUNDS: usize = 400;
const DICTATION: &str = include_str!("bench_dictation.txt");

fn main() {
    let template = templates::library().best("CT abdomen pelvis with contrast", Some(Modality::Ct), None);
    let dictation = Dictation {
        text: PatientText::new(DICTATION),
        template: template.map_or(TemplateChoice::Automatic, TemplateChoice::System),
        study_name: Some("CT Abdomen Pelvis Contrast".to_owned()),
        modality: Some(Modality::Ct),
        sex: None,
        previous_report: None,
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
