//! The disk of the database takes nothing more: whoever has something to save is told so and when to come again, nothing is half done,
//! all other work goes on, and the server saves again by itself once there is room.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Client;
use crate::own_postgres::OwnPostgres;
use crate::postgres;
use crate::server::Server;
use crate::support::{readout, start, told, unavailable, within};

#[test]
fn a_full_disk_keeps_nobody_from_dictating_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = start(&mut wrapped("bash", BOUNDABLE, &data));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let words = |word: &str| json!({ "words": [word], "replacements": [] });
    let put = |word: &str| {
        asha.json("PUT", "/api/user/vocabulary", &words(word))
            .expect("an answer")
    };
    assert!(put("Gadovist").is_success());

    bound_files_to(&server, "1024");
    unavailable(&put("Lost"), "disk_full", "a vocabulary");
    let renamed = asha.json(
        "PUT",
        "/api/user/profile",
        &json!({ "firstName": "Lost", "lastName": null }),
    );
    unavailable(&renamed.expect("an answer"), "disk_full", "a name");
    let visitor = Client::visitor(&server.address);
    let link = visitor.form("/api/login/email", "email=binh%40example.org&next=/app");
    unavailable(&link.expect("an answer"), "disk_full", "a sign-in link");
    // Transactions, each on a connection that others are given afterwards.
    for number in 0..4 {
        let link = visitor.form(
            "/api/login/email",
            &format!("email=binh{number}%40example.org&next=/app"),
        );
        unavailable(&link.expect("an answer"), "disk_full", "a sign-in link");
    }
    // What is on the disk is read, and the work goes on.
    let vocabulary = asha.get("/api/user/vocabulary").expect("an answer");
    assert_eq!(vocabulary.json(), words("Gadovist"));
    for (path, body) in [
        (
            "/api/structure-report",
            json!({ "transcriptionText": "CT head. No infarct." }),
        ),
        (
            "/api/check-report",
            json!({ "reportContent": "FINDINGS:\nNo infarct." }),
        ),
        (
            "/api/export-word",
            json!({ "reportContent": "FINDINGS:\nNo infarct." }),
        ),
    ] {
        let done = asha.json("POST", path, &body).expect("an answer");
        assert!(done.is_success(), "{path}: {done:?}");
    }

    bound_files_to(&server, "unlimited");
    assert!(put("Dotarem").is_success(), "without a restart");
    let user = asha.get("/api/auth/user").expect("an answer").json();
    assert_eq!(user["firstName"], Value::Null, "what was refused was not done");
    for number in 0..4 {
        Client::signed_in(&server.address, &format!("binh{number}@example.org")).expect("a session");
    }
    // It looks through the whole database.
    let copy = folder.path().join("copy.sqlite");
    told(&readout(&data).arg("backup").arg(copy).output().expect("it runs"));
}

/// A disk that has no room left, and room again.
enum Disk {
    /// A small one of its own, mounted in a namespace that the server alone is in; where it is seen from outside.
    Mounted(PathBuf),
    /// The machine permits no mount: the server's files may not grow instead.
    Bounded,
}

impl Disk {
    /// A server with its data on a disk of 8 MB.
    fn serve(data: &Path) -> (Self, Server) {
        let mounts = Command::new("unshare")
            .args(["-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
            .output();
        if mounts.is_ok_and(|tried| tried.status.success()) {
            std::fs::create_dir(data).expect("a folder");
            let script = "mount -t tmpfs -o size=8m none \"$READOUT_DATA_DIR\" && exec \"$0\" \"$@\"";
            let server = start(&mut wrapped("unshare", &["-rm", "sh", "-c", script], data));
            let seen = format!("/proc/{}/root{}", server.child.id(), data.display());
            return (Self::Mounted(seen.into()), server);
        }
        // Past what the harness keeps of tests that pass.
        let _ = writeln!(
            std::io::stderr(),
            "NOT CHECKED with a real full disk: this machine permits no mount (unshare -rm). The server's files are bounded instead."
        );
        (Self::Bounded, start(&mut wrapped("bash", BOUNDABLE, data)))
    }

    /// Takes all of its room.
    fn fill(&self, server: &Server) {
        let Self::Mounted(folder) = self else {
            return bound_files_to(server, "1024");
        };
        let mut filler = File::create(folder.join("filler")).expect("a file");
        // Down to the last byte that the file system gives.
        for size in [64 * 1024, 1] {
            let piece = vec![0; size];
            let refused = loop {
                if let Err(error) = filler.write_all(&piece) {
                    break error;
                }
            };
            assert_eq!(refused.kind(), ErrorKind::StorageFull, "ENOSPC");
        }
    }

    fn free(&self, server: &Server) {
        match self {
            Self::Mounted(folder) => std::fs::remove_file(folder.join("filler")).expect("it is there"),
            Self::Bounded => bound_files_to(server, "unlimited"),
        }
    }
}

#[test]
fn a_full_disk_is_told_and_used_again_without_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let (disk, server) = Disk::serve(&folder.path().join("data"));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let words = |word: &str| json!({ "words": [word], "replacements": [] });
    let put = |word: &str| {
        asha.json("PUT", "/api/user/vocabulary", &words(word))
            .expect("an answer")
    };
    let ready = |sentence: &str| {
        within(Duration::from_secs(15), sentence, || {
            let told = asha.get("/readyz").expect("an answer");
            assert_eq!(told.status, 200, "who dictates need not go elsewhere");
            (told.body == sentence).then_some(())
        });
    };
    assert!(put("Gadovist").is_success());
    ready("ready\n");

    for round in ["first", "second"] {
        disk.fill(&server);
        unavailable(&put("Lost"), "disk_full", round);
        ready("ready, but nothing can be saved: the disk is full or failing\n");
        unavailable(&put("Lost"), "disk_full", round);
        let kept = asha.get("/api/user/vocabulary").expect("an answer");
        assert_eq!(kept.json(), words("Gadovist"), "what is there is read");
        let dictation = json!({ "transcriptionText": "CT head. No infarct." });
        let made = asha.json("POST", "/api/structure-report", &dictation);
        assert!(made.expect("an answer").is_success(), "the work goes on");

        disk.free(&server);
        assert!(put("Gadovist").is_success(), "without a restart");
        ready("ready\n");
    }
}

#[test]
fn a_full_disk_of_postgresql_is_told_and_used_again_without_a_restart() {
    if postgres::is_left_out() {
        return;
    }
    let Some(mut database) = OwnPostgres::on_a_small_disk() else {
        // Past what the harness keeps of tests that pass.
        let _ = writeln!(
            std::io::stderr(),
            "NOT CHECKED on PostgreSQL with a full disk: only the system's administrator may mount one (unshare -m)."
        );
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let server = start(readout(folder.path()).env("DATABASE_URL", &database.address));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    // More than what is still free in the pages of the tables.
    let long = |word: &str| {
        let replacements: Vec<Value> = (0..500)
            .map(|number| json!({ "heard": format!("{word} {number}"), "written": format!("{number:x} ").repeat(150) }))
            .collect();
        json!({ "words": [word], "replacements": replacements })
    };
    let put = |vocabulary: &Value| {
        asha.json("PUT", "/api/user/vocabulary", vocabulary)
            .expect("an answer")
    };
    let kept = json!({ "words": ["Gadovist"], "replacements": [] });
    assert!(put(&kept).is_success());

    for round in ["first", "second"] {
        database.fill();
        unavailable(&put(&long("Lost")), "disk_full", round);
        unavailable(&put(&long("Lost")), "disk_full", round);
        let read = asha.get("/api/user/vocabulary").expect("an answer");
        assert_eq!(read.json(), kept, "what is there is read");
        let dictation = json!({ "transcriptionText": "CT head. No infarct." });
        let made = asha.json("POST", "/api/structure-report", &dictation);
        assert!(made.expect("an answer").is_success(), "the work goes on");
        assert_eq!(asha.get("/readyz").expect("an answer").status, 200);

        database.free();
        assert!(put(&long("Dotarem")).is_success(), "without a restart");
        assert!(put(&kept).is_success());
    }
}

/// A file past its bound is then an error to the program and not its end, as it is on a full disk.
const BOUNDABLE: &[&str] = &["-c", "trap '' XFSZ; exec \"$0\" \"$@\""];

/// The program with its data in this folder, started by another that becomes it.
fn wrapped(by: &str, arguments: &[&str], data: &Path) -> Command {
    let program = readout(data);
    let mut wrapper = Command::new(by);
    wrapper.args(arguments).arg(program.get_program());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => wrapper.env(name, value),
            None => wrapper.env_remove(name),
        };
    }
    wrapper
}

/// The soft bound alone, so that an ordinary user may take it away again.
fn bound_files_to(server: &Server, bytes: &str) {
    let pid = server.child.id().to_string();
    let done = Command::new("prlimit")
        .args(["--pid", &pid, &format!("--fsize={bytes}:unlimited")])
        .status();
    assert!(done.expect("prlimit of util-linux").success());
}
