//! Servers, and the command line beside them, on one database: what two processes share, told once and run on SQLite and PostgreSQL.

#[path = "../../../tests/peers/postgres.rs"]
mod postgres;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

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
    let starting = [1, 2].map(|number| start(&folder.path().join(number.to_string()), database));
    let [one, other] = starting.map(Server::when_ready);
    assert!(other.get("/readyz", "").starts_with("HTTP/1.1 200"));

    let cookie = one.sign_in("asha@example.org");
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
    refused(&users(&["activate", "binh@example.org"]), "nobody has signed in");
    refused(&users(&["activate", "binh"]), "not an e-mail address");

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
        .env("READOUT_LISTEN", "127.0.0.1:0")
        .env("READOUT_DATA_DIR", data)
        .env("READOUT_SPEECH_ENGINE", "off")
        .env("READOUT_LOG", "warn")
        .env("DATABASE_URL", database);
    command
}

fn start(data: &Path, database: &str) -> Child {
    let mut command = readout(data, database);
    let command = command.arg("serve").stdout(Stdio::piped());
    command.spawn().expect("the server starts")
}

/// A running server, killed when the test is over.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn when_ready(mut child: Child) -> Self {
        let mut line = String::new();
        let stdout = child.stdout.take().expect("its output");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("its first line");
        let address = line.trim().strip_prefix("Readout is ready at http://");
        let address = address
            .expect("its address; else the log has said why not")
            .to_owned();
        Self { child, address }
    }

    /// The cookie of somebody who followed the link that the outbox page shows.
    fn sign_in(&self, email: &str) -> String {
        let page = self.post(
            "/api/login/email",
            &format!("email={}&next=/app", email.replace('@', "%40")),
        );
        let start = page.find("token=").expect("a sign-in link") + "token=".len();
        let token: String = page[start..]
            .chars()
            .take_while(char::is_ascii_hexdigit)
            .collect();
        let confirmed = self.post("/api/login/email/confirm", &format!("token={token}"));
        let cookie = confirmed
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .expect("a cookie");
        cookie.split(';').next().unwrap_or_default().to_owned()
    }

    fn get(&self, path: &str, cookie: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nCookie: {cookie}\r\n"), "")
    }

    fn post(&self, path: &str, form: &str) -> String {
        let head = format!(
            "POST {path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
            form.len()
        );
        self.send(&head, form)
    }

    fn send(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let host = &self.address;
        write!(
            stream,
            "{head}Host: {host}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
