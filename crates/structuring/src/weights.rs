//! What evidence weighs for each of some answers: a linear model, whose weights are a text file in `data/`, learned from labelled
//! dictations by `cargo run --workspace --example learn`.

use std::collections::BTreeMap;

use hashbrown::HashMap;

/// What pieces of evidence weigh for each of `N` answers.
#[derive(Debug, Clone, Default)]
pub struct Weights<const N: usize> {
    /// Of a piece of evidence.
    pub met: HashMap<String, [f32; N]>,
}

/// Why a file of weights cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WeightsError {
    /// Not TOML, or a key is unknown or of the wrong type.
    #[error(transparent)]
    Format(#[from] Box<toml::de::Error>),
    /// A piece of evidence has not a weight for each answer.
    #[error("{met}: {weights} weights for {answers} answers")]
    Length {
        /// The piece of evidence.
        met: String,
        /// How many weights it has.
        weights: usize,
        /// How many answers there are.
        answers: usize,
    },
}

impl<const N: usize> Weights<N> {
    /// Those of a file of `data/`.
    pub(crate) fn read(text: &str) -> Result<Self, WeightsError> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            met: BTreeMap<String, Vec<f32>>,
        }
        let file: File = toml::from_str(text).map_err(Box::new)?;
        let row = |(met, weights): (String, Vec<f32>)| match <[f32; N]>::try_from(weights) {
            Ok(weights) => Ok((met, weights)),
            Err(weights) => Err(WeightsError::Length {
                met,
                weights: weights.len(),
                answers: N,
            }),
        };
        let met = file
            .met
            .into_iter()
            .map(row)
            .collect::<Result<_, WeightsError>>()?;
        Ok(Self { met })
    }

    /// What evidence weighs for each answer.
    pub fn score<'e>(&self, evidence: impl IntoIterator<Item = &'e String>) -> [f32; N] {
        let mut score = [0.0; N];
        for weights in evidence.into_iter().filter_map(|met| self.met.get(met)) {
            add(&mut score, weights);
        }
        score
    }
}

/// Adds weights to a score.
pub(crate) fn add<const N: usize>(score: &mut [f32; N], weights: &[f32; N]) {
    for (sum, weight) in score.iter_mut().zip(weights) {
        *sum += weight;
    }
}

/// How likely each answer is by its score.
pub fn likelihoods<const N: usize>(score: [f32; N]) -> [f32; N] {
    let most = score.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers = score.map(|each| (each - most).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_another_length_is_told() {
        assert!(Weights::<2>::read("[met]\n\"word it\" = [-1.0, 1.0]").is_ok());
        let error = Weights::<2>::read("[met]\n\"word it\" = [1.0]").unwrap_err();
        assert_eq!(error.to_string(), "word it: 1 weights for 2 answers");
    }

    #[test]
    fn what_weighs_more_is_likelier() {
        let weights =
            Weights::<2>::read("[met]\n\"word it\" = [-1.0, 1.0]\n\"word a\" = [0.5, 0.0]").unwrap();
        let evidence = ["word it", "word a", "word unknown"].map(str::to_owned);
        let [stands, hangs] = likelihoods(weights.score(&evidence));
        assert!(hangs > 0.8 && (stands + hangs - 1.0).abs() < 1e-6);
    }
}
