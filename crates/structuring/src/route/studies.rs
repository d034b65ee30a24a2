//! What a statement tells of studies alone: how this one was done (`thin slice CT right knee with 3D recons`), or which earlier one there is
//! (`lumbar radiographs 2023`). The words stand in `data/studies.toml`.

use std::ops::Range;
use std::sync::LazyLock;

use report::phrase::Phrases;
use report::section::SectionKind;
use report::token;
use serde::Deserialize;

use crate::dates;
use crate::merge::names_region;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    modalities: Vec<String>,
    examinations: Vec<String>,
    acquired: Vec<String>,
    goes_with: Vec<String>,
    earlier: Vec<String>,
    none: Vec<String>,
    besides: Vec<String>,
    places: Vec<String>,
    hangs: Vec<String>,
    goes_on: Vec<String>,
}

/// What a word or phrase tells of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// A modality of this program, of this study or an earlier one.
    Modality,
    /// Another examination, which is an earlier one.
    Examination,
    /// How it was done.
    Acquired,
    /// What goes with that and tells nothing by itself.
    GoesWith,
    /// That it is an earlier one.
    Earlier,
    /// That there is no earlier one.
    NoneEarlier,
    /// A region of the body.
    Region,
    /// A figure.
    Number,
    /// What may stand among all these.
    Besides,
    /// What hangs a study on the words before it.
    Hangs,
    /// What goes on to tell what it showed.
    GoesOn,
}

/// A word or phrase that tells of a study, and its bytes.
struct Part {
    told: Told,
    range: Range<usize>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static WORDS: LazyLock<Phrases<Told>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/studies.toml"))
        .unwrap_or_else(|error| panic!("studies: {error}"));
    let lists = [
        (file.none, Told::NoneEarlier),
        (file.modalities, Told::Modality),
        (file.examinations, Told::Examination),
        (file.acquired, Told::Acquired),
        (file.goes_with, Told::GoesWith),
        (file.earlier, Told::Earlier),
        (file.besides, Told::Besides),
        (file.places, Told::Region),
        (file.hangs, Told::Hangs),
        (file.goes_on, Told::GoesOn),
    ];
    let words = lists
        .into_iter()
        .flat_map(|(words, told)| words.into_iter().map(move |word| (word, told)));
    Phrases::new(words)
});

/// The section of a sentence that tells of studies and of nothing else.
pub(crate) fn section_of(sentence: &str) -> Option<SectionKind> {
    let parts = parts(sentence);
    let [run] = &runs(sentence, &parts)[..] else {
        return None;
    };
    let is_all = |range: &Range<usize>| {
        let outside = [&sentence[..range.start], &sentence[range.end..]];
        !outside.iter().any(|text| text.contains(char::is_alphanumeric))
    };
    let range = bytes(&parts[run.clone()]);
    is_all(&range)
        .then(|| section(sentence, &parts[run.clone()]))
        .flatten()
}

/// A sentence, cut before and behind what it tells of studies at its beginning and its end:
/// `facial swelling | CT maxillofacial without contrast`, `CT from January | liver metastasis has increased`.
pub(crate) fn apart(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    let said = &text[sentence.clone()];
    let parts = parts(said);
    let runs = runs(said, &parts);
    let mut cuts: Vec<usize> = Vec::new();
    let tells = |range: Range<usize>| said[range].contains(char::is_alphanumeric);
    let mut end = said.len();
    for run in runs.iter().rev() {
        let parts = &parts[run.clone()];
        let range = bytes(parts);
        let (opens, ends) = (!tells(0..range.start), !tells(range.end..end));
        let before = &said[..range.start];
        let is_bracketed = before.matches('(').count() > before.matches(')').count();
        // "MRI 26-|year-old", "retrospectively | gated CT": it goes on as it stands.
        let hangs_together = |beside: Option<char>| {
            beside.is_some_and(|beside| !beside.is_whitespace() && !",.;:".contains(beside))
        };
        let is_part = hangs_together(before.chars().next_back())
            || hangs_together(said[range.end..].chars().next())
            || !opens && parts.first().is_some_and(|first| first.told == Told::GoesWith);
        let is_told = !(is_bracketed || is_part)
            && match section(said, parts) {
                Some(SectionKind::Comparison) => ends || opens && is_dated(said, parts),
                Some(_) => ends && (is_named_first(parts) || !super::tells_finding(before)),
                None => false,
            };
        if !is_told {
            continue;
        }
        match ends {
            true => end = range.start,
            false => cuts.push(range.end),
        }
        cuts.push(range.start);
    }
    cuts.reverse();
    let first = said.find(char::is_alphanumeric).unwrap_or(0);
    let last = said.rfind(char::is_alphanumeric).unwrap_or(said.len());
    cuts.retain(|cut| *cut > first && *cut <= last);
    cuts.dedup();
    let mut pieces = Vec::with_capacity(cuts.len() + 1);
    let mut from = sentence.start;
    for cut in cuts {
        pieces.push(from..sentence.start + cut);
        from = sentence.start + cut;
    }
    pieces.push(from..sentence.end);
    pieces
}

fn bytes(parts: &[Part]) -> Range<usize> {
    match (parts.first(), parts.last()) {
        (Some(first), Some(last)) => first.range.start..last.range.end,
        _ => 0..0,
    }
}

fn parts(sentence: &str) -> Vec<Part> {
    let words = token::words(sentence);
    let mut parts = Vec::new();
    let mut read = 0;
    let single = |words: &[token::Word], parts: &mut Vec<Part>| {
        for word in words {
            let is_number = word.key.starts_with(|first: char| first.is_ascii_digit());
            let told = match is_number {
                true => Some(Told::Number),
                false => names_region(&word.key).then_some(Told::Region),
            };
            let range = word.range.clone();
            parts.extend(told.map(|told| Part { told, range }));
        }
    };
    for found in WORDS.find(&words) {
        single(&words[read..found.words.start], &mut parts);
        read = found.words.end;
        let told = found.meaning;
        parts.push(Part {
            told,
            range: found.range,
        });
    }
    single(&words[read..], &mut parts);
    parts
}

/// Stretches of parts with no other word between them, each of one study, and none that hangs on what is before it.
fn runs(sentence: &str, parts: &[Part]) -> Vec<Range<usize>> {
    let names = |part: &Part| matches!(part.told, Told::Modality | Told::Examination | Told::NoneEarlier);
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for at in 1..=parts.len() {
        let is_apart = |one: &Part, next: &Part| {
            sentence[one.range.end..next.range.start]
                .contains(|between: char| !between.is_whitespace() && !matches!(between, ',' | '/' | '-'))
        };
        if at == parts.len() || is_apart(&parts[at - 1], &parts[at]) {
            runs.extend(studies(parts, start..at, &names));
            start = at;
        }
    }
    runs
}

/// The studies of one stretch: "MRI brain with contrast, head CT from today".
fn studies(parts: &[Part], stretch: Range<usize>, names: &impl Fn(&Part) -> bool) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut start = stretch.start;
    let mut named = false;
    for at in stretch.clone() {
        if !names(&parts[at]) {
            continue;
        }
        let before = (start..at).rev();
        let from = before
            .take_while(|before| parts[*before].told == Told::Region)
            .last()
            .unwrap_or(at);
        let is_joined = from > start && matches!(parts[from - 1].told, Told::Besides | Told::Hangs);
        // "No previous CT for comparison"
        let is_denied = from > start && parts[from - 1].told == Told::NoneEarlier;
        if named && !is_joined && !is_denied && from > start {
            all.push(start..from);
            start = from;
        }
        named = true;
    }
    all.push(start..stretch.end);
    all.retain_mut(|run| {
        // "AFP 210 ultrasound last month"
        let is_of_before = |run: &Range<usize>| {
            let next = parts[run.clone()].get(1).map(|next| next.told);
            parts[run.start].told == Told::Number
                && matches!(
                    next,
                    Some(Told::Number | Told::Region | Told::Modality | Told::Examination)
                )
        };
        while run.start < run.end && is_of_before(run) {
            run.start += 1;
        }
        run.start < run.end
            && !matches!(parts[run.start].told, Told::Hangs | Told::Besides)
            && !parts[run.clone()].iter().any(|part| part.told == Told::GoesOn)
            && !hangs(&parts[run.clone()], names)
    });
    all
}

/// Whether what a stretch begins with leads to its study: "right hip on CT".
fn hangs(parts: &[Part], names: &impl Fn(&Part) -> bool) -> bool {
    let named = parts.iter().position(names);
    named.is_some_and(|named| parts[..named].iter().any(|part| part.told == Told::Hangs))
}

/// Whether a stretch ends with a time, so that it needs nothing behind it: "CT from January".
fn is_dated(sentence: &str, parts: &[Part]) -> bool {
    let dated = dates::find(&sentence[bytes(parts)]).last();
    let ends_with_date = dated.is_some_and(|date| date.range.end == bytes(parts).len());
    ends_with_date || parts.last().is_some_and(|last| last.told == Told::Earlier)
}

/// Whether a stretch begins with the modality, or with how it was used: "noncontrast CT", and not "right hip CT".
fn is_named_first(parts: &[Part]) -> bool {
    let mut told = parts.iter().map(|part| part.told);
    told.find(|told| !matches!(told, Told::Acquired | Told::GoesWith)) == Some(Told::Modality)
}

/// What one stretch tells.
fn section(sentence: &str, parts: &[Part]) -> Option<SectionKind> {
    let count = |told: Told| parts.iter().filter(|part| part.told == told).count();
    let (modalities, examinations) = (count(Told::Modality), count(Told::Examination));
    if count(Told::NoneEarlier) > 0 {
        return Some(SectionKind::Comparison);
    }
    let is_earlier = || count(Told::Earlier) > 0 || dates::find(&sentence[bytes(parts)]).next().is_some();
    if modalities + examinations > 0 && is_earlier() {
        return Some(SectionKind::Comparison);
    }
    let acquired = count(Told::Acquired);
    let is_acquired = acquired > 0 && acquired + count(Told::GoesWith) > 1;
    let is_done = is_acquired || modalities > 0 && acquired + count(Told::GoesWith) + count(Told::Region) > 0;
    (examinations == 0 && is_done).then_some(SectionKind::Technique)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn studies_alone_tell_their_section() {
        let (technique, comparison) = (Some(SectionKind::Technique), Some(SectionKind::Comparison));
        for (sentence, section) in [
            ("Thin slice CT right knee with 3D recons.", technique),
            ("Coronal oblique T1 and STIR.", technique),
            ("Low-dose noncontrast CT of the abdomen and pelvis", technique),
            ("Plain CT head", technique),
            ("Lumbar radiographs 2023", comparison),
            ("Head CT from today.", comparison),
            ("MRI twelve months ago", comparison),
            ("CT 01/08/2024.", comparison),
            ("No prior studies.", comparison),
            ("Portal venous phase washout", None),
            ("Prior CT showed a stone", None),
            ("Fracture on plain film", None),
            ("Ultrasound", None),
            ("Both kidneys", None),
            ("Right 14 mm, left 12 mm", None),
            ("75 mL of Omnipaque 350", None),
            ("3 tesla study", None),
            ("T1 and T2", None),
            ("Right hip on CT", None),
            ("", None),
        ] {
            assert_eq!(section_of(sentence), section, "{sentence}");
        }
    }

    #[test]
    fn a_sentence_is_cut_beside_a_study() {
        for (sentence, pieces) in [
            (
                "assaulted with facial swelling CT maxillofacial without contrast",
                &[
                    "assaulted with facial swelling",
                    "CT maxillofacial without contrast",
                ][..],
            ),
            (
                "new seizures MRI brain with and without 9 ml of Gadavist head CT from today",
                &[
                    "new seizures",
                    "MRI brain with and without 9 ml of Gadavist",
                    "head CT from today",
                ],
            ),
            (
                "CT from January segment VII liver metastasis has increased",
                &["CT from January", "segment VII liver metastasis has increased"],
            ),
            (
                "AFP 210 ultrasound last month",
                &["AFP 210", "ultrasound last month"],
            ),
            (
                "ribs are fractured on this plain study",
                &["ribs are fractured on this plain study"],
            ),
            ("prior CT showed a stone", &["prior CT showed a stone"]),
            (
                "recti measure 7 mm on the right and 6.5 mm on the left",
                &["recti measure 7 mm on the right and 6.5 mm on the left"],
            ),
            (
                "signal drop is seen on opposed phase images",
                &["signal drop is seen on opposed phase images"],
            ),
        ] {
            let found: Vec<&str> = apart(sentence, 0..sentence.len())
                .into_iter()
                .map(|piece| sentence[piece].trim())
                .collect();
            assert_eq!(found, pieces, "{sentence}");
        }
    }

    #[test]
    fn a_finding_with_the_words_of_a_study_stays_whole() {
        for sentence in [
            "MRI SI joints 26-year-old with inflammatory back pain",
            "Retrospectively gated CT of the heart with 80 mL of contrast",
            "Pancreatic protocol CT with arterial and portal venous phases",
            "Pain after a discectomy preoperative MRI compared",
            "No previous CT for comparison",
            "No previous haemorrhage",
            "No prior tuberculosis",
            "CT brain old infarct right frontal lobe",
            "MRI may help",
            "CT chest 12-15 mm nodule right upper lobe",
            "CT KUB 1.25 cm stone in right kidney",
            "Fracture right hip on CT",
            "Haematoma left hip CT",
            "Mass left chest noncontrast CT",
            "Metastases T1, T2",
            "HCC segment 7 arterial venous",
            "HCC in segment 7 hyperenhancing arterial hypoenhancing portal venous and delayed",
            "Nodule right upper lobe 5 mm (CT 2023)",
            "recti measure 7 mm on the right and 6.5 mm on the left",
            "PSA density is 0.21 ng/ml/cc",
        ] {
            assert_eq!(apart(sentence, 0..sentence.len()).len(), 1, "{sentence}");
        }
    }
}
