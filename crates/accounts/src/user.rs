//! Users, the identities under which they sign in, and how much they use the product.

use std::fmt;

use thiserror::Error;
use time::OffsetDateTime;

use crate::email::EmailAddress;
use crate::id::UserId;
use crate::shown::{self, Unshowable};
use crate::subscription::Subscription;

/// The longest first or last name, in characters.
pub const LONGEST_NAME: usize = 100;

/// A user of this installation.
#[derive(Clone, PartialEq, Eq)]
pub struct User {
    /// Which user.
    pub id: UserId,
    /// The verified address under which the user signed in last. No other user has it.
    pub email: EmailAddress,
    /// The names, as far as they are known.
    pub names: Names,
    /// When the user first signed in.
    pub created_at: OffsetDateTime,
}

impl fmt::Debug for User {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("User")
            .field("id", &self.id)
            .field("created_at", &self.created_at)
            .finish_non_exhaustive()
    }
}

/// First and last name, each trimmed, or unknown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Names {
    first: Option<String>,
    last: Option<String>,
}

/// Why a name cannot be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NamesError {
    /// Longer than [`LONGEST_NAME`].
    #[error("a name may have at most {LONGEST_NAME} characters")]
    TooLong,
    /// A line break or another control character.
    #[error("a name may not have line breaks or control characters")]
    NotPrintable,
    /// A character that nobody sees, or that turns the text around it.
    #[error("a name may not have invisible characters or such that change the direction of writing")]
    Hidden,
}

impl Names {
    /// Reads names that somebody typed. Blank is unknown.
    pub fn parse(first: Option<&str>, last: Option<&str>) -> Result<Self, NamesError> {
        Ok(Self {
            first: parse_name(first)?,
            last: parse_name(last)?,
        })
    }

    /// Reads names that an identity provider gave, without what nobody sees in them. What cannot be kept is unknown: nobody is refused
    /// for the length of a name.
    pub fn from_provider(first: Option<&str>, last: Option<&str>) -> Self {
        let parse = |name: Option<&str>| parse_name(name.map(shown::seen).as_deref()).unwrap_or_default();
        Self {
            first: parse(first),
            last: parse(last),
        }
    }

    pub(crate) const fn recorded(first: Option<String>, last: Option<String>) -> Self {
        Self { first, last }
    }

    /// The first name.
    pub fn first(&self) -> Option<&str> {
        self.first.as_deref()
    }

    /// The last name.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Whether neither is known.
    pub const fn are_unknown(&self) -> bool {
        self.first.is_none() && self.last.is_none()
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Names(..)")
    }
}

fn parse_name(raw: Option<&str>) -> Result<Option<String>, NamesError> {
    let name = raw.map(str::trim).unwrap_or_default();
    if name.chars().count() > LONGEST_NAME {
        return Err(NamesError::TooLong);
    }
    shown::check(name).map_err(|reason| match reason {
        Unshowable::Control => NamesError::NotPrintable,
        Unshowable::Hidden => NamesError::Hidden,
    })?;
    Ok((!name.is_empty()).then(|| name.to_owned()))
}

/// Who an identity provider says that somebody is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    provider: String,
    subject: String,
}

impl Identity {
    /// What the provider that sends sign-in links is called in the store.
    pub const EMAIL_PROVIDER: &'static str = "email";

    /// An identity at a provider: its short name (`google`, `github`) and the subject, which never changes there.
    pub fn new(provider: impl Into<String>, subject: impl Into<String>) -> Self {
        Self {
            provider: provider.into(),
            subject: subject.into(),
        }
    }

    /// The identity of somebody who opened a link that was sent to the address.
    pub fn by_email(email: &EmailAddress) -> Self {
        Self::new(Self::EMAIL_PROVIDER, email.expose())
    }

    /// The provider's short name.
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The subject at the provider.
    pub fn subject(&self) -> &str {
        &self.subject
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Identity")
            .field("provider", &self.provider)
            .finish_non_exhaustive()
    }
}

/// A sign-in that a provider has vouched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// The address. The provider has verified it; an unverified one must never get here, for it opens the
    /// account that has it.
    pub email: EmailAddress,
    /// Who the provider says it is.
    pub identity: Identity,
    /// The names that the provider gave. They are kept when the user has none yet.
    pub names: Names,
}

impl SignIn {
    /// A sign-in through a link that was sent to the address.
    pub fn by_email(email: EmailAddress) -> Self {
        Self {
            identity: Identity::by_email(&email),
            email,
            names: Names::default(),
        }
    }
}

/// What came of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The user.
    pub user: User,
    /// Whether this was the first time, so that the trial has just begun.
    pub is_new: bool,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Activity {
    /// A recording was transcribed.
    Transcription,
    /// A report was structured.
    Report,
}

/// How much a user has used the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Recordings transcribed.
    pub transcriptions: u64,
    /// Reports structured.
    pub reports: u64,
    /// The last sign-in, transcription or report.
    pub last_activity_at: Option<OffsetDateTime>,
}

/// A user as the administrator's list shows one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserOverview {
    /// The user.
    pub user: User,
    /// What the user may do.
    pub subscription: Subscription,
    /// How much the user has done.
    pub usage: Usage,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_names_and_takes_blank_for_unknown() -> Result<(), NamesError> {
        let names = Names::parse(Some("  Asha "), Some(" "))?;
        assert_eq!((names.first(), names.last()), (Some("Asha"), None));
        assert!(Names::parse(None, Some(""))?.are_unknown());
        Ok(())
    }

    #[test]
    fn refuses_what_is_typed_but_forgives_what_a_provider_gives() {
        let long = "n".repeat(LONGEST_NAME + 1);
        assert_eq!(Names::parse(Some(&long), None), Err(NamesError::TooLong));
        assert_eq!(Names::parse(None, Some("Ra\no")), Err(NamesError::NotPrintable));
        let names = Names::from_provider(Some(&long), Some("Rao"));
        assert_eq!((names.first(), names.last()), (None, Some("Rao")));
    }

    #[test]
    fn what_nobody_sees_stands_in_no_name() {
        let typed = Names::parse(Some("Asha\u{202e}"), None);
        assert_eq!(typed, Err(NamesError::Hidden));
        let names = Names::from_provider(Some("A\u{200b}sha\u{202e} "), Some("\u{2067}"));
        assert_eq!((names.first(), names.last()), (Some("Asha"), None));
    }

    #[test]
    fn shows_nobody_in_debug_output() -> Result<(), Box<dyn std::error::Error>> {
        let email = EmailAddress::parse("asha@example.org")?;
        let names = Names::parse(Some("Asha"), None)?;
        let sign_in = SignIn {
            names: names.clone(),
            ..SignIn::by_email(email.clone())
        };
        let user = User {
            id: UserId::generate(),
            email,
            names,
            created_at: OffsetDateTime::UNIX_EPOCH,
        };
        let shown = format!("{sign_in:?} {user:?}").to_lowercase();
        assert!(!shown.contains("asha"), "{shown}");
        Ok(())
    }
}
