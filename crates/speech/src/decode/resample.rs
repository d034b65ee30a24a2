//! Streams mono samples of any rate into 16-bit samples at 16 kHz; memory is one chunk.

use rubato::audioadapter_buffers::direct::InterleavedSlice;
use rubato::{Fft, FixedSync};

use crate::samples::SAMPLE_RATE;

/// Input frames a round; the resampler rounds it to what fits its ratio.
const CHUNK: usize = 1024;

/// Brings one stream of samples to 16 kHz.
pub(super) struct Resampler {
    from: u32,
    kind: Kind,
}

enum Kind {
    /// Already at 16 kHz.
    Direct,
    Converting(Box<Converting>),
}

struct Converting {
    fft: Fft<f32>,
    waiting: Vec<f32>,
    output: Vec<f32>,
    /// Output frames still to be dropped: what the filter delays.
    delay: usize,
    received: u64,
    written: u64,
}

impl Resampler {
    /// `None` when no filter can be made for this rate.
    pub(super) fn new(from: u32) -> Option<Resampler> {
        use rubato::Resampler as _;
        if from == SAMPLE_RATE {
            return Some(Resampler {
                from,
                kind: Kind::Direct,
            });
        }
        let fft = Fft::<f32>::new(from as usize, SAMPLE_RATE as usize, CHUNK, 1, FixedSync::Both).ok()?;
        let (output, delay) = (vec![0.0; fft.output_frames_max()], fft.output_delay());
        let converting = Converting {
            fft,
            waiting: Vec::new(),
            output,
            delay,
            received: 0,
            written: 0,
        };
        Some(Resampler {
            from,
            kind: Kind::Converting(Box::new(converting)),
        })
    }

    /// The rate that goes in, in Hz.
    pub(super) fn from(&self) -> u32 {
        self.from
    }

    pub(super) fn push(&mut self, mono: &[f32], into: &mut Vec<i16>) {
        match &mut self.kind {
            Kind::Direct => append(mono, into),
            Kind::Converting(converting) => {
                converting.received += mono.len() as u64;
                converting.waiting.extend_from_slice(mono);
                converting.run(into, u64::MAX);
            }
        }
    }

    /// Writes what the filter still holds.
    pub(super) fn finish(self, into: &mut Vec<i16>) {
        let Kind::Converting(mut converting) = self.kind else {
            return;
        };
        let expected = converting.received * u64::from(SAMPLE_RATE) / u64::from(self.from);
        let mut rounds = 0;
        while converting.written < expected && rounds < 8 {
            let padded = converting.waiting.len() + CHUNK * 2;
            converting.waiting.resize(padded, 0.0);
            converting.run(into, expected);
            rounds += 1;
        }
    }
}

impl Converting {
    fn run(&mut self, into: &mut Vec<i16>, limit: u64) {
        use rubato::Resampler as _;
        let mut used = 0;
        loop {
            let needed = self.fft.input_frames_next();
            let Some(chunk) = self.waiting.get(used..used + needed) else {
                break;
            };
            let room = self.output.len();
            let (Ok(input), Ok(mut output)) = (
                InterleavedSlice::new(chunk, 1, needed),
                InterleavedSlice::new_mut(&mut self.output, 1, room),
            ) else {
                break;
            };
            used += needed;
            let Ok((_, made)) = self.fft.process_into_buffer(&input, &mut output, None) else {
                continue;
            };
            let skip = self.delay.min(made);
            self.delay -= skip;
            let wanted = (limit - self.written.min(limit)).min((made - skip) as u64) as usize;
            append(&self.output[skip..skip + wanted], into);
            self.written += wanted as u64;
        }
        self.waiting.drain(..used);
    }
}

/// What is louder than the loudest is clipped.
fn append(samples: &[f32], into: &mut Vec<i16>) {
    into.extend(samples.iter().map(|sample| (sample * 32_767.0).round() as i16));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(from: u32, parts: usize) {
        let seconds = 2;
        let tone: Vec<f32> = (0..from * seconds)
            .map(|n| (std::f32::consts::TAU * 440.0 * n as f32 / from as f32).sin() * 0.5)
            .collect();
        let mut resampler = Resampler::new(from).expect("a filter");
        let mut heard = Vec::new();
        for part in tone.chunks(tone.len().div_ceil(parts)) {
            resampler.push(part, &mut heard);
        }
        resampler.finish(&mut heard);
        let length = heard.len() as i64 - i64::from(SAMPLE_RATE * seconds);
        assert!(length.abs() <= 1, "{from} Hz: {length} samples off");
        let middle = &heard[4_000..28_000];
        let crossings = middle
            .windows(2)
            .filter(|pair| (pair[0] < 0) != (pair[1] < 0))
            .count();
        assert!(
            (1_315..=1_325).contains(&crossings),
            "{from} Hz: {crossings} crossings of a 440 Hz tone"
        );
    }

    #[test]
    fn keeps_pitch_and_length_at_every_usual_rate() {
        for from in [8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000] {
            check(from, 1);
            check(from, 97);
        }
    }
}
