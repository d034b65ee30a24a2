//! A disease that spreads stands for its deposits, wherever they are, unless it is said of one place.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::Fact;
use super::super::sheet::Line;
use crate::anatomy::{self, Mention};
use crate::negation;

/// `Metastatic disease` covers every lesion and node, `metastatic left level II node` what is there.
pub(super) fn metastatic(line: &Line<'_>, found: &Line<'_>, fact: &Fact) -> bool {
    const SPREAD: &[&str] = &["lesion", "nodes", "effusion", "fluid", "thickening"];
    let scopes = &line.scopes;
    let asserts = |word: &str| {
        line.lower
            .match_indices(word)
            .any(|(at, _)| !negation::denies(scopes, at) && !is_local(line, found, at))
    };
    peritoneal(line, found, fact)
        || SPREAD.contains(&fact.kind.id.as_str())
            && (asserts("metasta")
                || asserts("lymphoma") && !is_of_organ(fact)
                || asserts("disseminated")
                || asserts("myeloma"))
}

/// A deposit beside an organ of the abdomen is one of the peritoneum: `perihepatic deposit`, `peritoneal deposits`.
fn peritoneal(line: &Line<'_>, found: &Line<'_>, fact: &Fact) -> bool {
    static PERITONEAL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\bperitone\w+ (?:\w+ )?(?:deposits?|disease|implants?|nodul\w+|metasta\w+|spread|carcinomatosis)\b|\bcarcinomatosis\b|\bomental (?:cake|deposits?|disease)\b").expect("pattern")
    });
    static SURFACE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:peri(?:hepatic|splenic|gastric|colic)|paracolic|subphrenic|subdiaphragmatic|subhepatic|serosal|mesenteric|omental|peritone\w+|pouch of douglas|surface of the (?:liver|spleen))\b").expect("pattern")
    });
    let asserted = |found: regex::Match<'_>| !negation::denies(&line.scopes, found.start());
    fact.kind.id == "lesion"
        && SURFACE.is_match(&found.lower)
        && found.lower.contains("deposit")
        && PERITONEAL.find_iter(&line.lower).any(asserted)
}

/// Whether what is named at `at` is said of one place, and the finding lies elsewhere.
fn is_local(line: &Line<'_>, found: &Line<'_>, at: usize) -> bool {
    let after = at
        + line.lower[at..]
            .find([' ', ',', ';', '.'])
            .unwrap_or(line.lower.len() - at);
    // `A pulmonary nodule suspicious for metastasis` is the one nodule.
    let is_one = line.lower[at..after].ends_with("stasis")
        && ["for ", "of ", "a "]
            .iter()
            .any(|lead| line.lower[..at].ends_with(lead));
    let named: Vec<&Mention> = line
        .mentions
        .iter()
        .filter(|mention| {
            is_one
                || mention.range.end + 1 == at
                || line.lower[at..].starts_with("metasta")
                    && (after..after + 30).contains(&mention.range.start)
        })
        .collect();
    !named.is_empty()
        && !found.reading.subjects.is_empty()
        && !named.iter().any(|mention| {
            found.reading.subjects.iter().any(|place| {
                let lexicon = anatomy::lexicon();
                let (one, other) = (&mention.structure.id, &place.structure.id);
                lexicon.is_within(one, other) || lexicon.is_within(other, one)
            })
        })
}

/// Lesions of a solid organ are told beside a lymphoma of the nodes.
fn is_of_organ(fact: &Fact) -> bool {
    const ORGANS: &[&str] = &[
        "spleen",
        "liver",
        "kidney",
        "brain-parenchyma",
        "adrenal-gland",
        "testis",
    ];
    fact.kind.id == "lesion"
        && fact
            .subjects
            .iter()
            .any(|place| ORGANS.contains(&place.structure.id.as_str()))
}
