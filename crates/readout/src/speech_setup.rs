//! Makes the speech engine as configured.

use std::path::PathBuf;

use report::{blank, spoken};
use speech::{EmbeddedSettings, Engine, HttpSettings, LocalSettings, Settings};

use crate::config::{Config, SpeechEngine};

/// The engine. Returns at once: one in this process prepares itself in the background.
pub fn engine(config: &Config) -> Engine {
    let speech = &config.speech;
    let none = Settings::default();
    let settings = match (speech.engine, &speech.url, &speech.model) {
        (SpeechEngine::Http, Some(url), _) => {
            let model = speech.model.as_deref().unwrap_or("whisper-1");
            let mut http = HttpSettings::new(url.as_str().trim_end_matches('/'), model);
            http.total = speech.timeout;
            http.api_key = speech.key.as_ref().map(|key| key.expose().to_owned());
            Settings {
                http: Some(http),
                ..none
            }
        }
        (SpeechEngine::Local, _, Some(model)) => Settings {
            local: Some(local(model.into(), config)),
            ..none
        },
        (SpeechEngine::Embedded, ..) => {
            let cache = config.server.data_dir.join("speech");
            Settings {
                embedded: Some(embedded(cache, config)),
                ..none
            }
        }
        (SpeechEngine::Http | SpeechEngine::Local | SpeechEngine::Off, ..) => none,
    };
    Engine::from_settings(settings)
}

/// The embedded engine, with its language model in this folder.
pub fn embedded(cache: PathBuf, config: &Config) -> EmbeddedSettings {
    let mut embedded = EmbeddedSettings::new(cache, sentences_of_templates());
    embedded.commands = spoken::ways_to_command(&names_of_templates());
    embedded.threads = config.speech.threads;
    embedded
}

fn local(model: PathBuf, config: &Config) -> LocalSettings {
    let mut local = LocalSettings::new(model);
    local.threads = config.speech.threads;
    #[cfg(feature = "local-model")]
    {
        local.trial = Some(crate::command::models::trial_command());
    }
    local
}

/// What a template may be called when it is asked for.
fn names_of_templates() -> Vec<String> {
    let templates = templates::library().all().iter();
    let names = templates.flat_map(|template| template.keywords.iter().chain([&template.body_part]));
    let is_short = |name: &&String| name.split_whitespace().count() <= spoken::LONGEST_ARGUMENT;
    // Keywords are in lower case, and only "CT" as it is written is said letter by letter.
    names
        .filter(is_short)
        .map(|name| spoken::write(name).text)
        .collect()
}

/// What the embedded engine's language model learns beside its own data: the sentences of the built-in templates.
fn sentences_of_templates() -> Vec<String> {
    let templates = templates::library().all().iter();
    templates
        .flat_map(|template| {
            let findings = template.findings.iter().map(|line| line.text.as_str());
            findings
                .chain(template.impression.iter().map(String::as_str))
                .chain([template.technique.as_str()])
        })
        .filter(|sentence| blank::find(sentence).is_empty())
        .map(str::to_owned)
        .collect()
}
