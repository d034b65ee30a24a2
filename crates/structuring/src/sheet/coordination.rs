//! Sentences that say the same of several structures, `medial and lateral menisci are normal`, `the ACL and PCL are intact`: when one of
//! them is contradicted, the others keep what was said of them, as long as the grammar of what remains is certain.

use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::{Region, lexicon};
use report::side;

/// A sentence about several structures, taken apart.
#[derive(Clone)]
pub(super) struct Coordination {
    members: Vec<String>,
    /// `menisci`, which the members share.
    noun: Option<String>,
    /// Whether it begins with `the`.
    definite: bool,
    verb: &'static (&'static str, &'static str),
    /// What is said of them.
    predicate: String,
}

/// How the verb is said of several and of one.
const VERBS: &[(&str, &str)] = &[
    ("are", "is"),
    ("show", "shows"),
    ("appear", "appears"),
    ("have", "has"),
    ("demonstrate", "demonstrates"),
    ("remain", "remains"),
];

static SENTENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([A-Za-z][A-Za-z ,-]*?) (are|show|appear|have|demonstrate|remain) (.+)$").expect("pattern")
});
static JOINT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r",\s*(?:and\s+)?|\s+and\s+").expect("pattern"));
/// Words that speak of the members together, which no longer holds when one has gone.
static TOGETHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:both|each|either|all|they|them|their|respectively|no|rest|remaining|other|with|of|in)\b",
    )
    .expect("pattern")
});
static TOGETHER_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:both|each|either|all|they|them|their|respectively|symmetrical\w*|symmetric|equal\w*)\b",
    )
    .expect("pattern")
});

/// What can be said of each alike and of one as of several: `normal in size`, not `well differentiated` or `normal ligaments`.
static PLAIN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:grossly )?(?:normal(?:ly)?|unremarkable|intact|patent|clear|preserved|maintained|within normal limits|free of)\b(?:\s+(?:in|and|with|of|no|normal|the|size|signal|shape|course|calib(?:re|er)|contour|outline|morphology|appearance|attenuation|density|intensity|enhancement|thickness|intact|unremarkable|patent|opacified|enhancing)\b)*[.;]?$",
    )
    .expect("pattern")
});

impl Coordination {
    /// Takes a sentence apart; nothing when it is about one structure or says anything of all of them together.
    pub(super) fn of(text: &str) -> Option<Self> {
        let found = SENTENCE.captures(text)?;
        let (subject, verb, predicate) = (&found[1], &found[2], &found[3]);
        if TOGETHER.is_match(subject) || TOGETHER_BEHIND.is_match(predicate) {
            return None;
        }
        let (definite, subject) = without_article(subject);
        let members: Vec<String> = JOINT
            .split(subject)
            .map(|member| without_article(member.trim()).1.to_owned())
            .collect();
        if members.len() < 2 || members.iter().any(|member| member.is_empty()) {
            return None;
        }
        // "Femoral head and neck" is one thing: alone, "neck" is another.
        if members.iter().any(|member| means_another(member, subject)) {
            return None;
        }
        let verb = VERBS.iter().find(|(several, _)| *several == verb)?;
        let are_names = PLAIN.is_match(predicate) && members.iter().all(|member| is_name(member));
        let (noun, members) = match told_apart(subject, members.clone()) {
            Some((noun, members)) => (Some(noun), members),
            None => are_names.then_some((None, members))?,
        };
        Some(Self {
            members,
            noun,
            definite,
            verb,
            predicate: predicate.to_owned(),
        })
    }

    /// How many structures it is about.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// The sentence about those of its structures that stay.
    pub(super) fn sentence(&self, kept: &[usize]) -> String {
        let members: Vec<&str> = kept.iter().map(|index| self.members[*index].as_str()).collect();
        let (several, one) = *self.verb;
        let (subject, verb) = match (&members[..], &self.noun) {
            ([only], Some(noun)) if is_single(only, noun) => (format!("{only} {}", singular(noun)), one),
            (_, Some(noun)) => (format!("{} {noun}", listed(&members)), several),
            ([only], None) if !is_plural(only) => ((*only).to_owned(), one),
            (_, None) => (listed(&members), several),
        };
        let subject = if self.definite {
            format!("the {subject}")
        } else {
            subject
        };
        let mut sentence = format!("{subject} {verb} {}", self.predicate);
        if let Some(first) = sentence.get(..1) {
            let capital = first.to_ascii_uppercase();
            sentence.replace_range(..1, &capital);
        }
        sentence
    }
}

fn without_article(text: &str) -> (bool, &str) {
    match text.get(..4) {
        Some(article) if article.eq_ignore_ascii_case("the ") => (true, text[4..].trim_start()),
        _ => (false, text),
    }
}

/// Whether a member by itself names a structure that the list does not: the neck of a femoral `head and neck`.
fn means_another(member: &str, subject: &str) -> bool {
    let named = lexicon().find(subject);
    let is_listed = |id: &str| named.iter().any(|mention| mention.structure.id == id);
    let alone = lexicon().find(member);
    alone.iter().any(|mention| !is_listed(&mention.structure.id))
}

/// Whether the words are the name of one structure and nothing else.
fn is_name(member: &str) -> bool {
    matches!(&lexicon().find(member)[..], [only] if only.range == (0..member.len()))
}

/// Whether a name is said of several: `kidneys`, not `pancreas`.
fn is_plural(name: &str) -> bool {
    const SINGULAR: &[&str] = &["pancreas", "biceps", "triceps", "quadriceps"];
    const PLURAL: &[&str] = &[
        "adnexa", "atria", "ganglia", "viscera", "corpora", "foramina", "septa", "thalami", "sulci", "gyri",
        "nuclei", "rami", "hili", "bronchi", "menisci",
    ];
    let last = name.rsplit(' ').next().unwrap_or(name).to_lowercase();
    PLURAL.contains(&last.as_str())
        || last.ends_with("ae")
        || !SINGULAR.contains(&last.as_str()) && singular(&last) != last
}

/// The members as they are told apart, and the words that they share, when each names a structure of its own or a side of one.
fn told_apart(subject: &str, mut members: Vec<String>) -> Option<(String, Vec<String>)> {
    let named = lexicon().find(subject);
    let last = members.len() - 1;
    let of_last = members[last].clone();
    let is_side = |text: &str| side::find(text).len() == 1 && !text.contains(' ');
    let (leads, noun) = of_last.match_indices(' ').rev().find_map(|(at, _)| {
        let (leads, noun) = (&of_last[..at], &of_last[at + 1..]);
        let by_side = last == 1 && is_side(&members[0]) && is_side(leads) && named.len() == 1;
        let completes = |member: &str, id: &str| {
            let name = format!("{member} {noun}");
            let found = lexicon().find(&name);
            // "Spleen glands" is no name of the spleen.
            matches!(&found[..], [only] if only.structure.id == id && only.range == (0..name.len()))
        };
        let by_name = named.len() == members.len()
            && members[..last]
                .iter()
                .zip(&named)
                .all(|(member, mention)| completes(member, &mention.structure.id));
        (singular(noun) != noun && (by_side || by_name)).then(|| (leads.to_owned(), noun.to_owned()))
    })?;
    members[last] = leads;
    Some((noun, members))
}

/// Whether one of the members is one thing: a side is, and so is what a study of one joint shows; the frontal sinuses are two.
fn is_single(member: &str, noun: &str) -> bool {
    let named = lexicon().find(&format!("{member} {noun}"));
    let structure = named.first().map(|mention| mention.structure);
    !side::find(member).is_empty()
        || structure.is_none_or(|structure| structure.region == Region::Musculoskeletal || !structure.paired)
}

fn listed(members: &[&str]) -> String {
    match members {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => members.concat(),
    }
}

/// `menisci` to `meniscus`, `arteries` to `artery`, `sinuses` to `sinus`.
fn singular(noun: &str) -> String {
    const IRREGULAR: &[(&str, &str)] = &[
        ("menisci", "meniscus"),
        ("bronchi", "bronchus"),
        ("vertebrae", "vertebra"),
        ("bursae", "bursa"),
        ("orbitae", "orbita"),
    ];
    if let Some((_, one)) = IRREGULAR.iter().find(|(several, _)| *several == noun) {
        return (*one).to_owned();
    }
    if ["ss", "us", "is"].iter().any(|end| noun.ends_with(end)) {
        return noun.to_owned();
    }
    if let Some(stem) = noun.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let stem = ["uses", "sses"].iter().any(|end| noun.ends_with(end));
    let stem = if stem {
        noun.strip_suffix("es")
    } else {
        noun.strip_suffix('s')
    };
    stem.unwrap_or(noun).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, kept: &[usize], expected: Option<&str>) {
        let sentence = Coordination::of(text).map(|coordination| coordination.sentence(kept));
        assert_eq!(sentence.as_deref(), expected, "{text}");
    }

    #[test]
    fn what_is_said_of_several_is_said_of_those_that_stay() {
        check(
            "Medial and lateral menisci are normal in morphology and signal.",
            &[1],
            Some("Lateral meniscus is normal in morphology and signal."),
        );
        check(
            "Obturator, internal iliac and external iliac nodes are normal.",
            &[0, 2],
            Some("Obturator and external iliac nodes are normal."),
        );
        check(
            "Anterior and posterior cruciate ligaments are intact.",
            &[1],
            Some("Posterior cruciate ligament is intact."),
        );
        check(
            "Right and left kidneys are normal.",
            &[1],
            Some("Left kidney is normal."),
        );
        check(
            "Frontal and sphenoid sinuses show normal aeration.",
            &[0],
            Some("Frontal sinuses show normal aeration."),
        );
    }

    #[test]
    fn structures_of_different_names_are_told_apart_too() {
        check("ACL and PCL are intact.", &[1], Some("PCL is intact."));
        check(
            "The liver, spleen and pancreas are normal in size and attenuation.",
            &[2],
            Some("The pancreas is normal in size and attenuation."),
        );
        check(
            "The liver and the kidneys appear unremarkable.",
            &[1],
            Some("The kidneys appear unremarkable."),
        );
        check(
            "Gallbladder, spleen and adrenal glands are normal.",
            &[1, 2],
            Some("Spleen and adrenal glands are normal."),
        );
    }

    #[test]
    fn what_is_said_of_all_together_is_not_taken_apart() {
        check("Both kidneys are normal.", &[0], None);
        check("Liver and spleen are well differentiated.", &[0], None);
        check("ACL and PCL are normal ligaments.", &[0], None);
        check(
            "Liver and spleen are normal with no lesion in either.",
            &[0],
            None,
        );
        check("Liver size and spleen are normal.", &[0], None);
        check("Medial and lateral menisci are both normal.", &[0], None);
        check("Gray and white matter are well differentiated.", &[0], None);
        check("Liver is normal and smooth.", &[0], None);
        check("Femoral head and neck are intact.", &[0], None);
        check("Size and shape of the liver are normal.", &[0], None);
    }
}
