//! Decodes a recording while it is being made: its pieces go in as the browser hands them over, the sound comes out of a thread.
//!
//! One line carries everything in its order: pieces of the recording, pauses, the end. A pause takes effect when all that came before
//! it is decoded, and nothing after it.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use bytes::{Buf as _, Bytes};
use symphonia::core::io::MediaSource;
use tokio::sync::mpsc;

use super::{Claims, DecodeError, Decoding, MAX_BYTES, MAX_SECONDS};

/// Pieces that wait for the decoder, which is a hundred times faster than speech. Past it the sender waits.
const WAITING: usize = 64;

/// What takes the sound of a feed, on the feed's thread.
pub(crate) trait Ear: Send + 'static {
    /// The next samples at 16 kHz.
    fn hear(&mut self, pcm: &[i16]);
    /// The speaker has paused.
    fn pause(&mut self);
    /// The recording is over, or cannot be read; not called when it was given up.
    fn end(&mut self, seconds: f64, read: Result<(), DecodeError>);
}

/// Where a recording goes in, piece by piece. Dropped before [`RecordingFeed::finish`] the recording is given up.
pub struct RecordingFeed {
    parts: mpsc::Sender<Part>,
    bytes: usize,
    heard: HeardSound,
}

/// How much sound has come out of a recording so far, for whoever counts it. Goes on when the feed is gone.
#[derive(Debug, Clone, Default)]
pub struct HeardSound(Arc<AtomicUsize>);

impl HeardSound {
    /// Its length in seconds.
    pub fn seconds(&self) -> f64 {
        crate::samples::seconds(self.0.load(Ordering::Relaxed))
    }
}

enum Part {
    Bytes(Bytes),
    Pause,
    Finish,
}

impl RecordingFeed {
    /// Begins to decode on a thread of its own. `mime` is a hint.
    pub(crate) fn start(mime: Option<String>, ear: impl Ear) -> io::Result<RecordingFeed> {
        let (parts, receiver) = mpsc::channel(WAITING);
        let heard = HeardSound::default();
        let counted = heard.clone();
        let work = move || run(receiver, mime.as_deref(), counted, ear);
        thread::Builder::new().name("speech-decode".into()).spawn(work)?;
        Ok(RecordingFeed {
            parts,
            bytes: 0,
            heard,
        })
    }

    /// How much of it was heard.
    pub fn heard(&self) -> HeardSound {
        self.heard.clone()
    }

    /// The next piece of the recording. More than [`MAX_BYTES`] in all are refused.
    pub async fn push(&mut self, piece: Bytes) -> Result<(), DecodeError> {
        self.bytes += piece.len();
        if self.bytes > MAX_BYTES {
            return Err(DecodeError::TooLarge);
        }
        if !piece.is_empty() {
            self.send(Part::Bytes(piece)).await;
        }
        Ok(())
    }

    /// The speaker has paused: what was said so far is a stretch of its own.
    pub async fn pause(&self) {
        self.send(Part::Pause).await;
    }

    /// The recording is whole.
    pub async fn finish(self) {
        self.send(Part::Finish).await;
    }

    async fn send(&self, part: Part) {
        // A decoder that has ended told its ear why.
        let _ = self.parts.send(part).await;
    }
}

/// Decodes a recording as one that is still being made, piece by piece: what a live dictation hears of it. For the fuzz targets, which
/// hold it against [`super::decode()`].
#[doc(hidden)]
pub fn decode_pieces(
    pieces: impl IntoIterator<Item = Bytes>,
    mime: Option<&str>,
) -> Result<crate::Samples, DecodeError> {
    let (told, end) = std::sync::mpsc::channel();
    let ear = Memory {
        pcm: Vec::new(),
        told,
    };
    let mut feed = RecordingFeed::start(mime.map(str::to_owned), ear).map_err(|_| DecodeError::Damaged)?;
    futures::executor::block_on(async move {
        for piece in pieces {
            feed.push(piece).await?;
        }
        feed.finish().await;
        Ok(())
    })?;
    end.recv().unwrap_or(Err(DecodeError::Damaged))
}

/// Keeps what it hears, and tells it at the end.
struct Memory {
    pcm: Vec<i16>,
    told: std::sync::mpsc::Sender<Result<crate::Samples, DecodeError>>,
}

impl Ear for Memory {
    fn hear(&mut self, pcm: &[i16]) {
        self.pcm.extend_from_slice(pcm);
    }

    fn pause(&mut self) {}

    fn end(&mut self, _: f64, read: Result<(), DecodeError>) {
        let pcm = std::mem::take(&mut self.pcm);
        // Who asked may have given up.
        let _ = self.told.send(read.map(|()| crate::Samples::from_pcm(pcm)));
    }
}

fn run(parts: mpsc::Receiver<Part>, mime: Option<&str>, heard: HeardSound, ear: impl Ear) {
    let shared = Arc::new(Mutex::new(Listening { ear, ended: None }));
    let source = Line {
        parts,
        piece: Bytes::new(),
        supplied: Arc::default(),
        claims: Claims::default(),
        listening: Arc::clone(&shared),
    };
    let read = listen(source, mime, &heard, &shared);
    let mut listening = lock(&shared);
    let seconds = heard.seconds();
    match (listening.ended, read) {
        (Some(Ended::Left), _) => {}
        // The file says that it is over, and its speaker goes on.
        (None, Ok(())) => listening.ear.end(seconds, Err(DecodeError::Damaged)),
        (None | Some(Ended::Finished), read) => listening.ear.end(seconds, read),
    }
}

fn listen<E: Ear>(
    source: Line<E>,
    mime: Option<&str>,
    heard: &HeardSound,
    shared: &Shared<E>,
) -> Result<(), DecodeError> {
    let supplied = Arc::clone(&source.supplied);
    let mut decoding = Decoding::open(Box::new(source), supplied, mime, MAX_SECONDS)?;
    let mut pcm = Vec::new();
    while decoding.next(&mut pcm)? {
        let mut listening = lock(shared);
        heard.0.fetch_add(pcm.len(), Ordering::Relaxed);
        listening.ear.hear(&pcm);
        pcm.clear();
    }
    Ok(())
}

/// Shared by the decoder, which hears, and its source, which comes upon pauses; both on one thread.
struct Listening<E> {
    ear: E,
    ended: Option<Ended>,
}

type Shared<E> = Arc<Mutex<Listening<E>>>;

/// How the line ended.
#[derive(Clone, Copy)]
enum Ended {
    Finished,
    /// The speaker went away.
    Left,
}

fn lock<E>(shared: &Shared<E>) -> MutexGuard<'_, Listening<E>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The line as a file that is not whole yet: reading waits for the next piece.
struct Line<E> {
    parts: mpsc::Receiver<Part>,
    piece: Bytes,
    /// The bytes that came so far.
    supplied: Arc<AtomicUsize>,
    claims: Claims,
    listening: Shared<E>,
}

impl<E: Ear> Read for Line<E> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            // What the decoder had is used up now, so a pause stands after all of it.
            match self.parts.blocking_recv() {
                Some(Part::Bytes(piece)) => {
                    if !self.claims.are_plausible_with(&piece) {
                        return Err(io::ErrorKind::InvalidData.into());
                    }
                    self.supplied.fetch_add(piece.len(), Ordering::Relaxed);
                    self.piece = piece;
                }
                Some(Part::Pause) => lock(&self.listening).ear.pause(),
                Some(Part::Finish) => {
                    lock(&self.listening).ended = Some(Ended::Finished);
                    self.parts.close();
                    return Ok(0);
                }
                None => {
                    lock(&self.listening).ended.get_or_insert(Ended::Left);
                    return Ok(0);
                }
            }
        }
        let length = buffer.len().min(self.piece.len());
        self.piece.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

impl<E: Ear> Seek for Line<E> {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl<E: Ear> MediaSource for Line<E> {
    fn is_seekable(&self) -> bool {
        false
    }

    fn byte_len(&self) -> Option<u64> {
        None
    }
}
