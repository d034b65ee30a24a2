//! Subscriptions. The rules are `crate::subscription`'s; here they are read, changed and written in one step.

use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, QuerySelect, Set};
use thiserror::Error;
use time::OffsetDateTime;

use super::bounded::Transaction;
use super::entity::subscription;
use super::{Store, StoreError, audit, from_row, to_row, truncate};
use crate::audit::{AuditEvent, AuditKind};
use crate::id::UserId;
use crate::subscription::{Change, State, Subscription, TransitionError};

/// Why a subscription was not changed.
#[derive(Debug, Error)]
pub enum ChangeSubscriptionError {
    /// The rules do not have this change.
    #[error(transparent)]
    Transition(#[from] TransitionError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// The subscription of a user.
    pub async fn subscription(&self, user: UserId) -> Result<Option<Subscription>, StoreError> {
        let row = subscription::Entity::find_by_id(user.as_uuid())
            .one(&self.database)
            .await?;
        row.map(subscription_from).transpose()
    }

    /// Changes the subscription of a user and writes the audit event; `actor` is who asked for it, nobody for a
    /// payment provider. Nothing when there is no such user.
    pub async fn change_subscription(
        &self,
        user: UserId,
        change: Change,
        actor: Option<UserId>,
        now: OffsetDateTime,
    ) -> Result<Option<Subscription>, ChangeSubscriptionError> {
        let transaction = self.begin_write().await.map_err(StoreError::from)?;
        let changed = self::change(&transaction, user, change, actor, truncate(now)).await?;
        transaction.commit().await.map_err(StoreError::from)?;
        Ok(changed)
    }
}

/// Reads, changes and writes a subscription, with its audit event, in a transaction of `Store::begin_write`.
pub(super) async fn change(
    transaction: &Transaction,
    user: UserId,
    change: Change,
    actor: Option<UserId>,
    now: OffsetDateTime,
) -> Result<Option<Subscription>, ChangeSubscriptionError> {
    let row = subscription::Entity::find_by_id(user.as_uuid())
        .lock_exclusive()
        .one(transaction)
        .await
        .map_err(StoreError::from)?;
    let Some(row) = row else {
        return Ok(None);
    };
    let changed = subscription_from(row)?.apply(change, now)?;
    row_from(user, changed)
        .update(transaction)
        .await
        .map_err(StoreError::from)?;
    let event = AuditEvent {
        at: now,
        kind: AuditKind::from(change),
        actor,
        subject: Some(user),
        text: None,
    };
    audit::insert(transaction, event).await?;
    Ok(Some(changed))
}

pub(super) async fn insert(
    connection: &impl ConnectionTrait,
    user: UserId,
    subscription: Subscription,
) -> Result<(), StoreError> {
    subscription::Entity::insert(row_from(user, subscription))
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

fn row_from(user: UserId, subscription: Subscription) -> subscription::ActiveModel {
    let (state, activated_at, cancelled_at) = match subscription.state() {
        State::Trial { .. } => ("trial", None, None),
        State::Active { activated_at, .. } => ("active", Some(activated_at), None),
        State::Cancelled {
            activated_at,
            cancelled_at,
            ..
        } => ("cancelled", Some(activated_at), Some(cancelled_at)),
        State::Deactivated { .. } => ("deactivated", None, None),
    };
    subscription::ActiveModel {
        user_id: Set(user.as_uuid()),
        state: Set(state.to_owned()),
        trial_started_at: Set(to_row(subscription.trial_start_date())),
        activated_at: Set(activated_at.map(to_row)),
        cancelled_at: Set(cancelled_at.map(to_row)),
        ends_at: Set(to_row(subscription.expires_at())),
    }
}

pub(super) fn subscription_from(row: subscription::Model) -> Result<Subscription, StoreError> {
    let corrupt = |column| StoreError::Corrupt {
        table: "subscriptions",
        column,
    };
    let instant = |micros, column| from_row(micros, "subscriptions", column);
    let recorded = |micros: Option<i64>, column| {
        micros
            .ok_or(corrupt(column))
            .and_then(|micros| instant(micros, column))
    };
    let ends_at = instant(row.ends_at, "ends_at")?;
    let state = match row.state.as_str() {
        "trial" => State::Trial { ends_at },
        "active" => State::Active {
            activated_at: recorded(row.activated_at, "activated_at")?,
            expires_at: ends_at,
        },
        "cancelled" => State::Cancelled {
            activated_at: recorded(row.activated_at, "activated_at")?,
            cancelled_at: recorded(row.cancelled_at, "cancelled_at")?,
            expires_at: ends_at,
        },
        "deactivated" => State::Deactivated {
            deactivated_at: ends_at,
        },
        _ => return Err(corrupt("state")),
    };
    Ok(Subscription::recorded(
        instant(row.trial_started_at, "trial_started_at")?,
        state,
    ))
}
