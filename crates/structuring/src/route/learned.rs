//! Which section a sentence without a heading belongs to, by what its words and its place in the dictation speak for.
//!
//! A maximum entropy Markov model (McCallum 2000): the section of a sentence depends on its evidence and on the section before it. The
//! weights are in `data/sections.toml`, learned from labelled dictations: `cargo run -p structuring --example sections`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hashbrown::{HashMap, HashSet};
use report::section::SectionKind;
use report::token;

/// The sections in the order of the weights.
pub const SECTIONS: [SectionKind; 5] = [
    SectionKind::ClinicalHistory,
    SectionKind::Technique,
    SectionKind::Comparison,
    SectionKind::Findings,
    SectionKind::Impression,
];

/// The row of a first sentence in [`Weights::behind`].
pub const FIRST: usize = SECTIONS.len();

/// What a piece of evidence weighs for each section.
pub type ForEach = [f32; SECTIONS.len()];

/// What speaks for each section.
#[derive(Debug, Default)]
pub struct Weights {
    /// Of a piece of evidence.
    pub met: HashMap<String, ForEach>,
    /// Of the section before, and of none.
    pub behind: [ForEach; SECTIONS.len() + 1],
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_str!("../../data/sections.toml"))
        .unwrap_or_else(|error| panic!("sections.toml: {error}"))
});

impl Weights {
    /// Those that the product uses.
    pub fn learned() -> &'static Self {
        report::budget::suspended(|| &*WEIGHTS)
    }

    fn read(text: &str) -> Result<Self, toml::de::Error> {
        #[derive(serde::Deserialize)]
        struct File {
            behind: [ForEach; SECTIONS.len() + 1],
            met: BTreeMap<String, ForEach>,
        }
        let file: File = toml::from_str(text)?;
        Ok(Self {
            met: file.met.into_iter().collect(),
            behind: file.behind,
        })
    }

    /// What evidence weighs for each section, behind a section.
    pub fn score(&self, evidence: &[String], behind: usize) -> ForEach {
        let mut score = self.behind[behind];
        for weights in evidence.iter().filter_map(|met| self.met.get(met)) {
            for (sum, weight) in score.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
        score
    }
}

/// The evidence of each sentence of a dictation.
pub fn evidence<S: AsRef<str>>(sentences: &[S]) -> Vec<Vec<String>> {
    let mut said: HashSet<String> = HashSet::new();
    let count = sentences.len();
    let mut all = Vec::with_capacity(count);
    for (at, sentence) in sentences.iter().enumerate() {
        let keys: Vec<String> = token::words(sentence.as_ref())
            .into_iter()
            .map(|word| match word.key.bytes().any(|byte| byte.is_ascii_digit()) {
                true => "#".to_owned(),
                false => word.key,
            })
            .collect();
        let mut met: Vec<String> = keys.iter().map(|key| format!("word {key}")).collect();
        for pair in keys.windows(2) {
            met.push(format!("pair {} {}", pair[0], pair[1]));
        }
        met.extend(keys.first().map(|key| format!("first {key}")));
        met.extend(keys.last().map(|key| format!("last {key}")));
        let from_end = count - 1 - at;
        met.push(format!("start {}", at.min(6)));
        met.push(format!("end {}", from_end.min(4)));
        met.push(format!("long {}", (keys.len() / 4).min(5)));
        // An impression says again what was found.
        let told: HashSet<&String> = keys.iter().filter(|key| key.len() > 3).collect();
        let again = told.iter().filter(|key| said.contains(**key)).count();
        let again = if at == 0 {
            "none".to_owned()
        } else {
            (4 * again / told.len().max(1)).to_string()
        };
        met.push(format!("again {again}"));
        met.push(format!("again {again} end {}", from_end.min(3)));
        met.sort();
        met.dedup();
        said.extend(told.into_iter().cloned());
        all.push(met);
    }
    all
}

/// The likeliest sections of sentences, each of those that are allowed for it.
pub(crate) fn sections<S: AsRef<str>>(
    sentences: &[S],
    allowed: impl Fn(usize, SectionKind) -> bool,
) -> Vec<SectionKind> {
    let weights = Weights::learned();
    let mut best: Vec<[(f32, usize); SECTIONS.len()]> = Vec::with_capacity(sentences.len());
    for (at, evidence) in evidence(sentences).iter().enumerate() {
        let mut row = [(f32::NEG_INFINITY, 0); SECTIONS.len()];
        let before: Vec<(usize, f32)> = match best.last() {
            None => vec![(FIRST, 0.0)],
            Some(last) => last
                .iter()
                .enumerate()
                .map(|(section, (sum, _))| (section, *sum))
                .collect(),
        };
        for (behind, sum) in before.into_iter().filter(|(_, sum)| sum.is_finite()) {
            let score = weights.score(evidence, behind);
            let most = score.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let all = score.iter().map(|each| (each - most).exp()).sum::<f32>().ln() + most;
            for (section, cell) in row.iter_mut().enumerate() {
                let likely = sum + score[section] - all;
                if allowed(at, SECTIONS[section]) && likely > cell.0 {
                    *cell = (likely, behind);
                }
            }
        }
        best.push(row);
    }
    let mut found = Vec::with_capacity(sentences.len());
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
