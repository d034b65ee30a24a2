//! OpenID Connect: an issuer that is found by its address (Discovery 1.0), asked by code with PKCE, and believed by its signature.

mod believed;
mod discovered;
mod types;

use std::fmt;

use accounts::user::SignIn;
use openidconnect::core::{CoreAuthenticationFlow, CoreErrorResponseType, CoreGenderClaim};
use openidconnect::http::HeaderValue;
use openidconnect::{
    AccessToken, AuthorizationCode, CsrfToken, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, RequestTokenError, Scope, StandardErrorResponse, SubjectIdentifier, TokenResponse,
    UserInfoError,
};
use outside::is_private_on_the_way;
use time::OffsetDateTime;
use url::Url;

pub(super) use self::believed::Vouches;
use self::believed::{Believed, is_key_unknown, verified};
use self::discovered::{Discovered, Issuer, Need};
use self::types::{IdToken, MoreClaims, UserInfo};
use super::fetch::{FetchError, Http};
use super::refusal::Refusal;
use super::{Arrival, Departure, ProviderSetupError};

/// How an issuer is reached and what it knows this installation by.
#[derive(Clone)]
pub struct OpenIdSettings {
    /// What people call it: `Google`, or the name of a hospital's own sign-in.
    pub label: String,
    /// Its address to the letter: it is compared with what the issuer calls itself.
    pub issuer: String,
    /// What the issuer calls this installation.
    pub client_id: String,
    /// The secret that it gave; none for a public client.
    pub client_secret: Option<String>,
}

impl fmt::Debug for OpenIdSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OpenIdSettings")
            .field("issuer", &self.issuer)
            .finish_non_exhaustive()
    }
}

/// An issuer.
pub(in crate::login) struct OpenId {
    pub(super) name: &'static str,
    pub(super) label: String,
    issuer: Issuer,
    vouches: Vouches,
    http: Http,
}

impl fmt::Debug for OpenId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OpenId")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl OpenId {
    pub(super) fn new(
        name: &'static str,
        settings: OpenIdSettings,
        vouches: Vouches,
        back: Url,
        http: Http,
    ) -> Result<Self, ProviderSetupError> {
        let issuer = IssuerUrl::new(settings.issuer)?;
        if !is_private_on_the_way(issuer.url()) {
            return Err(ProviderSetupError::NotSecure);
        }
        Ok(Self {
            name,
            label: settings.label,
            issuer: Issuer::new(issuer, settings.client_id, settings.client_secret, back),
            vouches,
            http,
        })
    }

    /// Whether its description can be read.
    pub(super) async fn look(&self) -> Result<(), Refusal> {
        self.issuer.discovered(&self.http, Need::Usual).await.map(|_| ())
    }

    pub(super) async fn depart(&self) -> Result<Departure, Refusal> {
        let discovered = self.issuer.discovered(&self.http, Need::Usual).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state, nonce) = discovered
            .client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        Ok(Departure {
            url,
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            verifier: verifier.into_secret(),
        })
    }

    pub(super) async fn check_issuer(&self, issuer: Option<&str>) -> Result<(), Refusal> {
        match issuer {
            Some(issuer) if issuer == self.issuer.address().as_str() => Ok(()),
            Some(_) => Err(Refusal::Untrusted("another issuer answers")),
            None => {
                let discovered = self.issuer.discovered(&self.http, Need::Usual).await?;
                if discovered.says_who_answers {
                    return Err(Refusal::Untrusted("nobody says who answers"));
                }
                Ok(())
            }
        }
    }

    pub(super) async fn arrive(&self, arrival: Arrival<'_>, now: OffsetDateTime) -> Result<SignIn, Refusal> {
        let discovered = self.issuer.discovered(&self.http, Need::Usual).await?;
        let code = AuthorizationCode::new(arrival.code.to_owned());
        let request = discovered
            .client
            .exchange_code(code)
            .map_err(|_| Refusal::Misconfigured("no token endpoint"))?
            .set_pkce_verifier(PkceCodeVerifier::new(arrival.verifier.to_owned()));
        let answer = request.request_async(&self.http).await.map_err(refused_token)?;
        let id_token = answer.id_token().ok_or(Refusal::Untrusted("no id token"))?;
        let nonce = Nonce::new(arrival.nonce.to_owned());
        let believed = self.believe(&discovered, id_token, &nonce, now).await?;
        let told = match discovered.client.user_info_url() {
            Some(_) if !believed.tells_whose_address_it_is() => {
                let user = SubjectIdentifier::new(believed.subject.clone());
                let access = answer.access_token().clone();
                Some(self.user_info(&discovered, access, user).await?)
            }
            _ => None,
        };
        let believed = match told {
            Some(told) => believed.or_from(&told),
            None => believed,
        };
        believed.sign_in(self.name, self.issuer.address(), self.vouches)
    }

    /// The claims of a token that the issuer signed. An unknown key may be a new one: then keys are fetched again, once.
    async fn believe(
        &self,
        discovered: &Discovered,
        token: &IdToken,
        nonce: &Nonce,
        now: OffsetDateTime,
    ) -> Result<Believed, Refusal> {
        match verified(&discovered.client, token, nonce, now) {
            Err(error) if is_key_unknown(&error) => {
                let newer = self.issuer.discovered(&self.http, Need::Newer).await?;
                verified(&newer.client, token, nonce, now).map_err(|error| believed::refusal(&error))
            }
            outcome => outcome.map_err(|error| believed::refusal(&error)),
        }
    }

    /// Some issuers tell the address, or that they have verified it, only here. An issuer whose description names no such endpoint is not
    /// asked.
    async fn user_info(
        &self,
        discovered: &Discovered,
        access: AccessToken,
        user: SubjectIdentifier,
    ) -> Result<UserInfo, Refusal> {
        // The library takes it for granted that a token can stand in a header.
        if HeaderValue::from_str(access.secret()).is_err() {
            return Err(Refusal::Untrusted("an access token that no header can hold"));
        }
        let request = discovered
            .client
            .user_info(access, Some(user))
            .map_err(|_| Refusal::EmailMissing)?;
        let answer = request.request_async::<MoreClaims, _, CoreGenderClaim>(&self.http);
        answer.await.map_err(refused_user_info)
    }
}

/// What the token endpoint's refusal means (RFC 6749, section 5.2).
fn refused_token(
    error: RequestTokenError<FetchError, StandardErrorResponse<CoreErrorResponseType>>,
) -> Refusal {
    match error {
        RequestTokenError::ServerResponse(answer) => match answer.error() {
            CoreErrorResponseType::InvalidGrant => Refusal::CodeRefused,
            CoreErrorResponseType::InvalidClient => Refusal::Misconfigured("invalid_client"),
            CoreErrorResponseType::UnauthorizedClient => Refusal::Misconfigured("unauthorized_client"),
            CoreErrorResponseType::InvalidRequest => Refusal::Failed("invalid_request"),
            _ => Refusal::Failed("another error"),
        },
        RequestTokenError::Request(error) => error.into(),
        RequestTokenError::Parse(..) => Refusal::Untrusted("an unreadable token answer"),
        RequestTokenError::Other(_) => Refusal::Untrusted("an odd token answer"),
    }
}

fn refused_user_info(error: UserInfoError<FetchError>) -> Refusal {
    match error {
        UserInfoError::Request(error) => error.into(),
        UserInfoError::ClaimsVerification(_) => Refusal::Untrusted("user info of somebody else"),
        UserInfoError::Parse(_) => Refusal::Untrusted("unreadable user info"),
        _ => Refusal::Failed("no user info"),
    }
}
