//! Lesions that share a sentence, each in words of its own.
//!
//! `Uterine fibroids: posterior wall 4.0 cm, anterior wall 3.0 cm` tells of two fibroids. Each becomes a phrase that can be read and
//! paired alone: `posterior wall uterine fibroid 4.0 cm`, `anterior wall uterine fibroid 3.0 cm`.

use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::{level, lexicon};
use report::measurement::{self, Measurement, Unit};
use report::reading::Reading;
use report::{side, token};

use super::beside;

static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*([A-Za-z][^:.;\d]{1,60}?)\s*(?:#?\d{1,2})?\s*:\s+(\S.*)$").expect("label")
});
static SEPARATOR: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\)?\s*[;,]\s*(?:and\s+)?|\)?\s+and\s+").expect("separator"));
static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:(?:and|(?:two|three|four|five|six|\d+|multiple|several|few|many),?\s+(?:the )?largest|another|one|the other|other|a second|a third|the second|the largest|largest)\b[\s,]*)+").expect("leading words")
});
/// Words of a heading over several lesions that do not name one of them.
static MANY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:both|bilateral(?:ly)?|multiple|several|few|two|three|four|five|there (?:is|are)|shows?|seen|noted|are|is|in|the|measur\w+|of)\b").expect("words of many")
});
static BEFORE_SIZE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)[\s,(:-]*\b(?:(?:which |that )?(?:now )?(?:is|are|measur\w+|of|with|up to|size))?[\s,(:-]*$",
    )
    .expect("words before a size")
});
static PLACE_WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:segments?|level|station|pole|anterior|posterior|medial|lateral|superior|inferior|upper|middle|lower|proximal|distal|mid|frontal|parietal|temporal|occipital|cerebellar|lobe|zone|o'?clock|head|neck|body|tail|apical|basal)\b").expect("place words")
});
/// The lesions of a sentence, each in its own words; the sentence itself when it has one or tells them in a list without places.
pub(super) fn apart(sentence: &str) -> Vec<String> {
    let sentence = sentence.trim().trim_end_matches('.');
    if let Some(sided) = respectively(sentence) {
        return sided;
    }
    let (label, body) = match LABEL.captures(sentence) {
        Some(found) => (
            found.get(1).map(|label| label.as_str()),
            found.get(2).map_or(sentence, |body| body.as_str()),
        ),
        None => (None, sentence),
    };
    let pieces = pieces(body);
    let lesions = if pieces.len() > 1 || label.is_some() {
        completed(label, &pieces)
    } else {
        vec![body.to_owned()]
    };
    lesions.iter().flat_map(|lesion| beside::apart(lesion)).collect()
}

/// Lengths and volumes of a text.
pub(super) fn sizes(text: &str) -> Vec<Measurement> {
    measurement::find(text)
        .into_iter()
        .filter(|found| matches!(found.unit, Unit::Millimetre | Unit::Centimetre | Unit::Millilitre))
        .collect()
}

/// Cuts a body between its sizes, when each part names a place of its own.
fn pieces(body: &str) -> Vec<&str> {
    let sizes = sizes(body);
    let mut cuts = Vec::new();
    for pair in sizes.windows(2) {
        let gap = pair[0].range.end..pair[1].range.start;
        let separators: Vec<_> = SEPARATOR.find_iter(&body[gap.clone()]).collect();
        let Some(first) = separators.first() else {
            return vec![body];
        };
        // Before the second size its own words: from the last separator that leaves it a place, unless its words come behind it.
        let cut = separators
            .iter()
            .rev()
            .find(|found| names_place(&body[gap.start + found.end()..gap.end]))
            .or_else(|| separators.last().filter(|last| gap.start + last.end() == gap.end))
            .unwrap_or(first);
        cuts.push(gap.start + cut.start()..gap.start + cut.end());
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    for cut in cuts {
        let end = if body[cut.clone()].starts_with(')') {
            cut.start + 1
        } else {
            cut.start
        };
        pieces.push(&body[start..end]);
        start = cut.end;
    }
    pieces.push(&body[start..]);
    if pieces.iter().all(|piece| names_place(piece)) || pieces.iter().all(|piece| is_named(piece)) {
        pieces
    } else {
        vec![body]
    }
}

/// Whether a piece names what it measures before its size.
fn is_named(piece: &str) -> bool {
    let end = sizes(piece).first().map_or(0, |size| size.range.start);
    let before = BEFORE_SIZE
        .replace(LEADING.replace(&piece[..end], "").as_ref(), "")
        .into_owned();
    before.chars().any(char::is_alphabetic)
}

fn names_place(text: &str) -> bool {
    !side::find(text).is_empty()
        || !level::find(text).is_empty()
        || PLACE_WORD.is_match(text)
        || !lexicon().find(text).is_empty()
}

/// Pieces with what they leave out of the heading over them, or of the first of them.
fn completed(label: Option<&str>, pieces: &[&str]) -> Vec<String> {
    let Some(first) = pieces.first() else {
        return Vec::new();
    };
    let mut heading = label.map(str::to_owned);
    let mut rest: Vec<&str> = pieces.to_vec();
    if heading.is_none()
        && let Some((head, tail)) = heading_of(first)
    {
        heading = Some(head.to_owned());
        rest[0] = tail;
    }
    let own = Reading::of(first);
    let noun = match &heading {
        Some(heading) => singular(&MANY.replace_all(heading, " ")),
        None => own
            .claims
            .first()
            .filter(|claim| claim.named != (0..first.len()))
            .map_or_else(String::new, |claim| singular(&first[claim.named.clone()])),
    };
    rest.iter()
        .enumerate()
        .map(|(index, piece)| {
            let piece = LEADING.replace(piece, "");
            let own_place = heading.is_none() && is_elsewhere(&own, &Reading::of(&piece));
            let is_complete = says(&piece, &noun) && !(label.is_some() && places_more(&noun, &piece));
            if (index == 0 && heading.is_none()) || own_place || is_complete {
                piece.into_owned()
            } else {
                with_noun(&piece, &noun, heading.is_some())
            }
        })
        .collect()
}

/// Whether a piece is of another structure than the first: the spleen behind a renal mass has no mass.
fn is_elsewhere(first: &Reading, piece: &Reading) -> bool {
    let near = |left: &report::anatomy::Structure, right: &report::anatomy::Structure| {
        let parent = left.parent.is_some() && left.parent == right.parent;
        parent || lexicon().is_within(&left.id, &right.id) || lexicon().is_within(&right.id, &left.id)
    };
    !piece.subjects.is_empty()
        && !first.subjects.is_empty()
        && !piece.subjects.iter().any(|subject| {
            first
                .subjects
                .iter()
                .any(|other| near(subject.structure, other.structure))
        })
}

/// `Both kidneys show calculi, right 4 mm`: what stands over several lesions, and the first of them.
fn heading_of(piece: &str) -> Option<(&str, &str)> {
    let size = sizes(piece).into_iter().next()?;
    let before = &piece[..size.range.start];
    let both = side::find(before)
        .iter()
        .any(|mark| mark.side == side::Side::Bilateral);
    let cut = before.rfind(',').or_else(|| both.then_some(before.len()))?;
    let (head, tail) = (&piece[..cut], piece[cut..].trim_start_matches([',', ' ']));
    let short = tail[..tail.len() - (piece.len() - size.range.start)]
        .split_whitespace()
        .count()
        <= 4;
    let is_heading = Reading::of(head).is_abnormal() && names_place(tail) && short;
    let several = both || singular(head) != head.split_whitespace().collect::<Vec<_>>().join(" ");
    (is_heading && several).then_some((head, tail))
}

fn says(piece: &str, noun: &str) -> bool {
    let words = token::words(piece);
    token::words(noun)
        .last()
        .is_none_or(|last| words.iter().any(|word| word.key == last.key))
}

/// A piece with its noun before its size, or before its place when it begins with `in`.
fn with_noun(piece: &str, noun: &str, is_heading: bool) -> String {
    let reading = Reading::of(piece);
    let states = reading.claims.iter().any(|claim| claim.named != (0..piece.len()));
    if states && is_heading {
        return if !Reading::of(noun).claims.is_empty() {
            piece.to_owned()
        } else if reading.subjects.is_empty() || places_more(noun, piece) {
            format!("{noun}: {piece}")
        } else {
            piece.to_owned()
        };
    }
    if states {
        return piece.to_owned();
    }
    let Some(size) = sizes(piece).into_iter().next() else {
        return format!("{noun} {piece}");
    };
    let before = BEFORE_SIZE
        .replace(&piece[..size.range.start], "")
        .trim()
        .to_owned();
    let behind = piece[size.range.clone().end..].trim_start_matches(')');
    let size = &piece[size.range];
    let leads = ["in ", "at ", "of ", "on "]
        .iter()
        .any(|word| before.starts_with(word));
    if before.is_empty() || leads {
        format!("{noun} {before} {size}{behind}")
    } else {
        format!("{before} {noun} {size}{behind}")
    }
}

/// Whether a label gives a side or a structure that the piece behind it does not: `Left kidney: moderate hydronephrosis`.
fn places_more(label: &str, piece: &str) -> bool {
    let reading = Reading::of(piece);
    let side = !side::find(label).is_empty() && side::find(piece).is_empty();
    let structure = lexicon().find(label).iter().any(|mention| {
        !reading
            .subjects
            .iter()
            .any(|subject| lexicon().is_within(&subject.structure.id, &mention.structure.id))
    });
    side || structure
}

/// `right and left adrenal nodules of 8 mm and 12 mm respectively`: each side with its own size.
fn respectively(sentence: &str) -> Option<Vec<String>> {
    static BOTH: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(.*?)\b(right|left)\s+and\s+(right|left)\b(.*?)\b(?:measur\w+|of)\s+(.+?)\s+and\s+(.+?),?\s+respectively(.*)$").expect("respectively")
    });
    let found = BOTH.captures(sentence)?;
    let (before, behind, tail) = (&found[1], singular(&found[4]), &found[7]);
    (!sizes(&found[5]).is_empty() && !sizes(&found[6]).is_empty()).then(|| {
        [(2, 5), (3, 6)]
            .iter()
            .map(|(side, size)| format!("{before}{} {behind} {}{tail}", &found[*side], &found[*size]))
            .collect()
    })
}

/// A phrase with its plurals in the singular.
fn singular(phrase: &str) -> String {
    phrase
        .split_whitespace()
        .map(|word| {
            let lower = word.to_ascii_lowercase();
            let cut = |end: usize, with: &str| format!("{}{with}", &word[..word.len() - end]);
            match lower.as_str() {
                "calculi" => cut(1, "us"),
                "loci" | "thrombi" | "emboli" => cut(1, "us"),
                _ if lower.ends_with("stases") || lower.ends_with("noses") => cut(2, "is"),
                _ if lower.ends_with("sses") || lower.ends_with("scesses") => cut(2, ""),
                _ if lower.ends_with("ies") && lower.len() > 4 => cut(3, "y"),
                _ if lower.ends_with('s')
                    && !["ss", "us", "is", "oas"].iter().any(|end| lower.ends_with(end))
                    && lower != "pancreas" =>
                {
                    cut(1, "")
                }
                _ => word.to_owned(),
            }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: &[&str]) {
        assert_eq!(apart(sentence), expected, "{sentence}");
    }

    #[test]
    fn lesions_under_a_heading_take_its_noun() {
        check(
            "Uterine fibroids: posterior wall 4.0 cm, anterior wall 3.0 cm.",
            &[
                "posterior wall Uterine fibroid 4.0 cm",
                "anterior wall Uterine fibroid 3.0 cm",
            ],
        );
        check(
            "Bilateral psoas abscesses: right 2.5 x 2 cm, left 6.0 x 4.0 cm.",
            &[
                "right psoas abscess 2.5 x 2 cm",
                "left psoas abscess 6.0 x 4.0 cm",
            ],
        );
        check(
            "Both kidneys show calculi, right 4 mm, left 7 mm.",
            &["right kidney calculus 4 mm", "left kidney calculus 7 mm"],
        );
    }

    #[test]
    fn later_lesions_take_the_noun_of_the_first() {
        check(
            "Hepatic cysts in segment II (18 mm) and segment VII (2.5 cm).",
            &["Hepatic cysts in segment II (18 mm)", "segment VII cyst 2.5 cm"],
        );
        check(
            "Lesion in segment IVb measuring 2.2 cm, another in segment VI measuring 45 mm",
            &[
                "Lesion in segment IVb measuring 2.2 cm",
                "Lesion in segment VI 45 mm",
            ],
        );
    }

    #[test]
    fn a_list_of_sizes_without_places_stays_whole() {
        check(
            "Nodules of 8 mm and 5 mm in the left upper lobe.",
            &["Nodules of 8 mm and 5 mm in the left upper lobe"],
        );
    }

    #[test]
    fn what_goes_with_a_sized_lesion_stands_for_itself() {
        check(
            "Common bile duct 13 mm with distal calculi.",
            &["Common bile duct 13 mm", "distal calculi of the common bile duct"],
        );
    }

    #[test]
    fn sides_and_sizes_are_joined_respectively() {
        check(
            "Right and left adrenal nodules of 8 mm and 12 mm respectively.",
            &["Right adrenal nodule 8 mm", "left adrenal nodule 12 mm"],
        );
    }
}
