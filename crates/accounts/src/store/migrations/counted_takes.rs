//! Which takes were counted, so that one is counted once.

use sea_orm_migration::prelude::*;

use super::{instant, owned_by_user, table};

/// Takes that were counted.
pub(super) struct CountedTakes;

impl MigrationName for CountedTakes {
    fn name(&self) -> &'static str {
        "m20261125_000011_counted_takes"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for CountedTakes {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let takes = table("counted_takes")
            .col(ColumnDef::new("user_id").uuid().not_null())
            .col(ColumnDef::new("take_id").uuid().not_null())
            .col(instant("counted_at").not_null())
            .primary_key(Index::create().col("user_id").col("take_id"))
            .foreign_key(&mut owned_by_user("counted_takes"))
            .take();
        manager.create_table(takes).await?;
        let index = Index::create()
            .name("index_counted_takes_counted_at")
            .table("counted_takes")
            .col("counted_at")
            .to_owned();
        manager.create_index(index).await
    }
}
