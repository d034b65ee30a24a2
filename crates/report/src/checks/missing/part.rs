//! Parts of an organ by which lesions and nodes are told apart: lobes of lung and brain, levels of nodes. An impression that names one
//! of two leaves the other out, as long as it says nothing of several.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::Fact;
use super::super::place;
use super::super::sheet::Line;
use super::item::Item;
use super::likeness::shares_size;
use super::weight;
use crate::side::Side;

/// A part that a sentence names: `upper`, `frontal`, `level ii`, and on which side.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    name: String,
    side: Option<Side>,
}

static LOBE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b((?:upper|middle|lower)(?:\s*(?:,|and|&|/)\s*(?:upper|middle|lower))*)[- ]+lobes?\b|\b(rul|rml|rll|lul|lll)\b|\b(lingul\w*)").expect("pattern")
});
static LEVEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\blevels?\s+(?:iv|i{1,3}|vi?|[1-7])[ab]?\b(?:\s*(?:,|and|&|/|to|-)\s*(?:iv|i{1,3}|vi?|[1-7])[ab]?\b)*").expect("pattern")
});
static NUMERAL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:iv|i{1,3}|vi?|[1-7])[ab]?\b").expect("pattern"));
static SIDE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(right|left|bilateral|both)[- ]+(?:(?:posterior|anterior|superior|inferior|medial|high|basal)[- ]+)?$").expect("pattern")
});
static SIDE_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:nodes?\s+)?(?:on\s+)?(?:the\s+)?(right|left|bilaterally|bilateral|both)\b")
        .expect("pattern")
});
/// Says something of several at once, or of a whole.
static SEVERAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:multiple|several|numerous|multifocal|disseminated|diffuse|widespread|extensive|innumerable|other|others|additional|further|another|second|both|bilateral|all|metastases|metastatic|carcinomatosis|lesions|masses|nodules|deposits|foci|abscesses|granulomas|with|two|three|four|five|lymphoma|tuberculosis|infection|largest|dominant|including)\b").expect("pattern")
});
/// Tells more than one finding in a sentence of the findings.
static PLURAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:two|three|four|five|multiple|several|numerous|metastases|lesions|masses|nodules|deposits|nodes|another|second|one in)\b").expect("pattern")
});

static LESION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:nodule|mass|lesion|metastasis|tumou?r|deposit|growth|node)\b").expect("pattern")
});

/// The parts that a text names, in order; `lower` is in lower case.
fn parts(lower: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut push = |name: &str, side: Option<Side>| {
        parts.push(Part {
            name: name.to_owned(),
            side,
        });
    };
    for found in LOBE.captures_iter(lower) {
        let range = found.get(0).map_or(0..0, |whole| whole.range());
        if let Some(short) = found.get(2) {
            let side = if short.as_str().starts_with('r') {
                Side::Right
            } else {
                Side::Left
            };
            let name = match &short.as_str()[1..2] {
                "u" => "upper",
                "m" => "middle",
                _ => "lower",
            };
            push(name, Some(side));
        } else if found.get(3).is_some() {
            push("upper", Some(Side::Left));
        } else {
            let side = side_at(lower, range.start, range.end);
            for name in ["upper", "middle", "lower"] {
                if found[1].contains(name) {
                    push(name, side);
                }
            }
        }
    }
    for (range, names) in place::brain_parts(lower) {
        let side = side_at(lower, range.start, range.end);
        for name in names {
            push(name, side);
        }
    }
    for found in LEVEL.find_iter(lower) {
        let side = side_at(lower, found.start(), found.end());
        for numeral in NUMERAL.find_iter(&found.as_str()[5..]) {
            push(&format!("level {}", roman(numeral.as_str())), side);
        }
    }
    parts
}

fn side_at(lower: &str, start: usize, end: usize) -> Option<Side> {
    let named = SIDE_BEFORE
        .captures(&lower[..start])
        .or_else(|| SIDE_BEHIND.captures(&lower[end..]))?;
    Some(match &named[1] {
        "right" => Side::Right,
        "left" => Side::Left,
        _ => Side::Bilateral,
    })
}

/// A level without its letter, as a Roman numeral.
fn roman(numeral: &str) -> &str {
    match numeral.trim_end_matches(['a', 'b']) {
        "1" => "i",
        "2" => "ii",
        "3" => "iii",
        "4" => "iv",
        "5" => "v",
        "6" => "vi",
        other => other,
    }
}

impl Part {
    fn meets(&self, other: &Self) -> bool {
        let sides = match (self.side, other.side) {
            (Some(one), Some(two)) => one == two || one == Side::Bilateral || two == Side::Bilateral,
            _ => true,
        };
        self.name == other.name && sides
    }
}

/// The first lesion or node of a sentence in a part of an organ that the impression passes over while it names another part. `covers`
/// says of an item whether it mentions the sentence otherwise.
pub(super) fn left_out<'f>(
    items: &[Item<'_, '_>],
    line: &Line<'_>,
    facts: &[&'f Fact],
    covers: impl Fn(&Item<'_, '_>) -> bool,
) -> Option<&'f Fact> {
    let fact = facts.iter().find(|fact| {
        matches!(fact.kind.id.as_str(), "lesion" | "nodes")
            && !fact.describes
            && !fact.inherited
            && weight::is_weighty(line, fact)
            && !weight::is_minor(line, fact)
    })?;
    let told = parts(&line.lower);
    let covering: Vec<&Item<'_, '_>> = items.iter().filter(|item| covers(item)).collect();
    let says_more = |item: &&&Item<'_, '_>| {
        parts(&item.line.lower).is_empty()
            || SEVERAL.is_match(&item.line.lower)
            || shares_size(line, item.line)
            || item
                .line
                .reading
                .claims
                .iter()
                .filter(|claim| !claim.denied && claim.kind.id == fact.kind.id)
                .count()
                > 1
    };
    if told.is_empty() || covering.is_empty() || covering.iter().any(|item| says_more(&item)) {
        return None;
    }
    let named: Vec<Part> = items.iter().flat_map(|item| parts(&item.line.lower)).collect();
    let is_named = |part: &Part| named.iter().any(|other| part.meets(other));
    let is_left_out = if PLURAL.is_match(&line.lower) || LESION.find_iter(&line.lower).count() > 1 {
        !told.iter().all(is_named)
    } else {
        !told.iter().any(is_named)
    };
    is_left_out.then_some(*fact)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = parts(text)
            .into_iter()
            .map(|part| match part.side {
                Some(side) => format!("{} {side:?}", part.name),
                None => part.name,
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn parts_are_read_with_their_sides() {
        check(
            "mass in the right upper and middle lobes",
            &["upper Right", "middle Right"],
        );
        check(
            "rll nodule and a lingular opacity",
            &["lower Right", "upper Left"],
        );
        check(
            "right frontal and left cerebellar metastases",
            &["front Right", "cerebell Left"],
        );
        check("left frontoparietal mass", &["front Left", "pariet Left"]);
        check(
            "nodes at level ii on the right and level iv on the left",
            &["level ii Right", "level iv Left"],
        );
        check(
            "left level ii and iii nodes",
            &["level ii Left", "level iii Left"],
        );
        check("no focal lesion", &[]);
    }
}
