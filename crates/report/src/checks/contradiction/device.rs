//! A device that one statement calls absent and another describes. Names stand in `data/checks/devices.toml`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::super::Flag;
use super::super::sheet::{Line, Sheet};
use super::between;
use crate::negation;
use crate::phrase::Phrases;
use crate::section::SectionKind;
use crate::side::{self, Side};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Device {
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    device: Vec<Device>,
}

static DEVICES: LazyLock<Phrases<usize>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../../data/checks/devices.toml"))
        .unwrap_or_else(|error| panic!("devices: {error}"));
    let words = file.device.iter().enumerate();
    Phrases::new(words.flat_map(|(index, device)| device.words.iter().map(move |word| (word, index))))
});

/// A denial of some devices only, or a device that is no longer there.
static NARROWS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:other|additional|further|second|new|residual|retained|left|right|broken|fractured|displaced|malpositioned|removed|removal|previous\w*|prior|was|were|explant\w*|interval|no longer|recommend\w*|planned|suggest\w*|if|may)\b").expect("pattern")
});
/// What may stand behind a device that is denied as such: not `no stent migration`.
static ENDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:$|[.,;)]|(?:is|are|or|and|nor|in|seen|present|noted|identified|visible|visuali[sz]ed|within)\b)")
        .expect("pattern")
});

/// What is denied of a device that is there: `no fracture of hardware`, `no lucency around the screws`.
static OF_DEVICE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:of|around|about|along|within|in|to|with|near|adjacent|surrounding|screw|rod|lead|fracture[ds]?|loosen\w*|luc\w+)\b[^.;,]*$").expect("pattern")
});

/// `No ureteric stent is present` and `a double-J stent runs to the bladder`.
pub(super) fn devices(sheet: &Sheet<'_>, tell: &mut impl FnMut(Flag)) {
    let named: Vec<(&Line<'_>, usize, bool)> = sheet
        .lines()
        .filter(|line| matches!(line.section, SectionKind::Findings | SectionKind::Impression))
        .flat_map(|line| {
            let scopes = &line.scopes;
            let found = DEVICES.find(&line.words).into_iter();
            found.filter_map(move |found| {
                let denied = negation::denies(scopes, found.range.start);
                let plain = !NARROWS.is_match(&line.lower) || !denied && !is_gone(line, &found.range);
                let rest = &line.lower[found.range.end..];
                let whole =
                    !denied || ENDS.is_match(rest) && !OF_DEVICE.is_match(&line.lower[..found.range.start]);
                (plain && whole).then_some((line, found.meaning, denied))
            })
        })
        .collect();
    for (line, device, _) in named.iter().filter(|(.., denied)| *denied) {
        let against = named.iter().find(|(other, same, denied)| {
            !denied && same == device && other.start != line.start && !on_other_side(line, other)
        });
        if let Some((other, ..)) = against {
            tell(between(line, other));
        }
    }
}

fn is_gone(line: &Line<'_>, device: &Range<usize>) -> bool {
    let rest = &line.lower[device.start..];
    [
        "removed",
        "removal",
        "no longer",
        "previous",
        "prior",
        "recommend",
        "planned",
        "was ",
        "were ",
    ]
    .iter()
    .any(|word| rest.contains(word) || line.lower[..device.start].contains(word))
}

fn on_other_side(line: &Line<'_>, other: &Line<'_>) -> bool {
    let side =
        |line: &Line<'_>| -> Vec<Side> { side::find(line.text).into_iter().map(|mark| mark.side).collect() };
    let (ours, theirs) = (side(line), side(other));
    !ours.is_empty()
        && !theirs.is_empty()
        && !ours.contains(&Side::Bilateral)
        && !ours.iter().any(|one| theirs.contains(one))
}
