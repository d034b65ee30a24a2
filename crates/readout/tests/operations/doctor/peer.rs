//! Servers that doctor asks, of which a test says what they answer.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

/// Answers each request, or each line where its protocol begins with a greeting, by a function of it.
pub(super) struct Peer {
    pub(super) address: String,
}

impl Peer {
    pub(super) fn that_answers(answer: impl Fn(&str) -> String + Clone + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let answer = answer.clone();
                thread::spawn(move || {
                    let mut writer = &stream;
                    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
                    let greeting = answer("");
                    if greeting.starts_with("220") {
                        // Whoever asked may have gone.
                        let _ = writer.write_all(greeting.as_bytes());
                        for line in lines {
                            let _ = writer.write_all(answer(&line).as_bytes());
                        }
                        return;
                    }
                    let head: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
                    let _ = writer.write_all(answer(&head.join("\n")).as_bytes());
                });
            }
        });
        Self { address }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }
}

pub(super) fn mail_server(asked: &str) -> String {
    match asked {
        "" => "220 mail.example ESMTP\r\n".to_owned(),
        asked if asked.starts_with("QUIT") => "221 bye\r\n".to_owned(),
        _ => "250 well\r\n".to_owned(),
    }
}

pub(super) fn http(status: u16, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}
