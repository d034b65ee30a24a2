//! The program as a person or another program runs it.

#[path = "support/server.rs"]
mod server;

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::{Value, json};
use server::Server;
use tempfile::TempDir;

fn readout(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readout"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command over `input` and gives what it printed.
#[track_caller]
fn run(arguments: &[&str], input: &str) -> String {
    let output = output(arguments, input);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn output(arguments: &[&str], input: &str) -> Output {
    let mut child = readout(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(input.as_bytes()).expect("it reads its input");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Runs a command over one JSON line and gives the one it answers.
#[track_caller]
fn answer(arguments: &[&str], case: &Value) -> Value {
    serde_json::from_str(&run(arguments, &format!("{case}\n"))).expect("one JSON line")
}

#[test]
fn writes_spoken_forms() {
    assert_eq!(run(&["spoken"], "three point two centimeters"), "3.2 cm\n");
    let written = answer(
        &["spoken", "--jsonl"],
        &json!({ "id": "a", "spoken": "three millimeters" }),
    );
    assert_eq!(written, json!({ "id": "a", "written": "3 mm" }));
}

#[test]
fn structures_a_dictation_for_a_person_and_for_a_program() {
    let dictation = "A 4 mm nodule is seen in the right upper lobe.";
    assert!(run(&["structure"], dictation).contains("FINDINGS:\n"));
    let case = json!({ "id": 7, "transcriptionText": dictation, "studyName": "CT Chest", "modality": "CT",
        "templateContent": "FINDINGS:\nHeart is normal.", "patientSex": null, "previousReport": "" });
    let report = answer(&["structure", "--jsonl"], &case);
    assert_eq!(report["id"], 7);
    let findings = report["findings"].as_str().expect("findings");
    assert!(
        findings.contains("4 mm nodule") && findings.contains("- Heart is normal."),
        "{findings}"
    );
    for section in [
        "clinicalHistory",
        "technique",
        "comparison",
        "impression",
        "reportText",
    ] {
        assert!(report[section].is_string(), "{section}");
    }
}

#[test]
fn lists_and_finds_templates() {
    let listed: Value = serde_json::from_str(&run(&["templates", "list", "--json"], "")).expect("JSON");
    let first = &listed[0];
    assert!(first["bodyPart"].is_string() && first["technique"].is_string() && first["findings"].is_array());
    assert_eq!(run(&["templates", "match", "NCCT head"], ""), "ct-brain\n");
    let none = answer(
        &["templates", "match", "--jsonl"],
        &json!({ "id": 1, "query": "X-ray of the hand" }),
    );
    assert_eq!(none, json!({ "id": 1, "template": null, "candidates": [] }));
}

#[test]
fn checks_a_report_for_a_person_and_for_a_program() {
    let report = "FINDINGS:\n- A 3 cm fibroid in the posterior wall of the uterus.\n\nIMPRESSION:\n1. Posterior wall fibroid, 3 mm.";
    let told = run(&["check", "--sex", "F"], report);
    assert!(told.starts_with("measurement_mismatch: "), "{told}");
    assert_eq!(
        run(&["check"], "FINDINGS:\n- Liver is normal."),
        "Nothing to look at.\n"
    );
    let case = json!({ "id": "a", "patientSex": "M", "studyName": "CT abdomen",
        "report": { "clinicalHistory": "", "technique": "", "findings": "Uterus is normal.", "comparison": "", "impression": "" } });
    let checked = answer(&["check", "--jsonl"], &case);
    assert_eq!(checked["id"], "a");
    assert_eq!(checked["detectedSex"], "female");
    assert_eq!(checked["flags"][0]["kind"], "gender_mismatch");
    assert!(
        checked["flags"][0]["message"]
            .as_str()
            .is_some_and(|message| message.ends_with('.'))
    );
}

#[test]
fn compares_a_report_with_its_dictation() {
    let sections = |findings: &str| json!({ "clinicalHistory": "", "technique": "", "findings": findings, "comparison": "", "impression": "" });
    let case = |findings: &str| {
        json!({ "id": 3, "transcriptionText": "four millimeter calculus in the left kidney full stop no ascites full stop",
            "templateContent": null, "studyName": "CT KUB", "report": sections(findings) })
    };
    let holds = answer(
        &["gate", "--jsonl"],
        &case("- 4 mm calculus in the left kidney.\n- No ascites."),
    );
    assert_eq!(holds, json!({ "id": 3, "flags": [] }));
    let changed = answer(
        &["gate", "--jsonl"],
        &case("- 4 cm calculus in the left kidney.\n- No ascites."),
    );
    assert_eq!(changed["flags"][0]["kind"], "changed");
    assert_eq!(changed["flags"][0]["text"], "4 cm calculus in the left kidney.");
    assert_eq!(
        changed["flags"][0]["message"],
        "Dictated 4 mm, the report says 4 cm."
    );
}

#[test]
fn exports_a_word_file_to_standard_output() {
    let output = output(
        &["export", "-", "--patient-id", "P-1"],
        "FINDINGS:\n- Liver is normal.",
    );
    assert!(output.stdout.starts_with(b"PK"));
}

#[test]
fn says_what_is_wrong_on_standard_error_alone() {
    let output = output(
        &["structure", "--jsonl"],
        "{\"id\": 1, \"transcriptionText\": \"Jane Roe",
    );
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("line 1") && !told.contains("Jane"), "{told}");
}

#[test]
fn serves_without_any_configuration_and_stops_when_told() {
    let folder = TempDir::new().expect("a folder");
    let mut command = readout(&[]);
    command
        .env("READOUT_DATA_DIR", folder.path().join("data"))
        .env("READOUT_SPEECH_ENGINE", "off")
        .stderr(Stdio::null());
    let mut server = Server::when_ready(Server::begin(&mut command));
    assert!(server.get("/readyz", "").starts_with("HTTP/1.1 200"));
    assert!(server.get("/api/auth/user", "").starts_with("HTTP/1.1 401"));
    let told = Command::new("kill")
        .args(["-TERM", &server.child.id().to_string()])
        .status();
    assert!(told.expect("kill runs").success());
    assert!(server.child.wait().expect("it ends").success());
}

/// Answers one request as a speech server does; gives what it was asked.
fn speech_server() -> (String, thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    let asked = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a request");
        let mut request = Vec::new();
        let mut piece = [0; 16_384];
        // The form ends with its boundary and two dashes.
        while !request.ends_with(b"--\r\n") {
            let read = stream.read(&mut piece).expect("its bytes");
            assert!(read > 0, "the request ended early");
            request.extend_from_slice(&piece[..read]);
        }
        let body = r#"{"text":"no pleural effusion"}"#;
        write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .expect("its answer");
        String::from_utf8_lossy(&request).into_owned()
    });
    (format!("http://{address}/v1"), asked)
}

#[test]
fn one_variable_makes_a_speech_server_the_engine() {
    let (url, asked) = speech_server();
    let recording = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../speech/tests/samples/browser.webm"
    );
    let transcribed = readout(&["transcribe", recording])
        .env("READOUT_SPEECH_URL", url)
        .env("READOUT_SPEECH_KEY", "the-key")
        .env("READOUT_SPEECH_MODEL", "the-model")
        .output()
        .expect("it ends");
    let told = String::from_utf8_lossy(&transcribed.stderr).into_owned();
    assert!(transcribed.status.success(), "{told}");
    assert_eq!(
        String::from_utf8_lossy(&transcribed.stdout),
        "No pleural effusion\n"
    );
    let asked = asked.join().expect("a request").to_lowercase();
    assert!(asked.starts_with("post /v1/audio/transcriptions "), "{asked}");
    assert!(asked.contains("authorization: bearer the-key") && asked.contains("the-model"));
}

#[test]
fn names_every_problem_of_its_configuration() {
    let mut command = readout(&["serve"]);
    command
        .env("READOUT_LISTEN", "here")
        .env("DATABASE_URL", "mysql://x")
        .env("READOUT_ALLOWED_EMAIL_DOMAIN", "hospital.example")
        .env(
            "READOUT_ADMIN_EMAILS",
            OsStr::from_bytes(b"chief@example.org\xff"),
        );
    let output = command.output().expect("it ends");
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    for problem in [
        "READOUT_LISTEN",
        "DATABASE_URL",
        "no setting READOUT_ALLOWED_EMAIL_DOMAIN; the nearest is READOUT_ALLOWED_EMAIL_DOMAINS",
        "READOUT_ADMIN_EMAILS holds bytes that are not UTF-8",
    ] {
        assert!(told.contains(problem), "{problem} in {told}");
    }
}

#[test]
fn builds_the_language_model_of_the_embedded_engine() {
    let folder = TempDir::new().expect("a folder");
    let to = folder.path().to_str().expect("a path");
    let built = run(&["language-model", "--to", to], "");
    let lines: Vec<&str> = built.lines().collect();
    assert!(lines[0].ends_with(" words") && lines.len() == 3, "{built}");
    assert!(lines[1..].iter().all(|path| path.starts_with(to)), "{built}");
    assert_eq!(run(&["language-model", "--to", to], ""), built);
}
