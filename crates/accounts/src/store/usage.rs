//! Usage counters. They count; they never say what was in a recording or a report.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};
use time::OffsetDateTime;

use super::entity::usage;
use super::{Store, StoreError, from_row, to_row};
use crate::id::UserId;
use crate::user::{Activity, Usage};

impl Store {
    /// Counts one more; says whether there is such a user.
    pub async fn count_activity(
        &self,
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
            .exec(&self.database)
            .await?;
        Ok(outcome.rows_affected > 0)
    }

    /// The counters of a user.
    pub async fn usage(&self, user: UserId) -> Result<Option<Usage>, StoreError> {
        let row = usage::Entity::find_by_id(user.as_uuid())
            .one(&self.database)
            .await?;
        row.map(usage_from).transpose()
    }
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
