//! Holds the house to its plan: which crate may know which, and that HTTP stays in one room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What each crate may depend on inside the workspace. What is not here is forbidden.
const ALLOWED: [(&str, &[&str]); 12] = [
    ("outside", &[]),
    ("report", &[]),
    ("clinical", &["report"]),
    ("templates", &["report"]),
    ("structuring", &["clinical", "outside", "report", "templates"]),
    (
        "text_commands",
        &["clinical", "report", "templates", "structuring"],
    ),
    ("speech", &["outside"]),
    ("word", &["report"]),
    ("accounts", &[]),
    (
        "server",
        &[
            "outside",
            "report",
            "templates",
            "structuring",
            "speech",
            "word",
            "accounts",
        ],
    ),
    // Its fuzz targets belong to no program.
    (
        "fuzz",
        &[
            "report",
            "templates",
            "structuring",
            "speech",
            "word",
            "accounts",
            "server",
        ],
    ),
    (
        "readout",
        &[
            "outside",
            "report",
            "templates",
            "structuring",
            "text_commands",
            "speech",
            "word",
            "accounts",
            "server",
        ],
    ),
];

/// Outside crates that belong to one room, whatever kind of dependency it is.
const ONE_ROOM: [(&str, &[&str]); 5] = [
    ("axum", &["server"]),
    ("utoipa", &["server"]),
    ("tower-sessions", &["server"]),
    ("sea-orm", &["accounts"]),
    ("anyhow", &["readout", "text_commands"]),
];

/// Whose tests break what another room keeps, to see what they then say. Their programs know nothing of it.
const BROKEN_BY_TESTS: [(&str, &str); 1] = [("server", "sea-orm")];

/// What a pure crate may not reach: IO, async, clocks, randomness.
const NOT_PURE: [&str; 8] = [
    "tokio",
    "reqwest",
    "time",
    "getrandom",
    "rand",
    "tracing",
    "uuid",
    "async-trait",
];

#[test]
fn no_crate_depends_on_a_crate_that_it_may_not_know() {
    let workspace = workspace();
    let members: BTreeSet<&String> = workspace.keys().collect();
    let planned: BTreeSet<String> = ALLOWED.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(
        members,
        planned.iter().collect(),
        "a crate came or went: plan its arrows in this test"
    );
    for (name, allowed) in ALLOWED {
        for dependency in workspace[name]
            .iter()
            .filter(|dependency| planned.contains(*dependency))
        {
            assert!(
                allowed.contains(&dependency.as_str()),
                "{name} may not depend on {dependency}"
            );
        }
    }
}

#[test]
fn http_database_and_loose_errors_stay_in_their_rooms() {
    for (name, dependencies) in workspace() {
        for (outside, rooms) in ONE_ROOM {
            let may = rooms.contains(&name.as_str());
            assert!(
                may || !dependencies.contains(outside),
                "{name} may not depend on {outside}"
            );
        }
    }
}

#[test]
fn pure_crates_reach_neither_io_nor_clock() {
    let workspace = workspace();
    for name in ["report", "templates"] {
        for impure in NOT_PURE {
            assert!(
                !workspace[name].contains(impure),
                "{name} is pure and may not depend on {impure}"
            );
        }
    }
}

#[test]
fn of_structuring_only_the_language_model_knows_a_network() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../structuring/src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    assert!(files.len() > 20, "the sources of structuring are where they were");
    for file in files {
        let may = file.starts_with(source.join("model")) || file == source.join("model.rs");
        let text = fs::read_to_string(&file).expect("a source file");
        for impure in ["reqwest::", "tokio::", "std::net", "std::time"] {
            assert!(
                may || !text.contains(impure),
                "{} may not use {impure}",
                file.display()
            );
        }
    }
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Every crate of the workspace with the names of all it depends on, for tests and builds too.
fn workspace() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| (text(&package["name"]), dependencies(package)))
        .collect()
}

fn dependencies(package: &Value) -> BTreeSet<String> {
    let dependencies = package["dependencies"].as_array().expect("dependencies");
    let (own, mut names) = (text(&package["name"]), BTreeSet::new());
    for dependency in dependencies {
        let name = text(&dependency["name"]);
        let is_for_tests = dependency["kind"] == "dev";
        if !(is_for_tests && BROKEN_BY_TESTS.contains(&(&own, &name))) {
            names.insert(name);
        }
    }
    names
}

fn text(value: &Value) -> String {
    value.as_str().expect("a name").to_owned()
}
