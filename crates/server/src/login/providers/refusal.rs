//! Why a sign-in through a provider came to nothing: what the person is told, and what the log is told.

use axum::http::StatusCode;

use super::fetch::FetchError;

/// Why, in a word that the log may hold. Never anything that a provider or a person wrote.
pub(in crate::login) type Reason = &'static str;

/// Why a sign-in came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::login) enum Refusal {
    /// It was not begun in this browser, was over, or was ended before.
    NotBegunHere,
    /// The person said no, at the provider.
    Declined,
    /// The provider cannot be reached or is busy.
    Unreachable(Reason),
    /// The provider says that it cannot do it.
    Failed(Reason),
    /// The provider does not take the code: it was used, is over, or is not its own.
    CodeRefused,
    /// What the installation is set up with is not what the provider knows.
    Misconfigured(Reason),
    /// What the provider sent does not prove anything.
    Untrusted(Reason),
    /// The provider told no address.
    EmailMissing,
    /// The provider does not say that the address belongs to the person.
    EmailUnverified,
    /// The provider does not know whose the address is today: it hosts others.
    EmailElsewhere,
    /// The address is none that Readout can keep.
    EmailUnusable,
}

impl Refusal {
    /// The status of the page.
    pub fn status(self) -> StatusCode {
        match self {
            Self::NotBegunHere | Self::CodeRefused => StatusCode::BAD_REQUEST,
            Self::Declined
            | Self::EmailMissing
            | Self::EmailUnverified
            | Self::EmailElsewhere
            | Self::EmailUnusable => StatusCode::FORBIDDEN,
            Self::Unreachable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Failed(_) | Self::Misconfigured(_) | Self::Untrusted(_) => StatusCode::BAD_GATEWAY,
        }
    }

    /// What the page says.
    pub fn sentence(self, provider: &str) -> String {
        match self {
            Self::NotBegunHere => {
                "This sign-in was not begun in this browser, took too long, or was finished before. Please start again."
                    .to_owned()
            }
            Self::Declined => {
                format!("You did not let {provider} sign you in, so nothing happened. You can try again.")
            }
            Self::Unreachable(_) => {
                format!("{provider} cannot be reached just now. Please try again in a minute.")
            }
            Self::Failed(_) => format!("{provider} could not sign you in. Please try again."),
            Self::CodeRefused => {
                format!("{provider} no longer accepts this sign-in. Please start again.")
            }
            Self::Misconfigured(_) => format!(
                "Signing in with {provider} is not set up correctly on this server. Please tell whoever runs it."
            ),
            Self::Untrusted(_) => {
                format!("The answer of {provider} could not be verified, so nobody was signed in. Please start again.")
            }
            Self::EmailMissing => format!(
                "{provider} did not tell your e-mail address, without which Readout cannot open your account."
            ),
            Self::EmailUnverified => format!(
                "{provider} has not verified your e-mail address. Verify it there, then sign in again."
            ),
            Self::EmailElsewhere => format!(
                "{provider} can vouch only for addresses that it hosts itself, and yours is with somebody else. \
                 Please sign in another way."
            ),
            Self::EmailUnusable => {
                format!("The e-mail address that {provider} has of you cannot be used here.")
            }
        }
    }

    /// The word for the log, and what is behind it.
    pub fn code(self) -> (&'static str, Reason) {
        match self {
            Self::NotBegunHere => ("not_begun_here", ""),
            Self::Declined => ("declined", ""),
            Self::Unreachable(reason) => ("unreachable", reason),
            Self::Failed(reason) => ("failed", reason),
            Self::CodeRefused => ("code_refused", ""),
            Self::Misconfigured(reason) => ("misconfigured", reason),
            Self::Untrusted(reason) => ("untrusted", reason),
            Self::EmailMissing => ("email_missing", ""),
            Self::EmailUnverified => ("email_unverified", ""),
            Self::EmailElsewhere => ("email_elsewhere", ""),
            Self::EmailUnusable => ("email_unusable", ""),
        }
    }

    /// Whether whoever runs the server should look: something is wrong that no person at a browser did.
    pub fn is_ours(self) -> bool {
        matches!(
            self,
            Self::Unreachable(_) | Self::Failed(_) | Self::Misconfigured(_) | Self::Untrusted(_)
        )
    }
}

impl From<FetchError> for Refusal {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::NotSecure => Self::Misconfigured("an address that is not secure"),
            FetchError::TooLarge => Self::Untrusted("an answer past its bound"),
            FetchError::Timeout => Self::Unreachable("timeout"),
            FetchError::Unreachable => Self::Unreachable("no connection"),
        }
    }
}
