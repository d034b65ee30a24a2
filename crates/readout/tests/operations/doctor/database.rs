//! What is said of the database, and what the program does with one that is not its own.

use std::process::Command;

use serde_json::Value;

use super::{NOBODY, SECRET, examine, found, found_in};
use crate::postgres;
use crate::support::{ended, readout, refused, told};

/// Bytes of a page of SQLite.
const PAGE: usize = 4096;

#[test]
fn a_database_that_is_away_damaged_or_newer_is_a_problem() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("readout.sqlite");
    let away = format!("postgres://u:{SECRET}@{NOBODY}/readout");
    found(
        &[("DATABASE_URL", &away)],
        "database",
        "problem",
        "it cannot be reached",
    );
    std::fs::write(&file, "a letter, and no database at all".repeat(1000)).expect("a file");
    found_in(
        folder.path(),
        &[],
        "database",
        "problem",
        "is damaged, or is no database of SQLite",
    );
    if postgres::is_left_out() {
        return;
    }
    let database = postgres::new_database();
    found(
        &[("DATABASE_URL", &database)],
        "database",
        "warning",
        "steps to this version",
    );
    let mut migrate = readout(folder.path());
    told(
        &migrate
            .arg("migrate")
            .env("DATABASE_URL", &database)
            .output()
            .expect("it runs"),
    );
    found(&[("DATABASE_URL", &database)], "database", "ok", "up to date");
    let newer = "insert into seaql_migrations (version, applied_at) values ('m2099_of_another_version', 0)";
    let changed = Command::new("psql")
        .args(["-q", "-d", &database, "-c", newer])
        .status();
    assert!(changed.expect("psql").success());
    found(
        &[("DATABASE_URL", &database)],
        "database",
        "problem",
        "newer version",
    );
    // The program itself refuses too, and serves nothing.
    for command in ["serve", "migrate"] {
        let mut older = readout(folder.path());
        let older = older.arg(command).env("READOUT_LISTEN", "127.0.0.1:0");
        let ended = ended(older.env("DATABASE_URL", &database));
        refused(&ended, "a newer version of Readout has changed the database");
        assert!(
            !String::from_utf8_lossy(&ended.stdout).contains("ready"),
            "{command}"
        );
    }
}

/// Opening it shows nothing of a page in its midst.
#[test]
fn a_file_that_is_damaged_in_its_midst_is_a_problem() {
    let folder = tempfile::tempdir().expect("a folder");
    told(&readout(folder.path()).arg("migrate").output().expect("it runs"));
    found_in(folder.path(), &[], "database", "ok", "up to date");
    let file = folder.path().join("readout.sqlite");
    let mut bytes = std::fs::read(&file).expect("the database");
    let pages = bytes.len() / PAGE;
    assert!(pages > 20, "{pages} pages");
    bytes[PAGE * (pages - 4)..].fill(0xa5);
    std::fs::write(&file, bytes).expect("the database");
    let (found, is_content) = examine(folder.path(), &[]);
    assert!(!is_content);
    let of_database = |finding: &&Value| finding["check"] == "database";
    let finding = found.iter().find(of_database).expect("a finding");
    let says = |part: &str| finding[part].as_str().unwrap_or_default().to_owned();
    assert!(says("message").contains("is damaged"), "{finding}");
    assert!(says("fix").contains("restore the latest backup"), "{finding}");
    assert!(
        !says("fix").contains("DATABASE_URL"),
        "no password is to blame: {finding}"
    );
}
