//! Every structure that a sentence of a template names is in the lexicon: what a dictation says of one could not take its line out.
//!
//! A name is the words before a head word (`tectorial membrane`, `basilic, cephalic and brachial veins`). A tissue is no name: the
//! lexicon knows `ligament`, but not which one is meant.

use std::ops::Range;

use report::anatomy::{self, lexicon};
use report::token::{self, Word};

/// What names of structures end in.
const HEADS: &str = "ligament membrane muscle joint vein artery nerve space cell node gland tendon canal fossa sinus groove \
    bursa bursitis duct notch process tubercle tuberosity sac cistern fissure plexus foramen retinaculum \
    capsule labrum septum valve plate plateau condyle facet nucleus tunnel aqueduct fascia aponeurosis \
    recess ostium ramus triangle lobe cord trunk fat compartment stalk sulcus ventricle";
/// Those that are a name by themselves.
const NAMES: &str = "ampulla cave epicondyle gyrus hood peduncle plafond";
/// Structures that lie everywhere: to find one of these is not to know which.
const EVERYWHERE: &[&str] = &["vessel", "artery", "vein", "nerve", "fascia", "lymph-node"];
/// Words before a head word that name nothing.
const PLAIN: &str = "no not the a an of in on at with for to from by is are be was as where either any each all both seen \
    its their other major normal normally visualized intact abnormal abnormally enhancing enhance \
    symmetrical clear maintained preserved smooth sharp congruent patent aligned enlarged significant \
    focal marginal homogeneously uniform displaced surrounding collateral swelling edema neuroma \
    capsulitis caliber insertion right left anterior posterior medial lateral superior inferior upper \
    lower proximal distal middle central deep superficial internal external common true entirely \
    perineural";
/// What is named by the line's own structure and by nothing else.
const OF_THE_LINE: &[&str] = &[
    // Those of the sacroiliac joint: elsewhere the words mean those of the wrist or the ankle.
    "interosseous ligament",
    // Those of the foot.
    "intrinsic muscle",
    // Those of the joint that the study shows.
    "periarticular muscle",
    "periarticular fat",
    // Where the radial nerve runs, which a fracture there need not hurt.
    "spiral groove",
    // A variant that is there or is not, not a place: a denial of it falls to its own word.
    "nasi cell",
    // Of the sphenoid sinus.
    "septation and lateral recess",
];

/// A mention as a range of the words of its line.
struct Named {
    words: Range<usize>,
    /// Whether it says which structure is meant.
    is_one: bool,
}

fn named(text: &str, words: &[Word]) -> Vec<Named> {
    let first = |at: usize| words.partition_point(|word| word.range.end <= at);
    let mentions = lexicon().find(text);
    let named = mentions.iter().map(|mention| {
        let id = mention.structure.id.as_str();
        Named {
            words: first(mention.range.start)..first(mention.range.end - 1) + 1,
            is_one: !anatomy::is_tissue(id) && !EVERYWHERE.contains(&id),
        }
    });
    named.collect()
}

fn is_of(word: &Word, list: &str) -> bool {
    list.split_whitespace().any(|known| known == word.key)
}

/// The names before head words of which the lexicon knows nothing or only the tissue.
fn unknown(text: &str) -> Vec<String> {
    let words = token::words(text);
    let named = named(text, &words);
    let name_at = |at: usize| named.iter().find(|name| name.words.contains(&at));
    let phrase = |range: Range<usize>| {
        let keys: Vec<&str> = words[range].iter().map(|word| word.key.as_str()).collect();
        keys.join(" ")
    };
    let mut unknown = Vec::new();
    for (head, word) in words.iter().enumerate() {
        if !is_of(word, HEADS) && !is_of(word, NAMES) {
            continue;
        }
        let own = name_at(head);
        if own.is_none() && is_of(word, NAMES) {
            unknown.push(phrase(head.saturating_sub(1)..head + 1));
            continue;
        }
        // What stands right before the name or, where there is none, before the head word; then what is joined to that.
        let mut at = own.map_or(head, |name| name.words.start);
        let mut is_open = own.is_none_or(|name| !name.is_one);
        while at > 0 {
            let is_and = is_of(&words[at - 1], "and or nor");
            if !is_and && !is_open && !text[words[at - 1].range.end..words[at].range.start].contains(',') {
                break;
            }
            let Some(before) = at.checked_sub(1 + usize::from(is_and)) else {
                break;
            };
            match name_at(before) {
                Some(name) if name.is_one => at = name.words.start,
                Some(_) => break,
                None if is_of(&words[before], PLAIN) => break,
                None => {
                    unknown.push(phrase(before..head + 1));
                    break;
                }
            }
            is_open = false;
        }
    }
    unknown.retain(|name| !OF_THE_LINE.contains(&name.as_str()));
    unknown
}

#[test]
fn every_name_of_a_structure_is_in_the_lexicon() {
    let mut faults = Vec::new();
    for template in templates::library().all() {
        for line in &template.findings {
            let names = unknown(&line.text).into_iter();
            faults.extend(names.map(|name| format!("{}: {name}", template.id)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_name_that_the_lexicon_does_not_know_is_seen() {
    for (text, names) in [
        ("Quxal membrane is intact.", &["quxal membrane"][..]),
        (
            "Quxal and tectorial membranes are intact.",
            &["quxal and tectorial membrane"],
        ),
        (
            "Cephalic, quxal and brachial veins are patent.",
            &["quxal and brachial vein"],
        ),
        ("No enlarged quxal lymph node is seen.", &["quxal lymph node"]),
        ("Quxal peduncle is intact.", &["quxal peduncle"]),
        ("No joint effusion is seen in the tibial plafond.", &[]),
        ("Visualised muscles and the tectorial membrane are normal.", &[]),
    ] {
        assert_eq!(unknown(text), names, "{text}");
    }
}

#[test]
fn a_structure_lies_in_its_whole_and_beside_its_neighbours() {
    // What is said, what is found, what it is a part of, and what it is no part of.
    for (text, found, whole, neighbour) in [
        (
            "left Meckel cave",
            "meckel-cave",
            "parasellar-region",
            "cavernous-sinus",
        ),
        (
            "right parahippocampal gyrus",
            "parahippocampal-gyrus",
            "temporal-lobe",
            "hippocampus",
        ),
        (
            "middle cerebellar peduncle",
            "cerebellar-peduncle",
            "cerebellum",
            "brainstem",
        ),
        ("angle of the mandible", "mandible", "facial-bone", "maxilla"),
        (
            "left carotid canal",
            "internal-carotid-artery",
            "carotid-artery",
            "spinal-canal",
        ),
        (
            "tectorial membrane",
            "tectorial-membrane",
            "craniovertebral-junction",
            "longitudinal-ligament",
        ),
        (
            "transverse ligament of the atlas",
            "transverse-atlantal-ligament",
            "craniovertebral-junction",
            "odontoid-process",
        ),
        (
            "periodontoid pannus",
            "periodontoid-tissue",
            "craniovertebral-junction",
            "odontoid-process",
        ),
        (
            "costovertebral joint",
            "costovertebral-joint",
            "spine",
            "facet-joint",
        ),
        (
            "retroantral fat",
            "retroantral-fat",
            "parapharyngeal-space",
            "maxillary-sinus",
        ),
        (
            "sacrotuberous ligament",
            "sacrotuberous-ligament",
            "pelvis",
            "sacroiliac-joint",
        ),
        ("coccygeus muscle", "coccygeus", "pelvic-floor-muscle", "coccyx"),
        (
            "left obturator internus",
            "obturator-internus",
            "obturator-muscle",
            "pelvic-floor-muscle",
        ),
        (
            "obturator lymph node",
            "obturator-lymph-node",
            "lymph-node",
            "obturator-muscle",
        ),
        ("thenar muscles", "thenar-muscle", "hand", "hypothenar-muscle"),
        ("thenar space", "hand", "hand", "thenar-muscle"),
        (
            "flexor muscles of the forearm",
            "forearm-flexor-muscle",
            "forearm",
            "forearm-extensor-muscle",
        ),
        ("cephalic vein", "cephalic-vein", "vein", "brachial-vein"),
        ("tibial plafond", "tibial-plafond", "tibia", "talus"),
        ("fascia lata", "fascia-lata", "fascia", "iliotibial-band"),
        (
            "bicipitoradial bursitis",
            "bicipitoradial-bursa",
            "elbow",
            "olecranon-bursa",
        ),
        ("olecranon bursitis", "olecranon-bursa", "elbow", "olecranon"),
        (
            "extensor hood",
            "extensor-hood",
            "extensor-tendon",
            "flexor-tendon",
        ),
        (
            "ampullary mass",
            "ampulla-of-vater",
            "duodenum",
            "common-bile-duct",
        ),
        (
            "epitrochlear lymph node",
            "epitrochlear-lymph-node",
            "lymph-node",
            "axillary-lymph-node",
        ),
        (
            "popliteal lymph node",
            "popliteal-lymph-node",
            "lymph-node",
            "popliteal-artery",
        ),
        ("coeliac axis", "celiac-trunk", "visceral-artery", "iliac-artery"),
        ("neck of the radius", "radial-head", "radius", "neck"),
        ("medial pterygoid plate", "maxilla", "facial-bone", "neck-muscle"),
        (
            "submental lymph node",
            "cervical-lymph-node",
            "lymph-node",
            "submental-space",
        ),
        (
            "lower uterine segment",
            "lower-uterine-segment",
            "uterus",
            "cervix",
        ),
    ] {
        let ids: Vec<&str> = lexicon()
            .find(text)
            .iter()
            .map(|mention| mention.structure.id.as_str())
            .collect();
        assert_eq!(ids, [found], "{text}");
        assert!(lexicon().is_within(found, whole), "{text} lies in {whole}");
        assert!(
            !lexicon().is_within(found, neighbour),
            "{text} lies in {neighbour}"
        );
    }
}
