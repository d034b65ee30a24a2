//! Sign-ins through a provider that are under way.

use sea_orm_migration::prelude::*;

use super::{instant, table};

/// Sign-ins through a provider that are under way.
pub(super) struct SignInAttempts;

impl MigrationName for SignInAttempts {
    fn name(&self) -> &'static str {
        "m20261125_000020_sign_in_attempts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for SignInAttempts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let attempts = table("sign_in_attempts")
            .col(ColumnDef::new("fingerprint").text().not_null().primary_key())
            .col(ColumnDef::new("browser").text().not_null())
            .col(ColumnDef::new("provider").text().not_null())
            .col(ColumnDef::new("nonce").text().not_null())
            .col(ColumnDef::new("verifier").text().not_null())
            .col(ColumnDef::new("next_path").text())
            .col(instant("expires_at").not_null())
            .take();
        manager.create_table(attempts).await?;
        let index = Index::create()
            .name("index_sign_in_attempts_expires_at")
            .table("sign_in_attempts")
            .col("expires_at")
            .to_owned();
        manager.create_index(index).await
    }
}
