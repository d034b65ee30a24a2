//! `readout models`, and a server whose speech model cannot be used.
#![cfg(feature = "local-model")]

#[path = "../../speech/tests/local/toy_model.rs"]
mod toy_model;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const WORDS: [&str; 3] = ["no", "focal", "lesion"];
/// A sign that the toy does not have.
const NO_SUCH_SIGN: u32 = 9999;

fn readout(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readout"));
    command.args(arguments).env_remove("READOUT_SPEECH_MODEL");
    command
}

fn models(arguments: &[&str]) -> Output {
    let all: Vec<&str> = std::iter::once("models")
        .chain(arguments.iter().copied())
        .collect();
    readout(&all).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn checked(path: &Path) -> Output {
    models(&["check", path.to_str().expect("UTF-8")])
}

#[track_caller]
fn refused(path: &Path, why: &str) {
    let output = checked(path);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
}

#[test]
fn check_says_what_a_usable_file_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.gguf");
    toy_model::write(&path, &WORDS);
    let output = checked(&path);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    for part in [
        "Toy (moonshine_streaming)",
        "It can be used",
        "streams: yes",
        "takes vocabulary: no",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn check_without_a_file_checks_that_of_the_configuration() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.gguf");
    toy_model::write(&path, &WORDS);
    let alone = |engine: &str| {
        let mut command = readout(&["models", "check"]);
        command
            .env("READOUT_SPEECH_ENGINE", engine)
            .env("READOUT_SPEECH_MODEL", &path)
            .output()
            .expect("the program runs")
    };
    let output = alone("local");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("It can be used"));
    for other in [alone("embedded"), models(&["check"])] {
        assert!(!other.status.success());
        let told = text(&other.stderr);
        assert!(told.contains("no model file is configured"), "{told}");
    }
}

#[test]
fn check_says_why_a_file_cannot_be_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.gguf");
    refused(&path, "its file is not there");
    std::fs::write(&path, "<html>").expect("a file");
    refused(&path, "but a web page");
    toy_model::write(&path, &WORDS);
    let mut bytes = std::fs::read(&path).expect("the toy");
    bytes.truncate(bytes.len() - 1);
    std::fs::write(&path, &bytes).expect("a file");
    refused(&path, "its file is cut short");
    // In order as a file, and lacking what its architecture needs.
    toy_model::write(&path, &WORDS);
    let bytes = std::fs::read(&path).expect("the toy");
    let key = bytes
        .windows(9)
        .position(|window| window == b"frame_len")
        .expect("a key");
    let mut lacking = bytes;
    lacking[key] = b'F';
    std::fs::write(&path, &lacking).expect("a file");
    refused(&path, "the speech library refuses it");
}

#[test]
fn a_file_that_ends_the_process_that_runs_it_is_told_by_the_process_that_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.gguf");
    toy_model::write_beginning_with(&path, &WORDS, NO_SUCH_SIGN);
    refused(&path, "ended that process");
}

#[test]
fn fetch_checks_the_sum_and_says_how_to_use_the_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.gguf");
    toy_model::write(&path, &WORDS);
    let (address, to) = (
        serve(std::fs::read(&path).expect("the toy")),
        folder.path().join("models"),
    );
    let to = to.to_str().expect("UTF-8");
    let wrong = models(&["fetch", &address, "--sha256", &"0".repeat(64), "--to", to]);
    assert!(!wrong.status.success());
    assert!(
        text(&wrong.stderr).contains("not the one expected"),
        "{}",
        text(&wrong.stderr)
    );
    let sum = Command::new("sha256sum").arg(&path).output().expect("sha256sum");
    let sum = text(&sum.stdout)[..64].to_owned();
    let right = models(&["fetch", &address, "--sha256", &sum, "--to", to]);
    assert!(right.status.success(), "{}", text(&right.stderr));
    assert!(text(&right.stdout).contains("To dictate with it: READOUT_SPEECH_MODEL=/"));
    let none = models(&["fetch", &address, "--to", to]);
    assert!(text(&none.stderr).contains("--sha256"), "a sum is required");
}

/// Serves one file to whoever asks, and gives its address.
fn serve(file: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/toy.gguf", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines();
            while lines
                .next()
                .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
            {}
            let head = format!(
                "HTTP/1.1 200 x\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                file.len()
            );
            let mut stream = &stream;
            // The client may have given up.
            let _ = stream
                .write_all(head.as_bytes())
                .and_then(|()| stream.write_all(&file));
        }
    });
    address
}

#[test]
fn a_server_outlives_its_speech_model_and_says_what_is_wrong_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("toy.gguf");
    toy_model::write_beginning_with(&model, &WORDS, NO_SUCH_SIGN);
    let mut server = readout(&["serve"])
        .env("READOUT_LISTEN", "127.0.0.1:0")
        .env("READOUT_DATA_DIR", folder.path().join("data"))
        .env("READOUT_SPEECH_MODEL", &model)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let log = BufReader::new(server.stderr.take().expect("its log"));
    let told = log
        .lines()
        .map_while(Result::ok)
        .find(|line| line.contains("the speech model cannot be used"));
    let mut line = String::new();
    let mut output = BufReader::new(server.stdout.take().expect("its output"));
    output.read_line(&mut line).expect("its address");
    let address = line
        .trim()
        .strip_prefix("Readout is ready at http://")
        .expect("its address");
    let mut stream = TcpStream::connect(address).expect("a server that is still there");
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    server.kill().expect("it is there");
    server.wait().expect("it ends");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(told.is_some_and(|line| line.contains("ended that process")));
}
