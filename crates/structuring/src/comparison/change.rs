//! How a change is written: both sizes, the direction and the percent of the largest dimension.
//!
//! Less than 2 mm of difference is within the error of measuring and is called unchanged: the threshold of growth of the
//! Fleischner Society (MacMahon et al., Radiology 2017; Bankier et al., Radiology 2017). RECIST 1.1 (20 percent and 5 mm) judges
//! the response to a treatment, which is not this line's business: what is larger by 3 mm is said to be larger.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use report::measurement::{self, Unit};
use report::wording;

use super::numeral;
use super::observation::{Observation, Size};
use super::words::WORDS;

/// A difference in millimetres below which two measurements are the same.
const MEASUREMENT_ERROR: f64 = 2.0;

static STATES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:has|have|had|is|are|was|were|cannot|can|could|does|do|did|not|without)\b")
        .expect("verbs")
});

/// What a dictation itself says of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Larger,
    Smaller,
    Stable,
    Gone,
    New,
}

/// What a text says of a change. `No increase` says that nothing has changed.
pub(super) fn said(text: &str) -> Option<Said> {
    if WORDS.absent_before.is_match(text) {
        return Some(Said::New);
    }
    let mut text = Cow::Borrowed(text);
    for pattern in &WORDS.no_change {
        if pattern.is_match(&text) {
            text = Cow::Owned(pattern.replace_all(&text, " ").into_owned());
        }
    }
    let patterns = [
        (&WORDS.partly, Said::Smaller),
        (&WORDS.gone, Said::Gone),
        (&WORDS.stable, Said::Stable),
        (&WORDS.larger, Said::Larger),
        (&WORDS.smaller, Said::Smaller),
        (&WORDS.new, Said::New),
    ];
    patterns
        .into_iter()
        .find(|(pattern, _)| pattern.is_match(&text))
        .map(|(_, said)| said)
}

/// Whether a text says that something was not there before.
pub(super) fn says_absent_before(text: &str) -> bool {
    WORDS.absent_before.is_match(text)
}

/// How a finding has changed: by arithmetic when both sizes are given, else by its grade, else as dictated.
pub(super) fn between(now: &Observation, was: &Observation) -> String {
    let several = |observation: &Observation| {
        measurement::find(&observation.phrase)
            .iter()
            .filter(|size| size.unit != Unit::Hounsfield)
            .count()
            > 1
    };
    let dictated = said(&now.phrase);
    if (several(now) || several(was)) && now.size.is_some() && was.size.is_some() {
        return of_lists(now, was);
    }
    let name = wording::sentence(&now.name()).trim_end_matches('.').to_owned();
    if let (Some(before), Some(after)) = (was.size, now.size)
        && before.unit == after.unit
    {
        let line = sized(head_of(&name), before, after, dictated);
        return if types_differ(now, was) {
            format!("{}; previously: {}.", line.trim_end_matches('.'), was.name())
        } else {
            line
        };
    }
    if dictated.is_some() {
        return as_dictated(&now.statement_text);
    }
    if let (None, None, Some((before, was_graded)), Some((after, graded))) =
        (now.size, was.size, was.grade(), now.grade())
    {
        let name = wording::sentence(&now.ungraded_name());
        let name = name.trim_end_matches('.');
        return match after.cmp(&before) {
            std::cmp::Ordering::Greater => format!("{name}: increased from {was_graded} to {graded}."),
            std::cmp::Ordering::Less => format!("{name}: decreased from {was_graded} to {graded}."),
            std::cmp::Ordering::Equal => {
                format!("{name}: unchanged, {was_graded} previously and {graded} now.")
            }
        };
    }
    // A name that still says what is or is not the case may say that the finding is gone in words that nobody listed.
    let ends_in_verb = name.rsplit(' ').next().is_some_and(|word| word.ends_with("ed"));
    if (ends_in_verb || STATES.is_match(&name)) && now.size.is_none() {
        let phrase = now.phrase.trim_end_matches('.');
        return wording::sentence(&format!("{phrase}; previously: {}", was.phrase));
    }
    // "Persists: the renal artery arises from the false lumen."
    if was.size.is_none() && now.size.is_none() && WORDS.finite.is_match(&name) && !types_differ(now, was) {
        return wording::sentence(&format!("Persists: {name}"));
    }
    let persists = if is_plural(&name) { "persist" } else { "persists" };
    match (was.size, now.size) {
        (None, Some(after)) if types_differ(now, was) => {
            wording::sentence(&format!("{name}, now {after}; previously: {}", was.name()))
        }
        (None, Some(after)) => format!("{name} {persists}, now {after}; no previous size is given."),
        (Some(before), None) => format!("{name} {persists}, {before} previously; no size is given now."),
        _ if types_differ(now, was) => wording::sentence(&format!("{name}; previously: {}", was.name())),
        _ => format!("{name} {persists}."),
    }
}

/// A name up to what is said of it: `Haematoma` of `Haematoma is isodense`.
fn head_of(name: &str) -> &str {
    STATES
        .find(name)
        .map(|verb| name[..verb.start()].trim_end())
        .filter(|head| !head.is_empty())
        .unwrap_or(name)
}

/// A change as it was dictated, with the plain word before one that says it in a roundabout way.
pub(super) fn as_dictated(text: &str) -> String {
    static PLAIN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:unchanged|stable|static|no (?:\w+ )?change|persist\w*|similar|resol\w+|no longer|disappeared|cleared|passed|increas\w+|larger|bigger|grown|grew|enlarg\w+|progress\w+|worsen\w*|decreas\w+|smaller|reduc\w+|shrunk\w*|regress\w+|diminished|improv\w+|new\w*)\b")
            .expect("plain words")
    });
    let plain = match said(text) {
        Some(Said::Stable) => "Stable: ",
        Some(Said::Gone) => "Resolved: ",
        Some(Said::Larger) => "Larger: ",
        Some(Said::Smaller) => "Smaller: ",
        _ => "",
    };
    if PLAIN.is_match(text) {
        return wording::sentence(text);
    }
    wording::sentence(&format!("{plain}{text}"))
}

/// Several lesions in one statement are set beside those of the previous one, without guessing which is which.
fn of_lists(now: &Observation, was: &Observation) -> String {
    let sizes = |observation: &Observation| {
        let mut sizes: Vec<i64> = measurement::find(&observation.phrase)
            .iter()
            .filter_map(measurement::Measurement::largest_millimetres)
            .map(|size| (size * 10.0).round() as i64)
            .collect();
        sizes.sort_unstable();
        sizes
    };
    let phrase = now.phrase.trim_end_matches('.');
    let text = if sizes(now) == sizes(was) {
        format!("Unchanged: {phrase}")
    } else {
        format!("{phrase}; previously: {}", was.phrase.trim_end_matches('.'))
    };
    wording::sentence(&text)
}

/// Whether both name types of the finding, and other ones.
fn types_differ(now: &Observation, was: &Observation) -> bool {
    let types = |observation: &Observation| -> Vec<String> {
        WORDS
            .types
            .find_iter(&numeral::in_figures(&observation.phrase))
            .map(|found| {
                let word = found.as_str().to_ascii_lowercase();
                // "bulge" and "bulging" are one type, "grade 2" and "grade 3" are two.
                if word.contains(|char: char| char == ' ' || char.is_ascii_digit()) {
                    word.replace('-', " ")
                } else {
                    word.chars().take(5).collect()
                }
            })
            .collect()
    };
    let (now, was) = (types(now), types(was));
    !now.is_empty() && !was.is_empty() && !now.iter().any(|name| was.contains(name))
}

fn sized(name: &str, before: Size, after: Size, dictated: Option<Said>) -> String {
    let difference = after.value - before.value;
    let (is, has) = if is_plural(name) {
        ("are", "have")
    } else {
        ("is", "has")
    };
    let error = if before.unit == Unit::Millimetre {
        MEASUREMENT_ERROR
    } else {
        0.05
    };
    let counts = match dictated {
        // A direction that was dictated and that the sizes bear out stands even for a millimetre.
        Some(Said::Larger) => difference >= 0.05,
        Some(Said::Smaller) => difference <= -0.05,
        _ => false,
    };
    if difference.abs() < 0.05 {
        return format!("{name} {is} unchanged, {before} previously and {after} now.");
    }
    if difference.abs() < error - 0.001 && !counts {
        return format!(
            "{name} {is} unchanged within measurement error, {before} previously and {after} now."
        );
    }
    let verb = if difference > 0.0 {
        "increased"
    } else {
        "decreased"
    };
    let percent = if before.value <= 0.0 || before.unit == Unit::Percent {
        String::new()
    } else {
        format!(" ({:+.0}%)", difference / before.value * 100.0)
    };
    let against = matches!(
        (dictated, difference > 0.0),
        (Some(Said::Stable | Said::Smaller), true) | (Some(Said::Stable | Said::Larger), false)
    );
    let remark = if against {
        "; this is not what was dictated"
    } else {
        ""
    };
    format!("{name} {has} {verb} from {before} to {after}{percent}{remark}.")
}

/// Whether a name is of several things.
fn is_plural(name: &str) -> bool {
    static HEAD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(.*?)(?:,| (?:in|of|on|at|with|along|within|from|to|involving|causing|up|around|largest|the)\b|$)").expect("head")
    });
    let head = HEAD
        .captures(name)
        .map_or("", |found| found.get(1).map_or("", |head| head.as_str()));
    let last = head.rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
    let singular = ["ss", "us", "is", "oas", "eas", "ens", "ax", "ios"];
    matches!(
        last.as_str(),
        "calculi" | "foci" | "thrombi" | "emboli" | "bullae"
    ) || (last.ends_with('s') && !singular.iter().any(|end| last.ends_with(end)))
}
