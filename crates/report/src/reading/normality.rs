//! Reads what a sentence calls normal, and in which respect.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::{Aspect, Claim, Parts, Reading, Subject, whole};

/// Structures that are called normal.
#[derive(Debug, Clone)]
pub struct Normal {
    /// In which respects.
    pub aspects: Vec<Aspect>,
    /// What is normal.
    pub subjects: Vec<Subject>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Words {
    normal: Vec<String>,
    thin: Vec<String>,
    there: Vec<String>,
    by_itself: Vec<(String, Aspect)>,
    respects: Vec<(String, Aspect)>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; the tests read it.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/normality.toml"))
        .unwrap_or_else(|error| panic!("normality: {error}"))
});

impl Words {
    /// Whether a word calls something normal.
    fn praises(&self, key: &str) -> bool {
        self.normal.iter().any(|word| word == key)
    }
}

/// Whether a word names a respect in which something can be normal.
pub fn is_respect(key: &str) -> bool {
    WORDS.respects.iter().any(|(word, _)| word == key)
}

/// `Opacification of the pulmonary arteries is adequate`, `image quality is good`: praise of the study and of nothing in the patient.
static QUALITY: LazyLock<Regex> = LazyLock::new(|| {
    const PRAISE: &str = r"(?:adequate|adequately|good|satisfactory|satisfactorily|optimal|optimally|diagnostic|excellent|sufficient|sufficiently)";
    const STUDY: &str =
        r"(?:opacif\w+|image quality|quality|bolus|contrast|gating|study|examination|scan|enhancement)";
    Regex::new(&format!(
        r"(?i)\b{PRAISE}\s+(?:\w+\s+)?{STUDY}\b|\b{STUDY}\b[^.;,]*\b{PRAISE}\b"
    ))
    .expect("pattern")
});

static BRANCHES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:bifurcat\w+|trifurcat\w+|divid\w+|branch\w+|splits?|continues) (?:in)?to\b|\bgiv\w+ (?:off|rise to)\b").expect("pattern")
});

static FREE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:is|are|appears?|remains?) free(?:$|,| at | on | in | throughout)").expect("pattern")
});

/// Whether no other word than these praises anything.
fn praised_only(parts: &Parts<'_>, words: &[&str]) -> bool {
    let mut praise = parts
        .words
        .iter()
        .enumerate()
        .filter(|(at, word)| {
            // "Well distended" says how full something is.
            let is_filled = parts
                .words
                .get(at + 1)
                .is_some_and(|next| next.key == "distended");
            WORDS.praises(&word.key) && !(word.key == "well" && is_filled)
        })
        .map(|(_, word)| word.key.as_str());
    praise.all(|key| words.contains(&key)) && !parts.text.contains("within normal limit")
}

/// Whether evenness is the only praise.
fn only_even(parts: &Parts<'_>) -> bool {
    praised_only(parts, &["homogeneous", "homogeneously", "uniform", "uniformly"])
}

/// Whether the only praise is that a wall is smooth.
fn only_smooth(parts: &Parts<'_>) -> bool {
    parts.words.iter().any(|word| word.key == "wall")
        && praised_only(parts, &["smooth", "smoothly", "regular"])
}

/// What the sentence calls normal: nothing when none of its words does.
pub(super) fn read(parts: &Parts<'_>, reading: &Reading) -> Vec<Normal> {
    if QUALITY.is_match(parts.text) && !reading.is_abnormal() {
        return vec![Normal {
            aspects: vec![Aspect::Quality],
            subjects: reading.subjects.clone(),
        }];
    }
    let said = |word: &str| parts.words.iter().any(|spoken| spoken.key == word);
    let denied = |word: &str| {
        parts
            .words
            .iter()
            .any(|spoken| spoken.key == word && crate::negation::denies(&parts.scopes, spoken.range.start))
    };
    let mut aspects: Vec<Aspect> = WORDS
        .by_itself
        .iter()
        .filter(|(word, _)| said(word) && !denied(word))
        // "Adequately opacified" praises the study, not the artery.
        .filter(|(word, _)| !(word.starts_with("opacif") && said("adequately")))
        // "Midline shift" is no praise.
        .filter(|(word, _)| !is_only_in_finding(parts, reading, word))
        .map(|(_, aspect)| *aspect)
        .collect();
    if (parts.text.contains("vessel run") || parts.text.contains("vessel-run")) && parts.scopes.is_empty() {
        aspects.push(Aspect::Patency);
    }
    let bare = parts.text.trim_end_matches('.');
    if reading.claims.is_empty()
        && parts.scopes.is_empty()
        && WORDS.there.iter().any(|turn| bare.ends_with(turn.as_str()))
    {
        aspects.push(Aspect::Presence);
        if bare.ends_with(" formed") {
            aspects.extend([Aspect::General, Aspect::Shape]);
        }
    }
    // A bursa that can be seen has fluid in it.
    let is_bursa = |subject: &Subject| crate::anatomy::lexicon().is_within(&subject.structure.id, "bursa");
    if denied("distended") && !reading.subjects.is_empty() && reading.subjects.iter().all(is_bursa) {
        aspects.push(Aspect::General);
    }
    // "Hernial orifices are free", "nerve roots are free at all levels".
    if reading.claims.is_empty() && FREE.is_match(bare) {
        aspects.extend([Aspect::Clear, Aspect::General]);
    }
    // "The gallbladder is thin walled": where a wall may be thin, thin is how it should be.
    let has_wall = |subject: &Subject| WORDS.thin.contains(&subject.structure.id);
    if said("thin") && reading.subjects.iter().any(has_wall) {
        aspects.push(Aspect::Thickness);
    }
    let limits = parts.text.contains("within normal limit") || parts.text.contains("within limits");
    let normal = limits || WORDS.normal.iter().any(|word| said(word) && !denied(word));
    let not_thick = ["thickened", "dilated", "enlarged"]
        .iter()
        .any(|word| denied(word));
    if normal || not_thick {
        let respects: Vec<Aspect> = WORDS
            .respects
            .iter()
            .filter(|(word, _)| said(word))
            .map(|(_, aspect)| *aspect)
            .collect();
        aspects.extend(respects);
        if parts.text.to_ascii_lowercase().contains("joint space") {
            aspects.push(Aspect::Space);
        }
        // The origin of a muscle is a place, that of a vessel a respect.
        if parts.text.contains("in origin") || parts.text.contains("normal origin") {
            aspects.push(Aspect::Origin);
        }
        if aspects.is_empty() && (normal || denied("enlarged")) {
            aspects.push(if denied("enlarged") && !normal {
                Aspect::Size
            } else if only_smooth(parts) {
                // "The wall is smooth": of a wall that is thickened, not of what lies in the lumen.
                Aspect::Shape
            } else if only_even(parts) {
                // "Homogeneous" praises the texture: a large spleen may be homogeneous.
                Aspect::Signal
            } else {
                Aspect::General
            });
        }
        if only_smooth(parts) && normal {
            aspects.push(Aspect::Thickness);
        }
        // "The ovary is normal with follicles, volume 8 mL": the volume is not the respect.
        if whole::stands_alone(parts) {
            aspects.push(Aspect::General);
        }
        if whole::ends_with_normal(parts) {
            aspects.push(Aspect::General);
        }
        // Who says that it works calls the whole normal.
        if aspects == [Aspect::Function] {
            aspects.push(Aspect::General);
        }
        // What is symmetrical has the size and the shape of its fellow.
        if said("symmetrical") || said("symmetric") {
            aspects.extend([Aspect::Size, Aspect::Shape]);
        }
    }
    // Who denies every abnormality of a structure calls it normal.
    if reading.claims.iter().any(|claim| denies_everything(parts, claim)) {
        aspects.push(Aspect::General);
    }
    if aspects.is_empty() {
        return Vec::new();
    }
    aspects.dedup();
    let mut subjects = reading.subjects.clone();
    // "Brain parenchyma: normal grey-white differentiation" praises the differentiation alone.
    let tells_layers = |subject: &Subject| subject.structure.id == "grey-white-differentiation";
    let praises_more = parts
        .words
        .iter()
        .any(|word| word.key != "differentiation" && is_respect(&word.key));
    if !praises_more && subjects.iter().any(tells_layers) {
        subjects.retain(tells_layers);
    }
    // "LM: normal, trifurcates into LAD, ramus and LCx" praises the trunk.
    if let Some(found) = BRANCHES.find(parts.text) {
        let is_before = |subject: &Subject| {
            let mut mentions = parts.mentions.iter();
            mentions.any(|at| at.structure.id == subject.structure.id && at.range.end <= found.start())
        };
        // "Bifurcates into LAD and LCx, which are normal" praises what is named behind.
        let is_praised_before = parts
            .words
            .iter()
            .any(|word| word.range.end <= found.start() && WORDS.praises(&word.key));
        if is_praised_before && subjects.iter().any(is_before) {
            subjects.retain(is_before);
        }
    }
    if subjects.len() > 1 {
        subjects.retain(|subject| !is_landmark(parts, subject) && !is_position(parts, subject));
        if !subjects.iter().all(|subject| is_only_denied(parts, subject)) {
            subjects.retain(|subject| !is_only_denied(parts, subject));
        }
    }
    let mut normals = vec![Normal { aspects, subjects }];
    normals.extend(whole::praised_first(parts));
    normals
}

/// `No abnormality of the biliary tree`.
fn denies_everything(parts: &Parts<'_>, claim: &Claim) -> bool {
    let named = parts.text[claim.named.clone()].to_ascii_lowercase();
    claim.denied
        && !claim.subjects.is_empty()
        && matches!(
            named.as_str(),
            "abnormality" | "abnormalities" | "pathology" | "disease"
        )
}

/// Whether a word stands nowhere but in the name of a finding.
fn is_only_in_finding(parts: &Parts<'_>, reading: &Reading, word: &str) -> bool {
    let in_finding = |at: usize| {
        reading
            .claims
            .iter()
            .any(|claim| claim.named.contains(&at) && claim.named.len() < parts.text.len())
    };
    let mut said = parts.words.iter().filter(|spoken| spoken.key == word);
    said.all(|spoken| in_finding(spoken.range.start))
}

/// `The septum is in the midline`: the midline is where the septum is, and nothing that is called normal.
fn is_position(parts: &Parts<'_>, subject: &Subject) -> bool {
    let mut mentions = parts
        .mentions
        .iter()
        .filter(|mention| mention.structure.id == subject.structure.id);
    mentions.all(|mention| {
        let before = parts.text[..mention.range.start].trim_end();
        parts.text[mention.range.clone()].eq_ignore_ascii_case("midline")
            && ["is", "are", "and", "in", "in the", "at the", "remains", "remain"]
                .iter()
                .any(|leads| before.strip_suffix(leads).is_some_and(|rest| rest.ends_with(' ')))
    })
}

/// `Sigmoid colon is normal, no diverticulitis`: what only a denial names is not what is praised.
fn is_only_denied(parts: &Parts<'_>, subject: &Subject) -> bool {
    let mut mentions = parts
        .mentions
        .iter()
        .filter(|mention| mention.structure.id == subject.structure.id);
    mentions.all(|mention| crate::negation::denies(&parts.scopes, mention.range.start))
}

/// `muscles around the hip`: the hip only says where.
fn is_landmark(parts: &Parts<'_>, subject: &Subject) -> bool {
    parts
        .mentions
        .iter()
        .filter(|mention| mention.structure.id == subject.structure.id)
        .all(|mention| {
            let before = parts.text[..mention.range.start]
                .trim_end()
                .trim_end_matches(" the")
                .trim_end()
                .to_ascii_lowercase();
            [
                "around",
                "surrounding",
                "about",
                "adjacent to",
                "overlying",
                "level of",
            ]
            .iter()
            .any(|word| before.ends_with(word))
        })
}
