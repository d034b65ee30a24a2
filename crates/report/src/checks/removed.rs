//! An organ that was removed or is absent, described as if it were there.

use std::sync::LazyLock;

use regex::Regex;

use super::sheet::{Line, Sheet};
use super::{Flag, FlagKind};
use crate::anatomy::{self, Region, Structure};
use crate::operation;
use crate::reading::Subject;
use crate::section::SectionKind;
use crate::side::{self, Side};

static ABSENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:surgically absent|congenitally absent|(?:is|are|was|were|:) absent|(?:has|have) been (?:surgically )?removed|(?:is|are) (?:surgically )?removed|agenesis|(?:is|are) not seen[,;]? (?:post|consistent|in keeping|surgically)|has been resected|absent (?:gall ?bladder|uterus|spleen|kidney|prostate|appendix))\b").expect("pattern")
});
static PRESENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:normal\w*|unremarkable|distended|contracted|thickened|enlarged|bulky|anteverted|retroverted|shows?|demonstrates?|reveals?|contains?|measur\w+|heterogeneous|homogeneous|calcul\w+|stones?|fibroids?|cysts?|nodules?|mass|lesion|intact|smooth|atrophic|hypertroph\w*|dilated|inflamed|enhanc\w+|is seen|are seen|preserved|clear|expanded|aerated|follicles?)\b").expect("pattern")
});

/// Organs, and what is in none of what an operation may leave of them.
const INNER_PARTS: &[(&str, &[&str])] = &[
    ("uterus", &["endometrium", "myometrium", "junctional-zone"]),
    (
        "prostate",
        &[
            "prostate-transition-zone",
            "prostate-peripheral-zone",
            "prostate-central-zone",
        ],
    ),
];

/// No report says of more organs that they are gone: each is looked for in every sentence.
const MOST_GONE: usize = 100;

/// An organ that is gone, and the sentence that says so.
struct Gone<'s, 'r> {
    structure: &'static Structure,
    side: Option<Side>,
    line: &'s Line<'r>,
}

/// A flag for each organ that is gone and described.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    for gone in gone(sheet).into_iter().take(MOST_GONE) {
        let described = sheet.lines().find(|line| describes(line, &gone));
        if let Some(line) = described {
            let side = match gone.side {
                Some(Side::Right) => "right ",
                Some(Side::Left) => "left ",
                _ => "",
            };
            flags.push(line.flag(
                FlagKind::Contradiction,
                &(0..line.text.len()),
                format!(
                    "The {side}{} is described here, but elsewhere the report says that it was removed or is absent.",
                    gone.structure.name
                ),
                None,
            ));
        }
    }
    flags.dedup_by(|later, earlier| later.range == earlier.range);
    flags
}

fn gone<'s, 'r>(sheet: &'s Sheet<'r>) -> Vec<Gone<'s, 'r>> {
    let mut gone = Vec::new();
    for line in sheet.lines() {
        if line.section == SectionKind::Technique {
            continue;
        }
        for removed in operation::removed(line.text) {
            // What is taken away with the organ is told by the organ; a limb is gone with every part.
            let limb = |structure: &Structure| structure.region == Region::Musculoskeletal;
            let organ = removed.structures.first().is_some_and(|first| !limb(first));
            let named = if organ { 1 } else { removed.structures.len() };
            gone.extend(removed.structures.iter().take(named).map(|structure| Gone {
                structure,
                side: removed.side,
                line,
            }));
        }
        if let Some(absent) = ABSENT.find(&line.lower) {
            let absent = named_absent(line, absent.start()).into_iter();
            gone.extend(absent.map(|(structure, side)| Gone {
                structure,
                side,
                line,
            }));
        }
    }
    gone
}

/// The organs that stand right before the words that say that they are absent, each with its side. A paired one needs a side or
/// its plural.
fn named_absent(line: &Line<'_>, at: usize) -> Vec<(&'static Structure, Option<Side>)> {
    let start = line.lower[..at]
        .rfind(['.', ';', ',', ':'])
        .map_or(0, |end| end + 1);
    // `Gall bladder: absent`, `absent gall bladder`.
    let start = if line.lower[start..at].trim().is_empty() {
        0
    } else {
        start
    };
    line.mentions
        .iter()
        .filter(|mention| mention.range.start >= start && mention.range.start < at + 24)
        .filter_map(|mention| {
            let sided = operation::is_sided(&mention.structure.id)?;
            let plural = line.lower[mention.range.clone()].ends_with('s');
            let side = side_before(line, mention.range.start);
            (!sided || side.is_some() || plural).then_some((mention.structure, side))
        })
        .collect()
}

fn side_before(line: &Line<'_>, at: usize) -> Option<Side> {
    side::find(line.text)
        .into_iter()
        .filter(|mark| mark.range.end <= at && at - mark.range.end < 30)
        .map(|mark| mark.side)
        .next_back()
}

/// Whether a sentence of the findings or the impression describes the organ as being there.
fn describes(line: &Line<'_>, gone: &Gone<'_, '_>) -> bool {
    let here = matches!(line.section, SectionKind::Findings | SectionKind::Impression);
    if !here || std::ptr::eq(line, gone.line) || !PRESENT.is_match(&line.lower) {
        return false;
    }
    let operated = line.lower.contains("ectomy") || line.lower.contains("plasty");
    if operated || operation::speaks_of_remains(&line.lower) || ABSENT.is_match(&line.lower) {
        return false;
    }
    // A lobe of a lung and a bone of a limb are gone with the whole.
    let parts = gone.structure.id == "lung" || gone.structure.region == Region::Musculoskeletal;
    // Nor can what a uterus or a prostate is made of be there without it; a cervix can.
    let is_tissue = |id: &str| {
        INNER_PARTS
            .iter()
            .any(|(whole, inner)| *whole == gone.structure.id && inner.contains(&id))
    };
    let is_organ = |id: &str| {
        id == gone.structure.id
            || parts && anatomy::lexicon().is_within(id, &gone.structure.id)
            || is_tissue(id)
    };
    let of_organ = |subject: &Subject| {
        is_organ(&subject.structure.id)
            && match gone.side {
                None | Some(Side::Bilateral) => true,
                Some(side) => subject
                    .side
                    .is_none_or(|other| other == side || other == Side::Bilateral),
            }
    };
    // A plain plural without side counts as both; a singular without side is the one that is left.
    let plural = gone.side.is_none()
        || line
            .reading
            .subjects
            .iter()
            .any(|subject| is_organ(&subject.structure.id) && subject.side.is_some())
        || line.lower.contains(&format!("{}s ", gone.structure.name));
    let direct = line
        .mentions
        .iter()
        .filter(|mention| !is_not_the_organ(&line.lower[mention.range.end..]))
        .any(|mention| {
            is_tissue(&mention.structure.id)
                || is_organ(&mention.structure.id) && is_name(&line.lower[mention.range.clone()], gone)
        });
    direct && plural && line.reading.subjects.iter().any(of_organ) && !only_denied(line)
}

/// Behind the name of an organ: the place where it was, `prostate bed`, or what came of its loss, `renal osteodystrophy`.
const NOT_THE_ORGAN: &[&str] = &[
    "bed",
    "fossa",
    "stump",
    "vault",
    "cuff",
    "osteodystrophy",
    "failure",
    "function",
    "impairment",
    "insufficiency",
    "replacement",
    "transplant",
    "allograft",
    "graft",
];

/// Whether the word behind a name makes something else of it than the organ.
fn is_not_the_organ(behind: &str) -> bool {
    let word = behind
        .split(|c: char| !c.is_alphabetic())
        .find(|word| !word.is_empty());
    let next = behind.trim_start().starts_with(char::is_alphabetic);
    next && word.is_some_and(|word| NOT_THE_ORGAN.contains(&word))
}

/// The organ itself, not a disease or a neighbourhood that carries its name.
fn is_name(words: &str, gone: &Gone<'_, '_>) -> bool {
    let organ = gone.structure.name.to_lowercase();
    !words.starts_with("peri")
        && (words.starts_with(organ.split(' ').next().unwrap_or(&organ))
            || gone.structure.id.ends_with("lobe")
            || gone.structure.region == Region::Musculoskeletal
            || gone.structure.id == "lung" && words.ends_with("lobe")
            || words.starts_with("lobe") && words.contains(organ.split(' ').next().unwrap_or(&organ))
            || words == "gall bladder"
            || words == "gb"
            || words == "uterine"
            || words == "renal"
            || words == "prostatic"
            || words == "endometrium"
            || words == "splenic"
            || words.starts_with("ovar")
            || words.starts_with("adrenal")
            || words.starts_with("test"))
}

/// `No mass in the uterine region`: says nothing of the organ.
fn only_denied(line: &Line<'_>) -> bool {
    let claims = &line.reading.claims;
    line.lower.starts_with("no ") && !claims.is_empty() && claims.iter().all(|claim| claim.denied)
}
