//! Usage counters. They count; they never say what was in a recording or a report.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set, TryInsertResult};
use time::{Duration, OffsetDateTime};

use super::entity::{counted_take, usage};
use super::{Store, StoreError, from_row, is_foreign_key_violation, to_row};
use crate::id::{TakeId, UserId};
use crate::user::{Activity, Usage};

/// How long a take is known to be counted. One that is transcribed again later counts again.
const TAKES_ARE_REMEMBERED: Duration = Duration::days(90);

impl Store {
    /// Counts one more; says whether there is such a user.
    pub async fn count_activity(
        &self,
        user: UserId,
        activity: Activity,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        count(&self.database, user, activity, now).await
    }

    /// Counts the transcription of a take, once: one that was heard while it was said may be transcribed again, and again. Says
    /// whether this was the first time.
    pub async fn count_take(
        &self,
        user: UserId,
        take: TakeId,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let transaction = self.begin_write().await?;
        let row = counted_take::ActiveModel {
            user_id: Set(user.as_uuid()),
            take_id: Set(take.as_uuid()),
            counted_at: Set(to_row(now)),
        };
        let inserted = counted_take::Entity::insert(row)
            .on_conflict_do_nothing()
            .exec_without_returning(&transaction)
            .await;
        let is_first = match inserted {
            Ok(TryInsertResult::Inserted(rows)) => rows > 0,
            Ok(TryInsertResult::Conflicted | TryInsertResult::Empty) => false,
            Err(error) if is_foreign_key_violation(&error) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        if is_first {
            count(&transaction, user, Activity::Transcription, now).await?;
        } else {
            touch(&transaction, user, now).await?;
        }
        transaction.commit().await?;
        Ok(is_first)
    }

    /// Forgets which takes were counted long ago: nobody transcribes them any more.
    pub(super) async fn forget_counted_takes(&self, now: OffsetDateTime) -> Result<u64, StoreError> {
        let outcome = counted_take::Entity::delete_many()
            .filter(counted_take::Column::CountedAt.lte(to_row(now - TAKES_ARE_REMEMBERED)))
            .exec(&self.database)
            .await?;
        Ok(outcome.rows_affected)
    }

    /// The counters of a user.
    pub async fn usage(&self, user: UserId) -> Result<Option<Usage>, StoreError> {
        let row = usage::Entity::find_by_id(user.as_uuid())
            .one(&self.database)
            .await?;
        row.map(usage_from).transpose()
    }
}

async fn count(
    connection: &impl ConnectionTrait,
    user: UserId,
    activity: Activity,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let counter = match activity {
        Activity::Transcription => usage::Column::Transcriptions,
        Activity::Report => usage::Column::Reports,
    };
    let outcome = usage::Entity::update_many()
        .col_expr(counter, Expr::col(counter).add(1))
        .col_expr(usage::Column::LastActivityAt, Expr::value(to_row(now)))
        .filter(usage::Column::UserId.eq(user.as_uuid()))
        .exec(connection)
        .await?;
    Ok(outcome.rows_affected > 0)
}

pub(super) async fn insert(connection: &impl ConnectionTrait, user: UserId) -> Result<(), StoreError> {
    let row = usage::ActiveModel {
        user_id: Set(user.as_uuid()),
        transcriptions: Set(0),
        reports: Set(0),
        last_activity_at: Set(None),
    };
    usage::Entity::insert(row)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

pub(super) async fn touch(
    connection: &impl ConnectionTrait,
    user: UserId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    usage::Entity::update_many()
        .col_expr(usage::Column::LastActivityAt, Expr::value(to_row(now)))
        .filter(usage::Column::UserId.eq(user.as_uuid()))
        .exec(connection)
        .await?;
    Ok(())
}

pub(super) fn usage_from(row: usage::Model) -> Result<Usage, StoreError> {
    let count = |number: i64, column| {
        u64::try_from(number).map_err(|_| StoreError::Corrupt {
            table: "usage_counters",
            column,
        })
    };
    Ok(Usage {
        transcriptions: count(row.transcriptions, "transcriptions")?,
        reports: count(row.reports, "reports")?,
        last_activity_at: row
            .last_activity_at
            .map(|micros| from_row(micros, "usage_counters", "last_activity_at"))
            .transpose()?,
    })
}
