//! Payments: each opens a paid period once, and what opens none is kept for an administrator.
//!
//! A payment may be told before its payer has signed in, and both may happen at the same moment. Therefore each side
//! commits first and then looks for the other: whichever commits last finds what the other has written.
//!
//! Whoever needs both rows locks the user's before the payment's, as deleting a user does.

use sea_orm::ActiveValue::NotSet;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set, TryInsertResult,
};
use time::OffsetDateTime;

use super::bounded::Transaction;
use super::entity::{payment, user};
use super::{ChangeSubscriptionError, Store, StoreError, audit, from_row, subscriptions, to_row, truncate};
use crate::audit::{AuditEvent, AuditKind};
use crate::email::EmailAddress;
use crate::id::UserId;
use crate::payment::{Amount, Currency, KeptPayment, Payment, PaymentId, PaymentOutcome, PaymentState};
use crate::subscription::Change;
use crate::user::User;

impl Store {
    /// Takes down a payment, and opens a paid period with it when it is worth one and its payer has an account. The
    /// same payment told again changes nothing, unless it was kept and the new telling has what was missing.
    pub async fn record_payment(
        &self,
        payment: &Payment,
        price: Amount,
        now: OffsetDateTime,
    ) -> Result<PaymentOutcome, StoreError> {
        let now = truncate(now);
        let worth = PaymentState::of(payment, price);
        let outcome = self.keep_payment(payment, worth, now).await?;
        let (PaymentOutcome::Kept(PaymentState::Unclaimed) | PaymentOutcome::Known, Some(email)) =
            (outcome, &payment.email)
        else {
            return Ok(outcome);
        };
        match self.user_by_email(email).await? {
            Some(user) if self.use_payments(user.id, email, now).await? > 0 => {
                Ok(PaymentOutcome::Used(user.id))
            }
            _ => Ok(outcome),
        }
    }

    async fn keep_payment(
        &self,
        payment: &Payment,
        worth: PaymentState,
        now: OffsetDateTime,
    ) -> Result<PaymentOutcome, StoreError> {
        let transaction = self.begin_write().await?;
        let is_new = insert(&transaction, payment, worth, now).await?;
        let row = find(&transaction, &payment.id).await?;
        let state = state_of(&row)?;
        if !is_new && (state.is_final() || worth != PaymentState::Unclaimed || state == worth) {
            return Ok(PaymentOutcome::Known);
        }
        if !is_new {
            // It was kept for something that this telling has. When it was first told stays.
            let told = payment::ActiveModel {
                at: NotSet,
                ..row_from(payment, worth, now)
            };
            told.update(&transaction).await?;
        }
        transaction.commit().await?;
        Ok(PaymentOutcome::Kept(worth))
    }

    /// Opens paid periods with what was paid for the address of a user who has just signed in, before there was an account or when
    /// it had another address. Gives how many there were. What cannot be claimed now waits for the next sign-in.
    pub async fn claim_payments(&self, user: &User, now: OffsetDateTime) -> Result<u64, StoreError> {
        self.use_payments(user.id, &user.email, truncate(now)).await
    }

    /// Opens a paid period with each unclaimed payment of the address. Gives how many there were.
    async fn use_payments(
        &self,
        user: UserId,
        email: &EmailAddress,
        now: OffsetDateTime,
    ) -> Result<u64, StoreError> {
        // Nearly always there is none, and then nobody has to wait for a writer.
        if unclaimed(email).one(&self.database).await?.is_none() {
            return Ok(0);
        }
        let transaction = self.begin_write().await?;
        if !lock_user(&transaction, user).await? {
            return Ok(0);
        }
        let rows = unclaimed(email)
            .order_by_asc(payment::Column::At)
            .lock_exclusive()
            .all(&transaction)
            .await?;
        let mut used = 0;
        for row in rows {
            let paid = subscriptions::change(&transaction, user, Change::Pay, None, now).await;
            if paid.map_err(without_transition)?.is_none() {
                return Ok(0);
            }
            let mut row = payment::ActiveModel::from(row);
            row.state = Set(PaymentState::Used.code().to_owned());
            row.user_id = Set(Some(user.as_uuid()));
            row.email = Set(None);
            row.update(&transaction).await?;
            used += 1;
        }
        transaction.commit().await?;
        Ok(used)
    }

    /// Payments that wait for somebody to look at them, the newest first, at most `limit`.
    pub async fn open_payments(&self, limit: u64) -> Result<Vec<KeptPayment>, StoreError> {
        let rows = payment::Entity::find()
            .filter(payment::Column::State.is_in(PaymentState::OPEN.map(PaymentState::code)))
            .order_by_desc(payment::Column::At)
            .order_by_desc(payment::Column::PaymentId)
            .limit(limit)
            .all(&self.database)
            .await?;
        rows.into_iter().map(payment_from).collect()
    }

    /// The payments of a user: those that opened periods, and those that wait and were made with the address. Oldest first.
    pub async fn payments_of(&self, user: &User) -> Result<Vec<KeptPayment>, StoreError> {
        let of_user = payment::Column::UserId.eq(user.id.as_uuid());
        let rows = payment::Entity::find()
            .filter(of_user.or(payment::Column::Email.eq(user.email.expose())))
            .order_by_asc(payment::Column::At)
            .order_by_asc(payment::Column::PaymentId)
            .all(&self.database)
            .await?;
        rows.into_iter().map(payment_from).collect()
    }

    /// Takes a payment off that list: an administrator has taken care of it, and it opens nothing any more. False when
    /// it was not on it.
    pub async fn settle_payment(
        &self,
        id: &PaymentId,
        actor: UserId,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let transaction = self.begin_write().await?;
        let row = payment::Entity::find_by_id(key(id)).one(&transaction).await?;
        let subject = match row.and_then(|row| row.email) {
            Some(email) => lock_user_of(&transaction, &email).await?,
            None => None,
        };
        let row = payment::Entity::find_by_id(key(id))
            .lock_exclusive()
            .one(&transaction)
            .await?;
        let Some(row) = row else {
            return Ok(false);
        };
        if state_of(&row)?.is_final() {
            return Ok(false);
        }
        let mut row = payment::ActiveModel::from(row);
        row.state = Set(PaymentState::Settled.code().to_owned());
        row.user_id = Set(subject.map(UserId::as_uuid));
        row.email = Set(None);
        row.update(&transaction).await?;
        let event = AuditEvent {
            at: truncate(now),
            kind: AuditKind::PaymentSettled,
            actor: Some(actor),
            subject,
            text: None,
        };
        audit::insert(&transaction, event).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// Takes an address off the payments that were made with it. They are the books: each is known by its identifier.
pub(super) async fn forget_address(transaction: &Transaction, email: &str) -> Result<(), StoreError> {
    payment::Entity::update_many()
        .col_expr(payment::Column::Email, Expr::value(None::<String>))
        .filter(payment::Column::Email.eq(email))
        .exec(transaction)
        .await?;
    Ok(())
}

/// False when the payment was known. Whoever tells it at the same moment is waited for.
async fn insert(
    transaction: &Transaction,
    payment: &Payment,
    state: PaymentState,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let inserted = payment::Entity::insert(row_from(payment, state, now))
        .on_conflict_do_nothing()
        .exec_without_returning(transaction)
        .await?;
    Ok(matches!(inserted, TryInsertResult::Inserted(rows) if rows > 0))
}

async fn find(transaction: &Transaction, id: &PaymentId) -> Result<payment::Model, StoreError> {
    let row = payment::Entity::find_by_id(key(id))
        .lock_exclusive()
        .one(transaction)
        .await?;
    row.ok_or(corrupt("payment_id"))
}

async fn lock_user(transaction: &Transaction, user: UserId) -> Result<bool, StoreError> {
    let row = user::Entity::find_by_id(user.as_uuid())
        .lock_exclusive()
        .one(transaction)
        .await?;
    Ok(row.is_some())
}

async fn lock_user_of(transaction: &Transaction, email: &str) -> Result<Option<UserId>, StoreError> {
    let row = user::Entity::find()
        .filter(user::Column::Email.eq(email))
        .lock_exclusive()
        .one(transaction)
        .await?;
    Ok(row.map(|row| UserId::from_uuid(row.id)))
}

fn unclaimed(email: &EmailAddress) -> sea_orm::Select<payment::Entity> {
    payment::Entity::find()
        .filter(payment::Column::Email.eq(email.expose()))
        .filter(payment::Column::State.eq(PaymentState::Unclaimed.code()))
}

fn key(id: &PaymentId) -> (String, String) {
    (id.provider().to_owned(), id.id().to_owned())
}

fn row_from(payment: &Payment, state: PaymentState, now: OffsetDateTime) -> payment::ActiveModel {
    payment::ActiveModel {
        provider: Set(payment.id.provider().to_owned()),
        payment_id: Set(payment.id.id().to_owned()),
        email: Set(payment.email.as_ref().map(|email| email.expose().to_owned())),
        amount: Set(i64::try_from(payment.amount.minor_units).unwrap_or(i64::MAX)),
        currency: Set(payment.amount.currency.code().to_owned()),
        state: Set(state.code().to_owned()),
        user_id: Set(None),
        at: Set(to_row(now)),
    }
}

fn payment_from(row: payment::Model) -> Result<KeptPayment, StoreError> {
    let state = state_of(&row)?;
    let email = row.email.as_deref().map(EmailAddress::parse).transpose();
    Ok(KeptPayment {
        id: PaymentId::new(&row.provider, &row.payment_id).map_err(|_| corrupt("payment_id"))?,
        email: email.map_err(|_| corrupt("email"))?,
        amount: Amount {
            minor_units: u64::try_from(row.amount).map_err(|_| corrupt("amount"))?,
            currency: Currency::parse(&row.currency).ok_or(corrupt("currency"))?,
        },
        state,
        at: from_row(row.at, "payments", "at")?,
    })
}

fn state_of(row: &payment::Model) -> Result<PaymentState, StoreError> {
    PaymentState::parse(&row.state).ok_or(corrupt("state"))
}

const fn corrupt(column: &'static str) -> StoreError {
    StoreError::Corrupt {
        table: "payments",
        column,
    }
}

/// A payment is welcome in every state; a refusal would be a state that nobody wrote.
fn without_transition(error: ChangeSubscriptionError) -> StoreError {
    match error {
        ChangeSubscriptionError::Store(error) => error,
        ChangeSubscriptionError::Transition(_) => StoreError::Corrupt {
            table: "subscriptions",
            column: "state",
        },
    }
}
