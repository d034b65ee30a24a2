//! Signatures, at most one a user.

use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};
use time::OffsetDateTime;

use super::entity::signature;
use super::{PutError, Store, StoreError, to_row};
use crate::id::UserId;
use crate::picture::Picture;
use crate::signature::Signature;

impl Store {
    /// The signature of a user.
    pub async fn signature(&self, user: UserId) -> Result<Option<Signature>, StoreError> {
        let row = signature::Entity::find_by_id(user.as_uuid())
            .one(&self.database)
            .await?;
        row.map(signature_from).transpose()
    }

    /// Keeps a signature in the place of the one that the user had.
    pub async fn put_signature(
        &self,
        user: UserId,
        signature: &Signature,
        now: OffsetDateTime,
    ) -> Result<(), PutError> {
        use signature::Column;
        let row = signature::ActiveModel {
            user_id: Set(user.as_uuid()),
            image: Set(signature.image().map(|image| image.bytes().to_vec())),
            name: Set(signature.name().map(str::to_owned)),
            designation: Set(signature.designation().map(str::to_owned)),
            department: Set(signature.department().map(str::to_owned)),
            institution: Set(signature.institution().map(str::to_owned)),
            updated_at: Set(to_row(now)),
        };
        let replace = OnConflict::column(Column::UserId)
            .update_columns([
                Column::Image,
                Column::Name,
                Column::Designation,
                Column::Department,
                Column::Institution,
                Column::UpdatedAt,
            ])
            .to_owned();
        let written = signature::Entity::insert(row)
            .on_conflict(replace)
            .exec_without_returning(&self.database)
            .await;
        PutError::check(written)
    }

    /// Removes the signature of a user; says whether there was one.
    pub async fn delete_signature(&self, user: UserId) -> Result<bool, StoreError> {
        let outcome = signature::Entity::delete_by_id(user.as_uuid())
            .exec(&self.database)
            .await?;
        Ok(outcome.rows_affected > 0)
    }
}

fn signature_from(row: signature::Model) -> Result<Signature, StoreError> {
    let corrupt = StoreError::Corrupt {
        table: "signatures",
        column: "image",
    };
    let image = match row.image {
        Some(bytes) => Some(Picture::recorded(bytes).ok_or(corrupt)?),
        None => None,
    };
    Ok(Signature::recorded(
        image,
        [row.name, row.designation, row.department, row.institution],
    ))
}
