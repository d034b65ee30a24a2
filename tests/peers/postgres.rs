//! Databases of a temporary PostgreSQL, for tests of any crate: `#[path = "../../../../tests/peers/postgres.rs"] mod postgres;`.
//!
//! The server is `postgres.sh` beside this file. It is started when the first database is asked for, serves this process alone, and
//! ends with it, however it ends: its standard input is then closed.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock};

/// Says on which databases tests run: `sqlite` and `postgresql` are that one alone, nothing is both.
pub const CHOICE: &str = "READOUT_TEST_DATABASE";

struct Server {
    _process: Child,
    wishes: ChildStdin,
    addresses: BufReader<ChildStdout>,
}

/// Whether whoever runs the tests left PostgreSQL out. That it is not installed is no reason: a test that passes without having run
/// says something false.
pub fn is_left_out() -> bool {
    env::var(CHOICE).is_ok_and(|choice| choice == "sqlite")
}

/// The address of a new, empty database.
pub fn new_database() -> String {
    static SERVER: OnceLock<Mutex<Server>> = OnceLock::new();
    let server = SERVER.get_or_init(|| Mutex::new(start()));
    let mut server = server
        .lock()
        .expect("no test panics while it asks for a database");
    let mut address = String::new();
    writeln!(server.wishes, "another").expect("PostgreSQL starts; else its script has said why not");
    server.addresses.read_line(&mut address).expect("an address");
    assert!(
        address.starts_with("postgres:"),
        "PostgreSQL starts; else its script has said why not"
    );
    address.trim_end().to_owned()
}

fn start() -> Server {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/peers/postgres.sh");
    let mut process = Command::new(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the script of PostgreSQL is there");
    Server {
        wishes: process.stdin.take().expect("its input"),
        addresses: BufReader::new(process.stdout.take().expect("its output")),
        _process: process,
    }
}
