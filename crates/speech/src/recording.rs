//! A whole take as it was sent, and its stretches of speech one after the other.
//!
//! An hour of sound has ten times the bytes of its file, and an engine needs one stretch of it at a time. So a recording is read
//! twice: once to know whether it can be read, how long it is and where somebody speaks; and again as its stretches are asked for.
//! Reading takes less than a five-hundredth of the time of the sound.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;

use crate::decode::{self, DecodeError, Decoding};
use crate::samples::{Samples, seconds};
use crate::voice::Stretches;

/// What encoders round a length by, in seconds, and the part of what is told that counts as all of it.
const MISSING_SECONDS: f64 = 0.5;
const WHOLE: f64 = 0.95;

/// A whole take: the file, and what is known of it. Cheap to clone. `Debug` shows the length only.
#[derive(Clone)]
pub struct Recording {
    file: File,
    seconds: f64,
    /// How long its file says that it is.
    told: Option<f64>,
    /// Where somebody speaks, in samples.
    stretches: Arc<[Range<usize>]>,
}

/// The file of a recording, which an HTTP engine gets unchanged.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) bytes: Bytes,
    /// What its sender says that it is.
    pub(crate) mime: Option<String>,
}

impl File {
    /// Sound as a WAV file.
    pub(crate) fn wav(samples: &Samples) -> File {
        File {
            bytes: samples.to_wav().into(),
            mime: Some("audio/wav".to_owned()),
        }
    }

    fn decode(&self) -> Result<Decoding, DecodeError> {
        decode::open(self.bytes.clone(), self.mime.as_deref())
    }
}

impl Recording {
    /// Reads a file once through. `mime` is a hint. CPU work: call it off the async workers.
    pub fn read(bytes: impl Into<Bytes>, mime: Option<&str>) -> Result<Recording, DecodeError> {
        let file = File {
            bytes: bytes.into(),
            mime: mime.map(|mime| mime.trim().to_owned()),
        };
        let mut decoding = file.decode()?;
        let mut stretches = Stretches::new();
        let (mut pcm, mut samples) = (Vec::new(), 0);
        while decoding.next(&mut pcm)? {
            samples += pcm.len();
            stretches.push(&pcm);
            pcm.clear();
        }
        Ok(Recording {
            file,
            seconds: seconds(samples),
            told: decoding.told_seconds(),
            stretches: stretches.end().into(),
        })
    }

    /// The length in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Whether much of what its file tells of could not be read: it is damaged, or its end is missing.
    pub fn is_cut(&self) -> bool {
        self.told
            .is_some_and(|told| told - self.seconds > MISSING_SECONDS && self.seconds < WHOLE * told)
    }

    /// Whether nobody speaks in it.
    pub(crate) fn is_silent(&self) -> bool {
        self.stretches.is_empty()
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }
}

impl From<Samples> for Recording {
    fn from(samples: Samples) -> Recording {
        let mut stretches = Stretches::new();
        stretches.push(samples.as_slice());
        Recording {
            file: File::wav(&samples),
            seconds: samples.seconds(),
            told: None,
            stretches: stretches.end().into(),
        }
    }
}

impl fmt::Debug for Recording {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Recording({:.1} s)", self.seconds)
    }
}

#[cfg(any(feature = "embedded", feature = "local-model"))]
pub(crate) use cut::Segment;

/// For the engines of this process, which recognise stretches.
#[cfg(any(feature = "embedded", feature = "local-model"))]
mod cut {
    use std::ops::Range;
    use std::sync::Arc;

    use futures::stream::{self, Stream};
    use tokio::task::spawn_blocking;

    use super::{File, Recording};
    use crate::decode::{DecodeError, Decoding};
    use crate::engine::SpeechError;
    use crate::samples::seconds;

    /// The sound of a stretch of speech.
    pub(crate) struct Segment {
        pub(crate) pcm: Vec<i16>,
        at: usize,
    }

    impl Segment {
        /// Where it begins in the recording, in seconds.
        pub(crate) fn offset(&self) -> f64 {
            seconds(self.at)
        }
    }

    impl Recording {
        /// The stretches of speech in their order, each decoded when it is asked for.
        pub(crate) fn segments(&self) -> impl Stream<Item = Result<Segment, SpeechError>> + Send + use<> {
            stream::try_unfold(Cutter::of(self), async |mut cutter| {
                let cut = spawn_blocking(move || Ok(cutter.next()?.map(|segment| (segment, cutter)))).await;
                let cut = cut.map_err(|_| SpeechError::EngineStopped)?;
                // It was read once before.
                cut.map_err(|problem: DecodeError| SpeechError::EngineFailed(problem.to_string()))
            })
        }
    }

    struct Cutter {
        file: File,
        ranges: Arc<[Range<usize>]>,
        /// Which of the ranges comes next.
        next: usize,
        /// Begun with the first.
        decoding: Option<Decoding>,
        /// Sound from sample `first` on.
        kept: Vec<i16>,
        first: usize,
    }

    impl Cutter {
        fn of(recording: &Recording) -> Cutter {
            Cutter {
                file: recording.file.clone(),
                ranges: Arc::clone(&recording.stretches),
                next: 0,
                decoding: None,
                kept: Vec::new(),
                first: 0,
            }
        }

        fn next(&mut self) -> Result<Option<Segment>, DecodeError> {
            let Some(Range { start, end }) = self.ranges.get(self.next).cloned() else {
                return Ok(None);
            };
            self.next += 1;
            let mut decoding = match self.decoding.take() {
                Some(decoding) => decoding,
                None => self.file.decode()?,
            };
            while self.first + self.kept.len() < end && decoding.next(&mut self.kept)? {
                self.forget(start);
            }
            self.decoding = Some(decoding);
            self.forget(start);
            let rest = self.kept.split_off((end - start).min(self.kept.len()));
            let pcm = std::mem::replace(&mut self.kept, rest);
            self.first += pcm.len();
            Ok(Some(Segment { pcm, at: start }))
        }

        /// What stands before the sample is not needed any more.
        fn forget(&mut self, sample: usize) {
            let over = sample.saturating_sub(self.first).min(self.kept.len());
            self.kept.drain(..over);
            self.first += over;
        }
    }

    #[cfg(test)]
    mod tests {
        use futures::TryStreamExt as _;

        use super::*;
        use crate::decode;

        const SPEECH: &[u8] = include_bytes!("../tests/samples/browser.webm");

        /// Speech and silence by turns.
        fn sound() -> Vec<i16> {
            let speech = decode(SPEECH, None).expect("a recording");
            let mut pcm = Vec::new();
            for silence in [5_000, 40_000, 16_000, 70_000] {
                pcm.extend(vec![0; silence]);
                pcm.extend_from_slice(speech.as_slice());
            }
            pcm
        }

        #[tokio::test]
        async fn segments_are_the_stretches_of_the_whole_sound() {
            let wav = File::wav(&crate::Samples::from_pcm(sound())).bytes;
            let recording = Recording::read(wav.clone(), Some("audio/wav")).expect("a recording");
            let whole = decode(wav, None).expect("a recording");
            assert!(recording.stretches.len() >= 3, "{:?}", recording.stretches);
            let segments: Vec<Segment> = recording.segments().try_collect().await.expect("read again");
            assert_eq!(segments.len(), recording.stretches.len());
            for (segment, range) in segments.iter().zip(recording.stretches.iter()) {
                assert_eq!(segment.at, range.start);
                assert!(segment.pcm == whole.as_slice()[range.clone()]);
            }
        }

        #[tokio::test]
        async fn no_more_than_a_stretch_is_kept_of_a_long_recording() {
            let file = File::wav(&crate::Samples::from_pcm(sound().repeat(20)));
            let recording = Recording::read(file.bytes, file.mime.as_deref()).expect("a recording");
            let mut cutter = Cutter::of(&recording);
            let longest = recording.stretches.iter().map(ExactSizeIterator::len).max();
            while cutter.next().expect("read again").is_some() {
                assert!(cutter.kept.capacity() <= 2 * longest.expect("stretches") + 20_000);
            }
            assert_eq!(cutter.next, recording.stretches.len());
        }

        #[tokio::test]
        async fn a_recording_without_speech_has_no_segments() {
            let silence = Recording::from(crate::Samples::from_pcm(vec![0; 50_000]));
            assert!(silence.is_silent());
            let segments: Vec<Segment> = silence.segments().try_collect().await.expect("none");
            assert!(segments.is_empty());
        }
    }
}
