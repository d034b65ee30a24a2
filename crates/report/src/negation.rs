//! What a text denies. After NegEx (Chapman et al. 2001) and ConText (Harkema et al. 2009), with the cues of radiology.
//!
//! A scope is the cue and the words that it denies. A cue before its object (`no`, `without`, `negative for`) reaches to the end
//! of the clause; a cue behind it (`is not seen`, `is absent`) reaches back to its start. Turns of phrase that only look like
//! denial (`no change`, `not only`, `cannot be excluded`) open no scope.

use std::ops::Range;
use std::sync::LazyLock;

use hashbrown::HashMap;
use regex::Regex;

use crate::anatomy::{self, level};
use crate::reading::vocabulary;
use crate::segment::class::{self, Class, Named};
use crate::segment::stretches;
use crate::{budget, measurement, side, token};

/// A cue and what it denies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// The bytes of the cue.
    pub cue: Range<usize>,
    /// The bytes of what is denied.
    pub reach: Range<usize>,
}

/// Looks like a cue, denies nothing.
const PSEUDO: &str = r"(?:cannot|can not|could not|can't|cannot fully|unable to|difficult to|not possible to) (?:entirely |completely |confidently |reliably )?(?:exclude|rule out)|excluded (?:aneurysm(?:al)? )?(?:sac|aneurysm|lumen|segment|limb|kidney|bowel)|no (?:significant |definite |interval |appreciable |other )*(?:interval )?change\w*|not only|not significantly changed|not (?:excluded|ruled out)|(?:cannot|can not|could not|can't) be (?:entirely |completely )?(?:excluded|ruled out)|no (?:further )?(?:follow[- ]?up|increase|decrease)|not (?:necessarily|well evaluated|optimally)|without (?:and with )?(?:intravenous |iv |i\.v\. )?(?:contrast|gadolinium)|without (?:significant |interval )*change|no longer than|no (?:worse|larger|smaller|bigger|better|different)|not (?:fully|completely|entirely|clearly) (?:seen|visuali[sz]ed|evaluated|included|imaged)|not (?:amenable|otherwise)|no doubt|(?:displace\w*|dislocat\w*|sublux\w*) without (?:\w+ )?reduction";
/// Denies what follows.
const BEFORE: &str = r"no longer|no|none|without|negative for|free of|free from|clear of|devoid of|absence of|lack of|neither|nor|never|rather than|exclude[sd]?|denies|denied|absent|fails? to (?:show|reveal|demonstrate)|(?:(?:do|does|did|is|are|was|were|has|have|had)(?: not|n't)|not)";
/// Denies what stands before.
const BEHIND: &str = r"(?:is|are|was|were)(?: not|n't) (?:\w+ly )?(?:seen|identified|present|noted|demonstrated|visuali[sz]ed|detected|appreciated|apparent|evident|found|observed)|not (?:seen|identified|present|noted|demonstrated|visuali[sz]ed|detected|appreciated|apparent|evident|found|observed)|(?:is|are|was|were) (?:absent|excluded|ruled out)|ruled out|(?:is|are|was|were) no longer (?:\w+ly )?(?:seen|identified|present|noted|demonstrated|visuali[sz]ed|detected|apparent|evident)|(?:has|have|had) (?:completely |fully |since )?(?:resolved|cleared|disappeared|regressed completely)";
/// Ends what a cue before its object denies.
const END: &str = r"[.;:\n]|\s[-\x{2013}\x{2014}]\s|\b(?:but|however|although|though|except|apart from|aside from|other than|whereas|while|yet|which|and (?:shows?|demonstrates?|reveals?|contains?|exhibits?|displays?)|there (?:is|are|was|were)|secondary to|due to|because|since)\b|,\s*(?:with|and is|and are|is|are|there|however|but|the|small|tiny|large|mild|moderate|minimal|trace|gross|massive)\b";

static PSEUDO_CUE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!(r"(?i)\b(?:{PSEUDO})\b")).expect("pseudo cues"));
static BEFORE_CUE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!(r"(?i)\b(?:{BEFORE})\b")).expect("cues before"));
static BEHIND_CUE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!(r"(?i)\b(?:{BEHIND})\b")).expect("cues behind"));
/// `Fracture or cord compression: none.`
static OF_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^([^:.;]{2,60}):\s*(none|absent|not (?:seen|identified|present))(?:\s+(?:seen|identified|present|today))?(?:,?\s+acute or chronic)?\s*[.;]?\s*$")
        .expect("labels")
});
/// A cue of either kind.
static ANY_CUE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!(r"(?i)\b(?:{BEFORE}|{BEHIND})\b")).expect("cues"));
static CLAUSE_END: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!(r"(?i){END}")).expect("clause ends"));
/// Joins the last thing of a list that is denied.
static LISTED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?i)\b(?:or|nor)\b").expect("lists"));
/// What is told of a side is told anew.
static ANEW: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*(?:right|left|bilateral|both)\b").expect("sides"));
/// Leads from a finding to what belongs to it.
static LEADS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:of|in|at|on|within|along|involving|to|from|for|with|over|near|around|by)\b")
        .expect("leading words")
});
/// `larger than 5 mm`: a size that tells nothing of what is there.
static COMPARES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:larger|greater|bigger|smaller|less|more|than|above|over|below|exceeding|up to|either|both)\b").expect("comparing words")
});
/// Denies anew.
static AGAIN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?i)\b(?:no|without)\b").expect("denials"));
static PLACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:in|within|of|on|at)\b").expect("places"));

/// What was not seen on an earlier study is there now.
static OF_PAST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s+(?:(?:(?:previously|earlier)\s*(?:[.,;)]|and\b|but\b|$)|before\s*(?:[.,;)]|$))|(?:on|in|at)\s+(?:(?:the|any|that|her|his|an?)\s+)?(?:\w+\s+){0,2}?(?:earlier|prior|previous|last|old(?:er)?|outside|preceding|comparison|baseline|initial)\s+(?:\w+\s+){0,3}?(?:ct|mri?|mra|pet|scans?|stud(?:y|ies)|exam\w*|imaging|images?|reports?|films?|radiographs?|ultrasounds?)\b|(?:on|in)\s+(?:the\s+)?(?:\w+\s+){0,2}?priors?\s*(?:[.,;)]|$)|(?:on|in)\s+(?:\w+\s+){0,3}?(?:19|20)\d\d\b)")
        .expect("earlier studies")
});

/// Where a denied finding is over because another structure has a predicate of its own: `no tear of the medial meniscus | and the lateral
/// meniscus is torn`, but not `no mass and the like is seen`.
fn predicates(text: &str) -> Vec<usize> {
    static OWN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\s(?:and|while|whereas) the (?:[a-z][\w-]* ){1,4}?(?:is|are|appears?|shows?|has|have|contains?) ([a-z]+)")
            .expect("predicates")
    });
    const OF_SEEING: &[&str] = &[
        "seen",
        "noted",
        "identified",
        "present",
        "evident",
        "detected",
        "visualised",
        "visualized",
        "found",
        "appreciated",
        "demonstrated",
        "observed",
        "been",
        "apparent",
        "suspected",
    ];
    // Most sentences have none of these words, and every sentence is asked several times.
    if !["and the ", "while the ", "whereas the "]
        .iter()
        .any(|words| text.contains(words))
    {
        return Vec::new();
    }
    OWN.captures_iter(text)
        .filter(|found| !OF_SEEING.contains(&found[1].to_ascii_lowercase().as_str()))
        .filter_map(|found| Some(found.get(0)?.start()))
        .collect()
}

/// `Enhancement of 16 mm, not seen on mammography`: there, and not seen by another method. "Is not seen on radiographs" denies.
fn is_occult(cue: &str, behind: &str) -> bool {
    static BY_OTHER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s+(?:on|at|by) (?:the )?(?:mammogra\w+|tomosynthesis|ultraso\w+|sonogra\w+|x-?rays?|radiogra\w+|plain films?|scintigra\w+)\s*(?:[.,;)]|$)").expect("other methods")
    });
    cue.len() >= 3 && cue[..3].eq_ignore_ascii_case("not") && BY_OTHER.is_match(behind)
}

/// More than any sentence has: each cue looks as far as its clause goes.
const LONGEST: usize = 8_000;

/// Every scope of a text, in the order of the cues. Scopes may touch and overlap.
pub fn scopes(text: &str) -> Vec<Scope> {
    if text.len() <= LONGEST {
        return of_sentence(text);
    }
    let of_stretch = |stretch: Range<usize>| {
        let from = stretch.start;
        let moved = move |range: Range<usize>| from + range.start..from + range.end;
        of_sentence(&text[stretch]).into_iter().map(move |scope| Scope {
            cue: moved(scope.cue),
            reach: moved(scope.reach),
        })
    };
    stretches(text, LONGEST).flat_map(of_stretch).collect()
}

fn of_sentence(text: &str) -> Vec<Scope> {
    // Most sentences deny nothing.
    if !ANY_CUE.is_match(text) {
        return Vec::new();
    }
    let predicates = predicates(text);
    let pseudo: Vec<Range<usize>> = PSEUDO_CUE.find_iter(text).map(|found| found.range()).collect();
    let is_pseudo = |at: usize| pseudo.iter().any(|range| range.contains(&at));
    let ends: Vec<Range<usize>> = CLAUSE_END
        .find_iter(text)
        .map(|found| found.range())
        .filter(|end| !inside_number(text, end))
        .collect();
    let behind: Vec<Scope> = BEHIND_CUE
        .find_iter(text)
        .filter(|cue| !is_pseudo(cue.start()))
        .map(|cue| {
            let start = ends
                .iter()
                .rev()
                .find(|end| end.end <= cue.start())
                .map_or(0, |end| end.end);
            // "A nodule that was not present on the prior study" is there now.
            let before = text[..cue.start()].trim_end();
            let relative = ["that", "which"].iter().any(|word| before.ends_with(word))
                || OF_PAST.is_match(&text[cue.end()..])
                || is_occult(cue.as_str(), &text[cue.end()..]);
            let start = if relative { cue.start() } else { start };
            Scope {
                cue: cue.range(),
                reach: start..cue.start(),
            }
        })
        .collect();
    let mut known = Known::new();
    let mut scopes: Vec<Scope> = BEFORE_CUE
        .find_iter(text)
        .filter(|cue| !is_pseudo(cue.start()) && !behind.iter().any(|scope| scope.cue.contains(&cue.start())))
        .map(|cue| {
            let end = ends
                .iter()
                .find(|end| end.start >= cue.end())
                .map_or(text.len(), |end| end.start);
            // "Absent flow in the sinus" denies the flow, not the sinus.
            let absent = ["absent", "absence of", "lack of"]
                .iter()
                .any(|word| cue.as_str().eq_ignore_ascii_case(word));
            let place = absent.then(|| PLACE.find(&text[cue.end()..end])).flatten();
            let end = place.map_or(end, |place| cue.end() + place.start());
            let next = predicates.partition_point(|at| *at < cue.end());
            let end = predicates.get(next).map_or(end, |at| end.min(*at));
            let end = closing(text, cue.start()).map_or(end, |at| end.min(at.max(cue.end())));
            let end = opens_anew(text, cue.as_str(), cue.end()..end, &mut known).unwrap_or(end);
            Scope {
                cue: cue.range(),
                reach: cue.end()..end,
            }
        })
        .chain(behind.iter().cloned())
        .chain(of_label(text))
        .collect();
    scopes.sort_by_key(|scope| scope.cue.start);
    scopes
}

/// Where the brackets close within which something stands: `(thick blood without IVH) from an aneurysm`.
fn closing(text: &str, at: usize) -> Option<usize> {
    let depth = text[..at].chars().fold(0_usize, |depth, c| match c {
        '(' => depth + 1,
        ')' => depth.saturating_sub(1),
        _ => depth,
    });
    if depth == 0 {
        return None;
    }
    let mut inner = 0_usize;
    for (index, c) in text[at..].char_indices() {
        match c {
            '(' => inner += 1,
            ')' if inner == 0 => return Some(at + index),
            ')' => inner -= 1,
            _ => {}
        }
    }
    None
}

/// `Fracture: none.` denies what the label names.
fn of_label(text: &str) -> Option<Scope> {
    let found = OF_LABEL.captures(text)?;
    let (label, cue) = (found.get(1)?, found.get(2)?);
    Some(Scope {
        cue: cue.range(),
        reach: label.range(),
    })
}

/// Whether the bytes at `at` are denied by one of the scopes.
pub fn denies(scopes: &[Scope], at: usize) -> bool {
    budget::spend(scopes.len() as u64 / 16);
    scopes.iter().any(|scope| scope.reach.contains(&at))
}

/// Whether something else is told behind a comma, by its place, the end of its clause, and whether a subject is denied: where many cues
/// stand before the same commas, each comma is read once.
type Known = HashMap<(usize, usize, bool), bool>;

/// The comma behind which something else is told: `SVC is not compressed, right pleural effusion`. What is denied of a subject goes on
/// behind a comma only in a list that ends with "or"; a list of findings goes on unless what follows has a side, a level, a size or a
/// state of its own. A place with its preposition may be that of all of them.
fn opens_anew(text: &str, cue: &str, reach: Range<usize>, known: &mut Known) -> Option<usize> {
    let said = &text[reach.clone()];
    let cue = cue.to_ascii_lowercase();
    let of_subject =
        (cue.ends_with("not") || cue.ends_with("n't")) && !cue.starts_with("do") && !cue.starts_with("did");
    let is_new = |rest: &str| {
        // Without two words it is nothing new, whatever the list goes on with.
        let piece = rest.split(',').next().unwrap_or_default();
        let piece = AGAIN.find(piece).map_or(piece, |again| &piece[..again.start()]);
        let words = token::words(piece);
        if words.len() < 2 {
            return false;
        }
        let list = AGAIN.find(rest).map_or(rest, |again| &rest[..again.start()]);
        if LISTED.is_match(list) {
            return false;
        }
        let names_finding = || !vocabulary().find(&words).is_empty();
        (of_subject || ANEW.is_match(piece)) && names_finding() || tells_own(piece, &words)
    };
    let comma = said.match_indices(',').map(|(at, _)| at).find(|at| {
        *known
            .entry((reach.start + at, reach.end, of_subject))
            .or_insert_with(|| is_new(&said[at + 1..]))
    })?;
    Some(reach.start + comma)
}

/// `acute infarct right MCA territory`, `burst fracture L1`, `calculus 8 mm`, `ACL torn`.
fn tells_own(piece: &str, words: &[token::Word]) -> bool {
    if COMPARES.is_match(piece) {
        return false;
    }
    let plain = LEADS.find(piece).map_or(piece, |leads| &piece[..leads.start()]);
    let names_finding = !vocabulary().find(words).is_empty();
    let is_placed = || !level::find(plain).is_empty() || !side::find(plain).is_empty();
    let is_named = || !anatomy::lexicon().find(plain).is_empty();
    if names_finding && (is_placed() || !measurement::find(piece).is_empty()) {
        return true;
    }
    let last = words
        .iter()
        .rfind(|word| word.range.end <= plain.trim_end().len());
    let ends_in_state = last.is_some_and(|word| {
        let class = class::of(&piece[word.range.clone()], &word.key, Named::default());
        matches!(class, Class::Normal | Class::Intact)
    });
    ends_in_state && is_named()
}

fn inside_number(text: &str, end: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    bytes[end.start] == b'.'
        && end.start > 0
        && bytes[end.start - 1].is_ascii_digit()
        && bytes.get(end.end).is_some_and(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests;
