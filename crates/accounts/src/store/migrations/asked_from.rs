//! By what the links to one address are told apart that different networks asked for.

use sea_orm_migration::prelude::*;

/// A mark of the network beside each sign-in link.
pub(super) struct AskedFrom;

impl MigrationName for AskedFrom {
    fn name(&self) -> &'static str {
        "m20261126_000060_asked_from"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for AskedFrom {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("login_tokens")
            .add_column(ColumnDef::new("asked_from").small_integer())
            .take();
        manager.alter_table(column).await
    }
}
