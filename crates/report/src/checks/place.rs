//! Where a finding is, for comparing two statements: not where it points to, not another part, not another level.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::fact::Fact;
use super::sheet::Line;
use crate::anatomy::node_level;
use crate::anatomy::{Mention, Region};
use crate::negation;
use crate::reading::Subject;

/// Words after which a structure only says where something else is.
static LANDMARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:(?:posterior|anterior|medial|lateral|superior|inferior|distal|proximal|deep|superficial|adjacent|close|next|cranial|caudal|cephalad|dorsal|ventral|contiguous|up|down|opposite|in relation|perpendicular|parallel|tangential|oblique|orthogonal|closely applied|attached|distance|relation) to|around|surround(?:ing|s)|near|above|below|beneath|behind|overlying|underlying|abut(?:s|ting)|compress(?:es|ing)|displac(?:es|ing)|indent(?:s|ing)|encas(?:es|ing)|contact(?:s|ing)|touch(?:es|ing)|from|level of|along|into|towards?|onto|between|separated? from|beyond|reach(?:es|ing)|efface(?:s|ing)|push(?:es|ing)|cross(?:es|ing)|via|through|beside|mimicking|(?:compress|displac|indent|deviat|push|encas|surround|border)ed by)(?:\s+(?:the|its|both|right|left|adjacent|anterior|posterior|medial|lateral|superior|inferior|upper|lower|body of|wall of|edge of|margin of|border of|tip of|surface of|aspect of|level of|origin of|insertion of))*\s*$").expect("pattern")
});

/// The places of a finding without those that its sentence only names to say where it goes or what it lies beside.
pub(super) fn own(line: &Line<'_>, fact: &Fact) -> Vec<Subject> {
    if fact.inherited {
        return fact.subjects.clone();
    }
    // "Carcinoma of the cervix without parametrial infiltration" is not in the parametrium. Where nothing else is named, a denial told
    // before the place leaves the finding there: "fracture without displacement of the radius".
    let is_denied = |at: usize| !fact.denied && negation::denies(&line.scopes, at);
    let of = |subject: &Subject, with_denied: bool| {
        let mut named = line
            .mentions
            .iter()
            .filter(|mention| mention.structure.id == subject.structure.id)
            .peekable();
        named.peek().is_none()
            || named.any(|mention| {
                !is_landmark(line, mention) && (with_denied || !is_denied(mention.range.start))
            })
    };
    let places = |with_denied: bool| -> Vec<Subject> {
        let places = fact.subjects.iter();
        places
            .filter(|subject| of(subject, with_denied))
            .cloned()
            .collect()
    };
    let own = places(false);
    if own.is_empty() { places(true) } else { own }
}

/// The names, in lower case, by which a sentence calls the structure of a place.
pub(super) fn names_in(line: &Line<'_>, place: &Subject) -> Vec<String> {
    let of_place = |mention: &&Mention| mention.structure.id == place.structure.id;
    let mentions = line.mentions.iter().filter(of_place);
    mentions
        .map(|mention| line.lower[mention.range.clone()].to_owned())
        .collect()
}

/// Whether two sentences name one structure by the names of two of its parts: `os trigonum` and `talar dome`.
pub(super) fn other_names(line: &Line<'_>, other: &Line<'_>, place: &Subject) -> bool {
    if place.structure.region != Region::Musculoskeletal {
        return false;
    }
    let main = place.structure.name.to_lowercase();
    let stem = |name: &str| name.chars().take(4).collect::<String>();
    let whole = |names: &[String]| {
        names.is_empty()
            || names
                .iter()
                .any(|name| stem(name) == stem(&main) && !name.contains(' ') || *name == main)
    };
    let (ours, theirs) = (names_in(line, place), names_in(other, place));
    let alike = ours.iter().any(|one| {
        theirs.iter().any(|other| {
            stem(one) == stem(other) || one.contains(other.as_str()) || other.contains(one.as_str())
        })
    });
    !alike && !whole(&ours) && !whole(&theirs)
}

/// A vessel or duct that the lexicon counts to the organ that it serves: its disease is not the organ's.
pub(super) fn is_vessel_of(part: &Subject, whole: &Subject) -> bool {
    let vessel = |id: &str| ["artery", "vein", "duct"].iter().any(|end| id.ends_with(end));
    vessel(&part.structure.id) && !vessel(&whole.structure.id)
}

/// Whether a structure is named only to say where something else is: `towards the nipple`, `pararenal`.
pub(super) fn is_landmark(line: &Line<'_>, mention: &Mention) -> bool {
    let name = &line.lower[mention.range.clone()];
    let tumour = name == "vestibular" && line.lower[mention.range.end..].contains("schwannoma");
    let beside = tumour || BESIDE.iter().any(|word| name.starts_with(word));
    beside
        || is_pole_of_another(line, mention)
        || is_attachment(line, mention)
        || LANDMARK.is_match(&line.lower[..mention.range.start])
}

/// `Spleen: laceration at the lower pole`: a pole is the kidney's only when no other organ that has poles is named.
fn is_pole_of_another(line: &Line<'_>, mention: &Mention) -> bool {
    const WITH_POLES: &[&str] = &[
        "spleen",
        "thyroid",
        "testis",
        "patella",
        "parotid-gland",
        "ovary",
        "lens",
    ];
    let name = &line.lower[mention.range.clone()];
    (name.ends_with("pole") || name == "interpolar")
        && line
            .mentions
            .iter()
            .any(|other| WITH_POLES.contains(&other.structure.id.as_str()))
}

/// `Torn at its femoral attachment`: the bone is only where the ligament ends.
pub(super) fn is_attachment(line: &Line<'_>, mention: &Mention) -> bool {
    let behind = line.lower[mention.range.end..].trim_start();
    ["attachment", "insertion", "origin", "footprint"]
        .iter()
        .any(|word| behind.starts_with(word))
}

/// Names of the surroundings of an organ, which the lexicon takes for the organ.
const BESIDE: &[&str] = &[
    "perinephric",
    "perirenal",
    "pararenal",
    "perisplenic",
    "perihepatic",
    "peripancreatic",
    "pericholecystic",
    "periappendiceal",
    "perivesical",
    "perirectal",
    "pericaecal",
    "pericolic",
    "paracolic",
    "perigastric",
    "periprostatic",
];

/// Parts of one organ: sentences that name different ones speak of different places.
const ORGAN_PARTS: &[&[&str]] = &[
    &[
        "segment i",
        "segment ii",
        "segment iii",
        "segment iv",
        "segment iva",
        "segment ivb",
        "segment v",
        "segment vi",
        "segment vii",
        "segment viii",
    ],
    &[
        "segment 1",
        "segment 2",
        "segment 3",
        "segment 4",
        "segment 4a",
        "segment 4b",
        "segment 5",
        "segment 6",
        "segment 7",
        "segment 8",
    ],
    &["upper lobe", "middle lobe", "lower lobe", "lingula"],
    &["upper pole", "interpolar", "lower pole"],
    &[
        "caecum",
        "ascending colon",
        "transverse colon",
        "descending colon",
        "sigmoid colon",
        "rectum",
    ],
    &[
        "subdural",
        "extradural",
        "epidural",
        "subarachnoid",
        "intraventricular",
        "contusions",
        "contusion",
        "parenchymal",
        "intracerebral",
    ],
    &[
        "peripheral zone",
        "transition zone",
        "transitional zone",
        "central zone",
    ],
];
/// Words of direction and place of which a structure has one or the other.
const DIRECTIONS: &[&[&str]] = &[
    &["upper calyx", "middle calyx", "lower calyx"],
    &["upper ureter", "mid ureter", "lower ureter"],
    &["anterior horn", "posterior horn"],
    &["medial", "lateral"],
    &["frontal", "parietal", "temporal", "occipital"],
    &["maxillary", "ethmoid", "sphenoid", "frontal"],
    &["ascending", "transverse", "descending", "sigmoid"],
    &["intrahepatic", "extrahepatic"],
    &["superior", "inferior"],
    &["anterior", "posterior"],
    &["proximal", "distal"],
    &["first", "second", "third", "fourth", "fifth"],
];

/// Whether two sentences name different parts of which a structure has several.
pub(super) fn parts_apart(one: &str, other: &str) -> bool {
    organ_parts_apart(one, other) || apart(DIRECTIONS, one, other)
}

/// Whether two sentences name different segments, lobes or poles.
pub(super) fn organ_parts_apart(one: &str, other: &str) -> bool {
    apart(ORGAN_PARTS, one, other)
}

fn apart(groups: &[&[&'static str]], one: &str, other: &str) -> bool {
    let named = |text: &str, group: &[&'static str]| -> Vec<&'static str> {
        group
            .iter()
            .filter(|part| has_word(text, part))
            .copied()
            .collect()
    };
    groups.iter().any(|group| {
        let ours = named(one, group);
        !ours.is_empty() && {
            let theirs = named(other, group);
            !theirs.is_empty() && !ours.iter().any(|part| theirs.contains(part))
        }
    })
}

fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        ends(text[..at].chars().next_back()) && ends(text[at + word.len()..].chars().next())
    })
}

/// Whether a sentence with levels speaks of other levels than another, or the other of none.
pub(super) fn levels_apart(one: &Line<'_>, other: &Line<'_>) -> bool {
    // Levels of the nodes of the neck are no levels of the spine.
    let (left, right) = (&one.lower, &other.lower);
    if left.contains("level") && right.contains("level") && node_level::apart(left, right) {
        return true;
    }
    let (ours, theirs) = (&one.reading.levels, &other.reading.levels);
    !ours.is_empty()
        && !ours.iter().any(|level| {
            theirs
                .iter()
                .any(|at| level.upper == at.upper && level.lower == at.lower)
        })
}

/// A word that only describes another one: `nodular rim enhancement`, `the outline is nodular`.
pub(super) fn is_adjective(line: &Line<'_>, fact: &Fact) -> bool {
    let words = &line.lower[fact.named.clone()];
    matches!(
        words,
        "nodular" | "nodularity" | "cystic" | "infiltrative" | "lobulated" | "heterogeneous" | "mass-like"
    )
}

static BRAIN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(front|pariet|tempor|occipit|insul|cerebell|thalam|pont|pons|brainstem)(?:al|o|ar|a|um|us|i|ic|ine)?(pariet|tempor|occipit)?(?:al)?\b").expect("pattern")
});

/// The parts of the brain that a text in lower case names, by their stems: of `frontoparietal` two at one place.
pub(super) fn brain_parts(lower: &str) -> impl Iterator<Item = (Range<usize>, Vec<&str>)> {
    BRAIN.captures_iter(lower).map(|found| {
        let range = found.get(0).map_or(0..0, |whole| whole.range());
        let names = [found.get(1), found.get(2)].into_iter().flatten();
        (range, names.map(|name| name.as_str()).collect())
    })
}

/// Whether two texts name one part of the brain, be it by its adjective alone: `right frontal and left cerebellar metastases`.
pub(super) fn shares_lobe(one: &str, other: &str) -> bool {
    let names = |text| -> Vec<&str> { brain_parts(text).flat_map(|(_, names)| names).collect() };
    let (ours, theirs) = (names(one), names(other));
    ours.iter().any(|name| theirs.contains(name))
}
