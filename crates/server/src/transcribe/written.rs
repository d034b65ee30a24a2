//! Writes what an engine heard: the written form with the user's own words, and where in it the engine was unsure.

use std::ops::Range;

use report::spoken::{self, Command, OwnForms};
use serde::Serialize;
use speech::{DOUBTFUL_BELOW, Transcript};
use utoipa::ToSchema;

use crate::utf16::Utf16Offsets;

/// A take as it is written.
pub struct WrittenTake {
    /// The text.
    pub text: String,
    /// Where it is doubtful, in order, not overlapping.
    pub doubtful: Vec<DoubtfulBody>,
}

/// A part of the text that the engine is unsure about.
#[derive(Serialize, ToSchema, Debug, PartialEq, Eq)]
pub struct DoubtfulBody {
    /// Where it begins in `text`, in UTF-16 code units.
    start: usize,
    /// Where it ends.
    end: usize,
    /// The spoken words that it was made from.
    heard: String,
}

/// What "scratch that" as a stretch of its own takes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakingBack {
    /// The sentence that is being said: nobody has seen where the stretches ended.
    Sentences,
    /// The stretch before, as the page has done while it was said.
    Stretches,
}

/// Writes a take. Stretches that are commands are left out; what takes something back is carried out.
pub fn write(transcript: &Transcript, forms: &OwnForms, taking_back: TakingBack) -> WrittenTake {
    let dictated = Dictated::of(transcript, taking_back);
    let written = spoken::write(&dictated.said);
    let changed = forms.change(&written.text);
    let offsets = Utf16Offsets::of(&changed.text);
    let mut doubtful: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut unsure = dictated.doubtful.iter().peekable();
    for (place, source) in written.pieces() {
        while unsure.next_if(|word| word.end <= source.start).is_some() {}
        if unsure.peek().is_none_or(|word| word.start >= source.end) {
            continue;
        }
        let place = changed.now(place);
        match doubtful.last_mut() {
            // Several pieces that one of the user's forms stands for.
            Some((last, heard)) if place.start < last.end => {
                last.end = last.end.max(place.end);
                heard.end = heard.end.max(source.end);
            }
            _ => doubtful.push((place, source)),
        }
    }
    let doubtful = doubtful
        .into_iter()
        .filter(|(place, _)| !place.is_empty())
        .map(|(place, source)| DoubtfulBody {
            start: offsets.at(place.start),
            end: offsets.at(place.end),
            heard: dictated.said[source].to_owned(),
        })
        .collect();
    WrittenTake {
        text: changed.text,
        doubtful,
    }
}

/// What of a take belongs into the text.
struct Dictated {
    said: String,
    /// The bytes of doubtful words, in order.
    doubtful: Vec<Range<usize>>,
}

impl Dictated {
    fn of(transcript: &Transcript, taking_back: TakingBack) -> Self {
        let heard = &transcript.heard;
        let whole = 0..heard.len();
        let stretches = if transcript.stretches.is_empty() {
            vec![whole]
        } else {
            kept(transcript, taking_back)
        };
        let mut doubtful = transcript.words.iter().zip(transcript.places());
        let mut doubtful = std::iter::from_fn(|| {
            doubtful.find_map(|(word, place)| {
                place.filter(|_| word.confidence.is_some_and(|sure| sure < DOUBTFUL_BELOW))
            })
        })
        .peekable();
        let mut dictated = Self {
            said: String::with_capacity(heard.len()),
            doubtful: Vec::new(),
        };
        for stretch in stretches {
            if !dictated.said.is_empty() {
                dictated.said.push(' ');
            }
            while doubtful.next_if(|word| word.end <= stretch.start).is_some() {}
            while let Some(word) = doubtful.next_if(|word| word.start < stretch.end) {
                let moved = |byte: usize| byte - stretch.start + dictated.said.len();
                dictated.doubtful.push(moved(word.start)..moved(word.end));
            }
            dictated.said.push_str(&heard[stretch]);
        }
        dictated
    }
}

/// The stretches that belong into the text.
fn kept(transcript: &Transcript, taking_back: TakingBack) -> Vec<Range<usize>> {
    let mut kept = Vec::new();
    for stretch in transcript.stretches.iter().map(|stretch| stretch.heard.clone()) {
        match (spoken::command(&transcript.heard[stretch.clone()]), taking_back) {
            (None, _) | (Some(Command::Scratch), TakingBack::Sentences) => kept.push(stretch),
            (Some(Command::Scratch), TakingBack::Stretches) => drop(kept.pop()),
            (Some(_), _) => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use speech::{Stretch, Word};

    /// Stretches between bars; a word with a question mark is doubtful.
    fn heard(marked: &str) -> Transcript {
        let mut transcript = Transcript::default();
        for stretch in marked.split('|') {
            if !transcript.heard.is_empty() {
                transcript.heard.push(' ');
            }
            let (first, start) = (transcript.words.len(), transcript.heard.len());
            for (at, word) in stretch.split_whitespace().enumerate() {
                let text = word.trim_end_matches('?');
                if at > 0 {
                    transcript.heard.push(' ');
                }
                transcript.heard.push_str(text);
                transcript.words.push(Word {
                    text: text.to_owned(),
                    start: 0.0,
                    end: 0.0,
                    confidence: Some(if word.ends_with('?') { 0.2 } else { 0.9 }),
                });
            }
            transcript.stretches.push(Stretch {
                words: first..transcript.words.len(),
                heard: start..transcript.heard.len(),
            });
        }
        transcript
    }

    #[track_caller]
    fn check(marked: &str, text: &str, doubtful: &[(&str, &str)]) {
        let forms = OwnForms::new(["Gadovist"], [("kissing node", "node \u{2014} kissing")]);
        let written = write(&heard(marked), &forms, TakingBack::Sentences);
        assert_eq!(written.text, text);
        let units: Vec<u16> = written.text.encode_utf16().collect();
        let found: Vec<(String, &str)> = written
            .doubtful
            .iter()
            .map(|part| {
                (
                    String::from_utf16_lossy(&units[part.start..part.end]),
                    part.heard.as_str(),
                )
            })
            .collect();
        let found: Vec<_> = found
            .iter()
            .map(|(part, heard)| (part.as_str(), *heard))
            .collect();
        assert_eq!(found, doubtful, "{marked}");
    }

    #[test]
    fn doubtful_words_are_found_where_they_are_written() {
        check(
            "no pleural? effusion",
            "No pleural effusion",
            &[("pleural", "pleural")],
        );
        check(
            "mass of three point? two centimeters in the left? lobe",
            "Mass of 3.2 cm in the left lobe",
            &[("3.2 cm", "three point two centimeters"), ("left", "left")],
        );
        check(
            "the kissing node? is dilated? after gadovist?",
            "The node \u{2014} kissing is dilated after Gadovist",
            &[
                ("node \u{2014} kissing", "node"),
                ("dilated", "dilated"),
                ("Gadovist", "gadovist"),
            ],
        );
        check("clear", "Clear", &[]);
    }

    #[test]
    fn commands_are_no_text_and_their_doubts_none() {
        check(
            "no mass?|next? field|lungs are clear?",
            "No mass lungs are clear",
            &[("mass", "mass"), ("clear", "clear")],
        );
        check("lungs are clear full stop|scratch that", "", &[]);
        check("next field", "", &[]);
    }

    #[test]
    fn a_live_take_loses_the_stretch_that_its_speaker_saw_go() {
        let text = |taking_back| {
            let take = heard(
                "lungs are clear full stop|heart is normal full stop liver is large|scratch that|spleen normal",
            );
            write(&take, &OwnForms::default(), taking_back).text
        };
        assert_eq!(text(TakingBack::Stretches), "Lungs are clear. Spleen normal");
        assert_eq!(
            text(TakingBack::Sentences),
            "Lungs are clear. Heart is normal. Spleen normal"
        );
    }
}
