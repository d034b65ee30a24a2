//! Finds the stretches of sound in which somebody speaks, while it comes in.
//!
//! A neural detector scores frames of 16 ms. A stretch begins 0.3 s before the first voiced frame, so that a soft consonant is not
//! lost, and ends when 0.6 s passed without one. A speaker who does not pause is given less and less time to: from ten seconds on
//! shorter and shorter silences end a stretch, and none is longer than twenty seconds. Silence never reaches an engine.
//!
//! [`Gate`] decides from the scores alone; [`Voice`] keeps the sound that is not decided yet, half a second at most.

use std::ops::Range;

use crate::samples::SAMPLE_RATE;

/// Samples a frame of the detector.
const FRAME: usize = 256;
/// Frames in a second, rounded down.
const SECOND: usize = SAMPLE_RATE as usize / FRAME;
/// A score from here on is a voice.
const THRESHOLD: f32 = 0.5;
/// Frames without a voice that end a stretch: 0.6 s.
const HANG_OVER: usize = 6 * SAMPLE_RATE as usize / 10 / FRAME;
/// Frames kept before the first voiced one: 0.3 s.
const PRE_ROLL: usize = 3 * SAMPLE_RATE as usize / 10 / FRAME;
/// Frames kept after the last voiced one: 0.3 s of the hang-over.
const POST_ROLL: usize = PRE_ROLL;
/// Fewer voiced frames than this in a stretch are a click, a key or a cough: 0.1 s.
const LEAST_VOICED: usize = SAMPLE_RATE as usize / 10 / FRAME;
/// From here on shorter silences end a stretch.
const LONG: usize = 10 * SECOND;
/// The longest stretch: search effort and memory of an engine grow with it.
const LONGEST: usize = 20 * SECOND;

/// What is told about the sound, in order: a beginning, sound, and an end for every stretch.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Told<'a> {
    /// Somebody begins to speak at this sample.
    Begin(usize),
    /// The next samples of the stretch.
    Sound(&'a [i16]),
    /// The stretch is over.
    End,
}

/// The detector and the sound it has not decided on.
pub(crate) struct Voice {
    detector: Box<earshot::Detector>,
    gate: Gate,
    /// Sound from sample `first` on that may still be told.
    kept: Vec<i16>,
    first: usize,
    /// The next sample to tell of the stretch that was begun.
    begun: Option<usize>,
}

impl Voice {
    pub(crate) fn new() -> Voice {
        Voice {
            detector: Box::new(earshot::Detector::default()),
            gate: Gate::default(),
            kept: Vec::new(),
            first: 0,
            begun: None,
        }
    }

    /// Takes the next samples and tells what they decide.
    pub(crate) fn push(&mut self, pcm: &[i16], mut tell: impl FnMut(Told<'_>)) {
        // In small parts, so that little is kept whatever is pushed at once.
        for part in pcm.chunks(SECOND * FRAME) {
            self.kept.extend_from_slice(part);
            while let Some(frame) = self.next_frame() {
                let score = self.detector.predict_i16(&self.kept[frame]);
                let found = self.gate.frame(score);
                self.tell(found, &mut tell);
            }
            self.forget();
        }
    }

    /// The speaker has paused or stopped: a stretch that is begun ends here.
    pub(crate) fn end(&mut self, mut tell: impl FnMut(Told<'_>)) {
        let found = self.gate.close();
        self.tell(found, &mut tell);
        self.forget();
    }

    fn next_frame(&self) -> Option<Range<usize>> {
        let start = self.gate.frames * FRAME - self.first;
        (start + FRAME <= self.kept.len()).then_some(start..start + FRAME)
    }

    fn tell(&mut self, found: Option<Found>, tell: &mut impl FnMut(Told<'_>)) {
        let Some(found) = found else { return };
        let from = self.begun.unwrap_or_else(|| {
            tell(Told::Begin(found.start * FRAME));
            found.start * FRAME
        });
        let until = (found.until * FRAME).max(from);
        if until > from {
            tell(Told::Sound(&self.kept[from - self.first..until - self.first]));
        }
        self.begun = Some(until);
        if found.ended {
            tell(Told::End);
            self.begun = None;
        }
    }

    fn forget(&mut self) {
        let needed = self.begun.unwrap_or(self.gate.needed() * FRAME);
        self.kept.drain(..needed - self.first);
        self.first = needed;
    }
}

/// Where somebody speaks in a whole recording.
pub(crate) struct Stretches {
    voice: Voice,
    found: Vec<Range<usize>>,
}

impl Stretches {
    pub(crate) fn new() -> Stretches {
        Stretches {
            voice: Voice::new(),
            found: Vec::new(),
        }
    }

    /// Takes the next samples.
    pub(crate) fn push(&mut self, pcm: &[i16]) {
        self.voice.push(pcm, |told| note(&mut self.found, told));
    }

    /// The stretches as ranges of samples, in order, not overlapping.
    pub(crate) fn end(mut self) -> Vec<Range<usize>> {
        self.voice.end(|told| note(&mut self.found, told));
        self.found
    }
}

fn note(found: &mut Vec<Range<usize>>, told: Told<'_>) {
    match told {
        Told::Begin(at) => found.push(at..at),
        Told::Sound(sound) => {
            if let Some(last) = found.last_mut() {
                last.end += sound.len();
            }
        }
        Told::End => {}
    }
}

/// Decides from scores, frame by frame.
#[derive(Default)]
struct Gate {
    /// Frames scored.
    frames: usize,
    /// The first frame after the last stretch.
    free: usize,
    open: Option<Open>,
}

#[derive(Clone, Copy)]
struct Open {
    start: usize,
    last_voiced: usize,
    voiced: usize,
}

/// A stretch as far as it is known, in frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    start: usize,
    until: usize,
    ended: bool,
}

impl Gate {
    /// The stretch that is open after this frame, or that ends with it; none while nobody speaks or it may be a click.
    fn frame(&mut self, score: f32) -> Option<Found> {
        let now = self.frames;
        self.frames += 1;
        let voiced = score >= THRESHOLD;
        let open = match (&mut self.open, voiced) {
            (None, false) => return None,
            (none @ None, true) => none.insert(Open {
                start: now.saturating_sub(PRE_ROLL).max(self.free),
                last_voiced: now,
                voiced: 1,
            }),
            (Some(open), true) => {
                open.last_voiced = now;
                open.voiced += 1;
                open
            }
            (Some(open), false) => open,
        };
        let length = self.frames - open.start;
        if now - open.last_voiced > patience(length) || length >= LONGEST {
            return self.close();
        }
        open.found(self.frames)
    }

    /// Ends the stretch that is open.
    fn close(&mut self) -> Option<Found> {
        let found = self.open.take()?.found(self.frames)?;
        self.free = found.until;
        Some(Found { ended: true, ..found })
    }

    /// The first frame that may still be told.
    fn needed(&self) -> usize {
        match self.open {
            Some(open) => open.start,
            None => self.frames.saturating_sub(PRE_ROLL).max(self.free),
        }
    }
}

impl Open {
    /// What of it can be told after so many frames: the silence after the last voice belongs to it only when a voice follows.
    fn found(&self, frames: usize) -> Option<Found> {
        (self.voiced >= LEAST_VOICED).then_some(Found {
            start: self.start,
            until: frames.min(self.last_voiced + 1 + POST_ROLL),
            ended: false,
        })
    }
}

/// Frames without a voice that a stretch of this length survives.
fn patience(length: usize) -> usize {
    let left = LONGEST.saturating_sub(length).min(LONGEST - LONG) as f32 / (LONGEST - LONG) as f32;
    (HANG_OVER as f32 * left * left) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(pcm: &[i16]) -> Vec<Range<usize>> {
        let mut stretches = Stretches::new();
        stretches.push(pcm);
        stretches.end()
    }

    fn scores(parts: &[(f32, f32)]) -> Vec<f32> {
        let frames = |seconds: f32| (seconds * SAMPLE_RATE as f32 / FRAME as f32) as usize;
        parts
            .iter()
            .flat_map(|(score, seconds)| vec![*score; frames(*seconds)])
            .collect()
    }

    fn stretches(parts: &[(f32, f32)]) -> Vec<Range<usize>> {
        let mut gate = Gate::default();
        let scores = scores(parts);
        let found = scores.iter().map(|score| gate.frame(*score)).collect::<Vec<_>>();
        let last = gate.close();
        let ended = |found: Option<Found>| found.filter(|found| found.ended);
        let all = found.into_iter().chain([last]).filter_map(ended);
        all.map(|found| found.start..found.until).collect()
    }

    fn tone(seconds: f32) -> Vec<i16> {
        // Pulses of a voice: 120 Hz with strong overtones, swelling four times a second as syllables do.
        (0..(seconds * SAMPLE_RATE as f32) as usize)
            .map(|n| {
                let t = n as f32 / SAMPLE_RATE as f32;
                let wave: f32 = (1..24)
                    .map(|k| (t * 120.0 * k as f32 * std::f32::consts::TAU).sin() / k as f32)
                    .sum();
                let swell = 0.6 + 0.4 * (t * 4.0 * std::f32::consts::TAU).sin();
                (wave * swell * 6_000.0) as i16
            })
            .collect()
    }

    #[test]
    fn silence_has_no_stretch_of_speech() {
        assert!(segments(&[0; 160_000]).is_empty());
        assert!(segments(&[]).is_empty());
    }

    #[test]
    fn the_hiss_of_a_microphone_is_not_speech() {
        let mut seed = 7_u32;
        let noise: Vec<i16> = (0..80_000)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ((seed >> 16) as i16) / 400
            })
            .collect();
        assert!(segments(&noise).is_empty());
    }

    #[test]
    fn a_short_pause_does_not_end_a_stretch_and_a_long_one_does() {
        let short = stretches(&[(0.0, 1.0), (1.0, 1.0), (0.0, 0.4), (1.0, 1.0), (0.0, 2.0)]);
        assert_eq!(short.len(), 1);
        let long = stretches(&[(0.0, 1.0), (1.0, 1.0), (0.0, 0.9), (1.0, 1.0), (0.0, 2.0)]);
        assert_eq!(long.len(), 2);
        assert!(long[0].end <= long[1].start);
    }

    #[test]
    fn a_stretch_begins_before_its_first_voiced_frame() {
        let found = stretches(&[(0.0, 1.0), (1.0, 1.0)]);
        assert_eq!(found[0].start, 62 - PRE_ROLL);
    }

    #[test]
    fn a_click_is_not_speech() {
        assert!(stretches(&[(0.0, 1.0), (1.0, 0.05), (0.0, 1.0)]).is_empty());
    }

    #[test]
    fn speech_without_a_pause_is_cut_at_a_breath_and_at_the_latest_after_twenty_seconds() {
        let breath = stretches(&[(0.9, 16.0), (0.2, 0.15), (0.9, 15.0)]);
        assert_eq!(breath.len(), 2);
        assert_eq!(breath[0].end, breath[1].start);
        assert!((1_000..1_012).contains(&breath[0].end), "{breath:?}");
        let endless = stretches(&[(0.9, 45.0)]);
        assert_eq!(endless.len(), 3);
        assert!(endless.iter().all(|found| found.len() <= LONGEST));
    }

    #[test]
    fn what_is_told_piece_by_piece_is_what_a_whole_recording_holds_and_no_more_is_kept() {
        let mut sound = vec![0; 20_000];
        for seconds in [1.5, 3.0, 26.0] {
            sound.extend(tone(seconds));
            sound.extend(vec![0; 30_000]);
        }
        let whole = segments(&sound);
        assert!(whole.len() >= 4, "{whole:?}");
        let mut told: Vec<(usize, Vec<i16>)> = Vec::new();
        let mut voice = Voice::new();
        let mut most = 0;
        for part in sound.chunks(3_333) {
            voice.push(part, |now| match now {
                Told::Begin(at) => told.push((at, Vec::new())),
                Told::Sound(sound) => told.last_mut().expect("begun").1.extend(sound),
                Told::End => {}
            });
            most = most.max(voice.kept.len());
        }
        voice.end(|_| {});
        for ((at, pcm), range) in told.iter().zip(&whole) {
            assert_eq!((*at, pcm.len()), (range.start, range.len()));
            assert!(*pcm == sound[range.clone()]);
        }
        assert_eq!(told.len(), whole.len());
        assert!(most < SAMPLE_RATE as usize, "{most} samples kept");
    }

    #[test]
    fn a_pause_that_is_told_ends_the_stretch_at_once() {
        let mut events = Vec::new();
        let mut voice = Voice::new();
        voice.push(&tone(2.0), |_| {});
        voice.end(|told| events.push(matches!(told, Told::End)));
        assert_eq!(events.last(), Some(&true));
        voice.end(|_| panic!("nothing is open"));
    }
}
