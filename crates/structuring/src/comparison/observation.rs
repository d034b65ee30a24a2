//! What a sentence of a report observes: findings and measured structures, each with its place and size.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::level::{self, Level};
use report::measurement::{self, Measurement, Unit};
use report::negation;
use report::reading::{Aspect, Claim, Kind, Normal, Reading, Subject};
use report::token;

use super::change::{self, Said};
use super::place::Part;
use super::{beside, clause, dimension, lesion, previous};

/// One observation.
#[derive(Debug, Clone)]
pub(super) struct Observation {
    /// The statement it stands in.
    pub(super) statement: usize,
    /// That statement, or of it the clause that could stand alone.
    pub(super) statement_text: String,
    /// The words of its clause.
    pub(super) phrase: String,
    /// The words of its lesion, of which its clause may only be a part.
    pub(super) lesion: String,
    /// What is found; empty when a structure is only measured or called normal, or when no rule knows the word.
    pub(super) kinds: Vec<&'static Kind>,
    /// Whether it is denied.
    pub(super) denied: bool,
    /// In which respects its structures are called normal.
    pub(super) normal: Vec<Aspect>,
    pub(super) subjects: Vec<Subject>,
    pub(super) levels: Vec<Level>,
    pub(super) size: Option<Size>,
    /// Whether it stands beside another finding of its statement.
    pub(super) beside: bool,
    /// Whether its place is only told by the finding that it stands beside.
    pub(super) inherits_place: bool,
    /// The words that name it, read when it is first held against another.
    pub(super) words: OnceCell<BTreeMap<String, usize>>,
    /// The words of its statement, in the same way.
    pub(super) told: OnceCell<BTreeMap<String, usize>>,
    /// The words that say of which part it is, in the same way.
    pub(super) part: OnceCell<Part>,
}

/// A largest dimension in millimetres, a volume in millilitres or a share in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Size {
    pub(super) value: f64,
    pub(super) unit: Unit,
}

impl Size {
    fn of(measurement: &Measurement) -> Option<Self> {
        match measurement.unit {
            Unit::Millimetre | Unit::Centimetre => Some(Self {
                value: measurement.largest_millimetres()?,
                unit: Unit::Millimetre,
            }),
            Unit::Millilitre | Unit::Percent => Some(Self {
                value: measurement.values.iter().copied().reduce(f64::max)?,
                unit: measurement.unit,
            }),
            Unit::Hounsfield | Unit::SquareMillimetre | Unit::SquareCentimetre | Unit::Degree => None,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.value * 10.0).round() / 10.0;
        match self.unit {
            Unit::Percent => write!(formatter, "{rounded}%"),
            unit => write!(formatter, "{rounded} {}", unit.symbol()),
        }
    }
}

/// Words of size, of verbs and of change, which a name does without.
static SIZE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:now )?(?:measures?|measuring|measured|spans|spanning)\b.*$|[\s,(]*\b(?:(?:(?:maximum|maximal|max|largest|greatest) )?(?:thickness|diameter|dimension|size|length|depth)(?: of| is)?|of|up to|about|approximately)?\s*(?:\d+(?:\.\d+)?\s*(?:mm|cm|ml|cc)?\s*x\s*){0,2}\d+(?:\.\d+)?\s*(?:mm|cm|ml|cc|%)(?: in (?:size|thickness|diameter|length|depth))?\)?").expect("size")
});
/// `7 cm from the anal verge`.
static DISTANCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\s*,?\s*\b(?:is |at )?\d+(?:\.\d+)?\s*(?:mm|cm) (from|above|below|proximal to|distal to)\b",
    )
    .expect("distances")
});
/// What a size is one of, and an adjective that cannot do without it.
static DIMENSION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:thickness|diameter|length|depth|calib(?:re|er))\b").expect("dimensions")
});
static ADJECTIVE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)(?:ic|al|lar|ous|mum)$").expect("adjectives"));
static VERB: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:is|are|was|were) (?:again |now |still )?(?:seen|noted|present|identified|visuali[sz]ed|found|demonstrated)\b(?: (?:today|now|again))?|\b(?:there (?:is|are)|shows?|demonstrates?|reveals?)\b|^\s*(?:an?|the|again|note is made of)\b").expect("verbs")
});
static SHOWS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(.*\w)\s+(?:shows?|demonstrates?|reveals?|contains?)\s+(?:an?\s+)?").expect("shows")
});
static CHANGED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)^\s*no\ (?:significant\ |interval\ )*change\ in\ (?:the\ )?(?:size\ of\ )?(?:the\ )?
        |,?\s*\b(?:(?:which|that|and)\ )?(?:(?:has|have|is|are|had|was|were|shows?|showing)\ )?(?:not\ )?(?:been\ )?(?:\w+ly\ |about\ |much\ |almost\ |now\ |since\ )*(?:
            (?:increas\w+|decreas\w+|reduced|grown|enlarged|shrunk(?:en)?|diminished|progressed|regressed|improved|worsened|changed|come\ down|gone\ down|gone\ up|doubled|halved|subsided|settled|receded|lessened|resorbed|risen)
                (?:\ in\ (?:size|volume|extent|diameter|length))?(?:\ (?:from|to|by|since|with)\b.*)?
            |(?:slightly\ )?(?:larger|smaller|bigger|thinner|thicker|unchanged|unaltered|stable|static|constant|persists?|persisting|persistent|resolved|cleared|healed|gone|vanished|disappeared|passed)(?:\ (?:than|since|compared|from|as)\b.*)?
            |(?:the\ )?same(?:\ (?:as|size)\b.*)?|half\ (?:of\ )?(?:its|the|their)\b.*|no\ longer\ \w+(?:\ and)?|(?:back|returned?|reverted)\ to\ normal.*)\b(?:\ in\ size)?
        |,?\s*\b(?:without|no)\ (?:significant\ |interval\ |appreciable\ |obvious\ )*change\b.*$
        |,?\s*\bsimilar\ to\b.*$|,?\s*\bas\ (?:before|previously|earlier)\b.*$
        |^\s*(?:new|newly|interval|known|residual|native|previously\ (?:seen|noted|described|reported|mentioned)|the\ previously\ (?:seen|noted|described|reported|mentioned))\b
        |\b(?:now|today|currently|at\ present)\b|\bacross\s*$").expect("words of change")
});
static GRADE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?P<tiny>tiny|trace|minimal|minute|negligible)|(?P<mildmoderate>(?:mild|small)[- ]to[- ]moderate)|(?P<severish>moderate[- ]to[- ](?:severe|large|marked)|moderately (?:large|severe))|(?P<mild>small|mild(?:ly)?|slight(?:ly)?|thin)|(?P<moderate>moderate(?:ly)?)|(?P<severe>large|severe(?:ly)?|marked(?:ly)?|gross(?:ly)?|massive|extensive|tense))\b").expect("grades")
});

impl Observation {
    /// Whether it says that something is there.
    pub(super) fn is_asserted(&self) -> bool {
        !self.denied && self.normal.is_empty()
    }

    /// Whether it only gives the size of a structure, or no rule knows what is found.
    pub(super) fn only_measures(&self) -> bool {
        self.kinds.is_empty()
    }

    /// How much there is, in steps of a half, with the word that says so.
    pub(super) fn grade(&self) -> Option<(u8, String)> {
        let found = GRADE.captures(&self.phrase)?;
        let step = [
            ("tiny", 1),
            ("mild", 2),
            ("mildmoderate", 3),
            ("moderate", 4),
            ("severish", 5),
            ("severe", 6),
        ]
        .into_iter()
        .find_map(|(name, step)| found.name(name).map(|_| step))?;
        Some((step, found[0].to_ascii_lowercase()))
    }

    /// What is observed, without its size, verbs and words of change.
    pub(super) fn name(&self) -> String {
        let without_distance = DISTANCE.replace_all(&self.phrase, " distance $1");
        let without_change = CHANGED.replace_all(&without_distance, " ");
        let without_shows = SHOWS.replace(&without_change, "$1: ");
        let without_verbs = VERB.replace_all(&without_shows, " ");
        let without_size = SIZE.replace_all(&without_verbs, " ");
        let joined = without_size.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut name = joined.as_str();
        loop {
            let shorter = [
                " is", " are", " was", " were", " of", " to", " has", " have", " which", " and", " with",
                " in", " by", " at", " it", " the",
            ]
            .iter()
            .fold(
                name.trim_end_matches([',', '.', ';', ':', '(', '-', ' ']),
                |name, end| name.strip_suffix(end).unwrap_or(name),
            );
            let shorter = ["a ", "an ", "the ", ", ", "- "]
                .iter()
                .fold(shorter, |name, start| name.strip_prefix(start).unwrap_or(name));
            if shorter == name {
                break;
            }
            name = shorter;
        }
        let name = name.replace(" , ", ", ").replace(" : ", ": ");
        let Some(dimension) = DIMENSION.find(&self.phrase).filter(|_| ADJECTIVE.is_match(&name)) else {
            return name;
        };
        // "Maximum aortic diameter is 4 cm": the diameter belongs to the name.
        let before = self.phrase[..dimension.start()].trim_end();
        let follows = name.rsplit(' ').next().is_some_and(|last| before.ends_with(last));
        if follows {
            format!("{name} {}", dimension.as_str())
        } else {
            name
        }
    }

    /// The name without the word that grades it.
    pub(super) fn ungraded_name(&self) -> String {
        let name = GRADE.replace(&self.name(), "").into_owned();
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        name.trim_end_matches(" is").trim_end_matches(" are").to_owned()
    }
}

/// Kinds that say how much of something there is, or how a lesion looks, when they stand beside its noun.
const OF_DEGREE: &[&str] = &[
    "enlargement",
    "reduction",
    "thinning",
    "signal-change",
    "enhancement",
    "deformity",
];

/// The bytes of a claim's words: its clause, or all of a text that has no other.
fn stretch_of(claim: &Claim, text: &str, whole: bool) -> Range<usize> {
    if whole {
        0..text.len()
    } else {
        claim.clause.clone()
    }
}

/// Whether the first thing that a text names is denied: not the cavity of `cavity with no content`.
fn denies_head(text: &str) -> bool {
    let scopes = negation::scopes(text);
    let is_cue = |at: usize| scopes.iter().any(|scope| scope.cue.contains(&at));
    let words = token::words(text);
    let mut said = words.iter().filter(|word| !is_cue(word.range.start));
    said.next()
        .is_some_and(|word| negation::denies(&scopes, word.range.start))
}

/// What stands beside another finding (`tear with retraction of 22 mm`) behind the place that it does not name itself.
fn placed(phrase: &str, claim: &Claim, text: &str) -> String {
    let Some(place) = claim.subjects.first() else {
        return phrase.to_owned();
    };
    let levels = level::find(text);
    let level = match levels.as_slice() {
        [only] if level::find(phrase).is_empty() => format!("{} ", &text[only.range.clone()]),
        _ => String::new(),
    };
    format!("{level}{}: {phrase}", beside::place_name(place))
}

/// Whether a claim says no more than what is observed already: a second kind of the same words (`hydroureteronephrosis`), of the same
/// clause and place, or what is only implied of a finding that has a name.
fn is_told(claim: &Claim, told: Option<&Claim>, observations: &mut [Observation], text: &str) -> bool {
    let is_implied = claim.named == (0..text.len());
    let of_place = |observation: &&mut Observation| {
        observation.denied == claim.denied
            && claim
                .subjects
                .iter()
                .any(|place| observation.subjects.contains(place))
    };
    if is_implied && let Some(named) = observations.iter_mut().find(of_place) {
        named.kinds.push(claim.kind);
        return true;
    }
    let (Some(told), Some(last)) = (told, observations.last_mut()) else {
        return false;
    };
    if (&told.clause, told.denied) != (&claim.clause, claim.denied) {
        return false;
    }
    let of_degree = |kind: &Kind| OF_DEGREE.contains(&kind.id.as_str());
    let degree = of_degree(claim.kind);
    let same_words = told.named == claim.named;
    if !degree && !same_words && last.subjects != claim.subjects {
        return false;
    }
    if !degree && last.kinds.iter().all(|kind| of_degree(kind)) {
        last.kinds.clear();
    }
    if !degree || last.kinds.is_empty() {
        last.kinds.push(claim.kind);
    }
    if same_words {
        let further = claim
            .subjects
            .iter()
            .filter(|place| !told.subjects.contains(place));
        last.subjects.extend(further.cloned());
    }
    true
}

/// What a statement observes.
pub(super) fn of(text: &str, statement: usize) -> Vec<Observation> {
    let mut observations = Vec::new();
    for clause in clause::apart(text) {
        let own = previous::spelled(&dimension::measured(&previous::without_earlier(clause)));
        for lesion in lesion::apart(&own) {
            observations.extend(of_lesion(&lesion, statement, clause));
        }
    }
    observations
}

fn of_lesion(text: &str, statement: usize, statement_text: &str) -> Vec<Observation> {
    let reading = Reading::of(text);
    let sizes = measurement::find(text);
    let mut observations: Vec<Observation> = Vec::new();
    let mut told: Option<&Claim> = None;
    for claim in reading.claims.iter().filter(|claim| !claim.describes) {
        if is_told(claim, told, &mut observations, text) {
            continue;
        }
        told = Some(claim);
        let whole = reading.claims.iter().all(|other| other.clause == claim.clause);
        let stretch = stretch_of(claim, text, whole);
        let own = sizes
            .iter()
            .filter(|size| stretch.contains(&size.range.start))
            .find(|size| size.unit != Unit::Hounsfield)
            .or_else(|| (whole && sizes.len() == 1).then(|| &sizes[0]));
        let phrase = text[stretch].trim().trim_end_matches('.');
        let beside = !observations.is_empty();
        let inherits_place = beside && !beside::names_structure(phrase);
        observations.push(Observation {
            statement,
            statement_text: statement_text.to_owned(),
            phrase: if inherits_place && !claim.denied {
                placed(phrase, claim, text)
            } else {
                phrase.to_owned()
            },
            lesion: text.to_owned(),
            kinds: vec![claim.kind],
            denied: claim.denied || change::said(phrase) == Some(Said::Gone),
            normal: Vec::new(),
            subjects: claim.subjects.clone(),
            levels: reading.levels.clone(),
            size: own.and_then(Size::of),
            beside,
            inherits_place,
            words: OnceCell::new(),
            told: OnceCell::new(),
            part: OnceCell::new(),
        });
    }
    let whole = |normal: Vec<Aspect>, subjects: Vec<Subject>, size: Option<Size>| Observation {
        statement,
        statement_text: statement_text.to_owned(),
        phrase: text.trim().trim_end_matches('.').to_owned(),
        lesion: text.to_owned(),
        kinds: Vec::new(),
        denied: false,
        normal,
        subjects,
        levels: reading.levels.clone(),
        size,
        beside: false,
        inherits_place: false,
        words: OnceCell::new(),
        told: OnceCell::new(),
        part: OnceCell::new(),
    };
    // What no rule knows by name can still be measured, followed or gone.
    if observations.is_empty() && reading.normals.is_empty() {
        let mut unknown = whole(
            Vec::new(),
            reading.subjects.clone(),
            sizes.iter().find_map(Size::of),
        );
        unknown.denied = denies_head(text) || change::said(text) == Some(Said::Gone);
        observations.push(unknown);
    }
    for Normal { aspects, subjects } in &reading.normals {
        observations.push(whole(aspects.clone(), subjects.clone(), None));
    }
    observations
}

impl Observation {
    /// Every length that it gives, as measured.
    fn lengths(&self) -> Vec<Measurement> {
        measurement::find(&self.phrase)
            .into_iter()
            .filter(|found| matches!(found.unit, Unit::Millimetre | Unit::Centimetre))
            .collect()
    }

    /// Whether it lists several lesions by their sizes.
    pub(super) fn is_list(&self) -> bool {
        self.lengths().len() > 1
    }

    /// The lesions of a list, each with one of its sizes.
    pub(super) fn listed(&self) -> Vec<Self> {
        let lengths = self.lengths();
        let (Some(first), Some(last)) = (lengths.first(), lengths.last()) else {
            return vec![self.clone()];
        };
        let list = first.range.start..last.range.end;
        lengths
            .iter()
            .map(|length| {
                let mut one = self.clone();
                one.phrase
                    .replace_range(list.clone(), &self.phrase[length.range.clone()]);
                one.words = OnceCell::new();
                one.part = OnceCell::new();
                one.size = Size::of(length);
                one
            })
            .collect()
    }
}
