//! GitHub: OAuth 2 with PKCE, and two questions for who it is. There is no id token; what is believed comes over TLS from GitHub itself.

use std::fmt;

use accounts::EmailAddress;
use accounts::user::{Identity, SignIn};
use oauth2::basic::{BasicClient, BasicErrorResponseType, BasicRequestTokenError};
use oauth2::http::{Request, StatusCode, header};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    HttpResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse, TokenUrl,
};
use outside::is_private_on_the_way;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::{Host, Url};

use super::fetch::{FetchError, Http};
use super::names;
use super::refusal::Refusal;
use super::{Arrival, Departure, ProviderSetupError};

/// How GitHub is reached and what it knows this installation by.
#[derive(Clone)]
pub struct GitHubSettings {
    /// `https://github.com`, or a GitHub Enterprise server.
    pub url: Url,
    /// The OAuth app's client ID.
    pub client_id: String,
    /// Its client secret.
    pub client_secret: String,
}

impl fmt::Debug for GitHubSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("GitHubSettings")
            .field("url", &self.url.as_str())
            .finish_non_exhaustive()
    }
}

type Client = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// GitHub.
pub(in crate::login) struct GitHub {
    client: Client,
    /// Where questions go, with a slash at its end.
    api: Url,
    /// The server that accounts are of; none is github.com.
    enterprise: Option<String>,
    http: Http,
}

impl fmt::Debug for GitHub {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("GitHub(..)")
    }
}

/// The account. Everything else that GitHub tells is left unread.
#[derive(Deserialize)]
struct Account {
    id: u64,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Email {
    email: String,
    primary: bool,
    verified: bool,
}

/// GitHub answers a refused code with 200.
#[derive(Deserialize)]
struct TokenError {
    error: String,
}

impl GitHub {
    pub(super) fn new(settings: GitHubSettings, back: Url, http: Http) -> Result<Self, ProviderSetupError> {
        if !is_private_on_the_way(&settings.url) {
            return Err(ProviderSetupError::NotSecure);
        }
        let mut base = settings.url;
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        let is_github = base.host() == Some(Host::Domain("github.com"));
        let client = BasicClient::new(ClientId::new(settings.client_id))
            .set_client_secret(ClientSecret::new(settings.client_secret))
            .set_auth_type(AuthType::RequestBody)
            .set_auth_uri(AuthUrl::from_url(base.join("login/oauth/authorize")?))
            .set_token_uri(TokenUrl::from_url(base.join("login/oauth/access_token")?))
            .set_redirect_uri(RedirectUrl::from_url(back));
        Ok(Self {
            client,
            api: match is_github {
                true => Url::parse("https://api.github.com/")?,
                false => base.join("api/v3/")?,
            },
            enterprise: (!is_github).then(|| base.to_string()),
            http,
        })
    }

    /// Whether its interface answers, whatever it says to somebody without a token.
    pub(super) async fn look(&self) -> Result<(), Refusal> {
        let request = Request::get(self.api.as_str())
            .body(Vec::new())
            .map_err(|_| Refusal::Misconfigured("an address that cannot be asked"))?;
        self.http.fetch(request).await?;
        Ok(())
    }

    pub(super) fn depart(&self) -> Departure {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state) = self
            .client
            .authorize_url(CsrfToken::new_random)
            .add_scope(Scope::new("user:email".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        Departure {
            url,
            state: state.into_secret(),
            nonce: String::new(),
            verifier: verifier.into_secret(),
        }
    }

    pub(super) async fn arrive(&self, arrival: Arrival<'_>) -> Result<SignIn, Refusal> {
        let answer = self
            .client
            .exchange_code(AuthorizationCode::new(arrival.code.to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(arrival.verifier.to_owned()))
            .request_async(&self.http)
            .await
            .map_err(refused_token)?;
        let access = answer.access_token().secret();
        let account: Account = self.ask("user", access).await?;
        let emails: Vec<Email> = self.ask("user/emails?per_page=100", access).await?;
        let primary = emails
            .into_iter()
            .find(|email| email.primary)
            .ok_or(Refusal::EmailMissing)?;
        if !primary.verified {
            return Err(Refusal::EmailUnverified);
        }
        // An account number says nothing without the server that it is of.
        let subject = match &self.enterprise {
            Some(server) => format!("{server} {}", account.id),
            None => account.id.to_string(),
        };
        Ok(SignIn {
            email: EmailAddress::parse(&primary.email).map_err(|_| Refusal::EmailUnusable)?,
            identity: Identity::new("github", subject),
            names: names::from_parts(None, None, account.name.as_deref()),
        })
    }

    async fn ask<T: DeserializeOwned>(&self, path: &str, access: &str) -> Result<T, Refusal> {
        let url = self
            .api
            .join(path)
            .map_err(|_| Refusal::Misconfigured("an address that is none"))?;
        let request = Request::get(url.as_str())
            .header(header::ACCEPT, "application/vnd.github+json")
            .header("x-github-api-version", "2022-11-28")
            .header(header::AUTHORIZATION, format!("Bearer {access}"))
            .body(Vec::new())
            .map_err(|_| Refusal::Untrusted("an access token that no header can hold"))?;
        let answer = self.http.fetch(request).await?;
        match answer.status() {
            StatusCode::OK => {}
            _ if has_had_enough(&answer) => return Err(Refusal::Unreachable("rate limit")),
            StatusCode::FORBIDDEN | StatusCode::NOT_FOUND => return Err(Refusal::EmailMissing),
            _ => return Err(Refusal::Failed("no answer about the account")),
        }
        serde_json::from_slice(answer.body())
            .map_err(|_| Refusal::Untrusted("an unreadable answer about the account"))
    }
}

/// Whether GitHub answers no more questions for a while, which it says with the status of a refusal.
fn has_had_enough(answer: &HttpResponse) -> bool {
    let headers = answer.headers();
    answer.status() == StatusCode::TOO_MANY_REQUESTS
        || answer.status() == StatusCode::FORBIDDEN
            && (headers
                .get("x-ratelimit-remaining")
                .is_some_and(|left| left == "0")
                || headers.contains_key(header::RETRY_AFTER))
}

fn refused_token(error: BasicRequestTokenError<FetchError>) -> Refusal {
    match error {
        BasicRequestTokenError::ServerResponse(answer) => refused_for(answer.error()),
        BasicRequestTokenError::Request(error) => error.into(),
        BasicRequestTokenError::Parse(_, body) => match serde_json::from_slice::<TokenError>(&body) {
            Ok(answer) => refused_for(&BasicErrorResponseType::Extension(answer.error)),
            Err(_) => Refusal::Untrusted("an unreadable token answer"),
        },
        BasicRequestTokenError::Other(_) => Refusal::Untrusted("an odd token answer"),
    }
}

fn refused_for(error: &BasicErrorResponseType) -> Refusal {
    match error.as_ref() {
        "bad_verification_code" | "invalid_grant" => Refusal::CodeRefused,
        "unverified_user_email" => Refusal::EmailUnverified,
        "incorrect_client_credentials" | "invalid_client" => {
            Refusal::Misconfigured("wrong client credentials")
        }
        "redirect_uri_mismatch" => Refusal::Misconfigured("another callback URL is registered"),
        _ => Refusal::Failed("another error"),
    }
}
