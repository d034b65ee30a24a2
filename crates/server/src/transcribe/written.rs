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
    /// Commands to the page that were left out.
    pub skipped_commands: usize,
    /// What was taken back, corrected or said to others, with the words that did it, in order.
    pub taken_back: Vec<String>,
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

/// Writes a take. Stretches that are commands are left out; what takes something back is carried out.
pub fn write(transcript: &Transcript, forms: &OwnForms) -> WrittenTake {
    let dictated = Dictated::of(transcript);
    let written = spoken::write_stretches(&dictated.said, &dictated.pauses);
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
        skipped_commands: dictated.skipped_commands,
        taken_back: written
            .taken_back
            .iter()
            .map(|bytes| dictated.said[bytes.clone()].to_owned())
            .collect(),
    }
}

/// What of a take belongs into the text.
#[derive(Default)]
struct Dictated {
    said: String,
    /// The bytes at which its stretches begin.
    pauses: Vec<usize>,
    /// The bytes of doubtful words, in order.
    doubtful: Vec<Range<usize>>,
    skipped_commands: usize,
}

impl Dictated {
    fn of(transcript: &Transcript) -> Self {
        let heard = &transcript.heard;
        let (kept, skipped_commands) = kept(heard, &stretches(transcript));
        let mut doubtful = transcript.words.iter().zip(transcript.places());
        let mut doubtful = std::iter::from_fn(|| {
            doubtful.find_map(|(word, place)| {
                place.filter(|_| word.confidence.is_some_and(|sure| sure < DOUBTFUL_BELOW))
            })
        })
        .peekable();
        let mut dictated = Self {
            said: String::with_capacity(heard.len()),
            skipped_commands,
            ..Self::default()
        };
        for stretch in kept {
            if !dictated.said.is_empty() {
                // A line that an engine begins is one.
                let before = &heard[..stretch.start];
                let gap = &before[before.trim_end().len()..];
                dictated.said.push_str(if gap.is_empty() { " " } else { gap });
            }
            while doubtful.next_if(|word| word.end <= stretch.start).is_some() {}
            while let Some(word) = doubtful.next_if(|word| word.start < stretch.end) {
                let moved = |byte: usize| byte - stretch.start + dictated.said.len();
                dictated.doubtful.push(moved(word.start)..moved(word.end));
            }
            dictated.pauses.push(dictated.said.len());
            dictated.said.push_str(&heard[stretch]);
        }
        dictated
    }
}

/// The bytes of what was said between two pauses each. Of an engine that tells no pauses, the sentences that it marks: it writes a
/// command as one.
fn stretches(transcript: &Transcript) -> Vec<Range<usize>> {
    if !transcript.stretches.is_empty() {
        return transcript
            .stretches
            .iter()
            .map(|stretch| stretch.heard.clone())
            .collect();
    }
    let heard = &transcript.heard;
    let mut stretches = Vec::new();
    let mut start = 0;
    for (at, gap) in heard
        .char_indices()
        .filter(|(_, character)| character.is_whitespace())
    {
        if gap == '\n' || heard[..at].ends_with(['.', '?', '!']) {
            stretches.push(start..at);
            start = at;
        }
    }
    stretches.push(start..heard.len());
    let without_space = |range: Range<usize>| {
        let words = heard[range.clone()].trim_start();
        let start = range.end - words.len();
        (!words.is_empty()).then(|| start..start + words.trim_end().len())
    };
    stretches.into_iter().filter_map(without_space).collect()
}

/// The stretches that belong into the text, and how many were commands to the page. "Scratch that" takes back the stretch before, or
/// its last sentence, as the page does while it is said.
fn kept(heard: &str, stretches: &[Range<usize>]) -> (Vec<Range<usize>>, usize) {
    let mut kept: Vec<Range<usize>> = Vec::new();
    let mut skipped = 0;
    for stretch in stretches {
        match spoken::command(&heard[stretch.clone()]) {
            None => kept.push(stretch.clone()),
            Some(Command::Scratch) => {
                let left = kept.pop().and_then(|last| all_but_a_sentence(heard, last));
                kept.extend(left);
            }
            Some(_) => skipped += 1,
        }
    }
    (kept, skipped)
}

/// What is left of a stretch without its last sentence; nothing when it is the only one.
fn all_but_a_sentence(heard: &str, stretch: Range<usize>) -> Option<Range<usize>> {
    let rest = &heard[stretch.start..][..spoken::last_sentence(&heard[stretch.clone()])];
    let length = rest.trim_end().len();
    (length > 0).then(|| stretch.start..stretch.start + length)
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
        let written = write(&heard(marked), &forms);
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

    #[track_caller]
    fn check_text(marked: &str, text: &str) {
        assert_eq!(write(&heard(marked), &OwnForms::default()).text, text, "{marked}");
    }

    #[test]
    fn what_is_taken_back_goes_back_to_a_pause() {
        check_text(
            "the lungs are clear|the heart is normal in size|there is a left rib fracture scratch that no acute fracture",
            "The lungs are clear the heart is normal in size no acute fracture",
        );
        check_text(
            "the lungs are clear|the heart is normal in size|scratch that no acute fracture",
            "The lungs are clear no acute fracture",
        );
        check_text(
            "the lungs are clear|the heart is normal|the liver is delete last sentence the spleen is large",
            "The lungs are clear the heart is normal the spleen is large",
        );
        check_text(
            "the left|sorry right kidney is normal",
            "The right kidney is normal",
        );
    }

    #[test]
    fn scratch_that_alone_takes_back_a_stretch_or_its_last_sentence() {
        check_text(
            "the lungs are clear|there is a mass|scratch that|no mass",
            "The lungs are clear no mass",
        );
        check_text(
            "lungs are clear full stop|heart is normal full stop liver is large|scratch that|spleen normal",
            "Lungs are clear. Heart is normal. Spleen normal",
        );
        check_text(
            "lungs are clear|heart is normal full stop liver is large full stop|scratch that|scratch that|spleen normal",
            "Lungs are clear spleen normal",
        );
        check_text("scratch that|lungs are clear", "Lungs are clear");
        check_text("mass of three|scratch that|spleen normal", "Spleen normal");
    }

    /// What an engine gives that tells no pauses.
    fn text_alone(heard: &str) -> WrittenTake {
        let transcript = Transcript {
            heard: heard.to_owned(),
            ..Transcript::default()
        };
        write(&transcript, &OwnForms::default())
    }

    #[test]
    fn of_text_alone_the_sentences_are_looked_through_for_commands() {
        let take = text_alone(
            "Lungs are clear. Next field. There is a mass of 3.2 cm. Scratch that.\nGo to impression.\nNo mass.",
        );
        assert_eq!(take.text, "Lungs are clear.\nNo mass.");
        assert_eq!(take.skipped_commands, 2);
        let take = text_alone("The next field. Findings:\n\nLungs are clear");
        assert_eq!(take.text, "The next field. Findings:\n\nLungs are clear");
        assert_eq!(take.skipped_commands, 0);
    }

    #[test]
    fn commands_that_are_left_out_are_counted() {
        let take = write(
            &heard("no mass|next field|clear|scratch that|go to impression"),
            &OwnForms::default(),
        );
        assert_eq!((take.text.as_str(), take.skipped_commands), ("No mass", 2));
    }

    /// Stretches of a word each that no other has, with an edit in every third: said alone, at the beginning, in the middle.
    #[test]
    fn what_was_said_two_pauses_before_an_edit_is_in_the_text() {
        let edits = [
            "scratch that",
            "scratch that WORD is seen",
            "WORD is seen strike that no fracture",
            "WORD delete last sentence no fracture",
            "delete last sentence",
            "sorry WORD is seen",
            "left WORD sorry right WORD",
            "WORD no i mean mild WORD",
            "correction WORD is enlarged",
            "actually WORD",
        ];
        let plain = [
            "left WORD is normal",
            "WORD",
            "no WORD is seen",
            "the right WORD full stop",
            "mild WORD comma",
        ];
        let word = |at: usize| format!("q{}", "abcdefghijklmnopqrstuvwxyz".as_bytes()[at] as char).repeat(3);
        for (shift, edit) in (0..plain.len()).flat_map(|shift| edits.map(|edit| (shift, edit))) {
            for every in [2, 3, 5] {
                let is_edit = |at: usize| at % every == every - 1;
                let stretches: Vec<String> = (0..20)
                    .map(|at| {
                        let said = if is_edit(at) {
                            edit
                        } else {
                            plain[(at + shift) % plain.len()]
                        };
                        said.replace("WORD", &word(at))
                    })
                    .collect();
                let marked = stretches.join("|");
                let text = write(&heard(&marked), &OwnForms::default()).text.to_lowercase();
                for at in (0..20).filter(|at| !is_edit(*at) && !is_edit(at + 1)) {
                    assert!(
                        text.contains(&word(at)),
                        "{} of {marked} is not in {text}",
                        word(at)
                    );
                }
            }
        }
    }
}
