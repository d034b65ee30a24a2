//! Sound as every engine takes it, and the recording that it came from.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;

use crate::decode::{DecodeError, decode};

/// The one rate inside this crate, in Hz.
pub const SAMPLE_RATE: u32 = 16_000;

/// Mono sound at [`SAMPLE_RATE`]. Kept as 16-bit integers: an hour is 115 MB, half of what floats would take, and
/// it is what the recogniser wants. `Debug` shows the length only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Samples(Arc<Vec<i16>>);

impl Samples {
    /// Sound from 16-bit samples at 16 kHz.
    pub fn from_pcm(pcm: Vec<i16>) -> Samples {
        Samples(Arc::new(pcm))
    }

    /// All samples.
    pub fn as_slice(&self) -> &[i16] {
        &self.0
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is not one sample.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The length in seconds.
    pub fn seconds(&self) -> f64 {
        seconds(self.0.len())
    }

    /// The sound as a WAV file, for engines that take files.
    pub fn to_wav(&self) -> Vec<u8> {
        let data_bytes = self.0.len() as u32 * 2;
        let mut wav = Vec::with_capacity(44 + data_bytes as usize);
        wav.extend_from_slice(b"RIFF");
        wav.extend_from_slice(&(36 + data_bytes).to_le_bytes());
        wav.extend_from_slice(b"WAVEfmt ");
        wav.extend_from_slice(&16_u32.to_le_bytes());
        wav.extend_from_slice(&1_u16.to_le_bytes());
        wav.extend_from_slice(&1_u16.to_le_bytes());
        wav.extend_from_slice(&SAMPLE_RATE.to_le_bytes());
        wav.extend_from_slice(&(SAMPLE_RATE * 2).to_le_bytes());
        wav.extend_from_slice(&2_u16.to_le_bytes());
        wav.extend_from_slice(&16_u16.to_le_bytes());
        wav.extend_from_slice(b"data");
        wav.extend_from_slice(&data_bytes.to_le_bytes());
        wav.extend(self.0.iter().flat_map(|sample| sample.to_le_bytes()));
        wav
    }
}

impl fmt::Debug for Samples {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Samples({:.1} s)", self.seconds())
    }
}

/// A part of [`Samples`], shared with a decoder thread without a copy.
#[cfg(any(feature = "embedded", feature = "local-model"))]
#[derive(Clone)]
pub(crate) struct Segment {
    pub(crate) samples: Samples,
    pub(crate) range: std::ops::Range<usize>,
}

#[cfg(any(feature = "embedded", feature = "local-model"))]
impl Segment {
    pub(crate) fn pcm(&self) -> &[i16] {
        &self.samples.as_slice()[self.range.clone()]
    }

    /// Where the segment begins in the recording, in seconds.
    pub(crate) fn offset(&self) -> f64 {
        seconds(self.range.start)
    }
}

/// A count of samples in seconds.
pub(crate) fn seconds(samples: usize) -> f64 {
    samples as f64 / f64::from(SAMPLE_RATE)
}

/// A whole take: the decoded sound and, when it came as a file, the file, which an HTTP engine gets unchanged.
#[derive(Clone)]
pub struct Recording {
    samples: Samples,
    encoded: Option<Encoded>,
}

#[derive(Clone)]
pub(crate) struct Encoded {
    pub(crate) bytes: Bytes,
    pub(crate) mime: String,
}

impl Recording {
    /// Decodes a file and keeps it. CPU work: call it off the async workers.
    pub fn read(bytes: impl Into<Bytes>, mime: Option<&str>) -> Result<Recording, DecodeError> {
        let bytes = bytes.into();
        let samples = decode(bytes.clone(), mime)?;
        let encoded = mime.map(|mime| Encoded {
            bytes,
            mime: mime.trim().to_owned(),
        });
        Ok(Recording { samples, encoded })
    }

    /// The decoded sound.
    pub fn samples(&self) -> &Samples {
        &self.samples
    }

    /// The length in seconds.
    pub fn seconds(&self) -> f64 {
        self.samples.seconds()
    }

    pub(crate) fn encoded(&self) -> Option<&Encoded> {
        self.encoded.as_ref()
    }
}

impl From<Samples> for Recording {
    fn from(samples: Samples) -> Recording {
        Recording {
            samples,
            encoded: None,
        }
    }
}

impl fmt::Debug for Recording {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Recording({:.1} s)", self.seconds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wav_file_made_from_samples_is_read_back_unchanged() {
        let samples = Samples::from_pcm((0..20_000).map(|n| ((n * 37) % 20_000 - 10_000) as i16).collect());
        let read = decode(samples.to_wav(), Some("audio/wav")).expect("a WAV file");
        assert_eq!(read.len(), samples.len());
        let worst = read
            .as_slice()
            .iter()
            .zip(samples.as_slice())
            .map(|(a, b)| (a - b).abs())
            .max();
        assert!(worst <= Some(1));
    }

    #[test]
    fn debug_shows_no_sound() {
        let samples = Samples::from_pcm(vec![7; 16_000]);
        assert_eq!(format!("{samples:?}"), "Samples(1.0 s)");
    }
}
