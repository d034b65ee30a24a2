//! Server-sent events, from bytes as they come. A character or a line may be divided anywhere between two pieces.

use crate::error::ModelError;

/// The longest line of an event. A piece of an answer is a few words; some servers send a whole answer at once.
const LONGEST_LINE: usize = 2 * 1024 * 1024;

/// Reads events out of pieces of bytes.
#[derive(Default)]
pub(super) struct Events {
    line: Vec<u8>,
    data: Option<String>,
    /// A line that ended with a carriage return: the line feed that may follow ends no other.
    after_return: bool,
}

impl Events {
    /// The data of the events that `piece` completes.
    pub(super) fn read(&mut self, piece: &[u8]) -> Result<Vec<String>, ModelError> {
        let mut complete = Vec::new();
        for byte in piece {
            let follows_return = std::mem::take(&mut self.after_return);
            match byte {
                b'\n' if follows_return => {}
                b'\n' | b'\r' => {
                    self.after_return = *byte == b'\r';
                    complete.extend(self.end_line()?);
                }
                _ if self.line.len() >= LONGEST_LINE => return Err(ModelError::Unreadable),
                byte => self.line.push(*byte),
            }
        }
        Ok(complete)
    }

    /// The event that the end of the stream completes: some servers leave the last blank line out.
    pub(super) fn finish(&mut self) -> Result<Option<String>, ModelError> {
        if !self.line.is_empty() {
            self.end_line()?;
        }
        Ok(self.data.take())
    }

    fn end_line(&mut self) -> Result<Option<String>, ModelError> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return Ok(self.data.take());
        }
        let line = String::from_utf8(line).map_err(|_| ModelError::Unreadable)?;
        // Comments, which keep connections alive, and the names of events say nothing here.
        if let Some(data) = line.trim_start_matches('\u{feff}').strip_prefix("data:") {
            let data = data.strip_prefix(' ').unwrap_or(data);
            match &mut self.data {
                Some(before) if before.len() + data.len() < LONGEST_LINE => {
                    before.push('\n');
                    before.push_str(data);
                }
                Some(_) => return Err(ModelError::Unreadable),
                none => *none = Some(data.to_owned()),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole, byte by byte and in odd pieces, the events are the same.
    #[track_caller]
    fn check(stream: &str, expected: &[&str]) {
        for size in [1, 2, 3, 7, stream.len().max(1)] {
            let mut events = Events::default();
            let mut read: Vec<String> = stream
                .as_bytes()
                .chunks(size)
                .flat_map(|piece| events.read(piece).expect("readable"))
                .collect();
            read.extend(events.finish().expect("readable"));
            assert_eq!(read, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn events_are_read_wherever_they_are_divided() {
        check("data: a\n\ndata:b\n\n", &["a", "b"]);
        check(
            "data: caf\u{e9} \u{1f9e0}\r\n\r\ndata: b\r\r",
            &["caf\u{e9} \u{1f9e0}", "b"],
        );
        check(": alive\n\nevent: chunk\nid: 4\ndata: a\n\n", &["a"]);
        check("data: two\ndata: lines\n\n", &["two\nlines"]);
        check("data: a\n\ndata: [DONE]", &["a", "[DONE]"]);
        check("", &[]);
    }

    #[test]
    fn a_line_without_end_and_bytes_that_are_no_text_are_refused() {
        let mut events = Events::default();
        let endless = vec![b'x'; LONGEST_LINE + 1];
        assert_eq!(events.read(&endless), Err(ModelError::Unreadable));
        assert_eq!(
            Events::default().read(b"data: \xff\n"),
            Err(ModelError::Unreadable)
        );
    }
}
