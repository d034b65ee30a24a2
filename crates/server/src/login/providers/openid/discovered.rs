//! What an issuer says of itself, fetched when it is first needed and now and then again.
//!
//! The server starts while the issuer is down, and goes on for a while with what it knew when the issuer goes down later.

use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::core::CoreClientAuthMethod;
use openidconnect::{AuthType, ClientId, ClientSecret, DiscoveryError, IssuerUrl, RedirectUrl};
use outside::is_private_on_the_way;
use tokio::sync::Mutex;
use url::Url;

use super::types::{Metadata, OpenIdClient};
use crate::login::providers::fetch::{FetchError, Http};
use crate::login::providers::refusal::Refusal;

/// How long what an issuer said is taken without asking again.
const FRESH: Duration = Duration::from_secs(60 * 60);
/// For how long nobody tries again after a failure: who waits in line for an issuer that is down is told at once.
const PAUSE: Duration = Duration::from_secs(2);

/// What is needed of the issuer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// What was fetched lately will do.
    Usual,
    /// What was fetched before did not do.
    Newer,
}

/// An issuer and what is known of it.
pub(super) struct Issuer {
    address: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    back: RedirectUrl,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    discovered: Option<Arc<Discovered>>,
    failed: Option<(Instant, Refusal)>,
}

/// What the issuer says of itself.
pub(super) struct Discovered {
    pub client: OpenIdClient,
    /// Whether each answer says who gives it.
    pub says_who_answers: bool,
    at: Instant,
}

impl Issuer {
    pub fn new(address: IssuerUrl, client_id: String, client_secret: Option<String>, back: Url) -> Self {
        Self {
            address,
            client_id: ClientId::new(client_id),
            client_secret: client_secret.map(ClientSecret::new),
            back: RedirectUrl::from_url(back),
            known: Mutex::default(),
        }
    }

    pub fn address(&self) -> &IssuerUrl {
        &self.address
    }

    /// What is known, fetched when it must be. Of many who ask at once, one fetches.
    pub async fn discovered(&self, http: &Http, need: Need) -> Result<Arc<Discovered>, Refusal> {
        let mut known = self.known.lock().await;
        if let Some(discovered) = &known.discovered
            && need == Need::Usual
            && discovered.at.elapsed() < FRESH
        {
            return Ok(Arc::clone(discovered));
        }
        let lately = known.failed.filter(|(at, _)| at.elapsed() < PAUSE);
        let refusal = match lately {
            Some((_, refusal)) => refusal,
            None => match self.fetch(http).await {
                Ok(discovered) => {
                    let discovered = Arc::new(discovered);
                    *known = Known {
                        discovered: Some(Arc::clone(&discovered)),
                        failed: None,
                    };
                    return Ok(discovered);
                }
                Err(refusal) => {
                    known.failed = Some((Instant::now(), refusal));
                    refusal
                }
            },
        };
        match &known.discovered {
            Some(discovered) if need == Need::Usual => Ok(Arc::clone(discovered)),
            _ => Err(refusal),
        }
    }

    async fn fetch(&self, http: &Http) -> Result<Discovered, Refusal> {
        let metadata = Metadata::discover_async(self.address.clone(), http)
            .await
            .map_err(refused)?;
        if !is_private_on_the_way(metadata.authorization_endpoint().url()) {
            return Err(Refusal::Misconfigured(
                "an authorization endpoint that is not secure",
            ));
        }
        let says_who_answers = metadata
            .additional_metadata()
            .authorization_response_iss_parameter_supported
            == Some(true);
        let methods = metadata.token_endpoint_auth_methods_supported();
        // Basic is what stands for an issuer that says nothing (Discovery 1.0, section 3).
        let takes_basic = methods.is_none_or(|methods| {
            methods.is_empty() || methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        let client = OpenIdClient::from_provider_metadata(
            metadata,
            self.client_id.clone(),
            self.client_secret.clone(),
        )
        .set_redirect_uri(self.back.clone())
        .set_auth_type(match takes_basic {
            true => AuthType::BasicAuth,
            false => AuthType::RequestBody,
        });
        Ok(Discovered {
            client,
            says_who_answers,
            at: Instant::now(),
        })
    }
}

fn refused(error: DiscoveryError<FetchError>) -> Refusal {
    match error {
        DiscoveryError::Request(error) => error.into(),
        DiscoveryError::Validation(_) => Refusal::Misconfigured("the issuer calls itself something else"),
        DiscoveryError::UrlParse(_) => Refusal::Misconfigured("an address that is none"),
        DiscoveryError::Response(..) => Refusal::Unreachable("no discovery document"),
        _ => Refusal::Unreachable("an unreadable discovery document"),
    }
}
