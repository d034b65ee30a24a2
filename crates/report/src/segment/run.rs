//! A run of words without punctuation, with what the division asks about them again and again.

use crate::anatomy;
use crate::reading::vocabulary;
use crate::segment::ahead::{self, Ahead};
use crate::segment::class::{self, Class, Named};
use crate::segment::comma;
use crate::segment::evidence::Key;
use crate::segment::items::{self, Item};
use crate::segment::opens;
use crate::segment::parallel;
use crate::segment::scope::{self, Denial, Opening};
use crate::segment::settle;
use crate::segment::sizes;
use crate::segment::sure;
use crate::segment::things::Things;
use crate::token::{self, Word};

/// A run of words.
#[derive(Debug)]
pub struct Run<'t> {
    body: &'t str,
    /// Its words.
    pub words: Vec<Word>,
    /// The key of each word in the tables of weights.
    pub keys: Vec<Key>,
    /// The class of each word.
    pub classes: Vec<Class>,
    /// For each word, whether a comma stands before it.
    pub commas: Vec<bool>,
    /// Whether they stand so close that somebody punctuated with them.
    pub has_commas: bool,
    /// For each word with a comma before it, whether what follows up to the next tells something of its own.
    pub tells_own: Vec<bool>,
    /// For each word, whether a sentence may begin with it.
    pub may_open: Vec<bool>,
    /// For each word, how it stands to the names of structures and findings around it.
    pub edges: Vec<NameEdge>,
    /// For each word, how the verb ahead is reached from it.
    pub ahead: Vec<Ahead>,
    /// For each word, how it is spoken around it.
    pub style: Vec<Style>,
    /// For each word, what the phrase before it hangs on.
    pub behind: Vec<Class>,
    /// For each word, whether it ends a name, whatever its class.
    pub named: Vec<Named>,
    /// For each word, what the denial before it has reached.
    pub denials: Vec<Denial>,
    /// For each word, what a sentence that began with it would tell.
    pub openings: Vec<Opening>,
    /// For each word, whether a sentence begins with it whatever was learned: `sure`, `parallel`, and what is told of itself (`items`).
    pub surely_opens: Vec<bool>,
}

/// How the place before a word stands to the names of structures and findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum NameEdge {
    /// Neither.
    None,
    /// A name ends before it.
    Ends,
    /// A name begins behind it.
    Begins,
    /// One name ends and another begins.
    Both,
    /// Within a name.
    Inside,
}

impl NameEdge {
    /// Each, in order.
    pub const ALL: [Self; 5] = [Self::None, Self::Ends, Self::Begins, Self::Both, Self::Inside];
}

/// How a stretch of words is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Style {
    /// Hardly a verb: `liver normal no ascites`.
    Terse,
    /// Some verbs.
    Mixed,
    /// In full sentences.
    Full,
}

impl Style {
    /// Each, in order.
    pub const ALL: [Self; 3] = [Self::Terse, Self::Mixed, Self::Full];
}

/// Where commas stand as close as this, somebody punctuated with them.
const WORDS_A_COMMA: usize = 12;
/// How many words on either side tell the style.
const AROUND: usize = 30;

fn style(classes: &[Class]) -> Vec<Style> {
    let mut verbs = vec![0];
    for class in classes {
        verbs.push(verbs[verbs.len() - 1] + usize::from(class.is_finite()));
    }
    (0..classes.len())
        .map(|at| {
            let (from, to) = (at.saturating_sub(AROUND), (at + AROUND).min(classes.len()));
            match (verbs[to] - verbs[from]) * 100 / (to - from) {
                0..=2 => Style::Terse,
                3..=6 => Style::Mixed,
                _ => Style::Full,
            }
        })
        .collect()
}

/// Kinds of finding that nobody measures in millimetres.
const UNSIZED: &[&str] = &[
    "free-air",
    "air",
    "inflammation",
    "fluid",
    "edema",
    "hydronephrosis",
    "atelectasis",
    "emphysema",
    "ground-glass",
    "compression",
    "effacement",
    "enhancement",
];

impl<'t> Run<'t> {
    /// Reads a run.
    pub fn of(body: &'t str) -> Self {
        let words = token::words(body);
        let mut named = vec![Named::default(); words.len()];
        let mut edges = vec![NameEdge::None; words.len()];
        let keys: Vec<&str> = words.iter().map(|word| word.key.as_str()).collect();
        let mut mark = |range: &std::ops::Range<usize>, is_place: bool| {
            let first = words.partition_point(|word| word.range.start < range.start);
            // "Pulled to the right | heart is normal": the direction belongs to no name.
            let first = first + usize::from(settle::is_direction(&keys, first));
            let end = words.partition_point(|word| word.range.start < range.end);
            for (at, edge) in edges.iter_mut().enumerate().take(end + 1).skip(first) {
                let new = if at == first {
                    NameEdge::Begins
                } else if at == end {
                    NameEdge::Ends
                } else {
                    NameEdge::Inside
                };
                *edge = match (*edge, new) {
                    (NameEdge::Inside, _) | (_, NameEdge::Inside) => NameEdge::Inside,
                    (NameEdge::Ends, NameEdge::Begins)
                    | (NameEdge::Begins, NameEdge::Ends)
                    | (NameEdge::Both, _) => NameEdge::Both,
                    _ => new,
                };
            }
            if let Some(last) = named.get_mut(end - 1) {
                last.place |= is_place;
                last.finding |= !is_place;
            }
        };
        let mentions = anatomy::lexicon().find_in(&words);
        for mention in &mentions {
            mark(&mention.range, true);
        }
        let findings = vocabulary().find(&words);
        for (_, range) in &findings {
            mark(range, false);
        }
        for (_, range) in &findings {
            let first = words.partition_point(|word| word.range.start < range.start);
            let last = words.partition_point(|word| word.range.end < range.end);
            for named in named.iter_mut().take(last).skip(first) {
                named.begun = true;
            }
        }
        for (kinds, range) in &findings {
            let last = words.partition_point(|word| word.range.start < range.end) - 1;
            named[last].unsized_finding = kinds.iter().all(|kind| UNSIZED.contains(&kind.id.as_str()));
        }
        for pair in findings.windows(2) {
            let (first, second) = (&pair[0], &pair[1]);
            let last = words.partition_point(|word| word.range.start < first.1.end) - 1;
            named[last].goes_on = first
                .0
                .iter()
                .any(|kind| second.0.iter().any(|other| kind.id == other.id));
        }
        let mut classes: Vec<Class> = words
            .iter()
            .zip(&named)
            .map(|(word, named)| class::of(&body[word.range.clone()], &word.key, *named))
            .collect();
        // "Left main normal", "fibrocartilage complex shows": the name is whole, nothing that is so follows it.
        for at in 1..words.len() {
            if named[at].place && matches!(words[at].key.as_str(), "main" | "complex") {
                classes[at] = Class::Place;
            }
        }
        // "None show restricted diffusion".
        for at in 1..words.len() {
            if words[at - 1].key == "none" && classes[at].is_finite() {
                classes[at - 1] = Class::Pronoun;
            }
        }
        // "Midline shift": the first word of a finding's name says nothing by itself.
        for (_, range) in &findings {
            let first = words.partition_point(|word| word.range.start < range.start);
            if words[first].range.end < range.end && matches!(classes[first], Class::Intact | Class::Normal) {
                classes[first] = Class::Adjective;
            }
        }
        let said = settle::classes(&mut classes, &keys);
        let behind: Vec<Class> = (0..words.len()).map(|at| ahead::behind(&classes, at)).collect();
        let denials = scope::denials(&classes, &named);
        let openings: Vec<Opening> = (0..words.len())
            .map(|from| {
                let is_or = |at: usize| matches!(keys[from + at], "or" | "nor");
                scope::opening(&classes[from..], &named[from..], is_or)
            })
            .collect();
        let style = style(&classes);
        let ahead: Vec<Ahead> = (0..words.len()).map(|at| ahead::ahead(&classes[at..])).collect();
        let stands_before = |marks: &[char], at: usize| {
            at > 0 && body[words[at - 1].range.end..words[at].range.start].contains(marks)
        };
        let commas: Vec<bool> = (0..words.len())
            .map(|at| stands_before(&[',', ';'], at))
            .collect();
        let colons: Vec<bool> = (0..words.len()).map(|at| stands_before(&[':'], at)).collect();
        let things = Things::of(&words, &classes, &named, [&commas, &colons], &mentions, &findings);
        let parallel = parallel::read(&things);
        let items = items::read(&things, &denials, &openings);
        let sides = comma::sides(&things, &denials, &openings);
        let are_sizes_before = sizes::are_before_findings(&things);
        let surely_opens: Vec<bool> = (0..words.len())
            .map(|at| {
                let is_sure = || {
                    sure::opens(&things, &keys, &ahead, &behind, at)
                        || sizes::opens(&things, are_sizes_before, at)
                };
                // "No fracture or subluxation | mild degenerative change": a list that is denied has ended with its "or".
                let is_behind_list = denials[at] == Denial::ListEnd
                    && classes[at] == Class::Degree
                    && openings[at] != Opening::Alternatives
                    && things.finding(at).is_some();
                at > 0 && (parallel.opens[at] || items[at] == Item::Own || is_behind_list || is_sure())
            })
            .collect();
        let cut_from_denial: Vec<bool> = (0..words.len())
            .map(|at| {
                let is_subject = |at: usize| {
                    classes[at].is_nominal()
                        && matches!(ahead[at], Ahead::Verb | Ahead::VerbBehindList | Ahead::Normal)
                };
                match items[at] {
                    Item::Own => parallel.stays[at],
                    Item::Listed => true,
                    Item::Open => {
                        parallel.stays[at]
                            || scope::cuts_denied(&classes, &named, at, denials[at], openings[at], is_subject)
                    }
                }
            })
            .collect();
        let mut may_open = opens::may_open(body, &words, &classes, &edges, &said, &cut_from_denial, &sides);
        for at in 1..words.len() {
            // "No mass right adrenal | mass left adrenal": what looks like the adjective of the second is the place of the first.
            may_open[at] |= parallel.opens[at] && !parallel.stays[at];
            // No denial reaches so far.
            let gap = &body[words[at - 1].range.end..words[at].range.start];
            may_open[at] |= gap.trim().is_empty() && sure::opens_behind_denial(&things, &keys, at);
            may_open[at] |= sure::finds_at_its_level(&things, &keys, at);
            // "Displaced to the left hemithorax".
            may_open[at] &=
                surely_opens[at] || !classes[at].is_noun() || !settle::is_direction(&keys, at - 1);
        }
        Self {
            body,
            keys: words.iter().map(|word| Key::of(&word.key)).collect(),
            words,
            has_commas: commas.iter().filter(|comma| **comma).count() * WORDS_A_COMMA >= commas.len(),
            commas,
            tells_own: sides.iter().map(|sides| sides.tells_own).collect(),
            classes,
            may_open,
            edges,
            ahead,
            behind,
            style,
            named,
            denials,
            openings,
            surely_opens,
        }
    }

    /// The class of a word, counted from before the first.
    pub fn class(&self, at: Option<usize>) -> Class {
        at.and_then(|at| self.classes.get(at))
            .copied()
            .unwrap_or(Class::Edge)
    }

    /// Where the sentence before word `at` ends: a closing bracket belongs to it.
    pub fn end_before(&self, at: usize) -> usize {
        let gap = self.words[at - 1].range.end..self.words[at].range.start;
        let closing = self.body[gap].rfind([')', ']', '"', '%']);
        self.words[at - 1].range.end + closing.map_or(0, |found| found + 1)
    }
}
