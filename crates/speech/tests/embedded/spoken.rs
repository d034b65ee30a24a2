//! Speech made by a machine, and the engine that listens to it.

use std::num::NonZeroU8;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use speech::{EmbeddedSettings, Engine, Samples, Settings, decode};

/// The embedded engine with two threads, one for all tests.
pub fn engine() -> Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(start).clone()
}

fn start() -> Engine {
    engine_of(settings(cache()))
}

pub fn engine_of(settings: EmbeddedSettings) -> Engine {
    Engine::from_settings(Settings {
        embedded: Some(settings),
        ..Settings::default()
    })
}

/// Two threads, and a model that is kept in this folder.
pub fn settings(cache: &Path) -> EmbeddedSettings {
    let lines = vec![
        "Lungs are clear. No pleural effusion.".to_owned(),
        "Right kidney measures ___ cm.".to_owned(),
    ];
    let mut settings = EmbeddedSettings::new(cache, lines);
    settings.threads = NonZeroU8::new(2);
    settings
}

/// One model for all tests.
pub fn cache() -> &'static Path {
    static CACHE: OnceLock<tempfile::TempDir> = OnceLock::new();
    CACHE
        .get_or_init(|| tempfile::tempdir().expect("a folder"))
        .path()
}

/// The phrases, each followed by so many seconds of silence.
pub fn said(phrases: &[&str], pause: f64) -> Samples {
    let folder = tempfile::tempdir().expect("a folder");
    let wav = folder.path().join("said.wav");
    let mut pcm = Vec::new();
    for phrase in phrases {
        let status = Command::new("flite")
            .args(["-voice", "slt", "-t", phrase, "-o"])
            .arg(&wav)
            .status();
        assert!(status.expect("flite (Debian: apt-get install flite)").success());
        let spoken = std::fs::read(&wav).expect("speech");
        let spoken = decode(spoken, Some("audio/wav")).expect("a recording");
        pcm.extend_from_slice(spoken.as_slice());
        pcm.resize(pcm.len() + (pause * 16_000.0) as usize, 0);
    }
    Samples::from_pcm(pcm)
}

/// The sound as a browser records it: Opus in WebM, 24 kbit/s, without a duration.
pub fn opus(sound: &Samples) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let wav = folder.path().join("sound.wav");
    std::fs::write(&wav, sound.to_wav()).expect("written");
    let made = Command::new("ffmpeg")
        .args(["-nostdin", "-loglevel", "error", "-i"])
        .arg(&wav)
        .args([
            "-ar", "48000", "-c:a", "libopus", "-b:a", "24k", "-f", "webm", "-live", "1", "-",
        ])
        .output()
        .expect("ffmpeg (Debian: apt-get install ffmpeg)");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    made.stdout
}
