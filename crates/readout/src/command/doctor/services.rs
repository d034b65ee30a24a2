//! What a server asks for help: engines, a mail server, sign-in providers. Nothing is sent to them but a question whether they are there.

use std::path::PathBuf;

use reqwest::StatusCode;
use serde_json::Value;
use server::login::mail::Mail;
use server::login::providers::Providers;
use tokio::time::timeout;
use url::Url;

use super::{Finding, PATIENCE, client, reason};
use crate::config::{Config, Secret, SpeechEngine, StructuringConfig, StructuringEngine};
use crate::{serve, speech_setup};

/// How long an engine of this process may take to prepare itself: the embedded one builds its language model the first time.
const PREPARATION: std::time::Duration = std::time::Duration::from_secs(120);

/// What writes down dictations.
pub(super) async fn speech(config: &Config) -> Finding {
    const CHECK: &str = "speech";
    let speech = &config.speech;
    match (speech.engine, &speech.url, &speech.model) {
        (SpeechEngine::Off, ..) => Finding::warning(
            CHECK,
            "none is set up, so that reports are typed",
            "set READOUT_SPEECH_ENGINE, if somebody shall dictate",
        ),
        (SpeechEngine::Http, Some(url), model) => {
            let asked = AiServer {
                check: CHECK,
                url,
                key: speech.key.as_ref(),
                model: model.as_deref().unwrap_or("whisper-1"),
                settings: "READOUT_SPEECH_URL and READOUT_SPEECH_KEY",
                name_setting: "READOUT_SPEECH_MODEL",
            };
            asked.look().await
        }
        (SpeechEngine::Local, _, Some(model)) => local(CHECK, model),
        _ => embedded(CHECK, config).await,
    }
}

#[cfg(feature = "local-model")]
fn local(check: &'static str, model: &str) -> Finding {
    use speech::local::{ModelFile, trial};
    let fix = "fetch it again with readout models fetch, or set READOUT_SPEECH_MODEL to another; readout models check says more";
    let path = std::path::Path::new(model);
    if let Err(error) = ModelFile::open(path) {
        return Finding::problem(check, format!("the model {model} cannot be used: {error}"), fix);
    }
    match trial::elsewhere(&crate::command::models::trial_command(), path) {
        Ok(_) => Finding::ok(check, format!("the model {model} can be used")),
        Err(failure) => Finding::problem(check, format!("the model {model} cannot be used: {failure}"), fix),
    }
}

#[cfg(not(feature = "local-model"))]
fn local(check: &'static str, _model: &str) -> Finding {
    Finding::problem(
        check,
        "this program was built without speech models from files",
        "build it with them, or set READOUT_SPEECH_ENGINE to another engine",
    )
}

/// Prepares the engine as the server would, in a folder of its own.
async fn embedded(check: &'static str, config: &Config) -> Finding {
    let fix = "install pocketsphinx-en-us and see that the data folder can be written to, or set up another engine (docs/SPEECH.md)";
    let folder = match folder_of_its_own(config) {
        Ok(folder) => folder,
        Err(error) => {
            return Finding::problem(check, format!("no folder can be made to try it in: {error}"), fix);
        }
    };
    let settings = speech::Settings {
        embedded: Some(speech_setup::embedded(folder.clone(), config)),
        ..speech::Settings::default()
    };
    let prepared = timeout(PREPARATION, speech::Engine::from_settings(settings).ready()).await;
    // The engine may still write into it when it was not ready in time; what is left then is of no use to anybody.
    let _ = std::fs::remove_dir_all(&folder);
    match prepared {
        Ok(Ok(())) => Finding::ok(check, "the embedded engine works; it is graded for evaluation"),
        Ok(Err(error)) => Finding::problem(check, error.to_string().trim_end_matches('.'), fix),
        Err(_) => Finding::problem(
            check,
            "the embedded engine does not get ready in two minutes",
            fix,
        ),
    }
}

/// A new folder among the temporary ones, because the server's may be another user's, or not there yet; else in the server's own: a
/// container may have nothing else that can be written to.
fn folder_of_its_own(config: &Config) -> std::io::Result<PathBuf> {
    // Never one that is there: somebody else may have put it among the temporary ones.
    let make = |folder: &PathBuf| serve::private_folders().create(folder);
    let name = format!("readout-doctor-{}", std::process::id());
    let temporary = std::env::temp_dir().join(&name);
    let own = config.server.data_dir.join(&name);
    make(&temporary).map(|()| temporary).or_else(|error| {
        if !config.server.data_dir.exists() {
            return Err(error);
        }
        make(&own).map(|()| own)
    })
}

/// What makes reports.
pub(super) async fn structuring(config: &StructuringConfig) -> Finding {
    const CHECK: &str = "structuring";
    match (config.engine, &config.url, &config.name) {
        (StructuringEngine::Model, Some(url), Some(name)) => {
            let asked = AiServer {
                check: CHECK,
                url,
                key: config.api_key.as_ref(),
                model: name,
                settings: "READOUT_MODEL_URL and READOUT_MODEL_API_KEY",
                name_setting: "READOUT_MODEL_NAME",
            };
            asked.look().await
        }
        _ => Finding::ok(CHECK, "the rules engine works, in this process"),
    }
}

/// A server with OpenAI's interface.
struct AiServer<'a> {
    check: &'static str,
    url: &'a Url,
    key: Option<&'a Secret>,
    model: &'a str,
    settings: &'static str,
    name_setting: &'static str,
}

impl AiServer<'_> {
    /// Asks which models it has, which costs nothing.
    async fn look(&self) -> Finding {
        let Self {
            check,
            url,
            model,
            settings,
            name_setting,
            ..
        } = self;
        let shown = url.host_str().unwrap_or_default();
        let fix = format!("start it, and see that {settings} are right");
        let answer = match self.ask().await {
            Ok(answer) => answer,
            Err(why) => {
                return Finding::problem(check, format!("the server at {shown} cannot be used: {why}"), fix);
            }
        };
        let status = answer.status();
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Finding::problem(
                check,
                format!("the server at {shown} does not accept the key"),
                fix,
            );
        }
        if status.is_server_error() {
            let why = format!("the server at {shown} answers with status {}", status.as_u16());
            return Finding::problem(check, why, fix);
        }
        if !outside::is_private_on_the_way(url) {
            return Finding::warning(
                check,
                format!("what is sent to {shown} crosses the network unencrypted"),
                format!("reach it by https:// ({settings})"),
            );
        }
        let listed = answer.json::<Value>().await.ok();
        let listed = listed.as_ref().and_then(|listed| listed["data"].as_array());
        match listed {
            Some(models) if models.iter().any(|known| known["id"] == *model) => {
                Finding::ok(check, format!("the server at {shown} answers and has {model}"))
            }
            Some(_) => Finding::warning(
                check,
                format!("the server at {shown} does not list {model}"),
                format!("see that {name_setting} is a model that it has"),
            ),
            // Not every server lists its models.
            None => Finding::ok(
                check,
                format!("the server at {shown} answers; it does not say which models it has"),
            ),
        }
    }

    async fn ask(&self) -> Result<reqwest::Response, String> {
        let client = client(self.url).map_err(|error| format!("{error:#}"))?;
        let models = format!("{}/models", self.url.as_str().trim_end_matches('/'));
        let mut request = client.get(models);
        if let Some(key) = self.key {
            request = request.bearer_auth(key.expose());
        }
        request.send().await.map_err(|error| reason(&error).to_owned())
    }
}

/// How sign-in links go out.
pub(super) async fn mail(config: &Config) -> Vec<Finding> {
    const CHECK: &str = "mail";
    let fix = "see that READOUT_SMTP_URL has the server's name, port, user and password, and that this computer may reach it";
    let outbox = config.server.data_dir.join("outbox");
    let mail = match serve::mail(&config.mail, serve::is_for_this_computer(config), &outbox) {
        Ok(mail) => mail,
        Err(error) => return vec![Finding::problem(CHECK, format!("{error:#}"), fix)],
    };
    match mail {
        Mail::Outbox { .. } => vec![Finding::ok(
            CHECK,
            "sign-in links are shown on the page, because only this computer reaches the server",
        )],
        Mail::NotConfigured if config.sign_in.settings().are_none() => vec![Finding::problem(
            CHECK,
            "nobody can sign in: no mail is sent, and no sign-in provider is set up",
            "set READOUT_SMTP_URL and READOUT_MAIL_FROM, or a provider (docs/SIGN-IN.md)",
        )],
        Mail::NotConfigured => vec![Finding::ok(
            CHECK,
            "none is sent; people sign in through a provider",
        )],
        smtp @ Mail::Smtp { .. } => match timeout(2 * PATIENCE, smtp.look()).await {
            Ok(Ok(())) => vec![mail_server(CHECK, config.mail.smtp_url.as_ref())],
            Ok(Err(error)) => vec![Finding::problem(CHECK, error.to_string(), fix)],
            Err(_) => vec![Finding::problem(
                CHECK,
                "the mail server does not answer in time",
                fix,
            )],
        },
    }
}

/// What to say of a mail server that answers.
fn mail_server(check: &'static str, url: Option<&Secret>) -> Finding {
    match url.and_then(|url| readable_on_the_way(url.expose())) {
        Some(host) => Finding::warning(
            check,
            format!("sign-in links cross the network to {host} unencrypted"),
            "let READOUT_SMTP_URL end in ?tls=required, or begin with smtps://",
        ),
        None => Finding::ok(check, "the mail server answers and lets the server in"),
    }
}

/// The host of a mail server on another machine to which nothing makes the connection be encrypted.
fn readable_on_the_way(smtp: &str) -> Option<String> {
    let url = Url::parse(smtp).ok()?;
    let tls = url.query_pairs().find(|(name, _)| name == "tls");
    let is_encrypted = url.scheme() == "smtps" || tls.is_some_and(|(_, value)| value == "required");
    let peer = outside::Peer::named(url.host_str()?, is_encrypted);
    peer.is_readable_on_the_way.then_some(peer.host)
}

/// Whether sign-in providers can be read.
pub(super) async fn providers(config: &Config) -> Vec<Finding> {
    const CHECK: &str = "sign-in providers";
    let base = config
        .site
        .public_url
        .as_ref()
        .map_or("http://localhost", Url::as_str);
    let providers = match Providers::new(config.sign_in.settings(), base.trim_end_matches('/')) {
        Ok(providers) => providers,
        Err(error) => return vec![Finding::problem(CHECK, error.to_string(), "see docs/SIGN-IN.md")],
    };
    let looked = providers.look().await.into_iter();
    let found = looked.map(|(label, why_not)| match why_not {
        None => Finding::ok(CHECK, format!("{label} answers")),
        Some(why) => Finding::problem(
            CHECK,
            format!("nobody can sign in through {label}: {why}"),
            "see that its address is right to the letter and that this computer may reach it (docs/SIGN-IN.md)",
        ),
    });
    let found: Vec<_> = found.collect();
    match found.is_empty() {
        true => vec![Finding::ok(CHECK, "none is set up")],
        false => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_can_be_read_on_the_way_to_another_machine_without_tls() {
        let check = |url: &str, host: Option<&str>| {
            assert_eq!(readable_on_the_way(url).as_deref(), host, "{url}");
        };
        check("smtp://mail.example", Some("mail.example"));
        check("smtp://u:p@mail.example:587", Some("mail.example"));
        // Whoever is on the way says that there is no TLS.
        check("smtp://mail.example?tls=opportunistic", Some("mail.example"));
        check("smtp://10.0.0.7:25", Some("10.0.0.7"));
        check("smtp://[2001:db8::1]", Some("[2001:db8::1]"));
        check("smtp://mail.example:587?tls=required", None);
        check("smtps://u:p@mail.example", None);
        check("smtp://localhost", None);
        check("smtp://127.0.0.1:2525", None);
        check("smtp://[::1]:2525", None);
    }
}
