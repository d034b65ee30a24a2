//! The one client of the network for providers: short times, bounded answers, no redirects, nothing in the clear.

use std::pin::Pin;
use std::time::Duration;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use outside::is_private_on_the_way;
use reqwest::redirect::Policy;
use thiserror::Error;
use url::Url;

use super::ProviderSetupError;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long one answer may take. A person is waiting.
pub(super) const WHOLE: Duration = Duration::from_secs(10);
/// Bytes of an answer: key sets and tokens are a few kilobytes.
const LARGEST: usize = 512 * 1024;

/// The client. A clone shares its connections.
#[derive(Debug, Clone)]
pub(super) struct Http {
    outward: reqwest::Client,
    /// What is on this machine is reached through no proxy.
    inward: reqwest::Client,
}

/// Why there is no answer. Without the library's words, which quote addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum FetchError {
    /// The address is neither `https` nor on this computer.
    #[error("the address is not secure")]
    NotSecure,
    /// More than [`LARGEST`].
    #[error("the answer is too large")]
    TooLarge,
    /// Longer than anybody waits.
    #[error("the answer took too long")]
    Timeout,
    /// No connection, or one that broke.
    #[error("no connection")]
    Unreachable,
}

impl Http {
    /// A client that waits so long for one answer, from its request to its last byte.
    pub fn new(patience: Duration) -> Result<Self, ProviderSetupError> {
        // The program has installed one already, or a test has not.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = || {
            reqwest::Client::builder()
                .user_agent("Readout")
                .connect_timeout(CONNECT)
                .timeout(patience)
                // What a provider says elsewhere is not what the provider says.
                .redirect(Policy::none())
        };
        Ok(Self {
            outward: client().build().map_err(ProviderSetupError::Client)?,
            inward: client().no_proxy().build().map_err(ProviderSetupError::Client)?,
        })
    }

    pub async fn fetch(&self, request: HttpRequest) -> Result<HttpResponse, FetchError> {
        let (parts, body) = request.into_parts();
        let url = Url::parse(&parts.uri.to_string()).map_err(|_| FetchError::NotSecure)?;
        if !is_private_on_the_way(&url) {
            return Err(FetchError::NotSecure);
        }
        let client = if outside::is_on_this_machine(&url) {
            &self.inward
        } else {
            &self.outward
        };
        let sent = client
            .request(parts.method, url)
            .headers(parts.headers)
            .body(body)
            .send();
        let mut response = sent.await.map_err(reason)?;
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(reason)? {
            if body.len() + piece.len() > LARGEST {
                return Err(FetchError::TooLarge);
            }
            body.extend_from_slice(&piece);
        }
        let mut answer = HttpResponse::new(body);
        *answer.status_mut() = response.status();
        *answer.headers_mut() = std::mem::take(response.headers_mut());
        Ok(answer)
    }
}

fn reason(error: reqwest::Error) -> FetchError {
    if error.is_timeout() {
        FetchError::Timeout
    } else {
        FetchError::Unreachable
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = FetchError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, FetchError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.fetch(request))
    }
}
