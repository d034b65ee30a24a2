//! The engine behind HTTP: any server with OpenAI's `/v1/audio/transcriptions`.
//!
//! The only outbound client of this crate. It is lenient with answers (`{"text": ...}` alone is legal), strict with
//! time, retries only before an answer has begun, and never puts a body, of request or answer, into a log or error. A server on this
//! machine is asked without a proxy: what is said to stay here does. A server that refuses to give the times of its words is asked for
//! the text alone from then on.

mod answer;
mod live;
mod reach;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outside::{Peer, is_on_this_machine, wished_wait};
use reqwest::multipart::{self, Part};
use reqwest::{Client, Response, StatusCode, Url};
use tokio::time::{Instant, sleep, timeout};

use crate::engine::SpeechError;
use crate::recording::{File, Recording};
use crate::settings::HttpSettings;
use crate::transcript::{Context, Transcript};
use reach::{Look, Reach};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(2);
/// A connection over which nothing comes is looked after this often: a server that works says nothing until it is done, and one that
/// is gone says nothing either.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);
/// A server that wants a longer wait than this is as good as away: somebody is waiting for the text.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Waits before the second, third and last try, when the server does not say how long.
const RETRIES: [Duration; 3] = [
    Duration::from_millis(300),
    Duration::from_secs(1),
    Duration::from_secs(3),
];
/// Servers cut a prompt at about 200 words; more only costs.
const PROMPT_CHARACTERS: usize = 800;
/// An answer larger than this is not a transcript of an hour.
const MAX_ANSWER: usize = 8 * 1024 * 1024;

/// Why the configured server cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpSetupError {
    #[error("the address of the speech server is not a valid http or https address")]
    Address,
    #[error("the client for the speech server cannot be set up")]
    Client,
}

/// A handle, cheap to clone.
#[derive(Clone)]
pub(crate) struct HttpEngine {
    client: Client,
    endpoint: Url,
    settings: HttpSettings,
    /// The server has refused an answer with the words' times and given one without.
    gives_text_alone: Arc<AtomicBool>,
    reach: Arc<Reach>,
}

/// What a server is asked to answer with. Not every one knows how to give the times of its words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Words,
    TextAlone,
}

impl HttpEngine {
    pub(crate) fn new(settings: HttpSettings) -> Result<HttpEngine, HttpSetupError> {
        let base = settings.base_url.trim_end_matches('/');
        let endpoint =
            Url::parse(&format!("{base}/audio/transcriptions")).map_err(|_| HttpSetupError::Address)?;
        if !matches!(endpoint.scheme(), "http" | "https") || endpoint.host_str().is_none() {
            return Err(HttpSetupError::Address);
        }
        // The process may have chosen a provider already; then this one is not needed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut client = Client::builder()
            .connect_timeout(CONNECT)
            .tcp_keepalive(SIGN_OF_LIFE)
            .redirect(reqwest::redirect::Policy::none());
        if is_on_this_machine(&endpoint) {
            client = client.no_proxy();
        }
        Ok(HttpEngine {
            client: client.build().map_err(|_| HttpSetupError::Client)?,
            endpoint,
            settings,
            gives_text_alone: Arc::default(),
            reach: Arc::default(),
        })
    }

    pub(crate) fn name(&self) -> String {
        format!(
            "{} at {}",
            self.settings.model,
            self.endpoint.host_str().unwrap_or_default()
        )
    }

    /// Where recordings go.
    pub(crate) fn server(&self) -> Peer {
        Peer::at(&self.endpoint)
    }

    pub(crate) async fn transcribe(
        &self,
        recording: &Recording,
        context: &Context,
    ) -> Result<Transcript, SpeechError> {
        if recording.is_silent() {
            return Ok(Transcript::default());
        }
        let limit = self.settings.total;
        self.ask_within(limit, recording.file(), recording.seconds(), context)
            .await
    }

    /// What is said in a file of so many seconds; retries are part of the time.
    async fn ask_within(
        &self,
        limit: Duration,
        file: &File,
        seconds: f64,
        context: &Context,
    ) -> Result<Transcript, SpeechError> {
        let answered = timeout(limit, self.ask(file, seconds, context))
            .await
            .unwrap_or(Err(SpeechError::TimedOut));
        self.reach.learn(&answered, || self.look());
        answered
    }

    /// Whether the server works, as far as is known.
    pub(crate) fn works(&self) -> bool {
        self.reach.works()
    }

    fn look(&self) -> Look {
        let mut models = self.endpoint.clone();
        if let Ok(mut path) = models.path_segments_mut() {
            // From `audio/transcriptions`.
            path.pop().pop().push("models");
        }
        Look {
            client: self.client.clone(),
            models,
            api_key: self.settings.api_key.clone(),
        }
    }

    async fn ask(&self, file: &File, seconds: f64, context: &Context) -> Result<Transcript, SpeechError> {
        let began = Instant::now();
        let mut waits = RETRIES.into_iter();
        let mut form = self.known_form();
        let response = loop {
            let (problem, wished) = match self.send(file, context, form).await {
                Ok(response) if response.status().is_success() => break response,
                Ok(response) if form == Form::Words && may_be_about_the_form(response.status()) => {
                    form = Form::TextAlone;
                    continue;
                }
                Ok(response) if is_worth_a_retry(response.status()) => {
                    (SpeechError::Busy, wished_wait(response.headers()))
                }
                Ok(response) => return Err(SpeechError::Refused(response.status().as_u16())),
                Err(_) => (SpeechError::Unreachable, None),
            };
            let Some(wait) = waits.next() else {
                return Err(problem);
            };
            let wait = wait.max(wished.unwrap_or_default());
            if wait > LONGEST_WAIT {
                return Err(problem);
            }
            sleep(wait).await;
        };
        if form == Form::TextAlone {
            self.gives_text_alone.store(true, Ordering::Relaxed);
        }
        let body = read(response).await?;
        tracing::debug!(
            duration_ms = began.elapsed().as_millis(),
            "the speech server answered"
        );
        answer::read(&body, seconds).ok_or(SpeechError::UnreadableAnswer)
    }

    fn known_form(&self) -> Form {
        if self.gives_text_alone.load(Ordering::Relaxed) {
            Form::TextAlone
        } else {
            Form::Words
        }
    }

    async fn send(&self, file: &File, context: &Context, asked: Form) -> Result<Response, reqwest::Error> {
        let mut form = multipart::Form::new()
            .text("model", self.settings.model.clone())
            .text("language", context.language.code())
            .text("temperature", "0");
        form = match asked {
            Form::Words => form
                .text("response_format", "verbose_json")
                .text("timestamp_granularities[]", "word"),
            Form::TextAlone => form.text("response_format", "json"),
        };
        if let Some(prompt) = prompt(context.likely()) {
            form = form.text("prompt", prompt);
        }
        let mut request = self
            .client
            .post(self.endpoint.clone())
            .multipart(form.part("file", part(file)?));
        if let Some(key) = &self.settings.api_key {
            request = request.bearer_auth(key);
        }
        request.send().await
    }
}

/// The file as it came.
fn part(file: &File) -> Result<Part, reqwest::Error> {
    let mime = file.mime.as_deref().unwrap_or_else(|| sniffed(&file.bytes));
    let name = match mime.split(';').next().unwrap_or_default().trim() {
        "audio/ogg" | "application/ogg" => "dictation.ogg",
        "audio/mp4" | "audio/x-m4a" | "audio/m4a" | "video/mp4" => "dictation.m4a",
        "audio/wav" | "audio/x-wav" | "audio/wave" => "dictation.wav",
        "audio/mpeg" | "audio/mp3" => "dictation.mp3",
        "audio/flac" | "audio/x-flac" => "dictation.flac",
        _ => "dictation.webm",
    };
    let length = file.bytes.len() as u64;
    let part = || Part::stream_with_length(file.bytes.clone(), length).file_name(name);
    // A media type that is no media type is the browser's problem, not a reason to fail.
    part()
        .mime_str(mime)
        .or_else(|_| part().mime_str("application/octet-stream"))
}

/// The media type of a file whose sender names none.
fn sniffed(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'R', b'I', b'F', b'F', ..] => "audio/wav",
        [b'O', b'g', b'g', b'S', ..] => "audio/ogg",
        [b'f', b'L', b'a', b'C', ..] => "audio/flac",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "audio/mp4",
        [b'I', b'D', b'3', ..] | [0xff, 0xe0..=0xff, ..] => "audio/mpeg",
        _ => "audio/webm",
    }
}

fn prompt<'a>(words: impl Iterator<Item = &'a String>) -> Option<String> {
    let mut prompt = String::new();
    for word in words {
        if prompt.len() + word.len() + 2 > PROMPT_CHARACTERS {
            break;
        }
        if !prompt.is_empty() {
            prompt.push_str(", ");
        }
        prompt.push_str(word);
    }
    (!prompt.is_empty()).then_some(prompt)
}

fn is_worth_a_retry(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error()
}

/// Whether a refusal may mean that the server cannot answer in the form that was asked for.
fn may_be_about_the_form(status: StatusCode) -> bool {
    matches!(status, StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY)
}

/// Reads the answer; from its first byte on nothing is retried.
async fn read(mut response: Response) -> Result<Vec<u8>, SpeechError> {
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() <= MAX_ANSWER => body.extend_from_slice(&chunk),
            Ok(Some(_)) => return Err(SpeechError::UnreadableAnswer),
            Ok(None) => return Ok(body),
            Err(_) => return Err(SpeechError::UnreadableAnswer),
        }
    }
}
