//! The server is killed, with no time to say goodbye, again and again in the midst of mixed requests. Whatever change was answered with
//! success is there when it is back; what was not answered is there whole or not at all. What was deleted stays deleted, and a payment
//! counts once, however often it is told because no answer came.

mod changes;
mod people;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::client::Client;
use crate::postgres;
use crate::server::Server;
use crate::speech_server::SpeechServer;
use crate::support::{readout, start, within};
use changes::*;
use people::{Leaver, SignedOut};

/// How often it is killed: a short round with every run of the tests, and `SOAK=1` (`make soak`) for hours.
fn deaths() -> usize {
    const SHORT: usize = 8;
    if std::env::var_os("SOAK").is_some() {
        40 * SHORT
    } else {
        SHORT
    }
}

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

fn survive(database: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let speech = SpeechServer::start();
    let serve = || -> Server {
        let mut command = readout(folder.path());
        command
            .env("DATABASE_URL", database)
            .env("READOUT_ADMIN_EMAILS", "admin@example.org")
            .env("READOUT_RAZORPAY_WEBHOOK_SECRET", WEBHOOK_SECRET);
        start(speech.serves(&mut command))
    };
    let mut server = serve();
    let at = server.address.clone();
    let mut admin = Client::signed_in(&at, "admin@example.org").expect("a session");
    let mut asha = Client::signed_in(&at, "asha@example.org").expect("a session");
    let mut binh = Client::signed_in(&at, "binh@example.org").expect("a session");
    Client::signed_in(&at, "subject@example.org").expect("a session");
    let mut chau = Client::signed_in(&at, "chau@example.org").expect("a session");
    let mut dana = Client::signed_in(&at, "dana@example.org").expect("a session");
    let mut emil = Client::signed_in(&at, "emil@example.org").expect("a session");
    for email in ["asha@example.org", "binh@example.org", "chau@example.org"] {
        let activated = admin.json("POST", "/api/admin/activate-user", &json!({ "userEmail": email }));
        assert!(activated.expect("an answer").is_success());
    }

    let answered = AtomicUsize::new(0);
    let (mut words, mut names, mut changes) = (Progress::default(), Progress::default(), Progress::default());
    let (mut templates, mut asked_templates) = (Vec::<String>::new(), 0);
    let mut fates = Fates::default();
    let (mut usage, mut signing) = (Usage::default(), Signing::default());
    let (mut payments, mut first_payment) = (Progress::default(), None);
    let mut sessions: Vec<(String, Client)> = Vec::new();
    let (mut leavers, mut guests): (Vec<Leaver>, Vec<SignedOut>) = Default::default();
    let mut newcomers = 0;
    for death in 0_usize.. {
        let at = server.address.clone();
        for client in [&mut admin, &mut asha, &mut binh, &mut chau, &mut dana, &mut emil] {
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
            scope.spawn(|| signing.work(&chau, answered));
            scope.spawn(|| usage.work(&emil, answered));
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
                    if newcomers % 3 == 0 {
                        sessions.push((email, client));
                        continue;
                    }
                    if newcomers % 3 == 1 {
                        let Ok(other) = Client::signed_in(&at, &email) else {
                            return;
                        };
                        let guest = SignedOut::everywhere(email, [client, other], answered);
                        let is_out = guest.is_out;
                        guests.push(guest);
                        if !is_out {
                            return;
                        }
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
            // Where a busy machine has answered nothing of some kind yet, servers live longer by and by.
            let longer = 300 * death.saturating_sub(deaths()) as u64;
            thread::sleep(Duration::from_millis(100 + random() % (500 + longer)));
            server.child.kill().expect("it lives until here");
        });
        server.child.wait().expect("it is dead");
        server = serve();

        let at = server.address.clone();
        let (asha, binh, admin) = (asha.at(&at), binh.at(&at), admin.at(&at));
        let (chau, dana, emil) = (chau.at(&at), dana.at(&at), emil.at(&at));
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
        usage.hold(&emil);
        signing.hold(&chau);
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
        for guest in &mut guests {
            guest.hold(&at);
        }
        // What was begun and not answered stands or does not; from here on it is what is there.
        changes = Progress {
            answered: events,
            asked: events,
        };
        let kinds = [
            ("names", names.answered > 0),
            ("vocabularies", words.answered > 0),
            ("templates", !templates.is_empty()),
            (
                "templates that were deleted",
                fates.0.values().any(|fate| *fate == Fate::Deleted),
            ),
            ("sessions", !sessions.is_empty()),
            (
                "sessions that were ended",
                guests.iter().any(|guest| guest.is_out),
            ),
            (
                "accounts that were deleted",
                leavers.iter().any(|leaver| leaver.is_gone),
            ),
            ("payments", payments.answered > 0),
            ("transcriptions", usage.transcriptions.answered > 0),
            ("reports", usage.reports.answered > 0),
            ("signatures", signing.signature.answered > 0),
            ("letterheads", signing.letterhead.answered > 0),
        ];
        let missing: Vec<_> = kinds
            .iter()
            .filter(|(_, is_there)| !is_there)
            .map(|(kind, _)| kind)
            .collect();
        let answered = answered.load(Ordering::Relaxed);
        if death + 1 >= deaths() && answered >= REQUESTS && missing.is_empty() {
            break;
        }
        assert!(
            death < 5 * deaths(),
            "{answered} answered in between, and none of {missing:?}"
        );
    }
    within(Duration::from_secs(5), "coming back", || {
        server
            .get("/readyz", "")
            .starts_with("HTTP/1.1 200")
            .then_some(())
    });
}
