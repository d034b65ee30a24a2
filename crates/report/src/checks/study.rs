//! What the name of the study and the technique tell: modality, contrast, side, part of the body.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::Known;
use super::sheet::Line;
use crate::anatomy::{self, Region, Structure};
use crate::modality::Modality;
use crate::section::SectionKind;
use crate::side::{self, Side};

/// The study.
#[derive(Debug, Clone, Default)]
pub(super) struct Study {
    /// CT or MRI, as the name says it or, failing that, the technique, else as it was chosen.
    pub(super) modality: Option<Modality>,
    /// Whether contrast was given, as the technique tells it.
    pub(super) technique_contrast: Option<bool>,
    /// Whether contrast was given, as the name tells it.
    pub(super) name_contrast: Option<bool>,
    /// The side that the name tells or, of a limb, the technique.
    pub(super) side: Option<Side>,
    /// The structures that the name tells.
    pub(super) structures: Vec<&'static Structure>,
}

static BOTH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:with (?:and|&) without|without (?:and|&) with|with or without|pre[- ]?(?:and|&|/) ?post|plain (?:and|&|\+|followed by) (?:contrast|post|cect)|before and after|non[- ]?contrast and (?:post[- ]?)?contrast|and after|p ?\+ ?c|followed by)\b").expect("pattern")
});
static PLAIN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:plain|ncct|nect|non[- ]?contrast(?:ed)?|non[- ]?enhanced|unenhanced|without (?:the )?(?:\w+ ){0,3}?(?:contrast|gadolinium)|no (?:\w+ ){0,2}?(?:contrast|gadolinium)|(?:absence|lack|refusal) of (?:\w+ ){0,2}?(?:contrast|gadolinium)|(?:refused|declined) (?:\w+ ){0,2}?(?:contrast|gadolinium)|(?:contrast|gadolinium)(?: (?:agent|medium|media|material|study|scan|series|images?|administration|injection))?(?: (?:was|were|is|are|could|can|has|had))?(?: been)? (?:not|cannot|withheld|omitted|declined|refused|deferred|avoided|contraindicated))\b").expect("pattern")
});
static GIVEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:cect|cemri|contrast|gadolinium|gadobutrol|gadoterate|omnipaque|ultravist|optiray|isovue|visipaque|iohexol|iopamidol|angiogra\w*|cta|ctpa|dynamic|triple phase|multiphasic|urograph\w*|urogram|venogra\w*|enterograph\w*|post[- ]?contrast|enhanced|enhancing|late arterial|triphasic|multiphas\w*|biphasic|corticomedullary|nephrographic|hepatobiliary phase|(?:arterial|venous|delayed|excretory|portal|renal mass)(?: and \w+)* (?:phases?|protocol|scans?|images?)|wash[- ]?out)\b").expect("pattern")
});

impl Study {
    /// Reads the name, else the line above the first heading, and the technique.
    pub(super) fn of(known: &Known, title: Option<&str>, lines: &[Line<'_>]) -> Self {
        // A user's template may be called "My favourite": then the report's own title says more.
        let names_study =
            |name: &&str| Modality::named_in(name).is_some() || !anatomy::lexicon().find(name).is_empty();
        let given = known.study_name.as_deref().filter(|name| !name.trim().is_empty());
        let titled = title.is_some_and(|title| !title.trim().is_empty());
        let given = given.filter(|name| !titled || names_study(name));
        let title = title.and_then(|title| title.lines().map(str::trim).find(|line| !line.is_empty()));
        let name = given.or(title.filter(|title| title.len() < 80 && Modality::named_in(title).is_some()));
        let technique: String = lines
            .iter()
            .filter(|line| line.section == SectionKind::Technique)
            .map(|line| line.text)
            .collect::<Vec<_>>()
            .join(" ");
        let structures: Vec<&'static Structure> = name
            .map(|name| anatomy::lexicon().find(name))
            .unwrap_or_default()
            .into_iter()
            .map(|mention| mention.structure)
            .collect();
        // "MRI Knee", and the technique says which.
        let of_limb =
            |structure: &&Structure| structure.region == Region::Musculoskeletal && structure.paired;
        let named = name.map(side::find).unwrap_or_default();
        let sides = if named.is_empty() && structures.iter().any(of_limb) {
            side::find(&technique)
        } else {
            named
        };
        Self {
            modality: name
                .and_then(Modality::named_in)
                .or_else(|| Modality::named_in(&technique))
                .or(known.modality),
            technique_contrast: contrast(&technique),
            name_contrast: name.and_then(|name| contrast(&without_native(name))),
            side: match sides.as_slice() {
                [mark] if mark.side != Side::Bilateral => Some(mark.side),
                _ => None,
            },
            structures,
        }
    }

    /// Whether no contrast was given: the technique knows better than the name.
    pub(super) fn is_plain(&self) -> bool {
        self.technique_contrast.or(self.name_contrast) == Some(false)
    }
}

/// The vessels of an MR study can be shown without contrast, by time of flight.
fn without_native(name: &str) -> Cow<'_, str> {
    static NATIVE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:angiogra\w*|venogra\w*|urograph\w*|urogram|phase[- ]contrast)\b")
            .expect("pattern")
    });
    if Modality::named_in(name) == Some(Modality::Mri) {
        NATIVE.replace_all(name, " ")
    } else {
        Cow::Borrowed(name)
    }
}

/// Words of contrast that say nothing of a drug in a vein: what is drunk or instilled, how a sequence or a kernel is called, what the
/// image is like, what moves, what the patient does not bear, and another study. With `iv` or `phase` before them they do.
static OTHER_CONTRAST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        \b(?P<iv>(?:iv|i\.v\.|intravenous)\s*(?:and|&|\+|,|/)\s*)?(?:oral|rectal|enteric|enteral)\ contrast\b
        | \b(?P<phase>(?:arterial|venous|portal|delayed|nephrographic|excretory)\ )?phase[-\ ]contrast(?:\ (?:mr\ )?(?:angio|veno)gra\w+)?\b
        | \b(?:tof|time[-\ ]of[-\ ]flight)\ (?:mr\ )?(?:angio|veno)gra\w+
        | \b(?:soft[-\ ]tissue|tissue|image)\ contrast\b | \bcontrast[-\ ](?:resolution|to[-\ ]noise)\b
        | \b(?:contrast\ allergy|aller\w+\ to\ (?:\w+\ ){0,2}?(?:contrast|gadolinium))\b
        | \bedge[-\ ]enhanc\w+ | \benhanc\w+\ (?:kernels?|filters?|algorithms?)\b
        | \bdynamic\ (?:flexion|extension|manoeuvres?|maneuvers?|swallow\w*)
        | \b(?:earlier|previous|prior|outside)\ (?:[\w-]+\ ){0,4}?(?:stud(?:y|ies)|scans?|ct|mri|mr|examinations?)\b
        | \bcontrast[-\ ](?:enhanced\ )?(?:study|scan|ct|mri|mr)\ (?:\w+\ ){0,3}?(?:last|yesterday|earlier|previously|elsewhere)\b",
    )
    .expect("pattern")
});
/// Phases that are told by their times alone: `plain, arterial (35 s), portal (70 s)`.
static PHASES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:arterial|portal|nephrographic|excretory|delayed|equilibrium|parenchymal|corticomedullary)\b|\b\d+[- ]?(?:s|secs?|seconds?|min|mins|minutes?) (?:acquisitions?|delay\w*|scans?|images?|series)\b|\+\s*\d+\s*(?:s|secs?|seconds?|min|mins|minutes?)\b").expect("pattern")
});

/// `W/O`, `W/WO`, `W & WO` as they are meant.
fn written_out(text: &str) -> String {
    static BOTH: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\bw/?\s?(?:and|&|/|\+)?\s?w/?o\b").expect("pattern"));
    static WITHOUT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?i)\bw/?o\b").expect("pattern"));
    let text = BOTH.replace_all(text, "with and without");
    WITHOUT.replace_all(&text, "without").into_owned()
}

/// Whether a text says that contrast was given, or that it was not.
fn contrast(text: &str) -> Option<bool> {
    let text = &written_out(text);
    let text = &OTHER_CONTRAST.replace_all(text, |found: &regex::Captures<'_>| {
        if found.name("iv").or_else(|| found.name("phase")).is_some() {
            "contrast"
        } else {
            " "
        }
    });
    if BOTH.is_match(text) && GIVEN.is_match(text) {
        return Some(true);
    }
    let plain = PLAIN.find(text);
    let rest = PLAIN.replace_all(text, " ");
    match (plain.is_some(), GIVEN.is_match(&rest)) {
        (true, false) if PHASES.is_match(&rest) => None,
        (true, false) => Some(false),
        (_, true) => Some(true),
        _ => None,
    }
}
