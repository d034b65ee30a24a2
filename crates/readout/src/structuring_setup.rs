//! Makes the structuring engine as configured.

use anyhow::Context;
use structuring::Engine;
use structuring::model::{ModelEngine, ModelSettings};

use crate::config::{Secret, StructuringConfig, StructuringEngine};

/// The engine. Connects to nothing yet.
pub fn engine(config: &StructuringConfig) -> anyhow::Result<Engine> {
    match config.engine {
        StructuringEngine::Rules => Ok(Engine::Rules),
        StructuringEngine::Model => model(config),
    }
}

/// The language model that is set up, whether or not it is the engine of choice.
pub fn model(config: &StructuringConfig) -> anyhow::Result<Engine> {
    let (Some(url), Some(name)) = (&config.url, &config.name) else {
        anyhow::bail!("no language model is set up: READOUT_MODEL_URL and READOUT_MODEL_NAME must be set");
    };
    let mut settings = ModelSettings::new(url.as_str(), name);
    settings.api_key = config.api_key.as_ref().map(Secret::expose).map(str::to_owned);
    settings.silence = config.silence;
    settings.total = config.timeout;
    settings.concurrent = config.concurrent.unwrap_or(settings.concurrent);
    settings.fallback = config.fallback;
    let engine = Engine::Model(ModelEngine::new(settings).context("READOUT_MODEL_URL cannot be used")?);
    if engine.text_leaves_machine() && url.scheme() == "http" {
        tracing::warn!("READOUT_MODEL_URL is not https: dictations cross the network unencrypted");
    }
    Ok(engine)
}
