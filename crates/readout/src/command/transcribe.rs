//! `readout transcribe`: recordings to text, with the engine that the server would use.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use speech::{Engine, Recording};

use crate::config::Config;
use crate::{serve, speech_setup};
use text_commands::jsonl;

/// What to transcribe.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Recordings: WebM, Ogg, MP4, WAV, MP3 or FLAC.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a JSON object a file, with every word's time.
    #[arg(long)]
    jsonl: bool,
}

#[derive(Serialize)]
struct Transcribed<'a> {
    file: &'a str,
    text: String,
    heard: String,
    words: Vec<Word>,
    engine: String,
    seconds: f64,
}

#[derive(Serialize)]
struct Word {
    word: String,
    start: f64,
    end: f64,
    confidence: Option<f32>,
}

/// Transcribes each file. One that cannot be read does not keep the others from being transcribed.
pub fn run(arguments: &Arguments, config: &Config) -> anyhow::Result<()> {
    serve::install_tls_provider()?;
    serve::make_private_folder(&config.server.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let engine = speech_setup::engine(config);
        engine.ready().await?;
        let mut failed = 0;
        for file in &arguments.files {
            match transcribe(&engine, file).await {
                Ok(transcribed) if arguments.jsonl => jsonl::print_json(&transcribed)?,
                Ok(transcribed) => jsonl::print(&transcribed.text)?,
                Err(error) => {
                    failed += 1;
                    eprintln!("readout: {}: {error:#}", file.display());
                }
            }
        }
        anyhow::ensure!(
            failed == 0,
            "{failed} of {} recordings were not transcribed",
            arguments.files.len()
        );
        Ok(())
    })
}

async fn transcribe<'a>(engine: &Engine, file: &'a Path) -> anyhow::Result<Transcribed<'a>> {
    let bytes = std::fs::read(file).context("cannot be read")?;
    let recording = Recording::read(bytes, None)?;
    let seconds = recording.seconds();
    let transcript = engine.transcribe(recording, &speech::Context::default()).await?;
    let words = transcript.words.into_iter().map(|word| Word {
        word: word.text,
        start: word.start,
        end: word.end,
        confidence: word.confidence,
    });
    Ok(Transcribed {
        file: file.to_str().context("the name of the file is not UTF-8")?,
        text: report::spoken::write(&transcript.heard).text,
        heard: transcript.heard,
        words: words.collect(),
        engine: engine.description().name,
        seconds,
    })
}
