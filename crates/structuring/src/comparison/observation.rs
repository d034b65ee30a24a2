//! What a sentence of a report observes: a finding or a measured structure, with its place and size.

use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::level::Level;
use report::measurement::{self, Measurement, Unit};

use report::reading::{Aspect, Kind, Normal, Reading, Subject};

/// One observation.
#[derive(Debug, Clone)]
pub(super) struct Observation {
    /// The statement it stands in.
    pub(super) statement: usize,
    /// That statement.
    pub(super) statement_text: String,
    /// The words of its clause.
    pub(super) phrase: String,
    /// What is found; empty when a structure is only measured or called normal.
    pub(super) kinds: Vec<&'static Kind>,
    /// Whether it is denied.
    pub(super) denied: bool,
    /// In which respects its structures are called normal.
    pub(super) normal: Vec<Aspect>,
    pub(super) subjects: Vec<Subject>,
    pub(super) levels: Vec<Level>,
    pub(super) size: Option<Size>,
}

/// A largest dimension in millimetres, or a volume in millilitres.
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
            Unit::Millilitre => Some(Self {
                value: measurement.values.iter().copied().reduce(f64::max)?,
                unit: Unit::Millilitre,
            }),
            Unit::Hounsfield | Unit::Percent => None,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.value * 10.0).round() / 10.0;
        write!(formatter, "{rounded} {}", self.unit.symbol())
    }
}

impl Observation {
    /// Whether it says that something is there.
    pub(super) fn is_asserted(&self) -> bool {
        !self.denied && self.normal.is_empty()
    }

    /// Whether it only gives the size of a structure.
    pub(super) fn only_measures(&self) -> bool {
        self.kinds.is_empty()
    }

    /// What is observed, without its size and without verbs.
    pub(super) fn name(&self) -> String {
        static SIZE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:now )?(?:measures?|measuring|measured)\b.*$|\b(?:of )?(?:about |approximately )?(?:\d+(?:\.\d+)?\s*(?:mm|cm|ml|cc)?\s*x\s*){0,2}\d+(?:\.\d+)?\s*(?:mm|cm|ml|cc)\b(?: in (?:size|thickness|diameter))?").expect("size")
        });
        static VERB: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:is|are|was|were) (?:again )?(?:seen|noted|present|identified|visuali[sz]ed)\b|\b(?:shows?|there (?:is|are))\b|^\s*(?:an?|the)\b").expect("verbs")
        });
        let without_size = SIZE.replace_all(&self.phrase, " ");
        let without_verbs = VERB.replace_all(&without_size, " ");
        let without_article = without_verbs
            .trim()
            .trim_start_matches("a ")
            .trim_start_matches("an ");
        without_article
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .trim_end_matches([',', '.'])
            .trim_end_matches(" is")
            .trim_end_matches(" of")
            .to_owned()
    }
}

/// What a statement observes.
pub(super) fn of(text: &str, statement: usize) -> Vec<Observation> {
    let reading = Reading::of(text);
    let sizes = measurement::find(text);
    let mut observations: Vec<Observation> = Vec::new();
    let mut named: Option<Range<usize>> = None;
    for claim in reading.claims.iter().filter(|claim| !claim.describes) {
        if let (Some(last), true) = (observations.last_mut(), named.as_ref() == Some(&claim.named)) {
            last.kinds.push(claim.kind);
            continue;
        }
        named = Some(claim.named.clone());
        let whole = reading.claims.iter().all(|other| other.clause == claim.clause);
        let stretch = if whole {
            0..text.len()
        } else {
            claim.clause.clone()
        };
        let own = sizes
            .iter()
            .find(|size| stretch.contains(&size.range.start))
            .or_else(|| (whole && sizes.len() == 1).then(|| &sizes[0]));
        observations.push(Observation {
            statement,
            statement_text: text.to_owned(),
            phrase: text[stretch].trim().trim_end_matches('.').to_owned(),
            kinds: vec![claim.kind],
            denied: claim.denied,
            normal: Vec::new(),
            subjects: claim.subjects.clone(),
            levels: reading.levels.clone(),
            size: own.and_then(Size::of),
        });
    }
    let whole = |normal: Vec<Aspect>, subjects: Vec<Subject>, size: Option<Size>| Observation {
        statement,
        statement_text: text.to_owned(),
        phrase: text.trim().trim_end_matches('.').to_owned(),
        kinds: Vec::new(),
        denied: false,
        normal,
        subjects,
        levels: reading.levels.clone(),
        size,
    };
    if observations.is_empty() && reading.normals.is_empty() && !sizes.is_empty() {
        observations.push(whole(
            Vec::new(),
            reading.subjects.clone(),
            sizes.iter().find_map(Size::of),
        ));
    }
    for Normal { aspects, subjects } in &reading.normals {
        observations.push(whole(aspects.clone(), subjects.clone(), None));
    }
    observations
}
