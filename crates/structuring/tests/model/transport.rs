//! How answers come and fail to come.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use report::section::SectionKind;
use structuring::model::{ModelEngine, ModelError, ModelSettings};
use structuring::{Engine, StructuringError, rules};

use crate::peer::{Does, Peer, ending, piece, status};
use crate::{FAITHFUL, dictation, faithful, text, written};

/// The error of a strict engine, and the rules engine's report of a lenient one.
#[track_caller]
fn fails(behaviour: Vec<Does>, expected: ModelError, requests: usize) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        let peer = Peer::that(behaviour.clone()).await;
        let told = peer.strict_engine().structure(&dictation(), |_| {}).await;
        assert_eq!(told.err(), Some(StructuringError::Model(expected)), "{place}");
        assert_eq!(peer.requests().len(), requests, "{place}");

        let peer = Peer::that(behaviour).await;
        let report = peer
            .engine()
            .structure(&dictation(), |_| {})
            .await
            .expect("a report");
        assert_eq!(
            (report.engine.as_str(), report.fallback),
            ("rules", Some(expected)),
            "{place}"
        );
        let note = report.note().expect("a note");
        assert!(
            note.starts_with(&expected.to_string()) && note.ends_with("instead."),
            "{note}"
        );
        let rules = rules::structure(&dictation()).expect("a report");
        assert_eq!(text(&report), text(&rules), "{place}");
    }
}

/// The model's report in spite of a behaviour.
async fn succeeds(behaviour: Vec<Does>) -> Peer {
    let peer = Peer::that(behaviour).await;
    let report = peer
        .engine()
        .structure(&dictation(), |_| {})
        .await
        .expect("a report");
    assert_eq!((report.engine.as_str(), report.fallback), ("scribe-7b", None));
    assert_eq!(
        findings(&report),
        FAITHFUL.map(|line| format!("- {line}")).join("\n")
    );
    peer
}

fn findings(report: &structuring::Report) -> String {
    report.section(SectionKind::Findings)
}

/// The faithful answer divided in two, as events.
fn halves() -> (String, String) {
    let answer = faithful();
    let (first, second) = answer.split_at(answer.len() / 2);
    (piece(first), piece(second))
}

#[tokio::test]
async fn sections_are_told_while_the_answer_still_comes() {
    let answer = faithful();
    let until_findings = answer.find("\"comparison\"").expect("a key");
    let peer = Peer::that([Does::SendsAndStalls(vec![piece(&answer[..until_findings])])]).await;
    let mut told = Vec::new();
    let report = peer
        .engine()
        .structure(&dictation(), |draft| told.push((draft.section, draft.text)))
        .await
        .expect("a report");
    assert_eq!(report.fallback, Some(ModelError::TimedOut));
    let expected = [
        (SectionKind::ClinicalHistory, "Fever for two weeks.".to_owned()),
        (
            SectionKind::Technique,
            "Axial CT of the abdomen was performed.".to_owned(),
        ),
        (
            SectionKind::Findings,
            FAITHFUL.map(|line| format!("- {line}")).join("\n"),
        ),
    ];
    assert!(told == expected, "{}", told.len());
}

#[tokio::test]
async fn answers_of_many_servers_are_understood() {
    let (first, second) = halves();
    let done = || "[DONE]".to_owned();
    succeeds(vec![Does::Streams(faithful())]).await;
    // Missing usage and an odd reason; no reason at all; no end mark.
    succeeds(vec![Does::Sends(vec![
        first.clone(),
        second.clone(),
        ending("eos"),
        done(),
    ])])
    .await;
    succeeds(vec![Does::Sends(vec![first.clone(), second.clone(), done()])]).await;
    succeeds(vec![Does::Sends(vec![first, second, ending("stop")])]).await;
    // Around the object: a fence, thoughts, politeness.
    succeeds(vec![Does::Streams(format!(
        "Sure!\n```json\n{}\n```",
        faithful()
    ))])
    .await;
    succeeds(vec![Does::Streams(format!(
        "<think>{{no}}</think>{}",
        faithful()
    ))])
    .await;
    // The whole at once from a server that does not stream.
    let message =
        serde_json::json!({ "choices": [{ "message": { "content": faithful() }, "finish_reason": "stop" }] });
    succeeds(vec![Does::Answers(
        200,
        "",
        "application/json",
        message.to_string(),
    )])
    .await;
}

#[tokio::test]
async fn a_slow_answer_that_keeps_coming_is_waited_for() {
    let began = Instant::now();
    succeeds(vec![Does::Dawdles(faithful(), Duration::from_millis(12))]).await;
    assert!(
        began.elapsed() > Duration::from_millis(600),
        "longer than the limit for silence"
    );
}

#[tokio::test]
async fn a_busy_server_is_asked_again_before_it_answers() {
    for first in [status(429), status(500), status(503), Does::HangsUp] {
        let peer = succeeds(vec![first, Does::Streams(faithful())]).await;
        assert_eq!(peer.requests().len(), 2);
    }
}

#[tokio::test]
async fn the_wait_that_a_server_asks_for_is_respected() {
    let busy = |seconds| Does::Answers(429, seconds, "application/json", String::new());
    let began = Instant::now();
    succeeds(vec![busy("retry-after: 2"), Does::Streams(faithful())]).await;
    assert!(began.elapsed() >= Duration::from_secs(2), "{:?}", began.elapsed());
    // Somebody is waiting: an hour is too long.
    let began = Instant::now();
    fails(vec![busy("retry-after: 3600")], ModelError::Busy, 1).await;
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_wait_until_a_date_is_respected_too() {
    let busy = |date| Does::Answers(503, date, "application/json", String::new());
    let passed = "retry-after: Sun, 06 Nov 1994 08:49:37 GMT";
    let peer = succeeds(vec![busy(passed), Does::Streams(faithful())]).await;
    assert_eq!(peer.requests().len(), 2);
    let far = "retry-after: Tue, 31 Dec 2199 23:59:59 GMT";
    fails(vec![busy(far)], ModelError::Busy, 1).await;
}

#[tokio::test]
async fn no_more_requests_run_at_a_time_than_are_set() {
    let peer = Peer::that([Does::SendsAndStalls(vec![halves().0]), Does::Streams(faithful())]).await;
    let mut settings = peer.settings();
    settings.concurrent = NonZeroUsize::MIN;
    let engine = Engine::Model(ModelEngine::new(settings).expect("an engine"));
    let dictation = dictation();
    let (first, second) = tokio::join!(engine.structure(&dictation, |_| {}), async {
        // The first has the only place until its silence has been long enough.
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(peer.requests().len(), 1);
        let waiting = engine.structure(&dictation, |_| {});
        tokio::pin!(waiting);
        let early = tokio::time::timeout(Duration::from_millis(100), &mut waiting).await;
        assert!(
            early.is_err() && peer.requests().len() == 1,
            "it waits for its turn"
        );
        waiting.await
    });
    assert_eq!(first.expect("a report").fallback, Some(ModelError::TimedOut));
    assert_eq!(second.expect("a report").fallback, None);
}

#[tokio::test]
async fn a_server_that_stays_busy_is_left() {
    fails(vec![status(500)], ModelError::Busy, 4).await;
}

#[tokio::test]
async fn silence_and_endless_answers_are_left() {
    fails(vec![Does::Stalls], ModelError::TimedOut, 1).await;
    fails(
        vec![Does::SendsAndStalls(vec![halves().0])],
        ModelError::TimedOut,
        1,
    )
    .await;
    let mut settings = Peer::that([Does::Dawdles(faithful(), Duration::from_millis(100))])
        .await
        .settings();
    settings.total = Duration::from_secs(1);
    let engine = Engine::Model(ModelEngine::new(settings).expect("an engine"));
    let report = engine.structure(&dictation(), |_| {}).await.expect("a report");
    assert_eq!(report.fallback, Some(ModelError::TimedOut));
}

#[tokio::test]
async fn answers_that_end_badly_are_no_report() {
    let (first, second) = halves();
    let sends = |events: &[&String]| vec![Does::Sends(events.iter().map(|event| (*event).clone()).collect())];
    fails(sends(&[&first]), ModelError::BrokenOff, 1).await;
    fails(sends(&[&first, &second]), ModelError::BrokenOff, 1).await;
    fails(sends(&[&first, &ending("length")]), ModelError::Truncated, 1).await;
    fails(
        sends(&[&first, &ending("content_filter")]),
        ModelError::Declined,
        1,
    )
    .await;
    fails(sends(&[&first, &ending("stop")]), ModelError::NoReport, 1).await;
    let refusal = r#"{"choices":[{"delta":{"refusal":"I cannot help with medical reports."}}]}"#.to_owned();
    fails(sends(&[&refusal, &ending("stop")]), ModelError::Declined, 1).await;
    let overloaded = r#"{"error":{"message":"There is a 3.2 cm cyst"}}"#.to_owned();
    fails(sends(&[&overloaded]), ModelError::Busy, 1).await;
}

#[tokio::test]
async fn answers_that_are_no_answers_are_no_report() {
    let says = |kind, body: &str| vec![Does::Answers(200, "", kind, body.to_owned())];
    fails(
        says("text/html", "<html>Bad gateway</html>"),
        ModelError::Unreadable,
        1,
    )
    .await;
    fails(says("application/json", "<html>"), ModelError::Unreadable, 1).await;
    fails(
        says("application/json", r#"{"choices":[]}"#),
        ModelError::NoReport,
        1,
    )
    .await;
    fails(
        says("text/event-stream", "data: {\"choices\":[{\"delta\"\n\n"),
        ModelError::Unreadable,
        1,
    )
    .await;
    for answer in [
        "I cannot help with that.",
        "{}",
        "[1, 2]",
        r#"{"findings": []}"#,
        r#"{"report": "All is normal."}"#,
    ] {
        fails(vec![Does::Streams(answer.to_owned())], ModelError::NoReport, 1).await;
    }
}

#[tokio::test]
async fn a_refused_request_is_not_repeated() {
    for (code, requests) in [(401, 1), (403, 1), (404, 1), (413, 1), (307, 1)] {
        fails(vec![status(code)], ModelError::Rejected(code), requests).await;
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_left() {
    let engine = Engine::Model(
        ModelEngine::new(ModelSettings::new("http://127.0.0.1:9/v1", "scribe")).expect("an engine"),
    );
    let report = engine.structure(&dictation(), |_| {}).await.expect("a report");
    assert_eq!(report.fallback, Some(ModelError::Unreachable));
}

#[tokio::test]
async fn who_stops_waiting_ends_the_request() {
    let peer = Peer::that([Does::SendsAndStalls(vec![halves().0])]).await;
    let mut settings = peer.settings();
    settings.silence = Duration::from_secs(30);
    settings.total = Duration::from_secs(30);
    let engine = Engine::Model(ModelEngine::new(settings).expect("an engine"));
    let given = dictation();
    let waiting = engine.structure(&given, |_| {});
    assert!(
        tokio::time::timeout(Duration::from_millis(300), waiting)
            .await
            .is_err()
    );
    for _ in 0..50 {
        if peer.left() == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the peer still waits");
}

#[tokio::test]
async fn nothing_dictated_is_nothing_to_ask() {
    let peer = Peer::that([Does::Streams(written(&FAITHFUL))]).await;
    let mut blank = dictation();
    blank.text = report::private::PatientText::new(" \n");
    let told = peer.engine().structure(&blank, |_| {}).await;
    assert_eq!(told.err(), Some(StructuringError::NothingDictated));
    assert!(peer.requests().is_empty());
}
