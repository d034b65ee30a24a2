//! Words and replacements of users.

use sea_orm_migration::prelude::*;

use super::{instant, owned_by_user, table};

/// Words and replacements of users.
pub(super) struct Vocabularies;

impl MigrationName for Vocabularies {
    fn name(&self) -> &'static str {
        "m20261120_000002_vocabularies"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Vocabularies {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let vocabularies = table("vocabularies")
            .col(ColumnDef::new("user_id").uuid().not_null().primary_key())
            .col(ColumnDef::new("words").json_binary().not_null())
            .col(ColumnDef::new("replacements").json_binary().not_null())
            .col(instant("updated_at").not_null())
            .foreign_key(&mut owned_by_user("vocabularies"))
            .take();
        manager.create_table(vocabularies).await
    }
}
