//! Findings that a sentence asserts without a word of the vocabulary: an organ that an operation took away, a structure that is not
//! seen, a calibre that is too large, lymph nodes that their size or a word beside them calls abnormal, and what the rules of
//! `data/implications.toml` tell.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::{Claim, Parts, Subject, altered, vocabulary};
use crate::phrase::Phrases;
use crate::side::Side;
use crate::{anatomy, measurement, negation, operation};

/// A node of this largest diameter is worth telling, in millimetres.
const LARGE_NODE: f64 = 8.0;
/// Words beside a node that call it abnormal, as keys.
const ABNORMAL_NODE: &[&str] = &[
    "suspiciou",
    "suspicious",
    "necrotic",
    "pathological",
    "abnormal",
    "enlarged",
    "prominent",
    "matted",
    "conglomerate",
    "extranodal",
    "metastatic",
    "heterogeneou",
    "heterogeneous",
    "multiple",
    "bulky",
    "cluster",
];
/// Words that call a node harmless whatever its size.
const HARMLESS_NODE: &[&str] = &[
    "insignificant",
    "subcentimeter",
    "subcentimetric",
    "benign",
    "hilum",
    "normal",
    "reactive",
    "calcified",
    "unenlarged",
];

/// Everything that is implied.
pub(super) fn claims(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Vec<Claim> {
    let mut implied = removed(parts);
    implied.extend(nodes(parts, stated, subjects));
    implied.extend(unseen(parts, stated, subjects));
    implied.extend(missing(parts, stated, subjects));
    implied.extend(small(parts, subjects));
    implied.extend(neither(parts, subjects));
    implied.extend(too_wide(parts, subjects));
    implied.extend(too_high(parts));
    implied.extend(told_by_rule(parts, subjects));
    implied.extend(altered::claims(parts, stated, subjects));
    implied
}

pub(super) fn claim(parts: &Parts<'_>, kind: &str, denied: bool, subjects: Vec<Subject>) -> Option<Claim> {
    Some(Claim {
        kind: vocabulary::vocabulary().kind(kind)?,
        denied,
        subjects,
        named: 0..parts.text.len(),
        clause: 0..parts.text.len(),
        describes: false,
        names_place: false,
    })
}

fn removed(parts: &Parts<'_>) -> Vec<Claim> {
    let operations = operation::removed(parts.text).into_iter();
    operations
        .filter_map(|removed| {
            let places = removed.structures.iter().map(|structure| Subject {
                structure,
                side: removed.side,
            });
            let mut claim = claim(parts, "removed", false, places.collect())?;
            claim.named = removed.range;
            Some(claim)
        })
        .collect()
}

/// `Axillary node of 1.6 cm` asserts enlarged nodes, `no suspicious lymph nodes` denies them.
fn nodes(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Option<Claim> {
    if stated.iter().any(|claim| claim.kind.id == "nodes") {
        return None;
    }
    let is_node = |id: &str| anatomy::lexicon().is_within(id, "lymph-node");
    let nodes: Vec<Subject> = subjects
        .iter()
        .filter(|subject| is_node(&subject.structure.id))
        .cloned()
        .collect();
    if nodes.is_empty() {
        return None;
    }
    let is_denied = parts.mentions.iter().any(|mention| {
        is_node(&mention.structure.id) && negation::denies(&parts.scopes, mention.range.start)
    });
    (is_denied || abnormal_nodes(parts)).then(|| claim(parts, "nodes", is_denied, nodes))?
}

static UNSEEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?:is|are|was|were) )?not (?:\w+ly )?(?:seen|visuali[sz]ed|identified|demonstrated|opacified|formed)\b|\b(?:(?:is|are) )?(?:congenitally |surgically )?absent\s*(?:[.,;]|$)|\b(?:is|are) absent\b").expect("pattern")
});
/// `No spleen.` and `Neither cruciate ligament is intact.`
static NEITHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*neither\b.*\b(?:intact|normal|patent|clear|preserved)\b").expect("pattern")
});
static SMALL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^\s+(?:small|shrunken)\s*(?:[.,;]|and\b|$)").expect("pattern"));

/// A structure of which nothing else is said than that there is none.
fn missing(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Option<Claim> {
    // "No hydronephrosis" names a finding by a word that leads to a structure.
    if !stated.is_empty() {
        return None;
    }
    let [mention] = &parts.mentions[..] else {
        return None;
    };
    let [subject] = subjects else { return None };
    let before = parts.text[..mention.range.start].trim();
    let behind = parts.text[mention.range.end..].trim_matches(|c: char| !c.is_alphanumeric());
    let is_organ = !anatomy::lexicon().is_within(&subject.structure.id, "lymph-node");
    (before.eq_ignore_ascii_case("no") && behind.is_empty() && is_organ)
        .then(|| claim(parts, "unseen", false, vec![subject.clone()]))?
}

/// `Left kidney small.`: the word for its size right behind it.
fn small(parts: &Parts<'_>, subjects: &[Subject]) -> Option<Claim> {
    let named = parts
        .mentions
        .iter()
        .find(|mention| SMALL.is_match(&parts.text[mention.range.end..]))?;
    claim(parts, "reduction", false, places_of(parts, named, subjects))
}

/// `Neither cruciate ligament is intact`.
fn neither(parts: &Parts<'_>, subjects: &[Subject]) -> Option<Claim> {
    NEITHER
        .is_match(parts.text)
        .then(|| claim(parts, "not-normal", false, subjects.to_vec()))?
}

/// `The right vertebral artery is not visualised`: what is denied is the structure itself.
fn unseen(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Option<Claim> {
    let cue = UNSEEN.find(parts.text)?;
    let speaks_of_finding = stated.iter().any(|claim| claim.named.start < cue.start());
    let named = parts
        .mentions
        .iter()
        .rfind(|mention| mention.range.end <= cue.start())?;
    let opens_with_denial = parts
        .scopes
        .iter()
        .any(|scope| scope.cue.end <= named.range.start);
    if speaks_of_finding || opens_with_denial {
        return None;
    }
    claim(parts, "unseen", false, places_of(parts, named, subjects))
}

/// The places that a mention names: of "left kidney is not seen, right kidney is normal" the left one.
fn places_of(parts: &Parts<'_>, named: &anatomy::Mention, subjects: &[Subject]) -> Vec<Subject> {
    let of_structure = || {
        subjects
            .iter()
            .filter(|subject| subject.structure.id == named.structure.id)
            .cloned()
    };
    let before = parts
        .mentions
        .iter()
        .rfind(|other| other.range.end <= named.range.start);
    let from = before.map_or(0, |other| other.range.end);
    let told = parts
        .sides
        .iter()
        .rfind(|mark| from <= mark.range.start && mark.range.end <= named.range.end);
    let of_side: Vec<Subject> = of_structure()
        .filter(|subject| told.is_some_and(|mark| subject.side == Some(mark.side)))
        .collect();
    if of_side.is_empty() {
        of_structure().collect()
    } else {
        of_side
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    claims: String,
    structure: String,
    over: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratio {
    said: Vec<String>,
    claims: String,
    structure: String,
    over: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    limit: Vec<Limit>,
    ratio: Vec<Ratio>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static LIMITS: LazyLock<Limits> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/limits.toml")).unwrap_or_else(|error| panic!("limits: {error}"))
});

/// The words of each share.
static RATIO_NAMES: LazyLock<Vec<Phrases<()>>> = LazyLock::new(|| {
    let names = |ratio: &Ratio| Phrases::new(ratio.said.iter().map(|words| (words, ())));
    LIMITS.ratio.iter().map(names).collect()
});

/// What may stand between a structure and its own size: `CBD measures 13 mm`, `pulmonary trunk is dilated to 34 mm`, `CBD 11 mm`.
static MEASURES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:is|are|measures?|measuring|measured|of|at|up to|to|about|approximately|in|its|has|with|a|an|the|maximum|maximal|transverse|diameters?|calib(?:re|er)|thickness|size|widest|point|span|length|craniocaudal)\b\W*)*$").expect("pattern")
});

/// `CBD measures 13 mm`: a calibre beyond the limit. Of several structures in one sentence each has the size behind it.
fn too_wide(parts: &Parts<'_>, subjects: &[Subject]) -> Vec<Claim> {
    let found = measurement::find(parts.text);
    if found.is_empty() {
        return Vec::new();
    }
    let beyond = |(at, mention): (usize, &anatomy::Mention)| {
        let limit = LIMITS
            .limit
            .iter()
            .find(|limit| limit.structure == mention.structure.id)?;
        let next = parts
            .mentions
            .get(at + 1)
            .map_or(parts.text.len(), |next| next.range.start);
        let size = found
            .iter()
            .find(|size| size.range.start >= mention.range.end && size.range.end <= next)?;
        let between = &parts.text[mention.range.end..size.range.start];
        let is_wide = size.largest_millimetres().is_some_and(|size| size > limit.over);
        if !is_wide || !MEASURES.is_match(between) || is_size_of_finding(parts, mention) {
            return None;
        }
        let places = places_of(parts, mention, subjects);
        (!places.is_empty()).then(|| claim(parts, &limit.claims, false, places))?
    };
    parts.mentions.iter().enumerate().filter_map(beyond).collect()
}

/// `Calculus in the common bile duct measuring 11 mm`: a finding before the structure, in it, has the size.
fn is_size_of_finding(parts: &Parts<'_>, mention: &anatomy::Mention) -> bool {
    let before = parts.text[..mention.range.start].trim_end();
    let before = before.strip_suffix("the").map_or(before, str::trim_end);
    ["in", "of", "within", "from", "at"].iter().any(|word| {
        before
            .strip_suffix(word)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
    })
}

/// `RV to LV ratio is 1.4`: a share beyond its limit.
fn too_high(parts: &Parts<'_>) -> Vec<Claim> {
    let beyond = |(ratio, names): (&Ratio, &Phrases<()>)| {
        let said = names.find(&parts.words);
        let named = said.first()?;
        let value = parts.words.iter().find(|word| {
            word.range.start >= named.range.end && word.key.starts_with(|c: char| c.is_ascii_digit())
        })?;
        let is_high = value.key.parse::<f64>().is_ok_and(|value| value > ratio.over);
        let structure = anatomy::lexicon().get(&ratio.structure).filter(|_| is_high)?;
        let place = Subject {
            structure,
            side: None,
        };
        claim(parts, &ratio.claims, false, vec![place])
    };
    LIMITS
        .ratio
        .iter()
        .zip(&*RATIO_NAMES)
        .filter_map(beyond)
        .collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    said: Vec<String>,
    #[serde(default)]
    beside: Vec<String>,
    #[serde(default)]
    unless: Vec<String>,
    #[serde(default)]
    within: Vec<String>,
    claims: String,
    #[serde(default)]
    at: Vec<String>,
    #[serde(default)]
    both: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Entry>,
}

struct Rule {
    said: Phrases<()>,
    beside: Option<Phrases<()>>,
    unless: Phrases<()>,
    within: Vec<String>,
    claims: String,
    at: Vec<String>,
    both: bool,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/implications.toml"))
        .unwrap_or_else(|error| panic!("implications: {error}"));
    let phrases = |words: Vec<String>| Phrases::new(words.into_iter().map(|word| (word, ())));
    let rule = |entry: Entry| Rule {
        said: phrases(entry.said),
        beside: (!entry.beside.is_empty()).then(|| phrases(entry.beside)),
        unless: phrases(entry.unless),
        within: entry.within,
        claims: entry.claims,
        at: entry.at,
        both: entry.both,
    };
    file.rule.into_iter().map(rule).collect()
});

fn told_by_rule(parts: &Parts<'_>, subjects: &[Subject]) -> Vec<Claim> {
    let lexicon = anatomy::lexicon();
    let tell = |rule: &Rule| {
        let said = rule.said.find(&parts.words);
        let is_said = said
            .iter()
            .any(|found| !negation::denies(&parts.scopes, found.range.start));
        let stands_beside = rule
            .beside
            .as_ref()
            .is_none_or(|beside| !beside.find(&parts.words).is_empty());
        if !is_said || !stands_beside || !rule.unless.find(&parts.words).is_empty() {
            return None;
        }
        let lies_within = |subject: &&Subject| {
            rule.within
                .iter()
                .any(|whole| lexicon.is_within(&subject.structure.id, whole))
        };
        let chosen = subjects
            .iter()
            .filter(|subject| rule.within.is_empty() || lies_within(subject));
        let chosen: Vec<Subject> = chosen.cloned().collect();
        if chosen.is_empty() && !rule.within.is_empty() {
            return None;
        }
        let places: Vec<Subject> = if rule.at.is_empty() {
            chosen
        } else {
            // A clot in a segment of the left lung is one of a left artery.
            let side = chosen
                .first()
                .and_then(|first| first.side)
                .filter(|side| chosen.iter().all(|other| other.side == Some(*side)));
            let named = rule.at.iter().filter_map(|id| lexicon.get(id));
            named
                .map(|structure| Subject {
                    structure,
                    side: if rule.both { Some(Side::Bilateral) } else { side }.filter(|_| structure.paired),
                })
                .collect()
        };
        if places.is_empty() && !rule.within.is_empty() {
            return None;
        }
        claim(parts, &rule.claims, false, places)
    };
    RULES.iter().filter_map(tell).collect()
}

fn abnormal_nodes(parts: &Parts<'_>) -> bool {
    let said = |keys: &[&str]| parts.words.iter().any(|word| keys.contains(&word.key.as_str()));
    if !parts.scopes.is_empty() || said(HARMLESS_NODE) {
        return false;
    }
    let large = measurement::find(parts.text)
        .iter()
        .filter_map(measurement::Measurement::largest_millimetres)
        .any(|size| size >= LARGE_NODE);
    large || said(ABNORMAL_NODE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_data_files_is_known() {
        for rule in RULES.iter() {
            assert!(
                vocabulary::vocabulary().kind(&rule.claims).is_some(),
                "{}",
                rule.claims
            );
            for id in rule.at.iter().chain(&rule.within) {
                assert!(anatomy::lexicon().get(id).is_some(), "{id}");
            }
        }
        for ratio in &LIMITS.ratio {
            assert!(
                anatomy::lexicon().get(&ratio.structure).is_some(),
                "{}",
                ratio.structure
            );
        }
        for limit in &LIMITS.limit {
            assert!(
                anatomy::lexicon().get(&limit.structure).is_some(),
                "{}",
                limit.structure
            );
            assert!(
                vocabulary::vocabulary().kind(&limit.claims).is_some(),
                "{}",
                limit.claims
            );
        }
    }

    fn check(text: &str, kind: &str, expected: bool) {
        let reading = crate::reading::Reading::of(text);
        let found = reading
            .claims
            .iter()
            .any(|claim| claim.kind.id == kind && !claim.denied);
        assert_eq!(found, expected, "{kind} in: {text}");
    }

    #[test]
    fn what_is_meant_without_its_word_is_read() {
        check("Multiple acute lacunar infarcts in the pons.", "diffusion", true);
        check("Old infarct in the pons.", "diffusion", false);
        check("CBD measures 13 mm.", "dilatation", true);
        check("CBD measures 5 mm.", "dilatation", false);
        check("Right vertebral artery is not visualised.", "unseen", true);
        check("No focal lesion is seen in the liver.", "unseen", false);
        check("Left axillary node 1.6 cm.", "nodes", true);
        check("No suspicious lymph nodes.", "nodes", false);
        check("No spleen.", "unseen", true);
        check("No lymph nodes.", "unseen", false);
        check("No hydronephrosis.", "unseen", false);
        check("Gallbladder absent.", "unseen", true);
        check("Left kidney small.", "reduction", true);
        check("Left kidney small cyst.", "reduction", false);
        check("ACL is not intact.", "not-normal", true);
        check("ACL is intact.", "not-normal", false);
        check("Neither cruciate ligament is intact.", "not-normal", true);
    }
}
