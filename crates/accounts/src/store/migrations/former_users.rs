//! What is left of a user who deleted the account: that the address has had its trial, and when.

use sea_orm_migration::prelude::*;

use super::{instant, table};

/// Former users, and the secret under which their addresses are hashed.
pub(super) struct FormerUsers;

impl MigrationName for FormerUsers {
    fn name(&self) -> &'static str {
        "m20261125_000041_former_users"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for FormerUsers {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let secrets = table("secrets")
            .col(ColumnDef::new("name").text().not_null().primary_key())
            .col(ColumnDef::new("value").blob().not_null())
            .take();
        manager.create_table(secrets).await?;
        let former_users = table("former_users")
            .col(ColumnDef::new("fingerprint").text().not_null().primary_key())
            .col(instant("trial_started_at").not_null())
            .col(instant("deleted_at").not_null())
            .take();
        manager.create_table(former_users).await
    }
}
