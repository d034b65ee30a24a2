use accounts::store::ChangeSubscriptionError;
use accounts::subscription::{Change, PERIOD_LENGTH, State, TransitionError};
use accounts::{Store, UserId};
use time::Duration;

use crate::support::{Outcome, in_parallel, kept_noon, noon, user};

pub async fn changes_are_kept_to_the_microsecond(store: &Store) -> Outcome {
    let payer = user(store, "payer").await?;
    let active = store
        .change_subscription(payer.id, Change::Activate, None, noon())
        .await?;
    assert_eq!(active, store.subscription(payer.id).await?);
    assert_eq!(
        active.map(|subscription| subscription.state()),
        Some(State::Active {
            activated_at: kept_noon(),
            expires_at: kept_noon() + PERIOD_LENGTH
        })
    );
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000003").ok_or("an identifier")?;
    assert_eq!(
        store
            .change_subscription(nobody, Change::Activate, None, noon())
            .await?,
        None
    );
    Ok(())
}

pub async fn a_refused_change_changes_nothing(store: &Store) -> Outcome {
    let guest = user(store, "guest").await?;
    let before = store.subscription(guest.id).await?;
    let trail = store.recent_audit_events(1).await?;
    let refused = store
        .change_subscription(guest.id, Change::Cancel, Some(guest.id), noon())
        .await;
    assert!(matches!(
        refused,
        Err(ChangeSubscriptionError::Transition(TransitionError::NotActive))
    ));
    assert_eq!(store.subscription(guest.id).await?, before);
    assert_eq!(store.recent_audit_events(1).await?, trail);
    Ok(())
}

pub async fn of_parallel_activations_one_succeeds(store: &Store) -> Outcome {
    let payer = user(store, "impatient").await?;
    let outcomes = in_parallel(20, |_| {
        let (store, id) = (store.clone(), payer.id);
        async move {
            match store
                .change_subscription(id, Change::Activate, None, noon())
                .await
            {
                Err(ChangeSubscriptionError::Transition(TransitionError::AlreadyActive)) => Ok(false),
                outcome => outcome.map(|_| true),
            }
        }
    })
    .await?;
    assert_eq!(outcomes.into_iter().filter(|succeeded| *succeeded).count(), 1);
    Ok(())
}

pub async fn every_state_reads_as_it_was_written(store: &Store) -> Outcome {
    let user = user(store, "changeable").await?;
    let mut now = noon();
    for change in [
        Change::GrantTrial,
        Change::Activate,
        Change::Cancel,
        Change::Activate,
        Change::Deactivate,
        Change::GrantTrial,
    ] {
        now += Duration::hours(5);
        let written = store.change_subscription(user.id, change, None, now).await?;
        assert_eq!(store.subscription(user.id).await?, written, "{change:?}");
    }
    Ok(())
}
