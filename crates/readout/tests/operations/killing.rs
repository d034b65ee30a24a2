//! The server is killed, with no time to say goodbye, again and again in the midst of mixed requests. Whatever change was answered with
//! success is there when it is back; what was not answered is there whole or not at all.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::postgres;
use crate::server::Server;
use crate::support::{readout, start, within};

/// How often it is killed.
const DEATHS: usize = 8;
/// How many requests must have been answered in the end.
const REQUESTS: usize = 100;

#[test]
fn nothing_that_was_answered_is_lost_in_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    survive(&format!(
        "sqlite://{}",
        folder.path().join("readout.sqlite").display()
    ));
}

#[test]
fn nothing_that_was_answered_is_lost_in_postgresql() {
    if !postgres::is_left_out() {
        survive(&postgres::new_database());
    }
}

/// Fewer than a user may keep.
const MOST_TEMPLATES: usize = 400;

/// What one kind of change has reached: what was answered, and what was last asked for.
#[derive(Default)]
struct Progress {
    answered: usize,
    asked: usize,
}

impl Progress {
    /// Whether a value that is there now is one that may be.
    #[track_caller]
    fn admits(&self, found: usize, what: &str) {
        assert!(
            (self.answered..=self.asked).contains(&found),
            "{what}: {found} is there, {} was answered and {} asked for",
            self.answered,
            self.asked
        );
    }
}

fn survive(database: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let serve = || -> Server {
        let mut command = readout(folder.path());
        command
            .env("DATABASE_URL", database)
            .env("READOUT_ADMIN_EMAILS", "admin@example.org");
        start(&mut command)
    };
    let mut server = serve();
    let at = server.address.clone();
    let mut admin = Client::signed_in(&at, "admin@example.org").expect("a session");
    let mut asha = Client::signed_in(&at, "asha@example.org").expect("a session");
    let mut binh = Client::signed_in(&at, "binh@example.org").expect("a session");
    Client::signed_in(&at, "subject@example.org").expect("a session");
    for email in ["asha@example.org", "binh@example.org"] {
        let activated = admin.json("POST", "/api/admin/activate-user", &json!({ "userEmail": email }));
        assert!(activated.expect("an answer").is_success());
    }

    let answered = AtomicUsize::new(0);
    let (mut words, mut names, mut changes) = (Progress::default(), Progress::default(), Progress::default());
    let (mut templates, mut asked_templates) = (Vec::<String>::new(), 0);
    let mut sessions: Vec<(String, Client)> = Vec::new();
    let mut newcomers = 0;
    for death in 0.. {
        let at = server.address.clone();
        for client in [&mut admin, &mut asha, &mut binh] {
            *client = client.at(&at);
        }
        thread::scope(|scope| {
            let answered = &answered;
            scope.spawn(|| while rename(&asha, &mut names, answered) && read(&asha, answered) {});
            scope.spawn(|| while put_words(&binh, &mut words, answered) {});
            scope.spawn(|| {
                while asked_templates < MOST_TEMPLATES
                    && keep_template(&asha, &mut templates, &mut asked_templates, answered)
                {}
            });
            scope.spawn(|| while administrate(&admin, &mut changes, answered) {});
            scope.spawn(|| {
                // The server admits so many links of one address in a quarter of an hour.
                for _ in 0..20 {
                    newcomers += 1;
                    let email = format!("newcomer{newcomers}@example.org");
                    let Ok(client) = Client::signed_in(&at, &email) else {
                        return;
                    };
                    answered.fetch_add(2, Ordering::Relaxed);
                    sessions.push((email, client));
                }
            });
            thread::sleep(Duration::from_millis(100 + random() % 500));
            server.child.kill().expect("it lives until here");
        });
        server.child.wait().expect("it is dead");
        server = serve();

        let at = server.address.clone();
        let (asha, binh, admin) = (asha.at(&at), binh.at(&at), admin.at(&at));
        let user = asha.get("/api/auth/user").expect("an answer").json();
        if names.asked > 0 {
            // Both names are of one moment.
            assert_eq!(user["firstName"], user["lastName"], "half a change");
            let turn = user["firstName"]
                .as_str()
                .and_then(|name| name.strip_prefix("Turn "));
            names.admits(turn.map_or(0, number), "the name");
        }
        let found = binh.get("/api/user/vocabulary").expect("an answer").json();
        let all = found["words"].as_array().expect("words");
        assert!(all.is_empty() || all.len() == 40, "half a vocabulary");
        words.admits(all.first().map_or(0, |word| number(last(word))), "the vocabulary");
        let found = asha.get("/api/custom-templates").expect("an answer").body;
        for name in &templates {
            assert!(
                found.contains(&format!("\"{name}\"")),
                "the template {name} was answered and is lost"
            );
        }
        let events = events_of_subject(&admin);
        changes.admits(events, "the trail");
        let listed = admin
            .get("/api/admin/users?search=subject")
            .expect("an answer")
            .body;
        let is_active = listed.contains("\"active\"");
        assert_eq!(
            is_active,
            events % 2 == 1,
            "the trail and the subscription tell the same"
        );
        for (email, client) in &sessions {
            let user = client.at(&at).get("/api/auth/user").expect("an answer");
            assert!(
                user.body.contains(email),
                "the session of {email} is lost: {user:?}"
            );
        }
        // What was begun and not answered stands or does not; from here on it is what is there.
        changes = Progress {
            answered: events,
            asked: events,
        };
        if death + 1 >= DEATHS && answered.load(Ordering::Relaxed) >= REQUESTS {
            break;
        }
        assert!(death < 5 * DEATHS, "too few requests are answered in between");
    }
    assert!(names.answered > 0 && words.answered > 0 && !templates.is_empty() && !sessions.is_empty());
    within(Duration::from_secs(5), "coming back", || {
        server
            .get("/readyz", "")
            .starts_with("HTTP/1.1 200")
            .then_some(())
    });
}

/// Whether an answer came. While the server lives every answer is a success.
fn was_answered(answer: std::io::Result<Answer>, answered: &AtomicUsize) -> bool {
    let Ok(answer) = answer else {
        return false;
    };
    assert!(answer.is_success(), "{answer:?}");
    answered.fetch_add(1, Ordering::Relaxed);
    true
}

fn rename(client: &Client, names: &mut Progress, answered: &AtomicUsize) -> bool {
    names.asked += 1;
    let name = format!("Turn {}", names.asked);
    let names_now = json!({ "firstName": name, "lastName": name });
    let done = was_answered(client.json("PUT", "/api/user/profile", &names_now), answered);
    if done {
        names.answered = names.asked;
    }
    done
}

fn read(client: &Client, answered: &AtomicUsize) -> bool {
    // Reports are admitted less often than a quick computer asks between two deaths.
    let report = json!({ "reportContent": "FINDINGS:\nThere is no acute infarct." });
    was_answered(client.json("POST", "/api/check-report", &report), answered)
        && was_answered(client.get("/api/subscription/status"), answered)
}

fn put_words(client: &Client, words: &mut Progress, answered: &AtomicUsize) -> bool {
    words.asked += 1;
    let all: Vec<String> = (0..40)
        .map(|place| format!("word {place} {}", words.asked))
        .collect();
    let vocabulary = json!({ "words": all, "replacements": [] });
    let done = was_answered(client.json("PUT", "/api/user/vocabulary", &vocabulary), answered);
    if done {
        words.answered = words.asked;
    }
    done
}

fn keep_template(client: &Client, kept: &mut Vec<String>, asked: &mut usize, answered: &AtomicUsize) -> bool {
    *asked += 1;
    let name = format!("Template {asked}.");
    let template = json!({ "name": name, "content": "FINDINGS:\nThe lungs are clear." });
    let done = was_answered(client.json("POST", "/api/custom-templates", &template), answered);
    if done {
        kept.push(name);
    }
    done
}

/// Activates and deactivates in turn: each leaves an event in the trail.
fn administrate(admin: &Client, changes: &mut Progress, answered: &AtomicUsize) -> bool {
    let what = if changes.asked.is_multiple_of(2) {
        "activate"
    } else {
        "deactivate"
    };
    changes.asked += 1;
    let whose = json!({ "userEmail": "subject@example.org" });
    let done = was_answered(
        admin.json("POST", &format!("/api/admin/{what}-user"), &whose),
        answered,
    );
    if done {
        changes.answered = changes.asked;
    }
    done
}

/// How many events the trail has of the subject's subscription.
fn events_of_subject(admin: &Client) -> usize {
    let (mut number, mut page) = (0, String::new());
    loop {
        let path = format!("/api/admin/audit?limit=200{page}");
        let trail = admin.get(&path).expect("an answer").json();
        let events = trail["events"].as_array().expect("events").iter();
        number += events
            .filter(|event| event["subjectEmail"] == "subject@example.org")
            .count();
        match trail["next"].as_i64() {
            Some(before) => page = format!("&before={before}"),
            None => return number,
        }
    }
}

fn last(word: &Value) -> &str {
    word.as_str()
        .and_then(|word| word.rsplit(' ').next())
        .unwrap_or_default()
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

fn random() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a time after 1970");
    u64::from(now.subsec_nanos()) / 7
}
