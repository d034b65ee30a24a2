//! Phases of contrast, which carry the names of vessels and organs and are no place.

use std::ops::Range;

use crate::token::Word;

/// `Arterial phase`, `arterial and portal venous phases`: when it was scanned, and no vessel.
pub(super) fn is_phase(words: &[Word], named: &Range<usize>) -> bool {
    const OF_PHASES: &[&str] = &[
        "portal",
        "venous",
        "vein",
        "arterial",
        "delayed",
        "late",
        "early",
        "pancreatic",
        "parenchymal",
        "nephrographic",
        "excretory",
        "equilibrium",
        "hepatobiliary",
        "hepatic",
        "corticomedullary",
    ];
    let is_of_phase = |word: &Word| OF_PHASES.contains(&word.key.as_str());
    let joins = |word: &Word| matches!(word.key.as_str(), "and" | "or") || is_of_phase(word);
    // A comma or a colon ends what is told of the phase.
    let is_next = |at: usize| words[at].range.start == words[at - 1].range.end + 1;
    words[named.clone()].iter().all(is_of_phase)
        && (named.end..words.len())
            .take(5)
            .take_while(|at| is_next(*at))
            .find(|at| !joins(&words[*at]))
            .is_some_and(|at| words[at].key == "phase")
}

#[cfg(test)]
mod tests {
    use crate::anatomy::lexicon;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = lexicon()
            .find(text)
            .iter()
            .map(|mention| mention.structure.id.as_str())
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_phase_names_no_vessel_and_takes_no_place_from_its_neighbours() {
        check("nodule enhancing in the arterial phase", &[]);
        check("arterial and portal venous phases", &[]);
        check("lesion in the liver, arterial phase", &["liver"]);
        check("Kidneys: Nephrographic phase shows a mass", &["kidney"]);
        check("the portal vein is patent", &["portal-vein"]);
    }
}
