//! `readout backup` beside a server that is being written to, and what comes back of it.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::client::Client;
use crate::postgres;
use crate::support::{readout, refused, start, told, within};

#[test]
fn a_backup_of_a_server_under_writes_brings_sessions_and_rows_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, file) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let server = start(&mut readout(&data));
    assert!(server.get("/readyz", "").starts_with("HTTP/1.1 200"));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let words = json!({ "words": ["Gadovist"], "replacements": [] });
    let saved = asha
        .json("PUT", "/api/user/vocabulary", &words)
        .expect("an answer");
    assert!(saved.is_success(), "{saved:?}");

    // Four people rename themselves without a pause while the copy is made.
    let (stop, renamed) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (before, after) = thread::scope(|scope| {
        for number in 0..4 {
            let (stop, renamed) = (&stop, &renamed);
            let email = format!("writer{number}@example.org");
            let writer = Client::signed_in(&server.address, &email).expect("a session");
            scope.spawn(move || {
                for turn in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let names =
                        json!({ "firstName": format!("Turn {turn}"), "lastName": format!("Turn {turn}") });
                    let answer = writer
                        .json("PUT", "/api/user/profile", &names)
                        .expect("an answer");
                    assert!(answer.is_success(), "writing goes on during a backup: {answer:?}");
                    renamed.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        within(Duration::from_secs(20), "writing", || {
            (renamed.load(Ordering::Relaxed) > 20).then_some(())
        });
        let before = renamed.load(Ordering::Relaxed);
        let copied = back_up(&data, &file).output().expect("it runs");
        stop.store(true, Ordering::Relaxed);
        assert!(told(&copied).contains("To restore it: stop the server"));
        (before, renamed.load(Ordering::Relaxed))
    });
    assert!(after > before, "somebody wrote during the backup");
    is_private(&file);
    drop(server);

    // Another machine: nothing of the first one but the file.
    let other = folder.path().join("other");
    std::fs::create_dir(&other).expect("a folder");
    std::fs::copy(&file, other.join("readout.sqlite")).expect("the copy in its place");
    let server = start(&mut readout(&other));
    let asha = asha.at(&server.address);
    let user = asha.get("/api/auth/user").expect("an answer");
    assert_eq!(user.json()["email"], "asha@example.org", "her session is there");
    let vocabulary = asha.get("/api/user/vocabulary").expect("an answer");
    assert_eq!(vocabulary.json(), words);
    let listed = readout(&other)
        .args(["user", "list", "--jsonl"])
        .output()
        .expect("it runs");
    let listed = told(&listed);
    assert_eq!(listed.lines().count(), 5, "{listed}");
    let renamed = asha.json(
        "PUT",
        "/api/user/profile",
        &json!({ "firstName": "Asha", "lastName": null }),
    );
    assert!(renamed.expect("an answer").is_success(), "it can be written to");
    drop(server);
    // Of a damaged database no copy is left that could be taken for a good one.
    let again = folder.path().join("again.sqlite");
    damage(&other.join("readout.sqlite"));
    refused(&back_up(&other, &again).output().expect("it runs"), "malformed");
    assert!(!again.exists());
    assert!(!folder.path().join("again.sqlite.partial").exists());
}

#[test]
fn a_backup_overwrites_nothing_and_makes_no_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, file) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    refused(
        &back_up(&data, &file).output().expect("it runs"),
        "there is no database that can be opened",
    );
    assert!(!data.exists() && !file.exists());

    told(&readout(&data).arg("migrate").output().expect("it runs"));
    std::fs::write(&file, "a letter").expect("a file");
    refused(
        &back_up(&data, &file).output().expect("it runs"),
        "overwrites nothing",
    );
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "a letter");
    let nowhere = folder.path().join("nowhere").join("copy.sqlite");
    refused(
        &back_up(&data, &nowhere).output().expect("it runs"),
        "cannot be written",
    );
}

#[test]
fn a_postgresql_is_left_to_its_own_tools() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = back_up(folder.path(), &folder.path().join("copy"));
    // Nothing is asked of a server for that.
    command.env("DATABASE_URL", "postgres://nobody@127.0.0.1:1/readout");
    refused(&command.output().expect("it runs"), "pg_dump");
    if !postgres::is_left_out() {
        command.env("DATABASE_URL", postgres::new_database());
        refused(&command.output().expect("it runs"), "pg_dump");
    }
}

fn back_up(data: &Path, file: &Path) -> Command {
    let mut command = readout(data);
    command.arg("backup").arg(file);
    command
}

fn is_private(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(file).expect("the copy").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "for this program's user alone");
}

/// Overwrites the middle of the file, as a failing disk does.
fn damage(file: &Path) {
    let mut bytes = std::fs::read(file).expect("a database");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0xa5);
    std::fs::write(file, bytes).expect("a database");
}
