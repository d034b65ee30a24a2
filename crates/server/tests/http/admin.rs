//! /api/admin/*: who may, what is listed, what is changed, and that it is written down who did it.

use accounts::audit::Trail;
use axum::http::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use time::Duration;

use crate::support::{Browser, TestServer};

const ADMIN: &str = "chief@example.org";
const CHANGES: [&str; 3] = [
    "/api/admin/activate-user",
    "/api/admin/deactivate-user",
    "/api/admin/activate-trial",
];

async fn server() -> TestServer {
    let admin = accounts::EmailAddress::parse(ADMIN).expect("an address");
    TestServer::with(|app| app.site.admin_emails = vec![admin]).await
}

async fn users(admin: &mut Browser) -> Value {
    admin.get("/api/admin/users").await.expect(StatusCode::OK)
}

fn addresses(page: &Value) -> Vec<&str> {
    let users = page["users"].as_array().expect("users");
    users
        .iter()
        .map(|user| user["email"].as_str().expect("an address"))
        .collect()
}

async fn change(admin: &mut Browser, path: &str, email: &str) -> String {
    let done = admin.post(path, json!({ "userEmail": email })).await;
    let body = done.expect(StatusCode::OK);
    body["message"].as_str().expect("a sentence").to_owned()
}

#[tokio::test]
async fn only_administrators_see_and_change_anything() {
    let server = server().await;
    let mut visitor = server.visitor();
    let mut user = server.subscriber("asha@example.org").await;
    let before = server
        .app
        .store
        .trail(Trail::Subscriptions, None, 100)
        .await
        .expect("a trail");
    for (browser, status, code) in [
        (&mut visitor, StatusCode::UNAUTHORIZED, "signed_out"),
        (&mut user, StatusCode::FORBIDDEN, "not_an_administrator"),
    ] {
        for path in ["/api/admin/users", "/api/admin/audit"] {
            browser.get(path).await.refused(status, code);
        }
        browser
            .post("/api/admin/users/search", json!({}))
            .await
            .refused(status, code);
        for path in CHANGES {
            let asked = json!({ "userEmail": "asha@example.org" });
            browser.post(path, asked).await.refused(status, code);
        }
    }
    let after = server
        .app
        .store
        .trail(Trail::Subscriptions, None, 100)
        .await
        .expect("a trail");
    assert_eq!(before, after);
}

#[tokio::test]
async fn users_are_listed_with_all_that_the_table_shows() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let dictation = json!({ "transcriptionText": "No pleural effusion." });
    asha.post("/api/structure-report", dictation)
        .await
        .expect(StatusCode::OK);
    let names = accounts::user::Names::parse(Some("Asha"), Some("Rao")).expect("names");
    let id = server.user("asha@example.org").await;
    let renamed = server
        .app
        .store
        .rename_user(id, &names, server.app.clock.now())
        .await;
    renamed.expect("renamed");
    let mut admin = server.subscriber(ADMIN).await;

    let page = users(&mut admin).await;
    assert_eq!((&page["total"], &page["matching"]), (&json!(2), &json!(2)));
    assert_eq!(addresses(&page), [ADMIN, "asha@example.org"]);
    let listed = &page["users"][1];
    assert_eq!(listed["id"], id.to_string());
    assert_eq!(
        (&listed["firstName"], &listed["lastName"]),
        (&json!("Asha"), &json!("Rao"))
    );
    assert_eq!(listed["subscriptionStatus"], "trial");
    assert_eq!(listed["transcriptionCount"], 0);
    assert_eq!(listed["reportStructuringCount"], 1);
    let left = listed["timeRemainingFormatted"].as_str().expect("a time");
    assert!(left.starts_with("2 days 23 hours 59 minutes"), "{left}");
    for date in ["lastActivityDate", "createdAt"] {
        assert!(
            listed[date].as_str().is_some_and(|date| date.ends_with('Z')),
            "{listed}"
        );
    }
    assert_eq!(page["users"][0]["firstName"], Value::Null);
    assert_eq!(
        page["totals"],
        json!({ "users": 2, "activeSubscriptions": 1, "trialUsers": 1, "transcriptions": 0, "reports": 1 })
    );
    assert_eq!(page["paymentDashboardUrl"], "https://dashboard.razorpay.com/");

    server.app.clock.advance(Duration::days(4));
    let page = users(&mut admin).await;
    assert_eq!(page["users"][1]["subscriptionStatus"], "expired");
    assert_eq!(page["users"][1]["timeRemainingFormatted"], Value::Null);
    assert_eq!(page["totals"]["trialUsers"], 0);
}

#[tokio::test]
async fn a_list_is_searched_ordered_and_paged() {
    let server = server().await;
    for name in ["binh", "asha", "chandra"] {
        server.user(&format!("{name}@example.org")).await;
    }
    server.subscriber("dara@example.org").await;
    let mut admin = server.signed_in(ADMIN).await;
    let by_email = admin
        .get("/api/admin/users?sort=email&limit=2&page=2")
        .await
        .expect(StatusCode::OK);
    assert_eq!(addresses(&by_email), ["chandra@example.org", ADMIN]);
    assert_eq!(
        (&by_email["total"], &by_email["matching"]),
        (&json!(5), &json!(5))
    );
    let by_status = admin
        .get("/api/admin/users?sort=status&limit=1")
        .await
        .expect(StatusCode::OK);
    assert_eq!(addresses(&by_status), ["dara@example.org"]);

    let asked = json!({ "search": "CH example", "sort": "email", "descending": true });
    let found = admin
        .post("/api/admin/users/search", asked)
        .await
        .expect(StatusCode::OK);
    assert_eq!(addresses(&found), [ADMIN, "chandra@example.org"]);
    assert_eq!((&found["total"], &found["matching"]), (&json!(5), &json!(2)));
    assert_eq!(found["totals"]["users"], 5);
    let same = admin
        .get("/api/admin/users?search=CH%20example&sort=email&descending=true")
        .await
        .expect(StatusCode::OK);
    assert_eq!(same, found);

    let beyond = admin
        .get("/api/admin/users?page=9223372036854775807")
        .await
        .expect(StatusCode::OK);
    assert_eq!(addresses(&beyond), [""; 0]);
    for wrong in [
        "sort=salary",
        "page=-1",
        "page=9223372036854775808",
        "limit=9223372036854775808",
        "limit=many",
        "descending=perhaps",
    ] {
        let refused = admin.get(&format!("/api/admin/users?{wrong}")).await;
        refused.refused(StatusCode::BAD_REQUEST, "invalid_query");
    }
    let long = json!({ "search": "a".repeat(300) });
    let refused = admin.post("/api/admin/users/search", long).await;
    refused.refused(StatusCode::BAD_REQUEST, "search_too_long");
}

#[tokio::test]
async fn an_administrator_activates_deactivates_and_gives_a_trial() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let mut admin = server.signed_in(ADMIN).await;
    let [activate, deactivate, trial] = CHANGES;

    let told = change(&mut admin, activate, "  Asha@Example.org ").await;
    assert_eq!(told, "asha@example.org has an active subscription for 30 days.");
    let status = asha.get("/api/subscription/status").await.expect(StatusCode::OK);
    assert_eq!(status["hasPremiumAccess"], true);
    assert_eq!(status["daysRemaining"], 30);

    let asked = json!({ "userEmail": "asha@example.org" });
    for path in [activate, trial] {
        let refused = admin.post(path, asked.clone()).await;
        let sentence = refused.refused(StatusCode::CONFLICT, "subscription_state");
        assert!(sentence.contains("active subscription"), "{sentence}");
    }

    let told = change(&mut admin, deactivate, "asha@example.org").await;
    assert_eq!(told, "asha@example.org has no active subscription any more.");
    let status = asha.get("/api/subscription/status").await.expect(StatusCode::OK);
    assert_eq!(
        (&status["status"], &status["hasPremiumAccess"]),
        (&json!("expired"), &json!(false))
    );
    let refused = admin.post(deactivate, asked).await;
    let sentence = refused.refused(StatusCode::CONFLICT, "subscription_state");
    assert_eq!(sentence, "This user has no active subscription.");

    let told = change(&mut admin, trial, "asha@example.org").await;
    assert_eq!(told, "asha@example.org has a free trial of 3 days.");
    let status = asha.get("/api/subscription/status").await.expect(StatusCode::OK);
    assert_eq!(
        (&status["status"], &status["daysRemaining"]),
        (&json!("trial"), &json!(3))
    );

    let audit = admin.get("/api/admin/audit").await.expect(StatusCode::OK);
    let events = audit["events"].as_array().expect("events");
    let kinds: Vec<_> = events
        .iter()
        .map(|event| event["kind"].as_str().expect("a kind"))
        .collect();
    assert_eq!(
        kinds,
        [
            "subscription.trial-granted",
            "subscription.deactivated",
            "subscription.activated"
        ]
    );
    for event in events {
        assert_eq!(event["actorEmail"], ADMIN);
        assert_eq!(event["subjectEmail"], "asha@example.org");
        assert_eq!(event["byProgram"], false);
        assert!(event["at"].is_string());
    }
}

#[tokio::test]
async fn a_cancelled_period_that_runs_is_continued_and_told_so() {
    let server = server().await;
    let began = server.app.clock.now() - Duration::days(10);
    let mut asha = server.subscriber_since("asha@example.org", began).await;
    asha.post("/api/subscription/cancel", json!({}))
        .await
        .expect(StatusCode::OK);
    let mut admin = server.signed_in(ADMIN).await;
    let told = change(&mut admin, CHANGES[0], "asha@example.org").await;
    assert_eq!(told, "asha@example.org has an active subscription for 50 days.");
}

#[tokio::test]
async fn whom_nobody_knows_gets_a_sentence_and_nothing_changes() {
    let server = server().await;
    let mut admin = server.signed_in(ADMIN).await;
    for path in CHANGES {
        let unknown = json!({ "userEmail": "nobody@example.org" });
        let refused = admin.post(path, unknown).await;
        let sentence = refused.refused(StatusCode::NOT_FOUND, "unknown_user");
        assert!(sentence.contains("Nobody has signed in"), "{sentence}");
        for wrong in ["", "nobody", "a@b@example.org"] {
            let refused = admin.post(path, json!({ "userEmail": wrong })).await;
            refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid_email");
        }
        let refused = admin.post(path, json!({})).await;
        refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    }
    let audit = admin.get("/api/admin/audit").await.expect(StatusCode::OK);
    assert_eq!(audit, json!({ "events": [], "next": null }));
}

#[tokio::test]
async fn the_trail_is_paged_and_tells_programs_from_people() {
    let server = server().await;
    let mut admin = server.signed_in(ADMIN).await;
    // As the command line does: nobody is signed in.
    server.subscriber("asha@example.org").await;
    change(&mut admin, CHANGES[1], "asha@example.org").await;
    change(&mut admin, CHANGES[2], "asha@example.org").await;
    let first = admin.get("/api/admin/audit?limit=2").await.expect(StatusCode::OK);
    assert_eq!(first["events"].as_array().map(Vec::len), Some(2));
    let next = first["next"].as_i64().expect("more");
    let second = admin
        .get(&format!("/api/admin/audit?limit=2&before={next}"))
        .await;
    let second = second.expect(StatusCode::OK);
    assert_eq!(second["next"], Value::Null);
    let event = &second["events"][0];
    assert_eq!(event["kind"], "subscription.activated");
    assert_eq!(
        (&event["byProgram"], &event["actorEmail"]),
        (&json!(true), &Value::Null)
    );
    let refused = admin.get("/api/admin/audit?before=yesterday").await;
    refused.refused(StatusCode::BAD_REQUEST, "invalid_query");
}

#[tokio::test]
async fn what_left_under_somebodys_name_is_in_the_trail_by_its_hash() {
    let server = server().await;
    let mut admin = server.signed_in(ADMIN).await;
    let mut asha = server.subscriber("asha@example.org").await;
    let text = "FINDINGS:\nA nodule of 4 mm.";
    let export = async |browser: &mut Browser, signed: bool| {
        let report = json!({ "reportContent": text, "patientName": "Jane Roe", "includeSignature": signed });
        let answer = browser.post("/api/export-word", report).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    };
    export(&mut asha, false).await;
    // There is no signature yet, so nothing is signed.
    export(&mut asha, true).await;
    let signature = "/api/user/signature";
    for lines in [
        json!({ "signatureName": "Dr Asha Rao" }),
        json!({ "signatureName": "Dr Asha Rao" }),
    ] {
        asha.post(signature, lines).await.expect(StatusCode::OK);
    }
    export(&mut asha, true).await;
    asha.delete(signature).await;
    let data = asha.get("/api/user/export").await;
    assert_eq!(data.status, StatusCode::OK);
    // What is refused leaves no trace.
    let mut trial = server.signed_in("binh@example.org").await;
    let signed = json!({ "reportContent": text, "includeSignature": true });
    trial
        .post("/api/export-word", signed)
        .await
        .refused(StatusCode::FORBIDDEN, "premium_required");

    let sha256 = |bytes: &[u8]| Value::from(hex::encode(Sha256::digest(bytes)));
    let (of_text, of_data) = (sha256(text.as_bytes()), sha256(&data.body));
    let of_signature = sha256(b"Dr Asha Rao\n\n\n\n");
    let audit = admin.get("/api/admin/audit?list=reports").await;
    let listed = audit.expect(StatusCode::OK);
    let events = listed["events"].as_array().expect("events");
    let told: Vec<_> = events
        .iter()
        .map(|event| (event["kind"].as_str().expect("a kind"), &event["textSha256"]))
        .collect();
    assert_eq!(
        told,
        [
            ("account.data-downloaded", &of_data),
            ("signature.changed", &Value::Null),
            ("report.signed", &of_text),
            ("report.exported", &of_text),
            ("signature.changed", &of_signature),
            ("report.exported", &of_text),
            ("report.exported", &of_text),
        ]
    );
    for event in events {
        assert_eq!(event["actorEmail"], "asha@example.org");
        assert_eq!(event["subjectEmail"], "asha@example.org");
    }
    for word in ["nodule", "Jane", "Dr Asha"] {
        assert!(!audit.text().contains(word), "{word}");
    }
    // They hide no change of a subscription, and their owner is told them too.
    let others = admin.get("/api/admin/audit").await.expect(StatusCode::OK);
    assert_eq!(others["events"].as_array().map(Vec::len), Some(1), "{others}");
    let own = asha.get("/api/user/export").await.expect(StatusCode::OK);
    let own = own["events"].as_array().expect("events");
    assert!(own.iter().any(|event| event["textSha256"] == of_text));
    let unknown = admin.get("/api/admin/audit?list=others").await;
    unknown.refused(StatusCode::BAD_REQUEST, "invalid_query");
}

#[tokio::test]
async fn an_address_that_resembles_an_administrators_is_none() {
    let server = server().await;
    let mut admin = server.signed_in("CHIEF@example.org").await;
    users(&mut admin).await;
    let mut other = server.signed_in("chief@example.org.evil.example").await;
    let refused = other.get("/api/admin/users").await;
    refused.refused(StatusCode::FORBIDDEN, "not_an_administrator");
}
