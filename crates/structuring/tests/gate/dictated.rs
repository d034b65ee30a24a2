//! Dictations composed of findings: which structure, on which side, how large, how bad, at which level.

use proptest::prelude::*;
use proptest::sample::select;

const SIDES: &[&str] = &["right", "left"];
const DEGREES: &[&str] = &["mild", "moderate", "severe"];
const LEVELS: &[&str] = &["C4-C5", "C5-C6", "L2-L3", "L3-L4", "L4-L5"];
const VERTEBRAE: &[&str] = &["T8", "T11", "L1", "L3"];

/// What a sentence of the grammar is filled with.
#[derive(Debug, Clone)]
struct Values {
    side: &'static str,
    degree: &'static str,
    level: &'static str,
    vertebra: &'static str,
    millimetres: u32,
    centimetres: (u32, u32),
    percent: u32,
}

/// One sentence a structure, so that no dictation says two things of one.
const SENTENCES: &[fn(&Values) -> String] = &[
    |v| {
        format!(
            "A {} mm calculus is seen in the {} kidney.",
            v.millimetres, v.side
        )
    },
    |v| {
        format!(
            "A {} mm solid nodule is seen in the {} upper lobe.",
            v.millimetres + 1,
            v.side
        )
    },
    |v| format!("{} {} pleural effusion is seen.", capital(v.degree), v.side),
    |_| "No focal lesion is seen in the liver.".to_owned(),
    |v| {
        format!(
            "Spleen is enlarged and measures {}.{} cm.",
            13 + v.centimetres.0,
            v.centimetres.1
        )
    },
    |v| format!("{} disc shows a {} bulge.", v.level, v.degree),
    |v| {
        format!(
            "{} ovary shows a {}.{} x {}.5 cm simple cyst.",
            capital(v.side),
            v.centimetres.0 + 1,
            v.centimetres.1,
            v.centimetres.0
        )
    },
    |_| "No mediastinal lymphadenopathy.".to_owned(),
    |_| "Pancreas is normal.".to_owned(),
    |v| format!("Displaced fracture of the {} clavicle is noted.", v.side),
    |v| {
        format!(
            "Wedge compression of the {} vertebral body with {}% loss of height.",
            v.vertebra, v.percent
        )
    },
    |v| {
        format!(
            "{} maxillary sinus shows {} mucosal thickening.",
            capital(v.side),
            v.degree
        )
    },
    |_| "There is no intracranial hemorrhage.".to_owned(),
    |v| {
        format!(
            "Medial meniscus shows a {} grade tear.",
            if v.side == "left" { "high" } else { "low" }
        )
    },
    |v| {
        format!(
            "Gallbladder contains a {} mm polyp without wall thickening.",
            v.millimetres % 7 + 3
        )
    },
    |v| {
        format!(
            "Baker cyst of {} x {} mm in the {} knee.",
            v.millimetres + 20,
            v.millimetres,
            v.side
        )
    },
    |_| "Uterus is anteverted and bulky.".to_owned(),
    |v| {
        format!(
            "{} adrenal adenoma measuring {} mm with attenuation of {} HU.",
            capital(v.side),
            v.millimetres + 4,
            v.percent
        )
    },
];

pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

prop_compose! {
    fn values()(
        side in select(SIDES),
        degree in select(DEGREES),
        level in select(LEVELS),
        vertebra in select(VERTEBRAE),
        millimetres in 2_u32..30,
        centimetres in (1_u32..6, 1_u32..10),
        percent in 11_u32..80,
    ) -> Values {
        Values { side, degree, level, vertebra, millimetres, centimetres, percent }
    }
}

/// Sentences of a dictation, in any order, each of another structure.
pub fn dictation() -> impl Strategy<Value = Vec<String>> {
    let order = Just((0..SENTENCES.len()).collect::<Vec<usize>>()).prop_shuffle();
    (
        order,
        prop::collection::vec(values(), SENTENCES.len()),
        4_usize..=10,
    )
        .prop_map(|(order, values, count)| {
            order
                .into_iter()
                .zip(&values)
                .take(count)
                .map(|(sentence, values)| SENTENCES[sentence](values))
                .collect()
        })
}
