//! What is said of the database, and what the program does with one that is not its own.

use std::process::Command;

use super::{NOBODY, SECRET, found, found_in};
use crate::postgres;
use crate::support::{ended, readout, refused, told};

#[test]
fn a_database_that_is_away_damaged_or_newer_is_a_problem() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("readout.sqlite");
    let away = format!("postgres://u:{SECRET}@{NOBODY}/readout");
    found(
        &[("DATABASE_URL", &away)],
        "database",
        "problem",
        "cannot be opened",
    );
    std::fs::write(&file, "a letter, and no database at all".repeat(1000)).expect("a file");
    found_in(folder.path(), &[], "database", "problem", "not a database");
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
