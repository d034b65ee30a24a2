//! Which value of a dictated sentence goes into which blank.
//!
//! A value goes where the unit, the number of dimensions, the structure, the side and the level meet and where the words around it say
//! that the same thing is measured. A value that was said once stands once; where two blanks ask for it equally, neither gets it.

use std::collections::{BTreeMap, BTreeSet};

use report::anatomy::lexicon;
use report::budget;
use report::reading::{Claim, Reading};
use report::wording;

use super::Source;
use super::meeting::{self, Meeting};
use super::slot::{self, Slot};
use super::words::{FillWords, WORDS};

/// A template sentence with blanks.
pub(crate) struct Target<'u> {
    pub(crate) text: &'u str,
    pub(crate) reading: &'u Reading,
}

/// A target whose blanks took values of a dictated sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Filled {
    /// Which of the targets.
    pub(crate) target: usize,
    /// Its text with the values in it.
    pub(crate) text: String,
}

/// What share of the words that say what a blank asks for has to be dictated.
const ENOUGH: f64 = 0.7;
/// Nobody tells more values in a sentence: those behind them fill nothing.
const MOST_VALUES: usize = 64;

/// The values that a sentence tells, and what its words say of a measure.
pub(super) struct Offers {
    values: Vec<Slot>,
    said: BTreeMap<String, usize>,
}

impl Offers {
    fn of(text: &str) -> Self {
        let mut values = slot::of_dictation(text);
        slot::share_out(&mut values, text);
        values.truncate(MOST_VALUES);
        Self {
            said: match values.is_empty() {
                true => BTreeMap::new(),
                false => WORDS.quantity(text),
            },
            values,
        }
    }
}

/// What it takes to hold a value against a blank.
const STEPS_OF_A_PAIR: u64 = 32;

/// Fills blanks of the targets from one dictated sentence.
pub(crate) fn values(targets: &[Target<'_>], source: &Source<'_>) -> Vec<Filled> {
    let Offers { values: offers, said } = source.offers.get_or_init(|| Offers::of(source.text));
    if offers.is_empty() {
        return Vec::new();
    }
    let slots: Vec<(usize, Slot)> = targets
        .iter()
        .enumerate()
        .flat_map(|(at, target)| {
            slot::of_template(target.text)
                .into_iter()
                .map(move |slot| (at, slot))
        })
        .collect();
    if slots.is_empty() {
        return Vec::new();
    }
    budget::spend(STEPS_OF_A_PAIR * (slots.len() * offers.len()) as u64);
    let asked = |at: usize| meeting::ids(&slots[at].1, targets[slots[at].0].reading);
    let asked_of_any: BTreeSet<String> = (0..slots.len()).flat_map(asked).collect();
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (place, (target, slot)) in slots.iter().enumerate() {
        for (at, offer) in offers.iter().enumerate() {
            // "75 mL of Omnipaque 350": a number without unit is none where one has it.
            let has_other = offer.kind.is_none()
                && slot.kind.is_some()
                && offers.iter().any(|other| other.kind == slot.kind);
            if has_other {
                continue;
            }
            if let Some((score, meeting)) = score(&targets[*target], slot, offer, source, said)
                && (meeting != Meeting::Whole || is_sole_part(&asked(place), &asked_of_any))
            {
                pairs.push((score, place, at));
            }
        }
    }
    let rivals = |&(score, place, at): &(f64, usize, usize)| {
        pairs.iter().any(|&(other, rival_place, rival)| {
            (rival_place == place) != (rival == at) && (other - score).abs() < 1e-9
        })
    };
    let mut order: Vec<(f64, usize, usize)> = pairs.iter().filter(|pair| !rivals(pair)).copied().collect();
    order.sort_by(|left, right| right.0.total_cmp(&left.0));
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (_, place, at) in order {
        // Whoever lost a better blank or value to a tie does not make do with a worse one.
        if taken.iter().all(|(other, used)| *other != place && *used != at) {
            taken.push((place, at));
        }
    }
    targets
        .iter()
        .enumerate()
        .filter_map(|(target, each)| {
            let mut own: Vec<(&Slot, &Slot)> = taken
                .iter()
                .filter(|(place, _)| slots[*place].0 == target)
                .map(|(place, at)| (&slots[*place].1, &offers[*at]))
                .collect();
            own.sort_by_key(|(slot, _)| std::cmp::Reverse(slot.range.start));
            let mut text = each.text.to_owned();
            for (slot, offer) in &own {
                put(&mut text, slot, offer, source.text);
            }
            (!own.is_empty()).then_some(Filled { target, text })
        })
        .collect()
}

/// Whether no other blank measures another part of the same whole: else a value of "the aorta" may be that of any of them.
fn is_sole_part(own: &[String], of_any: &BTreeSet<String>) -> bool {
    let wholes: Vec<&str> = own.iter().filter_map(|part| WORDS.whole_of(part)).collect();
    of_any
        .iter()
        .all(|id| own.contains(id) || !wholes.iter().any(|whole| lexicon().is_within(id, whole)))
}

/// Puts a value into its blank. The template's unit stays when the dictated one is the same; another one is not converted.
fn put(text: &mut String, slot: &Slot, offer: &Slot, dictated: &str) {
    let unit = offer.shared_unit.clone().unwrap_or(offer.unit.clone());
    let said = dictated[unit.clone()].trim().trim_start_matches('-');
    let asked = text[slot.unit.clone()].trim().to_owned();
    let converts = FillWords::is_common(slot.kind) || slot.kind == Some(1);
    let keeps_unit = offer.is_level || said.is_empty() || said.eq_ignore_ascii_case(&asked) || !converts;
    if keeps_unit {
        let number = dictated[offer.range.start..offer.unit.start].trim_end_matches([' ', '-']);
        let blanks_end = text[..slot.unit.start].trim_end().len().max(slot.range.start);
        text.replace_range(slot.range.start..blanks_end, number);
    } else {
        let number = dictated[offer.range.start..offer.unit.start].trim_end();
        let unit = dictated[unit].trim();
        text.replace_range(slot.range.clone(), &format!("{number} {unit}"));
    }
}

/// How well a value fits a blank; `None` when it does not.
fn score(
    target: &Target<'_>,
    slot: &Slot,
    offer: &Slot,
    source: &Source<'_>,
    said: &BTreeMap<String, usize>,
) -> Option<(f64, Meeting)> {
    if slot.count != offer.count || slot.is_level != offer.is_level {
        return None;
    }
    // "TT-TG 12": a measure that is named needs no unit.
    let is_bare = slot.kind.is_some() && offer.kind.is_none() && offer.unit.is_empty() && !slot.is_level;
    if slot.kind != offer.kind && !is_bare {
        return None;
    }
    // The T1 of a technique is no level.
    let levels = if WORDS.tells_itself(slot.kind) {
        0.0
    } else {
        meeting::levels(target, slot, offer, source)?
    };
    let sides = meeting::sides(target, slot, offer, source)?;
    let structure = meeting::structures(target, slot, offer, source);
    let share = wording::coverage(&slot.quantity, said);
    let near = wording::coverage(&slot.quantity, &offer.quantity);
    let is_soft = |word: &String| WORDS.soft.contains(word);
    let mut hard = slot.quantity.clone();
    hard.retain(|word, _| !is_soft(word));
    let names_quantity = !slot.quantity.is_empty() && near >= 0.999;
    let only_part = hard.keys().all(|word| WORDS.parts.contains(word));
    let names_hard = !hard.is_empty() && wording::coverage(&hard, &offer.quantity) >= 0.999;
    if of_finding(offer, source) && (!names_hard || only_part) && !slot.is_level {
        return None;
    }
    let foreign = |word: &&String| !slot.quantity.contains_key(*word);
    let others = offer
        .quantity
        .keys()
        .filter(foreign)
        .filter(|word| !WORDS.states.contains(*word))
        .count();
    let asks_for_part = |word: &&String| WORDS.parts.contains(*word);
    if offer
        .quantity
        .keys()
        .filter(foreign)
        .any(|word| asks_for_part(&word))
    {
        return None;
    }
    // "Left atrial myxoma 35 mm": a noun that nobody knows may be what was measured.
    let is_led = offer
        .quantity
        .keys()
        .filter(foreign)
        .any(|word| offer.lead.contains_key(word) && !WORDS.states.contains(word));
    // Thickness and length are not the same, even where one number of either is told.
    let same_sort = !offer.quantity.keys().filter(foreign).any(is_soft);
    if is_bare {
        let is_named = names_quantity || names_hard && same_sort;
        return (is_named && others == 0 && structure != Meeting::Other && slot.count == 1)
            .then_some((near + share / 2.0 + levels + sides, structure));
    }
    let is_same = matches!(structure, Meeting::Same | Meeting::Whole);
    let fits = if WORDS.tells_itself(slot.kind) {
        true
    } else if slot.quantity.is_empty() {
        (is_same || levels > 0.0 && structure != Meeting::Other) && others <= 1 && !is_led
    } else {
        structure != Meeting::Other && share >= ENOUGH && (structure != Meeting::Unsaid || others <= 2)
            || names_quantity && slot.quantity.len() > 1 && !meeting::are_apart(slot, offer)
            || names_hard && same_sort && structure != Meeting::Other && (is_same || !only_part && others <= 1)
            // "Right kidney 10.2 cm": what is measured of an organ in one number is its length, of a layer its thickness.
            || is_same
                && hard.is_empty()
                && slot.count == 1
                && others == 0
                && !offer.structures.is_empty()
                && slot.quantity.keys().all(|word| !WORDS.values.of_layers.contains(word) || is_thin(offer))
            || !FillWords::is_common(slot.kind)
                && structure != Meeting::Other
                && slot
                    .noun
                    .as_ref()
                    .is_some_and(|noun| said.contains_key(noun) && !WORDS.tells_sort(noun))
    };
    let met = match structure {
        Meeting::Same => 0.5,
        Meeting::Whole => 0.25,
        Meeting::Unsaid | Meeting::Other => 0.0,
    };
    let score = near + share / 2.0 + met + levels + sides - 0.1 * others as f64;
    fits.then_some((score, structure))
}

/// Whether a value is that of a finding, and not of the organ in which it is: of one that is named beside it, or, where nothing is, of one
/// in its clause. A state of the organ is no such finding.
fn of_finding(offer: &Slot, source: &Source<'_>) -> bool {
    let mut claims = source.reading.claims.iter().filter(|claim| {
        !claim.denied && !WORDS.is_state(claim, source.text) && !names_state(claim, source.text)
    });
    let is_beside =
        |claim: &Claim| claim.named.start < offer.window.end && offer.window.start < claim.named.end;
    if offer.structures.is_empty() {
        claims.any(|claim| {
            is_beside(claim) || WORDS.is_sized(&claim.kind.id) && claim.clause.contains(&offer.range.start)
        })
    } else {
        claims.any(is_beside)
    }
}

/// Whether a finding is named by nothing but a state: `thickened` may mean an inflammation, and is measured as the organ is.
fn names_state(claim: &Claim, text: &str) -> bool {
    let named = text.get(claim.named.clone()).unwrap_or_default();
    let mentions = lexicon().find(named);
    let words = WORDS.quantity(&slot::without(
        named,
        mentions.iter().map(|mention| &mention.range),
    ));
    let tells_state = |word: &String| WORDS.states.contains(word) || WORDS.soft.contains(word);
    claim.kind.id != "aneurysm" && !words.is_empty() && words.keys().all(tells_state)
}

/// Whether what is measured is a layer.
fn is_thin(offer: &Slot) -> bool {
    offer
        .structures
        .iter()
        .all(|structure| WORDS.is_thin(&structure.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(template: &[&str], dictated: &str, expected: &[&str]) {
        let readings: Vec<Reading> = template.iter().map(|text| Reading::of(text)).collect();
        let targets: Vec<Target<'_>> = template
            .iter()
            .zip(&readings)
            .map(|(text, reading)| Target { text, reading })
            .collect();
        let reading = Reading::of(dictated);
        let source = Source::new(dictated, &reading, 0..dictated.len());
        let filled: Vec<String> = values(&targets, &source)
            .into_iter()
            .map(|filled| filled.text)
            .collect();
        assert_eq!(filled, expected, "{dictated}");
    }

    #[test]
    fn a_unit_that_says_what_is_measured_needs_no_word_more() {
        check(
            &["Sagittal T1, axial T2 and FLAIR sequences were obtained at ___ tesla."],
            "3 Tesla study.",
            &["Sagittal T1, axial T2 and FLAIR sequences were obtained at 3 tesla."],
        );
    }

    #[test]
    fn values_go_where_side_structure_and_quantity_meet() {
        check(
            &["Right kidney length ___ cm.", "Left kidney length ___ cm."],
            "Right kidney length 10.4 cm, left kidney length 11.8 cm.",
            &["Right kidney length 10.4 cm.", "Left kidney length 11.8 cm."],
        );
        check(
            &["Liver is normal, span ___ cm.", "Portal vein ___ mm."],
            "Portal vein measures 12 mm.",
            &["Portal vein 12 mm."],
        );
        check(
            &["Spleen is normal in attenuation, measures ___ cm."],
            "Spleen measures 98 mm.",
            &["Spleen is normal in attenuation, measures 98 mm."],
        );
        check(
            &["Dorsal kyphosis is maintained, Cobb angle ___ degrees."],
            "Cobb angle 29 degrees.",
            &["Dorsal kyphosis is maintained, Cobb angle 29 degrees."],
        );
        check(
            &["Fat fraction ___%."],
            "Fat fraction 18 percent.",
            &["Fat fraction 18%."],
        );
        check(
            &["Scan after ___ mL of intravenous iodinated contrast."],
            "100 mL of contrast given.",
            &["Scan after 100 mL of intravenous iodinated contrast."],
        );
    }

    #[test]
    fn several_blanks_of_one_sentence_are_filled_each_by_its_own() {
        check(
            &["Spinal canal diameters: L1-L2 ___ mm, L2-L3 ___ mm."],
            "Spinal canal diameters L1-L2 16 mm L2-L3 15 mm.",
            &["Spinal canal diameters: L1-L2 16 mm, L2-L3 15 mm."],
        );
        check(
            &[
                "Prostate measures ___ x ___ x ___ cm, volume ___ cc.",
                "PSA density ___.",
            ],
            "Prostate measures 4.9 x 4.1 x 5.0 cm, volume 52 cc.",
            &["Prostate measures 4.9 x 4.1 x 5.0 cm, volume 52 cc."],
        );
        check(
            &["Conus ends at ___ level."],
            "Conus ends at L1-L2 level.",
            &["Conus ends at L1-L2 level."],
        );
    }

    #[test]
    fn the_size_of_a_finding_is_not_that_of_its_organ() {
        check(&["Liver measures ___ cm."], "A 3 cm cyst in the liver.", &[]);
        check(
            &["Common bile duct measures ___ mm."],
            "Calculus in the common bile duct measuring 7 mm.",
            &[],
        );
    }

    #[test]
    fn a_value_that_two_blanks_ask_for_goes_into_neither() {
        check(&["Kidney ___ cm.", "Kidney: ___ cm."], "Kidney 10 cm.", &[]);
        check(
            &["Right kidney ___ cm.", "Left kidney ___ cm."],
            "Kidney 10 cm.",
            &[],
        );
    }
}
