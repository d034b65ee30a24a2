//! Dictations that a radiologist could have said: each sentence about a structure of its own, with a size, a side, a denial, and at times a
//! word that no lexicon knows.

use arbitrary::{Result, Unstructured};

use crate::dictated::one;

/// A structure, whether there are two of it, and what is found there.
type Place = (&'static str, bool, &'static [&'static str]);

const PLACES: &[Place] = &[
    ("liver", false, &["cyst", "hemangioma", "granuloma"]),
    ("spleen", false, &["cyst", "infarct"]),
    ("pancreas", false, &["cyst", "mass"]),
    ("gallbladder", false, &["polyp", "calculus"]),
    ("urinary bladder", false, &["calculus", "mass"]),
    ("kidney", true, &["calculus", "cyst", "angiomyolipoma"]),
    ("adrenal gland", true, &["adenoma", "nodule"]),
    ("ovary", true, &["cyst", "dermoid"]),
    ("upper lobe", true, &["nodule", "cavity", "consolidation"]),
    ("lower lobe", true, &["nodule", "bulla"]),
    ("thyroid lobe", true, &["nodule", "cyst"]),
    ("parotid gland", true, &["mass", "calculus"]),
    ("maxillary sinus", true, &["polyp", "retention cyst"]),
    ("frontal lobe", true, &["contusion", "infarct", "meningioma"]),
    ("cerebellum", false, &["infarct", "cavernoma"]),
    ("scaphoid", true, &["fracture", "cyst"]),
    ("femoral head", true, &["lytic lesion", "cyst"]),
    ("medial meniscus", false, &["tear"]),
];

/// Words that stand before a finding and belong to no lexicon.
const UNKNOWN: &[&str] = &["kovarion", "tessal", "ombric", "zellnar", "pravoid", "quillous"];

/// A dictation.
pub struct Said {
    /// As it was spoken or typed.
    pub text: String,
    /// What must stand in any report of it, in lower case.
    pub must_stay: Vec<String>,
}

/// A dictation of one to ten sentences.
pub fn dictation(bytes: &mut Unstructured<'_>) -> Result<Said> {
    let stop = one(bytes, &[".", ".", " full stop", ".\n"])?;
    let mut places = PLACES.to_vec();
    let mut unknown = UNKNOWN.to_vec();
    let mut said = Said {
        text: String::new(),
        must_stay: Vec::new(),
    };
    for _ in 0..bytes.int_in_range(1..=10)? {
        let place = places.swap_remove(bytes.choose_index(places.len())?);
        let sentence = sentence(bytes, place, &mut unknown, &mut said.must_stay)?;
        if !said.text.is_empty() && !said.text.ends_with('\n') {
            said.text.push(' ');
        }
        said.text.push_str(&sentence);
        said.text.push_str(stop);
    }
    Ok(said)
}

fn sentence(
    bytes: &mut Unstructured<'_>,
    (structure, is_paired, findings): Place,
    unknown: &mut Vec<&'static str>,
    must_stay: &mut Vec<String>,
) -> Result<String> {
    let side = if is_paired {
        one(bytes, &["right ", "left "])?
    } else {
        ""
    };
    let finding = one(bytes, findings)?;
    let place = format!("{side}{structure}");
    let form = bytes.int_in_range(0..=7)?;
    if form == 6 {
        return Ok(format!("No {finding} is seen in the {place}"));
    }
    if form == 7 {
        return Ok(format!("{} is normal", capital(&place)));
    }
    must_stay.extend([structure, finding].map(str::to_owned));
    let strange = if !unknown.is_empty() && bytes.ratio(1, 3)? {
        let word = unknown.swap_remove(bytes.choose_index(unknown.len())?);
        must_stay.push(word.to_owned());
        format!("{word} ")
    } else {
        String::new()
    };
    let size = size(bytes)?;
    must_stay.extend(
        size.split(' ')
            .filter(|part| part.starts_with(|c: char| c.is_ascii_digit()))
            .map(str::to_owned),
    );
    Ok(match form {
        0 => format!("A {size} {strange}{finding} is seen in the {place}"),
        1 => format!("{} shows a {size} {strange}{finding}", capital(&place)),
        2 => format!("There is a {strange}{finding} measuring {size} in the {place}"),
        3 => format!("A {strange}{finding} of {size} is noted in the {place}"),
        4 => format!("{} {finding} in the {place} measures {size}", capital(&strange))
            .trim()
            .to_owned(),
        _ => format!(
            "{} reveals a {strange}{finding} which measures {size}",
            capital(&place)
        ),
    })
}

/// Between 2 and 29 mm, as one or two diameters.
fn size(bytes: &mut Unstructured<'_>) -> Result<String> {
    let (one, other) = (bytes.int_in_range(2..=29)?, bytes.int_in_range(2..=29)?);
    let of = |millimetres: u32| format!("{}.{}", millimetres / 10, millimetres % 10);
    Ok(match bytes.int_in_range(0..=3)? {
        0 => format!("{one} mm"),
        1 => format!("{} cm", of(one)),
        2 => format!("{one} x {other} mm"),
        _ => format!("{} x {} cm", of(one), of(other)),
    })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
