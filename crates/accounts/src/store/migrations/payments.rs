//! Payments that a provider has told.

use sea_orm_migration::prelude::*;

use super::{instant, table};

/// Payments that a provider has told.
pub(super) struct Payments;

impl MigrationName for Payments {
    fn name(&self) -> &'static str {
        "m20261125_000030_payments"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Payments {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let payments = table("payments")
            .col(ColumnDef::new("provider").text().not_null())
            .col(ColumnDef::new("payment_id").text().not_null())
            .col(ColumnDef::new("email").text())
            .col(ColumnDef::new("amount").big_integer().not_null())
            .col(ColumnDef::new("currency").text().not_null())
            .col(ColumnDef::new("state").text().not_null())
            .col(ColumnDef::new("user_id").uuid())
            .col(instant("at").not_null())
            .primary_key(Index::create().col("provider").col("payment_id"))
            // The books outlive the account that was paid for; whose it was goes with the account.
            .foreign_key(
                ForeignKey::create()
                    .from("payments", "user_id")
                    .to("users", "id")
                    .on_delete(ForeignKeyAction::SetNull),
            )
            .take();
        manager.create_table(payments).await?;
        for columns in [["email", "state"], ["state", "at"]] {
            let mut index = Index::create();
            index
                .name(format!("index_payments_{}", columns.join("_")))
                .table("payments");
            for column in columns {
                index.col(column);
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }
}
