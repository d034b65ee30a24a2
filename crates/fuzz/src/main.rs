//! A target under libFuzzer, named by `READOUT_FUZZ_TARGET`. `READOUT_FUZZ_SEEDS` names a folder into which its seeds are written first.
//! Without a target it prints the names of all, and what libFuzzer should know of each. Run by `crates/fuzz/fuzz.sh`.
#![no_main]

use std::sync::OnceLock;
use std::{env, fs, io::Write, panic, process};

use fuzz::{TARGETS, Target, target};
use libfuzzer_sys::fuzz_target;

static CHOSEN: OnceLock<&'static Target> = OnceLock::new();

/// A part of the path of every file that a package of others was compiled from.
const OF_OTHERS: &str = "/registry/src/";

fuzz_target!(
    init: {
        stop_at_panics_of_ours();
        CHOSEN.set(chosen()).unwrap_or_default();
    },
    |input: &[u8]| if let Some(target) = CHOSEN.get() {
        (target.check)(input);
    }
);

/// libFuzzer stops at every panic. One of a package that the program guards costs its recording only; what nothing catches stops it still.
fn stop_at_panics_of_ours() {
    let stop = panic::take_hook();
    panic::set_hook(Box::new(move |what| {
        let is_of_others = what
            .location()
            .is_some_and(|place| place.file().contains(OF_OTHERS));
        if !is_of_others {
            stop(what);
        }
    }));
}

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
