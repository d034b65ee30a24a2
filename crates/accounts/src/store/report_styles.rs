//! How users want their reports written, at most one style a user.

use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};
use time::OffsetDateTime;

use super::entity::report_style;
use super::{PutError, Store, StoreError, to_row};
use crate::id::UserId;
use crate::report_style::ReportStyle;

impl Store {
    /// The report style of a user; none when none was kept.
    pub async fn report_style(&self, user: UserId) -> Result<Option<ReportStyle>, StoreError> {
        let row = report_style::Entity::find_by_id(user.as_uuid())
            .one(&self.database)
            .await?;
        Ok(row.map(ReportStyle::from))
    }

    /// Keeps a report style in the place of the one that the user had.
    pub async fn put_report_style(
        &self,
        user: UserId,
        style: &ReportStyle,
        now: OffsetDateTime,
    ) -> Result<(), PutError> {
        use report_style::Column;
        let row = report_style::ActiveModel {
            user_id: Set(user.as_uuid()),
            layout: Set(style.layout.clone()),
            spelling: Set(style.spelling.clone()),
            levels: Set(style.levels.clone()),
            updated_at: Set(to_row(now)),
        };
        let replace = OnConflict::column(Column::UserId)
            .update_columns([
                Column::Layout,
                Column::Spelling,
                Column::Levels,
                Column::UpdatedAt,
            ])
            .to_owned();
        let written = report_style::Entity::insert(row)
            .on_conflict(replace)
            .exec_without_returning(&self.database)
            .await;
        PutError::check(written)
    }
}

impl From<report_style::Model> for ReportStyle {
    fn from(row: report_style::Model) -> Self {
        Self {
            layout: row.layout,
            spelling: row.spelling,
            levels: row.levels,
        }
    }
}
