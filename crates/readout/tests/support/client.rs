//! Whoever asks a server over HTTP: one request a connection, so that nothing is left over of a server that was killed.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// How long an answer may take before the test calls it lost.
const PATIENCE: Duration = Duration::from_secs(30);

/// A browser as far as servers see one.
#[derive(Clone)]
pub struct Client {
    pub address: String,
    pub cookie: String,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body, which must be JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("JSON in {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

impl Client {
    pub fn visitor(address: &str) -> Self {
        Self {
            address: address.to_owned(),
            cookie: String::new(),
        }
    }

    /// Signs in by the link that the outbox page shows.
    pub fn signed_in(address: &str, email: &str) -> io::Result<Self> {
        Self::with_link(address, &Self::link(address, email)?)
    }

    /// Asks for a sign-in link; its token.
    pub fn link(address: &str, email: &str) -> io::Result<String> {
        let form = format!("email={}&next=/app", email.replace('@', "%40"));
        let page = Self::visitor(address).form("/api/login/email", &form)?;
        let lost = || io::Error::other(format!("no sign-in link in status {}", page.status));
        let start = page.body.find("token=").ok_or_else(lost)? + "token=".len();
        let rest = page.body[start..].chars();
        Ok(rest.take_while(char::is_ascii_hexdigit).collect())
    }

    /// Uses a sign-in link.
    pub fn with_link(address: &str, token: &str) -> io::Result<Self> {
        let mut client = Self::visitor(address);
        let confirmed = client.form("/api/login/email/confirm", &format!("token={token}"))?;
        let cookie = confirmed
            .header("set-cookie")
            .and_then(|cookie| cookie.split(';').next());
        client.cookie = cookie
            .ok_or_else(|| io::Error::other(format!("no cookie: {}", confirmed.status)))?
            .to_owned();
        Ok(client)
    }

    /// The same person at another server.
    pub fn at(&self, address: &str) -> Self {
        Self {
            address: address.to_owned(),
            ..self.clone()
        }
    }

    pub fn get(&self, path: &str) -> io::Result<Answer> {
        self.send("GET", path, "application/json", "")
    }

    pub fn form(&self, path: &str, form: &str) -> io::Result<Answer> {
        self.send("POST", path, "application/x-www-form-urlencoded", form)
    }

    pub fn json(&self, method: &str, path: &str, body: &Value) -> io::Result<Answer> {
        self.send(method, path, "application/json", &body.to_string())
    }

    fn send(&self, method: &str, path: &str, kind: &str, body: &str) -> io::Result<Answer> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let (host, cookie) = (&self.address, &self.cookie);
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\n\
             Content-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes())?;
        read(&mut stream)
    }
}

/// Reads an answer to its end; one that breaks off before that is an error, as it is to a browser.
pub fn read(stream: &mut TcpStream) -> io::Result<Answer> {
    let mut bytes = Vec::new();
    let ended = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let broken = || io::Error::new(io::ErrorKind::UnexpectedEof, "the answer broke off");
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return Err(ended.err().unwrap_or_else(broken));
    };
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let answer = Answer {
        status: status.ok_or_else(broken)?,
        head: head.to_owned(),
        body: body.to_owned(),
    };
    let length: Option<usize> = answer
        .header("content-length")
        .and_then(|length| length.parse().ok());
    match length {
        // Whoever is refused while sending finds the connection closed after the answer.
        Some(length) if length <= body.len() => Ok(answer),
        Some(_) => Err(broken()),
        None => ended.map(|_| answer),
    }
}
