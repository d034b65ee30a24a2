//! Recordings, changed in any way: an end in time, within the bounds, and no panic, not even one that would be caught.

use bytes::Bytes;
use speech::{MAX_SECONDS, Recording, SAMPLE_RATE};

use crate::Target;

pub const TARGET: Target = Target {
    name: "decode",
    check,
    seeds: recordings,
    longest: 24_000,
};

/// What browsers and telephones write, of two seconds each, and a WAV file.
pub fn recordings() -> Vec<Vec<u8>> {
    macro_rules! sample {
        ($($name:literal),*) => { vec![$(include_bytes!(concat!("../../../speech/tests/samples/", $name)).to_vec()),*] };
    }
    let mut recordings = sample!(
        "browser.webm",
        "whole.webm",
        "browser.ogg",
        "browser.mp4",
        "voice-memo.m4a",
        "clip.mp3",
        "clip.flac",
        "vorbis.ogg",
        "endless.mp4",
        "silent-video.webm"
    );
    let tone = (0..2_000).map(|at: i16| (at % 50) * 400).collect();
    recordings.push(speech::Samples::from_pcm(tone).to_wav());
    recordings
}

fn check(input: &[u8]) {
    let file = Bytes::copy_from_slice(input);
    let decoded = speech::decode(file.clone(), None);
    let read = Recording::read(file, Some("audio/webm;codecs=opus"));
    match (decoded, read) {
        (Ok(samples), Ok(recording)) => {
            assert!(samples.as_slice().len() as u64 <= (MAX_SECONDS + 1) * u64::from(SAMPLE_RATE));
            assert!(
                (samples.seconds() - recording.seconds()).abs() < 0.001,
                "as long read twice"
            );
        }
        (Err(one), Err(other)) => {
            assert_eq!(one, other, "refused for the same reason");
            assert!(
                one.to_string().ends_with('.'),
                "a sentence for the person who sent it"
            );
        }
        (decoded, read) => panic!(
            "read one way and refused the other: {:?}, {:?}",
            decoded.err(),
            read.err()
        ),
    }
}
