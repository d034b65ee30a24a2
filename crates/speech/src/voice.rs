//! Finds the stretches of a recording in which somebody speaks.
//!
//! A neural detector scores frames of 16 ms. A stretch begins 0.3 s before the first voiced frame, so that a soft
//! consonant is not lost, and ends when 0.6 s passed without one. No stretch is longer than [`MAX_SEGMENT_SECONDS`]:
//! a speaker who does not pause is cut at the least voiced frame near that bound. Silence never reaches an engine.

use std::ops::Range;

use crate::samples::{SAMPLE_RATE, Samples};

/// Samples a frame of the detector.
const FRAME: usize = 256;
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
/// The longest stretch, in seconds: search effort and memory of an engine grow with it.
const MAX_SEGMENT_SECONDS: usize = 20;

/// The stretches of speech, as ranges of samples, in order, not overlapping.
pub(crate) fn segments(samples: &Samples) -> Vec<Range<usize>> {
    let mut detector = earshot::Detector::default();
    let scores: Vec<f32> = samples
        .as_slice()
        .chunks_exact(FRAME)
        .map(|frame| detector.predict_i16(frame))
        .collect();
    stretches(&scores)
        .into_iter()
        .map(|frames| frames.start * FRAME..(frames.end * FRAME).min(samples.len()))
        .collect()
}

/// The same in frames, from the scores alone.
fn stretches(scores: &[f32]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut close = |first: usize, last: usize, voiced: usize| {
        if voiced < LEAST_VOICED {
            return;
        }
        let earliest = found.last().map_or(0, |before| before.end);
        let start = first.saturating_sub(PRE_ROLL).max(earliest);
        found.push(start..(last + 1 + POST_ROLL).min(scores.len()));
    };
    let mut open: Option<(usize, usize, usize)> = None;
    for (frame, score) in scores.iter().enumerate() {
        let voiced = *score >= THRESHOLD;
        open = match open {
            None if voiced => Some((frame, frame, 1)),
            None => None,
            Some((first, _, count)) if voiced => Some((first, frame, count + 1)),
            Some((first, last, count)) if frame - last > HANG_OVER => {
                close(first, last, count);
                None
            }
            same => same,
        };
    }
    if let Some((first, last, count)) = open {
        close(first, last, count);
    }
    found
        .into_iter()
        .flat_map(|stretch| divide(stretch, scores))
        .collect()
}

/// Cuts a stretch that is too long at its quietest frames.
fn divide(stretch: Range<usize>, scores: &[f32]) -> Vec<Range<usize>> {
    let longest = MAX_SEGMENT_SECONDS * SAMPLE_RATE as usize / FRAME;
    let mut parts = Vec::new();
    let mut start = stretch.start;
    while stretch.end - start > longest {
        let window = start + longest / 2..start + longest;
        let quietest = window
            .clone()
            .min_by(|a, b| scores[*a].total_cmp(&scores[*b]))
            .unwrap_or(window.end);
        parts.push(start..quietest);
        start = quietest;
    }
    parts.push(start..stretch.end);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(parts: &[(f32, f32)]) -> Vec<f32> {
        let frames = |seconds: f32| (seconds * SAMPLE_RATE as f32 / FRAME as f32) as usize;
        parts
            .iter()
            .flat_map(|(score, seconds)| vec![*score; frames(*seconds)])
            .collect()
    }

    #[test]
    fn silence_has_no_stretch_of_speech() {
        assert!(segments(&Samples::from_pcm(vec![0; 160_000])).is_empty());
        assert!(segments(&Samples::default()).is_empty());
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
        assert!(segments(&Samples::from_pcm(noise)).is_empty());
    }

    #[test]
    fn a_short_pause_does_not_end_a_stretch_and_a_long_one_does() {
        let short = stretches(&scores(&[
            (0.0, 1.0),
            (1.0, 1.0),
            (0.0, 0.4),
            (1.0, 1.0),
            (0.0, 2.0),
        ]));
        assert_eq!(short.len(), 1);
        let long = stretches(&scores(&[
            (0.0, 1.0),
            (1.0, 1.0),
            (0.0, 0.9),
            (1.0, 1.0),
            (0.0, 2.0),
        ]));
        assert_eq!(long.len(), 2);
        assert!(long[0].end <= long[1].start);
    }

    #[test]
    fn a_stretch_begins_before_its_first_voiced_frame() {
        let found = stretches(&scores(&[(0.0, 1.0), (1.0, 1.0)]));
        assert_eq!(found[0].start, 62 - PRE_ROLL);
    }

    #[test]
    fn a_click_is_not_speech() {
        assert!(stretches(&scores(&[(0.0, 1.0), (1.0, 0.05), (0.0, 1.0)])).is_empty());
    }

    #[test]
    fn speech_without_a_pause_is_cut_at_its_quietest_moment() {
        let found = stretches(&scores(&[(0.9, 15.0), (0.6, 0.1), (0.9, 15.0)]));
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].end, found[1].start);
        assert!((930..950).contains(&found[0].end), "{found:?}");
    }
}
