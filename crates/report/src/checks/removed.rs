//! An organ that was removed or is absent, described as if it were there.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::sheet::{Line, Sheet};
use super::{Flag, FlagKind};
use crate::anatomy;
use crate::phrase::Phrases;
use crate::reading::Subject;
use crate::section::SectionKind;
use crate::side::{self, Side};
use crate::token;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Operation {
    words: Vec<String>,
    organ: String,
    #[serde(default)]
    paired: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    partial: Vec<String>,
    remains: Vec<String>,
    operation: Vec<Operation>,
}

struct Operations {
    partial: Vec<String>,
    remains: Vec<String>,
    list: Vec<Operation>,
    names: Phrases<usize>,
}

static OPERATIONS: LazyLock<Operations> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/checks/removed.toml"))
        .unwrap_or_else(|error| panic!("operations: {error}"));
    let names = Phrases::new(
        file.operation
            .iter()
            .enumerate()
            .flat_map(|(index, operation)| operation.words.iter().map(move |word| (word, index))),
    );
    Operations {
        partial: file.partial,
        remains: file.remains,
        list: file.operation,
        names,
    }
});

static ABSENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:surgically absent|congenitally absent|(?:is|are|was|were|:) absent|(?:has|have) been (?:surgically )?removed|(?:is|are) (?:surgically )?removed|agenesis|(?:is|are) not seen[,;]? (?:post|consistent|in keeping|surgically)|has been resected|absent (?:gall ?bladder|uterus|spleen|kidney|prostate|appendix))\b").expect("pattern")
});
static PRESENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:normal\w*|unremarkable|distended|contracted|thickened|enlarged|bulky|anteverted|retroverted|shows?|demonstrates?|reveals?|contains?|measur\w+|heterogeneous|homogeneous|calcul\w+|stones?|fibroids?|cysts?|nodules?|mass|lesion|intact|smooth|atrophic|hypertroph\w*|dilated|inflamed|enhanc\w+|is seen|are seen|preserved|clear|expanded|aerated|follicles?)\b").expect("pattern")
});

/// An organ that is gone, and the sentence that says so.
struct Gone<'s, 'r> {
    organ: &'static str,
    name: &'static str,
    side: Option<Side>,
    line: &'s Line<'r>,
}

/// A flag for each organ that is gone and described.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    for gone in gone(sheet) {
        let described = sheet.lines.iter().find(|line| describes(line, &gone));
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
                    gone.name
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
    for line in &sheet.lines {
        if line.section == SectionKind::Technique {
            continue;
        }
        let words = token::words(line.text);
        for found in OPERATIONS.names.find(&words) {
            let operation = &OPERATIONS.list[found.meaning];
            let mut start = found.range.start.saturating_sub(32);
            while !line.lower.is_char_boundary(start) {
                start += 1;
            }
            let before: Vec<&str> = line.lower[start..found.range.start]
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .collect();
            let before = format!(" {} ", before.join(" "));
            if OPERATIONS
                .partial
                .iter()
                .any(|word| before.contains(&format!(" {word} ")))
            {
                continue;
            }
            let side = operation
                .paired
                .then(|| side_before(line, found.range.start))
                .flatten();
            if operation.paired && side.is_none() {
                continue;
            }
            gone.extend(organ(&operation.organ, side, line));
        }
        if let Some(absent) = ABSENT.find(&line.lower) {
            for (id, side) in named_absent(line, absent.start()) {
                gone.extend(organ(id, side, line));
            }
        }
    }
    gone
}

/// The organs that stand right before the words that say that they are absent, each with its side. A paired one needs a side or
/// its plural.
fn named_absent(line: &Line<'_>, at: usize) -> Vec<(&'static str, Option<Side>)> {
    let start = line.lower[..at]
        .rfind(['.', ';', ',', ':'])
        .map_or(0, |end| end + 1);
    // `Gall bladder: absent`, `absent gall bladder`.
    let start = if line.lower[start..at].trim().is_empty() {
        0
    } else {
        start
    };
    let mentions = anatomy::lexicon().find(line.text);
    mentions
        .into_iter()
        .filter(|mention| mention.range.start >= start && mention.range.start < at + 24)
        .filter_map(|mention| {
            let operation = OPERATIONS
                .list
                .iter()
                .find(|operation| operation.organ == mention.structure.id)?;
            let name = &line.lower[mention.range.clone()];
            let plural = name.ends_with('s') || name.ends_with("es");
            let side = side_before(line, mention.range.start);
            (!operation.paired || side.is_some() || plural).then_some((operation.organ.as_str(), side))
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

fn organ<'s, 'r>(id: &str, side: Option<Side>, line: &'s Line<'r>) -> Option<Gone<'s, 'r>> {
    let structure = anatomy::lexicon().get(id)?;
    Some(Gone {
        organ: &structure.id,
        name: &structure.name,
        side,
        line,
    })
}

/// Whether a sentence of the findings or the impression describes the organ as being there.
fn describes(line: &Line<'_>, gone: &Gone<'_, '_>) -> bool {
    let here = matches!(line.section, SectionKind::Findings | SectionKind::Impression);
    if !here || std::ptr::eq(line, gone.line) || !PRESENT.is_match(&line.lower) {
        return false;
    }
    if OPERATIONS
        .remains
        .iter()
        .any(|word| line.lower.contains(word.as_str()))
        || ABSENT.is_match(&line.lower)
    {
        return false;
    }
    let of_organ = |subject: &Subject| {
        subject.structure.id == gone.organ
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
            .any(|subject| subject.structure.id == gone.organ && subject.side.is_some())
        || line.lower.contains(&format!("{}s ", gone.name));
    let direct = anatomy::lexicon().find(line.text).into_iter().any(|mention| {
        mention.structure.id == gone.organ && is_name(&line.lower[mention.range.clone()], gone)
    });
    direct && plural && line.reading.subjects.iter().any(of_organ) && !only_denied(line)
}

/// The organ itself, not a disease or a neighbourhood that carries its name.
fn is_name(words: &str, gone: &Gone<'_, '_>) -> bool {
    let organ = gone.name.to_lowercase();
    !words.starts_with("peri")
        && (words.starts_with(organ.split(' ').next().unwrap_or(&organ))
            || gone.organ == "lung" && words.ends_with("lobe")
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
