//! The structures of a clause: those that are named, with their sides, without those that only say where another is.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::clause::Clause;
use super::{Parts, Subject};
use crate::anatomy::{self, Mention, Region};
use crate::side::{Mark, Side};

/// The places without those that only say where the others are: `recti of both orbits`, `PI-RADS 4 in the peripheral zone of the prostate`.
/// Who says "uterus and cervix" means both.
pub(super) fn innermost(parts: &Parts<'_>, places: Vec<Subject>) -> Vec<Subject> {
    let lexicon = anatomy::lexicon();
    let is_joined = |place: &Subject| {
        parts.mentions.windows(2).any(|pair| {
            pair[0].structure.id == place.structure.id
                && lexicon.is_within(&pair[1].structure.id, &place.structure.id)
                && parts.text[pair[0].range.end..pair[1].range.start].trim() == "and"
        })
    };
    let one_side = |side: Option<Side>| matches!(side, Some(Side::Right | Side::Left));
    let holds_another = |place: &Subject| {
        places.iter().any(|other| {
            // "Nodules in both lungs, the largest in the left lower lobe" are in the right lung too.
            let is_example = place.side == Some(Side::Bilateral) && one_side(other.side);
            !is_example
                && other.structure.id != place.structure.id
                && lexicon.is_within(&other.structure.id, &place.structure.id)
        })
    };
    // What lies in the left one is on the left: "left interlobar arteries extending into segmental branches".
    let side_of_whole = |place: &Subject| {
        let mut wholes = places.iter().filter(|other| {
            other.structure.id != place.structure.id
                && lexicon.is_within(&place.structure.id, &other.structure.id)
        });
        wholes
            .find_map(|whole| whole.side)
            .filter(|_| place.structure.paired)
    };
    let inner: Vec<Subject> = places
        .iter()
        .filter(|place| !holds_another(place) || is_joined(place))
        .map(|place| Subject {
            structure: place.structure,
            side: place.side.or_else(|| side_of_whole(place)),
        })
        .collect();
    if inner.is_empty() { places } else { inner }
}

/// `5 cm from the nipple`, `along the sellar floor`, `para-aortic nodes`: a structure that only says where another is.
fn is_measured_from(parts: &Parts<'_>, mention: &Mention) -> bool {
    static DISTANCE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\d\s*(?:cm|mm)\s+(?:away\s+)?(?:from|above|below|proximal to|distal to|superior to|inferior to)(?:\s+the)?(?:\s+(?:right|left|both|either))?\s+$|\b(?:along|near|adjacent to|close to|next to|in the vicinity of|perpendicular to|parallel to|radiating from|anastomos\w+ (?:to|with)|(?:distal|proximal|superior|inferior|lateral|medial|anterior|posterior) to|(?:retracted|retraction) to|(?:just|immediately|well)? ?(?:below|above|beyond)|(?:reconstitut|reform)\w+ (?:at|of|in|from|by|via)|level of)(?:\s+the)?(?:\s+(?:upper|lower|superior|inferior|mid) pole of(?:\s+the)?)?(?:\s+(?:right|left|both|either))?\s+$|\b(?:para|juxta)[- ]$").expect("pattern")
    });
    // "No aneurysm or web is seen along the carotid arteries" is denied of these arteries.
    static DENIED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\W*no\b.* (?:seen|noted) along(?: the)?(?: (?:right|left))? $").expect("pattern")
    });
    // Blood along the sulci is in them.
    !DENIED.is_match(&parts.text[..mention.range.start])
        && !anatomy::lexicon().is_within(&mention.structure.id, "subarachnoid-space")
        && DISTANCE.is_match(&parts.text[..mention.range.start])
}

/// `Growth along the lateral border of the tongue eroding the mandible`: what is told first, and not told nearer behind, is where it is.
fn runs_along(parts: &Parts<'_>, mentions: &[&Mention], mention: &Mention) -> bool {
    static ALONG: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:growth|mass|tumou?r|ulcer|thickening) along(?:\s+the)?(?:\s+(?:right|left|both|either))?(?:\s+(?:\w+\s+)?(?:border|margin|wall|surface|aspect|edge) of(?:\s+the)?)?\s+$")
            .expect("pattern")
    });
    static WITHIN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\b(?:in|of|within|involving)\b[^,.]*$").expect("pattern"));
    let is_first = mentions.first().is_some_and(|first| first.range == mention.range);
    let is_told_nearer = |other: &&Mention| {
        other.range.start > mention.range.end
            && WITHIN.is_match(&parts.text[mention.range.end..other.range.start])
    };
    is_first && ALONG.is_match(&parts.text[..mention.range.start]) && !mentions.iter().any(is_told_nearer)
}

/// `Marrow oedema along the left sacroiliac joint`: a tissue is somewhere, and nothing else is named.
fn is_joint_of_tissue(parts: &Parts<'_>, mention: &Mention) -> bool {
    static ALONG: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\balong(?:\s+the)?(?:\s+(?:right|left|both|either))?\s+$").expect("pattern")
    });
    let is_mere_tissue =
        |other: &Mention| anatomy::is_tissue(&other.structure.id) || other.structure.id == "subchondral-bone";
    let mut others = parts
        .mentions
        .iter()
        .filter(|other| other.range.end <= mention.range.start)
        .peekable();
    anatomy::lexicon().is_within(&mention.structure.id, "joint")
        && others.peek().is_some()
        && others.all(is_mere_tissue)
        && ALONG.is_match(&parts.text[..mention.range.start])
}

/// `An intimal flap from the left subclavian artery origin to the infrarenal aorta`: a branch that only says at which point of the aorta
/// something begins or ends.
fn is_mark_of_aorta(parts: &Parts<'_>, mention: &Mention) -> bool {
    static ORIGIN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s+(?:artery\s+|trunk\s+|axis\s+)?(?:origins?|ostium|take[- ]?off)\b")
            .expect("pattern")
    });
    static POINT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:from|to|till|until)(?:\s+(?:just|beyond|below|above|the))*(?:\s+(?:origin|ostium) of(?:\s+the)?)?(?:\s+(?:right|left))?\s+$")
            .expect("pattern")
    });
    let is_in_aorta = |mention: &Mention| anatomy::lexicon().is_within(&mention.structure.id, "aorta");
    let before = &parts.text[..mention.range.start];
    let is_point = POINT.is_match(before)
        && (ORIGIN.is_match(&parts.text[mention.range.end..]) || before.trim_end().ends_with(" of"));
    is_point
        && mention.structure.region == Region::Vascular
        && !is_in_aorta(mention)
        && parts.mentions.iter().any(is_in_aorta)
}

/// `The lower pole of the spleen`: a pole of what is named behind it, not of the kidney.
fn is_pole_of(parts: &Parts<'_>, mention: &Mention) -> bool {
    parts.text[mention.range.clone()]
        .to_ascii_lowercase()
        .ends_with("pole")
        && parts.text[mention.range.end..].trim_start().starts_with("of ")
        && parts
            .mentions
            .iter()
            .any(|other| other.range.start >= mention.range.end)
}

/// `Plantar fascia is thickened at its calcaneal origin`: the bone only says at which end of what is named before it.
fn is_end_of(parts: &Parts<'_>, mention: &Mention) -> bool {
    static END: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s+(?:origin|insertion|attachment|enthesis|footprint)\b").expect("pattern")
    });
    let is_tied = |other: &Mention| {
        other.range.end <= mention.range.start && other.structure.region == mention.structure.region
    };
    END.is_match(&parts.text[mention.range.end..]) && parts.mentions.iter().any(is_tied)
}

/// `Submandibular and upper jugular lymph nodes`: glands and vessels by which nodes are named.
fn is_of_nodes(parts: &Parts<'_>, mention: &Mention) -> bool {
    static NODES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:(?:,|\s+and|\s+or|\s*/)\s*(?:[a-z]+\s+){1,3}?|\s+)(?:lymph\s+)?nodes?\b")
            .expect("pattern")
    });
    let name = parts.text[mention.range.clone()].to_ascii_lowercase();
    let is_adjective = [
        "submandibular",
        "parotid",
        "jugular",
        "carotid",
        "iliac",
        "femoral",
    ]
    .contains(&name.as_str());
    is_adjective && NODES.is_match(&parts.text[mention.range.end..])
}

/// `After lymph node dissection`: nodes that are no longer there are where nothing is.
fn is_dissected(parts: &Parts<'_>, mention: &Mention) -> bool {
    let behind = parts.text[mention.range.end..].trim_start();
    let next = behind.split_whitespace().next().unwrap_or_default();
    anatomy::lexicon().is_within(&mention.structure.id, "lymph-node")
        && ["dissection", "clearance"].iter().any(|word| {
            next.trim_end_matches(|c: char| !c.is_alphanumeric())
                .eq_ignore_ascii_case(word)
        })
}

/// `Intracranial segments of the vertebral arteries`, `intracranial carotid artery`: a region that only says which stretch of what is
/// named behind it is meant.
fn is_stretch_of(parts: &Parts<'_>, mention: &Mention) -> bool {
    const REGIONS: &[&str] = &["brain", "neck", "chest", "abdomen", "pelvis", "orbit", "liver"];
    // "On intracranial MR angiography": how it was looked at.
    static STUDY: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)^\s+(?:(?:mr|ct|mri)\s+)?(?:angiogra|venogra)").expect("pattern"));
    static STRETCH: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s+(?:segments?|portions?|parts?|course)\s+of\b").expect("pattern")
    });
    let behind = &parts.text[mention.range.end..];
    let mut others = parts.mentions.iter();
    let next = others.find(|other| other.range.start >= mention.range.end);
    REGIONS.contains(&mention.structure.id.as_str())
        && next.is_some_and(|next| {
            let is_vessel = next.structure.region == Region::Vascular;
            let is_qualified = parts.text[mention.range.end..next.range.start].trim().is_empty();
            let is_adjective = parts.text[mention.range.clone()]
                .to_ascii_lowercase()
                .starts_with("intra");
            STRETCH.is_match(behind) || is_vessel && is_qualified && is_adjective
        })
        || REGIONS.contains(&mention.structure.id.as_str()) && STUDY.is_match(behind)
}

/// `Scalp haematoma in the left parietal region`: a region of the head that only says over which part of the brain something is.
fn is_region_over(parts: &Parts<'_>, mention: &Mention, span: &Range<usize>) -> bool {
    let lexicon = anatomy::lexicon();
    let is_of_brain = |mention: &Mention| lexicon.is_within(&mention.structure.id, "brain");
    let name = parts.text[mention.range.clone()].to_ascii_lowercase();
    let is_region =
        name.ends_with("region") || parts.text[mention.range.end..].trim_start().starts_with("region");
    let covers = |other: &Mention| {
        span.contains(&other.range.start) && other.structure.region == Region::Head && !is_of_brain(other)
    };
    is_region && is_of_brain(mention) && parts.mentions.iter().any(covers)
}

/// `extends towards the nipple`: where something does not yet reach.
fn is_direction(parts: &Parts<'_>, mention: &Mention) -> bool {
    let before = parts.text[..mention.range.start].trim_end().to_ascii_lowercase();
    let before = before.strip_suffix(" the").unwrap_or(&before);
    before.ends_with(" toward") || before.ends_with(" towards")
}

/// `Left atrium`: a side that belongs to the name of what has no fellow, and is none of what is named beside it.
fn is_of_name(parts: &Parts<'_>, mark: &Mark) -> bool {
    parts
        .mentions
        .iter()
        .any(|mention| !mention.structure.paired && mention.range.contains(&mark.range.start))
}

/// The structures named in a span, each with the side word that stands before it, else behind it.
pub(super) fn subjects(parts: &Parts<'_>, span: &Range<usize>, can_inherit: bool) -> Vec<Subject> {
    let mentions: Vec<_> = parts
        .mentions
        .iter()
        .filter(|mention| span.contains(&mention.range.start))
        .collect();
    let mentions: Vec<_> = mentions
        .into_iter()
        .filter(|mention| {
            !is_direction(parts, mention)
                && !is_pole_of(parts, mention)
                && !is_end_of(parts, mention)
                && !is_mark_of_aorta(parts, mention)
                && !is_stretch_of(parts, mention)
                && !is_of_nodes(parts, mention)
                && !is_dissected(parts, mention)
                && !is_region_over(parts, mention, span)
        })
        .collect();
    let (told, landmarks): (Vec<_>, Vec<_>) = mentions.iter().copied().partition(|mention| {
        // "Pleural thickening along the left costal pleura" is of the left pleura.
        let is_named_again = mentions
            .iter()
            .any(|other| other.structure.id == mention.structure.id && other.range != mention.range);
        is_named_again
            || !is_measured_from(parts, mention)
            || runs_along(parts, &mentions, mention)
            || is_joint_of_tissue(parts, mention)
    });
    // "Distal to the left subclavian artery" tells no side of anything else.
    let is_of_landmark = |mark: &Mark| {
        landmarks.iter().any(|landmark| {
            mark.range.end <= landmark.range.start
                && parts.text[mark.range.end..landmark.range.start].trim().is_empty()
        })
    };
    let keeps_landmarks = told.is_empty() && !can_inherit;
    let mentions = if keeps_landmarks { mentions } else { told };
    let told_sides: Vec<_> = parts
        .sides
        .iter()
        .filter(|mark| span.contains(&mark.range.start))
        .filter(|mark| keeps_landmarks || !is_of_landmark(mark))
        .collect();
    let (named, marks): (Vec<_>, Vec<_>) = told_sides.into_iter().partition(|mark| is_of_name(parts, mark));
    let mut subjects: Vec<Subject> = Vec::new();
    for (index, mention) in mentions.iter().enumerate() {
        let previous_end = if index == 0 {
            span.start
        } else {
            mentions[index - 1].range.end
        };
        let next_start = mentions.get(index + 1).map_or(span.end, |next| next.range.start);
        let inside = marks
            .iter()
            .chain(&named)
            .find(|mark| mention.range.contains(&mark.range.start));
        let before = marks
            .iter()
            .rev()
            .find(|mark| mark.range.start >= previous_end && mark.range.end <= mention.range.start);
        let behind = marks
            .iter()
            .find(|mark| mark.range.start >= mention.range.end && mark.range.end <= next_start);
        let lone = (marks.len() == 1).then(|| marks[0]);
        let side = inside
            .or(before)
            .or(behind)
            .copied()
            .or(lone)
            .map(|mark| mark.side);
        // "right and left kidneys": both words stand before one structure.
        let both = before.is_some_and(|nearest| {
            marks.iter().any(|mark| {
                mark.range.start >= previous_end
                    && mark.range.end <= mention.range.start
                    && mark.side != nearest.side
                    && mark.side != Side::Bilateral
            })
        });
        // "Disc displacement without reduction on the right and with reduction on the left" is of both.
        let both = both
            || mentions.len() == 1
                && !parts.text.to_ascii_lowercase().contains(" to the ")
                && [Side::Right, Side::Left]
                    .iter()
                    .all(|side| marks.iter().any(|mark| mark.side == *side));
        let side = if both { Some(Side::Bilateral) } else { side };

        let subject = Subject {
            structure: mention.structure,
            side,
        };
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    // The motion of a wall is told of its chamber, and is not the chamber.
    let is_motion = |subject: &Subject| subject.structure.id == "wall-motion";
    if subjects.iter().any(is_motion) {
        subjects.retain(is_motion);
    }
    subjects
}

/// `Left kidney is small with a cyst in its lower pole`: the second clause is of the left side too.
pub(super) fn inherit_side(subject: &Subject, before: Option<&Clause>) -> Subject {
    let inherited = before
        .filter(|_| subject.side.is_none() && subject.structure.paired)
        .and_then(|clause| {
            let related = |other: &Subject| {
                let lexicon = crate::anatomy::lexicon();
                lexicon.is_within(&subject.structure.id, &other.structure.id)
                    || lexicon.is_within(&other.structure.id, &subject.structure.id)
            };
            let told = || {
                let subjects = clause.subjects.iter();
                subjects.filter(|other| !anatomy::is_tissue(&other.structure.id))
            };
            let first = told().next()?;
            let one_side = told()
                .all(|other| other.side == first.side && other.structure.region == subject.structure.region);
            clause
                .subjects
                .iter()
                .find(|other| related(other))
                .or(one_side.then_some(first))
                .and_then(|other| other.side)
        });
    Subject {
        structure: subject.structure,
        side: subject.side.or(inherited),
    }
}

/// `Marrow oedema of the left femoral head`: the marrow is on the side of the bone.
pub(super) fn side_tissues(places: &mut [Subject]) {
    let is_tissue = |place: &Subject| anatomy::is_tissue(&place.structure.id);
    let mut told = places
        .iter()
        .filter(|place| !is_tissue(place))
        .map(|place| place.side);
    let Some(Some(side)) = told.next() else { return };
    if told.all(|other| other == Some(side)) {
        for place in places
            .iter_mut()
            .filter(|place| is_tissue(place) && place.side.is_none())
        {
            place.side = Some(side);
        }
    }
}
