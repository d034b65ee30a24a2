//! What a sentence that is told says besides, and is normal: `Right kidney shows a calculus and left kidney is normal` tells of the right.

use std::sync::LazyLock;

use regex::Regex;
use report::reading::Reading;
use report::wording;

/// A statement of its own, with its own structure and verb, that calls that structure normal. What is preserved, patent or spared is told
/// with what is beside it on purpose: it is why somebody can be operated on.
const NORMAL: &str = r"(?:the )?[a-z][a-z' -]{2,60}? (?:is|are|appears?|remains?) (?:also |otherwise )?(?:normal|intact|unremarkable|clear|within normal limits)";

static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)(?:,? (?:and|while|whereas)|[;,]) (?P<normal>{NORMAL})\.?$"
    ))
    .expect("what is normal behind a finding")
});
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)^(?P<normal>{NORMAL})(?:,? (?:and|while|whereas)|[;,]) "
    ))
    .expect("what is normal before a finding")
});

/// The sentence without what it calls normal before or behind its finding; nothing when there is no such part, or when what is left would not say
/// all that is abnormal.
pub(super) fn without_normal(sentence: &str) -> Option<String> {
    let cut = |found: &regex::Captures<'_>, rest: &str| {
        is_normal(&found["normal"]).then(|| wording::sentence(rest.trim()))
    };
    let rest = match (BEHIND.captures(sentence), BEFORE.captures(sentence)) {
        (Some(found), _) => cut(&found, &sentence[..found.get(0)?.start()]),
        (None, Some(found)) => cut(&found, &sentence[found.get(0)?.end()..]),
        (None, None) => None,
    }?;
    Reading::of(&rest).is_abnormal().then_some(rest)
}

fn is_normal(part: &str) -> bool {
    let reading = Reading::of(part);
    !reading.is_abnormal() && !reading.normals.is_empty() && !reading.subjects.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: Option<&str>) {
        assert_eq!(without_normal(sentence).as_deref(), expected, "{sentence}");
    }

    #[test]
    fn what_is_normal_beside_a_finding_is_left_away() {
        check(
            "Right kidney shows a 5 mm calculus in the lower calyx and left kidney is normal.",
            Some("Right kidney shows a 5 mm calculus in the lower calyx."),
        );
        check(
            "Anterior talofibular ligament is torn and deltoid ligament is intact.",
            Some("Anterior talofibular ligament is torn."),
        );
        check(
            "Left kidney is normal, right kidney shows gross hydronephrosis.",
            Some("Right kidney shows gross hydronephrosis."),
        );
    }

    #[test]
    fn what_belongs_to_the_finding_stays() {
        check(
            "Mass in the pancreatic head, the superior mesenteric artery is patent.",
            None,
        );
        check("Mass abuts the aorta but the fat plane is intact.", None);
        check("Large right pleural effusion and the heart is enlarged.", None);
        check("There is a 3 cm cyst in the liver.", None);
        check("Liver is normal and spleen is normal.", None);
    }
}
