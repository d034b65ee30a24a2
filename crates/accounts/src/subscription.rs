//! What a user may do, and until when.
//!
//! A [`Subscription`] is what is recorded; everything else is computed from it and from the time that is handed
//! in. Nothing here reads a clock, and nothing is ever swept: a trial that is over is a trial whose end has
//! passed. To add a state, add it to [`State`] and follow the compiler.
//!
//! ```text
//! first sign-in -> trial --activate--> active --cancel--> cancelled --(end of the period)--> expired
//!                    ^                   |  |                                                  |
//!                    |                   |  `--deactivate, or end of the period--> expired ----+
//!                    `-------grant_trial-(from anything but active)----- activate likewise <---'
//! ```
//!
//! A payment ([`Subscription::pay`]) is welcome in every state: time that was paid for is never cut short.

use time::{Duration, OffsetDateTime};

use thiserror::Error;

/// How long the free trial lasts, from the first sign-in and from an administrator's grant alike.
pub const TRIAL_LENGTH: Duration = Duration::days(3);
/// How long a paid period lasts, from its activation.
pub const PERIOD_LENGTH: Duration = Duration::days(30);

/// The recorded subscription of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subscription {
    trial_started_at: OffsetDateTime,
    state: State,
}

/// The recorded state. Whether its time is over is not part of it: see [`Subscription::status`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The free trial.
    Trial {
        /// The first moment after the trial.
        ends_at: OffsetDateTime,
    },
    /// A paid period.
    Active {
        /// When the period began.
        activated_at: OffsetDateTime,
        /// The first moment after the period.
        expires_at: OffsetDateTime,
    },
    /// A paid period that the user will not continue.
    Cancelled {
        /// When the period began.
        activated_at: OffsetDateTime,
        /// When the user cancelled.
        cancelled_at: OffsetDateTime,
        /// The first moment after the period.
        expires_at: OffsetDateTime,
    },
    /// A paid period that an administrator ended before its time.
    Deactivated {
        /// When it was ended.
        deactivated_at: OffsetDateTime,
    },
}

/// The subscription as screens name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// On the free trial, which may be over: see [`Subscription::trial_expired`].
    Trial,
    /// Within a paid period.
    Active,
    /// Within a paid period that will not be continued.
    Cancelled,
    /// A paid period is over.
    Expired,
}

/// What the subscription opens at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// The workspace without premium features.
    Trial,
    /// Everything.
    Premium,
    /// Nothing but the account and the subscribe page.
    Expired,
}

/// A change that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// [`Subscription::activate`].
    Activate,
    /// [`Subscription::pay`].
    Pay,
    /// [`Subscription::grant_trial`].
    GrantTrial,
    /// [`Subscription::deactivate`].
    Deactivate,
    /// [`Subscription::cancel`].
    Cancel,
}

/// Why a change is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum TransitionError {
    /// A paid period is running.
    #[error("the subscription is already active")]
    AlreadyActive,
    /// No paid period is running.
    #[error("there is no active subscription")]
    NotActive,
    /// The running period is cancelled already.
    #[error("the subscription is already cancelled")]
    AlreadyCancelled,
}

impl Status {
    /// The name on the wire: `trial`, `active`, `cancelled` or `expired`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Trial => "trial",
            Self::Active => "active",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
        }
    }
}

impl Subscription {
    /// The subscription of somebody who signs in for the first time.
    pub fn start_trial(now: OffsetDateTime) -> Self {
        Self {
            trial_started_at: now,
            state: State::Trial {
                ends_at: now + TRIAL_LENGTH,
            },
        }
    }

    /// Takes a subscription as it was recorded.
    pub(crate) const fn recorded(trial_started_at: OffsetDateTime, state: State) -> Self {
        Self {
            trial_started_at,
            state,
        }
    }

    /// The recorded state.
    pub const fn state(self) -> State {
        self.state
    }

    /// Begins a paid period of [`PERIOD_LENGTH`] now, or continues one that was cancelled and still runs. Refused
    /// while one is running that was not cancelled.
    pub fn activate(self, now: OffsetDateTime) -> Result<Self, TransitionError> {
        match self.status(now) {
            Status::Active => Err(TransitionError::AlreadyActive),
            Status::Trial | Status::Cancelled | Status::Expired => Ok(self.pay(now)),
        }
    }

    /// Takes the payment of one period. A paid period that is running, cancelled or not, is continued by
    /// [`PERIOD_LENGTH`] from its end, so that who pays early loses nothing; else a period begins now.
    #[must_use]
    pub fn pay(self, now: OffsetDateTime) -> Self {
        let (activated_at, paid_until) = match self.state {
            State::Active {
                activated_at,
                expires_at,
            }
            | State::Cancelled {
                activated_at,
                expires_at,
                ..
            } if now < expires_at => (activated_at, expires_at),
            State::Trial { .. }
            | State::Active { .. }
            | State::Cancelled { .. }
            | State::Deactivated { .. } => (now, now),
        };
        self.with(State::Active {
            activated_at,
            expires_at: paid_until + PERIOD_LENGTH,
        })
    }

    /// Begins a free trial now. Refused while a paid period is running that was not cancelled.
    pub fn grant_trial(self, now: OffsetDateTime) -> Result<Self, TransitionError> {
        match self.status(now) {
            Status::Active => Err(TransitionError::AlreadyActive),
            Status::Trial | Status::Cancelled | Status::Expired => Ok(Self::start_trial(now)),
        }
    }

    /// Ends the running paid period at once.
    pub fn deactivate(self, now: OffsetDateTime) -> Result<Self, TransitionError> {
        match self.status(now) {
            Status::Active => Ok(self.with(State::Deactivated { deactivated_at: now })),
            Status::Trial | Status::Cancelled | Status::Expired => Err(TransitionError::NotActive),
        }
    }

    /// Lets the running paid period run out. Access stays until its end.
    pub fn cancel(self, now: OffsetDateTime) -> Result<Self, TransitionError> {
        match self.state {
            State::Active {
                activated_at,
                expires_at,
            } if now < expires_at => Ok(self.with(State::Cancelled {
                activated_at,
                cancelled_at: now,
                expires_at,
            })),
            State::Cancelled { expires_at, .. } if now < expires_at => Err(TransitionError::AlreadyCancelled),
            State::Trial { .. }
            | State::Active { .. }
            | State::Cancelled { .. }
            | State::Deactivated { .. } => Err(TransitionError::NotActive),
        }
    }

    /// Makes the change that was asked for.
    pub fn apply(self, change: Change, now: OffsetDateTime) -> Result<Self, TransitionError> {
        match change {
            Change::Activate => self.activate(now),
            Change::Pay => Ok(self.pay(now)),
            Change::GrantTrial => self.grant_trial(now),
            Change::Deactivate => self.deactivate(now),
            Change::Cancel => self.cancel(now),
        }
    }

    /// What the subscription opens now.
    pub fn access(self, now: OffsetDateTime) -> Access {
        match self.state {
            State::Trial { ends_at } if now < ends_at => Access::Trial,
            State::Active { expires_at, .. } | State::Cancelled { expires_at, .. } if now < expires_at => {
                Access::Premium
            }
            State::Trial { .. }
            | State::Active { .. }
            | State::Cancelled { .. }
            | State::Deactivated { .. } => Access::Expired,
        }
    }

    /// The subscription as screens name it now. A trial that is over stays a trial; a paid period that is over,
    /// cancelled or not, is expired.
    pub fn status(self, now: OffsetDateTime) -> Status {
        match self.state {
            State::Trial { .. } => Status::Trial,
            State::Active { expires_at, .. } if now < expires_at => Status::Active,
            State::Cancelled { expires_at, .. } if now < expires_at => Status::Cancelled,
            State::Active { .. } | State::Cancelled { .. } | State::Deactivated { .. } => Status::Expired,
        }
    }

    /// Whether the trial is over and no paid period stands in for it: the user has to subscribe.
    pub fn trial_expired(self, now: OffsetDateTime) -> bool {
        self.access(now) == Access::Expired
    }

    /// Whether a paid period is running that will be continued. Not so once it is cancelled, so that the user
    /// can subscribe again.
    pub fn has_active_subscription(self, now: OffsetDateTime) -> bool {
        self.status(now) == Status::Active
    }

    /// Whether premium features are open: within a paid period, cancelled or not.
    pub fn has_premium_access(self, now: OffsetDateTime) -> bool {
        self.access(now) == Access::Premium
    }

    /// The days until [`Subscription::expires_at`]; a day that has begun counts. 0 when it has passed.
    pub fn days_remaining(self, now: OffsetDateTime) -> u32 {
        let microseconds = (self.expires_at() - now)
            .whole_microseconds()
            .max(0)
            .unsigned_abs();
        let days = microseconds.div_ceil(Duration::DAY.whole_microseconds().unsigned_abs());
        u32::try_from(days).unwrap_or(u32::MAX)
    }

    /// The first moment at which the subscription opens nothing: the end of the trial or of the paid period.
    pub const fn expires_at(self) -> OffsetDateTime {
        match self.state {
            State::Trial { ends_at } => ends_at,
            State::Active { expires_at, .. } | State::Cancelled { expires_at, .. } => expires_at,
            State::Deactivated { deactivated_at } => deactivated_at,
        }
    }

    /// When the latest trial began. Every user has had one.
    pub const fn trial_start_date(self) -> OffsetDateTime {
        self.trial_started_at
    }

    const fn with(self, state: State) -> Self {
        Self { state, ..self }
    }
}
