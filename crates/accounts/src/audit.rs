//! Who did what to whose account, and when. Never what a report says, never a patient.

use std::fmt;

use sha2::{Digest, Sha256};
use time::OffsetDateTime;

use crate::id::UserId;
use crate::subscription::Change;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AuditKind {
    /// Somebody signed in for the first time; the account and its trial began.
    AccountCreated,
    /// An account was opened through a provider that it had not been opened through before.
    IdentityLinked,
    /// What had opened an account opens another one from now on, whose address it proves.
    IdentityUnlinked,
    /// Somebody signed in with another address than before, which is now that of the account. The old one opens it no longer.
    AddressChanged,
    /// A user deleted the account and all that was kept for it. The identifier is all that is left.
    AccountDeleted,
    /// Somebody signed in.
    SignedIn,
    /// Somebody signed out.
    SignedOut,
    /// All sessions of a user were ended.
    SessionsEnded,
    /// A paid period began.
    SubscriptionActivated,
    /// A payment arrived, and began or continued a paid period.
    SubscriptionPaid,
    /// A payment that no account was found for was taken care of by an administrator.
    PaymentSettled,
    /// A trial was granted.
    TrialGranted,
    /// A paid period was ended before its time.
    SubscriptionDeactivated,
    /// A user cancelled the subscription.
    SubscriptionCancelled,
    /// A report left as a Word file.
    ReportExported,
    /// It left with its user's saved signature under it.
    ReportSigned,
    /// A user saved another signature than before, or removed it.
    SignatureChanged,
    /// A user downloaded everything that is stored about them.
    DataDownloaded,
    /// Something that a newer version has recorded, for which this one has no name. Never recorded.
    Unknown,
}

/// One of the lists in which administrators look through the trail. What happens often would hide what happens seldom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Trail {
    /// What changed what somebody has paid for or may try, and that the address changed by which they know whose it is.
    #[default]
    Subscriptions,
    /// What left with a user's name on it, and what left of a user.
    Reports,
}

impl AuditKind {
    /// Every kind that is recorded.
    pub const ALL: [Self; 18] = [
        Self::AccountCreated,
        Self::IdentityLinked,
        Self::IdentityUnlinked,
        Self::AddressChanged,
        Self::AccountDeleted,
        Self::SignedIn,
        Self::SignedOut,
        Self::SessionsEnded,
        Self::SubscriptionActivated,
        Self::SubscriptionPaid,
        Self::PaymentSettled,
        Self::TrialGranted,
        Self::SubscriptionDeactivated,
        Self::SubscriptionCancelled,
        Self::ReportExported,
        Self::ReportSigned,
        Self::SignatureChanged,
        Self::DataDownloaded,
    ];

    /// The name in the store. Names are kept for good: old events carry them.
    pub const fn code(self) -> &'static str {
        match self {
            Self::AccountCreated => "account.created",
            Self::IdentityLinked => "account.identity-linked",
            Self::IdentityUnlinked => "account.identity-unlinked",
            Self::AddressChanged => "account.address-changed",
            Self::AccountDeleted => "account.deleted",
            Self::SignedIn => "session.signed-in",
            Self::SignedOut => "session.signed-out",
            Self::SessionsEnded => "session.all-ended",
            Self::SubscriptionActivated => "subscription.activated",
            Self::SubscriptionPaid => "subscription.paid",
            Self::PaymentSettled => "payment.settled",
            Self::TrialGranted => "subscription.trial-granted",
            Self::SubscriptionDeactivated => "subscription.deactivated",
            Self::SubscriptionCancelled => "subscription.cancelled",
            Self::ReportExported => "report.exported",
            Self::ReportSigned => "report.signed",
            Self::SignatureChanged => "signature.changed",
            Self::DataDownloaded => "account.data-downloaded",
            Self::Unknown => "unknown",
        }
    }

    /// Where administrators find it, if they look for it at all.
    pub const fn trail(self) -> Option<Trail> {
        match self {
            Self::SubscriptionActivated
            | Self::SubscriptionPaid
            | Self::PaymentSettled
            | Self::TrialGranted
            | Self::SubscriptionDeactivated
            | Self::SubscriptionCancelled
            | Self::AddressChanged => Some(Trail::Subscriptions),
            Self::ReportExported | Self::ReportSigned | Self::SignatureChanged | Self::DataDownloaded => {
                Some(Trail::Reports)
            }
            Self::AccountCreated
            | Self::IdentityLinked
            | Self::IdentityUnlinked
            | Self::AccountDeleted
            | Self::SignedIn
            | Self::SignedOut
            | Self::SessionsEnded
            | Self::Unknown => None,
        }
    }

    /// The kind of a recorded event. While two versions run side by side, the older one reads what the newer one records: that it has no
    /// name for it is no reason to keep the rest of somebody's trail from them.
    pub(crate) fn parse(code: &str) -> Self {
        let known = Self::ALL.into_iter().find(|kind| kind.code() == code);
        known.unwrap_or(Self::Unknown)
    }
}

impl From<Change> for AuditKind {
    fn from(change: Change) -> Self {
        match change {
            Change::Activate => Self::SubscriptionActivated,
            Change::Pay => Self::SubscriptionPaid,
            Change::GrantTrial => Self::TrialGranted,
            Change::Deactivate => Self::SubscriptionDeactivated,
            Change::Cancel => Self::SubscriptionCancelled,
        }
    }
}

/// The SHA-256 of a text: whoever has the text can tell that it was this one, and who has it not cannot tell the text, unless it is short
/// or usual enough to be guessed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TextHash([u8; 32]);

impl TextHash {
    /// That of the text's bytes.
    pub fn of(text: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// 64 hexadecimal digits.
    pub fn hex(self) -> String {
        hex::encode(self.0)
    }

    pub(crate) fn parse(digits: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(digits, &mut bytes).ok()?;
        Some(Self(bytes))
    }
}

impl fmt::Debug for TextHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.hex())
    }
}

/// One event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditEvent {
    /// When.
    pub at: OffsetDateTime,
    /// What.
    pub kind: AuditKind,
    /// Who did it; nobody for what the program does of itself.
    pub actor: Option<UserId>,
    /// To whose account.
    pub subject: Option<UserId>,
    /// About which text, where it was about one.
    pub text: Option<TextHash>,
}

impl AuditEvent {
    /// What a user did about their own account.
    pub const fn of_own(kind: AuditKind, user: UserId, at: OffsetDateTime) -> Self {
        Self {
            at,
            kind,
            actor: Some(user),
            subject: Some(user),
            text: None,
        }
    }

    /// The same about this text.
    #[must_use]
    pub const fn about(self, text: TextHash) -> Self {
        Self {
            text: Some(text),
            ..self
        }
    }
}
