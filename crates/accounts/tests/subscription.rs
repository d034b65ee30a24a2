//! The rules of subscriptions, as tables: who may do what, and what screens are told.

use accounts::subscription::{
    Access, Change, PERIOD_LENGTH, State, Status, Subscription, TRIAL_LENGTH, TransitionError,
};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

const START: OffsetDateTime = datetime!(2026-03-01 08:00 UTC);
const HOUR: Duration = Duration::HOUR;
const TICK: Duration = Duration::microseconds(1);

fn trial() -> Subscription {
    Subscription::start_trial(START)
}

fn active() -> Result<Subscription, TransitionError> {
    trial().activate(START + HOUR)
}

fn cancelled() -> Result<Subscription, TransitionError> {
    active()?.cancel(START + HOUR * 2)
}

fn deactivated() -> Result<Subscription, TransitionError> {
    active()?.deactivate(START + HOUR * 2)
}

const fn trial_end() -> OffsetDateTime {
    START.saturating_add(TRIAL_LENGTH)
}

const fn period_end() -> OffsetDateTime {
    START.saturating_add(HOUR).saturating_add(PERIOD_LENGTH)
}

/// What screens are told at a moment.
struct Shown {
    status: Status,
    access: Access,
    trial_expired: bool,
    has_active_subscription: bool,
    days_remaining: u32,
}

#[track_caller]
fn check(subscription: Subscription, now: OffsetDateTime, shown: Shown) {
    assert_eq!(subscription.status(now), shown.status, "status");
    assert_eq!(subscription.access(now), shown.access, "access");
    assert_eq!(
        subscription.trial_expired(now),
        shown.trial_expired,
        "trial expired"
    );
    assert_eq!(
        subscription.has_active_subscription(now),
        shown.has_active_subscription,
        "active"
    );
    assert_eq!(
        subscription.has_premium_access(now),
        shown.access == Access::Premium,
        "premium"
    );
    assert_eq!(subscription.days_remaining(now), shown.days_remaining, "days");
}

#[test]
fn a_trial_lasts_three_days_and_then_stays_a_trial_that_is_over() {
    let running = |days_remaining| Shown {
        status: Status::Trial,
        access: Access::Trial,
        trial_expired: false,
        has_active_subscription: false,
        days_remaining,
    };
    check(trial(), START, running(3));
    check(trial(), START + TICK, running(3));
    check(trial(), START + Duration::DAY, running(2));
    check(trial(), START + Duration::DAY + TICK, running(2));
    check(trial(), trial_end() - TICK, running(1));
    let over = || Shown {
        access: Access::Expired,
        trial_expired: true,
        ..running(0)
    };
    check(trial(), trial_end(), over());
    check(trial(), trial_end() + Duration::weeks(500), over());
    assert_eq!(trial().expires_at(), trial_end());
    assert_eq!(trial().trial_start_date(), START);
}

#[test]
fn a_paid_period_lasts_thirty_days_and_then_is_expired() -> Result<(), TransitionError> {
    let running = |days_remaining| Shown {
        status: Status::Active,
        access: Access::Premium,
        trial_expired: false,
        has_active_subscription: true,
        days_remaining,
    };
    check(active()?, START + HOUR, running(30));
    check(active()?, trial_end() + HOUR, running(27));
    check(active()?, period_end() - TICK, running(1));
    check(active()?, period_end(), expired());
    assert_eq!(active()?.expires_at(), period_end());
    assert_eq!(active()?.trial_start_date(), START);
    Ok(())
}

#[test]
fn a_cancelled_period_keeps_access_to_its_end() -> Result<(), TransitionError> {
    let running = |days_remaining| Shown {
        status: Status::Cancelled,
        access: Access::Premium,
        trial_expired: false,
        has_active_subscription: false,
        days_remaining,
    };
    check(cancelled()?, START + HOUR * 2, running(30));
    check(cancelled()?, period_end() - TICK, running(1));
    check(cancelled()?, period_end(), expired());
    assert_eq!(cancelled()?.expires_at(), period_end());
    Ok(())
}

#[test]
fn a_deactivated_period_is_over_at_once() -> Result<(), TransitionError> {
    check(deactivated()?, START + HOUR * 2, expired());
    assert_eq!(deactivated()?.expires_at(), START + HOUR * 2);
    Ok(())
}

#[test]
fn every_change_is_allowed_or_refused_by_name() -> Result<(), TransitionError> {
    use Change::{Activate, Cancel, Deactivate, GrantTrial, Pay};
    use TransitionError::{AlreadyActive, AlreadyCancelled, NotActive};
    let soon = START + HOUR * 3;
    let granted = || {
        Ok(State::Trial {
            ends_at: soon + TRIAL_LENGTH,
        })
    };
    let activated = || {
        Ok(State::Active {
            activated_at: soon,
            expires_at: soon + PERIOD_LENGTH,
        })
    };
    let continued = || {
        Ok(State::Active {
            activated_at: START + HOUR,
            expires_at: period_end() + PERIOD_LENGTH,
        })
    };
    let stopped = || Ok(State::Deactivated { deactivated_at: soon });
    let running_out = || {
        Ok(State::Cancelled {
            activated_at: START + HOUR,
            cancelled_at: soon,
            expires_at: period_end(),
        })
    };
    for (subscription, change, expected) in [
        (trial(), Activate, activated()),
        (trial(), Pay, activated()),
        (trial(), GrantTrial, granted()),
        (trial(), Deactivate, Err(NotActive)),
        (trial(), Cancel, Err(NotActive)),
        (active()?, Activate, Err(AlreadyActive)),
        (active()?, Pay, continued()),
        (active()?, GrantTrial, Err(AlreadyActive)),
        (active()?, Deactivate, stopped()),
        (active()?, Cancel, running_out()),
        (cancelled()?, Activate, continued()),
        (cancelled()?, Pay, continued()),
        (cancelled()?, GrantTrial, granted()),
        (cancelled()?, Deactivate, Err(NotActive)),
        (cancelled()?, Cancel, Err(AlreadyCancelled)),
        (deactivated()?, Activate, activated()),
        (deactivated()?, Pay, activated()),
        (deactivated()?, GrantTrial, granted()),
        (deactivated()?, Deactivate, Err(NotActive)),
        (deactivated()?, Cancel, Err(NotActive)),
    ] {
        let outcome = subscription.apply(change, soon).map(Subscription::state);
        assert_eq!(outcome, expected, "{:?} of {:?}", change, subscription.state());
    }
    Ok(())
}

#[test]
fn a_period_that_is_over_can_be_begun_anew_but_not_ended() -> Result<(), TransitionError> {
    for over in [active()?, cancelled()?] {
        assert_eq!(over.cancel(period_end()), Err(TransitionError::NotActive));
        assert_eq!(over.deactivate(period_end()), Err(TransitionError::NotActive));
        assert_eq!(
            over.activate(period_end())?.expires_at(),
            period_end() + PERIOD_LENGTH
        );
        assert_eq!(over.grant_trial(period_end())?.trial_start_date(), period_end());
    }
    Ok(())
}

#[test]
fn who_pays_early_loses_nothing() -> Result<(), TransitionError> {
    let twice = active()?.pay(period_end() - TICK);
    assert_eq!(twice.expires_at(), period_end() + PERIOD_LENGTH);
    assert_eq!(twice.days_remaining(START + HOUR), 60);
    let thrice = twice.pay(START + HOUR * 2);
    assert_eq!(thrice.expires_at(), period_end() + PERIOD_LENGTH * 2);

    let again = cancelled()?.pay(START + HOUR * 3);
    assert!(again.has_active_subscription(START + HOUR * 3));
    assert_eq!(again.expires_at(), period_end() + PERIOD_LENGTH);

    for over in [active()?, cancelled()?, deactivated()?] {
        let begun = over.pay(period_end());
        assert_eq!(begun.expires_at(), period_end() + PERIOD_LENGTH);
        assert_eq!(begun.status(period_end()), Status::Active);
    }
    Ok(())
}

fn expired() -> Shown {
    Shown {
        status: Status::Expired,
        access: Access::Expired,
        trial_expired: true,
        has_active_subscription: false,
        days_remaining: 0,
    }
}
