//! Divides a sentence into clauses and binds each finding to the structures of its clause.

use std::ops::Range;
use std::sync::LazyLock;

use crate::anatomy::{self, Mention};
use crate::budget;
use crate::negation;
use regex::Regex;

use super::{Claim, Parts, Subject, cavity, inherit, listed, place, praise, tube, vocabulary};

/// What it takes to hold a finding of a sentence against a structure that it names, from as many pairs on as nobody writes: what has fewer is
/// paid for with its bytes.
const STEPS_OF_A_PAIR: u64 = 100;
const PAIRS_PAID_FOR: usize = 64;

/// A stretch of a sentence with its findings and structures.
pub(super) struct Clause {
    pub(super) claims: Vec<Claim>,
    pub(super) subjects: Vec<Subject>,
}

static DIVIDER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[.;]\s|,\s|\b(?:with|and|causing|compressing|indenting|displacing|producing|resulting in|extending|abutting|but|without|which|suggest\w*|consistent with|secondary to|due to|from an?|or|for)\b").expect("clause dividers")
});

/// The clauses of a sentence, in order. A piece between dividers that names no finding belongs to the clause before it
/// (`in the ethmoid and sphenoid sinuses`).
pub(super) fn split(parts: &Parts<'_>) -> Vec<Clause> {
    let mut found = vocabulary::vocabulary().find(&parts.words);
    found.truncate(super::MOST_NAMED);
    let pairs = found.len() * parts.mentions.len();
    budget::spend(STEPS_OF_A_PAIR * pairs.saturating_sub(PAIRS_PAID_FOR) as u64);
    let names = names(parts.text);
    let is_part_of_name = |range: &Range<usize>| {
        names
            .iter()
            .any(|name| name.start <= range.start && range.end <= name.end)
    };
    found.retain(|(_, range)| {
        !praise::is_praised(parts, range)
            && !is_part_of_name(range)
            && !is_named_again(parts, range)
            && !names_people(parts, range)
    });
    let pieces = pieces(parts, &found);
    let has_finding = |piece: &Range<usize>| found.iter().any(|(_, range)| piece.contains(&range.start));
    let mut spans: Vec<Range<usize>> = Vec::new();
    for piece in pieces {
        match spans.last_mut() {
            Some(previous) if !has_finding(&piece) || !has_finding(previous) => previous.end = piece.end,
            _ => spans.push(piece),
        }
    }
    let mut clauses: Vec<Clause> = Vec::new();
    for span in spans {
        let clause = read(parts, &found, &span, &clauses);
        clauses.push(clause);
    }
    inherit::tissue_of(parts, &mut clauses);
    inherit::forwards(parts, &mut clauses);
    inherit::backwards(parts, &mut clauses);
    listed::share_place(parts, &mut clauses);
    for claim in clauses.iter_mut().flat_map(|clause| &mut clause.claims) {
        cavity::settle(parts, claim);
    }
    clauses
}

/// `Discussed with the stroke team`: who treats it, and not that it is there.
fn names_people(parts: &Parts<'_>, range: &Range<usize>) -> bool {
    let behind = parts.words.partition_point(|word| word.range.start < range.end);
    parts
        .words
        .get(behind)
        .is_some_and(|word| match word.key.as_str() {
            "team" | "physician" | "consultant" | "nurse" | "registrar" | "surgeon" => true,
            // The ostiomeatal complex is a unit too.
            "unit" | "ward" | "service" | "clinic" | "board" => {
                let said = parts.text[range.clone()].to_ascii_lowercase();
                matches!(said.as_str(), "stroke" | "tumour" | "tumor" | "fracture")
            }
            _ => false,
        })
}

/// `The capsule is breached by the lesion`: who presses or grows, told before, and no second growth in the capsule.
fn is_named_again(parts: &Parts<'_>, range: &Range<usize>) -> bool {
    const BY: &str = " by the ";
    let word = parts.text[range.clone()].to_ascii_lowercase();
    matches!(
        word.as_str(),
        "lesion" | "mass" | "tumor" | "tumour" | "nodule" | "growth"
    ) && parts
        .text
        .get(range.start.saturating_sub(BY.len())..range.start)
        .is_some_and(|before| before.eq_ignore_ascii_case(BY))
}

/// The stretches between the dividers of a sentence, each without the divider before it. No divider stands within a name or a finding.
pub(super) fn pieces(parts: &Parts<'_>, found: &[Found]) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for divider in DIVIDER.find_iter(parts.text) {
        let inside = |range: &Range<usize>| range.start < divider.end() && divider.start() < range.end;
        let within_name = parts.mentions.iter().any(|mention| inside(&mention.range));
        if !within_name
            && !found.iter().any(|(_, range)| inside(range))
            && !joins_adjectives(parts, found, divider.start())
            && divider.start() > start
        {
            pieces.push(start..divider.start());
            start = divider.end();
        }
    }
    pieces.push(start..parts.text.len());
    pieces
}

static WEIGHED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\bmass(?: index)?(?:\s*(?:is|of|was|measures|calculated at|:|=))?\s*\d+(?:\.\d+)?\s*(?:g|grams?)\b",
    )
    .expect("pattern")
});

/// `No abnormal marrow or disc enhancement`: the places between an adjective and its noun are those of both.
fn joins_adjectives(parts: &Parts<'_>, found: &[Found], divider: usize) -> bool {
    let mut before = found.iter().rev().skip_while(|(_, range)| range.start >= divider);
    let Some((_, adjective)) = before.next() else {
        return false;
    };
    let noun = found.iter().find(|(_, range)| range.start > divider);
    let Some((_, noun)) = noun.filter(|_| parts.text[adjective.clone()].eq_ignore_ascii_case("abnormal"))
    else {
        return false;
    };
    let is_place = |word: &crate::token::Word| {
        let mut mentions = parts.mentions.iter();
        mentions.any(|mention| mention.range.contains(&word.range.start))
            || matches!(word.key.as_str(), "or" | "and")
            || ["al", "ar", "ic"].iter().any(|end| word.key.ends_with(end))
    };
    let between = adjective.end..noun.start;
    let mut words = parts
        .words
        .iter()
        .filter(|word| between.contains(&word.range.start));
    words.all(is_place)
}

/// `cystic duct`, `amniotic fluid`: names of structures with a word of the vocabulary that only belongs to them.
fn names(text: &str) -> Vec<Range<usize>> {
    const NAMES: &[&str] = &[
        "cystic duct",
        "background enhancement",
        "background parenchymal enhancement",
        "amniotic fluid",
        "cerebrospinal fluid",
        "mass index",
        "no flow-limiting",
        "no flow limiting",
        "stroke volume",
        "cerebral blood volume",
    ];
    let text = text.to_ascii_lowercase();
    let places = |name: &&'static str| {
        let found = text.match_indices(*name);
        found.map(|(at, name)| at..at + name.len()).collect::<Vec<_>>()
    };
    let mut names: Vec<Range<usize>> = NAMES.iter().flat_map(places).collect();
    // `Mass 118 g/m2`: of a muscle that is weighed.
    if text.contains("mass") {
        names.extend(WEIGHED.find_iter(&text).map(|found| found.range()));
    }
    names
}

pub(super) type Found = (Vec<&'static super::Kind>, Range<usize>);

fn read(parts: &Parts<'_>, found: &[Found], span: &Range<usize>, earlier: &[Clause]) -> Clause {
    let before = earlier.last();
    let subjects = place::subjects(parts, span, before.is_some());
    let mut own: Vec<Subject> = subjects
        .iter()
        .map(|subject| place::inherit_side(subject, before))
        .collect();
    place::side_tissues(&mut own);
    let inherited = || {
        if concludes(parts, span) {
            return subjects_of(earlier);
        }
        before.map(|clause| clause.subjects.clone()).unwrap_or_default()
    };
    let is_tissue = |subject: &Subject| anatomy::is_tissue(&subject.structure.id);
    let is_unplaced_soft = own.is_empty() && is_soft(parts, found, span);
    let inherited = || {
        let mut places = inherited();
        if is_unplaced_soft {
            places.retain(|place| place.structure.id != "bone");
        }
        places
    };
    let places = if own.iter().all(is_tissue) {
        // "Sacroiliitis with marrow oedema": the marrow is that of the joint.
        let mut places = own;
        places.extend(inherited().into_iter().filter(|place| !is_tissue(place)));
        if places.is_empty() { inherited() } else { places }
    } else {
        own
    };
    let in_clause: Vec<&Found> = found
        .iter()
        .filter(|(_, range)| span.contains(&range.start))
        .collect();
    let told_of = predicate(parts, &in_clause, span, before);
    let lesion = in_clause
        .iter()
        .any(|(kinds, _)| kinds.iter().any(|kind| kind.id == "lesion"));
    let claims = in_clause
        .iter()
        .flat_map(|(kinds, range)| {
            let cue_inside = parts
                .scopes
                .iter()
                .any(|scope| range.contains(&scope.cue.start) && scope.cue.end <= range.end);
            let denied = negation::denies(&parts.scopes, range.start) && !cue_inside;
            let places = self_named(parts, range, &places);
            let places = match &told_of {
                Some(subjects) if in_clause.first().is_some_and(|(_, first)| first == range) => {
                    subjects.clone()
                }
                _ if presses(parts, range, &in_clause, span) => inherited(),
                _ => places,
            };
            let places = if denied {
                places
            } else {
                place::innermost(parts, places)
            };
            let names_place = kinds.iter().any(|kind| kind.id == "lesion")
                && parts
                    .mentions
                    .iter()
                    .any(|mention| mention.range.start <= range.start && range.end <= mention.range.end);
            let nodes = enlarged_nodes(kinds, &places);
            // Who denies a stent denies no other abnormality.
            let names_more = denied && kinds.len() > 1;
            // Who denies an abscess denies neither what may come before it nor every mass.
            let is_collection = kinds.iter().any(|kind| kind.id == "collection");
            let is_meant = move |kind: &&'static super::Kind| {
                !names_more
                    || kind.id != "abnormality"
                        && !(is_collection && matches!(kind.id.as_str(), "inflammation" | "lesion"))
            };
            kinds
                .iter()
                .copied()
                .filter(is_meant)
                .chain(nodes)
                .map(move |kind| Claim {
                    kind,
                    denied,
                    subjects: tube::of_ureter(parts, kind, range, &places)
                        .or_else(|| tube::of_artery(parts, kind, &places))
                        .unwrap_or_else(|| places.clone()),
                    named: range.clone(),
                    clause: span.clone(),
                    describes: lesion
                        && matches!(
                            kind.id.as_str(),
                            "signal-change" | "enhancement" | "calcification"
                        ),
                    names_place,
                })
        })
        .collect();
    Clause {
        claims,
        subjects: places,
    }
}

/// `No bony erosion, polyp or mass`: findings of soft tissue, to which the adjective of the first does not reach.
fn is_soft(parts: &Parts<'_>, found: &[Found], span: &Range<usize>) -> bool {
    const SOFT: &[&str] = &["mass", "polyp", "growth", "collection"];
    let mut in_clause = found
        .iter()
        .filter(|(_, range)| span.contains(&range.start))
        .peekable();
    let mut bones = parts
        .mentions
        .iter()
        .filter(|mention| mention.structure.id == "bone");
    let is_adjective = |mention: &Mention| {
        let name = parts.text[mention.range.clone()].to_ascii_lowercase();
        name.starts_with("bony") || name.starts_with("osseous")
    };
    in_clause.peek().is_some()
        && bones.all(is_adjective)
        && in_clause.all(|(_, range)| {
            SOFT.contains(
                &parts.text[range.clone()]
                    .to_ascii_lowercase()
                    .trim_end_matches('s'),
            ) && negation::denies(&parts.scopes, range.start)
        })
}

/// `Absent flow in the transverse sinus with extension into the jugular vein, likely thrombosis`: what all of it means is told of all of it.
fn concludes(parts: &Parts<'_>, span: &Range<usize>) -> bool {
    static CONCLUDES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(?:\bs/o|\bsuggest\w*(?: of)?|\blikely|\bprobably|\b(?:consistent|compatible) with|\bin keeping with|\brepresenting|\bfavou?ring)(?: an?| the)?\s*$")
            .expect("pattern")
    });
    let opens = parts.text[span.clone()].trim_start();
    let start = span.end - opens.len();
    // "Consistent with" divides, "likely" stands in the piece.
    let leads = opens.find(' ').map_or(start, |end| start + end);
    CONCLUDES.is_match(&parts.text[..start]) || CONCLUDES.is_match(&parts.text[..leads])
}

fn subjects_of(clauses: &[Clause]) -> Vec<Subject> {
    let mut subjects: Vec<Subject> = Vec::new();
    for subject in clauses.iter().flat_map(|clause| &clause.subjects) {
        if !subjects.contains(subject) {
            subjects.push(subject.clone());
        }
    }
    subjects
}

/// `Median nerve is flattened and bright on T2 at the carpal tunnel`: an adjective behind the "and" is told of the nerve, wherever.
fn predicate(
    parts: &Parts<'_>,
    in_clause: &[&Found],
    span: &Range<usize>,
    before: Option<&Clause>,
) -> Option<Vec<Subject>> {
    static ADJECTIVE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:bright|dark|hyperintense|hypointense|hyperdense|hypodense|thickened|thinned|swollen|oedematous|edematous|enlarged|bulky|dilated|flattened|displaced|compressed|occluded|narrowed|obstructed|encased|effaced|thrombosed|irregular|atrophic|torn|frayed|retracted|subluxed|deformed)\b").expect("pattern")
    });
    let (_, first) = in_clause.first()?;
    let before = before.filter(|clause| !clause.subjects.is_empty())?;
    let joined = parts.text[..span.start].trim_end().ends_with(" and");
    let opens = parts.text[span.start..first.start].trim().is_empty()
        && ADJECTIVE.is_match(&parts.text[first.start..]);
    let said = &parts.text[before.claims.first()?.clause.start..span.start];
    let is_said = [" is ", " are ", " appears ", " appear "]
        .iter()
        .any(|verb| said.contains(verb));
    (joined && opens && is_said).then(|| before.subjects.clone())
}

/// `Lesion is indenting the peduncle`: what is pressed upon is not where the lesion is.
fn presses(parts: &Parts<'_>, lesion: &Range<usize>, in_clause: &[&Found], span: &Range<usize>) -> bool {
    static PRESSES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s+(?:is|are|was)\s+(?:\w+ly\s+)?(?:indenting|compressing|displacing|abutting|effacing|encasing|contacting)\b")
            .expect("pattern")
    });
    let mut mentions = parts
        .mentions
        .iter()
        .filter(|mention| span.contains(&mention.range.start));
    let next = in_clause.iter().find(|(_, range)| range.start >= lesion.end);
    PRESSES.is_match(&parts.text[lesion.end..])
        && next.is_some_and(|(_, pressing)| mentions.all(|mention| mention.range.start >= pressing.end))
}

/// Enlargement of lymph nodes is lymphadenopathy.
fn enlarged_nodes(kinds: &[&'static super::Kind], places: &[Subject]) -> Option<&'static super::Kind> {
    let nodes = places
        .iter()
        .any(|place| crate::anatomy::lexicon().is_within(&place.structure.id, "lymph-node"));
    let enlarged = kinds.iter().any(|kind| kind.id == "enlargement");
    if nodes && enlarged {
        vocabulary::vocabulary().kind("nodes")
    } else {
        None
    }
}

/// A finding whose word is a structure too (`hydronephrosis`, `splenomegaly`) is of that structure.
fn self_named(parts: &Parts<'_>, range: &Range<usize>, places: &[Subject]) -> Vec<Subject> {
    let own = parts
        .mentions
        .iter()
        .find(|mention| mention.range.start <= range.start && range.end <= mention.range.end);
    match own {
        // "Marrow oedema in the tibia" is of the tibia, "joint effusion in the hip" of the hip.
        Some(mention) if places.len() > 1 && !anatomy::is_tissue(&mention.structure.id) => {
            let listed = coordinated(parts, mention);
            let exact: Vec<Subject> = places
                .iter()
                .filter(|place| {
                    is_reached(parts, place)
                        || listed
                            .iter()
                            .any(|id| anatomy::lexicon().is_within(&place.structure.id, id))
                })
                .cloned()
                .collect();
            if exact.is_empty() { places.to_vec() } else { exact }
        }
        _ => places.to_vec(),
    }
}

/// `Type B dissection extending into the left common iliac artery`: a vessel that the finding runs on into.
fn is_reached(parts: &Parts<'_>, place: &Subject) -> bool {
    static INTO: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:into|involving|involves)(?:\s+(?:the|right|left|both))*\s+$").expect("pattern")
    });
    place.structure.region == anatomy::Region::Vascular
        && parts.mentions.iter().any(|mention| {
            mention.structure.id == place.structure.id && INTO.is_match(&parts.text[..mention.range.start])
        })
}

/// The structures that a list ends with: the pleura and the pericardium in `pleural or pericardial effusion`.
fn coordinated(parts: &Parts<'_>, last: &Mention) -> Vec<&'static str> {
    let mut listed = vec![last.structure.id.as_str()];
    let mut start = last.range.start;
    for mention in parts
        .mentions
        .iter()
        .rev()
        .filter(|mention| mention.range.end <= last.range.start)
    {
        let between = parts.text[mention.range.end..start].trim();
        if !matches!(between, "or" | "and" | "," | "/" | "and/or" | ", or" | ", and") {
            break;
        }
        listed.push(mention.structure.id.as_str());
        start = mention.range.start;
    }
    // `Fracture of the pelvis or hips`: a name that ends with the place.
    if parts.text[last.range.clone()].contains(" of ") {
        let mut end = last.range.end;
        for mention in parts
            .mentions
            .iter()
            .filter(|mention| mention.range.start >= last.range.end)
        {
            let between = parts.text[end..mention.range.start].trim();
            if !matches!(between, "or" | "and" | "or the" | "and the" | ",") {
                break;
            }
            listed.push(mention.structure.id.as_str());
            end = mention.range.end;
        }
    }
    listed
}
