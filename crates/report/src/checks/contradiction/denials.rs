//! One statement denies what another asserts: `no hydronephrosis` and `mild left hydronephrosis`.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::{Fact, GENERIC};
use super::super::sheet::{Line, Sheet};
use super::super::{Flag, label, place};
use super::{DOUBT, SIGNIFICANT, WORDS, between, denied_side, is_slight, same_part, within};
use crate::anatomy::Region;
use crate::reading::Subject;
use crate::section::SectionKind;
use crate::side::Side;

/// `No lesion with washout`, `no nodule over 6 mm`: only such ones are denied.
static QUALIFIED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s+(?:with\b|that\b|which\b|showing\b|having\b|meeting\b|over\b|above \d|exceeding\b|of \d|(?:large|great|small)er\b|measuring\b|suspicious\b|to (?:suggest|explain|account)|suggest\w+|requiring\b|amenable\b|typical\b|characteristic\b|other than|apart from|except|elsewhere|like\b|on (?:this|the) (?:side|sequence|phase))").expect("pattern")
});

/// What is named because it became smaller.
static RESPONDS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:shrunk\w*|response|regress\w*|no longer)\b").expect("pattern"));

/// `No hydronephrosis` and `mild left hydronephrosis`.
pub(super) fn denials(sheet: &Sheet<'_>, tell: &mut impl FnMut(Flag)) {
    for denial in sheet
        .every_fact()
        .filter(|fact| fact.denied && !fact.unsure && !fact.past)
        .filter(|fact| !matches!(fact.kind.id.as_str(), "removed" | "abnormality"))
    {
        let line = sheet.line(denial);
        let global = denial.subjects.is_empty() && line.section == SectionKind::Impression;
        if denial.subjects.is_empty() && !global && !denial.kind.alone
            || denial.describes
            || place::is_adjective(line, denial)
            || is_apposed(line, denial)
            || is_of_second(line)
        {
            continue;
        }
        for asserted in sheet
            .every_fact()
            .filter(|fact| fact.holds() && fact.line != denial.line)
            .filter(|fact| !label::apart((line, denial.named.start), (sheet.line(fact), fact.named.start)))
        {
            let other = sheet.line(asserted);
            if !denial.concept.denies(&asserted.concept) {
                continue;
            }
            if DOUBT.is_match(&other.lower[asserted.clause.clone()]) || RESPONDS.is_match(&other.lower) {
                continue;
            }
            // "Nodes: right mesorectal 3 mm": a label asserts nothing.
            if is_label(other, asserted) {
                continue;
            }
            if colours(other, asserted) {
                continue;
            }
            if levels_before(sheet, denial, other) || is_of_water(line, denial, other, asserted) {
                continue;
            }
            if place::is_adjective(other, asserted) || place::parts_apart(&line.lower, &other.lower) {
                continue;
            }
            // An abscess and many a tumour restrict diffusion too.
            if is_infarct(line, denial)
                && !is_infarct(other, asserted)
                && WORDS.no_infarct.is_match(&other.lower)
            {
                continue;
            }
            // Only a fresh infarct restricts diffusion.
            if denial.concept.is("diffusion")
                && asserted.concept.is("infarct")
                && !other.lower.contains("acute")
            {
                continue;
            }
            if !other
                .reading
                .claims
                .iter()
                .any(|claim| claim.denied && claim.kind.id == asserted.kind.id)
                && (placed(sheet, denial, asserted, global)
                    || is_same_phrase(line, denial, other, asserted)
                    || is_of_neck(denial, other, asserted))
                && same_part(line, &denial.clause, other)
                && !narrows(line, denial, other, asserted)
            {
                tell(between(line, other));
                break;
            }
        }
    }
}

/// `Fracture: type II odontoid fracture`, `Nodes: ...`: what is found is told behind the label.
fn is_label(line: &Line<'_>, asserted: &Fact) -> bool {
    let mut claims = line.reading.claims.iter();
    let behind = asserted.named.end;
    line.lower[behind..].starts_with(':')
        && (asserted.kind.id == "nodes"
            || claims.any(|claim| {
                !claim.denied && claim.kind.id == asserted.kind.id && claim.named.start >= behind
            }))
}

/// `T2 hyperintense cyst`, `the peripheral zone is hyperintense`: the signal of a thing that has a name of its own, or that is so by
/// nature. Hyperintense foci and hyperintensities are signal and no more.
fn colours(line: &Line<'_>, asserted: &Fact) -> bool {
    const SPOTS: &[&str] = &["foc", "area", "patch", "lesion"];
    const BY_NATURE: &[&str] = &["uniform", "homogeneous", "normal", "physiolog"];
    let mut behind = line.lower[asserted.named.end..].split_whitespace();
    let next = behind.next().unwrap_or_default();
    let is_adjective = line.lower[asserted.named.clone()].ends_with("intense");
    asserted.concept.is("bright")
        && (is_adjective && !SPOTS.iter().any(|noun| next.starts_with(noun))
            || BY_NATURE.iter().any(|word| line.lower.contains(word)))
}

/// `Subdural hygromas (no haemorrhage)`: a collection that is not of blood is what the sentence tells, and denies no collection.
fn is_of_water(line: &Line<'_>, denial: &Fact, other: &Line<'_>, asserted: &Fact) -> bool {
    let mut claims = line.reading.claims.iter();
    denial.kind.id == "hemorrhage"
        && other.lower[asserted.named.clone()].contains("collection")
        && claims.any(|claim| !claim.denied && claim.kind.id == "collection")
}

/// `A second, 5 cm segment shows no narrowing`: of another one than was told before.
fn is_of_second(line: &Line<'_>) -> bool {
    ["a second", "another ", "a further ", "a separate ", "the other "]
        .iter()
        .any(|words| line.lower.starts_with(words))
}

/// Whether a denial belongs to what its sentence tells of the level of the sentence before: `Fracture of L1. Retropulsion of 2 mm without
/// canal narrowing.` One that opens its sentence, or speaks of the cord, is of all.
fn levels_before(sheet: &Sheet<'_>, denial: &Fact, other: &Line<'_>) -> bool {
    let line = sheet.line(denial);
    let told = &other.reading.levels;
    let speaks_of_all = ["level", "cord", "cauda"]
        .iter()
        .any(|word| line.lower.contains(word));
    let hangs_on = line.scopes.iter().any(|scope| {
        scope.reach.contains(&denial.named.start)
            && scope.cue.start > 0
            && line.lower[scope.cue.clone()] == *"without"
    });
    if line.opens || speaks_of_all || !hangs_on || !line.reading.levels.is_empty() || told.is_empty() {
        return false;
    }
    let before = sheet.lines[..denial.line].last().map(|line| &line.reading.levels);
    before.is_some_and(|levels| {
        !levels.is_empty()
            && !levels
                .iter()
                .any(|level| told.iter().any(|other| level.meets(other)))
    })
}

/// `Does not enhance, a haemorrhagic cyst`: the denial ends before the name that the finding is given.
fn is_apposed(line: &Line<'_>, denial: &Fact) -> bool {
    static NAMED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^[^;]*,\s*(?:an?|in keeping|consistent|compatible|likely|probably|suggest\w*|represent\w*|therefore|so)\b").expect("pattern")
    });
    line.scopes
        .iter()
        .find(|scope| scope.reach.contains(&denial.named.start))
        .and_then(|scope| line.lower.get(scope.cue.end..denial.named.start))
        .is_some_and(|between| NAMED.is_match(between))
}

fn is_infarct(line: &Line<'_>, fact: &Fact) -> bool {
    line.lower[fact.named.clone()].contains("infarct")
}

/// `No inguinal or ventral hernia` and `a right inguinal hernia`: the word before the finding is denied with it.
fn is_same_phrase(line: &Line<'_>, denial: &Fact, other: &Line<'_>, asserted: &Fact) -> bool {
    let before = other.lower[..asserted.named.start].trim_end();
    let word = before.rsplit([' ', ',', '(']).next().unwrap_or("");
    let names_place = other.mentions.iter().any(|mention| {
        mention.range.contains(&(before.len().saturating_sub(1)))
            && !GENERIC.contains(&mention.structure.id.as_str())
    });
    let denied = line.lower[..denial.named.start]
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .any(|other| other == word);
    let one_side = |fact: &Fact| fact.subjects.iter().find_map(|subject| subject.side);
    let sides = match (one_side(denial), one_side(asserted)) {
        (Some(denied), Some(asserted)) => denied == asserted || denied == Side::Bilateral,
        (Some(_), None) => false,
        (None, _) => true,
    };
    word.len() > 4
        && !place::levels_apart(line, other)
        && names_place
        && denied
        && sides
        && line.lower[denial.named.clone()] == other.lower[asserted.named.clone()]
}

/// Nodes of level II are nodes of the neck.
fn is_of_neck(denial: &Fact, other: &Line<'_>, asserted: &Fact) -> bool {
    static LEVEL: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\blevels? (?:i{1,3}|iv|v|vi|[1-6])[ab]?\b").expect("pattern"));
    asserted.kind.id == "nodes"
        && LEVEL.is_match(&other.lower)
        && denial.subjects.iter().any(|place| {
            place.structure.id == "cervical-lymph-node"
                && asserted
                    .subjects
                    .iter()
                    .any(|at| at.structure.id == "lymph-node" && denied_side(place, at))
        })
}

/// `No left-sided lesion` denies none without a side, and none on the right.
fn on_denied_side(sheet: &Sheet<'_>, denial: &Fact, other: &Line<'_>) -> bool {
    let line = sheet.line(denial);
    let mut marks = line
        .marks
        .iter()
        .filter(|mark| denial.clause.contains(&mark.range.start));
    match (marks.next(), marks.next()) {
        (Some(only), None) if only.side != Side::Bilateral => {
            let is_said = |side: Side| side == only.side || side == Side::Bilateral;
            let of_heading = other.under.or(sheet.study.side);
            other.marks.iter().any(|mark| is_said(mark.side))
                || other.marks.is_empty() && of_heading.is_some_and(is_said)
        }
        _ => true,
    }
}

/// Whether the denial speaks of the place of what is asserted.
fn placed(sheet: &Sheet<'_>, denial: &Fact, asserted: &Fact, global: bool) -> bool {
    if global {
        return on_denied_side(sheet, denial, sheet.line(asserted));
    }
    if denial.subjects.is_empty() {
        return denial.kind.alone;
    }
    let crosses = sheet.line(denial).section != sheet.line(asserted).section;
    let sideless = denial.subjects.iter().all(|place| place.side.is_none());
    let anywhere = matches!(
        denial.kind.id.as_str(),
        "air" | "free-air" | "pneumothorax" | "hydronephrosis" | "shift" | "diffusion"
    );
    let embolism = sheet.line(denial).lower[denial.named.clone()].contains("embol")
        && asserted.kind.id == "thrombus"
        && sheet.line(asserted).lower.contains("pulmonary");
    if (anywhere || embolism) && crosses && sideless {
        return true;
    }
    let own = place::own(sheet.line(asserted), asserted);
    if own.is_empty() {
        return false;
    }
    // "There is no fracture" of a paragraph speaks of its whole region.
    // Under a label it speaks of what is labelled.
    let region = denial.inherited
        && !sheet.line(denial).labelled
        && denial.kind.id == "fracture"
        && own.iter().any(|at| {
            denial
                .subjects
                .iter()
                .any(|place| place.structure.region == at.structure.region)
        });
    if region {
        return true;
    }
    let ours = &sheet.line(denial).reading.levels;
    let same_level = !place::levels_apart(sheet.line(denial), sheet.line(asserted));
    // What is denied of the whole is denied of its parts; what is denied of a part is not denied of the whole.
    let which = crosses
        || sheet.line(denial).lower.contains("anywhere")
        || matches!(denial.kind.id.as_str(), "fracture" | "malalignment")
        || !ours.is_empty()
        || special(&denial.subjects)
            .iter()
            .any(|subject| !GENERIC.contains(&subject.structure.id.as_str()));
    same_level
        && which
        && special(&denial.subjects).into_iter().any(|place| {
            special(&own).into_iter().any(|at| {
                let joint = crosses
                    && place.structure.id == "joint-effusion"
                    && at.structure.region == Region::Musculoskeletal;
                let same = place.structure.id == at.structure.id
                    && place::other_names(sheet.line(denial), sheet.line(asserted), place);
                // A vessel that the aorta gives off is not part of it.
                let branch = place.structure.id == "aorta" && !at.structure.id.contains("aort");
                (joint || within(at, place) && !same && !branch) && denied_side(place, at)
            })
        })
}

/// The structures of a fact without the generic ones beside a special one.
fn special(subjects: &[Subject]) -> Vec<&Subject> {
    let special: Vec<&Subject> = subjects
        .iter()
        .filter(|subject| !GENERIC.contains(&subject.structure.id.as_str()))
        .collect();
    if special.is_empty() {
        subjects.iter().collect()
    } else {
        special
    }
}

/// Whether the denial is of some cases only, and what is asserted is not one of them.
fn narrows(line: &Line<'_>, denial: &Fact, other: &Line<'_>, asserted: &Fact) -> bool {
    let cue = line
        .scopes
        .iter()
        .find(|scope| scope.reach.contains(&denial.named.start))
        .map_or(denial.named.start, |scope| scope.cue.start);
    let start = denial.clause.start.min(cue);
    let phrase = &line.lower[start..denial.clause.end.max(denial.named.end)];
    let implied = denial.named.len() == line.text.len();
    let named = if implied {
        ""
    } else {
        &line.lower[denial.named.clone()]
    };
    let theirs = &other.lower[asserted.clause.clone()];
    let compares = phrase.contains(['<', '>', '\u{2264}', '\u{2265}'])
        || phrase.contains(" than ")
        || phrase.contains(" or larger");
    let acute = theirs.contains("diffusion") || theirs.contains("hyperdense");
    let narrowed = compares
        || WORDS.narrows.find_iter(phrase).any(|found| {
            let word = found.as_str();
            if word == "acute" && acute {
                return false;
            }
            let harmless = matches!(word, "focal" | "discrete" | "free" | "visualised" | "visualized")
                || named.contains(word);
            !harmless && !theirs.contains(word)
        });
    narrowed
        || !implied && QUALIFIED.is_match(&line.lower[denial.named.end..])
        || SIGNIFICANT.is_match(phrase) && is_slight(theirs)
        || denial.subjects.is_empty() && is_slight(theirs) && line.section != SectionKind::Impression
}
