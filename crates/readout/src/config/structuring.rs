//! `[structuring]`: what makes reports of dictations.

use std::num::NonZeroUsize;
use std::time::Duration;

use ::structuring::model::Fallback;
use url::Url;

use super::Secret;
use super::source::Source;

/// How long a model may take when nothing else is said.
const TIMEOUT: u64 = 120;
/// How long it may be silent.
const SILENCE: u64 = 60;

/// `[structuring]`: what makes reports of dictations.
#[derive(Debug)]
pub struct StructuringConfig {
    /// `engine`, `READOUT_STRUCTURING_ENGINE`: `rules` or `model`. Default: `model` when a URL is set, else `rules`.
    pub engine: StructuringEngine,
    /// `model_url`, `READOUT_MODEL_URL`: an OpenAI-compatible chat server, up to and with `/v1`. Dictations then go there.
    pub url: Option<Url>,
    /// `model_name`, `READOUT_MODEL_NAME`: the model to ask for. Users see it as the author of reports.
    pub name: Option<String>,
    /// `model_api_key`, `READOUT_MODEL_API_KEY`: the server's key; or `model_api_key_file`, `READOUT_MODEL_API_KEY_FILE`: a file that
    /// holds it and nothing else.
    pub api_key: Option<Secret>,
    /// `model_timeout`, `READOUT_MODEL_TIMEOUT`: the seconds that one report may take, repeated tries included. Default 120.
    pub timeout: Duration,
    /// `model_silence`, `READOUT_MODEL_SILENCE`: the seconds that the server may be silent in the midst of it. Default 60.
    pub silence: Duration,
    /// `model_concurrent`, `READOUT_MODEL_CONCURRENT`: how many requests the server gets at a time; others wait. Default 8.
    pub concurrent: Option<NonZeroUsize>,
    /// `model_fallback`, `READOUT_MODEL_FALLBACK`: who writes when the model gives no report: `rules`, or `none` for an error. Default
    /// `rules`.
    pub fallback: Fallback,
}

/// What makes reports of dictations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StructuringEngine {
    /// Rules, in this process.
    Rules,
    /// A language model.
    Model,
}

/// Reads the section.
pub fn read(source: &mut Source) -> StructuringConfig {
    let url = url(source);
    let name = source.text("structuring", "model_name", "READOUT_MODEL_NAME");
    let engine = match source
        .text("structuring", "engine", "READOUT_STRUCTURING_ENGINE")
        .as_deref()
    {
        None if url.is_some() => StructuringEngine::Model,
        None | Some("rules") => StructuringEngine::Rules,
        Some("model") => StructuringEngine::Model,
        Some(_) => {
            source.problem("READOUT_STRUCTURING_ENGINE must be rules or model");
            StructuringEngine::Rules
        }
    };
    if engine == StructuringEngine::Model {
        if url.is_none() {
            source.problem("READOUT_STRUCTURING_ENGINE is model, so READOUT_MODEL_URL must be set");
        }
        if name.is_none() {
            source.problem("a language model structures reports, so READOUT_MODEL_NAME must be set");
        }
    }
    StructuringConfig {
        engine,
        url,
        name,
        api_key: source.secret("structuring", "model_api_key", "READOUT_MODEL_API_KEY"),
        timeout: source.seconds("structuring", "model_timeout", "READOUT_MODEL_TIMEOUT", TIMEOUT),
        silence: source.seconds("structuring", "model_silence", "READOUT_MODEL_SILENCE", SILENCE),
        concurrent: source.parsed(
            "structuring",
            "model_concurrent",
            "READOUT_MODEL_CONCURRENT",
            "a number of requests, such as 8",
        ),
        fallback: fallback(source),
    }
}

/// The server's address. A password has no place in it: addresses are shown, keys are not.
fn url(source: &mut Source) -> Option<Url> {
    let url: Url = source.parsed(
        "structuring",
        "model_url",
        "READOUT_MODEL_URL",
        "a URL, such as http://127.0.0.1:8000/v1",
    )?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    if !is_plain {
        source.problem(
            "READOUT_MODEL_URL must be http:// or https:// with a host and a path; a key goes into READOUT_MODEL_API_KEY",
        );
        return None;
    }
    Some(url)
}

fn fallback(source: &mut Source) -> Fallback {
    match source
        .text("structuring", "model_fallback", "READOUT_MODEL_FALLBACK")
        .as_deref()
    {
        None | Some("rules") => Fallback::Rules,
        Some("none") => Fallback::Refuse,
        Some(_) => {
            source.problem("READOUT_MODEL_FALLBACK must be rules or none");
            Fallback::Rules
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;

    fn config(environment: &[(&str, &str)], file: &str) -> anyhow::Result<StructuringConfig> {
        let config = Config::read(Source::of(environment, file).expect("a file"))?;
        Ok(config.structuring)
    }

    #[test]
    fn a_url_and_a_name_are_enough_for_a_model() {
        let environment = [("READOUT_MODEL_URL", "http://127.0.0.1:8000/v1")];
        let file = "[structuring]\nmodel_name = \"scribe\"\nmodel_timeout = 30";
        let read = config(&environment, file).expect("a configuration");
        assert_eq!(read.engine, StructuringEngine::Model);
        assert_eq!(read.name.as_deref(), Some("scribe"));
        assert_eq!(read.timeout, Duration::from_secs(30));
        assert_eq!(
            (read.silence, read.fallback),
            (Duration::from_secs(60), Fallback::Rules)
        );
    }

    #[test]
    fn rules_can_be_chosen_although_a_model_is_set_up() {
        let environment = [
            ("READOUT_STRUCTURING_ENGINE", "rules"),
            ("READOUT_MODEL_URL", "http://127.0.0.1:8000/v1"),
        ];
        assert_eq!(
            config(&environment, "").expect("a configuration").engine,
            StructuringEngine::Rules
        );
    }

    #[test]
    fn every_problem_is_reported_at_once() {
        let environment = [
            ("READOUT_STRUCTURING_ENGINE", "model"),
            ("READOUT_MODEL_URL", "https://user:hush@api.example.org/v1"),
            ("READOUT_MODEL_API_KEY", "hush"),
            ("READOUT_MODEL_API_KEY_FILE", "/nowhere"),
            ("READOUT_MODEL_TIMEOUT", "0"),
            ("READOUT_MODEL_SILENCE", "soon"),
            ("READOUT_MODEL_FALLBACK", "maybe"),
        ];
        let told = config(&environment, "").expect_err("many problems").to_string();
        for problem in [
            "READOUT_MODEL_URL must be",
            "READOUT_MODEL_NAME must be set",
            "both set",
            "READOUT_MODEL_TIMEOUT",
            "READOUT_MODEL_SILENCE",
            "READOUT_MODEL_FALLBACK",
        ] {
            assert!(told.contains(problem), "{problem} is missing in: {told}");
        }
        assert!(!told.contains("hush"), "{told}");
    }

    #[test]
    fn a_key_may_stand_in_a_file_and_is_never_shown() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("key");
        std::fs::write(&file, "hush\n").expect("written");
        let environment = [
            ("READOUT_MODEL_URL", "https://api.example.org/v1"),
            ("READOUT_MODEL_NAME", "scribe"),
            ("READOUT_MODEL_API_KEY_FILE", file.to_str().expect("a path")),
        ];
        let read = config(&environment, "").expect("a configuration");
        assert_eq!(read.api_key.as_ref().map(Secret::expose), Some("hush"));
        assert!(!format!("{read:?}").contains("hush"));
        let nowhere = [("READOUT_MODEL_API_KEY_FILE", "/nowhere/at/all")];
        assert!(config(&nowhere, "").is_err());
    }
}
