//! How users want their reports written.

use sea_orm_migration::prelude::*;

use super::{instant, owned_by_user, table};

/// Report styles of users.
pub(super) struct ReportStyles;

impl MigrationName for ReportStyles {
    fn name(&self) -> &'static str {
        "m20261129_000080_report_styles"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for ReportStyles {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let styles = table("report_styles")
            .col(ColumnDef::new("user_id").uuid().not_null().primary_key())
            .col(ColumnDef::new("layout").text().not_null())
            .col(ColumnDef::new("spelling").text().not_null())
            .col(ColumnDef::new("levels").text().not_null())
            .col(instant("updated_at").not_null())
            .foreign_key(&mut owned_by_user("report_styles"))
            .take();
        manager.create_table(styles).await
    }
}
