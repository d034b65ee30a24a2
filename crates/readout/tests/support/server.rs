//! A running `readout serve` of a test, killed when the test is over.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

pub struct Server {
    pub child: Child,
    pub address: String,
}

impl Server {
    /// Starts `serve`; the address is there once [`Server::when_ready`] has it.
    pub fn begin(command: &mut Command) -> Child {
        let command = command.arg("serve").env("READOUT_LISTEN", "127.0.0.1:0");
        command.stdout(Stdio::piped()).spawn().expect("the server starts")
    }

    pub fn when_ready(mut child: Child) -> Self {
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

    pub fn get(&self, path: &str, cookie: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nCookie: {cookie}\r\n"), "")
    }

    /// Sends a request, its head without a host; what comes back, head and body.
    pub fn send(&self, head: &str, body: &str) -> String {
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
