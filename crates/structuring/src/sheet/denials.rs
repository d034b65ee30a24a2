//! Sentences that deny one finding in several places, `no pleural or pericardial effusion`, `no atrial or ventricular septal defect`: when
//! it is dictated in one of them, it stays denied in the others. A list of several findings, `no calculus, mass or wall thickening`, goes
//! as a whole: what was dictated of one is often a word for another of them too.

use std::sync::LazyLock;

use regex::Regex;
use report::reading::Reading;

/// A sentence that denies a finding in several places, taken apart.
#[derive(Clone)]
pub(super) struct Denials {
    /// `There is no`, `Liver shows no significant`.
    before: String,
    /// `pleural`, `pericardial`.
    places: Vec<String>,
    /// `effusion`.
    finding: String,
    /// ` is seen on either side.`
    after: String,
}

static SENTENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^((?:[A-Z][^,;:.]*? (?:shows?|has|have|demonstrates?|reveals?) no|There (?:is|are) no|No)(?: (?:evidence|signs?) of)?(?: (?:significant|obvious|definite|gross|acute|suspicious|demonstrable|discernible|large))?) (.+?)([.;]?)$",
    )
    .expect("pattern")
});
static JOINT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\s*,\s*(?:(?:or|nor)\s+)?|\s+(?:or|nor)\s+").expect("pattern"));
/// Where a finding has been named, and what is said of all begins.
static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\s+(?:is|are|was|were|can be|could be|has been|have been|seen|noted|identified|detected|demonstrated|visualised|visualized|present|in|of|at|on|within|along|around|from|to|about|throughout|between|over|under|beneath|adjacent|surrounding|involving|affecting|bilaterally|anywhere|elsewhere)\b",
    )
    .expect("pattern")
});
/// What says more than the denial.
static MORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:no|not|but|with|without|except|other|than|which|that|and|apart)\b|[;:_\[\]]")
        .expect("pattern")
});
/// What is said of every finding of the list: `enlarged pelvic or inguinal node`.
static QUALITY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(enlarged|abnormal|abnormally enlarged|pathological|suspicious) [a-z]+(?:al|ar|ic|ary|ous)\b",
    )
    .expect("pattern")
});
/// An adjective: `pleural`, `hilar`, `ureteric`.
static PLACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[A-Za-z-]+(?:al|ar|ic|ary|ous|oid)$").expect("pattern"));

impl Denials {
    /// Takes a sentence apart; nothing when it denies one thing, says anything else, or has words that are no finding.
    pub(super) fn of(text: &str) -> Option<Self> {
        let found = SENTENCE.captures(text)?;
        let (before, rest, end) = (&found[1], &found[2], &found[3]);
        if MORE.is_match(rest) {
            return None;
        }
        let last = JOINT.find_iter(rest).last()?.end();
        let list_end = BEHIND
            .find_at(rest, last)
            .map_or(rest.len(), |behind| behind.start());
        let (list, after) = rest.split_at(list_end);
        let (quality, list) = QUALITY
            .captures(list)
            .map_or(("", list), |found| list.split_at(found[1].len() + 1));
        let mut places: Vec<String> = JOINT.split(list).map(str::to_owned).collect();
        let (place, finding) = places
            .pop()?
            .split_once(' ')
            .map(|(place, finding)| (place.to_owned(), finding.to_owned()))?;
        places.push(place);
        let tells_apart = |place: &String| PLACE.is_match(place) && is_finding(&format!("{place} {finding}"));
        (places.len() > 1 && places.iter().all(tells_apart)).then(|| Self {
            before: format!("{before} {}", quality.trim_end()).trim_end().to_owned(),
            places,
            finding,
            after: format!("{after}{end}"),
        })
    }

    /// Of how many places it speaks.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The sentence about those of its places that stay.
    pub(super) fn sentence(&self, kept: &[usize]) -> String {
        let kept: Vec<&str> = kept.iter().map(|index| self.places[*index].as_str()).collect();
        let places = match &kept[..] {
            [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            _ => kept.concat(),
        };
        format!("{} {places} {}{}", self.before, self.finding, self.after)
    }
}

/// Whether the words name a finding by themselves.
fn is_finding(text: &str) -> bool {
    let reading = Reading::of(&format!("No {text}."));
    reading.claims.iter().any(|claim| claim.denied)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, kept: &[usize], expected: Option<&str>) {
        let sentence = Denials::of(text).map(|denials| denials.sentence(kept));
        assert_eq!(sentence.as_deref(), expected, "{text}");
    }

    #[test]
    fn the_finding_stays_denied_where_it_was_not_told() {
        check(
            "No pleural or pericardial effusion.",
            &[0],
            Some("No pleural effusion."),
        );
        check(
            "No pleural or pericardial effusion.",
            &[1],
            Some("No pericardial effusion."),
        );
        check(
            "There is no mediastinal, hilar or axillary lymphadenopathy.",
            &[0, 1],
            Some("There is no mediastinal or hilar lymphadenopathy."),
        );
        check(
            "No enlarged pelvic or inguinal lymph node is seen.",
            &[1],
            Some("No enlarged inguinal lymph node is seen."),
        );
        check(
            "Heart shows no atrial or ventricular septal defect.",
            &[0],
            Some("Heart shows no atrial septal defect."),
        );
    }

    #[test]
    fn what_denies_several_findings_or_says_more_is_left_whole() {
        check("No effusion.", &[0], None);
        check("No calculus, mass or wall thickening.", &[0], None);
        check("No pleural effusion or thickening.", &[1], None);
        check(
            "No enlarged or irregular mesorectal lymph node is seen.",
            &[0],
            None,
        );
        check(
            "No mass or collection, and the ducts are not dilated.",
            &[0],
            None,
        );
        check("No change in size or shape.", &[0], None);
        check("No mass or node larger than ___ mm.", &[0], None);
    }
}
