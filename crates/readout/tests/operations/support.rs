//! What the stories share.

use std::fmt::Debug;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::client::Answer;
use crate::server::Server;

/// The program with its data in this folder and nothing of the machine's own configuration.
pub fn readout(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readout"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("READOUT_")) {
        command.env_remove(name);
    }
    command
        .env_remove("DATABASE_URL")
        .env("READOUT_DATA_DIR", data)
        .env("READOUT_SPEECH_ENGINE", "off")
        .env("READOUT_LOG", "warn");
    command
}

/// A running server.
pub fn start(command: &mut Command) -> Server {
    Server::when_ready(Server::begin(command))
}

/// An address that nothing listens on.
pub fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}

/// Tells a server to stop, as the system does.
pub fn terminate(server: &Server) {
    let pid = server.child.id().to_string();
    let told = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(told.expect("kill").success());
}

/// Waits until a server that was told to stop has ended, which it must do well.
#[track_caller]
pub fn stopped(server: &mut Server) {
    let ended = within(Duration::from_secs(60), "stopping", || {
        server.child.try_wait().expect("its state")
    });
    assert!(ended.success(), "{ended}");
}

/// Asks until the answer is there; what it takes too long for is a failure.
#[track_caller]
pub fn within<T>(time: Duration, what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(begun.elapsed() < time, "{what} took longer than {time:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// How a command ended, which it must do by itself.
#[track_caller]
pub fn ended(command: &mut Command) -> Output {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let begun = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        if begun.elapsed() > Duration::from_secs(30) {
            let _ = child.kill();
            panic!("it goes on: {:?}", child.wait_with_output());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.wait_with_output().expect("its output")
}

/// What a command printed; it must have gone well.
#[track_caller]
pub fn told(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Failed with this on standard error.
#[track_caller]
pub fn refused(output: &Output, sentence: impl AsRef<str> + Debug) {
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(sentence.as_ref()), "{sentence:?} in {told}");
}

/// Refused for now, with the sentence that nothing is lost and when to come again.
#[track_caller]
pub fn unavailable(answer: &Answer, code: &str, what: &str) {
    assert_eq!(answer.status, 503, "{what}: {answer:?}");
    let told = answer.json();
    assert_eq!(told["code"], code, "{what}");
    let sentence = told["message"].as_str().unwrap_or_default();
    assert!(
        sentence.contains("Nothing you entered is lost"),
        "{what}: {sentence}"
    );
    let again = answer
        .header("retry-after")
        .and_then(|seconds| seconds.parse::<u32>().ok());
    assert!(again.is_some_and(|seconds| (1..=60).contains(&seconds)), "{what}");
}
