//! Whether an impression mentions a finding, in whatever words.

use std::sync::LazyLock;

use regex::Regex;

use super::super::concept;
use super::super::fact::{Fact, related};
use super::super::laterality;
use super::super::place;
use super::super::sheet::{Line, Sheet};
use super::item::{Item, meets};
use super::likeness::{
    abbreviated, alike, shares_abbreviation, shares_lobe, shares_size, sides_apart, stems, telling,
};
use super::spread::metastatic;
use super::table::TABLE;
use crate::anatomy;
use crate::negation;
use crate::reading::Claim;
use crate::side::Side;

/// What a lesion can be called.
static LESION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:\w{2,}omas?|\w{2,}omata|\w+genic cyst|\w*carcin\w*|malign\w*|neoplas\w*|cancer|tumou?rs?|metast\w*|abscess\w*|infect\w*|tubercul\w*|sarcoid\w*|lesions?|mass(?:es)?|nodules?|recurrence|collections?|(?:bi|pi|li|ti|o|vi|ni|lung)-?\s?rads(?: score| category)?:?\s*[3-6]\w*|lr-[3-5m]|ipmn|bezoar|rcc|hcc|gist|malformation|avm|demyelinat\w*|h(?:a?)emorrhage|infarct\w*|avn|necrosis|endometrio\w*|lymphoprolif\w*|(?:ectopic|tubal|heterotopic) (?:pregnancy|gestation))\b").expect("pattern")
});
/// Blood that names its own place.
static CAVITY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bha?em(?:osinus|arthrosis|othorax|atocele|atometra)\b").expect("pattern"));
/// Names of gas outside of the gut and of what puts it there.
static GAS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:gas|air|pneumo\w+|perforat\w+|isch(?:a?)em\w+|infarct\w*|necroti[sz]ing|emphysematous|gangren\w+|leak|dehiscence)\b").expect("pattern")
});
/// Names of a narrowing of a coronary artery.
static CORONARY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:stenosis|obstructive|severe|significant|occlu\w+|(?:single|double|triple|two|three|multi)[- ]?vessel|cad[- ]?rads\s*[345]\w*)").expect("pattern")
});
/// Cysts that are no mass by their name.
static HARMLESS_CYST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:rathke\S*(?: cleft)?|arachnoid|pineal|colloid|tarlov|perineural|retention|simple|baker\S*|popliteal|thornwaldt|tornwaldt|nabothian|renal|hepatic|choroid plexus|choroidal fissure) cysts?$").expect("pattern")
});
static STAGE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:\b|t[0-4][a-d]?)n[1-3][abc]?\b").expect("pattern"));
/// Names of diseases that a vocabulary of findings does not list: `cholangiocarcinoma`, `pyelonephritis`.
static DISEASE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b\w{3,}(?:oma|omas|omata|itis|osis|opathy|iasis|emia|aemia|cele|plasia|syndrome|disease|ectasis)\b|\b\w+'s? disease\b|\bcrohn\w*").expect("pattern")
});
/// Whether a name of a disease is said; an anastomosis is none.
fn names_a_disease(lower: &str) -> bool {
    const NO_DISEASES: &[&str] = &[
        "anastomosis",
        "diagnosis",
        "prognosis",
        "symphysis",
        "apophysis",
        "centesis",
    ];
    DISEASE
        .find_iter(lower)
        .any(|name| !NO_DISEASES.contains(&name.as_str()))
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
    let apart = !other.reading.subjects.is_empty()
        && !other
            .reading
            .subjects
            .iter()
            .any(|one| line.reading.subjects.iter().any(|at| meets(one, at, true)));
    lesion
        && !place::organ_parts_apart(&other.lower, &line.lower)
        && (sided || alone && !sides_apart(other, line))
        && !apart
        && says_lesion(other)
}

/// Whether a sentence of the impression shares two telling words with the finding: it is about the same in other words.
fn shares_words(line: &Line<'_>, item: &Item<'_, '_>, least: usize) -> bool {
    let ours = stems(line);
    !item.apart(line)
        && stems(item.line)
            .iter()
            .filter(|stem| ours.contains(*stem))
            .count()
            >= least
}

/// Kinds that an impression can name of an organ without having said what matters about it.
const MINOR_KINDS: &[&str] = &[
    "signal-change",
    "degeneration",
    "calcification",
    "atelectasis",
    "removed",
    "reduction",
    "thinning",
    "desiccation",
    "bulge",
    "malformation",
    "abnormality",
    "inserted",
    "diverticulum",
    "variant",
    "fibrosis",
    "emphysema",
];

/// A sentence that asserts something without a word of the vocabulary but `disease`: it can be whatever is in its place.
fn is_unnamed(line: &Line<'_>) -> bool {
    line.reading.normals.is_empty()
        && line
            .reading
            .claims
            .iter()
            .all(|claim| !claim.denied && claim.kind.is_general())
}

/// Whether a sentence of the impression mentions what a sentence of the findings asserts.
pub(super) fn covers(
    sheet: &Sheet<'_>,
    item: &Item<'_, '_>,
    line: &Line<'_>,
    facts: &[&Fact],
    alone: bool,
) -> bool {
    let Some(index) = facts.first().map(|fact| fact.line) else {
        return true;
    };
    let said = (item.line.lower.as_str(), item.line.scopes.as_slice());
    if let Some(named) = TABLE.says_own_name((&line.lower, &line.scopes), said) {
        return named && !item.apart(line);
    }
    item.explains(line, facts)
        || !item.apart(line) && shares_size(line, item.line)
        || facts
            .iter()
            .any(|fact| covers_also(line, facts, fact) && is_covered(sheet, item, fact, alone))
        || !item.is_of_another(index)
            && (shares_words(line, item, 2) || names_disease(item.line, line, alone))
        || !facts.iter().any(|fact| is_injury(fact)) && shares_words(line, item, 3)
        || !item.apart(line) && shares_compound(line, item.line)
}

/// A grave finding that is told beside another (`a nodule in the middle lobe and a filling defect in the right artery`) and is in no word
/// of the impression. What comes `with` another one belongs to it, unless it is an aneurysm.
pub(super) fn second_left_out<'f>(
    items: &[Item<'_, '_>],
    line: &Line<'_>,
    facts: &[&'f Fact],
) -> Option<&'f Fact> {
    let weighs = |fact: &Fact| {
        super::weight::is_weighty(line, fact) && !super::weight::is_minor(line, fact) && !fact.describes
    };
    // In either order: `a nodule and a left pneumothorax`, `a left pneumothorax and a nodule`.
    let between = |fact: &Fact, other: &std::ops::Range<usize>| {
        let first = fact.named.end.min(other.end);
        let last = fact.named.start.max(other.start);
        line.lower.get(first..last).unwrap_or_default()
    };
    let is_beside = |fact: &Fact, other: &Fact| {
        let between = between(fact, &other.named);
        fact.kind.id != other.kind.id && between.contains(" and ") && !between.contains("with")
    };
    // No infarct, old or new, brings an aneurysm with it.
    let is_with_infarct = |fact: &Fact| {
        let mut claims = line.reading.claims.iter();
        fact.kind.id == "aneurysm"
            && claims.any(|claim| {
                let between = between(fact, &claim.named);
                !claim.denied
                    && matches!(claim.kind.id.as_str(), "infarct" | "diffusion")
                    && (between.contains(" and ") || between.contains(" with "))
            })
    };
    let is_second = |fact: &Fact| {
        TABLE.never_slight.contains(&fact.kind.id)
            && !fact.inherited
            && weighs(fact)
            && (is_with_infarct(fact)
                // What comes `with` another finding is told by it.
                || !line.lower[..fact.named.start].contains(" with ")
                    && facts.iter().any(|other| weighs(other) && is_beside(fact, other)))
    };
    facts.iter().copied().find(|fact| {
        let mut items = items.iter();
        is_second(fact) && !items.any(|item| is_told(item, line, fact) || item.explains(line, &[fact]))
    })
}

/// Whether a sentence of the impression has a word of the finding or names one of its kind, wherever.
pub(super) fn is_told(item: &Item<'_, '_>, line: &Line<'_>, fact: &Fact) -> bool {
    let words = telling(line, fact);
    let mut said = item.line.words.iter();
    let mut claims = item.line.reading.claims.iter();
    claims
        .any(|claim| !claim.denied && (claim.kind.id == fact.kind.id || alike(&claim.kind.id, &fact.kind.id)))
        || said.any(|word| words.contains(&word.key))
        || abbreviated(item.line, fact)
}

/// Names of findings that hold their own place: `haemopericardium`.
static COMPOUND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:(?:ha?emo|pneumo|pyo|chylo|hydro)(?:peri|medi|thora|ceph|salp|nephr|metr|colp|cele|bili|arthr)\w+|toph(?:us|i|aceous)|lipoh\w+)").expect("pattern")
});

/// Whether the impression names a finding by the same word that holds its place.
fn shares_compound(line: &Line<'_>, other: &Line<'_>) -> bool {
    COMPOUND.find_iter(&line.lower).any(|name| {
        COMPOUND
            .find_iter(&other.lower)
            .any(|found| found.as_str() == name.as_str() && !negation::denies(&other.scopes, found.start()))
    })
}

/// Facts whose mention covers their sentence: those of weight, and a disc that comes with the ligament that it tears. What a lesion
/// or a tear looks like or comes with does not stand for it: `the lesion restricts diffusion`, `a tear with a paralabral cyst`.
fn covers_also(line: &Line<'_>, facts: &[&Fact], fact: &Fact) -> bool {
    let has = |id: &str| facts.iter().any(|other| other.kind.id == id);
    let looks = match fact.kind.id.as_str() {
        "diffusion" | "thickening" | "necrosis" | "calculus" | "compression" => has("lesion"),
        "lesion" => has("tear"),
        _ => false,
    };
    !looks && (super::weight::is_weighty(line, fact) || fact.kind.id == "bulge")
}

/// Whether a sentence of the impression says anything that can be this finding.
pub(super) fn is_covered(sheet: &Sheet<'_>, item: &Item<'_, '_>, fact: &Fact, alone: bool) -> bool {
    let (line, found) = (item.line, sheet.line(fact));
    let words: Vec<String> = telling(found, fact);
    let is_of_node = || {
        let mut places = fact.subjects.iter();
        places.any(|place| anatomy::lexicon().is_within(&place.structure.id, "lymph-node"))
    };
    let staged = (fact.kind.id == "nodes" || fact.kind.id == "diffusion" && is_of_node())
        && STAGE.is_match(&line.lower);
    // A herniation of the brain is where its name says: "subfalcine and uncal herniation".
    let named = &found.lower[fact.named.clone()];
    let herniates = named
        .split_once(" herniation")
        .is_some_and(|(name, _)| line.lower.contains("herniation") && line.lower.contains(name));
    let shifted = fact.kind.id == "shift" && (line.lower.contains("shift") || herniates);
    let run_off =
        fact.kind.id == "occlusion" && (line.lower.contains("run-off") || line.lower.contains("runoff"));
    let gas = matches!(fact.kind.id.as_str(), "air" | "free-air") && GAS.is_match(&line.lower);
    if metastatic(line, found, fact) || staged || shifted || run_off || gas {
        return true;
    }
    // "A further nodule in the left lung" is in whichever lobe.
    let is_of_whole = || {
        let of_kind = line
            .reading
            .claims
            .iter()
            .filter(|claim| !claim.denied && claim.kind.id == fact.kind.id);
        of_kind.flat_map(|claim| &claim.subjects).any(|at| {
            let mut places = fact.subjects.iter();
            places.any(|place| at.structure.id != place.structure.id && related(at, place))
        })
    };
    let in_other_part =
        || fact.kind.id == "lesion" && place::organ_parts_apart(&line.lower, &found.lower) && !is_of_whole();
    if item.apart(found) || in_other_part() {
        return false;
    }
    let places = &line.reading.subjects;
    // A tear or a fracture is of one tendon, ligament or bone, not of its neighbour.
    let by_organ = !matches!(
        fact.kind.id.as_str(),
        "lesion" | "tear" | "fracture" | "dislocation" | "occlusion" | "thrombus" | "aneurysm" | "dissection"
    );
    let in_place = places
        .iter()
        .any(|at| fact.subjects.iter().any(|place| meets(at, place, by_organ)))
        || !item.is_of_another(fact.line)
            && (places.is_empty() && fact.kind.id != "lesion" || fact.subjects.is_empty());
    let placed = fact.subjects.is_empty() || places.is_empty() || in_place || shares_lobe(line, found);
    // `Nodular liver` is no lesion, `non-ischaemic` no infarct.
    let adjective = |claim: &&Claim| {
        line.lower[..claim.named.start].ends_with("non-")
            || matches!(
                &line.lower[claim.named.clone()],
                "nodular" | "nodularity" | "cystic" | "lobulated"
            )
    };
    // What a stroke or a bleed looks like is told of other places of the head than the diagnosis.
    let everywhere = matches!(
        fact.kind.id.as_str(),
        "infarct" | "diffusion" | "pneumothorax" | "cord" | "collection"
    );
    let in_region = places.is_empty()
        || places.iter().any(|at| {
            fact.subjects
                .iter()
                .any(|place| place.structure.region == at.structure.region)
        });
    let asserted: Vec<&Claim> = line
        .reading
        .claims
        .iter()
        .filter(|claim| !claim.denied && !adjective(claim))
        .collect();
    let scopes = &line.scopes;
    let same_word = line
        .words
        .iter()
        .any(|word| words.contains(&word.key) && !negation::denies(scopes, word.range.start));
    let cystic = found.lower.contains("cyst");
    // `Terminal ileitis` is not the mass of the ovary.
    let is_mass_beside = |claim: &Claim| {
        fact.kind.id == "lesion" && claim.kind.id == "inflammation" && item.is_of_another(fact.line)
    };
    let same_kind = asserted.iter().any(|claim| {
        let said = &line.text[claim.named.clone()];
        // A cyst of the impression is not the mass of the findings; blood in a sinus or joint is not blood in the head.
        let other = fact.kind.id == "lesion"
            && !cystic
            && (concept::of(said, claim.kind).is("cyst")
                || HARMLESS_CYST.is_match(&said.to_lowercase())
                || said.to_lowercase().starts_with("cystic"))
            || matches!(fact.kind.id.as_str(), "hemorrhage" | "collection")
                && CAVITY.is_match(&said.to_lowercase());
        !other
            && !fact.kind.is_general()
            && (claim.kind.id == fact.kind.id
                || (in_place || everywhere && in_region)
                    && !is_mass_beside(claim)
                    && alike(&claim.kind.id, &fact.kind.id))
    });
    let named = match fact.kind.id.as_str() {
        "thrombus" | "fracture" | "aneurysm" | "dissection" | "air" | "free-air" | "pneumothorax"
        | "calculus" | "collapse" | "hydronephrosis" => abbreviated(line, fact),
        "lesion" => {
            says_lesion(line) || !places.is_empty() && is_unnamed(line) && !TABLE.slight.is_match(&line.lower)
        }
        "occlusion" => {
            asserts(line, &CORONARY)
                || asserted
                    .iter()
                    .any(|claim| !MINOR_KINDS.contains(&claim.kind.id.as_str()))
        }
        _ => {
            names_a_disease(&line.lower)
                || is_unnamed(line)
                || asserted
                    .iter()
                    .any(|claim| !MINOR_KINDS.contains(&claim.kind.id.as_str()))
        }
    };
    // `Crohn's disease with a stricture` is the name of the thickened wall too.
    let by_disease = names_a_disease(&line.lower)
        && matches!(
            fact.kind.id.as_str(),
            "thickening" | "inflammation" | "dilatation" | "fluid" | "effusion" | "nodes"
        );
    // A stroke, a bleed and a clot are named by other places than those where they are seen.
    let anywhere = everywhere && in_region
        || matches!(fact.kind.id.as_str(), "hemorrhage" | "thrombus") && !item.is_of_another(fact.line)
        || shares_abbreviation(line, found);
    let same_level = !line.reading.levels.is_empty() && !found.reading.levels.is_empty();
    (same_word || same_kind) && (placed || anywhere || same_level)
        || abbreviated(line, fact)
        || placed
            && (by_disease || !item.is_of_another(fact.line))
            && (!places.is_empty() || alone && names_a_disease(&line.lower) && !is_injury(fact))
            && named
            && !fact.subjects.is_empty()
}

/// A tear or a fracture is never what a disease without a place stands for.
fn is_injury(fact: &Fact) -> bool {
    matches!(
        fact.kind.id.as_str(),
        "tear" | "fracture" | "dislocation" | "dissection" | "pneumothorax"
    )
}

/// Whether a line of the impression asserts something that a lesion can be called.
fn says_lesion(line: &Line<'_>) -> bool {
    asserts(line, &LESION)
}

/// Whether a line says one of these words without denying it.
fn asserts(line: &Line<'_>, words: &Regex) -> bool {
    words
        .find_iter(&line.lower)
        .any(|found| !negation::denies(&line.scopes, found.start()))
}
