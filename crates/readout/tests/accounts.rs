//! Servers, and the command line beside them, on one database: what two processes share, told once and run on SQLite and PostgreSQL.

#[path = "../../../tests/peers/postgres.rs"]
mod postgres;
#[path = "support/server.rs"]
mod server;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use server::Server;

#[test]
fn servers_and_the_command_line_share_a_sqlite_file() {
    let folder = tempfile::tempdir().expect("a folder");
    share(&format!(
        "sqlite://{}",
        folder.path().join("readout.sqlite").display()
    ));
}

#[test]
fn servers_and_the_command_line_share_a_postgresql() {
    if !postgres::is_left_out() {
        share(&postgres::new_database());
    }
}

fn share(database: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    // Both come up at once, on a database without a schema.
    let starting =
        [1, 2].map(|number| Server::begin(&mut readout(&folder.path().join(number.to_string()), database)));
    let [one, other] = starting.map(Server::when_ready);
    assert!(other.get("/readyz", "").starts_with("HTTP/1.1 200"));

    let cookie = sign_in(&one, "asha@example.org");
    let user = other.get("/api/auth/user", &cookie);
    assert!(user.starts_with("HTTP/1.1 200"), "{user}");
    assert!(user.contains("asha@example.org"), "{user}");

    let users = |arguments: &[&str]| {
        let mut command = readout(&folder.path().join("1"), database);
        command.arg("user").args(arguments).output().expect("it runs")
    };
    let listed = lines(&users(&["list", "--jsonl"]));
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["email"], "asha@example.org");
    assert_eq!(listed[0]["subscriptionStatus"], "trial");
    assert_eq!(lines(&users(&["list", "--jsonl", "--search", "binh"])).len(), 0);
    let table = text(&users(&["list", "--search", "ASHA"]));
    assert!(
        table.contains("asha@example.org") && table.starts_with("E-mail"),
        "{table}"
    );

    let told = text(&users(&["activate", "Asha@example.org"]));
    assert!(told.starts_with("asha@example.org: active, until "), "{told}");
    let status = other.get("/api/subscription/status", &cookie);
    assert!(status.contains("\"hasPremiumAccess\":true"), "{status}");
    refused(
        &users(&["activate", "asha@example.org"]),
        "has an active subscription",
    );
    refused(
        &users(&["trial", "asha@example.org"]),
        "has an active subscription",
    );
    refused(
        &users(&["activate", "binh@example.org", "asha@example.org"]),
        "binh@example.org was not changed: nobody has signed in",
    );
    refused(&users(&["activate", "binh"]), "not an e-mail address");

    // A period that was paid for and cancelled is not ended by the way.
    let cancelled = other.send(
        &format!("POST /api/subscription/cancel HTTP/1.1\r\nCookie: {cookie}\r\nContent-Length: 0\r\n"),
        "",
    );
    assert!(cancelled.starts_with("HTTP/1.1 200"), "{cancelled}");
    refused(
        &users(&["trial", "asha@example.org"]),
        "--end-paid-period ends it",
    );
    let status = other.get("/api/subscription/status", &cookie);
    assert!(status.contains("\"hasPremiumAccess\":true"), "{status}");
    let told = text(&users(&["trial", "asha@example.org", "--end-paid-period"]));
    assert!(told.starts_with("asha@example.org: trial, until "), "{told}");
    text(&users(&["activate", "asha@example.org"]));

    let ended = lines(&users(&["deactivate", "asha@example.org", "--jsonl"]));
    assert_eq!(ended[0]["subscriptionStatus"], "expired");
    refused(
        &users(&["deactivate", "asha@example.org"]),
        "no active subscription",
    );
    text(&users(&["trial", "asha@example.org"]));
    let status = one.get("/api/subscription/status", &cookie);
    assert!(status.contains("\"status\":\"trial\""), "{status}");

    // Signed out at one is signed out at the other.
    one.get("/api/logout", &cookie);
    assert!(other.get("/api/auth/user", &cookie).starts_with("HTTP/1.1 401"));
}

fn readout(data: &Path, database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readout"));
    command
        .env("READOUT_DATA_DIR", data)
        .env("READOUT_SPEECH_ENGINE", "off")
        .env("READOUT_LOG", "warn")
        .env("DATABASE_URL", database);
    command
}

/// The cookie of somebody who followed the link that the outbox page shows.
fn sign_in(server: &Server, email: &str) -> String {
    let page = post(
        server,
        "/api/login/email",
        &format!("email={}&next=/app", email.replace('@', "%40")),
    );
    let start = page.find("token=").expect("a sign-in link") + "token=".len();
    let token: String = page[start..]
        .chars()
        .take_while(char::is_ascii_hexdigit)
        .collect();
    let confirmed = post(server, "/api/login/email/confirm", &format!("token={token}"));
    let cookie = confirmed
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "))
        .expect("a cookie");
    cookie.split(';').next().unwrap_or_default().to_owned()
}

fn post(server: &Server, path: &str, form: &str) -> String {
    let head = format!(
        "POST {path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
        form.len()
    );
    server.send(&head, form)
}

#[track_caller]
fn text(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn lines(output: &Output) -> Vec<Value> {
    let text = text(output);
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect()
}

/// Failed with a sentence on standard error, and said nothing else.
#[track_caller]
fn refused(output: &Output, sentence: &str) {
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(sentence), "{told}");
}
