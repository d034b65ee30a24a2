//! Letterheads, at most one a user.

use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};
use time::OffsetDateTime;

use super::entity::letterhead;
use super::{PutError, Store, StoreError, to_row};
use crate::id::UserId;
use crate::letterhead::Letterhead;
use crate::picture::Picture;

impl Store {
    /// The letterhead of a user; an empty one when none was kept.
    pub async fn letterhead(&self, user: UserId) -> Result<Letterhead, StoreError> {
        let row = letterhead::Entity::find_by_id(user.as_uuid())
            .one(&self.database)
            .await?;
        row.map_or_else(|| Ok(Letterhead::default()), letterhead_from)
    }

    /// Keeps a letterhead in the place of the one that the user had; an empty one leaves none.
    pub async fn put_letterhead(
        &self,
        user: UserId,
        letterhead: &Letterhead,
        now: OffsetDateTime,
    ) -> Result<(), PutError> {
        use letterhead::Column;
        if letterhead.is_empty() {
            letterhead::Entity::delete_by_id(user.as_uuid())
                .exec(&self.database)
                .await
                .map_err(StoreError::from)?;
            return Ok(());
        }
        let row = letterhead::ActiveModel {
            user_id: Set(user.as_uuid()),
            logo: Set(letterhead.logo().map(|logo| logo.bytes().to_vec())),
            institution: Set(letterhead.institution().map(str::to_owned)),
            address: Set(letterhead.address().join("\n")),
            footer: Set(letterhead.footer().join("\n")),
            updated_at: Set(to_row(now)),
        };
        let replace = OnConflict::column(Column::UserId)
            .update_columns([
                Column::Logo,
                Column::Institution,
                Column::Address,
                Column::Footer,
                Column::UpdatedAt,
            ])
            .to_owned();
        let written = letterhead::Entity::insert(row)
            .on_conflict(replace)
            .exec_without_returning(&self.database)
            .await;
        PutError::check(written)
    }
}

fn letterhead_from(row: letterhead::Model) -> Result<Letterhead, StoreError> {
    let corrupt = StoreError::Corrupt {
        table: "letterheads",
        column: "logo",
    };
    let logo = match row.logo {
        Some(bytes) => Some(Picture::recorded(bytes).ok_or(corrupt)?),
        None => None,
    };
    Ok(Letterhead::recorded(
        logo,
        row.institution,
        &row.address,
        &row.footer,
    ))
}
