//! The kinds of change that are asked for while the server dies, each of which tells what was answered.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::client::{self, Answer, Client};
use crate::speech_server::recording;

/// What Razorpay signs its events with.
pub(super) const WEBHOOK_SECRET: &str = "the secret of these tests";
/// Seconds of a paid period.
pub(super) const PERIOD: i64 = 30 * 24 * 60 * 60;

/// What one kind of change has reached: what was answered, and what was last asked for.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) answered: usize,
    pub(super) asked: usize,
}

impl Progress {
    /// Whether a value that is there now is one that may be.
    #[track_caller]
    pub(super) fn admits(&self, found: usize, what: &str) {
        assert!(
            (self.answered..=self.asked).contains(&found),
            "{what}: {found} is there, {} was answered and {} asked for",
            self.answered,
            self.asked
        );
    }
}

/// Whether an answer came. While the server lives every answer is a success.
pub(super) fn was_answered(answer: std::io::Result<Answer>, answered: &AtomicUsize) -> bool {
    let Ok(answer) = answer else {
        return false;
    };
    assert!(answer.is_success(), "{answer:?}");
    answered.fetch_add(1, Ordering::Relaxed);
    true
}

pub(super) fn rename(client: &Client, names: &mut Progress, answered: &AtomicUsize) -> bool {
    let save = |turn: &str| {
        let names = json!({ "firstName": turn, "lastName": turn });
        client.json("PUT", "/api/user/profile", &names)
    };
    next_turn(names, save, answered)
}

pub(super) fn read(client: &Client, answered: &AtomicUsize) -> bool {
    // Reports are admitted less often than a quick computer asks between two deaths.
    let report = json!({ "reportContent": "FINDINGS:\nThere is no acute infarct." });
    was_answered(client.json("POST", "/api/check-report", &report), answered)
        && was_answered(client.get("/api/subscription/status"), answered)
}

pub(super) fn put_words(client: &Client, words: &mut Progress, answered: &AtomicUsize) -> bool {
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

pub(super) fn keep_template(
    client: &Client,
    kept: &mut Vec<String>,
    asked: &mut usize,
    answered: &AtomicUsize,
) -> bool {
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
pub(super) struct Fates(pub(super) BTreeMap<String, Fate>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Asked for, or asked to be deleted, and no answer came.
    Unknown,
    Kept,
    Deleted,
}

impl Fates {
    /// Keeps two and deletes one of them.
    pub(super) fn keep_and_delete(&mut self, client: &Client, answered: &AtomicUsize) -> bool {
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
    pub(super) fn hold(&mut self, listed: &str) {
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

/// Tells of a payment until an answer comes, as Razorpay does; then of the next.
pub(super) fn pay(address: &str, payments: &mut Progress, answered: &AtomicUsize) -> bool {
    payments.asked = payments.answered + 1;
    let entity = json!({ "id": format!("pay_{}", payments.asked), "amount": 39_900, "currency": "INR", "email": "dana@example.org" });
    let event = json!({ "event": "payment.captured", "payload": { "payment": { "entity": entity } } });
    let done = was_answered(tell(address, &event.to_string()), answered);
    if done {
        payments.answered = payments.asked;
    }
    done
}

pub(super) fn tell(address: &str, event: &str) -> io::Result<Answer> {
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
pub(super) fn used_payments(client: &Client) -> usize {
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
pub(super) fn end_of_period(client: &Client) -> i64 {
    let banner = client.get("/api/subscription-status").expect("an answer").json();
    let end = banner["expiresAt"].as_str().expect("an end");
    let end = time::OffsetDateTime::parse(end, &time::format_description::well_known::Rfc3339);
    end.expect("an instant").unix_timestamp()
}

/// Activates and deactivates in turn: each leaves an event in the trail.
pub(super) fn administrate(admin: &Client, changes: &mut Progress, answered: &AtomicUsize) -> bool {
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
pub(super) fn events_of_subject(admin: &Client) -> usize {
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

pub(super) fn last(word: &Value) -> &str {
    word.as_str()
        .and_then(|word| word.rsplit(' ').next())
        .unwrap_or_default()
}

pub(super) fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

pub(super) fn random() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a time after 1970");
    u64::from(now.subsec_nanos()) / 7
}

/// A picture of one pixel.
const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// How far somebody's signature and letterhead have come, which are saved in turn, each with its picture.
#[derive(Default)]
pub(super) struct Signing {
    pub(super) signature: Progress,
    pub(super) letterhead: Progress,
}

/// Signatures saved between two deaths: a server admits no more of a user in a minute.
const SIGNATURES: usize = 12;

impl Signing {
    pub(super) fn work(&mut self, client: &Client, answered: &AtomicUsize) {
        for turn in 0.. {
            let signature = |turn: &str| {
                let signature = json!({ "signatureImage": PICTURE, "signatureName": turn });
                client.json("POST", "/api/user/signature", &signature)
            };
            let letterhead = |turn: &str| {
                let letterhead = json!({ "logo": PICTURE, "institution": turn, "address": "", "footer": "" });
                client.json("PUT", "/api/user/letterhead", &letterhead)
            };
            let is_admitted = turn < SIGNATURES;
            let goes_on = (!is_admitted || next_turn(&mut self.signature, signature, answered))
                && next_turn(&mut self.letterhead, letterhead, answered);
            if !goes_on {
                return;
            }
        }
    }

    /// Each of them is there whole, in the last turn that was answered or a later one.
    #[track_caller]
    pub(super) fn hold(&self, client: &Client) {
        let turn = |path: &str, name: &str, picture: &str| {
            let saved = client.get(path).expect("an answer").json();
            let turn = saved[name].as_str().and_then(|name| name.strip_prefix("Turn "));
            assert_eq!(
                turn.is_some(),
                saved[picture].is_string(),
                "half of {path}: {saved}"
            );
            turn.map_or(0, number)
        };
        let signature = turn("/api/user/signature", "signatureName", "signatureImage");
        self.signature.admits(signature, "the signature");
        let letterhead = turn("/api/user/letterhead", "institution", "logo");
        self.letterhead.admits(letterhead, "the letterhead");
    }
}

/// Saves what tells its turn. Whether that was answered.
fn next_turn(
    turns: &mut Progress,
    save: impl FnOnce(&str) -> io::Result<Answer>,
    answered: &AtomicUsize,
) -> bool {
    turns.asked += 1;
    let done = was_answered(save(&format!("Turn {}", turns.asked)), answered);
    if done {
        turns.answered = turns.asked;
    }
    done
}

/// What somebody's work has been counted as.
#[derive(Default)]
pub(super) struct Usage {
    pub(super) transcriptions: Progress,
    pub(super) reports: Progress,
}

/// Recordings and reports that a server admits of one user before it says that these are too many.
const MOST_WORK: usize = 25;

impl Usage {
    /// Dictates and makes reports until the server is gone. Each take is sent twice, as a page does that got no answer.
    pub(super) fn work(&mut self, client: &Client, answered: &AtomicUsize) {
        let report = json!({ "transcriptionText": "CT head. There is no acute infarct." });
        for _ in 0..MOST_WORK {
            self.transcriptions.asked += 1;
            let take = format!("5f0c7a4e-6a0e-4c39-9d58-{:012}", self.transcriptions.asked);
            for _ in 0..2 {
                let text = client.json("POST", "/api/transcribe", &recording(Some(&take)));
                if !was_answered(text, answered) {
                    return;
                }
            }
            self.transcriptions.answered = self.transcriptions.asked;
            self.reports.asked += 1;
            if !was_answered(client.json("POST", "/api/structure-report", &report), answered) {
                return;
            }
            self.reports.answered = self.reports.asked;
        }
    }

    /// Whether all is counted that was answered, and nothing that was not asked for.
    #[track_caller]
    pub(super) fn hold(&mut self, client: &Client) {
        let usage = client.get("/api/user/export").expect("an answer").json()["usage"].clone();
        for (name, progress) in [
            ("transcriptions", &mut self.transcriptions),
            ("reports", &mut self.reports),
        ] {
            let found = usage[name].as_u64().and_then(|found| usize::try_from(found).ok());
            let found = found.expect("a number");
            progress.admits(found, name);
            // From here on it is what is there; the next take has the name of one that was not counted.
            *progress = Progress {
                answered: found,
                asked: found,
            };
        }
    }
}
