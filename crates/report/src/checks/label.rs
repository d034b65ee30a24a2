//! Of which side a statement is: by its own words, else by the label or the heading it stands under.
//!
//! `RIGHT KNEE: Menisci are normal. No effusion.` names no side in its second sentence and is of the right knee all the same; in
//! `bilateral necrosis: right stage III with effusion, left stage II` the effusion is on the right.

use std::sync::LazyLock;

use regex::Regex;

use super::sheet::Line;
use crate::anatomy;
use crate::section::SectionKind;
use crate::side::Side;

/// `Left knee: ...`, `On the right, ...`.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\W*(?:(?:(right|rt)|left|lt)\b[^.:;,]{0,32}:|(?:on|in) the (?:(right)|left)(?: side| \w+)?[,:])",
    )
    .expect("pattern")
});
/// `Right kidney 10.4 cm; ...`: without a colon, where another line opens with the same organ of the other side.
static OPENING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\W*(?:(right)|left) (kidney|ovary|adrenal|orbit)\b").expect("pattern"));

/// The organs that lines open with on both sides.
fn told_by_organs(lines: &[Line<'_>]) -> Vec<String> {
    let opening = |side: bool| {
        lines
            .iter()
            .filter(|line| line.opens && line.section == SectionKind::Findings)
            .filter_map(move |line| {
                let found = OPENING.captures(&line.lower)?;
                (found.get(1).is_some() == side).then(|| found[2].to_owned())
            })
    };
    let left: Vec<String> = opening(false).collect();
    opening(true).filter(|organ| left.contains(organ)).collect()
}

/// The heading of a part of the text: a label with nothing behind it.
static HEADING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\W*[a-z][a-z0-9 /&()-]{1,48}:\W*$").expect("pattern"));
/// The same without a colon, on a line of its own: `RIGHT ANKLE`.
static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\W*(?:(right)|left|both|bilateral)\b(?:\s+[a-z]+){0,2}(?:\s+joint)?\W*$").expect("pattern")
});
/// A side that is only named to compare with.
static COMPARED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:than|versus|vs|compared (?:to|with)|against|as on|like)\s+(?:on\s+|in\s+)?(?:the\s+)?$")
        .expect("pattern")
});

/// The side that opens a line with nothing else before what is told of it: `RIGHT: ...`, `Left side: ...`.
fn bare_side(line: &Line<'_>) -> Option<Side> {
    static BARE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^\W*(?:(right)|left)(?: (?:side|ear))?:\s*\w").expect("pattern"));
    let found = BARE.captures(&line.lower).filter(|_| line.opens)?;
    Some(if found.get(1).is_some() {
        Side::Right
    } else {
        Side::Left
    })
}

/// Whether the findings are told side by side: a bare side opens a line, lines without one follow, and then the other side opens one. Such a
/// label is a heading.
fn is_told_by_sides(lines: &[Line<'_>]) -> bool {
    let opening = lines
        .iter()
        .filter(|line| line.section == SectionKind::Findings && line.opens);
    let named: Vec<(usize, Side)> = opening
        .enumerate()
        .filter_map(|(at, line)| Some((at, bare_side(line)?)))
        .collect();
    matches!(named.as_slice(), [(first, one), (second, other)] if second - first > 1 && one != other)
}

/// Puts down under which side's label or heading each sentence of a text stands. A label holds to the end of its paragraph, a heading to
/// the next heading.
pub(super) fn put(text: &str, lines: &mut [Line<'_>]) {
    let (mut label, mut heading, mut section) = (None, None, None);
    let by_sides = is_told_by_sides(lines);
    let organs = told_by_organs(lines);
    let mut opened: Option<(Side, String)> = None;
    for line in lines {
        if section != Some(line.section) {
            (label, heading) = (None, None);
        }
        section = Some(line.section);
        let of = |is_right: bool| if is_right { Side::Right } else { Side::Left };
        let named = LABEL
            .captures(&line.lower)
            .map(|found| of(found.get(1).or_else(|| found.get(2)).is_some()));
        let is_of_side = by_sides && line.section == SectionKind::Findings && bare_side(line).is_some();
        if HEADING.is_match(&line.lower) || is_of_side {
            heading = named;
            label = heading;
        } else if let Some(title) = titled(text, line) {
            heading = title;
            label = heading;
        } else if named.is_some() {
            label = named;
        } else if line.opens {
            label = heading;
        }
        if line.opens {
            opened = OPENING
                .captures(&line.lower)
                .filter(|found| organs.iter().any(|organ| *organ == found[2]))
                .map(|found| (of(found.get(1).is_some()), found[2].to_owned()));
        }
        let of_organ = opened.as_ref().filter(|(_, organ)| speaks_of(line, organ));
        line.under = label.or(of_organ.map(|(side, _)| *side));
    }
}

/// Whether all that a sentence tells or denies is of this organ: `No hydronephrosis` behind what was told of a kidney.
fn speaks_of(line: &Line<'_>, organ: &str) -> bool {
    let id = if organ == "adrenal" {
        "adrenal-gland"
    } else {
        organ
    };
    let mut places = line
        .reading
        .claims
        .iter()
        .flat_map(|claim| &claim.subjects)
        .peekable();
    places.peek().is_some() && places.all(|place| anatomy::lexicon().is_within(&place.structure.id, id))
}

/// Whether two statements are certainly of different sides. Each is a sentence with the place of its finding in it.
pub(super) fn apart(one: (&Line<'_>, usize), other: (&Line<'_>, usize)) -> bool {
    match (side(one), side(other)) {
        (Some(one), Some(other)) => one != other && one != Side::Bilateral && other != Side::Bilateral,
        _ => false,
    }
}

fn side((line, at): (&Line<'_>, usize)) -> Option<Side> {
    match line.marks.as_slice() {
        [] => line.under,
        // `LEFT KNEE: Both menisci are normal.`
        marks if marks.iter().all(|mark| mark.side == Side::Bilateral) => line.under,
        [first, rest @ ..] if rest.iter().all(|mark| mark.side == first.side) => Some(first.side),
        _ => before(line, at),
    }
}

/// The side of a line that is nothing but a title; `Left knee effusion` is a finding.
fn titled(text: &str, line: &Line<'_>) -> Option<Option<Side>> {
    let title = TITLE.captures(&line.lower)?;
    let ends_line = text[line.range().end..]
        .trim_start_matches([' ', '.', ':'])
        .starts_with('\n');
    let is_bare =
        line.opens && ends_line && line.reading.claims.is_empty() && line.reading.normals.is_empty();
    let side = match &line.marks.first()?.side {
        Side::Bilateral => None,
        _ if title.get(1).is_some() => Some(Side::Right),
        _ => Some(Side::Left),
    };
    is_bare.then_some(side)
}

/// The side that was named last before a finding, in a sentence that names several.
fn before(line: &Line<'_>, at: usize) -> Option<Side> {
    let mark = line.marks.iter().rev().find(|mark| mark.range.end <= at)?;
    let compared = COMPARED.is_match(&line.lower[..mark.range.start]);
    (!compared).then_some(mark.side)
}
