//! Whether what is said today tells that a finding of the previous report is gone.

use report::anatomy::lexicon;
use report::reading::Aspect;
use report::{token, wording};

use super::observation::Observation;
use super::pairing::{OF_SIZE, related_kinds, words};
use super::place::{places_meet, same_levels, same_part, sides_agree, spoken_sides_agree};

/// Whether today's observation says that the finding is gone: it is denied, or its place is called normal in what it spoils.
pub(super) fn resolves(now: &Observation, was: &Observation) -> bool {
    if now.denied {
        if now.kinds.is_empty() {
            let (left, right) = (words(now), words(was));
            return !left.is_empty()
                && wording::coverage(left, right) >= 0.75
                && same_levels(now, was)
                && same_part(now, was)
                && spoken_sides_agree(&now.phrase, &was.phrase);
        }
        let named = now.kinds.iter().any(|kind| {
            was.kinds
                .iter()
                .any(|other| kind.covers(other) || related_kinds(kind, other))
        }) && !is_another_sort(&now.phrase, &was.phrase)
            || is_of_nodes(now) && is_at_node(was);
        let alone = now.subjects.is_empty() && now.kinds.iter().any(|kind| kind.alone);
        return named
            && (alone || within_place(now, was) || both_clot(now, was))
            && same_levels(now, was)
            && same_part(now, was)
            && spoken_sides_agree(&now.phrase, &was.phrase);
    }
    let spoiled = |aspect: &Aspect| {
        was.kinds.iter().any(|kind| {
            kind.spoils.contains(aspect) || (*aspect == Aspect::Size && OF_SIZE.contains(&kind.id.as_str()))
        })
    };
    now.normal.iter().any(spoiled)
        && same_levels(now, was)
        && !was.subjects.is_empty()
        && was.subjects.iter().all(|subject| {
            now.subjects.iter().any(|normal| {
                lexicon().is_within(&subject.structure.id, &normal.structure.id)
                    && sides_agree(normal, subject)
            })
        })
}

/// Names of findings that one kind holds, as keys of words, the same ones together: who denies a metastasis says nothing of a cyst.
const SORTS: &[&[&str]] = &[
    &["metastasis", "metastatic", "deposit"],
    &["cyst"],
    &["hemangioma"],
    &["fibroid", "leiomyoma"],
    &["lipoma"],
    &["adenoma"],
    &["abscess", "collection", "empyema"],
    &["dissection", "flap"],
    &["ulcer"],
];

/// Whether a denial names sorts of finding of which the finding is none.
fn is_another_sort(denied: &str, found: &str) -> bool {
    let (denied, found) = (sorts(denied), sorts(found));
    !denied.is_empty() && !found.is_empty() && !denied.iter().any(|sort| found.contains(sort))
}

fn sorts(phrase: &str) -> Vec<usize> {
    let words = token::words(phrase);
    let is_said = |name: &&str| words.iter().any(|word| word.key == *name);
    (0..SORTS.len())
        .filter(|at| SORTS[*at].iter().any(&is_said))
        .collect()
}

/// Whether a denial reaches a finding only by its word, not by its place.
pub(super) fn by_word_only(now: &Observation, was: &Observation) -> bool {
    now.denied && !now.kinds.is_empty() && !within_place(now, was) && both_clot(now, was)
}

/// Clots of the pulmonary arteries, by whatever name.
fn both_clot(now: &Observation, was: &Observation) -> bool {
    let (now, was) = (now.phrase.to_ascii_lowercase(), was.phrase.to_ascii_lowercase());
    let pulmonary = now.contains("embol") || (now.contains("pulmonary") && now.contains("thromb"));
    pulmonary && was.contains("embol")
}

/// Whether a denial reaches the place of a finding.
fn within_place(now: &Observation, was: &Observation) -> bool {
    if now.subjects.is_empty() || was.subjects.is_empty() {
        let (left, right) = (words(now), words(was));
        return wording::coverage(left, right).max(wording::coverage(right, left)) >= 0.6;
    }
    places_meet(now, was)
}

/// Whether lymph nodes are what is denied.
fn is_of_nodes(now: &Observation) -> bool {
    now.kinds.iter().any(|kind| kind.id == "nodes")
}

/// Whether a finding is of a lymph node, whatever is found of it.
fn is_at_node(was: &Observation) -> bool {
    was.subjects
        .iter()
        .any(|subject| subject.structure.id.ends_with("lymph-node"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_of_finding_are_told_apart_by_whole_words() {
        let check = |denied: &str, found: &str, expected: bool| {
            assert_eq!(is_another_sort(denied, found), expected, "{denied} | {found}");
        };
        check("No metastatic lesion in the liver", "12 mm cyst", true);
        check("No liver metastases", "Segment II cyst", true);
        check("No peripancreatic collection", "Pseudocyst of 4 cm", false);
        check("No abscess", "Collection of 4 cm", false);
        check("No focal lesion", "Cyst", false);
    }
}
