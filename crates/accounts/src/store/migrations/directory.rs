//! What lists of all users and of their subscriptions' changes are quick by: an index for each order.

use sea_orm_migration::prelude::*;

/// Indexes of the administrator's lists.
pub(super) struct Directory;

impl MigrationName for Directory {
    fn name(&self) -> &'static str {
        "m20261125_000010_directory"
    }
}

/// Some are of expressions, which the builder does not have. Both databases take the same words. The expressions are those of
/// `store::directory`, to the letter: else the index is not used.
const INDEXES: &[&str] = &[
    "CREATE INDEX index_users_joined ON users (created_at, id)",
    "CREATE INDEX index_users_name ON users \
     ((LOWER(COALESCE(first_name || ' ' || last_name, first_name, last_name, email))), id)",
    "CREATE INDEX index_usage_counters_transcriptions ON usage_counters (transcriptions, user_id)",
    "CREATE INDEX index_usage_counters_reports ON usage_counters (reports, user_id)",
    "CREATE INDEX index_usage_counters_last_activity ON usage_counters ((COALESCE(last_activity_at, 0)), user_id)",
    "CREATE INDEX index_subscriptions_state ON subscriptions (state, ends_at, user_id)",
    "CREATE INDEX index_subscriptions_ends_at ON subscriptions (ends_at, user_id)",
    "CREATE INDEX index_audit_events_kind ON audit_events (kind, id)",
];

#[async_trait::async_trait]
impl MigrationTrait for Directory {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for index in INDEXES {
            manager.get_connection().execute_unprepared(index).await?;
        }
        Ok(())
    }
}
