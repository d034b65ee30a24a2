//! Where a text says who somebody is: a name behind a label or a title, a number of the patient, a date of birth, an address.
//!
//! What is spoken has no capitals, so a name ends where an ordinary word begins: one of `data/not-names.txt`, a structure, a finding. To
//! recognise one more label, add it to [`LABELS`] or [`NUMBERS`].

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A place where a text says who somebody is.
pub(super) struct Told {
    pub(super) range: Range<usize>,
    /// Whether it is a name, which may stand without its label elsewhere.
    pub(super) is_name: bool,
}

/// Which words may be a name behind a label.
#[derive(Clone, Copy, PartialEq)]
enum Letters {
    /// The label is written or said only before a name.
    Any,
    /// Behind these words something else stands often.
    Capitals,
}

/// What stands before a name, without regard to case.
static LABELS: LazyLock<[(Regex, Letters); 6]> = LazyLock::new(|| {
    [
        (r"(?i)\bname(?:\s+of\s+(?:the\s+)?(?:patient|pt))?\s*[:=\u{2013}-]+\s*", Letters::Any),
        (r"(?i)\b(?:(?:patient|pt)(?:['\u{2019}]?s)?\.?\s+name|name\s+of\s+(?:the\s+)?(?:patient|pt))(?:\s+is)?\s+", Letters::Any),
        (r"(?i)\b(?:(?:referr|order|attend|treat|request|report)ing\s+(?:physician|doctor|clinician|consultant|radiologist|surgeon|dr\.?)|radiologist|consultant|(?:referred|requested|reported|verified|approved|dictated|signed|authenticated|transcribed|typed)\s+by|ref(?:\.|\b)(?:\s*by)?(?:\s*dr)?\.?)\s*[:=\u{2013}]+[ \t]*", Letters::Any),
        (r"(?i)\bref(?:erred|\.)?\s+by\s+", Letters::Capitals),
        // "dr" and "doctor" are spoken before names and in "the doctor informed"; the words behind decide.
        (r"\b(?:D[Rr]|[Dd]octor|dr|DOCTOR|Prof|PROF|[Pp]rofessor)\b\.?\s*", Letters::Any),
        (r"\b(?:(?:Mr|Mrs|Ms|Miss|Master|Baby|Sri)\b\.?|(?i:mister|missus|smt|shri|kumari)\b\.?)\s+", Letters::Capitals),
    ]
    .map(|(pattern, letters)| (Regex::new(pattern).expect("what stands before a name"), letters))
});
/// What a "name" may be of that is nobody's.
const NAMES_OF_THINGS: [&str; 12] = [
    "study",
    "examination",
    "exam",
    "procedure",
    "test",
    "scan",
    "template",
    "protocol",
    "file",
    "drug",
    "brand",
    "series",
];
/// More words of lower case than this are no name, and no more in capitals than the second.
const MOST_WORDS: (usize, usize) = (3, 5);
/// What stands before a name and is no part of it.
static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:dr|mrs?|ms|miss|master|baby(?:\s+of)?|smt|shri|sri|kumari|prof(?:essor)?|doctor|mister|missus)\b\.?[ \t]*)+")
        .expect("titles")
});
/// One word of a name, with an initial's full stop.
static WORD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\p{L}[\p{L}'\u{2019}]*(?:-\p{L}+)*").expect("word"));
/// What stands between two words of a name. Two spaces are the gap between two columns.
static BETWEEN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^(?:\.[ \t]?|,[ \t]|[ \t])").expect("gap"));

static NOT_NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("../../data/not-names.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect()
});

/// What is no name and says who somebody is; the group `who` is withheld.
static NUMBERS: LazyLock<[Regex; 6]> = LazyLock::new(|| {
    [
        r"(?P<who>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)",
        // Without "no" or a colon, a short number behind these words may count anything.
        r"(?i)\b(?:m\s?\.?r\s?\.?n|uhid|crn|opd|ipd|nhs)\b\.?[\s:#-]*(?P<who>[a-z]{0,4}[-/]?\d[\w/-]{3,})",
        r"(?i)\b(?:m\s?\.?r\s?\.?n|uhid|crn|opd|ipd|nhs|ssn|aadhaa?r|passport|accession|registration|regn?)\b\.?\s*[:#=]\s*(?P<who>[a-z]{0,6}[-/]?\d[\w/-]+)",
        r"(?i)\b(?:m\s?\.?r\s?\.?n|uhid|crn?|opd|ipd|nhs|ssn|aadhaa?r|passport|accession|acc|hospital|patient|pt|registration|regn?|medical record|record|visit|episode|lab|bill|file|order|requisition|phone|mobile|contact)\b\.?\s*(?:no|num|number|id|identifier)\b\.?\s*(?:is\b)?[\s:#=-]*(?P<who>[a-z]{0,6}[-/]?\d[\w/-]+)",
        r"(?P<who>\+?\b\d(?:[ -]?\d){6,}\b)",
        r"(?im)\baddress\s*:[ \t]*(?P<who>[^\n|;]*[^\s|;])",
    ]
    .map(|pattern| Regex::new(pattern).expect("what says who somebody is"))
});
/// A day of birth, in figures or with its month in words.
static BORN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:dob|date\s+of\s+birth|birth\s?date|born(?:\s+on)?)\b|\bd\.\s?o\.\s?b\b)\.?[\s:=\u{2013}-]*(?:is\s+|the\s+)*(?P<who>\d{1,4}[-/. ]\d{1,2}[-/. ]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?[\s-]*(?:of\s+)?[a-z]{3,9}\.?[\s,-]*\d{2,4}|[a-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|(?:19|20)\d{2})\b")
        .expect("day of birth")
});

/// Every place where a text says who somebody is, in no order; they may overlap.
pub(super) fn told(text: &str) -> Vec<Told> {
    let numbers = NUMBERS
        .iter()
        .flat_map(|pattern| pattern.captures_iter(text))
        .filter_map(|found| found.name("who"))
        .filter(|who| !is_date(who.as_str()));
    let born = BORN.captures_iter(text).filter_map(|found| found.name("who"));
    let mut told: Vec<Told> = numbers
        .chain(born)
        .map(|who| Told {
            range: who.range(),
            is_name: false,
        })
        .collect();
    for (label, letters) in LABELS.iter() {
        told.extend(
            label
                .find_iter(text)
                .filter(|found| !is_of_a_thing(&text[..found.start()]))
                .filter_map(|found| name_at(text, found.end(), *letters))
                .map(|range| Told { range, is_name: true }),
        );
    }
    told
}

/// Whether a word is one that speech or a report uses, and no name.
fn is_ordinary(word: &str) -> bool {
    NOT_NAMES.contains(word.to_lowercase().as_str())
        || !report::side::find(word).is_empty()
        || !report::anatomy::lexicon().find(word).is_empty()
        || report::reading::Reading::of(word).is_abnormal()
}

/// "Study name: CT chest" names no person.
fn is_of_a_thing(before: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default();
    NAMES_OF_THINGS.contains(&last.to_lowercase().as_str())
}

/// The name that begins at a place, without its title.
fn name_at(text: &str, at: usize, letters: Letters) -> Option<Range<usize>> {
    let start = at + TITLE.find(&text[at..]).map_or(0, |title| title.end());
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let first = WORD.find(&text[start..])?;
    let capitals = is_capital(first.as_str());
    if letters == Letters::Capitals && !capitals {
        return None;
    }
    let most = if capitals { MOST_WORDS.1 } else { MOST_WORDS.0 };
    let mut end = start;
    let mut next = start;
    for _ in 0..most {
        let Some(word) = WORD.find(&text[next..]) else {
            break;
        };
        let word = word.as_str();
        let is_initial = word.len() == 1 && text[next + 1..].starts_with('.');
        if is_capital(word) != capitals || (!is_initial && is_ordinary(word)) {
            break;
        }
        end = next + word.len();
        let Some(gap) = BETWEEN.find(&text[end..]) else {
            break;
        };
        // A full stop behind more than an initial ends the sentence.
        if gap.as_str().starts_with('.') && word.chars().count() > 2 {
            break;
        }
        next = end + gap.len();
    }
    (end > start).then_some(start..end)
}

/// A date, alone or before a size, is no identifier: comparisons need it.
fn is_date(text: &str) -> bool {
    static DATE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:\d{4}[-/ ]\d{1,2}[-/ ]\d{1,2}|\d{1,2}[-/ ]\d{1,2}[-/ ]\d{4})(?:\D|$)").expect("date")
    });
    DATE.is_match(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, told_in_it: &[&str]) {
        let mut places: Vec<Range<usize>> = told(text).into_iter().map(|told| told.range).collect();
        places.sort_by_key(|place| place.start);
        places.dedup();
        let found: Vec<&str> = places.into_iter().map(|place| &text[place]).collect();
        assert_eq!(found, told_in_it, "{text}");
    }

    #[test]
    fn names_behind_their_labels_in_any_case_and_layout() {
        check("Name: ANITA RAO", &["ANITA RAO"]);
        check("NAME : MRS. ANITA RAO   AGE/SEX : 62Y/F", &["ANITA RAO"]);
        check("Patient Name - Anita Rao | Age: 62", &["Anita Rao"]);
        check("Patient's Name: RAO, ANITA K.\tSex: F", &["RAO, ANITA K"]);
        check("name: anita rao age: 62", &["anita rao"]);
        check("Pt. name: A.K. Sharma, 62/M", &["A.K. Sharma"]);
        check(
            "Name of the patient is Anita O'Brien-Rao.",
            &["Anita O'Brien-Rao"],
        );
    }

    #[test]
    fn names_as_they_are_spoken() {
        check("patient name anita rao 62 years female ct chest", &["anita rao"]);
        check("patient name is anita rao presented with fever", &["anita rao"]);
        check("patient's name anita ct abdomen shows a cyst", &["anita"]);
        check("findings discussed with doctor sharma at 5 pm", &["sharma"]);
        check("informed to dr mehta on call", &["mehta"]);
        check("mister rao liver is normal", &[]);
        check("Mister Rao. Liver is normal.", &["Rao"]);
    }

    #[test]
    fn referrers_and_signatures() {
        check("Ref by Dr X", &["X"]);
        check("Ref. by: DR. S. MEHTA", &["S. MEHTA"]);
        check("Ref Dr: Sunita Menon  Date: 12/03/2024", &["Sunita Menon"]);
        check("Referring physician: Mehta", &["Mehta"]);
        check("Referred by Sunita Menon for CT", &["Sunita Menon"]);
        check("Reported by: Sunita Menon, MD", &["Sunita Menon"]);
    }

    #[test]
    fn numbers_addresses_and_days_of_birth() {
        check("MRN: 447", &["447"]);
        check("m r n 20451", &["20451"]);
        check("Patient ID - AB-447 Accession No. 991", &["AB-447", "991"]);
        check("hospital number is 20451", &["20451"]);
        check("DOB 12/03/1961", &["12/03/1961"]);
        check("D.O.B.: 12-Mar-1961", &["12-Mar-1961"]);
        check("date of birth is 12th of march 1961", &["12th of march 1961"]);
        check("Date of Birth: March 12, 1961 (62 Y)", &["March 12, 1961"]);
        check("born on 1961-03-12", &["1961-03-12"]);
        check("Address: 12 M.G. Road, Pune\nCT", &["12 M.G. Road, Pune"]);
    }
}
