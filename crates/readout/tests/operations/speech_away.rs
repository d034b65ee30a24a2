//! The speech server goes away and comes back under a running server: whoever dictates is told so and when to come again, whoever watches
//! sees it, everything else goes on, and nothing has to be restarted.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Answer, Client};
use crate::speech_server::{HEARD, SpeechServer, recording};
use crate::support::{free_address, readout, start, within};

#[test]
fn a_speech_server_that_is_away_is_told_as_such_and_used_again_once_it_is_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut speech = SpeechServer::start();
    let watched = free_address();
    let mut command = readout(folder.path());
    let server = start(speech.serves(command.env("READOUT_METRICS_LISTEN", &watched)));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let transcribe = || {
        asha.json("POST", "/api/transcribe", &recording(None))
            .expect("an answer")
    };
    let is_ready = || {
        let told = Client::visitor(&watched).get("/metrics").expect("the metrics");
        told.body.contains("\nreadout_speech_ready 1")
    };
    let heard = |answer: &Answer| answer.json()["text"].as_str().map(str::to_owned);

    let first = transcribe();
    assert_eq!(heard(&first).as_deref(), Some(HEARD), "{first:?}");
    assert!(is_ready());

    speech.goes_away();
    let begun = Instant::now();
    let lost = transcribe();
    assert_eq!(lost.status, 503, "{lost:?}");
    assert_eq!(lost.json()["code"], "speech_unavailable");
    assert!(lost.body.contains("cannot be reached"), "{lost:?}");
    assert!(lost.header("retry-after").is_some(), "{lost:?}");
    assert!(begun.elapsed() < Duration::from_secs(10), "told in time");
    assert!(!is_ready(), "whoever watches is told too");
    // Who types goes on working, and the server does not ask to be taken out of service.
    let report = json!({ "transcriptionText": "CT head. There is no acute infarct." });
    let report = asha.json("POST", "/api/structure-report", &report);
    assert!(report.expect("an answer").is_success());
    assert_eq!(asha.get("/readyz").expect("an answer").status, 200);

    // Found again by looking, before anybody dictates.
    speech.comes_back();
    let recordings = speech.asked();
    within(Duration::from_secs(30), "finding it again", || {
        is_ready().then_some(())
    });
    assert_eq!(speech.asked(), recordings, "no recording was sent to find out");
    let again = transcribe();
    assert_eq!(heard(&again).as_deref(), Some(HEARD), "{again:?}");
}
