//! Which findings belong into an impression: by their urgency, their kind, their look and their size.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::Fact;
use super::super::sheet::Line;
use crate::anatomy::Region;
use crate::measurement::Measurement;
use crate::urgency::{self, Urgency};

/// What is over, however urgent its words.
static OVER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:old|healed|chronic|remote|prior|previous\w*|resol\w+|treated|post[- ]?(?:op|surg)\w*|status post|unchanged|stable|\?)\b").expect("pattern")
});
/// Findings that nobody is nagged about, as long as nothing in their clause is grave.
static MINOR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:tiny|trace|trivial|minimal|minimally|physiologic\w*|mild|mildly|slight|slightly|small|minor|subtle|incidental\w*|simple|sub-?cent\w+|subcm|benign|old|healed|chronic|remote|prior|previous\w*|degenerat\w*|post[- ]?(?:op|surg)\w*|status post|granuloma\w*|atelecta\w*|stable|unchanged|known|scar\w*|insignificant|non[- ]?specific|non[- ]?obstruct\w+|scalp|sebaceous|lipoma|few|thin|age[- ]related|small vessel|micro\w*|bone island|h(?:a?)emangioma|follic\w+|retention|septum|spur|variant|reactive|not enlarged|normal|partial|superficial|fibroid\w*|treated|resolv\w+|resolved|decreas\w+|adenoma|cholelithiasis|gallstones?|hiatus|diverticul\w+|heterotop\w+|calcified (?:granuloma|node|nodes|plaque|nodule)|no follow-up|patent|\?|likely artefact|dependent|mucosal thickening)\b").expect("pattern")
});
/// What makes a finding weigh: its look, its extent.
static WEIGHT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:enhancing|irregular|spiculated|lobulated|infiltrat\w*|invad\w*|destruct\w*|lytic|sclerotic|necrotic|solid|aggressive|complete|full[- ]thickness|severe|occlu\w*|moderate|gross|large|bulky|marked|multiple|several|hypodense|hypoattenuating|arteriali[sz]ed|washout|washes out|washing out|suspicious|apple-core|expansile|extruded|thrombus|aneurysmal|tear|tears|torn|rupture\w*|stricture|laceration|fracture|perforat\w*|fistula|omental cake|conglomerate|matted|encas\w*|unstable|syrinx|transection|avulsion|dislocat\w*|abscess|halo|intramedullary|compress\w*|stenosis|soft[- ]tissue component)\b").expect("pattern")
});

/// A look or an extent that weighs even beside a word like `small`.
static GRAVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:spiculated|irregular|infiltrat\w*|invad\w*|destruct\w*|arteriali[sz]ed|washout|washes out|washing out|suspicious|malignan\w*|metasta\w*|expansile|full[- ]thickness|severe\w*|occlu\w*|extruded|thrombus|thrombosis|filling defect|perforat\w*|avulsion|avulsed|dislocat\w*|abscess|necrotic|restricted diffusion|diffusion restriction|solid enhancing|enhancing mass|enhancing nodule)\b").expect("pattern")
});
/// Words that are part of a name and say nothing of the size or look.
static NAMES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:small (?:bowel|intestin\w*)|non[- ]?calcified|un-?calcified|not calcified|(?:not|no longer) stable|previously (?:un\w+|normal)|hyper-?dense normal)\b").expect("pattern")
});
/// Kinds that matter however small they are.
const NEVER_SLIGHT: &[&str] = &[
    "fracture",
    "thrombus",
    "dissection",
    "pneumothorax",
    "air",
    "infarct",
    "diffusion",
    "aneurysm",
];
/// Words of smallness: they excuse a finding only when its kind is not one that matters at any size.
static SLIGHT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:tiny|mild|mildly|small|slight|slightly|minimal|minimally|minor|subtle|thin|few|micro\w*)\b",
    )
    .expect("pattern")
});

/// Whether nobody would be nagged about the finding. What is urgent is minor only when it is over; what is grave in its own clause
/// stays so beside a word like `small`.
pub(super) fn is_minor(line: &Line<'_>, fact: &Fact) -> bool {
    let sentence = NAMES.replace_all(&line.lower, " ").into_owned();
    if OVER.is_match(&sentence) && MINOR.is_match(&sentence) {
        return true;
    }
    if urgency::of(line.text) == Urgency::Critical {
        return false;
    }
    let clause = NAMES
        .replace_all(&line.lower[fact.clause.clone()], " ")
        .into_owned();
    if GRAVE.is_match(&clause) && !is_benign(&clause) {
        return false;
    }
    if NEVER_SLIGHT.contains(&fact.kind.id.as_str()) {
        return MINOR.is_match(&SLIGHT.replace_all(&sentence, " "));
    }
    MINOR.is_match(&sentence) && (MINOR.is_match(&clause) || !is_large(line))
}

/// A name or a word that settles that nothing needs to be done, whatever the look.
fn is_benign(clause: &str) -> bool {
    const SETTLED: &[&str] = &[
        "benign",
        "simple",
        "physiologic",
        "degenerat",
        "osteophyt",
        "lipoma",
        "haemangioma",
        "hemangioma",
        "fibroid",
        "partial",
        "superficial",
        "adenoma",
        "granuloma",
        "follic",
        "diverticul",
        "no follow-up",
        "normal",
        "?",
    ];
    SETTLED.iter().any(|word| clause.contains(word))
        && !clause.contains("washout")
        && !clause.contains("expansile")
}

fn largest(line: &Line<'_>) -> f64 {
    line.measurements
        .iter()
        .filter_map(Measurement::largest_millimetres)
        .fold(0.0, f64::max)
}

/// Too large to be passed over for a word elsewhere in the sentence.
fn is_large(line: &Line<'_>) -> bool {
    largest(line) >= 20.0
}

/// From which size on a finding belongs into an impression: nodes of a centimetre are within what is normal here and there.
fn least_size(line: &Line<'_>) -> f64 {
    let nodes = |id: &str| id == "nodes" || id == "enlargement";
    let mut asserted = line.reading.claims.iter().filter(|claim| !claim.denied);
    if asserted.clone().next().is_some() && asserted.all(|claim| nodes(&claim.kind.id)) {
        15.0
    } else {
        10.0
    }
}

/// Whether a sentence says something that belongs into an impression: urgent by its words, or of weight, or large.
pub(super) fn weighs(line: &Line<'_>) -> bool {
    match urgency::of(line.text) {
        Urgency::Critical | Urgency::Significant => true,
        Urgency::Ordinary => largest(line) >= least_size(line) || WEIGHT.is_match(&line.lower),
        Urgency::Incidental => GRAVE.is_match(&line.lower) && is_large(line),
        Urgency::Recommendation => false,
    }
}

/// A finding that has a place and is of a kind that belongs into an impression.
pub(super) fn is_weighty(line: &Line<'_>, fact: &Fact) -> bool {
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
    let destroys = fact.kind.id == "abnormality" && line.lower[fact.named.clone()].starts_with("destr");
    let before = &line.lower[..fact.named.start];
    let negated = before.ends_with("non-") || before.ends_with("non ");
    let in_joint = fact.kind.id == "effusion"
        && fact
            .subjects
            .iter()
            .any(|at| at.structure.region == Region::Musculoskeletal);
    (KINDS.contains(&fact.kind.id.as_str()) || destroys) && !fact.concept.is("cyst") && !negated && !in_joint
}
