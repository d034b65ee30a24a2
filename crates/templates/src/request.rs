//! Reads what is asked for: `45 year old lady, CT abdomen pelvis with contrast`.
//!
//! Knows nothing of templates; the names of templates are read by it too.

mod words;

use report::modality::Modality;
use report::sex::Sex;

use crate::terms::{ConceptId, Meaning, Role, Terms};
use words::{Word, correct, sex_after_age, split};

/// Words of a request beyond this are not read: nobody names a study in more.
const WORDS_READ: usize = 60;

/// Characters of a request beyond this are not read.
const CHARACTERS_READ: usize = 600;

/// What a request says about the study.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Request {
    /// The modalities that are named; none or both mean either.
    pub modality: Option<Modality>,
    /// What is scanned, first mention first.
    pub regions: Vec<Mention>,
    /// How it is scanned.
    pub protocols: Vec<Mention>,
    /// Whether contrast is given, when the request says so.
    pub contrast: Option<bool>,
    /// The patient's sex, when the request tells it.
    pub sex: Option<Sex>,
    /// Words that mean nothing to us.
    pub unknown: usize,
    /// Something that is neither CT nor MRI is asked for.
    pub foreign: bool,
}

/// A region or protocol that a request names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mention {
    pub concept: ConceptId,
    /// It comes along with the study (`with whole spine screening`), or only says where it is (the pelvis in `pelvis,
    /// perianal fistula`), and is not the study itself.
    pub along: bool,
}

/// A phrase of the request.
struct Phrase<'a> {
    meaning: Option<&'a Meaning>,
    clause: usize,
    /// The words `mr` alone: the modality, or how a man is addressed.
    title: bool,
}

impl Request {
    /// Reads a request as a person types or says it.
    pub(crate) fn read(text: &str) -> Self {
        let terms = Terms::get();
        let end = text
            .char_indices()
            .nth(CHARACTERS_READ)
            .map_or(text.len(), |(index, _)| index);
        let text = &text[..end];
        let mut words = split(text);
        words.truncate(WORDS_READ);
        let mut sex = sex_after_age(&words);
        correct(&mut words, terms);
        let phrases = phrases(&words, terms);
        sex = sex
            .or_else(|| told_sex(&phrases))
            .or_else(|| report::sex::detect(text));

        let (study, reason) = divide(&phrases, terms);
        let mut request = Self::collect(&study, terms);
        // When the study part names no region, the reason for the study has to do: "CT for renal colic".
        if request.regions.is_empty() && !request.foreign {
            let every: Vec<&Phrase> = study.into_iter().chain(reason).collect();
            request = Self::collect(&every, terms);
        }
        request.sex = sex.or(request.sex);
        request
    }

    /// Whether the request names a study at all.
    pub(crate) fn names_a_study(&self) -> bool {
        let said = self.regions.len() + self.protocols.len() + usize::from(self.contrast.is_some());
        !self.foreign && said > 0 && (self.modality.is_some() || self.unknown <= said)
    }

    /// Whether the request names this region or protocol.
    pub(crate) fn has(&self, concept: ConceptId) -> bool {
        self.regions
            .iter()
            .chain(&self.protocols)
            .any(|mention| mention.concept == concept)
    }

    /// Marks regions within which another named region lies as saying only where it is.
    fn set_broader_aside(&mut self, terms: &Terms) {
        let study: Vec<ConceptId> = self
            .regions
            .iter()
            .filter(|mention| !mention.along)
            .map(|mention| mention.concept)
            .collect();
        for mention in &mut self.regions {
            mention.along |= study
                .iter()
                .any(|&own| terms.concept(own).within.contains(&mention.concept));
        }
    }

    fn collect(phrases: &[&Phrase], terms: &Terms) -> Self {
        let mut request = Self::default();
        let mut modalities = Vec::new();
        let mut default_region = None;
        let (mut along, mut clause, mut plain, mut given) = (false, 0, false, false);
        for phrase in phrases {
            if phrase.clause != clause {
                (along, clause) = (false, phrase.clause);
            }
            let Some(meaning) = phrase.meaning else {
                request.unknown += 1;
                continue;
            };
            match meaning.role {
                Role::Along => along = !request.regions.is_empty(),
                Role::Foreign => request.foreign = true,
                _ => {}
            }
            for &concept in &meaning.concepts {
                let region = terms.concept(concept).region;
                let list = if region {
                    &mut request.regions
                } else {
                    &mut request.protocols
                };
                if !list.iter().any(|mention| mention.concept == concept) {
                    list.push(Mention { concept, along });
                }
            }
            default_region = default_region.or(meaning.default_region);
            request.sex = request
                .sex
                .or(meaning.sex.filter(|_| meaning.role == Role::Study));
            modalities.extend(meaning.modality.map(|modality| (modality, phrase.title)));
            plain |= meaning.contrast == Some(false);
            given |= meaning.contrast == Some(true);
        }
        // "CT head, CT facial bones" are two studies, "MRI pelvis, perianal fistula" is one.
        if modalities.len() < 2 {
            request.set_broader_aside(terms);
        }
        if request.regions.is_empty() {
            let stated = default_region.map(|concept| Mention {
                concept,
                along: false,
            });
            request.regions.extend(stated);
        }
        // "Plain and contrast" is a contrast study.
        request.contrast = (plain || given).then_some(given);
        request.modality = single_modality(&modalities);
        request
    }
}

/// Groups words into the longest phrases that mean something; no phrase crosses a clause.
fn phrases<'a>(words: &[Word], terms: &'a Terms) -> Vec<Phrase<'a>> {
    let mut found = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let clause = words[at].clause;
        let rest: Vec<&str> = words[at..]
            .iter()
            .take_while(|word| word.clause == clause)
            .map(|word| word.text.as_str())
            .collect();
        let (length, meaning) = match terms.longest_at(&rest) {
            Some((length, meaning)) => (length, Some(meaning)),
            None => (1, None),
        };
        let number = meaning.is_none() && rest[0].chars().any(|c| c.is_ascii_digit());
        let letter = meaning.is_none() && rest[0].len() == 1;
        if !number && !letter {
            found.push(Phrase {
                meaning,
                clause,
                title: length == 1 && rest[0] == "mr",
            });
        }
        at += length;
    }
    close_with(words, terms, &mut found);
    found
}

/// A request that ends in `w` is one with contrast: `CT Abd/Pelv w`.
fn close_with<'a>(words: &[Word], terms: &'a Terms, phrases: &mut [Phrase<'a>]) {
    let ends_with = words
        .last()
        .is_some_and(|word| matches!(word.text.as_str(), "w" | "with"));
    if let (true, Some(last)) = (ends_with, phrases.last_mut())
        && let Some((_, meaning)) = terms.longest_at(&["contrast"])
        && last.meaning.is_some_and(|meaning| meaning.role == Role::Along)
    {
        last.meaning = Some(meaning);
    }
}

/// The sex that the words for the patient tell, when they tell one only.
fn told_sex(phrases: &[Phrase]) -> Option<Sex> {
    let mut told = None;
    let patient = phrases
        .iter()
        .filter_map(|phrase| phrase.meaning)
        .filter(|meaning| meaning.role == Role::Patient);
    for sex in patient.filter_map(|meaning| meaning.sex) {
        if told.is_some_and(|other| other != sex) {
            return None;
        }
        told = Some(sex);
    }
    told
}

/// Divides phrases into those that name the study and those that say why it is wanted.
fn divide<'p, 'a>(phrases: &'p [Phrase<'a>], terms: &Terms) -> (Vec<&'p Phrase<'a>>, Vec<&'p Phrase<'a>>) {
    let names_region = |meaning: &Meaning| {
        meaning
            .concepts
            .iter()
            .any(|&concept| terms.concept(concept).region)
    };
    let (mut study, mut reason) = (Vec::new(), Vec::new());
    let (mut clause, mut because, mut named) = (usize::MAX, false, false);
    for (index, phrase) in phrases.iter().enumerate() {
        if phrase.clause != clause {
            clause = phrase.clause;
            because = named && tells_a_story(phrases, clause);
        }
        let role = phrase.meaning.map(|meaning| meaning.role);
        because |= role == Some(Role::Reason);
        let region = phrase.meaning.is_some_and(names_region);
        let complained_of = region
            && named
            && phrases.get(index + 1).is_some_and(|next| {
                next.clause == clause
                    && next
                        .meaning
                        .is_some_and(|meaning| meaning.role == Role::Complaint)
            });
        if because || complained_of {
            reason.push(phrase);
        } else {
            named |= region;
            study.push(phrase);
        }
    }
    (study, reason)
}

/// Whether a clause after the study speaks of the patient and names no study of its own.
fn tells_a_story(phrases: &[Phrase], clause: usize) -> bool {
    let mut story = false;
    for phrase in phrases.iter().filter(|phrase| phrase.clause == clause) {
        match phrase.meaning {
            None => story = true,
            Some(meaning) if meaning.modality.is_some() => return false,
            Some(meaning) => {
                story |= matches!(meaning.role, Role::Complaint | Role::Foreign | Role::Reason);
            }
        }
    }
    story
}

/// The one modality that is meant. `Mr` before a CT is a man.
fn single_modality(named: &[(Modality, bool)]) -> Option<Modality> {
    let sure = |wanted| {
        named
            .iter()
            .any(|&(modality, title)| modality == wanted && !title)
    };
    match (sure(Modality::Ct), sure(Modality::Mri)) {
        (true, false) => Some(Modality::Ct),
        (false, true) => Some(Modality::Mri),
        (true, true) => None,
        (false, false) => named.first().map(|&(modality, _)| modality),
    }
}
