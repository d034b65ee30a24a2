//! `[speech]`: what writes down the dictation.

use std::num::NonZeroU8;
use std::time::Duration;

use server::live::places::MOST_LIVE_SOCKETS;
use url::Url;

use super::Secret;
use super::source::Source;

/// How long a server may take when nothing else is said: an hour of speech at six times its speed.
const TIMEOUT: u64 = 600;

/// `[speech]`: what writes down the dictation.
#[derive(Debug)]
pub struct SpeechConfig {
    /// `engine`, `READOUT_SPEECH_ENGINE`: `embedded`, `local`, `http` or `off`. Default: `http` when a URL is set, `local` when
    /// a model is set without one, else `embedded`.
    pub engine: SpeechEngine,
    /// `url`, `READOUT_SPEECH_URL`: an OpenAI-compatible server, up to and with `/v1`.
    pub url: Option<Url>,
    /// `key`, `READOUT_SPEECH_KEY`: its key.
    pub key: Option<Secret>,
    /// `model`, `READOUT_SPEECH_MODEL`: the model to ask a server for; without a server the path of a GGUF file.
    pub model: Option<String>,
    /// `timeout`, `READOUT_SPEECH_TIMEOUT`: the seconds that a server may take over one recording, repeated tries included. Default 600.
    pub timeout: Duration,
    /// `threads`, `READOUT_SPEECH_THREADS`: threads of an engine in this process. Default: one fewer than there are cores,
    /// at least two for the embedded one.
    pub threads: Option<NonZeroU8>,
    /// `live_sessions`, `READOUT_LIVE_SESSIONS`: how many may see their words while they speak, at once; 0 for nobody. Who pauses is not counted; who comes
    /// after that gets the text at the end. Default 20.
    pub live_sessions: usize,
    /// `live_sockets`, `READOUT_LIVE_SOCKETS`: how many live dictations may be open at once, those that are paused included. Default 400.
    pub live_sockets: usize,
}

/// Which engine writes down the dictation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeechEngine {
    /// In this process, with what Readout brings.
    Embedded,
    /// In this process, with a model from a file.
    Local,
    /// A server.
    Http,
    /// None: reports are typed.
    Off,
}

/// Reads the section.
pub fn read(source: &mut Source) -> SpeechConfig {
    let url = source.parsed(
        "speech",
        "url",
        "READOUT_SPEECH_URL",
        "a URL, such as http://127.0.0.1:8000/v1",
    );
    let model = source.text("speech", "model", "READOUT_SPEECH_MODEL");
    let engine = match source
        .text("speech", "engine", "READOUT_SPEECH_ENGINE")
        .as_deref()
    {
        None if url.is_some() => SpeechEngine::Http,
        None if model.is_some() => SpeechEngine::Local,
        Some("local") => SpeechEngine::Local,
        None | Some("embedded") => SpeechEngine::Embedded,
        Some("http") => SpeechEngine::Http,
        Some("off") => SpeechEngine::Off,
        Some(_) => {
            source.problem("READOUT_SPEECH_ENGINE must be embedded, local, http or off");
            SpeechEngine::Off
        }
    };
    if engine == SpeechEngine::Http && url.is_none() {
        source.problem("READOUT_SPEECH_ENGINE is http, so READOUT_SPEECH_URL must be set");
    }
    if engine == SpeechEngine::Local && model.is_none() {
        source.problem("READOUT_SPEECH_ENGINE is local, so READOUT_SPEECH_MODEL must be set");
    }
    SpeechConfig {
        engine,
        url,
        key: source.text("speech", "key", "READOUT_SPEECH_KEY").map(Secret),
        model,
        timeout: source.seconds("speech", "timeout", "READOUT_SPEECH_TIMEOUT", TIMEOUT),
        threads: source.parsed(
            "speech",
            "threads",
            "READOUT_SPEECH_THREADS",
            "a number of threads from 1 to 255",
        ),
        live_sessions: places(source, "live_sessions", "READOUT_LIVE_SESSIONS", 20, 0),
        live_sockets: places(source, "live_sockets", "READOUT_LIVE_SOCKETS", 400, 1),
    }
}

/// How many live dictations: at least this few, at most as many as leave room for other connections.
fn places(source: &mut Source, key: &str, variable: &str, default: u64, least: u64) -> usize {
    let most = MOST_LIVE_SOCKETS as u64;
    let expected = format!("a number from {least} to {most}");
    source.number("speech", key, variable, default, least..=most, &expected) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn chooses_the_engine_by_what_is_set() {
        let check = |environment: &[(&str, &str)], expected: SpeechEngine| {
            let source = Source::of(environment, "").expect("no file");
            let config = Config::read(source).expect("a configuration");
            assert_eq!(config.speech.engine, expected, "{environment:?}");
        };
        let (url, model) = (
            ("READOUT_SPEECH_URL", "http://x/v1"),
            ("READOUT_SPEECH_MODEL", "/m.gguf"),
        );
        check(&[], SpeechEngine::Embedded);
        check(&[model], SpeechEngine::Local);
        check(&[url, model], SpeechEngine::Http);
        check(
            &[url, model, ("READOUT_SPEECH_ENGINE", "local")],
            SpeechEngine::Local,
        );
        check(
            &[model, ("READOUT_SPEECH_ENGINE", "embedded")],
            SpeechEngine::Embedded,
        );
        let without = Source::of(&[("READOUT_SPEECH_ENGINE", "local")], "").expect("no file");
        assert!(Config::read(without).is_err());
    }

    #[test]
    fn a_server_may_take_as_long_as_is_set() {
        let timeout = |value: &str| {
            let source = Source::of(&[("READOUT_SPEECH_TIMEOUT", value)], "").expect("no file");
            Config::read(source)
                .ok()
                .map(|config| config.speech.timeout.as_secs())
        };
        assert_eq!(timeout(""), Some(600));
        assert_eq!(timeout("1800"), Some(1800));
        assert_eq!(timeout("0"), None);
        assert_eq!(timeout("3601"), None);
    }

    #[test]
    fn live_dictations_leave_room_for_other_connections() {
        let places = |values: [&str; 2]| {
            let names = ["READOUT_LIVE_SESSIONS", "READOUT_LIVE_SOCKETS"];
            let set = [(names[0], values[0]), (names[1], values[1])];
            let source = Source::of(&set, "").expect("no file");
            Config::read(source)
                .ok()
                .map(|config| (config.speech.live_sessions, config.speech.live_sockets))
        };
        assert_eq!(places(["", ""]), Some((20, 400)));
        assert_eq!(places(["0", "700"]), Some((0, 700)));
        for refused in [["701", ""], ["", "701"], ["", "0"], ["-1", ""], ["", "many"]] {
            assert_eq!(places(refused), None, "{refused:?}");
        }
    }
}
