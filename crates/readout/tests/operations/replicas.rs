//! Two servers behind nginx over one PostgreSQL. One is killed under load, and nobody who is signed in notices more than that a request
//! was made a second time.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::postgres;
use crate::server::Server;
use crate::speech_server::{HEARD, SpeechServer, recording};
use crate::support::{readout, start, stopped, terminate, within};

#[test]
fn a_server_that_is_killed_under_load_costs_its_users_a_retry_at_the_most() {
    if postgres::is_left_out() {
        return;
    }
    let mut pair = Pair::start();
    let people = pair.people();
    // The link is asked for at one server and used at the other, after the first has died.
    let link = Client::link(&pair.one.address, "late@example.org").expect("a link");
    let retried = under_load(&people, |reach| {
        reach(100);
        pair.one.child.kill().expect("it lives");
        pair.one.child.wait().expect("it is dead");
        reach(400);
    });
    // Each of four people had at most one request under way at the dead server, and one more that found it dead.
    assert!(retried <= 8, "{retried} requests had to be made again");
    still_signed_in(&people);
    let late = Client::with_link(&pair.nginx.address, &link).expect("a session");
    assert!(late.get("/api/auth/user").expect("an answer").is_success());

    // What one server knows the other knows: signed out everywhere is signed out here.
    let again = pair.serve("one");
    let second = Client::signed_in(&again.address, "radiologist0@example.org").expect("another session");
    let out = second
        .json("POST", "/api/auth/sign-out-everywhere", &Value::Null)
        .expect("an answer");
    assert_eq!(out.status, 204, "{out:?}");
    for client in [&people[0].at(&pair.other.address), &people[0], &second] {
        assert_eq!(client.get("/api/auth/user").expect("an answer").status, 401);
    }
    let listed = people[1].get("/api/user/sessions").expect("an answer");
    assert!(listed.is_success(), "others are not: {listed:?}");
    let shown = Answer::json(&listed);
    assert!(
        shown.to_string().contains("Sign in") || shown.to_string().contains("email"),
        "{shown}"
    );
}

#[test]
fn a_server_that_is_told_to_stop_under_load_answers_what_it_has_begun() {
    if postgres::is_left_out() {
        return;
    }
    let mut pair = Pair::start();
    let people = pair.people();
    let at_one = Client::signed_in(&pair.one.address, "last@example.org").expect("a session");
    let retried = under_load(&people, |reach| {
        reach(100);
        // Something that is surely under way at the server that stops.
        pair.speech.takes(Duration::from_secs(5));
        let last = thread::spawn(move || at_one.json("POST", "/api/transcribe", &recording(None)));
        thread::sleep(Duration::from_millis(1500));
        let told = Instant::now();
        terminate(&pair.one);
        let text = last.join().expect("no panic").expect("an answer");
        assert_eq!(text.json()["text"], HEARD, "{text:?}");
        stopped(&mut pair.one);
        assert!(told.elapsed() < Duration::from_secs(15), "{:?}", told.elapsed());
        pair.speech.takes(Duration::ZERO);
        reach(300);
    });
    // The system may have let one in between the last look and the end.
    assert!(retried <= 1, "{retried} requests had to be made again");
    still_signed_in(&people);
}

/// Two servers over one database, with one speech server, behind nginx.
struct Pair {
    folder: tempfile::TempDir,
    database: String,
    speech: SpeechServer,
    one: Server,
    other: Server,
    nginx: Nginx,
}

impl Pair {
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, speech) = (postgres::new_database(), SpeechServer::start());
        let serve = |name: &str| serve(folder.path(), name, &database, &speech);
        let (one, other) = (serve("one"), serve("other"));
        let nginx = Nginx::before(folder.path(), &[&one, &other]);
        within(Duration::from_secs(10), "starting nginx", || {
            let asked = Client::visitor(&nginx.address).get("/readyz").ok()?;
            (asked.status == 200).then_some(())
        });
        Self {
            folder,
            database,
            speech,
            one,
            other,
            nginx,
        }
    }

    /// Another server of the same.
    fn serve(&self, name: &str) -> Server {
        serve(self.folder.path(), name, &self.database, &self.speech)
    }

    /// Four who are signed in, two at each server, and ask nginx from then on.
    fn people(&self) -> Vec<Client> {
        // Links are shown to browsers of the server's own computer alone, which nobody is behind a proxy.
        let signed_in = |number: usize| {
            let at = if number.is_multiple_of(2) {
                &self.one
            } else {
                &self.other
            };
            let email = format!("radiologist{number}@example.org");
            let client = Client::signed_in(&at.address, &email).expect("a session");
            client.at(&self.nginx.address)
        };
        (0..4).map(signed_in).collect()
    }
}

fn serve(folder: &Path, name: &str, database: &str, speech: &SpeechServer) -> Server {
    let mut command = readout(&folder.join(name));
    start(speech.serves(command.env("DATABASE_URL", database)))
}

/// Has everybody work while `story` happens, which can wait until so many requests are answered; how many had to be made again.
fn under_load(people: &[Client], story: impl FnOnce(&dyn Fn(usize))) -> usize {
    let (stop, asked, retried) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        // Whatever becomes of the story, nobody works on without end.
        let _over = Over(&stop);
        for (number, client) in people.iter().enumerate() {
            let (stop, asked, retried) = (&stop, &asked, &retried);
            scope.spawn(move || {
                for turn in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let (method, path, body) = request(number, turn);
                    let answer = client.json(method, path, &body);
                    let answer = match answer {
                        Ok(answer) if answer.is_success() => answer,
                        _ => {
                            retried.fetch_add(1, Ordering::Relaxed);
                            // Nobody asks again at once, and a server that is killed takes connections until the system has buried it.
                            thread::sleep(Duration::from_millis(250));
                            client
                                .json(method, path, &body)
                                .expect("an answer to the second try")
                        }
                    };
                    assert!(answer.is_success(), "{method} {path}: {answer:?}");
                    asked.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        story(&|number| {
            within(Duration::from_secs(30), "the load", || {
                (asked.load(Ordering::Relaxed) >= number).then_some(())
            });
        });
    });
    retried.into_inner()
}

/// Sets what it holds when it goes.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn still_signed_in(people: &[Client]) {
    for (number, client) in people.iter().enumerate() {
        let user = client.get("/api/auth/user").expect("an answer");
        assert!(
            user.body.contains(&format!("radiologist{number}@")),
            "still signed in: {user:?}"
        );
    }
}

/// What somebody at work asks for, in turn.
fn request(person: usize, turn: usize) -> (&'static str, &'static str, Value) {
    match turn % 9 {
        0 => ("GET", "/api/subscription/status", Value::Null),
        1 => (
            "POST",
            "/api/structure-report",
            json!({ "transcriptionText": "CT head. There is no acute infarct." }),
        ),
        2 => (
            "POST",
            "/api/check-report",
            json!({ "reportContent": "FINDINGS:\nNo infarct." }),
        ),
        3 => ("GET", "/api/templates", Value::Null),
        4 => (
            "PUT",
            "/api/user/profile",
            json!({ "firstName": format!("Turn {turn}"), "lastName": format!("of {person}") }),
        ),
        5 => (
            "POST",
            "/api/generate-impression",
            json!({ "findings": "- No infarct.\n- Acute subdural haematoma of 9 mm on the left." }),
        ),
        6 => (
            "PUT",
            "/api/user/vocabulary",
            json!({ "words": [format!("Turn{turn}")], "replacements": [] }),
        ),
        7 => ("POST", "/api/transcribe", recording(None)),
        _ => (
            "POST",
            "/api/export-word",
            json!({ "reportContent": "FINDINGS:\nNo infarct." }),
        ),
    }
}

/// Debian's nginx as an ordinary process, with everything that it writes in a folder.
struct Nginx {
    process: Child,
    address: String,
}

impl Nginx {
    fn before(folder: &Path, servers: &[&Server]) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        drop(listener);
        let folder = folder.join("nginx");
        std::fs::create_dir(&folder).expect("a folder");
        let file = folder.join("nginx.conf");
        std::fs::write(&file, configuration(&folder, &address, servers)).expect("a file");
        let process = Command::new(program())
            .arg("-p")
            .arg(&folder)
            .arg("-c")
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx is installed: apt-get install nginx-light (make test does)");
        Self { process, address }
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Ordinary users do not have the folder of such programs on their path.
fn program() -> &'static str {
    let usual = "/usr/sbin/nginx";
    if Path::new(usual).exists() { usual } else { "nginx" }
}

/// deploy/nginx.conf as it is, but for what a test has not: certificates, port 443, the folders and the place of root.
fn configuration(folder: &Path, address: &str, servers: &[&Server]) -> String {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/nginx.conf"));
    let text = text.expect("the example of nginx");
    // Before the first server stands what all share; the last one is Readout's.
    let shared = text.split("\nserver {").next().unwrap_or_default();
    let own = text.rsplit("\nserver {").next().unwrap_or_default();
    let kept = |line: &&str| {
        let word = line.trim_start();
        !["server 127.0.0.1", "listen ", "ssl_", "server_name ", "#"]
            .iter()
            .any(|start| word.starts_with(start))
    };
    let lines = |text: &str| text.lines().filter(kept).collect::<Vec<_>>().join("\n");
    let upstream = "upstream readout {";
    let options = text
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("server 127.0.0.1:8080 "))
        .expect("the options of a server of the upstream");
    let servers: String = servers
        .iter()
        .map(|server| format!("\nserver {} {options}", server.address))
        .collect();
    let shared = lines(shared).replacen(upstream, &format!("{upstream}{servers}"), 1);
    let folder = folder.display();
    let own = lines(own).replace("/var/log/nginx", &folder.to_string());
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|name| format!("{name}_temp_path {folder}/{name};\n"))
        .collect();
    format!(
        "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log warn;\nevents {{}}\n\
         http {{\n{temporary}{shared}\nserver {{\nlisten {address};\n{own}\n}}\n"
    )
}
