//! The first schema.

use sea_orm_migration::prelude::*;

use super::{instant, owned_by_user, table};

/// The first schema.
pub(super) struct Accounts;

impl MigrationName for Accounts {
    fn name(&self) -> &'static str {
        "m20261120_000001_accounts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Accounts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in tables() {
            manager.create_table(table).await?;
        }
        for (table, column) in INDEXES {
            let index = Index::create()
                .name(format!("index_{table}_{column}"))
                .table(*table)
                .col(*column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

/// Columns that are searched by and are no key.
const INDEXES: &[(&str, &str)] = &[
    ("identities", "user_id"),
    ("sessions", "user_id"),
    ("sessions", "expires_at"),
    ("login_tokens", "email"),
    ("login_tokens", "expires_at"),
    ("custom_templates", "user_id"),
    ("audit_events", "subject_id"),
];

fn tables() -> Vec<TableCreateStatement> {
    vec![
        table("users")
            .col(ColumnDef::new("id").uuid().not_null().primary_key())
            .col(ColumnDef::new("email").text().not_null().unique_key())
            .col(ColumnDef::new("first_name").text())
            .col(ColumnDef::new("last_name").text())
            .col(ColumnDef::new("storage_key").blob().not_null())
            .col(instant("created_at").not_null())
            .col(instant("updated_at").not_null())
            .take(),
        table("identities")
            .col(ColumnDef::new("provider").text().not_null())
            .col(ColumnDef::new("subject").text().not_null())
            .col(ColumnDef::new("user_id").uuid().not_null())
            .col(instant("created_at").not_null())
            .primary_key(Index::create().col("provider").col("subject"))
            .foreign_key(&mut owned_by_user("identities"))
            .take(),
        table("sessions")
            .col(ColumnDef::new("fingerprint").text().not_null().primary_key())
            .col(ColumnDef::new("user_id").uuid())
            .col(ColumnDef::new("data").json_binary().not_null())
            .col(instant("expires_at").not_null())
            .foreign_key(&mut owned_by_user("sessions"))
            .take(),
        table("login_tokens")
            .col(ColumnDef::new("fingerprint").text().not_null().primary_key())
            .col(ColumnDef::new("email").text().not_null())
            .col(ColumnDef::new("next_path").text())
            .col(instant("expires_at").not_null())
            .take(),
        table("subscriptions")
            .col(ColumnDef::new("user_id").uuid().not_null().primary_key())
            .col(ColumnDef::new("state").text().not_null())
            .col(instant("trial_started_at").not_null())
            .col(instant("activated_at"))
            .col(instant("cancelled_at"))
            .col(instant("ends_at").not_null())
            .foreign_key(&mut owned_by_user("subscriptions"))
            .take(),
        table("custom_templates")
            .col(ColumnDef::new("id").uuid().not_null().primary_key())
            .col(ColumnDef::new("user_id").uuid().not_null())
            .col(ColumnDef::new("name").text().not_null())
            .col(ColumnDef::new("content").text().not_null())
            .col(ColumnDef::new("modality").text())
            .col(instant("created_at").not_null())
            .col(instant("updated_at").not_null())
            .foreign_key(&mut owned_by_user("custom_templates"))
            .take(),
        table("signatures")
            .col(ColumnDef::new("user_id").uuid().not_null().primary_key())
            .col(ColumnDef::new("image").blob())
            .col(ColumnDef::new("name").text())
            .col(ColumnDef::new("designation").text())
            .col(ColumnDef::new("department").text())
            .col(ColumnDef::new("institution").text())
            .col(instant("updated_at").not_null())
            .foreign_key(&mut owned_by_user("signatures"))
            .take(),
        table("usage_counters")
            .col(ColumnDef::new("user_id").uuid().not_null().primary_key())
            .col(
                ColumnDef::new("transcriptions")
                    .big_integer()
                    .not_null()
                    .default(0),
            )
            .col(ColumnDef::new("reports").big_integer().not_null().default(0))
            .col(instant("last_activity_at"))
            .foreign_key(&mut owned_by_user("usage_counters"))
            .take(),
        // The trail outlives the accounts it speaks of: no foreign keys.
        table("audit_events")
            .col(
                ColumnDef::new("id")
                    .big_integer()
                    .not_null()
                    .auto_increment()
                    .primary_key(),
            )
            .col(instant("at").not_null())
            .col(ColumnDef::new("kind").text().not_null())
            .col(ColumnDef::new("actor_id").uuid())
            .col(ColumnDef::new("subject_id").uuid())
            .take(),
    ]
}
