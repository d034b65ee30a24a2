//! A target under libFuzzer, named by `READOUT_FUZZ_TARGET`. `READOUT_FUZZ_SEEDS` names a folder into which its seeds are written first.
//! Without a target it prints the names of all, and what libFuzzer should know of each. Run by `crates/fuzz/fuzz.sh`.
#![no_main]

use std::sync::OnceLock;
use std::{env, fs, io::Write, process};

use fuzz::{TARGETS, Target, target};
use libfuzzer_sys::fuzz_target;

static CHOSEN: OnceLock<&'static Target> = OnceLock::new();

fuzz_target!(
    init: CHOSEN.set(chosen()).unwrap_or_default(),
    |input: &[u8]| if let Some(target) = CHOSEN.get() {
        (target.check)(input);
    }
);

fn chosen() -> &'static Target {
    let Some(target) = env::var("READOUT_FUZZ_TARGET")
        .ok()
        .and_then(|name| target(&name))
    else {
        let mut out = std::io::stdout().lock();
        for target in TARGETS {
            // Nobody may be reading.
            let _ = writeln!(out, "{} {}", target.name, target.longest);
        }
        process::exit(0);
    };
    if let Ok(folder) = env::var("READOUT_FUZZ_SEEDS") {
        for (number, seed) in (target.seeds)().into_iter().enumerate() {
            if let Err(problem) = fs::write(format!("{folder}/seed-{number:03}"), seed) {
                panic!("{folder}: {problem}");
            }
        }
    }
    target
}
