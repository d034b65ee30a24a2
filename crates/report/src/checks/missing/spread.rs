//! A disease that spreads stands for its deposits, wherever they are, unless it is said of one place.

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
    SPREAD.contains(&fact.kind.id.as_str())
        && (asserts("metasta")
            || asserts("lymphoma") && !is_of_organ(fact)
            || asserts("disseminated")
            || asserts("myeloma"))
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
