//! Clauses of one sentence that could each stand alone: `the mass measures 4.7 cm, the effusion has resolved`. What is said of a
//! change in the one is not said of the finding in the other.

use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::lexicon;
use report::reading::Reading;

use super::change;
use super::lesion::sizes;

/// What joins two clauses.
static JOINT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\s*[,;]\s+(?:(?:and|but|while|whereas|however|although)\s+)?|\s+(?:and|but|while|whereas)\s+",
    )
    .expect("joints")
});
/// A sentence is cut at one of its first joints, or not at all: whether it is costs a look at all of it each time.
const MOST_JOINTS: usize = 32;
/// How a clause begins that is about what stands before it, or goes on with its predicate.
static LEANS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)^(?:(?:now|also|currently|today|again|still|largely|completely|partially|significantly|otherwise|\w+ly)\s+)*(?:
        (?:the\ )?(?:largest|larger|smallest|smaller|former|latter|same|other|rest|remainder|one|another|remaining)\b
        |(?:which|that|it|they|this|these|those|its|their|both|each|all|some|most|with|without|in|on|at|of|from|to|by|as|than|for|since|due|likely|possibly|measuring|up|about|approximately|previously|earlier)\b
        |(?:is|are|was|were|has|have|had|shows?|showing|measures?|measured|appears?|remains?|demonstrates?|contains?|extends?|extending|causes?|causing|involves?|involving|abuts?|abutting|indents?|indenting|compress\w+|encas\w+|enhanc\w+|invad\w+|infiltrat\w+|displac\w+|seen|noted|present)\b
        |(?:unchanged|stable|new|static|resolved|increased|decreased|larger|smaller|persistent|persisting|similar|reduced|progressed|regressed|no)(?:\s*$|\s+(?:with|since|in|from|compared|as|on|to|and|than|by|today|now|change|growth|increase|progression|longer|significant)\b)
        |\d)").expect("leaning clauses")
});
static VERB: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:is|are|was|were|has|have|had|measures?|measured|shows?|appears?|remains?|persists?|demonstrates?|contains?)\b").expect("verbs")
});
/// A predicate of several things, which what stands before an "and" shares.
static OF_SEVERAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:have|are|were|all|both|appear|remain|persist)\b").expect("predicates of several")
});

/// The clauses of a sentence, cut where each has a subject and a predicate of its own and one says a change.
pub(super) fn apart(sentence: &str) -> Vec<&str> {
    if change::said(sentence).is_none() {
        return vec![sentence];
    }
    for joint in JOINT.find_iter(sentence).take(MOST_JOINTS) {
        let (left, right) = (&sentence[..joint.start()], &sentence[joint.end()..]);
        let either_changes = change::said(left).is_some() || change::said(right).is_some();
        // "New plaques, in the pons 8 mm and thalamus 6 mm": sizes of one list.
        let is_list = joint.as_str().trim() == "and" && !has_predicate(right);
        let apart_here = either_changes && !is_list && !LEANS.is_match(right);
        if apart_here && states(left) && states(right) && !shares(left, right) {
            let mut clauses = vec![left];
            clauses.extend(apart(right));
            return clauses;
        }
    }
    vec![sentence]
}

/// Whether a clause names something and says something of it.
fn states(clause: &str) -> bool {
    let says = has_predicate(clause) || !sizes(clause).is_empty();
    let names = || {
        let named = Reading::of(clause)
            .claims
            .iter()
            .any(|claim| claim.named != (0..clause.len()));
        named || !lexicon().find(clause).is_empty()
    };
    says && names()
}

/// Whether the predicate of the right clause is of what the left one names too: `effusion of 3 cm and nodes have resolved`.
fn shares(left: &str, right: &str) -> bool {
    !has_predicate(left) && OF_SEVERAL.is_match(right)
}

fn has_predicate(clause: &str) -> bool {
    VERB.is_match(clause) || change::said(clause).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: &[&str]) {
        assert_eq!(apart(sentence), expected, "{sentence}");
    }

    #[test]
    fn clauses_that_each_say_what_became_of_their_own_finding_are_apart() {
        check(
            "Thymic mass measures 5.1 x 3.2 cm, left pleural effusion has resolved",
            &[
                "Thymic mass measures 5.1 x 3.2 cm",
                "left pleural effusion has resolved",
            ],
        );
        check(
            "The hepatic abscess is smaller and the subphrenic collection is no longer seen",
            &[
                "The hepatic abscess is smaller",
                "the subphrenic collection is no longer seen",
            ],
        );
        check(
            "Left adrenal nodule is unchanged, right renal mass has increased to 4 cm but the para-aortic nodes are smaller",
            &[
                "Left adrenal nodule is unchanged",
                "right renal mass has increased to 4 cm",
                "the para-aortic nodes are smaller",
            ],
        );
    }

    #[test]
    fn what_leans_on_the_clause_before_stays_with_it() {
        for sentence in [
            "Right upper lobe nodule measures 12 mm, unchanged since the CT of the chest",
            "Liver metastases have decreased in size, the largest in segment VI measures 3 cm",
            "Renal mass has increased and now invades the renal vein",
            "Right pleural effusion, left lower lobe consolidation and mediastinal nodes have resolved",
            "Right effusion of 3 cm and left effusion have resolved",
            "Left kidney and ureter are unchanged",
            "Frontal lobe lesion has shrunk, with less oedema",
            "Two new plaques, in the right thalamus 8 mm and left centrum semiovale 6 mm",
            "Cyst in the pancreatic tail, not seen previously, measures 9 mm",
        ] {
            check(sentence, &[sentence]);
        }
    }
}
