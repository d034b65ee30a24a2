//! The phrases of a request, and which of them name the study and which say why it is wanted.

use report::modality::Modality;
use report::sex::Sex;

use super::words::{Word, addresses};
use crate::terms::{Meaning, Role, Terms};

/// Some words of the request that mean something together, or one word that means nothing to us.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase<'a> {
    pub meaning: Option<&'a Meaning>,
    pub clause: usize,
    /// Joined to the phrase before it by `and`, `&` or `+`.
    pub joined: bool,
    /// The word `mr` alone: the modality, or how a man is addressed.
    pub title: bool,
}

impl Phrase<'_> {
    pub(super) fn role(&self) -> Option<Role> {
        self.meaning.map(|meaning| meaning.role)
    }

    /// Whether it speaks of contrast and of nothing else.
    pub(super) fn is_contrast(&self) -> bool {
        self.meaning.is_some_and(Meaning::is_contrast)
    }

    fn gives_contrast(&self) -> bool {
        self.is_contrast() && self.meaning.is_some_and(|meaning| meaning.contrast == Some(true))
    }

    /// Whether it leads to what is named next: the modality, "scan of", "with".
    pub(super) fn is_lead(&self) -> bool {
        self.is_filler() || self.role() == Some(Role::Along) || self.meaning.is_some_and(Meaning::is_modality)
    }

    fn is_filler(&self) -> bool {
        matches!(self.role(), Some(Role::Noise | Role::Little | Role::Scan))
    }

    pub(super) fn names_region(&self, terms: &Terms) -> bool {
        self.meaning.is_some_and(|meaning| {
            meaning
                .concepts
                .iter()
                .any(|&concept| terms.concept(concept).region)
        })
    }
}

/// Groups words into the longest phrases that mean something; no phrase crosses a clause.
pub(super) fn phrases<'a>(words: &[Word], terms: &'a Terms) -> Vec<Phrase<'a>> {
    let mut found = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        if addresses(words, at, terms) {
            at += 1;
            continue;
        }
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
                joined: words[at].joined,
                title: length == 1 && rest[0] == "mr",
            });
        }
        at += length;
    }
    close_with(words, terms, &mut found);
    deny_contrast(terms, &mut found);
    found
}

/// A request that ends in `w` is one with contrast: `CT Abd/Pelv w`.
fn close_with<'a>(words: &[Word], terms: &'a Terms, phrases: &mut [Phrase<'a>]) {
    let ends_with = words
        .last()
        .is_some_and(|word| matches!(word.text.as_str(), "w" | "with"));
    if let (true, Some(last)) = (ends_with, phrases.last_mut())
        && let Some((_, meaning)) = terms.longest_at(&["contrast"])
        && last.role() == Some(Role::Along)
    {
        last.meaning = Some(meaning);
    }
}

/// `No dye`, `without any iv contrast`: contrast that is denied is not given.
fn deny_contrast<'a>(terms: &'a Terms, phrases: &mut [Phrase<'a>]) {
    let Some((_, plain)) = terms.longest_at(&["plain"]) else {
        return;
    };
    for index in 0..phrases.len() {
        if !phrases[index].meaning.is_some_and(|meaning| meaning.denies) {
            continue;
        }
        if let Some(agent) = next_said(phrases, index)
            && phrases[agent].gives_contrast()
        {
            phrases[agent].meaning = Some(plain);
        }
    }
}

/// The next phrase of the clause that says something.
fn next_said(phrases: &[Phrase], index: usize) -> Option<usize> {
    (index + 1..phrases.len())
        .find(|&next| !phrases[next].is_filler())
        .filter(|&next| phrases[next].clause == phrases[index].clause)
}

/// Divides phrases into those that name the study and those that say why it is wanted.
pub(super) fn divide<'a>(phrases: &[Phrase<'a>], terms: &Terms) -> (Vec<Phrase<'a>>, Vec<Phrase<'a>>) {
    let (mut study, mut reason) = (Vec::new(), Vec::new());
    let (mut clause, mut because, mut named) = (usize::MAX, false, false);
    for (index, phrase) in phrases.iter().enumerate() {
        if phrase.clause != clause {
            clause = phrase.clause;
            because = named && tells_a_story(phrases, clause);
        }
        // "After intravenous contrast" is how the study is done and not why.
        because |= phrase.role() == Some(Role::Reason)
            && !next_said(phrases, index).is_some_and(|next| phrases[next].is_contrast());
        let region = phrase.names_region(terms);
        let complained_of = region
            && named
            && phrases
                .get(index + 1)
                .is_some_and(|next| next.clause == clause && next.role() == Some(Role::Complaint));
        if because || complained_of {
            reason.push(*phrase);
        } else {
            named |= region;
            study.push(*phrase);
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

/// Whether contrast is given, as the reason for a study tells it: `CT knee for a lump, with contrast`. The contrast of
/// another scan (`lesion seen on contrast CT`) does not count.
pub(super) fn contrast_of(reason: &[Phrase]) -> Option<bool> {
    let mut stated = None;
    for (index, phrase) in reason
        .iter()
        .enumerate()
        .filter(|(_, phrase)| phrase.is_contrast())
    {
        let of_another_scan = reason
            .get(index + 1)
            .is_some_and(|next| next.meaning.is_some_and(|meaning| meaning.modality.is_some()));
        if !of_another_scan {
            let given = phrase.meaning.and_then(|meaning| meaning.contrast);
            stated = stated.max(given);
        }
    }
    stated
}

/// A word for the sex of each person that the request speaks of.
pub(super) fn persons(phrases: &[Phrase]) -> Vec<Sex> {
    phrases
        .iter()
        .filter_map(|phrase| phrase.meaning)
        .filter(|meaning| meaning.role == Role::Patient)
        .filter_map(|meaning| meaning.sex)
        .collect()
}

/// The one modality that is meant. `Mr` before a CT is a man.
pub(super) fn single_modality(named: &[(Modality, bool)]) -> Option<Modality> {
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
