//! Whether an installation asks for money, and what its users may do accordingly.

use time::OffsetDateTime;

use crate::subscription::{Access, Status, Subscription};

/// Whether this installation asks for money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Billing {
    /// Users are on a trial, subscribe, and expire.
    #[default]
    On,
    /// Somebody runs Readout for themselves: everything is open to every user, without end. What is recorded of
    /// subscriptions stays as it is, for the day on which billing is switched on.
    Off,
}

/// What a user may do on this installation: the recorded subscription, seen through its [`Billing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    billing: Billing,
    subscription: Subscription,
}

impl Billing {
    /// What a user with this subscription may do.
    pub const fn standing(self, subscription: Subscription) -> Standing {
        Standing {
            billing: self,
            subscription,
        }
    }
}

impl Standing {
    /// What is open now.
    pub fn access(self, now: OffsetDateTime) -> Access {
        match self.billing {
            Billing::On => self.subscription.access(now),
            Billing::Off => Access::Premium,
        }
    }

    /// [`Subscription::status`]; active without billing.
    pub fn status(self, now: OffsetDateTime) -> Status {
        match self.billing {
            Billing::On => self.subscription.status(now),
            Billing::Off => Status::Active,
        }
    }

    /// [`Subscription::trial_expired`]; never without billing.
    pub fn trial_expired(self, now: OffsetDateTime) -> bool {
        self.access(now) == Access::Expired
    }

    /// [`Subscription::has_active_subscription`]; always without billing.
    pub fn has_active_subscription(self, now: OffsetDateTime) -> bool {
        self.status(now) == Status::Active
    }

    /// [`Subscription::has_premium_access`]; always without billing.
    pub fn has_premium_access(self, now: OffsetDateTime) -> bool {
        self.access(now) == Access::Premium
    }

    /// [`Subscription::days_remaining`]; nothing without billing, for there is no end.
    pub fn days_remaining(self, now: OffsetDateTime) -> Option<u32> {
        match self.billing {
            Billing::On => Some(self.subscription.days_remaining(now)),
            Billing::Off => None,
        }
    }

    /// [`Subscription::expires_at`]; nothing without billing, for there is no end.
    pub const fn expires_at(self) -> Option<OffsetDateTime> {
        match self.billing {
            Billing::On => Some(self.subscription.expires_at()),
            Billing::Off => None,
        }
    }

    /// [`Subscription::trial_start_date`].
    pub const fn trial_start_date(self) -> OffsetDateTime {
        self.subscription.trial_start_date()
    }
}

#[cfg(test)]
mod tests {
    use time::Duration;
    use time::macros::datetime;

    use super::*;

    const START: OffsetDateTime = datetime!(2026-03-01 08:00 UTC);

    #[test]
    fn without_billing_everything_is_open_without_end() {
        let late = START + Duration::days(400);
        let standing = Billing::Off.standing(Subscription::start_trial(START));
        assert_eq!(standing.access(late), Access::Premium);
        assert_eq!(standing.status(late), Status::Active);
        assert!(standing.has_active_subscription(late) && standing.has_premium_access(late));
        assert!(!standing.trial_expired(late));
        assert_eq!(
            (standing.days_remaining(late), standing.expires_at()),
            (None, None)
        );
        assert_eq!(standing.trial_start_date(), START);
    }

    #[test]
    fn with_billing_it_is_the_subscription_that_counts() {
        let subscription = Subscription::start_trial(START);
        let standing = Billing::On.standing(subscription);
        for now in [START, START + Duration::days(3)] {
            assert_eq!(standing.access(now), subscription.access(now));
            assert_eq!(standing.status(now), subscription.status(now));
            assert_eq!(standing.trial_expired(now), subscription.trial_expired(now));
            assert!(!standing.has_active_subscription(now) && !standing.has_premium_access(now));
            assert_eq!(
                standing.days_remaining(now),
                Some(subscription.days_remaining(now))
            );
            assert_eq!(standing.expires_at(), Some(subscription.expires_at()));
        }
    }
}
