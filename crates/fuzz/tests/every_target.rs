//! Every target on its seeds, on seeds that were changed, and on all that was ever found. The same inputs every time; `make fuzz` is what
//! searches for new ones.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::{env, fs};

use fuzz::{TARGETS, Target};

/// Changed inputs of each target; those that measure time are few.
const CHANGED: usize = 60;
const CHANGED_AND_TIMED: usize = 4;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

fn changed(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len());
        match random.below(5) {
            _ if bytes.is_empty() => bytes.push(random.below(256) as u8),
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(at),
            3 => bytes.insert(at, random.below(256) as u8),
            _ => drop(bytes.drain(at..(at + random.below(16)).min(bytes.len()))),
        }
    }
    bytes
}

/// `READOUT_FUZZ_TARGET=checks READOUT_FUZZ_TIMES=100` looks further in one target, without another build.
fn is_asked_for(target: &Target) -> bool {
    env::var("READOUT_FUZZ_TARGET").map_or(true, |name| name == target.name)
}

fn times() -> usize {
    env::var("READOUT_FUZZ_TIMES")
        .ok()
        .and_then(|times| times.parse().ok())
        .unwrap_or(1)
}

/// What is said when an input breaks a target.
fn broken(target: &Target, input: &[u8], what: &str) -> Option<String> {
    let held = panic::catch_unwind(AssertUnwindSafe(|| (target.check)(input)));
    let reason = held.err()?;
    let said = reason.downcast_ref::<String>().map(String::as_str);
    let said = said
        .or_else(|| reason.downcast_ref::<&str>().copied())
        .unwrap_or_default();
    Some(format!("{} on {what}: {said}", target.name))
}

#[test]
fn every_target_holds_on_its_seeds_and_on_some_that_were_changed() {
    let mut found = Vec::new();
    for target in TARGETS.iter().filter(|target| is_asked_for(target)) {
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "{} has something to begin with", target.name);
        let mut random = Random(20_261_125);
        for (number, seed) in seeds.iter().enumerate() {
            assert!(seed.len() <= target.longest, "{}: seed {number}", target.name);
            found.extend(broken(target, seed, &format!("seed {number}")));
        }
        let count = if target.name == "growth" {
            CHANGED_AND_TIMED
        } else {
            CHANGED * times()
        };
        for number in 0..count {
            let input = changed(&seeds[random.below(seeds.len())], &mut random);
            found.extend(broken(target, &input, &format!("changed seed {number}")));
        }
    }
    assert!(
        found.is_empty(),
        "{} were found:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn what_was_found_is_cured() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder)
        .expect("a folder a target")
        .filter_map(Result::ok)
    {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|_| entry.path().is_dir()) else {
            continue;
        };
        let target = fuzz::target(name).unwrap_or_else(|| panic!("{name} is a target"));
        for file in fs::read_dir(entry.path()).expect("inputs").filter_map(Result::ok) {
            let input = fs::read(file.path()).expect("an input");
            found.extend(broken(target, &input, &file.path().display().to_string()));
        }
    }
    assert!(
        found.is_empty(),
        "{} are back:\n{}",
        found.len(),
        found.join("\n")
    );
}
