//! How a voice sounds through its microphone.

/// Numbers that a frame of sound is described by: its mel cepstrum, the loudness first.
pub(super) const CEPSTRA: usize = 13;
/// A frame of sound, 10 ms.
pub(super) type Cepstrum = [f32; CEPSTRA];

/// How far each number strays while somebody speaks (standard deviation), in the kind of sound that the acoustic model was made from:
/// the mean of four voices of recorded speakers.
const USUAL_SPREAD: [f64; CEPSTRA] = [
    8.6, 20.4, 13.5, 19.5, 18.9, 14.4, 14.9, 14.6, 12.7, 11.9, 10.6, 9.4, 9.6,
];
/// So many frames count as if they had been of the usual spread: a short stretch says little about a voice.
const USUAL_FRAMES: f64 = 30.0;
/// Of the frames of a stretch, the share that is taken for pauses.
const PAUSES: f64 = 0.25;
/// How far the spread of a voice is brought towards the usual one.
const LEAST_SCALE: f64 = 0.4;
const MOST_SCALE: f64 = 1.5;

/// What is known of a voice and its microphone: where the numbers that describe its sound lie, and how far they stray.
///
/// The recogniser takes the mean away from the sound before it looks for words; that rids it of the microphone's colour. The spread
/// is brought near the usual one (cepstral variance normalisation: Viikki and Laurila 1998): a voice that is sharper, by nature or
/// by the cleaning of its recorder, and one that noise has made duller are recognised far worse otherwise.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct Channel {
    frames: f64,
    sums: [f64; CEPSTRA],
    voiced: f64,
    voiced_sums: [f64; CEPSTRA],
    voiced_squares: [f64; CEPSTRA],
}

impl Channel {
    /// What one stretch tells.
    pub(super) fn of(stretch: &[Cepstrum]) -> Channel {
        let mut channel = Channel::default();
        let mut loudness: Vec<f32> = stretch.iter().map(|cepstrum| cepstrum[0]).collect();
        loudness.sort_by(f32::total_cmp);
        let pauses = (PAUSES * stretch.len() as f64) as usize;
        let quiet = loudness.get(pauses).copied().unwrap_or_default();
        for cepstrum in stretch {
            channel.frames += 1.0;
            let is_voiced = cepstrum[0] >= quiet;
            channel.voiced += f64::from(u8::from(is_voiced));
            for (at, value) in cepstrum.iter().map(|value| f64::from(*value)).enumerate() {
                channel.sums[at] += value;
                if is_voiced {
                    channel.voiced_sums[at] += value;
                    channel.voiced_squares[at] += value * value;
                }
            }
        }
        channel
    }

    /// With what another stretch of the same voice tells.
    pub(in super::super) fn and(mut self, other: Channel) -> Channel {
        self.frames += other.frames;
        self.voiced += other.voiced;
        for at in 0..CEPSTRA {
            self.sums[at] += other.sums[at];
            self.voiced_sums[at] += other.voiced_sums[at];
            self.voiced_squares[at] += other.voiced_squares[at];
        }
        self
    }

    /// What the frames are multiplied by.
    pub(super) fn scale(&self) -> Cepstrum {
        std::array::from_fn(|at| {
            let mean = self.voiced_sums[at] / self.voiced.max(1.0);
            let squares = (self.voiced_squares[at] - self.voiced * mean * mean).max(0.0);
            let usual = USUAL_SPREAD[at] * USUAL_SPREAD[at];
            let spread = ((squares + USUAL_FRAMES * usual) / (self.voiced + USUAL_FRAMES)).sqrt();
            (USUAL_SPREAD[at] / spread).clamp(LEAST_SCALE, MOST_SCALE) as f32
        })
    }

    /// The mean of the frames after they were multiplied; `None` when nothing was heard.
    pub(super) fn mean(&self) -> Option<Cepstrum> {
        let scale = self.scale();
        (self.frames > 0.0)
            .then(|| std::array::from_fn(|at| (self.sums[at] / self.frames) as f32 * scale[at]))
    }
}

/// Multiplies frames.
pub(super) fn scaled(frames: &[Cepstrum], scale: &Cepstrum) -> Vec<Cepstrum> {
    let scaled = |frame: &Cepstrum| std::array::from_fn(|at| frame[at] * scale[at]);
    frames.iter().map(scaled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames that stray `times` as far as usual around a mean of 50.
    fn stretch(times: f32, frames: usize) -> Vec<Cepstrum> {
        let sign = |at: usize| if at.is_multiple_of(2) { 1.0 } else { -1.0 };
        (0..frames)
            .map(|at| {
                std::array::from_fn(|number| {
                    50.0 + sign(at / 2 + number) * times * USUAL_SPREAD[number] as f32
                })
            })
            .collect()
    }

    fn assert_all(scale: Cepstrum, expected: std::ops::Range<f32>) {
        // The loudness decides what is a pause, so that it strays less here.
        assert!(scale[1..].iter().all(|one| expected.contains(one)), "{scale:?}");
    }

    #[test]
    fn a_voice_of_the_usual_spread_is_left_and_others_are_brought_to_it() {
        assert_all(Channel::of(&stretch(1.0, 1000)).scale(), 0.95..1.001);
        assert_all(Channel::of(&stretch(2.0, 1000)).scale(), 0.5..0.56);
        assert_all(Channel::of(&stretch(20.0, 1000)).scale(), 0.39..0.41);
        assert_all(Channel::of(&stretch(0.2, 1000)).scale(), 1.49..1.51);
    }

    #[test]
    fn a_short_stretch_decides_less_and_more_of_it_more() {
        let short = Channel::of(&stretch(2.0, 12));
        let long = (0..50).fold(short, |known, _| known.and(short));
        assert!(short.scale()[3] > 0.7 && long.scale()[3] < 0.6);
    }

    #[test]
    fn the_mean_is_that_of_the_multiplied_frames() {
        let frames = stretch(2.0, 400);
        let channel = Channel::of(&frames);
        let mean = channel.mean().expect("frames");
        let scaled = scaled(&frames, &channel.scale());
        for at in 0..CEPSTRA {
            let expected = scaled.iter().map(|frame| frame[at]).sum::<f32>() / 400.0;
            assert!((mean[at] - expected).abs() < 0.01, "{mean:?}");
        }
        assert!(Channel::of(&[]).mean().is_none());
        assert!(Channel::of(&[]).scale().iter().all(|one| *one == 1.0));
    }
}
