//! Times the checks of a report of 600 words: `cargo run --release -p report --example bench_checks`.

use std::time::{Duration, Instant};

use report::checks::{self, Known};
use report::sex::Sex;
use report::text::ReportText;

const ROUNDS: usize = 400;
const REPORT: &str = include_str!("bench_report.txt");

fn main() {
    let report = ReportText::parse(REPORT);
    let known = Known {
        sex: Some(Sex::Female),
        study_name: Some("CT Chest Abdomen Pelvis Female Contrast".to_owned()),
        ..Known::default()
    };
    let cold = time(&report, &known);
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| time(&report, &known)).collect();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    report_line(&format!(
        "checking {} words: p50 {:.2} ms, p95 {:.2} ms, first {:.2} ms, {} flags",
        REPORT.split_whitespace().count(),
        at(0.50),
        at(0.95),
        cold.as_secs_f64() * 1000.0,
        checks::check(&report, &known).len()
    ));
}

fn time(report: &ReportText, known: &Known) -> Duration {
    let start = Instant::now();
    let flags = checks::check(report, known);
    let elapsed = start.elapsed();
    assert!(flags.len() < 50, "the report is read");
    elapsed
}

#[expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
fn report_line(line: &str) {
    println!("{line}");
}
