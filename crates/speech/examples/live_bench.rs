//! Measures live dictation with the embedded engine, as `bench/speech/live.sh` prints it.
//!
//!     live_bench live --cache DIR [--lines FILE] [--sessions N] FILE...
//!     live_bench decode FILE
//!     live_bench read FILE
//!
//! `live`: so many speakers at once, each with one of the files in its turn, piece by piece in real time. The files are WebM whose
//! clusters are what a browser hands over at once, a quarter of a second each. `decode`: how long a file takes to decode. `read`: how
//! long it takes until it is known where somebody speaks in it, and how much memory that needs at most. A figure that misses its bar
//! is told, and the exit code is 1 then.

use std::error::Error;
use std::io::Write as _;
use std::time::{Duration, Instant};

use bytes::Bytes;
use speech::{Context, DecodeError, EmbeddedSettings, Engine, LiveUpdate, Recording, Settings, decode};
use tokio::time::sleep_until;

/// What a cluster begins with.
const CLUSTER: [u8; 4] = [0x1f, 0x43, 0xb6, 0x75];
/// Bars, in seconds: the wait for the first word with so many speakers at once (more of them need only not fall behind), and for the
/// text after stop.
const FIRST_WORD: f64 = 1.0;
const SPEAKERS: usize = 2;
const TEXT: f64 = 1.0;
/// Bars, in MB: the memory of a live session, and the peak over a whole recording.
const SESSION: f64 = 60.0;
const PEAK: f64 = 150.0;

/// Louder than the silence of a synthesiser.
const VOICE: i16 = 600;

type Problem = Box<dyn Error + Send + Sync>;

/// One dictation as it was measured, in seconds.
struct Measured {
    sound: f64,
    first_word: f64,
    end: f64,
}

#[tokio::main]
async fn main() -> Result<(), Problem> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("decode") => timed(arguments, |bytes| Ok(decode(bytes, None)?.seconds())),
        Some("read") => {
            timed(arguments, |bytes| Ok(Recording::read(bytes, None)?.seconds()))?;
            held([("peak memory", memory("VmHWM:")?, PEAK)])
        }
        Some("live") => live(arguments).await,
        _ => Err("live_bench live | decode | read".into()),
    }
}

fn timed(
    mut arguments: impl Iterator<Item = String>,
    work: impl FnOnce(Vec<u8>) -> Result<f64, DecodeError>,
) -> Result<(), Problem> {
    let bytes = std::fs::read(arguments.next().ok_or("which FILE?")?)?;
    let began = Instant::now();
    let seconds = work(bytes)?;
    let took = began.elapsed().as_secs_f64();
    let mut output = std::io::stdout();
    writeln!(
        output,
        "{seconds:.0} s of sound in {took:.2} s, peak memory of the process {:.0} MB",
        memory("VmHWM:")?
    )?;
    Ok(())
}

async fn live(mut arguments: impl Iterator<Item = String>) -> Result<(), Problem> {
    let (mut cache, mut lines, mut sessions, mut files) = (None, Vec::new(), 20, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--cache" => cache = arguments.next(),
            "--sessions" => sessions = arguments.next().ok_or("--sessions N")?.parse()?,
            "--lines" => {
                let text = std::fs::read_to_string(arguments.next().ok_or("--lines FILE")?)?;
                lines = text.lines().map(str::to_owned).collect();
            }
            _ => files.push(argument),
        }
    }
    let embedded = EmbeddedSettings::new(cache.ok_or("--cache DIR is needed")?, lines);
    let engine = Engine::from_settings(Settings {
        embedded: Some(embedded),
        ..Settings::default()
    });
    engine.ready().await?;
    let before = (memory("VmRSS:")?, processor()?, Instant::now());
    let mut speakers = tokio::task::JoinSet::new();
    for number in 0..sessions {
        let (engine, file) = (engine.clone(), files[number % files.len()].clone());
        // Nobody begins at the same moment.
        let start = Duration::from_millis(150) * number as u32;
        speakers.spawn(async move { speak(&engine, &file, start).await });
    }
    let mut all = Vec::new();
    let mut most = before.0;
    while !speakers.is_empty() {
        tokio::select! {
            Some(done) = speakers.join_next() => all.push(done??),
            () = tokio::time::sleep(Duration::from_millis(200)) => most = most.max(memory("VmRSS:")?),
        }
    }
    let sound: f64 = all.iter().map(|one| one.sound).sum();
    let mut output = std::io::stdout();
    let (middle, late) = spread(all.iter().map(|one| one.first_word));
    let first_word = if sessions <= SPEAKERS { late } else { 0.0 };
    writeln!(
        output,
        "{sessions} sessions, {sound:.0} s of speech in {:.0} s",
        before.2.elapsed().as_secs_f64()
    )?;
    writeln!(
        output,
        "  first word after it was begun: median {middle:.2} s, 95 % {late:.2} s"
    )?;
    let (middle, late) = spread(all.iter().map(|one| one.end));
    let memory_each = (most - before.0) / sessions as f64;
    writeln!(
        output,
        "  text after stop:               median {middle:.2} s, 95 % {late:.2} s"
    )?;
    writeln!(
        output,
        "  processor time of speech time: {:.3}",
        (processor()? - before.1) / sound
    )?;
    writeln!(output, "  memory a session:              {memory_each:.1} MB")?;
    held([
        ("first word, 95 %", first_word, FIRST_WORD),
        ("text after stop, 95 %", late, TEXT),
        ("memory a session", memory_each, SESSION),
    ])
}

/// An error that names the figures over their bars.
fn held<const N: usize>(figures: [(&str, f64, f64); N]) -> Result<(), Problem> {
    let missed = figures.iter().filter(|(_, value, most)| value > most);
    let missed: Vec<String> = missed
        .map(|(name, value, most)| format!("{name} is {value:.2}, wanted at most {most}"))
        .collect();
    if missed.is_empty() {
        return Ok(());
    }
    Err(format!("SHORT: {}", missed.join("; ")).into())
}

async fn speak(engine: &Engine, file: &str, start: Duration) -> Result<Measured, Problem> {
    let bytes = Bytes::from(std::fs::read(file)?);
    let samples = decode(bytes.clone(), None)?;
    let voice = samples.as_slice().iter().position(|sample| sample.abs() > VOICE);
    let voice = voice.ok_or("a silent file")? as f64 / f64::from(speech::SAMPLE_RATE);
    let starts: Vec<usize> = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, window)| *window == CLUSTER)
        .map(|(at, _)| at)
        .collect();
    tokio::time::sleep(start).await;
    let session = engine.listen(&Context::default()).await?;
    let mut feed = session.sound.from_recording(Some("audio/webm".to_owned()))?;
    let mut updates = session.updates;
    let began = tokio::time::Instant::now();
    let hears = tokio::spawn(async move {
        let mut first = None;
        while let Some(update) = updates.next().await {
            match update? {
                LiveUpdate::Tentative(heard) if !heard.is_empty() => {
                    first.get_or_insert_with(|| began.elapsed().as_secs_f64());
                }
                LiveUpdate::Final { .. } => break,
                _ => {}
            }
        }
        Ok::<_, speech::LiveError>((first, tokio::time::Instant::now()))
    });
    let piece_seconds = samples.seconds() / starts.len() as f64;
    for (number, at) in starts.iter().enumerate() {
        let from = if number == 0 { 0 } else { *at };
        let until = starts.get(number + 1).copied().unwrap_or(bytes.len());
        // A piece is handed over when it is whole.
        sleep_until(began + Duration::from_secs_f64(piece_seconds * (number + 1) as f64)).await;
        feed.push(bytes.slice(from..until)).await?;
    }
    let stopped = tokio::time::Instant::now();
    feed.finish().await;
    let (first, ended) = hears.await??;
    Ok(Measured {
        sound: samples.seconds(),
        first_word: first.ok_or("nothing was heard")? - voice,
        end: (ended - stopped).as_secs_f64(),
    })
}

/// The middle and the 95th of a hundred.
fn spread(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let at = |part: f64| values[((values.len() - 1) as f64 * part).round() as usize];
    (at(0.5), at(0.95))
}

/// A line of the process's status, in MB.
fn memory(name: &str) -> Result<f64, Problem> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes: f64 = line
        .and_then(|line| line.split_whitespace().next())
        .ok_or("no such line")?
        .parse()?;
    Ok(kilobytes / 1024.0)
}

/// Processor time of the process, in seconds.
fn processor() -> Result<f64, Problem> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let ticks: f64 = fields[11].parse::<f64>()? + fields[12].parse::<f64>()?;
    Ok(ticks / 100.0)
}
