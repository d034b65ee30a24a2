//! Custom templates. Every query names the owner: nobody reads or changes another's.

use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use thiserror::Error;
use time::OffsetDateTime;

use super::entity::{custom_template, user};
use super::{Store, StoreError, from_row, to_row};
use crate::custom_template::{CustomTemplate, MOST_TEMPLATES, TemplateDraft};
use crate::id::{TemplateId, UserId};

/// Why a new template was not kept.
#[derive(Debug, Error)]
pub enum KeepTemplateError {
    /// The user keeps [`MOST_TEMPLATES`] already.
    #[error("at most {MOST_TEMPLATES} templates can be kept")]
    TooMany,
    /// The user is not there.
    #[error("the owner of the template does not exist")]
    NoSuchUser,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Keeps a new template for its owner.
    pub async fn create_custom_template(
        &self,
        owner: UserId,
        draft: &TemplateDraft,
        now: OffsetDateTime,
    ) -> Result<CustomTemplate, KeepTemplateError> {
        let transaction = self.begin_write().await.map_err(StoreError::from)?;
        // The owner's row is the lock under which PostgreSQL counts and adds.
        let found = user::Entity::find_by_id(owner.as_uuid())
            .lock_exclusive()
            .one(&transaction)
            .await
            .map_err(StoreError::from)?;
        if found.is_none() {
            return Err(KeepTemplateError::NoSuchUser);
        }
        let kept = custom_template::Entity::find()
            .filter(custom_template::Column::UserId.eq(owner.as_uuid()))
            .count(&transaction)
            .await
            .map_err(StoreError::from)?;
        if kept >= MOST_TEMPLATES {
            return Err(KeepTemplateError::TooMany);
        }
        let row = custom_template::ActiveModel {
            id: Set(TemplateId::generate().as_uuid()),
            user_id: Set(owner.as_uuid()),
            created_at: Set(to_row(now)),
            ..written(draft, now)
        };
        let row = row.insert(&transaction).await.map_err(StoreError::from)?;
        transaction.commit().await.map_err(StoreError::from)?;
        Ok(template_from(row)?)
    }

    /// The templates of a user, oldest first.
    pub async fn custom_templates(&self, owner: UserId) -> Result<Vec<CustomTemplate>, StoreError> {
        let rows = custom_template::Entity::find()
            .filter(custom_template::Column::UserId.eq(owner.as_uuid()))
            .order_by_asc(custom_template::Column::CreatedAt)
            .order_by_asc(custom_template::Column::Id)
            .all(&self.database)
            .await?;
        rows.into_iter().map(template_from).collect()
    }

    /// A template of the user.
    pub async fn custom_template(
        &self,
        owner: UserId,
        id: TemplateId,
    ) -> Result<Option<CustomTemplate>, StoreError> {
        let row = custom_template::Entity::find_by_id(id.as_uuid())
            .filter(custom_template::Column::UserId.eq(owner.as_uuid()))
            .one(&self.database)
            .await?;
        row.map(template_from).transpose()
    }

    /// Changes a template of the user.
    pub async fn update_custom_template(
        &self,
        owner: UserId,
        id: TemplateId,
        draft: &TemplateDraft,
        now: OffsetDateTime,
    ) -> Result<Option<CustomTemplate>, StoreError> {
        let rows = custom_template::Entity::update_many()
            .set(written(draft, now))
            .filter(custom_template::Column::Id.eq(id.as_uuid()))
            .filter(custom_template::Column::UserId.eq(owner.as_uuid()))
            .exec_with_returning(&self.database)
            .await?;
        rows.into_iter().next().map(template_from).transpose()
    }

    /// Removes a template of the user; says whether it was there.
    pub async fn delete_custom_template(&self, owner: UserId, id: TemplateId) -> Result<bool, StoreError> {
        let outcome = custom_template::Entity::delete_many()
            .filter(custom_template::Column::Id.eq(id.as_uuid()))
            .filter(custom_template::Column::UserId.eq(owner.as_uuid()))
            .exec(&self.database)
            .await?;
        Ok(outcome.rows_affected > 0)
    }
}

fn written(draft: &TemplateDraft, now: OffsetDateTime) -> custom_template::ActiveModel {
    custom_template::ActiveModel {
        name: Set(draft.name().to_owned()),
        content: Set(draft.content().to_owned()),
        modality: Set(draft.modality().map(str::to_owned)),
        updated_at: Set(to_row(now)),
        ..Default::default()
    }
}

fn template_from(row: custom_template::Model) -> Result<CustomTemplate, StoreError> {
    Ok(CustomTemplate {
        id: TemplateId::from_uuid(row.id),
        draft: TemplateDraft::recorded(row.name, row.content, row.modality),
        created_at: from_row(row.created_at, "custom_templates", "created_at")?,
        updated_at: from_row(row.updated_at, "custom_templates", "updated_at")?,
    })
}
