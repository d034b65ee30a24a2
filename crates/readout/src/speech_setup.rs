//! Makes the speech engine as configured.

use report::blank;
use speech::{EmbeddedSettings, Engine, HttpSettings, Settings};

use crate::config::{Config, SpeechEngine};

/// The engine. Returns at once: the embedded one prepares itself in the background.
pub fn engine(config: &Config) -> Engine {
    let speech = &config.speech;
    let settings = match (speech.engine, &speech.url) {
        (SpeechEngine::Http, Some(url)) => {
            let model = speech.model.as_deref().unwrap_or("whisper-1");
            let mut http = HttpSettings::new(url.as_str().trim_end_matches('/'), model);
            http.api_key = speech.key.as_ref().map(|key| key.expose().to_owned());
            Settings {
                http: Some(http),
                embedded: None,
            }
        }
        (SpeechEngine::Embedded, _) => {
            let cache = config.server.data_dir.join("speech");
            Settings {
                http: None,
                embedded: Some(EmbeddedSettings::new(cache, sentences_of_templates())),
            }
        }
        (SpeechEngine::Http | SpeechEngine::Off, _) => Settings::default(),
    };
    Engine::from_settings(settings)
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
