//! A significant abnormal finding that the impression does not mention in any wording.

use std::sync::LazyLock;

use regex::Regex;

use super::concept;
use super::fact::{self, Fact};
use super::laterality;
use super::sheet::{Line, Sheet};
use super::{Flag, FlagKind};
use crate::anatomy;
use crate::measurement::Measurement;
use crate::negation;
use crate::reading::{Claim, Subject};
use crate::section::SectionKind;
use crate::side::Side;
use crate::token;
use crate::urgency::{self, Urgency};

/// Words of an impression that cover whatever is meant.
static UMBRELLA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:as (?:described|above|detailed|mentioned)|described above|see above|above findings|detailed above|other findings|polytrauma|multiple injuries|extensive injur\w+)\b").expect("pattern")
});
/// What a lesion can be called.
static LESION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:\w{2,}omas?|\w{2,}omata|\w*carcin\w*|malign\w*|neoplas\w*|cancer|tumou?rs?|metast\w*|abscess\w*|infect\w*|tubercul\w*|sarcoid\w*|lesions?|mass(?:es)?|nodul\w*|recurrence|collections?|\w*rads|lr-\d|rcc|hcc|gist|malformation|avm|demyelinat\w*|h(?:a?)emorrhage|infarct\w*|avn|necrosis|endometrio\w*|lymphoprolif\w*)\b").expect("pattern")
});
static STAGE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\bn[1-3][abc]?\b").expect("pattern"));
/// What is over, however urgent its words.
static OVER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:old|healed|chronic|remote|prior|previous\w*|resol\w+|treated|post[- ]?(?:op|surg)\w*|status post|unchanged|stable|\?)\b").expect("pattern")
});
/// Names of diseases that a vocabulary of findings does not list: `cholangiocarcinoma`, `pyelonephritis`.
static DISEASE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b\w{3,}(?:oma|omas|omata|itis|osis|opathy|iasis|emia|aemia|cele|plasia|syndrome|disease|ectasis)\b").expect("pattern")
});
/// Findings that nobody is nagged about, whatever urgency their words carry.
static MINOR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:tiny|trace|trivial|minimal|minimally|physiologic\w*|mild|mildly|small|minor|subtle|incidental\w*|simple|sub-?cent\w+|subcm|benign|old|healed|chronic|remote|prior|previous\w*|degenerat\w*|post[- ]?(?:op|surg)\w*|status post|granuloma\w*|atelecta\w*|stable|unchanged|known|scar\w*|insignificant|non[- ]?specific|non[- ]?obstruct\w+|scalp|sebaceous|lipoma|few|thin|age[- ]related|small vessel|micro\w*|bone island|h(?:a?)emangioma|follic\w+|retention|septum|spur|variant|reactive|not enlarged|normal|partial|superficial|fibroid\w*|treated|resolv\w+|resolved|decreas\w+|adenoma|cholelithiasis|gallstones?|hiatus|diverticul\w+|heterotop\w+|calcified (?:granuloma|node|nodes|plaque|nodule)|no follow-up|patent|\?|likely artefact|dependent|mucosal thickening)\b").expect("pattern")
});
/// What makes a finding weigh: its look, its extent, its size.
static WEIGHT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:enhancing|irregular|spiculated|lobulated|infiltrat\w*|invad\w*|destruct\w*|lytic|sclerotic|necrotic|solid|aggressive|complete|full[- ]thickness|severe|occlu\w*|moderate|gross|large|bulky|marked|multiple|several|hypodense|hypoattenuating|arteriali[sz]ed|washout|washes out|washing out|suspicious|apple-core|expansile|extruded|thrombus|aneurysmal|stricture|laceration|fracture|perforat\w*|fistula|omental cake|conglomerate|matted|encas\w*|unstable|syrinx|transection|avulsion|dislocat\w*|abscess|halo|intramedullary|compress\w*|stenosis|soft[- ]tissue component)\b").expect("pattern")
});

/// A flag for each finding that is left out. `told` are the flags of the other checks: what is contradicted there is not told twice.
pub(super) fn check(sheet: &Sheet<'_>, told: &[Flag]) -> Vec<Flag> {
    let impression: Vec<&Line<'_>> = sheet.section(SectionKind::Impression).collect();
    if impression.is_empty() || impression.iter().any(|line| UMBRELLA.is_match(&line.lower)) {
        return Vec::new();
    }
    let contradicted = told.iter().any(|flag| {
        matches!(flag.kind, FlagKind::Contradiction | FlagKind::LateralityMismatch)
            && flag.section == SectionKind::Impression
    });
    if contradicted {
        return Vec::new();
    }
    let mut flags: Vec<Flag> = Vec::new();
    let weighty = |line: &Line<'_>| line.section == SectionKind::Findings && !is_minor(line) && weighs(line);
    let alone = sheet.lines.iter().filter(|line| weighty(line)).count() == 1;
    for (index, line) in sheet.lines.iter().enumerate() {
        if !weighty(line) {
            continue;
        }
        let facts: Vec<&Fact> = sheet
            .facts
            .iter()
            .filter(|fact| fact.line == index && fact.holds() && !fact.inherited)
            .collect();
        let left_out = facts.iter().find(|fact| is_weighty(fact) && !fact.describes);
        let Some(fact) = left_out else { continue };
        let covered = facts
            .iter()
            .any(|fact| is_weighty(fact) && is_covered(sheet, &impression, fact, alone))
            || shares_words(line, &impression)
            || shares_size(line, &impression)
            || impression.iter().any(|other| names_disease(other, line, alone));
        if !covered {
            flags.push(line.flag(
                FlagKind::MissingFromImpression,
                &(0..line.text.len()),
                format!(
                    "The impression does not mention \u{201c}{}\u{201d}.",
                    line.text[fact.clause.clone()].trim().trim_end_matches(['.', ','])
                ),
                None,
            ));
        }
    }
    flags
}

/// Whether nobody would be nagged about the sentence. What is urgent is minor only when it is over.
fn is_minor(line: &Line<'_>) -> bool {
    let text = line
        .lower
        .replace("small bowel", "bowel")
        .replace("small intestin", "intestin");
    match urgency::of(line.text) {
        Urgency::Critical => OVER.is_match(&text),
        _ => MINOR.is_match(&text),
    }
}

/// Whether a line of the impression gives one of the sentence's measurements.
fn shares_size(line: &Line<'_>, impression: &[&Line<'_>]) -> bool {
    let same = |one: &Measurement, other: &Measurement| match (
        one.largest_millimetres(),
        other.largest_millimetres(),
    ) {
        (Some(one), Some(other)) => (one - other).abs() < 0.05,
        (None, None) => one.unit == other.unit && one.values == other.values,
        _ => false,
    };
    impression.iter().any(|other| {
        !sides_apart(other, line)
            && other
                .measurements
                .iter()
                .any(|one| line.measurements.iter().any(|measurement| same(one, measurement)))
    })
}

/// Whether the impression names a disease that this mass can be: on its side, or when there is only one.
fn names_disease(other: &Line<'_>, line: &Line<'_>, alone: bool) -> bool {
    let sides = |line: &Line<'_>| -> Vec<Side> {
        laterality::marks(line)
            .into_iter()
            .map(|mark| mark.side)
            .collect()
    };
    let (ours, theirs) = (sides(line), sides(other));
    let sided = !ours.is_empty() && ours.iter().any(|side| theirs.contains(side));
    let lesion = line
        .reading
        .claims
        .iter()
        .any(|claim| !claim.denied && claim.kind.id == "lesion");
    let regions_apart = !other.reading.subjects.is_empty()
        && !other.reading.subjects.iter().any(|one| {
            line.reading
                .subjects
                .iter()
                .any(|at| at.structure.region == one.structure.region)
        });
    lesion && (sided || alone && !sides_apart(other, line)) && !regions_apart && says_lesion(other)
}

/// Whether a sentence says something that belongs into an impression: urgent by its words, or of weight, or large.
fn weighs(line: &Line<'_>) -> bool {
    let size = line
        .measurements
        .iter()
        .filter_map(Measurement::largest_millimetres)
        .fold(0.0, f64::max);
    match urgency::of(line.text) {
        Urgency::Critical | Urgency::Significant => true,
        Urgency::Ordinary => size >= 10.0 || WEIGHT.is_match(&line.lower),
        Urgency::Incidental | Urgency::Recommendation => false,
    }
}

/// Whether a line of the impression shares two telling words with the sentence: it is about the same in other words.
fn shares_words(line: &Line<'_>, impression: &[&Line<'_>]) -> bool {
    let ours = stems(line);
    impression.iter().any(|other| {
        !sides_apart(other, line)
            && !levels_apart(other, line)
            && stems(other).iter().filter(|stem| ours.contains(*stem)).count() >= 2
    })
}

/// Words of a sentence by their first letters, without those that every finding has.
fn stems(line: &Line<'_>) -> Vec<String> {
    const COMMON: &[&str] = &[
        "right", "left", "bilat", "lesio", "enhan", "measu", "multi", "large", "small", "moder", "sever",
        "mild", "lower", "upper", "with", "witho", "from", "shows", "seen", "noted", "likel", "suspi",
        "consi", "exten", "invol", "anter", "poste", "media", "later", "normal", "norma", "there", "along",
        "withi", "assoc", "adjac", "diffu", "focal", "segme", "grade", "possi", "acute", "compl", "proxi",
        "dista", "surro", "level", "which", "both", "also", "into", "size", "lobe", "centr", "about",
        "chang",
    ];
    let mut stems: Vec<String> = token::words(line.text)
        .into_iter()
        .map(|word| word.key.chars().take(5).collect::<String>())
        .filter(|stem| {
            stem.len() >= 4 && stem.chars().all(char::is_alphabetic) && !COMMON.contains(&stem.as_str())
        })
        .collect();
    stems.sort();
    stems.dedup();
    stems
}

fn sides_apart(one: &Line<'_>, other: &Line<'_>) -> bool {
    let sides = |line: &Line<'_>| -> Vec<Side> {
        laterality::marks(line)
            .into_iter()
            .map(|mark| mark.side)
            .collect()
    };
    let (one, other) = (sides(one), sides(other));
    !one.is_empty()
        && !other.is_empty()
        && !one
            .iter()
            .any(|side| other.contains(side) || *side == Side::Bilateral)
        && !other.contains(&Side::Bilateral)
}

fn levels_apart(one: &Line<'_>, other: &Line<'_>) -> bool {
    let (ours, theirs) = (&one.reading.levels, &other.reading.levels);
    !ours.is_empty()
        && !theirs.is_empty()
        && !ours.iter().any(|level| {
            theirs.iter().any(|at| {
                level.upper == at.upper || level.lower == Some(at.upper) || at.lower == Some(level.upper)
            })
        })
}

/// Kinds that an impression can name of an organ without having said what matters about it.
const MINOR_KINDS: &[&str] = &[
    "signal-change",
    "degeneration",
    "calcification",
    "atelectasis",
    "removed",
    "reduction",
    "desiccation",
    "bulge",
    "malformation",
    "abnormality",
    "fibrosis",
    "emphysema",
];

/// A finding that has a place and is of a kind that belongs into an impression.
fn is_weighty(fact: &Fact) -> bool {
    const KINDS: &[&str] = &[
        "lesion",
        "fracture",
        "hemorrhage",
        "infarct",
        "thrombus",
        "dissection",
        "aneurysm",
        "pneumothorax",
        "consolidation",
        "nodes",
        "air",
        "bowel-obstruction",
        "collapse",
        "tear",
        "shift",
        "inflammation",
        "necrosis",
        "hydronephrosis",
        "calculus",
        "occlusion",
        "diffusion",
        "cord",
        "effusion",
        "dilatation",
        "thickening",
        "fluid",
    ];
    KINDS.contains(&fact.kind.id.as_str()) && !fact.concept.is("cyst")
}

/// Whether the impression says anything that can be this finding.
fn is_covered(sheet: &Sheet<'_>, impression: &[&Line<'_>], fact: &Fact, alone: bool) -> bool {
    let words: Vec<String> = telling(sheet.line(fact), fact);
    impression.iter().any(|line| {
        let staged = fact.kind.id == "nodes" && STAGE.is_match(&line.lower);
        let shifted = fact.kind.id == "shift" && line.lower.contains("shift");
        if metastatic(line, fact) || staged || shifted {
            return true;
        }
        if sides_apart(line, sheet.line(fact)) || levels_apart(line, sheet.line(fact)) {
            return false;
        }
        let places = &line.reading.subjects;
        let placed = fact.subjects.is_empty()
            || places.is_empty()
            || places.iter().any(|at| {
                fact.subjects
                    .iter()
                    .any(|place| meets(at, place, fact.kind.id != "lesion"))
            });
        let asserted: Vec<&Claim> = line.reading.claims.iter().filter(|claim| !claim.denied).collect();
        let same_word = token::words(line.text)
            .iter()
            .any(|word| words.contains(&word.key));
        let same_kind = asserted.iter().any(|claim| {
            // A cyst of the impression is not the mass of the findings.
            let cyst = fact.kind.id == "lesion"
                && concept::of(&line.text[claim.named.clone()], claim.kind).is("cyst");
            !cyst && (claim.kind.id == fact.kind.id || alike(&claim.kind.id, &fact.kind.id))
        });
        let own_word = matches!(
            fact.kind.id.as_str(),
            "thrombus"
                | "fracture"
                | "aneurysm"
                | "dissection"
                | "air"
                | "pneumothorax"
                | "calculus"
                | "collapse"
                | "hydronephrosis"
        );
        let named = if own_word {
            abbreviated(line, fact)
        } else if fact.kind.id == "lesion" {
            says_lesion(line)
        } else {
            DISEASE.is_match(&line.lower)
                || line.reading.claims.is_empty()
                || asserted
                    .iter()
                    .any(|claim| !MINOR_KINDS.contains(&claim.kind.id.as_str()))
        };
        // A stroke, a bleed and a clot are named by other places than those where they are seen.
        let anywhere = matches!(
            fact.kind.id.as_str(),
            "infarct" | "diffusion" | "hemorrhage" | "thrombus" | "pneumothorax" | "cord"
        );
        (same_word || same_kind) && (placed || anywhere)
            || abbreviated(line, fact)
            || placed
                && (!places.is_empty() || alone && DISEASE.is_match(&line.lower))
                && named
                && !fact.subjects.is_empty()
    })
}

/// Kinds that are two views of one finding: restricted diffusion and infarct, a collection and a haematoma.
fn alike(one: &str, other: &str) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("infarct", "diffusion"),
        ("infarct", "signal-change"),
        ("diffusion", "inflammation"),
        ("cord", "compression"),
        ("air", "infarct"),
        ("hemorrhage", "lesion"),
        ("hemorrhage", "aneurysm"),
        ("thrombus", "occlusion"),
        ("thrombus", "infarct"),
        ("inflammation", "lesion"),
        ("inflammation", "thickening"),
        ("inflammation", "nodes"),
        ("lesion", "nodes"),
        ("lesion", "thickening"),
        ("fracture", "collapse"),
        ("fracture", "tear"),
        ("consolidation", "opacity"),
        ("consolidation", "ground-glass"),
        ("bulge", "tear"),
        ("tear", "hemorrhage"),
        ("dissection", "hemorrhage"),
    ];
    PAIRS
        .iter()
        .any(|(left, right)| (*left == one && *right == other) || (*left == other && *right == one))
}

/// Whether a line of the impression asserts something that a lesion can be called.
fn says_lesion(line: &Line<'_>) -> bool {
    let scopes = negation::scopes(line.text);
    LESION
        .find_iter(&line.lower)
        .any(|found| !negation::denies(&scopes, found.start()))
}

/// Short names of findings: `AAA`, `PE`, `DVT`.
fn abbreviated(line: &Line<'_>, fact: &Fact) -> bool {
    const SHORT: &[(&str, &str)] = &[
        ("aneurysm", "aaa"),
        ("aneurysm", "taa"),
        ("thrombus", "pe"),
        ("thrombus", "dvt"),
        ("thrombus", "cvt"),
        ("fracture", "fx"),
        ("hydronephrosis", "hn"),
        ("hydronephrosis", "hun"),
    ];
    token::words(line.text).iter().any(|word| {
        SHORT
            .iter()
            .any(|(kind, short)| fact.kind.id == *kind && word.key == *short)
    })
}

/// `Metastatic disease` covers every lesion and node.
fn metastatic(line: &Line<'_>, fact: &Fact) -> bool {
    (line.lower.contains("metasta")
        || line.lower.contains("lymphoma")
        || line.lower.contains("disseminated")
        || line.lower.contains("myeloma")
        || line.lower.contains("multiple")
            && line
                .reading
                .claims
                .iter()
                .any(|claim| !claim.denied && claim.kind.id == fact.kind.id))
        && matches!(
            fact.kind.id.as_str(),
            "lesion" | "nodes" | "effusion" | "fluid" | "thickening"
        )
}

/// One is part of the other, or, `by_organ`, both are parts of one organ.
fn meets(at: &Subject, place: &Subject, by_organ: bool) -> bool {
    let organ = |subject: &Subject| {
        let parent = anatomy::lexicon().get(subject.structure.parent.as_deref()?)?;
        parent.parent.is_some().then_some(&parent.id)
    };
    fact::related(at, place)
        || by_organ && matches!((organ(at), organ(place)), (Some(one), Some(other)) if one == other)
}

/// The words that name the finding itself.
fn telling(line: &Line<'_>, fact: &Fact) -> Vec<String> {
    token::words(&line.text[fact.named.clone()])
        .into_iter()
        .map(|word| word.key)
        .filter(|word| word.len() > 3)
        .collect()
}
