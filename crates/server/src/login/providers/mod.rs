//! Whoever else can vouch for a user: OpenID Connect issuers (Google, a hospital's own) and GitHub.
//!
//! A provider does two things. It says where a browser goes to sign in (`Provider::depart`), and turns what comes back into a
//! [`SignIn`] with a verified address, or into a `Refusal` (`Provider::arrive`). What ties the two together in one browser is
//! `attempt`'s business, and whether the person may come in is `admit`'s.

mod fetch;
mod github;
mod names;
mod openid;
mod refusal;

use std::time::Duration;

use accounts::user::SignIn;

use thiserror::Error;
use time::OffsetDateTime;
use url::Url;

use self::github::GitHub;
pub use self::github::GitHubSettings;
pub use self::openid::OpenIdSettings;
use self::openid::{OpenId, Vouches};
pub(super) use self::refusal::Refusal;

/// Google's issuer.
pub const GOOGLE_ISSUER: &str = "https://accounts.google.com";
/// GitHub's own address; others are GitHub Enterprise servers.
pub const GITHUB: &str = "https://github.com";

/// Whom this installation trusts with sign-in.
#[derive(Debug, Clone, Default)]
pub struct ProviderSettings {
    /// The hospital's own issuer, or any other.
    pub oidc: Option<OpenIdSettings>,
    /// Google, which is an issuer too.
    pub google: Option<OpenIdSettings>,
    /// GitHub.
    pub github: Option<GitHubSettings>,
}

/// Why providers cannot be set up as configured.
#[derive(Debug, Error)]
pub enum ProviderSetupError {
    /// No client of the network could be made.
    #[error("no connection to sign-in providers can be made")]
    Client(#[source] reqwest::Error),
    /// An address that is none.
    #[error("the address of a sign-in provider cannot be used")]
    Address(#[from] url::ParseError),
    /// An address that what is sent to it could be read on the way to.
    #[error("the address of a sign-in provider must begin with https://, unless it is on this computer")]
    NotSecure,
}

impl ProviderSettings {
    /// Whether nobody is trusted.
    pub fn are_none(&self) -> bool {
        self.oidc.is_none() && self.google.is_none() && self.github.is_none()
    }
}

/// The providers of this installation.
#[derive(Debug, Default)]
pub struct Providers {
    all: Vec<Provider>,
}

impl Providers {
    /// Those that are set up, in the order in which the page offers them. Nothing is connected yet: the server starts while a
    /// provider is down. `base` is where browsers reach Readout, without a slash at its end.
    pub fn new(settings: ProviderSettings, base: &str) -> Result<Self, ProviderSetupError> {
        Self::with_patience(settings, base, fetch::WHOLE)
    }

    /// The same with another time for each answer of a provider. Tests do not wait as long as people do.
    pub fn with_patience(
        settings: ProviderSettings,
        base: &str,
        patience: Duration,
    ) -> Result<Self, ProviderSetupError> {
        let http = fetch::Http::new(patience)?;
        let back = |name: &str| Url::parse(&format!("{base}/api/login/{name}/callback"));
        let mut all = Vec::new();
        if let Some(settings) = settings.oidc {
            let openid = OpenId::new(
                "oidc",
                settings,
                Vouches::ForWhatItVerified,
                back("oidc")?,
                http.clone(),
            )?;
            all.push(Provider::OpenId(Box::new(openid)));
        }
        if let Some(settings) = settings.google {
            let openid = OpenId::new(
                "google",
                settings,
                Vouches::AsGoogleDoes,
                back("google")?,
                http.clone(),
            )?;
            all.push(Provider::OpenId(Box::new(openid)));
        }
        if let Some(settings) = settings.github {
            let github = GitHub::new(settings, back("github")?, http)?;
            all.push(Provider::GitHub(Box::new(github)));
        }
        Ok(Self { all })
    }

    /// Asks each whether it is there: its name for a person, and why nobody can sign in through it, if that is so.
    pub async fn look(&self) -> Vec<(String, Option<&'static str>)> {
        let mut looked = Vec::new();
        for provider in &self.all {
            let found = match provider {
                Provider::OpenId(openid) => openid.look().await,
                Provider::GitHub(github) => github.look().await,
            };
            let why_not = found.err().map(|refusal| match refusal.code() {
                (code, "") => code,
                (_, reason) => reason,
            });
            looked.push((provider.label().to_owned(), why_not));
        }
        looked
    }

    /// Whether nobody is set up.
    pub fn are_none(&self) -> bool {
        self.all.is_empty()
    }

    /// What people call each.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(Provider::label)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Provider> {
        self.all.iter().find(|provider| provider.name() == name)
    }

    /// The provider, when there is one alone.
    pub(super) fn only_one(&self) -> Option<&Provider> {
        match self.all.as_slice() {
            [provider] => Some(provider),
            _ => None,
        }
    }
}

/// One of them.
#[derive(Debug)]
pub(super) enum Provider {
    OpenId(Box<OpenId>),
    GitHub(Box<GitHub>),
}

/// Where a browser goes to sign in, and what must be remembered until it is back.
pub(super) struct Departure {
    pub url: Url,
    pub state: String,
    /// What an id token must repeat; empty where there is none.
    pub nonce: String,
    /// What proves that who redeems the code is who sent the browser away (PKCE).
    pub verifier: String,
}

/// What came back, and what was remembered.
pub(super) struct Arrival<'a> {
    pub code: &'a str,
    pub nonce: &'a str,
    pub verifier: &'a str,
}

impl Provider {
    /// The short name: in addresses, and in the store.
    pub fn name(&self) -> &'static str {
        match self {
            Self::OpenId(openid) => openid.name,
            Self::GitHub(_) => "github",
        }
    }

    /// What people call it.
    pub fn label(&self) -> &str {
        match self {
            Self::OpenId(openid) => &openid.label,
            Self::GitHub(_) => "GitHub",
        }
    }

    /// Begins a sign-in.
    pub async fn depart(&self) -> Result<Departure, Refusal> {
        match self {
            Self::OpenId(openid) => openid.depart().await,
            Self::GitHub(github) => Ok(github.depart()),
        }
    }

    /// Whether `issuer` is who should answer. Asked before anything else is believed, an error too.
    pub async fn check_issuer(&self, issuer: Option<&str>) -> Result<(), Refusal> {
        match self {
            Self::OpenId(openid) => openid.check_issuer(issuer).await,
            Self::GitHub(_) => Ok(()),
        }
    }

    /// Ends a sign-in with who it is.
    pub async fn arrive(&self, arrival: Arrival<'_>, now: OffsetDateTime) -> Result<SignIn, Refusal> {
        match self {
            Self::OpenId(openid) => openid.arrive(arrival, now).await,
            Self::GitHub(github) => github.arrive(arrival).await,
        }
    }
}
