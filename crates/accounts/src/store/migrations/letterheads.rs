//! Letterheads of users.

use sea_orm_migration::prelude::*;

use super::{instant, owned_by_user, table};

/// Letterheads of users.
pub(super) struct Letterheads;

impl MigrationName for Letterheads {
    fn name(&self) -> &'static str {
        "m20261125_000040_letterheads"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Letterheads {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let letterheads = table("letterheads")
            .col(ColumnDef::new("user_id").uuid().not_null().primary_key())
            .col(ColumnDef::new("logo").blob())
            .col(ColumnDef::new("institution").text())
            .col(ColumnDef::new("address").text().not_null())
            .col(ColumnDef::new("footer").text().not_null())
            .col(instant("updated_at").not_null())
            .foreign_key(&mut owned_by_user("letterheads"))
            .take();
        manager.create_table(letterheads).await
    }
}
