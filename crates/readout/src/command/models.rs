//! `readout models`: speech models from files, for the operator.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use speech::local::fetch::{self, Checksum, Progress};
use speech::local::{ModelFile, TrialCommand, trial};

use crate::config::{Config, SpeechEngine};
use crate::serve;
use text_commands::jsonl;

/// What to do with models.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Fetch a model's file, check its sum and put it in its place. An interrupted one is continued.
    Fetch(Fetch),
    /// Say what a file is and whether it can be used.
    Check {
        /// The file; without one that of the configuration (READOUT_SPEECH_MODEL).
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Load a file in this process, which may end it, and say on the last line what came of it.
    #[command(hide = true)]
    Try {
        /// The file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// What to fetch.
#[derive(Debug, Args)]
pub struct Fetch {
    /// The address of the file.
    #[arg(value_name = "URL")]
    address: String,
    /// The SHA-256 sum that the file must have; the page of the model says it.
    #[arg(long, value_name = "SUM", value_parser = str::parse::<Checksum>)]
    sha256: Checksum,
    /// The folder it goes to; without one `models` in the data folder.
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

/// The command with which this program tries a file in a process of its own.
pub fn trial_command() -> TrialCommand {
    TrialCommand {
        // Where the system does not tell, the one on the path is asked; without any the trial says so.
        program: std::env::current_exe().unwrap_or_else(|_| "readout".into()),
        arguments: vec!["models".into(), "try".into()],
    }
}

/// Fetches, checks or tries.
pub fn run(command: &Command, config: impl Fn() -> anyhow::Result<Config>) -> anyhow::Result<()> {
    match command {
        Command::Fetch(fetch) => self::fetch(fetch, config),
        Command::Check { file: Some(file) } => check(file),
        Command::Check { file: None } => check(&configured(&config()?)?),
        Command::Try { file } => {
            let tried = trial::here(file, 1);
            match &tried {
                Ok(abilities) => jsonl::print_json(abilities)?,
                Err(problem) => jsonl::print(&problem.to_string())?,
            }
            tried?;
            Ok(())
        }
    }
}

fn configured(config: &Config) -> anyhow::Result<PathBuf> {
    let model = config.speech.model.as_ref();
    model
        .filter(|_| config.speech.engine == SpeechEngine::Local)
        .map(PathBuf::from)
        .context("no model file is configured (READOUT_SPEECH_MODEL); name one")
}

/// Says what a file is, then tries it.
fn check(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    let file = ModelFile::open(path).with_context(|| format!("the model {shown} cannot be used"))?;
    jsonl::print(&format!(
        "{shown}: {} ({}), {}, {} tensors",
        file.name.as_deref().unwrap_or("no name"),
        file.architecture,
        size(file.bytes),
        file.tensors
    ))?;
    let began = Instant::now();
    let abilities = trial::elsewhere(&trial_command(), path)
        .inspect_err(|failure| eprint!("{}", failure.log))
        .with_context(|| format!("the model {shown} cannot be used"))?;
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    jsonl::print(&format!(
        "It can be used: loaded and run in {:.1} s.\nstreams: {}, takes vocabulary: {}, times of words: {}",
        began.elapsed().as_secs_f64(),
        yes(abilities.streams),
        yes(abilities.vocabulary),
        yes(abilities.word_times)
    ))
}

fn fetch(fetch: &Fetch, config: impl Fn() -> anyhow::Result<Config>) -> anyhow::Result<()> {
    serve::install_tls_provider()?;
    let folder = match &fetch.to {
        Some(folder) => folder.clone(),
        None => {
            let data_dir = config()?.server.data_dir;
            serve::make_private_folder(&data_dir)?;
            data_dir.join("models")
        }
    };
    let mut meter = Meter::new();
    let path = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(fetch::fetch(&fetch.address, fetch.sha256, &folder, |progress| {
            meter.show(progress);
        }));
    meter.end();
    let path = path?;
    let path = path.canonicalize().unwrap_or(path);
    jsonl::print(&format!("{} is there and has the sum.", path.display()))?;
    check(&path)?;
    jsonl::print(&format!(
        "To dictate with it: READOUT_SPEECH_MODEL={}",
        path.display()
    ))
}

/// Tells how far a transfer is: a line that changes for a person, a line every ten percent for a log.
struct Meter {
    last: Instant,
    tenths: u64,
    is_terminal: bool,
    shown: bool,
}

impl Meter {
    fn new() -> Meter {
        Meter {
            last: Instant::now(),
            tenths: 0,
            is_terminal: std::io::stderr().is_terminal(),
            shown: false,
        }
    }

    fn show(&mut self, progress: Progress) {
        let whole = progress.whole.filter(|whole| *whole > 0);
        let text = match whole {
            Some(whole) => format!(
                "{} of {} ({} %)",
                size(progress.there),
                size(whole),
                progress.there.saturating_mul(100) / whole
            ),
            None => size(progress.there),
        };
        let mut complaints = std::io::stderr();
        // A terminal that is gone is no reason to stop.
        if self.is_terminal {
            if self.last.elapsed() > Duration::from_millis(200) || whole == Some(progress.there) {
                self.last = Instant::now();
                self.shown = true;
                let _ = write!(complaints, "\r\x1b[K{text}");
            }
        } else if let Some(tenths) = whole.map(|whole| progress.there.saturating_mul(10) / whole)
            && tenths > self.tenths
        {
            self.tenths = tenths;
            let _ = writeln!(complaints, "{text}");
        }
    }

    fn end(&self) {
        if self.shown {
            eprintln!();
        }
    }
}

/// Bytes for a person.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{:.0} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}
