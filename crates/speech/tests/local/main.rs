//! The engine of a model from a file: a toy network that the real library loads, runs and streams. No real weights were run.
//! `whole` recordings, and `live`.
#![cfg(feature = "local-model")]

mod live;
mod toy_model;
mod whole;

use std::path::{Path, PathBuf};

use speech::{Engine, LocalSettings, Samples, Settings, decode};

/// What the toy says.
const WORDS: [&str; 4] = ["no", "focal", "liver", "lesion"];

fn toy(folder: &Path) -> PathBuf {
    let path = folder.join("toy.gguf");
    toy_model::write(&path, &WORDS);
    path
}

fn engine(settings: LocalSettings) -> Engine {
    Engine::from_settings(Settings {
        local: Some(settings),
        ..Settings::default()
    })
}

/// Somebody speaking.
fn sound() -> Samples {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples/browser.webm");
    let bytes = std::fs::read(path).expect("a sample");
    decode(bytes, Some("audio/webm;codecs=opus")).expect("a recording")
}
