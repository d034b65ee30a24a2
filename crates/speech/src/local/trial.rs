//! Tries a model in a process of its own before this one loads it.
//!
//! The library ends its process over some bad files (an assertion, memory that is not there). In a process that does
//! nothing else that is an answer; in the server it would end every dictation on it.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use transcribe_cpp::CancelToken;

use super::model_file::{ModelFile, ModelFileError};
use super::recogniser::{Abilities, Failure, Recogniser};
use crate::samples::SAMPLE_RATE;

/// The largest models take a minute from a slow disk.
const LONGEST: Duration = Duration::from_secs(300);
/// How often the process is asked whether it ended.
const GLANCE: Duration = Duration::from_millis(20);
/// The end of what the process said that is kept, in bytes.
const KEPT: usize = 2000;

/// The command that tries a file: a program whose arguments are these and then the file. It does what [`here`] does. It ends
/// with success when the model can be used, and the last line of its standard output has the [`Abilities`] as JSON; else
/// that line says why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialCommand {
    /// The program.
    pub program: PathBuf,
    /// What comes before the path of the file.
    pub arguments: Vec<OsString>,
}

/// A file that failed, and what the library said about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct TrialFailure {
    /// Why it cannot be used.
    pub problem: ModelFileError,
    /// The end of what the process wrote to its log. Of the file alone: nobody's speech goes into a trial.
    pub log: String,
}

impl From<ModelFileError> for TrialFailure {
    fn from(problem: ModelFileError) -> Self {
        TrialFailure {
            problem,
            log: String::new(),
        }
    }
}

/// Loads a model in this process and lets it listen to a second of hiss. May end the process.
pub fn here(path: &Path, threads: usize) -> Result<Abilities, ModelFileError> {
    let file = ModelFile::open(path)?;
    let mut recogniser = Recogniser::load(&file, threads)?;
    let tried = run(&mut recogniser);
    tried.map_err(|problem| ModelFileError::Refused(problem.to_string()))?;
    Ok(recogniser.abilities().clone())
}

/// Every way in which a model is asked for words.
fn run(recogniser: &mut Recogniser) -> Result<(), Failure> {
    let cancel = CancelToken::new();
    recogniser.recognise(&hiss(), &[], &cancel)?;
    if recogniser.abilities().streams {
        let mut stream = recogniser.listen(&[], &cancel)?;
        stream.feed(&hiss())?;
        stream.finish(1.0)?;
    }
    Ok(())
}

/// Quiet noise, the same every time.
fn hiss() -> Vec<i16> {
    let mut seed = 7_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((seed >> 16) as i16) / 100
    };
    (0..SAMPLE_RATE).map(|_| next()).collect()
}

/// Has another process try the file, and waits for what it says.
pub fn elsewhere(command: &TrialCommand, path: &Path) -> Result<Abilities, TrialFailure> {
    let mut child = Command::new(&command.program)
        .args(&command.arguments)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|problem| ModelFileError::NotTried(problem.kind()))?;
    let answer = listen(child.stdout.take());
    let log = listen(child.stderr.take());
    let ended = wait(&mut child)?;
    // Joined only when the process ended: its pipes are closed then.
    let (answer, log) = (answer.join().unwrap_or_default(), log.join().unwrap_or_default());
    let last = last_line(&answer);
    let problem = match (ended.code(), last) {
        (Some(0), Some(line)) => match serde_json::from_str(line) {
            Ok(abilities) => return Ok(abilities),
            Err(_) => ModelFileError::Failed("the program that tries it answered something else".into()),
        },
        (Some(1), Some(reason)) => ModelFileError::Failed(reason.to_owned()),
        _ => ModelFileError::Crashed(ended.to_string()),
    };
    Err(TrialFailure { problem, log })
}

fn wait(child: &mut Child) -> Result<ExitStatus, ModelFileError> {
    let not_tried = |problem: io::Error| ModelFileError::NotTried(problem.kind());
    let began = Instant::now();
    loop {
        if let Some(ended) = child.try_wait().map_err(not_tried)? {
            return Ok(ended);
        }
        if began.elapsed() > LONGEST {
            child.kill().map_err(not_tried)?;
            child.wait().map_err(not_tried)?;
            return Err(ModelFileError::TimedOut(LONGEST.as_secs()));
        }
        thread::sleep(GLANCE);
    }
}

/// Takes what a process says as it says it, so that it never waits for a reader, and keeps the end.
fn listen(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 4096];
        let Some(mut pipe) = pipe else {
            return String::new();
        };
        while let Ok(read @ 1..) = pipe.read(&mut buffer) {
            kept.extend_from_slice(&buffer[..read]);
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

fn last_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).rfind(|line| !line.is_empty())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// What comes of a trial by a shell script.
    fn tried(script: &str) -> Result<Abilities, ModelFileError> {
        let command = TrialCommand {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
        };
        elsewhere(&command, Path::new("model.gguf")).map_err(|failure| failure.problem)
    }

    const ABLE: &str = r#"echo '{"streams":true,"vocabulary":false,"word_times":false}'"#;

    #[test]
    fn tells_success_a_reason_and_a_crash_apart() {
        assert!(tried(ABLE).is_ok_and(|abilities| abilities.streams));
        let refused = ModelFileError::Failed("its file is damaged".into());
        assert_eq!(
            tried("echo loading; echo its file is damaged; exit 1"),
            Err(refused)
        );
        let crashed = tried("echo half a sentence; kill -ABRT $$")
            .expect_err("a crash")
            .to_string();
        assert!(crashed.contains("ended that process (signal: 6"), "{crashed}");
        let program = "/no/such/program".into();
        let command = TrialCommand {
            program,
            arguments: Vec::new(),
        };
        let none = elsewhere(&command, Path::new("model.gguf")).expect_err("no program");
        assert_eq!(none.problem, ModelFileError::NotTried(io::ErrorKind::NotFound));
    }

    #[test]
    fn another_program_is_no_trial() {
        assert!(matches!(tried("echo hello"), Err(ModelFileError::Failed(_))));
        assert!(matches!(tried("true"), Err(ModelFileError::Crashed(_))));
    }

    #[test]
    fn a_talkative_process_is_not_held_up() {
        let noise = "head -c 1000000 /dev/zero";
        assert!(tried(&format!("{noise} >&2; {noise}; echo; {ABLE}")).is_ok());
    }
}
