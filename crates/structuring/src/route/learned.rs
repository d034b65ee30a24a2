//! Which section a sentence without a heading belongs to, by what its words and its place in the dictation speak for.
//!
//! A maximum entropy Markov model (McCallum 2000): the section of a sentence depends on its evidence and on the section before it. The
//! weights are in `data/sections.toml`, learned from labelled dictations: `cargo run --workspace --example learn`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use hashbrown::HashMap;
use report::reading::Reading;
use report::section::SectionKind;
use report::token;

use crate::weights::{self, Weights};

/// The sections in the order of the weights.
pub const SECTIONS: [SectionKind; 5] = [
    SectionKind::ClinicalHistory,
    SectionKind::Technique,
    SectionKind::Comparison,
    SectionKind::Findings,
    SectionKind::Impression,
];

/// A number for each section.
pub type ForEach = [f32; SECTIONS.len()];

/// What a sentence stands behind: a section, or nothing when it is the first.
pub const BEHIND: [&str; SECTIONS.len() + 1] = [
    "behind history",
    "behind technique",
    "behind comparison",
    "behind findings",
    "behind impression",
    "behind nothing",
];

static WEIGHTS: LazyLock<Weights<{ SECTIONS.len() }>> = LazyLock::new(|| {
    Weights::read(include_str!("../../data/sections.toml"))
        .unwrap_or_else(|error| panic!("sections.toml: {error}"))
});

/// A sentence, and what it says.
pub type Read<'s> = (&'s str, &'s Reading);

/// The evidence of each sentence of a dictation, but for what it stands behind.
pub fn evidence(sentences: &[Read<'_>]) -> Vec<Vec<String>> {
    let keys: Vec<Vec<String>> = sentences.iter().map(|(text, _)| keys(text)).collect();
    let count = sentences.len();
    let echoes = echoes(&keys);
    let mut all = Vec::with_capacity(count);
    for (at, ((_, reading), (keys, echo))) in sentences.iter().zip(keys.iter().zip(echoes)).enumerate() {
        let mut met = of_words(keys);
        let from_end = count - 1 - at;
        met.push(format!("start {}", at.min(6)));
        met.push(format!("end {}", from_end.min(4)));
        // In quarters; a sum of thirds is whole though it is rounded.
        let part =
            |of: Option<f32>| of.map_or("none".to_owned(), |of| ((4.0 * of + 0.001) as u32).to_string());
        let again = part(echo.again);
        met.push(format!("again {again}"));
        met.push(format!("again {again} end {}", from_end.min(3)));
        let all_again = part(echo.all_again);
        let long = match from_end {
            0 => "1",
            1 => "2",
            2..4 => "4",
            4..8 => "8",
            _ => "more",
        };
        met.push(format!("from here again {all_again}"));
        met.push(format!("from here again {all_again} of {long}"));
        met.push(format!("afar {}", part(echo.afar)));
        // "Fell from a ladder" names nothing that an image shows.
        let yes = |is: bool| if is { "some" } else { "no" };
        let says = format!(
            "{} findings, {} places, {} normals",
            yes(!reading.claims.is_empty()),
            yes(!reading.subjects.is_empty()),
            yes(!reading.normals.is_empty())
        );
        met.push(format!("start {} {says}", at.min(2)));
        met.push(says);
        met.sort();
        met.dedup();
        all.push(met);
    }
    all
}

/// How much of a sentence was said before: an impression says again what was found. Parts of one, none for the first sentence.
#[derive(Default, Clone, Copy)]
struct Echo {
    /// Of its words, in any sentence before it.
    again: Option<f32>,
    /// Of its words, in a sentence that is not one of the three before it.
    afar: Option<f32>,
    /// Of the words of it and of each sentence behind it, in front of it.
    all_again: Option<f32>,
}

fn echoes(keys: &[Vec<String>]) -> Vec<Echo> {
    // In order, so that sums are the same each time.
    let told: Vec<BTreeSet<&str>> = keys
        .iter()
        .map(|keys| {
            keys.iter()
                .map(String::as_str)
                .filter(|key| key.len() > 3)
                .collect()
        })
        .collect();
    // Where each word was said first, and the sentences that say it.
    let mut first: HashMap<&str, usize> = HashMap::new();
    let mut sayers: Vec<Vec<usize>> = vec![Vec::new(); told.len()];
    for (at, words) in told.iter().enumerate() {
        for word in words {
            let begun = *first.entry(*word).or_insert(at);
            if begun < at {
                sayers[begun].push(at);
            }
        }
    }
    let weight = |at: usize| 1.0 / told[at].len().max(1) as f32;
    let mut echoes = vec![Echo::default(); told.len()];
    // What each sentence repeats of those before the one looked at, and their sum from there on.
    let mut repeated = vec![0.0_f32; told.len()];
    let mut sum = 0.0;
    for at in 0..told.len() {
        if at > 0 {
            sum -= repeated[at - 1];
            for sayer in sayers[at - 1].iter().filter(|sayer| **sayer >= at) {
                repeated[*sayer] += weight(*sayer);
                sum += weight(*sayer);
            }
            let afar = told[at].iter().filter(|word| first[**word] + 3 < at).count();
            echoes[at] = Echo {
                again: Some(repeated[at]),
                afar: Some(afar as f32 * weight(at)),
                all_again: Some(sum / (told.len() - at) as f32),
            };
        }
    }
    echoes
}

/// The keys of the words, and one for all that has a digit.
pub(crate) fn keys(sentence: &str) -> Vec<String> {
    let key = |word: token::Word| match word.key.bytes().any(|byte| byte.is_ascii_digit()) {
        true => "#".to_owned(),
        false => word.key,
    };
    token::words(sentence).into_iter().map(key).collect()
}

/// The evidence that the words of a sentence are by themselves.
pub(crate) fn of_words(keys: &[String]) -> Vec<String> {
    let mut met: Vec<String> = keys.iter().map(|key| format!("word {key}")).collect();
    for pair in keys.windows(2) {
        met.push(format!("pair {} {}", pair[0], pair[1]));
    }
    met.extend(keys.first().map(|key| format!("first {key}")));
    met.extend(keys.last().map(|key| format!("last {key}")));
    met.push(format!("long {}", (keys.len() / 4).min(5)));
    met
}

/// How likely each sentence is of each section, behind each of [`BEHIND`].
pub(crate) struct Likely(Vec<[ForEach; BEHIND.len()]>);

impl Likely {
    pub(crate) fn of(sentences: &[Read<'_>]) -> Self {
        let weights = report::budget::suspended(|| &*WEIGHTS);
        let behind = BEHIND.map(|name| weights.met.get(name).copied().unwrap_or_default());
        let of = |evidence: Vec<String>| {
            let score = weights.score(&evidence);
            behind.map(|mut row| {
                weights::add(&mut row, &score);
                weights::likelihoods(row)
            })
        };
        Self(evidence(sentences).into_iter().map(of).collect())
    }

    /// How likely each sentence is of each section, by all that speaks for and against it.
    pub(crate) fn each(&self) -> Vec<ForEach> {
        let mut before = [0.0; BEHIND.len()];
        before[SECTIONS.len()] = 1.0;
        let mut all = Vec::with_capacity(self.0.len());
        for rows in &self.0 {
            let mut now = [0.0; BEHIND.len()];
            for (row, likely) in rows.iter().zip(before) {
                for (sum, each) in now.iter_mut().zip(row) {
                    *sum += likely * each;
                }
            }
            let mut each = ForEach::default();
            each.copy_from_slice(&now[..SECTIONS.len()]);
            all.push(each);
            before = now;
        }
        all
    }

    /// The likeliest sections of sentences, each of those that are allowed for it.
    pub(crate) fn sections(&self, allowed: impl Fn(usize, SectionKind) -> bool) -> Vec<SectionKind> {
        let mut best: Vec<[(f32, usize); SECTIONS.len()]> = Vec::with_capacity(self.0.len());
        for (at, rows) in self.0.iter().enumerate() {
            let mut row = [(f32::NEG_INFINITY, 0); SECTIONS.len()];
            let before: Vec<(usize, f32)> = match best.last() {
                None => vec![(SECTIONS.len(), 0.0)],
                Some(last) => last
                    .iter()
                    .enumerate()
                    .map(|(section, (sum, _))| (section, *sum))
                    .collect(),
            };
            for (behind, sum) in before.into_iter().filter(|(_, sum)| sum.is_finite()) {
                for (section, cell) in row.iter_mut().enumerate() {
                    let likely = sum + rows[behind][section].max(f32::MIN_POSITIVE).ln();
                    if allowed(at, SECTIONS[section]) && likely > cell.0 {
                        *cell = (likely, behind);
                    }
                }
            }
            best.push(row);
        }
        let mut found = Vec::with_capacity(self.0.len());
        let Some(last) = best.last() else { return found };
        let mut section = (0..SECTIONS.len())
            .max_by(|a, b| last[*a].0.total_cmp(&last[*b].0))
            .unwrap_or_default();
        for row in best.iter().rev() {
            found.push(SECTIONS[section]);
            section = row[section].1;
        }
        found.reverse();
        found
    }
}
