//! What one address or one user asks for without end, and what is left to the others meanwhile.

use std::env;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::net::TcpSocket;

use crate::client::{Client, read};
use crate::server::Server;
use crate::support::{free_address, readout, start, within};

/// What a trusted proxy may hold, which this computer is one of: `crates/server/src/doors.rs`.
const OF_A_PROXY: usize = 700;
/// Less than a half-sent header may take, and more than any answer takes that nobody keeps waiting.
const SOON: Duration = Duration::from_secs(15);
/// By which three heavy requests of one user may delay a check of another.
const LONGEST_DELAY: Duration = Duration::from_millis(500);

#[test]
fn an_address_that_holds_all_it_may_is_closed_at_once_and_others_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let watched = free_address();
    let server = start(readout(folder.path()).env("READOUT_METRICS_LISTEN", &watched));
    let half = format!("GET /readyz HTTP/1.1\r\nHost: {}\r\nX-Slow:", server.address);
    let open = || {
        let mut stream = TcpStream::connect(&server.address).expect("a connection");
        // One that is closed already takes nothing.
        let _ = stream.write_all(half.as_bytes());
        stream
    };
    let held: Vec<TcpStream> = (0..OF_A_PROXY).map(|_| open()).collect();
    for _ in 0..3 {
        assert!(is_closed(open()), "one more than an address may hold");
    }
    let mut other = connection_from(Ipv4Addr::new(127, 0, 0, 2), &server.address).expect("a connection");
    other.set_read_timeout(Some(SOON)).expect("a time");
    write!(
        other,
        "GET /api/auth/user HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    )
    .expect("a request");
    assert_eq!(read(&mut other).expect("an answer").status, 401);
    assert_eq!(told(&watched, "readout_connections_refused_total"), 3);
    drop(held);
}

/// On one processor, where a second place for work is not a matter of course.
#[test]
fn three_heavy_dictations_of_one_user_keep_nobody_else_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let watched = free_address();
    let mut command = readout(folder.path());
    command.env("READOUT_METRICS_LISTEN", &watched);
    let server = start(&mut on_one_processor(&command));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let binh = Client::signed_in(&server.address, "binh@example.org").expect("a session");
    let alone = time_of_a_check(&binh);
    let asked = [(); 3].map(|()| ask_heavily(&asha));
    within(SOON, "beginning with a dictation", || {
        (told(&watched, "readout_work_running") > 0).then_some(())
    });
    // Until the other two are there as well.
    std::thread::sleep(Duration::from_millis(500));
    let beside = time_of_a_check(&binh);
    // The clock of a busy machine tells of others too.
    if env::var_os("SOAK").is_some() {
        assert!(
            beside < alone + LONGEST_DELAY,
            "{alone:?} alone, {beside:?} beside three heavy dictations"
        );
    }
    for stream in &asked {
        assert!(
            !is_answered(stream),
            "a check waited until a dictation was done with"
        );
    }
}

#[test]
fn work_ends_when_its_client_has_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let watched = free_address();
    let server = start(readout(folder.path()).env("READOUT_METRICS_LISTEN", &watched));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let asked = ask_heavily(&asha);
    let running = || told(&watched, "readout_work_running");
    within(SOON, "beginning with a dictation", || {
        (running() > 0).then_some(())
    });
    assert!(!is_answered(&asked));
    let before = processor_time(&server);
    drop(asked);
    within(Duration::from_secs(60), "leaving off", || {
        (running() == 0).then_some(())
    });
    let spent = processor_time(&server) - before;
    // Done with to its end it takes several seconds of the processor.
    assert!(spent < Duration::from_secs(1), "{spent:?}");
}

/// The median of three.
fn time_of_a_check(client: &Client) -> Duration {
    let report = json!({ "reportContent": "FINDINGS:\n- A 4 mm nodule in the right upper lobe." });
    let mut times = [(); 3].map(|()| {
        let asked = Instant::now();
        let checked = client.json("POST", "/api/check-report", &report);
        assert_eq!(checked.expect("an answer").status, 200);
        asked.elapsed()
    });
    times.sort();
    times[1]
}

/// Sends a dictation that takes seconds of a processor, and waits for no answer.
fn ask_heavily(client: &Client) -> TcpStream {
    let body =
        json!({ "transcriptionText": "A:\n".repeat(66_000), "selectedTemplate": "CT Chest" }).to_string();
    let mut stream = TcpStream::connect(&client.address).expect("a connection");
    let (host, cookie, length) = (&client.address, &client.cookie, body.len());
    write!(
        stream,
        "POST /api/structure-report HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .expect("a request");
    stream
}

/// Whether an answer has begun to come, or the connection is closed.
fn is_answered(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a connection");
    !matches!(stream.peek(&mut [0]), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
}

/// Whether the other side closes a connection soon, without a word.
fn is_closed(mut stream: TcpStream) -> bool {
    stream.set_read_timeout(Some(SOON)).expect("a time");
    match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() == io::ErrorKind::ConnectionReset,
    }
}

/// A connection from another address of this computer.
fn connection_from(address: Ipv4Addr, to: &str) -> io::Result<TcpStream> {
    let to = to.parse().map_err(io::Error::other)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind((address, 0).into())?;
        socket.connect(to).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

/// The value of a metric without labels.
fn told(watched: &str, metric: &str) -> u64 {
    let told = Client::visitor(watched).get("/metrics").expect("metrics").body;
    let mut lines = told
        .lines()
        .filter_map(|line| line.strip_prefix(metric)?.strip_prefix(' '));
    let value = lines.next().unwrap_or_else(|| panic!("{metric} in {told}"));
    value.parse().expect("a number")
}

/// The same program with the same settings, with the first processor that this test may use.
fn on_one_processor(command: &Command) -> Command {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let allowed = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let allowed = allowed.expect("processors").trim();
    let first = allowed.split([',', '-']).next().expect("a processor");
    let mut alone = Command::new("taskset");
    alone
        .args(["--cpu-list", first])
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => alone.env(name, value),
            None => alone.env_remove(name),
        };
    }
    alone
}

/// The processor's time that a server has had.
fn processor_time(server: &Server) -> Duration {
    let told = fs::read_to_string(format!("/proc/{}/stat", server.child.id())).expect("Linux tells");
    // Behind the name, which may hold spaces: the state is the third field, and the two times are the 14th and 15th.
    let (_, fields) = told.rsplit_once(") ").expect("fields");
    let ticks: u64 = fields
        .split(' ')
        .skip(11)
        .take(2)
        .map(|ticks| ticks.parse::<u64>().expect("ticks"))
        .sum();
    // A hundred a second, whatever the kernel was built with.
    Duration::from_millis(ticks * 10)
}
