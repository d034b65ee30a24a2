//! Sentences with their facts: those that a report may draw on, and those of the report itself.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::section::SectionKind;
use report::statement::Statement;
use report::{budget, remainder, segment};

use super::Given;
use super::fact::{self, Class, Denials, Fact, Names};
use super::template_text::TemplateText;
use crate::route;

/// Whose words a sentence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// Of the dictation.
    Dictation,
    /// Of the findings or the history that an impression was made from.
    Findings,
    /// Of the template.
    Template,
    /// Of the previous report.
    Previous,
    /// The name of the study.
    Study,
    /// Of the report, of the statement with this index.
    Report(usize),
}

/// A sentence and what it says.
pub(super) struct Sentence {
    pub(super) owner: Owner,
    pub(super) section: Option<SectionKind>,
    /// As written, without its bullet or number.
    pub(super) text: String,
    pub(super) facts: Vec<Fact>,
    /// Its bytes: of the dictation as handed in, or of the statement.
    pub(super) place: Range<usize>,
    /// Whether it has blanks to fill.
    pub(super) has_blanks: bool,
    /// Whether it was cut off from what follows without a mark of punctuation.
    pub(super) runs_on: bool,
    /// What may be there and need not: the words before the colon of a template's line, the number of a dictated item.
    pub(super) label: Vec<u32>,
    /// Which of its passage it is.
    pub(super) number: usize,
    /// Which keys it has, in order, asserted (1) or denied (2) or both (3).
    keys: Vec<(u32, u8)>,
}

impl Sentence {
    fn new(
        owner: Owner,
        section: Option<SectionKind>,
        text: &str,
        place: Range<usize>,
        names: &mut Names,
    ) -> Self {
        let text = spelled_values(text).unwrap_or_else(|| text.to_owned());
        let facts = fact::read(&text, names);
        let mut keys: Vec<(u32, u8)> = Vec::with_capacity(facts.len());
        for fact in &facts {
            let mask = if fact.denied { 2 } else { 1 };
            match keys.iter_mut().find(|(key, _)| *key == fact.key) {
                Some((_, known)) => *known |= mask,
                None => keys.push((fact.key, mask)),
            }
        }
        keys.sort_unstable();
        Self {
            owner,
            section,
            has_blanks: !report::blank::find(&text).is_empty(),
            text,
            facts,
            place,
            runs_on: false,
            number: 0,
            label: Vec::new(),
            keys,
        }
    }

    /// Whether it has a fact, and as what: asserted (1), denied (2) or both (3); 0 when it has not.
    pub(super) fn polarity(&self, key: u32) -> u8 {
        match self.keys.binary_search_by_key(&key, |(known, _)| *known) {
            Ok(at) => self.keys[at].1,
            Err(_) if self.label.contains(&key) => 3,
            Err(_) => 0,
        }
    }

    pub(super) fn has(&self, key: u32) -> bool {
        self.polarity(key) != 0
    }

    /// Whether a fact follows from others by arithmetic: a comparison's sizes and what became of them.
    pub(super) fn is_derived(&self, fact: &Fact) -> bool {
        self.section == Some(SectionKind::Comparison)
            && matches!(self.owner, Owner::Report(_))
            && matches!(fact.class, Class::Measure | Class::Change)
    }

    /// The part of the sentence in which the facts chosen stand, up to the facts before and behind them.
    pub(super) fn part(&self, chosen: impl Fn(&Fact) -> bool) -> Part<'_> {
        let range = self.range_of(chosen);
        budget::spend(1 + (range.len() / BYTES_OF_A_STEP) as u64);
        let statements = STATEMENT_OF_ITS_OWN.find_iter(&self.text[range.clone()]);
        Part {
            sentence: self,
            statements: statements.map(|found| range.start + found.end()).collect(),
            range,
            denials: HashMap::new(),
        }
    }

    fn range_of(&self, chosen: impl Fn(&Fact) -> bool) -> Range<usize> {
        let first = self.facts.iter().position(&chosen);
        let last = self.facts.iter().rposition(&chosen);
        let (Some(first), Some(last)) = (first, last) else {
            return 0..self.text.len();
        };
        let start = self.facts[..first]
            .iter()
            .map(|fact| fact.range.end)
            .max()
            .unwrap_or(0);
        let end = self.facts[last + 1..]
            .iter()
            .map(|fact| fact.range.start)
            .min()
            .unwrap_or(self.text.len());
        let end = end.max(self.facts[last].range.end);
        start.min(self.facts[first].range.start)..end
    }

    /// Every key once.
    pub(super) fn keys(&self) -> impl Iterator<Item = u32> + '_ {
        self.keys.iter().map(|(key, _)| *key)
    }
}

/// A part of a sentence, read as a sentence of its own.
pub(super) struct Part<'s> {
    sentence: &'s Sentence,
    range: Range<usize>,
    /// Where statements of their own begin.
    statements: Vec<usize>,
    /// What is denied from where a clause starts.
    denials: HashMap<usize, Denials>,
}

impl Part<'_> {
    /// How it says a key: asserted (1), denied (2) or both (3). A text without punctuation runs several sentences into one, and a denial of
    /// the one is none of the other.
    pub(super) fn polarity(&mut self, key: u32) -> u8 {
        let (text, part) = (&self.sentence.text, self.range.clone());
        let facts =
            self.sentence.facts.iter().filter(|fact| {
                fact.key == key && part.start <= fact.range.start && fact.range.end <= part.end
            });
        facts.fold(0, |mask, fact| {
            let at = fact.range.start;
            budget::spend(1);
            let before = self.statements.partition_point(|start| *start <= at);
            let clause = before
                .checked_sub(1)
                .map_or(part.start, |last| self.statements[last]);
            let mut read = |start: usize| {
                let denials = self.denials.entry(start).or_insert_with(|| {
                    budget::spend(STEPS_OF_A_BYTE * (part.end - start) as u64);
                    Denials::of(&text[start..part.end])
                });
                match denials.reach(at - start) != fact.toggled {
                    true => 2,
                    false => 1,
                }
            };
            mask | read(part.start) | read(clause)
        })
    }
}

/// Where behind a comma another statement begins: `, a lesion cannot be excluded`, but not `no several, patchy opacities`.
static STATEMENT_OF_ITS_OWN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)[,;:]\s+(?:an?|there|this|these|it)\s").expect("statement of its own"));

/// `three millimetres` in a report that writes numbers as words is read as the dictation is.
fn spelled_values(text: &str) -> Option<String> {
    let folded = text.to_ascii_lowercase();
    let spelled = folded.contains("metre") || folded.contains("meter") || folded.contains(" point ");
    (spelled && !folded.contains("diameter") && !folded.contains("perimeter"))
        .then(|| report::spoken::write(text).text)
}

/// Of a word that stands in more sentences than this, the first ones are tried.
pub(super) const MOST_STANDING: usize = 256;

/// What it takes to look at a sentence that was read.
const STEPS_OF_A_SENTENCE: u64 = 2;

/// How many bytes are looked through for the beginning of a statement in a step.
const BYTES_OF_A_STEP: usize = 16;

/// What it takes to find what is denied in a byte.
const STEPS_OF_A_BYTE: u64 = 4;

/// Sentences, and where each key stands.
#[derive(Default)]
pub(super) struct Passage {
    pub(super) sentences: Vec<Sentence>,
    by_key: HashMap<u32, Vec<usize>>,
    of_study: Vec<usize>,
}

impl Passage {
    fn push(&mut self, mut sentence: Sentence) {
        sentence.number = self.sentences.len();
        if sentence.owner == Owner::Study {
            self.of_study.push(sentence.number);
        }
        for key in sentence.keys() {
            self.by_key.entry(key).or_default().push(self.sentences.len());
        }
        self.sentences.push(sentence);
    }

    /// The sentences in which a key stands.
    pub(super) fn with(&self, key: u32) -> &[usize] {
        self.by_key.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The same, for whoever looks at one after the other. Of a word that stands everywhere the first tell enough.
    pub(super) fn each_with(&self, key: u32) -> impl Iterator<Item = &usize> {
        let all = self.with(key).iter().take(MOST_STANDING);
        all.inspect(|_| budget::spend(STEPS_OF_A_SENTENCE))
    }

    /// What names the study.
    pub(super) fn of_study(&self) -> impl Iterator<Item = &Sentence> {
        self.of_study.iter().map(|number| &self.sentences[*number])
    }

    /// Everything that a report may draw on.
    pub(super) fn given(given: &Given<'_>, names: &mut Names) -> Self {
        let mut passage = Self::default();
        passage.dictation(given.dictation, names);
        if let Some(template) = given.template {
            passage.template(template, names);
        }
        if let Some(previous) = given.previous_report {
            let written = report::spoken::write(previous).text;
            for part in route::parts(&written) {
                for range in segment::sentences(&written, part.body.clone()) {
                    let sentence = Sentence::new(Owner::Previous, part.section, &written[range], 0..0, names);
                    passage.push(sentence);
                }
            }
        }
        if let Some(study) = given.study_name {
            passage.push(Sentence::new(Owner::Study, None, study, 0..0, names));
        }
        passage
    }

    fn dictation(&mut self, dictation: &str, names: &mut Names) {
        let written = report::spoken::write(dictation);
        for part in route::parts(&written.text) {
            let mut behind = part.body.start;
            let ranges = segment::sentences(&written.text, part.body.clone());
            for (index, range) in ranges.iter().enumerate() {
                let text = &written.text[range.clone()];
                let start = range.start + number_before(text);
                let text = &written.text[start..range.end];
                // A value spoken at the end of a line may have been taken for the number of an item.
                let numbers = fact::read(&written.text[behind.min(start)..start], names);
                behind = range.end;
                if text.trim().is_empty() || remainder::is_remainder(text) {
                    continue;
                }
                let place = written.source(start..range.end);
                let mut sentence = Sentence::new(Owner::Dictation, part.section, text, place, names);
                sentence.label = numbers.iter().map(|fact| fact.key).collect();
                sentence.runs_on = ranges.get(index + 1).is_some_and(|next| {
                    let gap = &written.text[range.end..next.start];
                    !text.ends_with(|last: char| last.is_ascii_punctuation()) && gap.chars().all(|c| c == ' ')
                });
                self.push(sentence);
            }
        }
    }

    fn template(&mut self, template: &TemplateText, names: &mut Names) {
        for (section, lines) in &template.sections {
            for line in lines {
                let label: Vec<u32> = label(line)
                    .map(|label| fact::read(label, names).iter().map(|fact| fact.key).collect())
                    .unwrap_or_default();
                for range in segment::sentences(line, 0..line.len()) {
                    let mut sentence =
                        Sentence::new(Owner::Template, Some(*section), &line[range], 0..0, names);
                    sentence.label.clone_from(&label);
                    self.push(sentence);
                }
            }
        }
    }

    /// The sentences of a report.
    pub(super) fn report(statements: &[Statement], names: &mut Names) -> Self {
        let mut passage = Self::default();
        for (index, statement) in statements.iter().enumerate() {
            let start = number_before(&statement.text);
            for range in segment::sentences(&statement.text, start..statement.text.len()) {
                let text = &statement.text[range.clone()];
                passage.push(Sentence::new(
                    Owner::Report(index),
                    Some(statement.section),
                    text,
                    range,
                    names,
                ));
            }
        }
        passage
    }
}

/// `Liver:` before a line.
fn label(line: &str) -> Option<&str> {
    let (label, _) = line.split_once(':')?;
    (label.len() < 50 && !label.contains("___")).then_some(label)
}

/// How many bytes a list number before a sentence takes: `1. `, `number two `.
fn number_before(sentence: &str) -> usize {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s*(?:(?:number|point|item)\s+\d{1,2}[.)]?(?:\s+|$)|\d{1,2}[.)]\s+)")
            .expect("list number")
    });
    NUMBER.find(sentence).map_or(0, |found| found.end())
}
