//! A PostgreSQL of one test's own, which it may stop and start.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct OwnPostgres {
    /// The address of an empty database.
    pub address: String,
    _process: Child,
    wishes: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl OwnPostgres {
    pub fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/peers/postgres.sh");
        let mut process = Command::new(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the script of PostgreSQL is there");
        let mut own = Self {
            address: String::new(),
            wishes: process.stdin.take().expect("its input"),
            answers: BufReader::new(process.stdout.take().expect("its output")),
            _process: process,
        };
        own.address = own.wish("another");
        assert!(own.address.starts_with("postgres:"), "PostgreSQL starts");
        own
    }

    /// Ends it at once, and every connection with it.
    pub fn stop(&mut self) {
        assert_eq!(self.wish("stop"), "stopped");
    }

    /// Starts it again with what it held.
    pub fn start_again(&mut self) {
        assert_eq!(self.wish("start"), "started");
    }

    fn wish(&mut self, wish: &str) -> String {
        writeln!(self.wishes, "{wish}").expect("its script runs; else it has said why not");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("an answer");
        answer.trim_end().to_owned()
    }
}
