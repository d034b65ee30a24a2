//! A recording while it is made: however it is cut into pieces, the same is heard of it, and no more than of the whole file.

use bytes::Bytes;
use speech::{DecodeError, decode_pieces};

use crate::Target;

pub const TARGET: Target = Target {
    name: "live_feed",
    check,
    seeds,
    longest: 20_000,
};

/// The first two bytes say how long the pieces are.
fn seeds() -> Vec<Vec<u8>> {
    let lengths = [[0, 1], [3, 0], [0x80, 0], [0, 200]];
    let recordings = super::decode::recordings()
        .into_iter()
        .zip(lengths.iter().cycle());
    recordings
        .map(|(recording, length)| [length.as_slice(), &recording].concat())
        .collect()
}

fn check(input: &[u8]) {
    let Some((length, file)) = input.split_first_chunk::<2>() else {
        return;
    };
    let length = usize::from(u16::from_be_bytes(*length)).max(16);
    let file = Bytes::copy_from_slice(file);
    let in_pieces = |length: usize| {
        let pieces = (0..file.len())
            .step_by(length)
            .map(|at| file.slice(at..file.len().min(at + length)));
        decode_pieces(pieces.collect::<Vec<_>>(), Some("audio/webm"))
    };
    let (cut, other) = (in_pieces(length), in_pieces(file.len().max(1)));
    match (&cut, &other) {
        (Ok(cut), Ok(other)) => assert!(
            cut.as_slice() == other.as_slice(),
            "the same is heard however it is cut"
        ),
        // Why it is refused may depend on how much was there when it was tried.
        (Err(_), Err(_)) => {}
        // What begins as none of these has several heads behind each other, and which one is found may depend on that too.
        (Err(DecodeError::NotAudio), _) | (_, Err(DecodeError::NotAudio)) if !is_of_a_browser(&file) => {}
        _ => panic!(
            "heard in one piece or in pieces alone: {:?}, {:?}",
            cut.err(),
            other.err()
        ),
    }
}

/// Whether bytes begin as what a browser records: WebM, Ogg or MP4.
fn is_of_a_browser(file: &[u8]) -> bool {
    file.starts_with(&[0x1a, 0x45, 0xdf, 0xa3])
        || file.starts_with(b"OggS")
        || file.get(4..8) == Some(b"ftyp")
}
