//! What is believed of an id token: its signature, issuer, audience, time and nonce, and then who it speaks of.

use accounts::EmailAddress;
use accounts::user::{Identity, Names, SignIn};
use chrono::{DateTime, Utc};
use openidconnect::core::CoreJwsSigningAlgorithm::{
    self, EcdsaP256Sha256, EcdsaP384Sha384, EdDsa, RsaSsaPkcs1V15Sha256, RsaSsaPkcs1V15Sha384,
    RsaSsaPkcs1V15Sha512, RsaSsaPssSha256, RsaSsaPssSha384, RsaSsaPssSha512,
};
use openidconnect::{ClaimsVerificationError, IssuerUrl, LocalizedClaim, Nonce, SignatureVerificationError};
use serde_json::Value;
use time::{Duration, OffsetDateTime};

use super::types::{IdToken, IdTokenClaims, MoreClaims, OpenIdClient, UserInfo};
use crate::login::providers::names;
use crate::login::providers::refusal::{Reason, Refusal};

/// Signatures that the issuer alone can make. Those by a shared secret and none at all are not among them, whatever it announces.
const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    RsaSsaPkcs1V15Sha256,
    RsaSsaPkcs1V15Sha384,
    RsaSsaPkcs1V15Sha512,
    RsaSsaPssSha256,
    RsaSsaPssSha384,
    RsaSsaPssSha512,
    EcdsaP256Sha256,
    EcdsaP384Sha384,
    EdDsa,
];
/// How far the issuer's clock may be behind.
const LEEWAY: Duration = Duration::seconds(60);

/// What an issuer says of a person, once it is known that it says so.
pub(super) struct Believed {
    pub subject: String,
    email: Option<String>,
    /// Whether the issuer has verified the address; nothing where it says neither.
    is_email_verified: Option<bool>,
    organisation: Option<String>,
    names: Names,
}

/// Of which addresses an issuer knows whose they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::login::providers) enum Vouches {
    /// Of all that it says it has verified: the operator chose the issuer for that.
    ForWhatItVerified,
    /// Of those that it hosts: its own, and those of organisations, which it lets have addresses of their verified domains alone. Google
    /// verifies other addresses once, when the account is made, and does not learn when they go to somebody else
    /// (<https://developers.google.com/identity/gsi/web/guides/verify-google-id-token>).
    AsGoogleDoes,
}

/// Domains of Google's own mail, whose addresses are never given out again.
const GOOGLE_MAIL: [&str; 2] = ["gmail.com", "googlemail.com"];

impl Vouches {
    fn covers(self, email: &EmailAddress, is_of_organisation: bool) -> bool {
        let domain = email.domain();
        match self {
            Self::ForWhatItVerified => true,
            Self::AsGoogleDoes => GOOGLE_MAIL.contains(&domain) || is_of_organisation,
        }
    }
}

/// The claims of a token of this issuer, for this installation, of now, and of this very sign-in.
pub(super) fn verified(
    client: &OpenIdClient,
    token: &IdToken,
    nonce: &Nonce,
    now: OffsetDateTime,
) -> Result<Believed, ClaimsVerificationError> {
    let at = DateTime::<Utc>::from_timestamp((now - LEEWAY).unix_timestamp(), 0)
        .ok_or_else(|| ClaimsVerificationError::Other("a time that is none".to_owned()))?;
    let verifier = client
        .id_token_verifier()
        .set_allowed_algs(SIGNATURES)
        .set_time_fn(move || at);
    token.claims(&verifier, nonce).map(Believed::of)
}

impl Believed {
    fn of(claims: &IdTokenClaims) -> Self {
        Self {
            subject: claims.subject().to_string(),
            email: claims.email().map(|email| email.to_string()),
            is_email_verified: is_verified(claims.email_verified(), claims.additional_claims()),
            organisation: claims.additional_claims().hd.clone(),
            names: names::from_parts(
                plain(claims.given_name()),
                plain(claims.family_name()),
                plain(claims.name()),
            ),
        }
    }

    /// Whether there is an address of which the issuer says that it has verified it, or that it has not. A token that leaves one of them
    /// out has not said no, and the user info endpoint may say more.
    pub fn tells_whose_address_it_is(&self) -> bool {
        self.email.is_some() && self.is_email_verified.is_some()
    }

    /// The address and names that the user info endpoint tells; the subject was compared already. What is verified is the address that
    /// stands beside the word: where it tells none, that of the token stays without it.
    pub fn or_from(self, told: &UserInfo) -> Self {
        let names = match self.names.are_unknown() {
            true => names::from_parts(
                plain(told.given_name()),
                plain(told.family_name()),
                plain(told.name()),
            ),
            false => self.names.clone(),
        };
        let Some(email) = told.email() else {
            return Self { names, ..self };
        };
        Self {
            subject: self.subject,
            email: Some(email.to_string()),
            is_email_verified: is_verified(told.email_verified(), told.additional_claims()),
            organisation: told.additional_claims().hd.clone().or(self.organisation),
            names,
        }
    }

    /// Who signs in. An address that the issuer cannot vouch for goes no further: it could be anybody's.
    pub fn sign_in(
        self,
        provider: &'static str,
        issuer: &IssuerUrl,
        vouches: Vouches,
    ) -> Result<SignIn, Refusal> {
        let email = self.email.ok_or(Refusal::EmailMissing)?;
        if self.is_email_verified != Some(true) {
            return Err(Refusal::EmailUnverified);
        }
        let email = EmailAddress::parse(&email).map_err(|_| Refusal::EmailUnusable)?;
        if !vouches.covers(&email, self.organisation.is_some_and(|domain| !domain.is_empty())) {
            return Err(Refusal::EmailElsewhere);
        }
        // Subjects of different issuers may be alike, and the issuer of `oidc` can be another one tomorrow.
        let subject = format!("{} {}", issuer.as_str(), self.subject);
        Ok(SignIn {
            email,
            identity: Identity::new(provider, subject),
            names: self.names,
        })
    }
}

fn is_verified(verified: Option<bool>, more: &MoreClaims) -> Option<bool> {
    verified.or_else(|| {
        Some(match more.xms_edov.as_ref()? {
            Value::Bool(verified) => *verified,
            Value::Number(number) => number.as_u64() == Some(1),
            Value::String(text) => text == "1" || text.eq_ignore_ascii_case("true"),
            _ => false,
        })
    })
}

/// The claim without a language, which is the one that nearly everybody sends.
fn plain<T: std::ops::Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<&str> {
    claim?.get(None).map(|text| text.as_str())
}

/// Whether the token names a key that was not there when keys were fetched.
pub(super) fn is_key_unknown(error: &ClaimsVerificationError) -> bool {
    matches!(
        error,
        ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)
    )
}

/// The refusal, with a word of ours: the library's words quote the token.
pub(super) fn refusal(error: &ClaimsVerificationError) -> Refusal {
    let reason: Reason = match error {
        ClaimsVerificationError::Expired(_) => "an expired id token",
        ClaimsVerificationError::InvalidAudience(_) => "an id token for somebody else",
        ClaimsVerificationError::InvalidIssuer(_) => "an id token of another issuer",
        ClaimsVerificationError::InvalidNonce(_) => "an id token of another sign-in",
        ClaimsVerificationError::SignatureVerification(_) => "an id token without a good signature",
        _ => "an odd id token",
    };
    Refusal::Untrusted(reason)
}
