//! The database goes away and comes back under a running server, or its disk takes nothing more: whoever asks is told so and when to
//! come again, nothing is half done, and the server goes on by itself.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::own_postgres::OwnPostgres;
use crate::postgres;
use crate::server::Server;
use crate::support::{readout, start, told, within};

#[test]
fn a_database_that_is_away_is_told_as_such_and_used_again_once_it_is_back() {
    if postgres::is_left_out() {
        return;
    }
    let mut database = OwnPostgres::start();
    let folder = tempfile::tempdir().expect("a folder");
    let server = start(readout(folder.path()).env("DATABASE_URL", &database.address));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let words = |word: &str| json!({ "words": [word], "replacements": [] });
    let kept = asha.json("PUT", "/api/user/vocabulary", &words("Gadovist"));
    assert!(kept.expect("an answer").is_success());

    database.stop();
    let dictation = json!({ "transcriptionText": "CT head. No infarct." });
    for (method, path, body) in [
        ("GET", "/api/auth/user", Value::Null),
        ("GET", "/api/user/vocabulary", Value::Null),
        ("PUT", "/api/user/vocabulary", words("Lost")),
        ("POST", "/api/structure-report", dictation.clone()),
    ] {
        let begun = Instant::now();
        let answer = asha.json(method, path, &body).expect("an answer");
        unavailable(&answer, "database_away", path);
        assert_eq!(answer.header("set-cookie"), None, "{path} signs nobody out");
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "{path} is told in time"
        );
    }
    let begun = Instant::now();
    let ready = asha.get("/readyz").expect("an answer");
    assert_eq!(
        (ready.status, ready.body.as_str()),
        (503, "the database does not answer\n")
    );
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "whoever watches is told soon"
    );
    // What needs no database goes on.
    assert_eq!(asha.get("/healthz").expect("an answer").status, 200);
    assert_eq!(
        Client::visitor(&server.address)
            .get("/")
            .expect("an answer")
            .status,
        200
    );

    database.start_again();
    let user = within(Duration::from_secs(15), "the way back", || {
        asha.get("/api/auth/user").ok().filter(Answer::is_success)
    });
    assert!(user.body.contains("asha@example.org"), "the same session");
    let vocabulary = asha.get("/api/user/vocabulary").expect("an answer");
    assert_eq!(
        vocabulary.json(),
        words("Gadovist"),
        "what was refused was not done"
    );
    assert!(
        asha.json("POST", "/api/structure-report", &dictation)
            .expect("an answer")
            .is_success()
    );
    assert_eq!(asha.get("/readyz").expect("an answer").status, 200);
}

#[test]
fn a_full_disk_keeps_nobody_from_dictating_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    // A file past its bound is then an error to the program and not its end, as it is on a full disk.
    let mut shell = Command::new("bash");
    let program = readout(&data);
    shell
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(program.get_program());
    shell.envs(
        program
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    for (name, _) in program.get_envs().filter(|(_, value)| value.is_none()) {
        shell.env_remove(name);
    }
    let server = start(&mut shell);
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
    Client::signed_in(&server.address, "binh@example.org").expect("a session");
    // It looks through the whole database.
    let copy = folder.path().join("copy.sqlite");
    told(&readout(&data).arg("backup").arg(copy).output().expect("it runs"));
}

#[track_caller]
fn unavailable(answer: &Answer, code: &str, what: &str) {
    assert_eq!(answer.status, 503, "{what}: {answer:?}");
    let told = answer.json();
    assert_eq!(told["code"], code, "{what}");
    let sentence = told["message"].as_str().unwrap_or_default();
    assert!(
        sentence.contains("Nothing you entered is lost"),
        "{what}: {sentence}"
    );
    let again = answer
        .header("retry-after")
        .and_then(|seconds| seconds.parse::<u32>().ok());
    assert!(again.is_some_and(|seconds| (1..=60).contains(&seconds)), "{what}");
}

/// The soft bound alone, so that an ordinary user may take it away again.
fn bound_files_to(server: &Server, bytes: &str) {
    let pid = server.child.id().to_string();
    let done = Command::new("prlimit")
        .args(["--pid", &pid, &format!("--fsize={bytes}:unlimited")])
        .status();
    assert!(done.expect("prlimit of util-linux").success());
}
