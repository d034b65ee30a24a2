//! Recordings as they arrive: whole, cut, hostile, empty, too long.

use speech::{DecodeError, MAX_BYTES, Recording, Samples, decode};

const SAMPLES: &[(&str, &str, f64)] = &[
    ("browser.webm", "audio/webm;codecs=opus", 2.33),
    ("whole.webm", "audio/webm", 2.33),
    ("browser.ogg", "audio/ogg; codecs=opus", 2.33),
    ("browser.mp4", "audio/mp4", 2.33),
    ("voice-memo.m4a", "audio/x-m4a", 2.33),
    ("clip.mp3", "audio/mpeg", 2.33),
    ("clip.flac", "audio/flac", 0.6),
    ("vorbis.ogg", "audio/ogg", 2.33),
];

fn file(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|problem| panic!("{path}: {problem}"))
}

/// Loudness of the speech in the middle against that of the silence at the start.
fn is_speech(samples: &Samples) -> bool {
    let energy = |part: &[i16]| part.iter().map(|s| f64::from(*s).powi(2)).sum::<f64>() / part.len() as f64;
    let pcm = samples.as_slice();
    energy(&pcm[pcm.len() / 3..pcm.len() * 2 / 3]) > 100_000.0
}

#[test]
fn reads_every_form_that_browsers_and_phones_write() {
    for (name, mime, seconds) in SAMPLES {
        let samples = decode(file(name), Some(mime)).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert!(
            (samples.seconds() - seconds).abs() < 0.1,
            "{name}: {} s",
            samples.seconds()
        );
        assert!(is_speech(&samples), "{name}");
    }
}

#[test]
fn the_bytes_decide_and_not_the_media_type() {
    for mime in [None, Some(""), Some("text/html"), Some("audio/mp4"), Some(";;")] {
        assert!(decode(file("browser.webm"), mime).is_ok(), "{mime:?}");
    }
}

#[test]
fn a_recording_cut_anywhere_keeps_what_was_heard_before() {
    for (name, part) in [
        ("browser.webm", 0.5),
        ("browser.webm", 0.83),
        ("browser.ogg", 0.6),
        ("browser.mp4", 0.7),
    ] {
        let whole = file(name);
        let cut = whole[..(whole.len() as f64 * part) as usize].to_vec();
        let samples = decode(cut, None).unwrap_or_else(|problem| panic!("{name} at {part}: {problem}"));
        assert!(
            samples.seconds() > 2.33 * part - 1.2 && samples.seconds() < 2.4,
            "{name}: {}",
            samples.seconds()
        );
    }
}

#[test]
fn a_cut_recording_whose_index_was_at_its_end_is_read_up_to_the_cut_and_known_to_be_cut() {
    let whole = file("whole.webm");
    assert!(
        !Recording::read(whole.clone(), None)
            .expect("a recording")
            .is_cut()
    );
    for part in [0.3, 0.5, 0.7] {
        let cut = whole[..(whole.len() as f64 * part) as usize].to_vec();
        let recording = Recording::read(cut, None).unwrap_or_else(|problem| panic!("at {part}: {problem}"));
        assert!(
            recording.seconds() > 2.33 * part - 1.2,
            "at {part}: {}",
            recording.seconds()
        );
        assert!(recording.is_cut(), "at {part}: {}", recording.seconds());
    }
    for (name, mime, _) in SAMPLES {
        let recording = Recording::read(file(name), Some(mime)).expect("a recording");
        assert!(!recording.is_cut(), "{name}");
    }
}

#[test]
fn a_recording_that_holds_nothing_or_no_sound_is_refused_with_a_sentence() {
    let check = |bytes: Vec<u8>, expected: DecodeError| {
        let refused = decode(bytes, Some("audio/webm")).expect_err("nothing to hear");
        assert_eq!(refused, expected);
        assert!(refused.to_string().ends_with('.') && !refused.is_over_limit());
    };
    check(Vec::new(), DecodeError::Empty);
    check(vec![0; 4_000], DecodeError::NotAudio);
    check(
        b"<!doctype html><title>Sign in</title>".to_vec(),
        DecodeError::NotAudio,
    );
    check(file("silent-video.webm"), DecodeError::UnsupportedCodec);
    // The header of a browser's recording, from a recorder that was stopped at once.
    let whole = file("browser.webm");
    let cluster = whole
        .windows(4)
        .position(|bytes| bytes == [0x1f, 0x43, 0xb6, 0x75])
        .expect("a cluster");
    check(whole[..cluster].to_vec(), DecodeError::Empty);
    check(Samples::default().to_wav(), DecodeError::Empty);
}

#[test]
fn too_large_and_too_long_are_refused() {
    assert_eq!(
        decode(vec![0; MAX_BYTES + 1], None).expect_err("50 MB and a byte"),
        DecodeError::TooLarge
    );
    // Sixty-one minutes of 8-bit telephone sound: 28 MB, within the one bound and beyond the other.
    let seconds = 61 * 60_u32;
    let mut wav =
        b"RIFF\0\0\0\x7fWAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data".to_vec();
    wav.extend_from_slice(&(seconds * 8_000).to_le_bytes());
    wav.resize(wav.len() + seconds as usize * 8_000, 128);
    let refused = decode(wav, Some("audio/wav")).expect_err("61 minutes");
    assert_eq!(refused, DecodeError::TooLong);
    assert!(refused.is_over_limit());
}

/// What a browser writes of a recorder that somebody forgot: clusters of half a minute, packets of 20 ms in which nobody speaks.
fn webm_of_silence(minutes: u32) -> Vec<u8> {
    const SILENCE: [u8; 3] = [0xf8, 0xff, 0xfe];
    let browser = file("browser.webm");
    let cluster = browser
        .windows(4)
        .position(|bytes| bytes == [0x1f, 0x43, 0xb6, 0x75])
        .expect("a cluster");
    let mut webm = browser[..cluster].to_vec();
    for start in (0..minutes * 60_000).step_by(30_000) {
        webm.extend_from_slice(&[
            0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        ]);
        webm.extend_from_slice(&[0xe7, 0x84]);
        webm.extend_from_slice(&start.to_be_bytes());
        for offset in (0..30_000_i16).step_by(20) {
            webm.extend_from_slice(&[0xa3, 0x87, 0x81]);
            webm.extend_from_slice(&offset.to_be_bytes());
            webm.push(0x80);
            webm.extend_from_slice(&SILENCE);
        }
    }
    webm
}

#[test]
fn three_hours_of_a_browsers_recording_are_refused_by_their_length_alone() {
    let short = decode(webm_of_silence(2), Some("audio/webm")).expect("two minutes of silence");
    assert!((short.seconds() - 120.0).abs() < 0.1, "{}", short.seconds());
    let long = webm_of_silence(180);
    assert!(
        long.len() < MAX_BYTES,
        "{} bytes are within the bound",
        long.len()
    );
    assert_eq!(
        decode(long, Some("audio/webm")).expect_err("three hours"),
        DecodeError::TooLong
    );
}

#[test]
fn stereo_is_mixed_down_and_other_rates_are_resampled() {
    let frames = 44_100_u32;
    let mut wav =
        b"RIFF\0\0\0\x7fWAVEfmt \x10\0\0\0\x01\0\x02\0\x44\xac\0\0\x10\xb1\x02\0\x04\0\x10\0data".to_vec();
    wav.extend_from_slice(&(frames * 4).to_le_bytes());
    for frame in 0..frames {
        let tone = (f64::from(frame) * 600.0 * std::f64::consts::TAU / 44_100.0).sin() * 16_000.0;
        wav.extend_from_slice(&(tone as i16).to_le_bytes());
        wav.extend_from_slice(&0_i16.to_le_bytes());
    }
    let samples = decode(wav, None).expect("one second of stereo");
    assert!((samples.seconds() - 1.0).abs() < 0.01, "{}", samples.seconds());
    let loudest = samples.as_slice().iter().map(|sample| sample.abs()).max();
    assert!(matches!(loudest, Some(7_500..8_500)), "{loudest:?}");
}

#[test]
fn packets_without_end_over_bytes_that_end_are_a_damaged_recording() {
    let endless = file("endless.mp4");
    let run = endless
        .windows(4)
        .position(|bytes| bytes == b"trun")
        .expect("a run of samples");
    // The one counts them before it reads any; of the other, plausible in a larger file, it reads one after the other.
    for samples in [u32::MAX, 50_000_000] {
        let mut bytes = endless.clone();
        bytes[run + 8..run + 12].copy_from_slice(&samples.to_be_bytes());
        let began = std::time::Instant::now();
        let refused = decode(bytes, None).expect_err("packets without a byte");
        assert_eq!(refused, DecodeError::Damaged, "{samples}");
        assert!(
            began.elapsed().as_secs() < 3,
            "{samples} took {:?}",
            began.elapsed()
        );
    }
}

#[test]
fn a_recording_keeps_its_length_and_shows_nothing_of_its_sound() {
    let recording = Recording::read(file("browser.webm"), Some("audio/webm")).expect("a recording");
    assert!((recording.seconds() - 2.33).abs() < 0.1);
    assert_eq!(format!("{recording:?}"), "Recording(2.3 s)");
}
