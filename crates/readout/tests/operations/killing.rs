//! The server is killed, with no time to say goodbye, again and again in the midst of mixed requests. Whatever change was answered with
//! success is there when it is back; what was not answered is there whole or not at all. What was deleted stays deleted, and a payment
//! counts once, however often it is told because no answer came.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::client::{self, Answer, Client};
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
/// What Razorpay signs its events with.
const WEBHOOK_SECRET: &str = "the secret of these tests";
/// Seconds of a paid period.
const PERIOD: i64 = 30 * 24 * 60 * 60;

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
            .env("READOUT_ADMIN_EMAILS", "admin@example.org")
            .env("READOUT_RAZORPAY_WEBHOOK_SECRET", WEBHOOK_SECRET);
        start(&mut command)
    };
    let mut server = serve();
    let at = server.address.clone();
    let mut admin = Client::signed_in(&at, "admin@example.org").expect("a session");
    let mut asha = Client::signed_in(&at, "asha@example.org").expect("a session");
    let mut binh = Client::signed_in(&at, "binh@example.org").expect("a session");
    Client::signed_in(&at, "subject@example.org").expect("a session");
    let mut chau = Client::signed_in(&at, "chau@example.org").expect("a session");
    let mut dana = Client::signed_in(&at, "dana@example.org").expect("a session");
    for email in ["asha@example.org", "binh@example.org", "chau@example.org"] {
        let activated = admin.json("POST", "/api/admin/activate-user", &json!({ "userEmail": email }));
        assert!(activated.expect("an answer").is_success());
    }

    let answered = AtomicUsize::new(0);
    let (mut words, mut names, mut changes) = (Progress::default(), Progress::default(), Progress::default());
    let (mut templates, mut asked_templates) = (Vec::<String>::new(), 0);
    let mut fates = Fates::default();
    let (mut payments, mut first_payment) = (Progress::default(), None);
    let mut sessions: Vec<(String, Client)> = Vec::new();
    let mut leavers: Vec<Leaver> = Vec::new();
    let mut newcomers = 0;
    for death in 0.. {
        let at = server.address.clone();
        for client in [&mut admin, &mut asha, &mut binh, &mut chau, &mut dana] {
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
            scope.spawn(|| while fates.0.len() < MOST_TEMPLATES && fates.keep_and_delete(&chau, answered) {});
            scope.spawn(|| while pay(&at, &mut payments, answered) {});
            scope.spawn(|| {
                // The server admits so many links of one address in a quarter of an hour.
                for _ in 0..20 {
                    newcomers += 1;
                    let email = format!("newcomer{newcomers}@example.org");
                    let Ok(client) = Client::signed_in(&at, &email) else {
                        return;
                    };
                    answered.fetch_add(2, Ordering::Relaxed);
                    if newcomers % 2 == 0 {
                        sessions.push((email, client));
                        continue;
                    }
                    let leaver = Leaver::that_leaves(email, client, answered);
                    let is_gone = leaver.is_gone;
                    leavers.push(leaver);
                    if !is_gone {
                        return;
                    }
                }
            });
            thread::sleep(Duration::from_millis(100 + random() % 500));
            server.child.kill().expect("it lives until here");
        });
        server.child.wait().expect("it is dead");
        server = serve();

        let at = server.address.clone();
        let (asha, binh, admin) = (asha.at(&at), binh.at(&at), admin.at(&at));
        let (chau, dana) = (chau.at(&at), dana.at(&at));
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
        fates.hold(&chau.get("/api/custom-templates").expect("an answer").body);
        let paid = used_payments(&dana);
        payments.admits(paid, "the payments");
        if paid > 0 {
            let end = end_of_period(&dana);
            let (number, first_end) = *first_payment.get_or_insert((paid, end));
            let periods = i64::try_from(paid - number).expect("a few");
            assert_eq!(end, first_end + periods * PERIOD, "each payment counts once");
        }
        for leaver in &mut leavers {
            leaver.hold(&at, &admin);
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
    assert!(payments.answered > 0 && fates.0.values().any(|fate| *fate == Fate::Deleted));
    assert!(leavers.iter().any(|leaver| leaver.is_gone));
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

/// What has become of templates, by their names.
#[derive(Default)]
struct Fates(BTreeMap<String, Fate>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Asked for, or asked to be deleted, and no answer came.
    Unknown,
    Kept,
    Deleted,
}

impl Fates {
    /// Keeps two and deletes one of them.
    fn keep_and_delete(&mut self, client: &Client, answered: &AtomicUsize) -> bool {
        for is_deleted in [false, true] {
            let name = format!("Template {}.", self.0.len() + 1);
            self.0.insert(name.clone(), Fate::Unknown);
            let template = json!({ "name": name, "content": "FINDINGS:\nThe lungs are clear." });
            let Ok(kept) = client.json("POST", "/api/custom-templates", &template) else {
                return false;
            };
            let id = kept.json()["id"]
                .as_str()
                .map(str::to_owned)
                .expect("an identifier");
            was_answered(Ok(kept), answered);
            if !is_deleted {
                self.0.insert(name, Fate::Kept);
                continue;
            }
            let path = format!("/api/custom-templates/{id}");
            if !was_answered(client.json("DELETE", &path, &Value::Null), answered) {
                return false;
            }
            self.0.insert(name, Fate::Deleted);
        }
        true
    }

    /// Whether the list that is there now has what was kept and nothing that was deleted.
    #[track_caller]
    fn hold(&mut self, listed: &str) {
        for (name, fate) in &mut self.0 {
            let is_there = listed.contains(&format!("\"{name}\""));
            match fate {
                Fate::Kept => assert!(is_there, "{name} was kept and is lost"),
                Fate::Deleted => assert!(!is_there, "{name} was deleted and is back"),
                // From here on it is what is there.
                Fate::Unknown if is_there => *fate = Fate::Kept,
                Fate::Unknown => *fate = Fate::Deleted,
            }
        }
    }
}

/// Somebody who deletes the account again.
struct Leaver {
    email: String,
    client: Client,
    /// Whether the deletion was answered, or found to be done.
    is_gone: bool,
}

impl Leaver {
    fn that_leaves(email: String, client: Client, answered: &AtomicUsize) -> Self {
        let words = json!({ "words": ["Gadovist"], "replacements": [] });
        let is_gone = was_answered(client.json("PUT", "/api/user/vocabulary", &words), answered)
            && was_answered(
                client.json("DELETE", "/api/user", &json!({ "email": email })),
                answered,
            );
        Self {
            email,
            client,
            is_gone,
        }
    }

    /// Gone altogether, or there as before.
    #[track_caller]
    fn hold(&mut self, at: &str, admin: &Client) {
        let session = self.client.at(at).get("/api/auth/user").expect("an answer");
        let path = format!("/api/admin/users?search={}", self.email);
        let listed = admin.get(&path).expect("an answer").body;
        let is_listed = listed.contains(&format!("\"{}\"", self.email));
        assert_eq!(session.is_success(), is_listed, "half of {} is gone", self.email);
        assert!(
            !(self.is_gone && is_listed),
            "{} was deleted and is back",
            self.email
        );
        self.is_gone = !is_listed;
    }
}

/// Tells of a payment until an answer comes, as Razorpay does; then of the next.
fn pay(address: &str, payments: &mut Progress, answered: &AtomicUsize) -> bool {
    payments.asked = payments.answered + 1;
    let entity = json!({ "id": format!("pay_{}", payments.asked), "amount": 39_900, "currency": "INR", "email": "dana@example.org" });
    let event = json!({ "event": "payment.captured", "payload": { "payment": { "entity": entity } } });
    let done = was_answered(tell(address, &event.to_string()), answered);
    if done {
        payments.answered = payments.asked;
    }
    done
}

fn tell(address: &str, event: &str) -> io::Result<Answer> {
    let mut mac = Hmac::<Sha256>::new_from_slice(WEBHOOK_SECRET.as_bytes()).expect("a key");
    mac.update(event.as_bytes());
    let signature = hex::encode(mac.finalize().into_bytes());
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let request = format!(
        "POST /api/webhooks/razorpay HTTP/1.1\r\nHost: {address}\r\nX-Razorpay-Signature: {signature}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{event}",
        event.len()
    );
    stream.write_all(request.as_bytes())?;
    client::read(&mut stream)
}

/// How many payments have opened a period of the user, each of them once.
fn used_payments(client: &Client) -> usize {
    let data = client.get("/api/user/export").expect("an answer").json();
    let payments = data["payments"].as_array().expect("payments").iter();
    let used = payments.filter(|payment| payment["state"] == "used");
    let mut names: Vec<_> = used.map(|payment| payment["paymentId"].to_string()).collect();
    let number = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), number, "a payment is there twice");
    number
}

/// In seconds since 1970.
fn end_of_period(client: &Client) -> i64 {
    let banner = client.get("/api/subscription-status").expect("an answer").json();
    let end = banner["expiresAt"].as_str().expect("an end");
    let end = time::OffsetDateTime::parse(end, &time::format_description::well_known::Rfc3339);
    end.expect("an instant").unix_timestamp()
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
