//! The log of a whole report's life, from signing in to the Word file, with the rules and with a language model, with the embedded engine
//! and with a speech server, and through every kind of failure, holds no word of a patient or a user, and no sound. Every answer on the
//! way is what it should be, so that nothing is left out unseen.

mod account;
mod failures;
mod main_job;

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use server::logging::is_discreet;
use structuring::model::Fallback;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::support::Answer;

const EMAIL: &str = "asha.rao@example.org";

/// What must not be in the log, in any case: each stands in something that the test sends.
const SECRETS: [&str; 20] = [
    "asha.rao",
    "example.org",
    "roe",
    "p-4711",
    "nodule",
    "lobe",
    "pleural",
    "effusion",
    "smoker",
    "spleen",
    "hydatid",
    "secretive",
    "kottayam",
    "kowalski",
    "acc-0815",
    "61 years",
    "2026-11-19",
    "2025-05-02",
    "lingula",
    "hush-hush",
];

/// How a program may print the recordings and pictures that the test sends: their first bytes as base64, as numbers, in hexadecimal, and
/// as text with escapes.
const FIRST_BYTES: [&str; 12] = [
    // WebM.
    "GkXfo",
    "[26, 69, 223",
    "1a45dfa3",
    "\\x1ae\\xdf",
    // WAV.
    "UklGR",
    "[82, 73, 70, 70",
    "52494646",
    "wavefmt",
    // PNG.
    "iVBORw0KGgo",
    "[137, 80, 78",
    "89504e47",
    "\\x89png",
];

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Captured {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Captured {
    fn text(&self) -> String {
        let log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&log).into_owned()
    }
}

/// Asserts a status, of `what` was asked.
#[track_caller]
fn check(what: &str, answer: &Answer, expected: StatusCode) {
    assert_eq!(answer.status, expected, "{what}: {}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_word_of_a_patient_or_a_user_is_in_the_log() {
    let captured = Captured::default();
    // At its most talkative, what libraries say included, as `readout serve` has it with READOUT_LOG=trace.
    tracing_subscriber::registry()
        .with(filter_fn(|metadata| is_discreet(metadata.target())))
        .with(fmt::layer().with_ansi(false).with_writer(captured.clone()))
        .try_init()
        .expect("the only log of this test program");

    let mut issued = Vec::new();
    account::come_and_go(&mut issued).await;
    account::keep_and_leave().await;
    main_job::do_it_with_every_engine().await;
    failures::ask_wrongly().await;
    failures::have_failing_models_write(Fallback::Rules).await;
    failures::have_failing_models_write(Fallback::Refuse).await;
    failures::have_failing_engines_listen().await;
    failures::lose_the_database().await;
    crate::login_providers::sign_in_well_and_ill(&mut issued).await;
    crate::live::dictate_well_and_ill(EMAIL).await;

    let log = captured.text();
    for told in [
        "request finished",
        "request failed",
        // A link that was used already, an address that is none.
        "sign-in refused sign_in.status=410",
        "sign-in refused sign_in.status=422",
        "sign-in came to nothing",
        "account deleted",
        "transcribed",
        "the speech server answered",
        "dictated live",
        "a stretch was recognised",
        "structured",
        "the rules engine wrote for the language model",
        "exported",
    ] {
        assert!(log.contains(told), "{told} is not in the log");
    }
    let lower = log.to_lowercase();
    let secrets = SECRETS
        .iter()
        .chain(&FIRST_BYTES)
        .map(|secret| (*secret).to_owned());
    for secret in secrets.chain(issued) {
        let found = if secret.chars().any(char::is_uppercase) {
            log.find(&secret)
        } else {
            lower.find(&secret)
        };
        let context = found.map(|at| {
            log.get(at.saturating_sub(200)..(at + 60).min(log.len()))
                .unwrap_or_default()
                .to_owned()
        });
        assert_eq!(context, None, "{secret} is in the log");
    }
}
