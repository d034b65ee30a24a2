//! Deleting a user, and what is left behind: that the address has had its trial, so that deleting an account and
//! signing in again is no way to a trial without end.
//!
//! Kept is an HMAC-SHA-256 of the address under a secret of this database, for [`KEPT_AFTER_DELETION`]. It answers
//! whether an address that somebody signs in with was here before; it cannot be read back into one.

use hmac::{Hmac, KeyInit, Mac};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Set};
use sha2::Sha256;
use time::{Duration, OffsetDateTime};

use super::bounded::Transaction;
use super::entity::{former_user, login_token, subscription, user};
use super::{Store, StoreError, audit, from_row, payments, secrets, to_row};
use crate::audit::{AuditEvent, AuditKind};
use crate::email::EmailAddress;
use crate::id::UserId;

/// How long it is remembered that a deleted account had its trial.
pub const KEPT_AFTER_DELETION: Duration = Duration::days(365);

const SECRET: &str = "former-users";

impl Store {
    /// Deletes a user and all that is kept for them, open sign-in links included; says whether there was such a user.
    /// One transaction. The trail says that it happened, to which identifier and when, and nothing more.
    pub async fn delete_user(&self, id: UserId, now: OffsetDateTime) -> Result<bool, StoreError> {
        let transaction = self.begin_write().await?;
        let Some(row) = user::Entity::find_by_id(id.as_uuid())
            .lock_exclusive()
            .one(&transaction)
            .await?
        else {
            return Ok(false);
        };
        let subscription = subscription::Entity::find_by_id(row.id).one(&transaction).await?;
        if let Some(subscription) = subscription {
            remember(&transaction, &row.email, subscription.trial_started_at, now).await?;
        }
        login_token::Entity::delete_many()
            .filter(login_token::Column::Email.eq(&row.email))
            .exec(&transaction)
            .await?;
        payments::forget_address(&transaction, &row.email).await?;
        // What belongs to the user goes with the row: every table of theirs says so in the schema.
        user::Entity::delete_by_id(row.id).exec(&transaction).await?;
        let event = AuditEvent::of_own(AuditKind::AccountDeleted, id, now);
        audit::insert(&transaction, event).await?;
        transaction.commit().await?;
        // The account is deleted, whatever comes of this; the timer tries again.
        let _ = self.empty_journal().await;
        Ok(true)
    }
}

async fn remember(
    transaction: &Transaction,
    email: &str,
    trial_started_at: i64,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    use former_user::Column;
    let row = former_user::ActiveModel {
        fingerprint: Set(fingerprint(transaction, email).await?),
        trial_started_at: Set(trial_started_at),
        deleted_at: Set(to_row(now)),
    };
    let replace = OnConflict::column(Column::Fingerprint)
        .update_columns([Column::TrialStartedAt, Column::DeletedAt])
        .to_owned();
    former_user::Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// When the trial of a former user with this address began. It is forgotten here: their new account knows it again.
pub(super) async fn take_trial_start(
    transaction: &Transaction,
    email: &EmailAddress,
    now: OffsetDateTime,
) -> Result<Option<OffsetDateTime>, StoreError> {
    let fingerprint = fingerprint(transaction, email.expose()).await?;
    let rows = former_user::Entity::delete_many()
        .filter(former_user::Column::Fingerprint.eq(fingerprint))
        .filter(former_user::Column::DeletedAt.gt(to_row(now - KEPT_AFTER_DELETION)))
        .exec_with_returning(transaction)
        .await?;
    rows.into_iter()
        .next()
        .map(|row| from_row(row.trial_started_at, "former_users", "trial_started_at"))
        .transpose()
}

/// Forgets those who deleted their accounts long ago.
pub(super) async fn forget_old(store: &Store, now: OffsetDateTime) -> Result<u64, StoreError> {
    let outcome = former_user::Entity::delete_many()
        .filter(former_user::Column::DeletedAt.lte(to_row(now - KEPT_AFTER_DELETION)))
        .exec(&store.database)
        .await?;
    Ok(outcome.rows_affected)
}

async fn fingerprint(transaction: &Transaction, email: &str) -> Result<String, StoreError> {
    let secret = secrets::secret(transaction, SECRET).await?;
    let corrupt = |_| StoreError::Corrupt {
        table: "secrets",
        column: "value",
    };
    let mut hash = Hmac::<Sha256>::new_from_slice(&secret).map_err(corrupt)?;
    hash.update(email.as_bytes());
    Ok(hex::encode(hash.finalize().into_bytes()))
}
