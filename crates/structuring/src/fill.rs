//! Fills the blanks of a template from the dictation: values that were dictated for the same structure, and choices that were
//! made by naming a side or an option. What was not dictated stays blank.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::lexicon;
use report::blank::{self, Blank, BlankKind};
use report::measurement;
use report::side::Side;

use report::reading::Reading;
use report::wording;

/// A dictated sentence that may fill blanks.
pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    pub(crate) reading: &'t Reading,
    /// Its bytes in the dictation as handed in.
    pub(crate) span: Range<usize>,
}

/// A template sentence with its blanks filled.
#[derive(Clone, PartialEq)]
pub(crate) struct Filled {
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
    /// Whether the dictated sentence says nothing that the filled one does not.
    pub(crate) said_all: bool,
    /// The bytes of the dictated sentence whose values it took.
    pub(crate) taken: Vec<Range<usize>>,
    /// How much of what the blank asks for the dictated sentence names, 0 to 1.
    pub(crate) share: f64,
}

impl Filled {
    /// Whether both took the same value.
    fn competes_with(&self, other: &Self) -> bool {
        self.taken.iter().any(|range| {
            other
                .taken
                .iter()
                .any(|taken| range.start < taken.end && taken.start < range.end)
        })
    }
}

/// Of the sentences that one dictated sentence could fill, those that it does fill, by their indices: a value that was said
/// once stands once, in the blank that asks for it most nearly. Where two ask equally, neither gets it.
pub(crate) fn settle(offers: Vec<(usize, Filled)>) -> Vec<(usize, Filled)> {
    let wins = |at: usize, filled: &Filled| {
        offers
            .iter()
            .all(|(other, rival)| *other == at || !filled.competes_with(rival) || filled.share > rival.share)
    };
    let winners: Vec<usize> = offers
        .iter()
        .filter(|(at, filled)| wins(*at, filled))
        .map(|(at, _)| *at)
        .collect();
    offers
        .into_iter()
        .filter(|(at, _)| winners.contains(at))
        .collect()
}

/// `___ x ___ x ___ cm`: blanks of one measurement and its unit.
static GROUP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"_{3,}(?:\s*[x\u{00d7}]\s*_{3,})*(?:\s*(?:mm|cm|ml|cc|hu|HU|percent|%|degrees?))?(?:(?:\s*\([^)]*\))?\s*[x\u{00d7}]\s*_{3,}(?:\s*(?:mm|cm))?)*").expect("blank group")
});
/// A number that stands alone, or a level: the 1 of L1 is neither.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:[CTDLS]\d{1,2}(?:-[CTDLS]?\d{1,2})?|\d+(?:\.\d+)?)\b").expect("number")
});

/// The sentence with its values filled from a dictated sentence about the same thing; `None` when that sentence does not give them.
pub(crate) fn values(text: &str, reading: &Reading, source: &Source<'_>) -> Option<Filled> {
    let groups: Vec<Range<usize>> = GROUP.find_iter(text).map(|found| found.range()).collect();
    if groups.is_empty() {
        return None;
    }
    let share = share_of_the_same(text, reading, source)?;
    let mut used = Vec::new();
    let measurements = measurement::find(source.text);
    let mut filled = String::with_capacity(text.len() + 16);
    let mut copied = 0;
    let mut taken = 0;
    for group in &groups {
        let blanks = text[group.clone()].matches("___").count();
        let unit = text[group.clone()]
            .trim_end_matches(['_', ' '])
            .rsplit(['_', ' '])
            .next()
            .unwrap_or("");
        filled.push_str(&text[copied..group.start]);
        if unit.is_empty() || unit == "x" {
            let number = number_like(text, group, source)?;
            filled.push_str(&source.text[number.clone()]);
            used.push(number);
        } else {
            let measurement = measurements[taken..]
                .iter()
                .find(|measurement| measurement.values.len() == blanks && fits(measurement, unit))?;
            taken = measurements
                .iter()
                .position(|other| other == measurement)
                .map_or(taken, |at| at + 1);
            filled.push_str(source.text[measurement.range.clone()].trim());
            used.push(measurement.range.clone());
        }
        copied = group.end;
    }
    if groups.len() < measurements.len() && groups.len() > 1 {
        return None;
    }
    filled.push_str(&text[copied..]);
    let said_all = wording::coverage(&wording::content(source.text), &wording::content(&filled)) >= 0.99;
    Some(Filled {
        text: filled,
        span: source.span.clone(),
        said_all,
        taken: used,
        share,
    })
}

fn fits(measurement: &measurement::Measurement, unit: &str) -> bool {
    let length = |symbol: &str| matches!(symbol, "mm" | "cm");
    let volume = |symbol: &str| matches!(symbol, "ml" | "cc");
    let dictated = measurement.unit.symbol();
    let unit = unit.to_ascii_lowercase();
    length(&unit) && length(dictated)
        || volume(&unit) && volume(dictated)
        || unit == dictated.to_ascii_lowercase()
        || unit == "percent" && dictated == "%"
}

/// A number without a unit: the first one that follows the same words as the blank.
fn number_like(text: &str, group: &Range<usize>, source: &Source<'_>) -> Option<Range<usize>> {
    let words = report::token::words(&text[..group.start]);
    let lead = words.iter().rev().find(|word| {
        !matches!(
            word.key.as_str(),
            "is" | "of" | "at" | "measure" | "the" | "score"
        )
    })?;
    let spoken = report::token::words(source.text);
    let at = spoken.iter().position(|word| word.key == lead.key)?;
    let number = NUMBER.find_at(source.text, spoken[at].range.end)?;
    let is_level = number.as_str().starts_with(char::is_alphabetic);
    (!is_level || words.last().is_some_and(|word| word.key == "at")).then(|| number.range())
}

/// How much of what the template sentence measures the dictated sentence names, 0 to 1; `None` when it measures something else.
fn share_of_the_same(text: &str, reading: &Reading, source: &Source<'_>) -> Option<f64> {
    let structures = reading.subjects.iter().all(|subject| {
        source.reading.subjects.iter().any(|other| {
            other.structure.id == subject.structure.id
                && (subject.side.is_none() || other.side == subject.side)
        })
    });
    let levels = reading.levels.iter().all(|level| {
        source
            .reading
            .levels
            .iter()
            .any(|other| other.upper == level.upper && other.lower == level.lower)
    });
    if !structures
        || !levels
        || (reading.subjects.is_empty() && reading.levels.is_empty() && wording::content(text).len() < 3)
    {
        return None;
    }
    // What is measured ("craniocaudal span", "thickness") is named, or nothing but the structure's own size is given.
    let mut wanted = wording::content(&GROUP.replace_all(text, " "));
    for word in [
        "measure",
        "measuring",
        "normal",
        "size",
        "it",
        "approximately",
        "about",
        "cm",
        "mm",
    ] {
        wanted.remove(word);
    }
    let said = wording::content(source.text);
    let share = wording::coverage(&wanted, &said);
    let lesion = source.reading.claims.iter().any(|claim| {
        !claim.denied
            && matches!(
                claim.kind.id.as_str(),
                "lesion" | "calculus" | "tear" | "nodes" | "fluid" | "collapse" | "thrombus" | "aneurysm"
            )
    });
    let own_size = ["measure", "measuring", "is", "size", "span"].iter().any(|word| {
        report::token::words(source.text)
            .iter()
            .any(|spoken| spoken.key == *word)
    });
    let is_same = !lesion && (share >= 0.7 || (own_size && share >= 0.5 && !reading.subjects.is_empty()));
    is_same.then_some(share)
}

/// Chooses an option of each `[right/left]` that the dictation decides; the rest stays.
pub(crate) fn choices(
    text: &str,
    reading: &Reading,
    sources: &[Source<'_>],
    study: Option<&str>,
) -> Option<Filled> {
    let blanks = blank::find(text);
    let mut filled = text.to_owned();
    let mut span = None;
    for blank in blanks.iter().rev() {
        let Blank {
            range,
            kind: BlankKind::Choice(options),
        } = blank
        else {
            continue;
        };
        if let Some((option, from)) = decided(options, reading, sources, study) {
            filled.replace_range(range.clone(), &option);
            span = Some(from);
        }
    }
    span.map(|span| Filled {
        text: filled,
        span,
        said_all: false,
        taken: Vec::new(),
        share: 1.0,
    })
}

fn decided(
    options: &[String],
    reading: &Reading,
    sources: &[Source<'_>],
    study: Option<&str>,
) -> Option<(String, Range<usize>)> {
    let side_of = |option: &str| match option.trim().to_ascii_lowercase().as_str() {
        "right" => Some(Side::Right),
        "left" => Some(Side::Left),
        "bilateral" | "both" => Some(Side::Bilateral),
        _ => None,
    };
    if options.iter().all(|option| side_of(option).is_some()) {
        let (side, span) = spoken_side(reading, sources, study)?;
        let option = options.iter().find(|option| side_of(option) == Some(side))?;
        return Some((option.clone(), span));
    }
    let about = |source: &&Source<'_>| {
        reading.subjects.iter().any(|subject| {
            source
                .reading
                .subjects
                .iter()
                .any(|other| other.structure.id == subject.structure.id)
        })
    };
    sources.iter().filter(about).find_map(|source| {
        let spoken = source.text.to_ascii_lowercase();
        let mut said = options
            .iter()
            .filter(|option| spoken.contains(&option.to_ascii_lowercase()));
        let option = said.next()?;
        said.next()
            .is_none()
            .then(|| (option.clone(), source.span.clone()))
    })
}

/// The one side on which the dictation, or the study's name, speaks of the structure of the sentence.
fn spoken_side(
    reading: &Reading,
    sources: &[Source<'_>],
    study: Option<&str>,
) -> Option<(Side, Range<usize>)> {
    let related = |id: &str| {
        reading.subjects.is_empty()
            || reading.subjects.iter().any(|subject| {
                lexicon().is_within(id, &subject.structure.id)
                    || lexicon().is_within(&subject.structure.id, id)
            })
    };
    let mut found: Option<(Side, Range<usize>)> = None;
    for source in sources {
        for subject in source
            .reading
            .subjects
            .iter()
            .filter(|subject| related(&subject.structure.id))
        {
            match (subject.side, &found) {
                (None, _) => {}
                (Some(side), None) => found = Some((side, source.span.clone())),
                (Some(side), Some((known, _))) if side == *known => {}
                (Some(_), Some(_)) => return None,
            }
        }
    }
    found.or_else(|| {
        let sides = report::side::find(study?);
        let first = sides.first()?.side;
        sides
            .iter()
            .all(|mark| mark.side == first)
            .then_some((first, 0..0))
    })
}

static NAMES_SIDE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:this|it) is |study of |(?:mri?|ct)(?: scan)?(?: of)? )?(?:the |an? )?(?:right|left)(?: sided)? [a-z]+(?: [a-z]+)?(?: (?:joint|study|mri?|ct|examination))?\W*$").expect("side statement")
});

/// Whether a sentence only says which side was examined.
pub(crate) fn only_names_side(sentence: &str, reading: &Reading) -> bool {
    reading.claims.is_empty() && reading.normals.is_empty() && NAMES_SIDE.is_match(sentence)
}
