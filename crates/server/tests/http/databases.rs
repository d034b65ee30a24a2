//! On which database the tests of this file run. They know SQLite; one more test runs every other one again, on PostgreSQL.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::postgres;

/// A new, empty database, in the folder if it is a file.
pub fn address(folder: &Path) -> String {
    if is_postgresql() {
        postgres::new_database()
    } else {
        format!("sqlite://{}", folder.join("readout.sqlite").display())
    }
}

fn is_postgresql() -> bool {
    env::var(postgres::CHOICE).is_ok_and(|choice| choice == "postgresql")
}

/// Starts this program anew, as `READOUT_TEST_DATABASE=postgresql cargo test -p server --test http` would.
#[test]
fn every_test_holds_on_postgresql() {
    if postgres::is_left_out() || is_postgresql() {
        return;
    }
    let this = env::current_exe().expect("this program");
    let run = Command::new(this)
        .env(postgres::CHOICE, "postgresql")
        .args(["--skip", "every_test_holds_on_postgresql", "--test-threads", "2"])
        .output()
        .expect("this program starts");
    let told = String::from_utf8_lossy(&run.stdout);
    let complaints = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "on PostgreSQL:\n{told}\n{complaints}");
    assert!(told.contains("test result: ok. "), "{told}");
    assert!(!told.contains("test result: ok. 0 passed"), "{told}");
}
