//! Which text an event of the trail was about: its hash, for events that are about one.

use sea_orm_migration::prelude::*;

/// A hash beside each event.
pub(super) struct TrailOfTexts;

impl MigrationName for TrailOfTexts {
    fn name(&self) -> &'static str {
        "m20261128_000070_trail_of_texts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for TrailOfTexts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("audit_events")
            .add_column(ColumnDef::new("text_sha256").text())
            .take();
        manager.alter_table(column).await
    }
}
