//! The one outbound client of this crate: chat completions, streamed.
//!
//! Lenient with what comes, strict with time: a limit for connecting, for silence, and for the whole. A request is repeated only while
//! nothing of an answer has come, and never a body, of request or answer, is put into an error. Dropping the future that asks ends
//! the request.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use outside::{Peer, is_on_this_machine, wished_wait};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, Response, StatusCode, Url};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::chunk::{self, Piece};
use super::events::Events;
use super::prompt::ChatRequest;
use super::schema::{Learned, Task};
use super::sections::{Section, Sections};
use super::settings::{self, ModelSettings, ModelSetupError};
use crate::error::ModelError;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(2);
/// Waits before the second, third and last try, when the server does not say how long.
const RETRIES: [Duration; 3] = [
    Duration::from_millis(300),
    Duration::from_secs(1),
    Duration::from_secs(3),
];
/// A server that wants a longer wait than this is as good as away: somebody is waiting for the report.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// How much of a refusal is read to learn what the server did not understand.
const COMPLAINT: usize = 16 * 1024;
/// A stream wraps every few words in some hundred bytes.
const LARGEST_STREAM: usize = 64 * 1024 * 1024;

/// A handle, cheap to clone.
#[derive(Clone)]
pub(super) struct ChatClient {
    client: Client,
    endpoint: Url,
    settings: Arc<ModelSettings>,
    learned: Arc<Learned>,
    /// How many requests may still run beside those that do.
    places: Arc<Semaphore>,
}

impl fmt::Debug for ChatClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ChatClient")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl ChatClient {
    pub(super) fn new(settings: ModelSettings) -> Result<Self, ModelSetupError> {
        if settings.model.trim().is_empty() {
            return Err(ModelSetupError::Name);
        }
        let endpoint = settings::endpoint(&settings.base_url)?;
        // The process may have chosen a provider already; then this one is not needed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut client = Client::builder()
            .connect_timeout(CONNECT)
            .read_timeout(settings.silence)
            .redirect(reqwest::redirect::Policy::none());
        if is_on_this_machine(&endpoint) {
            // What is said to stay on this machine goes through no proxy.
            client = client.no_proxy();
        }
        Ok(Self {
            client: client.build().map_err(|_| ModelSetupError::Client)?,
            endpoint,
            places: Arc::new(Semaphore::new(settings.concurrent.get())),
            settings: Arc::new(settings),
            learned: Arc::default(),
        })
    }

    pub(super) fn settings(&self) -> &ModelSettings {
        &self.settings
    }

    pub(super) fn server(&self) -> Peer {
        Peer::at(&self.endpoint)
    }

    /// Asks for `task` on `material`; `progress` is told of each section when it is complete.
    pub(super) async fn ask(
        &self,
        task: &Task,
        material: &str,
        progress: impl FnMut(&Section),
    ) -> Result<Vec<Section>, ModelError> {
        let answer = async {
            // Waiting for a place counts as waiting for the answer; the semaphore is never closed.
            let _place = self.places.acquire().await.map_err(|_| ModelError::Busy)?;
            let response = self.request(task, material).await?;
            read(response, progress).await
        };
        timeout(self.settings.total, answer)
            .await
            .map_err(|_| ModelError::TimedOut)?
    }

    /// Sends the request until an answer begins.
    async fn request(&self, task: &Task, material: &str) -> Result<Response, ModelError> {
        let mut manner = self.learned.manner();
        let mut waits = RETRIES.into_iter();
        loop {
            let request = ChatRequest::new(&self.settings.model, task, material, manner);
            let (problem, wished) = match self.send(&request).await {
                Ok(response) if response.status().is_success() => {
                    self.learned.remember(manner);
                    return Ok(response);
                }
                Ok(response) if may_be_the_manner(response.status()) => {
                    let status = response.status().as_u16();
                    let complaint = complaint(response).await;
                    manner = manner.simpler(&complaint).ok_or(ModelError::Rejected(status))?;
                    continue;
                }
                Ok(response) if is_worth_a_retry(response.status()) => {
                    (ModelError::Busy, wished_wait(response.headers()))
                }
                Ok(response) => return Err(ModelError::Rejected(response.status().as_u16())),
                Err(problem) if problem.is_timeout() && !problem.is_connect() => {
                    return Err(ModelError::TimedOut);
                }
                Err(_) => (ModelError::Unreachable, None),
            };
            let wait = waits.next().ok_or(problem)?.max(wished.unwrap_or_default());
            if wait > LONGEST_WAIT {
                return Err(problem);
            }
            sleep(wait).await;
        }
    }

    async fn send(&self, request: &ChatRequest<'_>) -> Result<Response, reqwest::Error> {
        let mut sent = self
            .client
            .post(self.endpoint.clone())
            .header(ACCEPT, "text/event-stream, application/json")
            .json(request);
        if let Some(key) = &self.settings.api_key {
            sent = sent.bearer_auth(key);
        }
        sent.send().await
    }
}

fn is_worth_a_retry(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error()
}

/// Whether a server that does not know a format answers like this.
fn may_be_the_manner(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::NOT_IMPLEMENTED
    )
}

/// The beginning of what a server says about a request that it refuses.
async fn complaint(mut response: Response) -> String {
    let mut body = Vec::new();
    while let Ok(Some(piece)) = response.chunk().await {
        body.extend_from_slice(&piece);
        if body.len() > COMPLAINT {
            break;
        }
    }
    String::from_utf8_lossy(&body).into_owned()
}

/// Reads an answer; from here on nothing is repeated.
async fn read(
    mut response: Response,
    mut progress: impl FnMut(&Section),
) -> Result<Vec<Section>, ModelError> {
    let kind = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase();
    if kind.starts_with("text/html") {
        return Err(ModelError::Unreadable);
    }
    let is_whole = kind.starts_with("application/json");
    let mut answer = Answer::default();
    let mut events = Events::default();
    let mut body = Vec::new();
    let mut size = 0;
    loop {
        let piece = match response.chunk().await {
            Ok(Some(piece)) => piece,
            Ok(None) => break,
            // The last word has been said; that the connection ends badly changes nothing.
            Err(_) if answer.is_over => break,
            Err(problem) if problem.is_timeout() => return Err(ModelError::TimedOut),
            Err(_) => return Err(ModelError::BrokenOff),
        };
        size += piece.len();
        if size > LARGEST_STREAM {
            return Err(ModelError::Unreadable);
        }
        if is_whole {
            body.extend_from_slice(&piece);
            continue;
        }
        for data in events.read(&piece)? {
            answer.take(&data, &mut progress)?;
        }
        if answer.is_over {
            break;
        }
    }
    if is_whole {
        let body = String::from_utf8(body).map_err(|_| ModelError::Unreadable)?;
        answer.take(&body, &mut progress)?;
        // A whole answer that could be read has come to its end.
        answer.is_over = true;
    } else if let Some(data) = events.finish()? {
        answer.take(&data, &mut progress)?;
    }
    answer.finish()
}

/// An answer as far as it has come.
#[derive(Default)]
struct Answer {
    sections: Sections,
    /// Whether the model or its server said that this was all.
    is_over: bool,
}

impl Answer {
    fn take(&mut self, data: &str, progress: &mut impl FnMut(&Section)) -> Result<(), ModelError> {
        if data.trim() == "[DONE]" {
            self.is_over = true;
            return Ok(());
        }
        if data.trim().is_empty() {
            return Ok(());
        }
        let Piece { content, is_last } = chunk::read(data)?;
        for section in self.sections.push(&content)? {
            progress(&section);
        }
        self.is_over |= is_last;
        Ok(())
    }

    fn finish(self) -> Result<Vec<Section>, ModelError> {
        if !self.is_over {
            return Err(ModelError::BrokenOff);
        }
        self.sections.finish()
    }
}
