//! What a clause measures: whether it is larger, smaller or narrower than when it is normal.

use std::ops::Range;

use report::measurement::{self, Measurement, Unit};

use super::Reader;
use crate::assertion;
use crate::fact::{Extent, What};
use crate::knowledge::{Assertion, Cue, Sense, StructureId};
use crate::mention::Mention;
use crate::respect::Respects;
use crate::token::Category;

impl Reader<'_, '_> {
    /// The value on a scale that a finding is told with: of its own name, or of a scale that stands nearer to it than to any other finding.
    pub(super) fn category(&self, clause: &Range<usize>, words: &Range<usize>) -> Option<Category> {
        let away = |at: usize, words: &Range<usize>| match at < words.start {
            true => words.start - at,
            false => (at + 1).saturating_sub(words.end),
        };
        let mentions = self.sentence.mentions.iter();
        let findings = mentions.filter(|mention| matches!(mention.sense, Sense::Concept(_)));
        let findings: Vec<&Range<usize>> = findings.map(|mention| &mention.words).collect();
        let is_nearest = |at: usize| {
            let nearest = findings.iter().map(|finding| away(at, finding)).min();
            nearest == Some(away(at, words))
        };
        let all = self.sentence.categories.iter();
        let own = all.filter(|(at, _)| clause.contains(at) && is_nearest(*at));
        own.map(|(_, category)| category.clone()).next()
    }

    /// "RICA 95% at origin", "LAD ostial 80 percent": how narrow a vessel is.
    pub(super) fn narrows(&mut self, clause: &Range<usize>, mentions: &[&Mention]) -> bool {
        let vessel = mentions
            .iter()
            .find(|mention| matches!(mention.sense, Sense::Structure(id) if self.is_of_vessels(id)));
        let (Some(vessel), Some(stenosis)) = (vessel, self.knowledge.concept_named("stenosis")) else {
            return false;
        };
        let text = self.sentence.passage(clause);
        let denied = assertion::of(self.sentence, clause, &vessel.words) == Assertion::Absent;
        let shares = measurement::find(text);
        let is_share = !denied
            && shares
                .iter()
                .any(|size| size.unit == Unit::Percent && size.values.iter().any(|share| *share > 0.0));
        if is_share {
            let words = vessel.words.clone();
            self.push(
                What::Concept(stenosis),
                // It may be a share of something else.
                Assertion::Possible,
                clause,
                &words,
                Vec::new(),
            );
        }
        is_share
    }

    /// Whether a clause names what it measures, and says nothing else: "right kidney 10.4 x 4.5 cm". A word of one or two
    /// letters is an axis.
    pub(super) fn only_measures(&self, clause: &Range<usize>) -> bool {
        let sentence = self.sentence;
        let range = sentence.range(clause);
        let sizes = measurement::find(&sentence.text[range.clone()]);
        let is_size = |at: usize| {
            let word = sentence.words[at].range.start - range.start;
            sizes.iter().any(|size| size.range.contains(&word))
        };
        let is_named = |at: usize| {
            let mut mentions = sentence.mentions.iter();
            mentions.any(|mention| mention.words.contains(&at) && !matches!(mention.sense, Sense::Concept(_)))
        };
        let is_side = |at: usize| sentence.sides.iter().any(|(word, _)| *word == at);
        let is_short = |at: usize| {
            let joins = |cue| matches!(cue, Cue::Verb | Cue::Join | Cue::Place);
            sentence.words[at].range.len() <= 2
                || sentence.is_article(at, self.knowledge)
                || sentence.cue_at(at, joins).is_some()
        };
        !sizes.is_empty()
            && clause
                .clone()
                .all(|at| is_size(at) || is_named(at) || is_side(at) || is_short(at))
    }

    /// In what a clause tells how large the place of what is said at these words is: "junctional zone is thickened measuring 16 mm", and not
    /// how large a stone in it is.
    pub(super) fn measures(&self, clause: &Range<usize>, what: What, words: &Range<usize>) -> Option<Extent> {
        let is_of_size = |concept| self.knowledge.concept(concept).sized;
        let is_of_place = match what {
            What::Concept(concept) => is_of_size(concept),
            What::Normal(respects) | What::Altered(respects) => !respects.and(Respects::EXCEEDED).is_empty(),
            What::Unknown => false,
        };
        if !is_of_place {
            return None;
        }
        let range = self.sentence.range(clause);
        let index = |byte: usize| {
            let words = &self.sentence.words;
            words.partition_point(|word| word.range.start < byte + range.start)
        };
        let is_other = |other: &&Mention| match other.sense {
            Sense::Concept(concept) => !is_of_size(concept),
            Sense::Structure(_) => true,
            _ => false,
        };
        let is_own = |size: &Measurement| {
            let (start, end) = (index(size.range.start), index(size.range.end));
            let mut others = self.sentence.mentions.iter().filter(is_other);
            // "With an 8 mm stone", "with a stone of 8 mm", "with a splenic vein of 14 mm".
            let is_of_other = others.any(|other| {
                other.words.start >= words.end && (other.words.contains(&end) || other.words.end <= start)
            });
            // "4 cm below the costal margin" is a distance.
            let leads = |cue| matches!(cue, Cue::Away | Cue::Direction);
            start >= words.end && !is_of_other && self.sentence.cue_at(end, leads).is_none()
        };
        let sizes = measurement::find(self.sentence.passage(clause));
        sizes.iter().filter(|size| is_own(size)).find_map(Extent::of)
    }

    pub(super) fn is_limited(&self, mention: &Mention) -> bool {
        matches!(mention.sense, Sense::Structure(id) if self.limits(id).is_some())
    }

    /// Tells that what a clause measures is larger or smaller than a normal one, when it is.
    pub(super) fn exceeds(&mut self, clause: &Range<usize>, mentions: &[&Mention], close: bool) -> bool {
        let Some(mention) = self.beyond_limit(clause, mentions, close) else {
            return false;
        };
        let words = mention.words.clone();
        self.push(
            What::Altered(Respects::EXCEEDED),
            Assertion::Present,
            clause,
            &words,
            Vec::new(),
        );
        true
    }

    /// "Descending aorta 42 mm": the structure that a clause measures, where it is larger or smaller than a normal one. `close`: only what
    /// stands right before its measure, where the clause tells of something else too ("CBD 11 mm with a stone").
    fn beyond_limit<'m>(
        &self,
        clause: &Range<usize>,
        mentions: &[&'m Mention],
        close: bool,
    ) -> Option<&'m Mention> {
        let range = self.sentence.range(clause);
        let sizes = measurement::find(&self.sentence.text[range.clone()]);
        let index = |byte: usize| {
            let words = &self.sentence.words;
            words.partition_point(|word| word.range.start < byte + range.start)
        };
        let is_concept = |other: &Mention| matches!(other.sense, Sense::Concept(_));
        // "CBD 12 mm | calculus": the size is that of the stone; but not behind a comma.
        let of_other = |end: usize| {
            let next = index(end);
            !self.sentence.between(next - 1).contains(',')
                && mentions
                    .iter()
                    .any(|other| is_concept(other) && other.words.contains(&next))
        };
        mentions.iter().copied().find(|mention| {
            let Sense::Structure(id) = mention.sense else {
                return false;
            };
            let Some((least, most)) = self.limits(id) else {
                return false;
            };
            // "A calculus in the CBD measuring 12 mm": the size is that of the stone.
            let leads = mention.words.start.checked_sub(1).map(|word| {
                let article = word > 0 && self.sentence.is_article(word, self.knowledge);
                word - usize::from(article)
            });
            let is_place =
                leads.is_some_and(|word| self.sentence.cue_at(word, |cue| cue == Cue::Place).is_some());
            let mut before = mentions.iter();
            let is_of_finding =
                is_place && before.any(|other| is_concept(other) && other.words.end <= mention.words.start);
            if close && is_of_finding {
                return false;
            }
            let behind = self.sentence.words[mention.words.end - 1].range.end - range.start;
            let near = |start: usize| start >= behind && index(start) <= mention.words.end + 2;
            let mut own = sizes
                .iter()
                .filter(|size| !close || near(size.range.start) && !of_other(size.range.end));
            let largest = own.find_map(|size| size.largest_millimetres());
            largest.is_some_and(|largest| {
                most.is_some_and(|most| largest > f64::from(most))
                    || least.is_some_and(|least| largest < f64::from(least))
            })
        })
    }

    /// The least and the most that it measures when it is normal, or what it is part of does.
    fn limits(&self, id: StructureId) -> Option<(Option<u16>, Option<u16>)> {
        let own = |id: StructureId| {
            let structure = self.knowledge.structure(id);
            (structure.least.is_some() || structure.limit.is_some())
                .then_some((structure.least, structure.limit))
        };
        own(id).or_else(|| {
            self.knowledge
                .structure(id)
                .parents
                .iter()
                .find_map(|whole| own(*whole))
        })
    }
}
