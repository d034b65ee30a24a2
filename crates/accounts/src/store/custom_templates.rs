//! Custom templates. Every query names the owner: nobody reads or changes another's.

use std::collections::HashSet;

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Set,
};
use thiserror::Error;
use time::OffsetDateTime;

use super::bounded::Transaction;
use super::entity::{custom_template, user};
use super::{Store, StoreError, from_row, to_row};
use crate::custom_template::{CustomTemplate, MOST_CHARACTERS, MOST_TEMPLATES, TemplateDraft};
use crate::id::{TemplateId, UserId};

/// Why a new template was not kept.
#[derive(Debug, Error)]
pub enum KeepTemplateError {
    /// The user keeps [`MOST_TEMPLATES`] already.
    #[error("at most {MOST_TEMPLATES} templates can be kept")]
    TooMany,
    /// With it the user's templates would have more than [`MOST_CHARACTERS`] together.
    #[error("the templates of a user can have at most {MOST_CHARACTERS} characters together")]
    TooMuch,
    /// The user is not there.
    #[error("the owner of the template does not exist")]
    NoSuchUser,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What came of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportedTemplates {
    /// How many were added.
    pub added: usize,
    /// How many were left out because the same one, to the letter, was there or came twice.
    pub skipped: usize,
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
        lock_owner(&transaction, owner).await?;
        let kept = custom_template::Entity::find()
            .filter(custom_template::Column::UserId.eq(owner.as_uuid()))
            .count(&transaction)
            .await
            .map_err(StoreError::from)?;
        if kept >= MOST_TEMPLATES {
            return Err(KeepTemplateError::TooMany);
        }
        if characters(&transaction, owner, None).await? + length(draft) > MOST_CHARACTERS {
            return Err(KeepTemplateError::TooMuch);
        }
        let row = new_row(owner, draft, now)
            .insert(&transaction)
            .await
            .map_err(StoreError::from)?;
        transaction.commit().await.map_err(StoreError::from)?;
        Ok(template_from(row)?)
    }

    /// Keeps all of these templates or none: in their order, without those that are there already to the letter.
    pub async fn import_custom_templates(
        &self,
        owner: UserId,
        drafts: &[TemplateDraft],
        now: OffsetDateTime,
    ) -> Result<ImportedTemplates, KeepTemplateError> {
        let transaction = self.begin_write().await.map_err(StoreError::from)?;
        lock_owner(&transaction, owner).await?;
        let kept = custom_template::Entity::find()
            .filter(custom_template::Column::UserId.eq(owner.as_uuid()))
            .all(&transaction)
            .await
            .map_err(StoreError::from)?;
        let count = kept.len();
        let mut known: HashSet<TemplateDraft> = kept.into_iter().map(draft_from).collect();
        let fresh: Vec<&TemplateDraft> = drafts
            .iter()
            .filter(|draft| known.insert((*draft).clone()))
            .collect();
        let imported = ImportedTemplates {
            added: fresh.len(),
            skipped: drafts.len() - fresh.len(),
        };
        if count + fresh.len() > usize::try_from(MOST_TEMPLATES).unwrap_or(usize::MAX) {
            return Err(KeepTemplateError::TooMany);
        }
        let all = known.iter().map(length).sum::<u64>();
        if !fresh.is_empty() && all > MOST_CHARACTERS {
            return Err(KeepTemplateError::TooMuch);
        }
        // A statement for some at a time: a database takes only so many values in one.
        for some in fresh.chunks(50) {
            let rows = some.iter().map(|draft| new_row(owner, draft, now));
            custom_template::Entity::insert_many(rows)
                .exec_without_returning(&transaction)
                .await
                .map_err(StoreError::from)?;
        }
        transaction.commit().await.map_err(StoreError::from)?;
        Ok(imported)
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
    ) -> Result<Option<CustomTemplate>, KeepTemplateError> {
        let transaction = self.begin_write().await.map_err(StoreError::from)?;
        lock_owner(&transaction, owner).await?;
        let others = characters(&transaction, owner, Some(id)).await?;
        let all = characters(&transaction, owner, None).await?;
        // Who has more from before may still shorten.
        if others + length(draft) > std::cmp::max(MOST_CHARACTERS, all) {
            return Err(KeepTemplateError::TooMuch);
        }
        let rows = custom_template::Entity::update_many()
            .set(written(draft, now))
            .filter(custom_template::Column::Id.eq(id.as_uuid()))
            .filter(custom_template::Column::UserId.eq(owner.as_uuid()))
            .exec_with_returning(&transaction)
            .await
            .map_err(StoreError::from)?;
        transaction.commit().await.map_err(StoreError::from)?;
        Ok(rows.into_iter().next().map(template_from).transpose()?)
    }

    /// How many characters the contents of a user's templates have together.
    pub async fn characters_of_templates(&self, owner: UserId) -> Result<u64, StoreError> {
        characters(&self.database, owner, None).await
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

/// The owner's row is the lock under which PostgreSQL counts and adds.
async fn lock_owner(transaction: &Transaction, owner: UserId) -> Result<(), KeepTemplateError> {
    let found = user::Entity::find_by_id(owner.as_uuid())
        .lock_exclusive()
        .one(transaction)
        .await
        .map_err(StoreError::from)?;
    found.map(|_| ()).ok_or(KeepTemplateError::NoSuchUser)
}

/// The characters of a user's templates, without those of `changed`, which are about to be others.
async fn characters(
    connection: &impl ConnectionTrait,
    owner: UserId,
    changed: Option<TemplateId>,
) -> Result<u64, StoreError> {
    let all = Expr::expr(Func::char_length(Expr::col(custom_template::Column::Content)));
    let mut templates = custom_template::Entity::find()
        .select_only()
        .column_as(all.sum().cast_as("BIGINT"), "characters")
        .filter(custom_template::Column::UserId.eq(owner.as_uuid()));
    if let Some(changed) = changed {
        templates = templates.filter(custom_template::Column::Id.ne(changed.as_uuid()));
    }
    let sum: Option<Option<i64>> = templates.into_tuple().one(connection).await?;
    Ok(u64::try_from(sum.flatten().unwrap_or_default()).unwrap_or_default())
}

fn length(draft: &TemplateDraft) -> u64 {
    draft.content().chars().count() as u64
}

fn new_row(owner: UserId, draft: &TemplateDraft, now: OffsetDateTime) -> custom_template::ActiveModel {
    custom_template::ActiveModel {
        id: Set(TemplateId::generate().as_uuid()),
        user_id: Set(owner.as_uuid()),
        created_at: Set(to_row(now)),
        ..written(draft, now)
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
        created_at: from_row(row.created_at, "custom_templates", "created_at")?,
        updated_at: from_row(row.updated_at, "custom_templates", "updated_at")?,
        draft: draft_from(row),
    })
}

fn draft_from(row: custom_template::Model) -> TemplateDraft {
    TemplateDraft::recorded(row.name, row.content, row.modality)
}
