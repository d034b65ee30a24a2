//! The classes of words that the division into sentences goes by: from `data/clauses.toml`, the lexicon, and endings.

use std::sync::LazyLock;

use hashbrown::HashMap;

/// How a word serves in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Class {
    /// Before the first and behind the last word.
    Edge,
    /// `the`, `its`.
    The,
    /// `a`, `another`.
    Indefinite,
    /// `it`.
    Pronoun,
    /// `there`.
    There,
    /// `no`.
    No,
    /// `not`.
    Not,
    /// `without`.
    Without,
    /// `is`, `were`.
    Be,
    /// `has`.
    Has,
    /// `may`, `does`.
    Modal,
    /// `be`, `been`.
    Infinitive,
    /// A finite verb: `shows`.
    Verb,
    /// A finite verb that needs no object: `enhances`.
    VerbAlone,
    /// A verb when it ends in -s: `fills`.
    VerbInS,
    /// `seen`, `noted`, `present`.
    Seen,
    /// `normal`.
    Normal,
    /// `intact`, `patent`, `enlarged`.
    Intact,
    /// `and`, `or`.
    And,
    /// `but`, `although`.
    But,
    /// `which`.
    Which,
    /// `MRI`, `ultrasound`: how it is examined.
    Study,
    /// `of`.
    Of,
    /// `with`.
    With,
    /// `to`.
    To,
    /// `in`, `along`.
    Preposition,
    /// `within`, `above`.
    Within,
    /// `mild`, `multiple`.
    Degree,
    /// `very`, `both`.
    Very,
    /// `left`.
    Side,
    /// `rest`, `otherwise`.
    Rest,
    /// Any other adjective.
    Adjective,
    /// `two`, `grade`.
    Quantity,
    /// Figures.
    Number,
    /// `mm`.
    Unit,
    /// `x` between figures.
    By,
    /// `plaque like`: never without the word before.
    Tail,
    /// `L4`.
    Level,
    /// Any other noun.
    Noun,
    /// A noun in the plural.
    Nouns,
    /// The last word of a structure's name.
    Place,
    /// The same in the plural.
    Places,
    /// The last word of a finding's name.
    Finding,
    /// The same in the plural.
    Findings,
    /// `-ly` and such.
    Adverb,
    /// What is said of a subject: the adjective or participle behind `is`, `appears`.
    Predicate,
    /// A participle or adjective with its object or place: `arising from`, `filling the`, `consistent with`.
    Participle,
    /// Any other word in `-ed`.
    Ed,
    /// Any other word in `-ing`.
    Ing,
}

impl Class {
    /// Every class, in order.
    pub const ALL: [Self; 49] = [
        Self::Edge,
        Self::The,
        Self::Indefinite,
        Self::Pronoun,
        Self::There,
        Self::No,
        Self::Not,
        Self::Without,
        Self::Be,
        Self::Has,
        Self::Modal,
        Self::Infinitive,
        Self::Verb,
        Self::VerbAlone,
        Self::VerbInS,
        Self::Seen,
        Self::Normal,
        Self::Intact,
        Self::And,
        Self::But,
        Self::Which,
        Self::Study,
        Self::Of,
        Self::With,
        Self::To,
        Self::Preposition,
        Self::Within,
        Self::Degree,
        Self::Very,
        Self::Side,
        Self::Rest,
        Self::Adjective,
        Self::Quantity,
        Self::Number,
        Self::Unit,
        Self::By,
        Self::Tail,
        Self::Level,
        Self::Noun,
        Self::Nouns,
        Self::Place,
        Self::Places,
        Self::Finding,
        Self::Findings,
        Self::Adverb,
        Self::Predicate,
        Self::Participle,
        Self::Ed,
        Self::Ing,
    ];

    /// Whether it is a finite verb.
    pub fn is_finite(self) -> bool {
        matches!(
            self,
            Self::Be | Self::Has | Self::Modal | Self::Verb | Self::VerbAlone
        )
    }

    /// Whether a sentence cannot end behind it: its object, noun or verb is still to come.
    pub fn leads_on(self) -> bool {
        use Class::{
            And, Be, But, By, Has, Indefinite, Modal, No, Not, Of, Participle, Preposition, The, To, Verb,
            Which, With, Without,
        };
        matches!(
            self,
            Participle
                | Verb
                | The
                | Indefinite
                | No
                | Not
                | Without
                | Be
                | Has
                | Modal
                | And
                | But
                | Which
                | Of
                | With
                | To
                | Preposition
                | By
        )
    }

    /// Whether no sentence begins with it.
    pub fn never_opens(self) -> bool {
        use Class::{
            And, Be, But, By, Has, Infinitive, Not, Of, Participle, Predicate, Tail, To, Unit, Which, With,
            Without,
        };
        matches!(
            self,
            Participle
                | Tail
                | And
                | Be
                | But
                | By
                | Has
                | Infinitive
                | Not
                | Of
                | Predicate
                | To
                | Unit
                | Which
                | With
                | Without
        )
    }

    /// Whether it is a noun of any kind.
    pub fn is_noun(self) -> bool {
        use Class::{Finding, Findings, Noun, Nouns, Place, Places, Study};
        matches!(self, Finding | Findings | Noun | Nouns | Place | Places | Study)
    }

    /// Whether it is an adjective or stands like one.
    pub fn is_adjective(self) -> bool {
        matches!(
            self,
            Self::Adjective | Self::Degree | Self::Ed | Self::Intact | Self::Normal | Self::Seen
        )
    }

    /// Whether it can stand in the noun phrase that a verb speaks of.
    pub fn is_nominal(self) -> bool {
        use Class::{
            Adjective, And, Degree, Ed, Finding, Findings, Indefinite, Ing, Level, Noun, Nouns, Number, Of,
            Place, Places, Pronoun, Quantity, Rest, Side, Study, The, There, Unit,
        };
        matches!(
            self,
            Adjective
                | And
                | Degree
                | Ed
                | Finding
                | Findings
                | Indefinite
                | Ing
                | Level
                | Noun
                | Nouns
                | Number
                | Of
                | Place
                | Places
                | Pronoun
                | Quantity
                | Rest
                | Side
                | Study
                | The
                | There
                | Unit
        )
    }
}

static CLASSES: LazyLock<HashMap<String, Class>> = LazyLock::new(|| {
    let listed: HashMap<Class, Vec<String>> = toml::from_str(include_str!("../../data/clauses.toml"))
        .unwrap_or_else(|error| panic!("classes of words: {error}"));
    let mut listed: Vec<(Class, Vec<String>)> = listed.into_iter().collect();
    listed.sort_by_key(|(class, _)| *class);
    let mut classes = HashMap::new();
    for (class, words) in listed {
        for word in words {
            classes.entry(word).or_insert(class);
        }
    }
    classes
});

/// What is known of a word from where it stands.
#[derive(Debug, Clone, Copy, Default)]
pub struct Named {
    /// It ends the name of a structure.
    pub place: bool,
    /// It ends the name of a finding.
    pub finding: bool,
    /// It stands in the name of a finding before its last word.
    pub begun: bool,
    /// The finding is of a kind that nobody measures in millimetres (`free air`).
    pub unsized_finding: bool,
    /// The finding named behind it is of the same kind (`mass lesion`, `fracture dislocation`).
    pub goes_on: bool,
}

/// The class of a word; `raw` as it was written, `key` as [`crate::token`] compares it.
pub fn of(raw: &str, key: &str, named: Named) -> Class {
    let raw = raw.to_lowercase();
    let in_s = raw.ends_with('s') && raw != key;
    let known = [
        raw.as_str(),
        key,
        raw.strip_suffix('s').unwrap_or(key),
        raw.strip_suffix("es").unwrap_or(key),
    ];
    if let Some(class) = known.iter().find_map(|word| CLASSES.get(*word)).copied() {
        match class {
            Class::VerbInS if in_s => return Class::Verb,
            Class::VerbInS => {}
            class => return class,
        }
    }
    if key.as_bytes()[0].is_ascii_digit() && key.ends_with(['h', 't', 'd']) {
        return Class::Adjective;
    }
    if key.as_bytes()[0].is_ascii_digit()
        || key.len() <= 4 && key.bytes().all(|byte| matches!(byte, b'i' | b'v'))
    {
        return Class::Number;
    }
    if is_level(key) {
        return Class::Level;
    }
    let plural = raw.chars().last() != key.chars().last();
    let ends = |endings: &[&str]| endings.iter().any(|ending| key.ends_with(ending)) && key.len() > 4;
    if !plural {
        // "Splenomegaly" and "anomaly" are nouns.
        if ends(&["ly"]) && !ends(&["aly"]) {
            return Class::Adverb;
        }
        // "Nonobstructing": what is not done has no object.
        if key.starts_with("non") && ends(&["ing", "ed"]) {
            return Class::Adjective;
        }
        if ends(&[
            "ward", "al", "ic", "ous", "ive", "oid", "ary", "able", "ible", "less", "ular", "ior", "eal",
            "form", "lar", "ilar", "ine", "ial", "ense", "ian",
        ]) {
            return Class::Adjective;
        }
    }
    match (named.finding, named.place, plural) {
        (true, _, true) => Class::Findings,
        (true, _, false) if !ends(&["ed", "ing"]) => Class::Finding,
        (false, true, true) => Class::Places,
        (false, true, false) => Class::Place,
        _ if ends(&["ed"]) => Class::Ed,
        _ if ends(&["ing"]) => Class::Ing,
        (_, _, true) => Class::Nouns,
        _ => Class::Noun,
    }
}

/// `l4`, `t12`, `s1`.
pub(super) fn is_level(key: &str) -> bool {
    let mut chars = key.chars();
    matches!(chars.next(), Some('c' | 't' | 'd' | 'l' | 's'))
        && key.len() <= 3
        && key.len() >= 2
        && chars.all(|each| each.is_ascii_digit())
}
