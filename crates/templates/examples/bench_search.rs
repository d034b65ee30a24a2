//! Times search over the built-in library: `cargo run --release -p templates --example bench_search`. With a file of queries, a JSON object
//! with `query` a line, it prints the microseconds that each took: bench/search/run.sh.

use std::fs;
use std::hint::black_box;
use std::io::Write as _;
use std::time::Instant;

use templates::library;

const QUERIES: &[&str] = &[
    "NCCT head",
    "CT Abd/Pelv w IV Contrast",
    "MRI L/S spine with whole spine screening",
    "45 year old lady, CT abdomen pelvis with contrast",
    "ct abdomin pelvis contarst",
    "plain CT abdomen & pelvis for a 30 yr old pregnant female ?ureteric colic, she has right flank pain",
    "mri brian plain",
    "X-ray chest PA view",
    "knee",
    "Kindly arrange a contrast enhanced scan of this gentleman's abdomen and pelvis by CT; he was operated elsewhere for an \
     obstructed inguinal hernia, subsequently developed wound dehiscence, and presently complains of intermittent colicky \
     discomfort, anorexia and considerable unintentional weight loss over roughly eleven weeks, with borderline creatinine",
];
const ROUNDS: usize = 500;
const UNCOUNTED: usize = 100;

fn main() -> std::io::Result<()> {
    let started = Instant::now();
    let templates = library().all().len();
    let loaded = started.elapsed();
    if let Some(file) = std::env::args().nth(1) {
        return time_queries(&fs::read_to_string(file)?);
    }
    let mut times = Vec::with_capacity(QUERIES.len() * ROUNDS);
    for _ in 0..ROUNDS {
        for query in QUERIES {
            let started = Instant::now();
            black_box(library().search(black_box(query)));
            times.push(started.elapsed());
        }
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    writeln!(
        std::io::stdout(),
        "{templates} templates read in {loaded:?}; a query takes {:?} in the middle, {:?} at the 95th percentile, {:?} at most",
        at(0.5),
        at(0.95),
        at(1.0),
    )
}

fn time_queries(file: &str) -> std::io::Result<()> {
    let queries: Vec<serde_json::Value> = file.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let queries: Vec<&str> = queries.iter().filter_map(|row| row["query"].as_str()).collect();
    // The first of all are slower, with every tool.
    for query in queries.iter().take(UNCOUNTED) {
        black_box(library().search(black_box(query)));
    }
    let mut out = std::io::stdout().lock();
    for query in queries {
        let started = Instant::now();
        black_box(library().search(black_box(query)));
        writeln!(out, "{:.1}", started.elapsed().as_secs_f64() * 1e6)?;
    }
    Ok(())
}
