//! Damaged recordings, whole and while they are being made: no panic, not even one that is caught, and an end in time.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::{DecodeError, Ear, RecordingFeed, decode};

const SAMPLES: [&str; 8] = [
    "browser.webm",
    "whole.webm",
    "browser.ogg",
    "browser.mp4",
    "voice-memo.m4a",
    "clip.mp3",
    "clip.flac",
    "vorbis.ogg",
];
/// Damaged forms of each sample, read whole and, fewer of them, piece by piece.
const WHOLE: usize = 150;
const FED: usize = 20;
/// Far beyond what two seconds of sound take.
const IN_TIME: Duration = Duration::from_secs(5);

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

fn damaged(whole: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=random.below(12) {
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(at.max(8)),
            3 => drop(bytes.drain(at..(at + random.below(64)).min(bytes.len()))),
            // The header decides most; damage it more often than its size would.
            _ => {
                let at = random.below(bytes.len().min(300));
                bytes[at] = [0, 0xff, 0x7f, 0x80][random.below(4)];
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

fn sample(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).expect(&path)
}

/// Counts the panics of this crate's decoding, those that are caught as well.
fn panics_are_counted() -> &'static AtomicUsize {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |found| {
        if !found
            .location()
            .is_some_and(|place| place.file().ends_with("decode/damage.rs"))
        {
            PANICS.fetch_add(1, Ordering::Relaxed);
        }
        told(found);
    }));
    &PANICS
}

/// Tells how a recording ended.
struct End(mpsc::Sender<Result<(), DecodeError>>);

impl Ear for End {
    fn hear(&mut self, _: &[i16]) {}

    fn pause(&mut self) {}

    fn end(&mut self, _: f64, read: Result<(), DecodeError>) {
        // The test may have failed meanwhile.
        let _ = self.0.send(read);
    }
}

#[tokio::test]
async fn no_damage_makes_the_decoder_panic_or_hang() {
    let panics = panics_are_counted();
    let mut random = Random(20_250_101);
    for name in SAMPLES {
        let whole = sample(name);
        for number in 0..WHOLE {
            let bytes = damaged(&whole, &mut random);
            let began = Instant::now();
            if let Ok(samples) = decode(bytes.clone(), None) {
                assert!(samples.seconds() <= 3_600.0);
            }
            assert!(
                began.elapsed() < IN_TIME,
                "{name} {number} took {:?}",
                began.elapsed()
            );
            if number < FED {
                let _ = fed(bytes.into(), 900).await;
            }
            assert_eq!(panics.load(Ordering::Relaxed), 0, "{name} {number}");
        }
    }
}

#[tokio::test]
async fn packets_without_end_over_bytes_that_end_are_a_damaged_recording_while_it_is_made_too() {
    let endless = Bytes::from(sample("endless.mp4"));
    assert!(fed(endless, 500).await.is_err());
}

/// Hands a recording over as a browser does, in pieces of so many bytes, and gives what became of it.
async fn fed(bytes: Bytes, piece: usize) -> Result<(), DecodeError> {
    let (told, end) = mpsc::channel();
    let mut feed = RecordingFeed::start(None, End(told)).expect("a thread");
    for at in (0..bytes.len()).step_by(piece) {
        let piece = bytes.slice(at..bytes.len().min(at + piece));
        feed.push(piece).await.expect("not too large");
    }
    feed.finish().await;
    end.recv_timeout(IN_TIME).expect("an end in time")
}
