//! A sign-in through a provider, from the moment at which a browser is sent there until it comes back.

use std::fmt;

use time::Duration;

/// How long somebody may take at the provider.
pub const LIFETIME: Duration = Duration::minutes(10);

/// What must be remembered in between.
#[derive(Clone, PartialEq, Eq)]
pub struct SignInAttempt {
    /// The short name of the provider that the browser was sent to.
    pub provider: String,
    /// What the provider's answer must repeat.
    pub nonce: String,
    /// What proves to the provider that the code comes from who asked for it.
    pub verifier: String,
    /// Where the person was going, as it was handed in.
    pub next: Option<String>,
}

impl fmt::Debug for SignInAttempt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SignInAttempt")
            .field("provider", &self.provider)
            .finish_non_exhaustive()
    }
}
