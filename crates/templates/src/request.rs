//! Reads what is asked for: `45 year old lady, CT abdomen pelvis with contrast`.
//!
//! Knows nothing of templates; the names of templates are read by it too.

mod phrases;
mod words;

use report::modality::Modality;
use report::sex::Sex;

use crate::terms::{ConceptId, Role, Terms};
use phrases::{Phrase, contrast_of, divide, persons, phrases, single_modality};
use words::{Word, addresses, correct, join_letters, sex_beside_age, split};

/// Words of a request beyond this are not read: nobody names a study in more.
const WORDS_READ: usize = 60;

/// Characters of a request beyond this are not read.
const CHARACTERS_READ: usize = 600;

/// Nobody asks for more studies in one report.
const STUDIES_TOGETHER: usize = 5;

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
    /// Something that is neither CT nor MRI is asked for.
    pub foreign: bool,
    /// Words were guessed.
    pub guessed: bool,
    /// The words of the request as they were read.
    pub words: Vec<String>,
    /// Words that mean nothing to us.
    unknown: usize,
    /// It tells of a disease or a complaint.
    complains: bool,
    /// Articles, prepositions and the like, of which a sentence has more than a request.
    little: usize,
    /// It says that it is about a scan.
    scan: bool,
    /// A protocol is named before any region.
    names_protocol_first: bool,
    /// Both modalities are named.
    pub mixed: bool,
}

/// A region or protocol that a request names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mention {
    pub concept: ConceptId,
    pub part: Part,
    /// Joined to what is named before it by `and`: in `brain and orbits` both are scanned.
    joined: bool,
}

/// What a mention is to the study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// It is the study, or one of its regions.
    Study,
    /// It comes along with the study: `with whole spine screening`.
    Along,
    /// It belongs to a second study: the face in `CT head, CT face`.
    Another,
    /// It only says where the study lies: the pelvis in `pelvis, perianal fistula`.
    Place,
}

impl Request {
    /// Reads a request as a person types or says it.
    pub(crate) fn read(text: &str) -> Self {
        Self::read_words(text, |_, _| ())
    }

    /// Reads a request in which nothing was found, and takes unknown words for what they may have been meant to be.
    pub(crate) fn guess(text: &str) -> Self {
        let mut request = Self::read_words(text, words::guess);
        request.guessed = true;
        request
    }

    fn read_words(text: &str, mend: impl Fn(&mut [Word], &Terms)) -> Self {
        let terms = Terms::get();
        let end = text
            .char_indices()
            .nth(CHARACTERS_READ)
            .map_or(text.len(), |(index, _)| index);
        let text = &text[..end];
        let mut words = split(text);
        words.truncate(WORDS_READ);
        let stated_sex = sex_beside_age(&words);
        join_letters(&mut words, terms);
        correct(&mut words, terms);
        mend(&mut words, terms);
        let phrases = phrases(&words, terms);

        let (study, reason) = divide(&phrases, terms);
        let mut request = Self::collect(&study, terms);
        // When the study part names no region, the reason for the study has to do: "CT for renal colic".
        if request.regions.is_empty() && !request.foreign {
            let every: Vec<Phrase> = study.into_iter().chain(reason).collect();
            request = Self::collect(&every, terms);
        } else {
            request.contrast = request.contrast.or_else(|| contrast_of(&reason));
        }
        request.words = words.iter().map(|word| word.text.clone()).collect();
        request.sex = stated_sex
            .or_else(|| told_sex(&words, &phrases, terms))
            .or(request.sex);
        request
    }

    /// Whether the request names a study at all, when so many of its unknown words are clues to one.
    pub(crate) fn names_a_study(&self, clues: usize) -> bool {
        let named = self.regions.len() + self.protocols.len() + usize::from(self.contrast.is_some());
        let said = named + clues;
        let unknown = self.unknown.saturating_sub(clues);
        let strange = unknown + if self.scan { 0 } else { self.little };
        !self.foreign && said > 0 && (self.modality.is_some() || strange <= said)
    }

    /// Whether there is neither a region nor a protocol, but something that may lead to one.
    pub(crate) fn names_nothing(&self) -> bool {
        self.regions.is_empty() && self.protocols.is_empty() && (self.unknown > 0 || self.complains)
    }

    /// Whether another names everything that this one asks for, the studies that come along too. A region that comes along is only shown
    /// in part: "CT thorax with upper abdomen".
    pub(crate) fn is_all_in(&self, other: &Self) -> bool {
        let terms = Terms::get();
        let asked = |mention: &&Mention| {
            let concept = terms.concept(mention.concept);
            match mention.part {
                Part::Study | Part::Another => concept.region || concept.essential,
                Part::Along => concept.essential && !concept.region,
                Part::Place => false,
            }
        };
        self.regions
            .iter()
            .chain(&self.protocols)
            .filter(asked)
            .all(|mention| other.has(mention.concept))
    }

    /// Whether both name a region, or a kind of study where one is named: "MRV of the brain" is no plain study of the brain.
    pub(crate) fn shares_with(&self, other: &Self) -> bool {
        let terms = Terms::get();
        let essential = |mention: &&Mention| terms.concept(mention.concept).essential;
        let mut kinds = self.protocols.iter().filter(essential).peekable();
        match kinds.peek() {
            Some(_) => kinds.any(|mention| other.has(mention.concept)),
            None => self.regions.iter().any(|mention| other.has(mention.concept)),
        }
    }

    /// The ways to read a request as that of several studies done together, those of fewest studies first: each has its own regions and
    /// protocols, and what was said for all.
    pub(crate) fn divisions(text: &str, whole: &Self) -> Vec<Vec<Self>> {
        let terms = Terms::get();
        let mut words = split(&text[..text.floor_char_boundary(CHARACTERS_READ)]);
        words.truncate(WORDS_READ);
        join_letters(&mut words, terms);
        correct(&mut words, terms);
        share_noun(&mut words, terms);
        let phrases = phrases(&words, terms);
        let (study, reason) = divide(&phrases, terms);
        // What is taken for the reason, or for no more than a place, may be a study too: nothing is left out on a guess.
        let is_unsure = reason.iter().any(|phrase| phrase.names_region(terms))
            || whole.regions.iter().any(|mention| mention.part == Part::Place);
        if is_unsure {
            return Vec::new();
        }
        let cuts: Vec<usize> = study_beginnings(&study, terms);
        if cuts.is_empty() || cuts.len() >= STUDIES_TOGETHER {
            return Vec::new();
        }
        let mut masks: Vec<u32> = (1..1 << cuts.len()).collect();
        masks.sort_by_key(|mask| mask.count_ones());
        masks
            .into_iter()
            .map(|mask| {
                let chosen = cuts.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
                let mut bounds: Vec<usize> = chosen.map(|(_, cut)| *cut).collect();
                bounds.push(study.len());
                let mut requests: Vec<Self> = Vec::with_capacity(bounds.len());
                let mut from = 0;
                for to in bounds {
                    let own = Self::collect(&study[from..to], terms);
                    if !own.is_one_study() {
                        return Vec::new();
                    }
                    requests.push(own.beside(requests.last(), whole));
                    from = to;
                }
                requests
            })
            .filter(|requests| !requests.is_empty() && whole.is_kept_by(requests))
            .collect()
    }

    /// Whether nothing comes along that is a study of its own: "brain with MRA".
    fn is_one_study(&self) -> bool {
        let terms = Terms::get();
        let comes_along =
            |mention: &Mention| mention.part == Part::Along && terms.concept(mention.concept).essential;
        self.regions.is_empty() || !self.protocols.iter().any(comes_along)
    }

    /// Whether each region that it asks for is asked for in one of its divisions too, and not only a place there.
    fn is_kept_by(&self, requests: &[Self]) -> bool {
        let asks = |request: &Self, concept: ConceptId| {
            let mut regions = request.regions.iter();
            regions.any(|mention| mention.concept == concept && mention.part != Part::Place)
        };
        self.regions
            .iter()
            .filter(|mention| mention.part != Part::Place)
            .all(|mention| requests.iter().any(|request| asks(request, mention.concept)))
    }

    /// One of several studies done together, with what was said for all and the regions of the one before where it names none.
    fn beside(mut self, before: Option<&Self>, whole: &Self) -> Self {
        self.modality = self.modality.or(whole.modality);
        self.sex = whole.sex;
        self.contrast = self.contrast.or(whole.contrast);
        self.scan = true;
        if let Some(before) = before {
            if self.regions.is_empty() {
                self.regions.clone_from(&before.regions);
            }
            // "CT angiogram of the brain and neck"
            if self.protocols.is_empty() && before.names_protocol_first {
                self.protocols.clone_from(&before.protocols);
                self.names_protocol_first = true;
            }
        }
        for mention in self.regions.iter_mut().chain(&mut self.protocols) {
            mention.part = Part::Study;
        }
        self.set_broader_aside(Terms::get());
        self
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
            .filter(|mention| mention.part == Part::Study && !mention.joined)
            .map(|mention| mention.concept)
            .collect();
        for mention in &mut self.regions {
            let broader = study
                .iter()
                .any(|&own| terms.concept(own).within.contains(&mention.concept));
            if broader && mention.part == Part::Study {
                mention.part = Part::Place;
            }
        }
    }

    fn collect(phrases: &[Phrase], terms: &Terms) -> Self {
        let mut request = Self::default();
        let mut modalities = Vec::new();
        let mut default_region = None;
        let (mut part, mut clause, mut plain, mut given) = (Part::Study, 0, false, false);
        for phrase in phrases {
            if phrase.clause != clause {
                (part, clause) = (Part::Study, phrase.clause);
            }
            let Some(meaning) = phrase.meaning else {
                request.unknown += 1;
                continue;
            };
            match meaning.role {
                Role::Along if !request.regions.is_empty() => part = Part::Along,
                Role::Foreign => request.foreign = true,
                Role::Little => request.little += 1,
                Role::Complaint => request.complains = true,
                Role::Scan => request.scan = true,
                Role::Study
                    if meaning.is_modality() && !modalities.is_empty() && !request.regions.is_empty() =>
                {
                    part = Part::Another;
                }
                _ => {}
            }
            for &concept in &meaning.concepts {
                // "Brain and spectroscopy" is a brain, and spectroscopy comes along.
                let is_region = terms.concept(concept).region;
                request.names_protocol_first |=
                    !is_region && terms.concept(concept).essential && request.regions.is_empty();
                let another =
                    phrase.joined && terms.concept(concept).essential && !request.regions.is_empty();
                let part = if another { Part::Another } else { part };
                let list = if is_region {
                    &mut request.regions
                } else {
                    &mut request.protocols
                };
                if !list.iter().any(|mention| mention.concept == concept) {
                    list.push(Mention {
                        concept,
                        part,
                        joined: phrase.joined,
                    });
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
        request.set_broader_aside(terms);
        if request.regions.is_empty() {
            let stated = default_region.map(|concept| Mention {
                concept,
                part: Part::Study,
                joined: false,
            });
            request.regions.extend(stated);
        }
        // "Plain and contrast" is a contrast study.
        request.contrast = (plain || given).then_some(given);
        request.modality = single_modality(&modalities);
        let names = |wanted| {
            modalities
                .iter()
                .any(|&(modality, title)| modality == wanted && !title)
        };
        request.mixed = names(Modality::Ct) && names(Modality::Mri);
        request
    }
}

/// The patient's sex by the scoring of the product specification, section 5. Each person of whom the request speaks in
/// words of request forms (`Smt`, `wife of`) counts as one more descriptor.
fn told_sex(words: &[Word], phrases: &[Phrase], terms: &Terms) -> Option<Sex> {
    let mut text = String::new();
    for (index, word) in words.iter().enumerate() {
        // Letters are small here: whether it is a title or the modality is told by what follows.
        text.push_str(match word.text.as_str() {
            "mr" if addresses(words, index, terms) => "male",
            "mr" => "MR",
            other => other,
        });
        text.push(' ');
    }
    for sex in persons(phrases) {
        text.push_str(match sex {
            Sex::Female => "female ",
            Sex::Male => "male ",
        });
    }
    report::sex::detect(&text)
}

/// The phrases at which a further study may begin: each further region, and each protocol that makes a study of its own, with the modality
/// and the like in front of it.
fn study_beginnings(phrases: &[Phrase], terms: &Terms) -> Vec<usize> {
    let names = |phrase: &Phrase| {
        phrase.meaning.is_some_and(|meaning| {
            meaning.concepts.iter().any(|&concept| {
                let concept = terms.concept(concept);
                concept.region || concept.essential
            })
        })
    };
    let named: Vec<usize> = (0..phrases.len()).filter(|&at| names(&phrases[at])).collect();
    named
        .windows(2)
        .map(|pair| {
            let leads = |at: &usize| phrases[*at].is_lead();
            (pair[0] + 1..pair[1])
                .rev()
                .take_while(leads)
                .last()
                .unwrap_or(pair[1])
        })
        .collect()
}

/// "Thoracic and lumbar spine": the noun of the last is that of both, where each means something with it.
fn share_noun(words: &mut Vec<Word>, terms: &Terms) {
    let mut at = 0;
    while at + 2 < words.len() {
        let noun = words[at + 2].text.clone();
        let together = |word: &Word| {
            let found = terms.longest_at(&[word.text.as_str(), noun.as_str()]);
            found.is_some_and(|(length, _)| length == 2)
        };
        if words[at + 1].joined && together(&words[at]) && together(&words[at + 1]) {
            let shared = Word {
                text: noun,
                clause: words[at].clause,
                titled: false,
                joined: false,
            };
            words.insert(at + 1, shared);
            at += 1;
        }
        at += 1;
    }
}
