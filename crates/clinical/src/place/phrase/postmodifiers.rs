//! Where a mention is by what stands behind it: `calculus | in the lower pole of the left kidney`.

use std::ops::Range;

use crate::knowledge::{Cue, Form, Sense};
use crate::mention::{Mention, Sentence};
use crate::place::named::in_list;

/// `calculus | in the lower pole of the left kidney`: structures behind a mention, up to another statement.
pub(super) fn postmodifiers<'s>(
    sentence: &Sentence<'_>,
    structures: &[&'s Mention],
    clause: &Range<usize>,
    mention: &Range<usize>,
    placed: bool,
) -> Vec<&'s Mention> {
    if !structures
        .iter()
        .any(|structure| structure.words.start >= mention.end)
    {
        return Vec::new();
    }
    let is_quality = sentence
        .mentions_within(mention)
        .iter()
        .any(|own| own.words == *mention && own.form == Form::Adjective);
    let mut scan = Scan {
        sentence,
        structures,
        mention,
        placed,
        is_quality,
        qualities: mention.end,
        led: true,
        away: false,
        led_by_place: false,
        word: mention.end,
        found: Vec::new(),
    };
    while scan.word < clause.end && scan.step() {}
    scan.found
}

/// The words behind a mention, read one after another.
struct Scan<'r, 's> {
    sentence: &'r Sentence<'r>,
    structures: &'r [&'s Mention],
    mention: &'r Range<usize>,
    /// Whether the mention is at a structure already, which it names itself or which stands before it.
    placed: bool,
    /// Whether the mention is an adjective.
    is_quality: bool,
    /// Where the adjectives end that follow the mention at once.
    qualities: usize,
    /// Whether a structure that comes next belongs to the phrase of the mention.
    led: bool,
    /// Whether the last preposition tells that the mention is not at what comes next: "distal to".
    away: bool,
    /// Whether a preposition of place stood behind the mention.
    led_by_place: bool,
    /// The word that comes next.
    word: usize,
    /// The structures at which the mention is.
    found: Vec<&'s Mention>,
}

impl<'s> Scan<'_, 's> {
    /// Reads what stands at the next word, and whether the phrase goes on behind it.
    fn step(&mut self) -> bool {
        let (sentence, word) = (self.sentence, self.word);
        let here: Vec<&Mention> = self
            .structures
            .iter()
            .filter(|structure| structure.words.start == word)
            .copied()
            .collect();
        if let Some(end) = here.iter().map(|structure| structure.words.end).max() {
            return self.take(here, end);
        }
        if let Some(words) = sentence.cue_at(word, |cue| cue == Cue::Away) {
            (self.led, self.away) = (true, true);
            self.word = words.end;
            return true;
        }
        if let Some(words) = sentence.cue_at(word, |cue| cue == Cue::Place) {
            (self.led, self.away, self.led_by_place) = (true, false, true);
            self.word = words.end;
            return true;
        }
        if let Some(other) = sentence.mentions_within(&(word..word + 1)).first() {
            match other.sense {
                Sense::Concept(_) if self.found.is_empty() && !self.placed => {
                    self.pass(other);
                    return true;
                }
                Sense::Concept(_) | Sense::Normal | Sense::NormalIn(_) => return false,
                _ => {}
            }
        }
        if sentence
            .cue_at(word, |cue| matches!(cue, Cue::Before(_)))
            .is_some()
        {
            return false;
        }
        if sentence.cue_at(word, |cue| cue == Cue::Verb).is_some()
            && sentence.cue_at(word, |cue| cue == Cue::Seeing).is_none()
        {
            self.led = false;
        }
        self.word += 1;
        true
    }

    /// Takes the structures that stand here, where the mention is at them, and whether the phrase goes on behind them.
    fn take(&mut self, here: Vec<&'s Mention>, end: usize) -> bool {
        let sentence = self.sentence;
        if !self.led {
            return false;
        }
        // "No disc herniation or | canal stenosis": of what stands behind it alone.
        // And "hydronephrosis with perinephric and periureteric | stranding".
        let comma = (self.mention.end - 1..self.word).any(|word| sentence.between(word).contains(','));
        let apart = self.word > self.mention.end || comma;
        // "Fracture mid third clavicle | displaced": what its place is said to be besides.
        let is_said_besides = self.found.is_empty() && !comma && is_state(sentence, end);
        let of_next =
            !self.led_by_place && apart && !is_said_besides && describes_next(sentence, self.structures, end);
        if !self.away && !of_next {
            self.found.extend(here);
        }
        self.word = end;
        true
    }

    /// Passes over another finding before any structure: whether one behind it still belongs to the mention.
    fn pass(&mut self, other: &Mention) {
        // "A calculus in the dilated | ureter": it describes the place.
        let is_adjective = other.form == Form::Adjective;
        // "Thickened hyperintense | Achilles tendon": all of them are said of the noun.
        let is_next = self.is_quality && is_adjective && self.word == self.qualities;
        if is_next {
            self.qualities = other.words.end;
        }
        let describes = self.led_by_place && is_adjective || is_next;
        // Another finding may stand between: "cyst and calculus in the kidney", "infarct with oedema in the pons". What it stands
        // right before is its own: "extrusion compressing the cord".
        self.led = describes || in_list(self.sentence, self.mention.end, self.word);
        self.word = other.words.end;
    }
}

/// Whether an adjective that is a finding ends what is said: "displaced", and not "displaced fracture".
fn is_state(sentence: &Sentence<'_>, from: usize) -> bool {
    let mut here = sentence.mentions_within(&(from..from + 1)).iter();
    let found =
        here.find(|mention| matches!(mention.sense, Sense::Concept(_)) && mention.form == Form::Adjective);
    found.is_some_and(|found| {
        found.words.end == sentence.words.len()
            || sentence.between(found.words.end - 1).contains([',', ';', '.'])
    })
}

/// Whether what stands before a word describes a finding behind it, by itself or in a list with other structures.
fn describes_next(sentence: &Sentence<'_>, structures: &[&Mention], from: usize) -> bool {
    if findings_at(sentence, from..from + 1) {
        return true;
    }
    let joined = sentence
        .cue_at(from, |cue| matches!(cue, Cue::Join | Cue::Or))
        .is_some();
    let next = structures
        .iter()
        .find(|structure| structure.words.start == from + usize::from(joined));
    next.is_some_and(|next| joined && findings_at(sentence, next.words.end..next.words.end + 1))
}

/// Whether a finding is named first among some words.
fn findings_at(sentence: &Sentence<'_>, words: Range<usize>) -> bool {
    let named = sentence.mentions_within(&words);
    named
        .iter()
        .any(|mention| matches!(mention.sense, Sense::Concept(_)))
}
