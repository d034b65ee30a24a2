//! Transcribes files with the embedded engine, one line a file: path, seconds of sound, seconds of work, lowest
//! and mean confidence, words. For trying out a change to its language model or to how it searches.
//!
//!     transcribe --cache DIR [--lines FILE] [--threads N] [FILE...]
//!
//! Without files it only builds the language model into the cache.

use std::error::Error;
use std::io::Write as _;
use std::time::Instant;

use speech::{Context, EmbeddedSettings, Engine, Recording, Settings};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (mut cache, mut lines, mut threads, mut files) = (None, Vec::new(), None, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--cache" => cache = arguments.next(),
            "--threads" => threads = arguments.next().and_then(|threads| threads.parse().ok()),
            "--lines" => {
                let path = arguments.next().ok_or("--lines FILE")?;
                lines = std::fs::read_to_string(path)?
                    .lines()
                    .map(str::to_owned)
                    .collect();
            }
            _ => files.push(argument),
        }
    }
    let mut embedded = EmbeddedSettings::new(cache.ok_or("--cache DIR is needed")?, lines);
    embedded.threads = threads;
    let engine = Engine::from_settings(Settings {
        embedded: Some(embedded),
        ..Settings::default()
    });
    let began = Instant::now();
    engine.ready().await?;
    let mut output = std::io::stdout();
    writeln!(output, "# ready after {:.2} s", began.elapsed().as_secs_f64())?;
    for file in files {
        let began = Instant::now();
        let recording = Recording::read(std::fs::read(&file)?, None)?;
        let seconds = recording.seconds();
        let transcript = engine.transcribe(recording, &Context::default()).await?;
        let worked = began.elapsed().as_secs_f64();
        let sure: Vec<f32> = transcript
            .words
            .iter()
            .filter_map(|word| word.confidence)
            .collect();
        let mean = sure.iter().sum::<f32>() / sure.len().max(1) as f32;
        let lowest = sure.iter().copied().fold(1.0, f32::min);
        writeln!(
            output,
            "{file}\t{seconds:.2}\t{worked:.3}\t{lowest:.2}\t{mean:.2}\t{}",
            transcript.heard
        )?;
    }
    Ok(())
}
