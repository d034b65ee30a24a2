//! Signatures, at most one a user.

use sea_orm::sea_query::OnConflict;
use sea_orm::{DbErr, EntityTrait, QuerySelect, Set};
use time::OffsetDateTime;

use super::bounded::Transaction;
use super::entity::signature;
use super::{PutError, Store, StoreError, audit, to_row};
use crate::audit::{AuditEvent, AuditKind};
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

    /// Keeps a signature in the place of the one that the user had, with its audit event unless it is the same.
    pub async fn put_signature(
        &self,
        user: UserId,
        signature: &Signature,
        now: OffsetDateTime,
    ) -> Result<(), PutError> {
        let transaction = self.begin_write().await.map_err(StoreError::from)?;
        let before = kept(&transaction, user).await?;
        if before.as_ref() == Some(signature) {
            return Ok(());
        }
        PutError::check(write(&transaction, user, signature, now).await)?;
        let event = AuditEvent::of_own(AuditKind::SignatureChanged, user, now).about(signature.hash());
        audit::insert(&transaction, event).await?;
        Ok(transaction.commit().await.map_err(StoreError::from)?)
    }

    /// Removes the signature of a user, with its audit event; says whether there was one.
    pub async fn delete_signature(&self, user: UserId, now: OffsetDateTime) -> Result<bool, StoreError> {
        let transaction = self.begin_write().await?;
        let outcome = signature::Entity::delete_by_id(user.as_uuid())
            .exec(&transaction)
            .await?;
        let was_there = outcome.rows_affected > 0;
        if was_there {
            let event = AuditEvent::of_own(AuditKind::SignatureChanged, user, now);
            audit::insert(&transaction, event).await?;
        }
        transaction.commit().await?;
        Ok(was_there)
    }
}

/// The signature of a user, which nobody else changes until the transaction ends.
async fn kept(transaction: &Transaction, user: UserId) -> Result<Option<Signature>, StoreError> {
    let row = signature::Entity::find_by_id(user.as_uuid())
        .lock_exclusive()
        .one(transaction)
        .await?;
    row.map(signature_from).transpose()
}

async fn write(
    transaction: &Transaction,
    user: UserId,
    signature: &Signature,
    now: OffsetDateTime,
) -> Result<u64, DbErr> {
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
    signature::Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(transaction)
        .await
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
