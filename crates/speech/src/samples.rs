//! Sound as every engine takes it.

use std::fmt;
use std::sync::Arc;

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

/// A count of samples in seconds.
pub(crate) fn seconds(samples: usize) -> f64 {
    samples as f64 / f64::from(SAMPLE_RATE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decode;

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
