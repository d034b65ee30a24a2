//! Finds the templates that a request for a study means, best first.
//!
//! A request and the name of each template are read into the same terms (regions, protocols, modality, contrast, sex),
//! and each template is scored by what it has of the request. A template that lacks everything that is asked for is no
//! answer, and a request for anything but CT or MRI has none.

use std::borrow::Cow;

use report::modality::Modality;
use report::sex::Sex;

use crate::clues::Led;
use crate::library::Library;
use crate::request::{Mention, Part, Request};
use crate::study::Component;
use crate::template::Template;
use crate::terms::{ConceptId, Terms};

/// The most templates that a search offers.
pub const MOST_MATCHES: usize = 10;

/// All regions of the request are there.
const REGIONS: f32 = 10.0;
/// Weight of what comes along with the study, and of what only says where it lies, against what is the study.
const ALONG: f32 = 0.4;
const PLACE: f32 = 0.1;
/// A template for another region that may answer, and how much less each later choice is worth.
const STAND_IN: f32 = 0.4;
const STAND_IN_STEP: f32 = 0.1;
/// No region is named, but a keyword of the template is.
const BY_CLUE: f32 = 7.0;
const FIRST_REGION: f32 = 1.0;
/// A region that is not asked for weighs more than the patient's sex: a lady's CT abdomen is no CT abdomen and pelvis.
const EXTRA_REGION: f32 = -7.0;
const PROTOCOL: f32 = 4.0;
/// The template is of the kind that only comes along with the study that is asked for.
const PROTOCOL_ALONG: f32 = -1.0;
const MISSING_PROTOCOL: f32 = -4.0;
const EXTRA_PROTOCOL: f32 = -3.0;
const EXTRA_ESSENTIAL_PROTOCOL: f32 = -8.0;
const CONTRAST_AS_STATED: f32 = 4.0;
const CONTRAST_NOT_AS_STATED: f32 = -5.0;
/// The study is there in one way only: `CT KUB` is plain.
const CONTRAST_ONE_WAY: f32 = -2.0;
/// Nothing is said of contrast: by convention the plain study is meant.
const PLAIN_BY_CONVENTION: f32 = 2.0;
const UNASKED_CONTRAST: f32 = -4.0;
const MODALITY: f32 = 1.0;
/// The patient's sex (product specification, section 5).
const SEX_MATCH: f32 = 5.0;
const SEX_MISMATCH: f32 = -10.0;
/// The words are the template's name or one of its keywords.
const BY_NAME: f32 = 3.0;
/// Below this a template is no answer.
const LEAST: f32 = 4.0;

/// A template that answers a request.
#[derive(Debug, Clone, Copy)]
pub struct Match<'a> {
    /// The template.
    pub template: &'a Template,
    /// How well it answers; only the order matters.
    pub score: f32,
}

/// What fits a request without a guess.
enum Fitting<'l> {
    One(&'l Template),
    /// Those for either sex, which is not known.
    EitherSex(&'l Template, &'l Template),
}

/// What a template offers, read from its name once.
#[derive(Debug)]
pub(crate) struct Offer {
    read: Request,
    /// There is no such study with contrast when this one is plain, and none that is plain when this one is not.
    one_way: bool,
}

impl Offer {
    /// What the template's name says.
    pub(crate) fn request(&self) -> &Request {
        &self.read
    }

    pub(crate) fn all(templates: &[Template]) -> Vec<Self> {
        let read: Vec<Request> = templates
            .iter()
            .map(|template| Request::read(&template.body_part))
            .collect();
        let terms = Terms::get();
        let kinds = |index: usize| -> Vec<ConceptId> {
            let named = read[index].protocols.iter().map(|mention| mention.concept);
            named
                .filter(|&concept| terms.concept(concept).essential)
                .collect()
        };
        let same_but_for_contrast = |one: usize, other: usize| {
            let (left, right) = (&templates[one], &templates[other]);
            left.contrast != right.contrast
                && (left.modality, left.sex) == (right.modality, right.sex)
                && read[one].regions == read[other].regions
                && kinds(one) == kinds(other)
        };
        let one_way: Vec<bool> = (0..read.len())
            .map(|one| !(0..read.len()).any(|other| same_but_for_contrast(one, other)))
            .collect();
        let offers = read.into_iter().zip(one_way);
        offers.map(|(read, one_way)| Self { read, one_way }).collect()
    }
}

impl Library {
    /// Templates that answer a request such as `NCCT head` or `45 year old lady, CT abdomen pelvis with contrast`,
    /// best first, at most [`MOST_MATCHES`]. Empty when the library has no answer.
    pub fn search(&self, query: &str) -> Vec<Match<'_>> {
        self.matches(query, None, None)
    }

    /// As [`Library::search`], for a study whose modality or patient's sex is known beside the words of the request.
    /// What is known counts before what the words say.
    pub fn matches(&self, query: &str, modality: Option<Modality>, sex: Option<Sex>) -> Vec<Match<'_>> {
        self.answers(&self.known(query, modality, sex), query)
    }

    /// The one template to fill a report with, or none when the choice would be a guess: nothing fits, another template
    /// fits as well, the best is for another region or of another kind than asked for, contrast is not as the request
    /// says or as convention has it, or the template depends on a sex that is not known. [`Library::matches`] still
    /// offers what comes near.
    pub fn best(&self, query: &str, modality: Option<Modality>, sex: Option<Sex>) -> Option<&Template> {
        match self.fitting(&self.known(query, modality, sex), query)? {
            Fitting::One(template) => Some(template),
            Fitting::EitherSex(..) => None,
        }
    }

    /// What a report of one study is filled with.
    pub(crate) fn part(&'static self, request: &Request, query: &str) -> Option<Component> {
        Some(match self.fitting(request, query)? {
            Fitting::One(template) => Component::from(template),
            Fitting::EitherSex(one, other) => Component {
                ids: vec![one.id.clone(), other.id.clone()],
                template: Cow::Owned(one.of_either_sex(other)),
            },
        })
    }

    /// The template that fits a request without a guess, or the two that differ by a sex that is not known.
    fn fitting(&self, request: &Request, query: &str) -> Option<Fitting<'_>> {
        let answers = self.answers(request, query);
        let template = answers.first()?.template;
        let offer = self.offer(template)?;
        let of_other_sex = answers[1..].iter().map(|other| other.template).find(|other| {
            request.sex.is_none() && template.sex.is_some() && other.sex.is_some() && {
                let of_other = self
                    .offer(other)
                    .map(|offer| (&offer.read.regions, &offer.read.protocols));
                (template.modality, template.contrast) == (other.modality, other.contrast)
                    && of_other == Some((&offer.read.regions, &offer.read.protocols))
            }
        });
        let as_good = answers[1..]
            .iter()
            .find(|other| of_other_sex.is_none_or(|known| known.id != other.template.id))
            .is_some_and(|other| other.score >= answers[0].score);
        let contrast_differs = match request.contrast {
            Some(given) => given != template.contrast,
            // "MR Liver Dynamic" is a contrast study by nature; "MR Knee Contrast" is one only when it is asked for.
            None => template.contrast && !offer.one_way,
        };
        let sex_is_a_guess = template.sex.is_some() && template.sex != request.sex;
        let same_study = !request.regions.is_empty()
            && !request.guessed
            && covers(request, &offer.read)
            && !asks_for_less(request, &offer.read);
        if as_good || contrast_differs || !same_study {
            return None;
        }
        match of_other_sex {
            Some(other) => Some(Fitting::EitherSex(template, other)),
            None if sex_is_a_guess => None,
            None => Some(Fitting::One(template)),
        }
    }

    /// The request in the words of the query, with what is known beside them.
    pub(crate) fn known(&self, query: &str, modality: Option<Modality>, sex: Option<Sex>) -> Request {
        let mut request = Request::read(query);
        if modality.is_some() && request.modality.is_some() && modality != request.modality {
            return Request::default();
        }
        request.modality = modality.or(request.modality);
        let nothing_found = request.regions.is_empty() && !request.foreign;
        if nothing_found && request.modality.is_some() && self.led(&request).templates.is_empty() {
            let named = request.modality;
            request = Request::guess(query);
            request.modality = named;
        }
        request.sex = sex.or(request.sex);
        request
    }

    /// Where clues lead when no region is named.
    fn led(&self, request: &Request) -> Led {
        if request.regions.is_empty() {
            self.clues().follow(&request.words)
        } else {
            Led::default()
        }
    }

    fn answers(&self, request: &Request, query: &str) -> Vec<Match<'_>> {
        let led = self.led(request);
        if !request.names_a_study(led.words) {
            return Vec::new();
        }
        let name = query.trim().to_lowercase();
        let mut matches: Vec<Match> = self
            .offers()
            .enumerate()
            .filter_map(|(index, (template, offer))| {
                let regions = if led.templates.is_empty() {
                    regions(request, &offer.read)?
                } else {
                    led.templates.contains(&index).then_some(BY_CLUE)?
                };
                let mut score = regions + score(request, template, offer)?;
                if template.body_part.eq_ignore_ascii_case(&name) || template.keywords.contains(&name) {
                    score += BY_NAME;
                }
                (score >= LEAST).then_some(Match { template, score })
            })
            .collect();
        // The sort is stable: equals stand in the library's order.
        matches.sort_by(|left, right| right.score.total_cmp(&left.score));
        matches.truncate(MOST_MATCHES);
        matches
    }
}

/// Whether the template itself, and no stand-in, is for every region of the study and of every kind that is asked for.
fn covers(request: &Request, offer: &Request) -> bool {
    let terms = Terms::get();
    let kinds = request
        .protocols
        .iter()
        .filter(|mention| mention.part == Part::Study && terms.concept(mention.concept).essential);
    request
        .regions
        .iter()
        .filter(|mention| matches!(mention.part, Part::Study | Part::Another))
        .chain(kinds)
        .all(|mention| offer.has(mention.concept))
}

/// Whether the template is of a kind, such as an angiogram, that the request does not ask for.
fn asks_for_less(request: &Request, offer: &Request) -> bool {
    let terms = Terms::get();
    offer
        .protocols
        .iter()
        .any(|own| terms.concept(own.concept).essential && !request.has(own.concept))
}

/// How well a template answers apart from its regions, or `None` when it does not.
fn score(request: &Request, template: &Template, offer: &Offer) -> Option<f32> {
    if request
        .modality
        .is_some_and(|modality| modality != template.modality)
    {
        return None;
    }
    let mut score = protocols(request, &offer.read)?;
    if request.modality.is_some() {
        score += MODALITY;
    }
    score += match request.contrast {
        Some(given) if given == template.contrast => CONTRAST_AS_STATED,
        Some(_) if offer.one_way => CONTRAST_ONE_WAY,
        Some(_) => CONTRAST_NOT_AS_STATED,
        None if template.contrast && offer.one_way => 0.0,
        None if template.contrast => UNASKED_CONTRAST,
        None => PLAIN_BY_CONVENTION,
    };
    score += match (request.sex, template.sex) {
        (Some(patient), Some(wanted)) if patient == wanted => SEX_MATCH,
        (Some(_), Some(_)) => SEX_MISMATCH,
        _ => 0.0,
    };
    Some(score)
}

fn regions(request: &Request, offer: &Request) -> Option<f32> {
    if request.regions.is_empty() {
        // "CT angiography" alone: every template with the protocol is offered.
        let named = |mention: &Mention| offer.has(mention.concept);
        return request.protocols.iter().any(named).then_some(0.0);
    }
    let terms = Terms::get();
    let mut used = Vec::new();
    let (mut covered, mut asked) = (0.0, 0.0);
    for mention in &request.regions {
        let weight = weight(mention);
        asked += weight;
        let has = |concept: &usize| offer.regions.iter().any(|own| own.concept == *concept);
        if has(&mention.concept) {
            covered += weight;
            used.push(mention.concept);
            continue;
        }
        let stand_ins = &terms.concept(mention.concept).stand_in;
        let mut worth = STAND_IN;
        for set in stand_ins {
            if set.iter().all(has) {
                covered += weight * worth;
                used.extend(set);
                break;
            }
            worth -= STAND_IN_STEP;
        }
    }
    if used.is_empty() {
        return None;
    }
    let extra = offer
        .regions
        .iter()
        .filter(|own| !used.contains(&own.concept))
        .count();
    let first = if offer.has(request.regions[0].concept) {
        FIRST_REGION
    } else {
        0.0
    };
    Some(REGIONS * covered / asked + first + EXTRA_REGION * extra as f32)
}

fn protocols(request: &Request, offer: &Request) -> Option<f32> {
    let terms = Terms::get();
    let mut score = 0.0;
    let asked = |mention: &&Mention| mention.part == Part::Study && terms.concept(mention.concept).essential;
    let mut essential = request.protocols.iter().filter(asked).peekable();
    if essential.peek().is_some() && !essential.any(|mention| offer.has(mention.concept)) {
        return None;
    }
    for mention in &request.protocols {
        score += match (offer.has(mention.concept), mention.part == Part::Study) {
            (true, true) => PROTOCOL,
            (true, false) => PROTOCOL_ALONG,
            (false, true) => MISSING_PROTOCOL,
            (false, false) => 0.0,
        };
    }
    for own in offer.protocols.iter().filter(|own| !request.has(own.concept)) {
        let essential = terms.concept(own.concept).essential;
        score += if essential {
            EXTRA_ESSENTIAL_PROTOCOL
        } else {
            EXTRA_PROTOCOL
        };
    }
    Some(score)
}

fn weight(mention: &Mention) -> f32 {
    match mention.part {
        Part::Study => 1.0,
        Part::Along | Part::Another => ALONG,
        Part::Place => PLACE,
    }
}
