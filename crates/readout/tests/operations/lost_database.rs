//! The database goes away and comes back under a running server: whoever asks is told so and when to come again, nothing is half done,
//! and the server goes on by itself.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::own_postgres::OwnPostgres;
use crate::postgres;
use crate::server::Server;
use crate::support::{readout, start, stopped, terminate, unavailable, within};

fn words(word: &str) -> Value {
    json!({ "words": [word], "replacements": [] })
}

/// A server on a database of its own, and somebody who is signed in and has kept a word.
struct Begun {
    server: Server,
    asha: Client,
    database: OwnPostgres,
    _folder: tempfile::TempDir,
}

impl Begun {
    /// None where PostgreSQL is left out.
    fn unless_left_out() -> Option<Self> {
        if postgres::is_left_out() {
            return None;
        }
        let database = OwnPostgres::start();
        let folder = tempfile::tempdir().expect("a folder");
        let server = start(readout(folder.path()).env("DATABASE_URL", &database.address));
        let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
        let kept = asha.json("PUT", "/api/user/vocabulary", &words("Gadovist"));
        assert!(kept.expect("an answer").is_success());
        Some(Self {
            server,
            asha,
            database,
            _folder: folder,
        })
    }
}

#[test]
fn a_database_that_is_away_is_told_as_such_and_used_again_once_it_is_back() {
    let Some(Begun {
        mut database,
        server,
        asha,
        ..
    }) = Begun::unless_left_out()
    else {
        return;
    };

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
fn a_database_that_says_nothing_more_is_given_up_in_time_and_used_again_once_it_speaks() {
    let Some(Begun {
        mut database,
        server: _server,
        asha,
        ..
    }) = Begun::unless_left_out()
    else {
        return;
    };

    database.freeze();
    // More than there are connections: whoever comes when all of them wait is told too.
    let asked: Vec<_> = (0..24)
        .map(|number| {
            let asha = asha.clone();
            std::thread::spawn(move || {
                let begun = Instant::now();
                let answer = if number % 2 == 0 {
                    asha.get("/api/user/vocabulary")
                } else {
                    asha.json("PUT", "/api/user/vocabulary", &words("Late"))
                };
                (answer.expect("an answer"), begun.elapsed())
            })
        })
        .collect();
    for asked in asked {
        let (answer, took) = asked.join().expect("asked");
        unavailable(&answer, "database_away", "a database that stands still");
        assert!(took < Duration::from_secs(15), "told after {took:?}");
    }
    assert_eq!(asha.get("/readyz").expect("an answer").status, 503);

    database.thaw();
    let user = within(Duration::from_secs(15), "the way back", || {
        asha.get("/api/auth/user").ok().filter(Answer::is_success)
    });
    assert!(user.body.contains("asha@example.org"), "the same session");
    let saved = within(Duration::from_secs(15), "a change", || {
        let saved = asha.json("PUT", "/api/user/vocabulary", &words("Primovist"));
        saved.ok().filter(Answer::is_success)
    });
    assert!(saved.is_success());
    let vocabulary = asha.get("/api/user/vocabulary").expect("an answer");
    assert_eq!(vocabulary.json(), words("Primovist"));
}

#[test]
fn a_database_that_says_nothing_more_does_not_keep_a_server_from_stopping() {
    let Some(Begun {
        mut database,
        mut server,
        asha,
        ..
    }) = Begun::unless_left_out()
    else {
        return;
    };
    database.freeze();
    let asked = asha.get("/api/user/vocabulary").expect("an answer");
    unavailable(&asked, "database_away", "a database that stands still");
    terminate(&server);
    stopped(&mut server);
    database.thaw();
}
