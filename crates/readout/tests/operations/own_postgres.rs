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
        Self::started_with(&[]).expect("PostgreSQL starts; else its script has said why not")
    }

    /// The tables lie on a disk of 32 MB of their own; none where this user may not mount one.
    pub fn on_a_small_disk() -> Option<Self> {
        Self::started_with(&["small-disk"])
    }

    fn started_with(arguments: &[&str]) -> Option<Self> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/peers/postgres.sh");
        let mut process = Command::new(script)
            .args(arguments)
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
        let address = own.wish("another");
        match address.as_str() {
            "no mount" => return None,
            _ => assert!(address.starts_with("postgres:"), "PostgreSQL starts"),
        }
        own.address = address;
        Some(own)
    }

    /// Takes all the room of the small disk.
    pub fn fill(&mut self) {
        assert_eq!(self.wish("fill"), "filled");
    }

    /// Gives it back.
    pub fn free(&mut self) {
        assert_eq!(self.wish("free"), "freed");
    }

    /// Ends it at once, and every connection with it.
    pub fn stop(&mut self) {
        assert_eq!(self.wish("stop"), "stopped");
    }

    /// Starts it again with what it held.
    pub fn start_again(&mut self) {
        assert_eq!(self.wish("start"), "started");
    }

    /// Lets it stand still with every connection open: it answers nothing.
    pub fn freeze(&mut self) {
        assert_eq!(self.wish("freeze"), "frozen");
    }

    /// Lets it go on.
    pub fn thaw(&mut self) {
        assert_eq!(self.wish("thaw"), "thawed");
    }

    fn wish(&mut self, wish: &str) -> String {
        writeln!(self.wishes, "{wish}").expect("its script runs; else it has said why not");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("an answer");
        answer.trim_end().to_owned()
    }
}
