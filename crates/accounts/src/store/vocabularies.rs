//! Vocabularies, at most one a user.

use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};
use serde_json::Value;
use time::OffsetDateTime;

use super::entity::vocabulary;
use super::{PutError, Store, StoreError, to_row};
use crate::id::UserId;
use crate::vocabulary::Vocabulary;

impl Store {
    /// The vocabulary of a user; an empty one when none was kept.
    pub async fn vocabulary(&self, user: UserId) -> Result<Vocabulary, StoreError> {
        let row = vocabulary::Entity::find_by_id(user.as_uuid())
            .one(&self.database)
            .await?;
        row.map_or_else(|| Ok(Vocabulary::default()), |row| vocabulary_from(&row))
    }

    /// Keeps a vocabulary in the place of the one that the user had.
    pub async fn put_vocabulary(
        &self,
        user: UserId,
        vocabulary: &Vocabulary,
        now: OffsetDateTime,
    ) -> Result<(), PutError> {
        use vocabulary::Column;
        let pairs = vocabulary
            .replacements()
            .iter()
            .map(|replacement| Value::from(vec![replacement.heard(), replacement.written()]));
        let row = vocabulary::ActiveModel {
            user_id: Set(user.as_uuid()),
            words: Set(Value::from(vocabulary.words().to_vec())),
            replacements: Set(pairs.collect()),
            updated_at: Set(to_row(now)),
        };
        let replace = OnConflict::column(Column::UserId)
            .update_columns([Column::Words, Column::Replacements, Column::UpdatedAt])
            .to_owned();
        let written = vocabulary::Entity::insert(row)
            .on_conflict(replace)
            .exec_without_returning(&self.database)
            .await;
        PutError::check(written)
    }
}

fn vocabulary_from(row: &vocabulary::Model) -> Result<Vocabulary, StoreError> {
    let read = || {
        let words: Vec<&str> = row
            .words
            .as_array()?
            .iter()
            .map(Value::as_str)
            .collect::<Option<_>>()?;
        let pairs: Vec<(&str, &str)> = row
            .replacements
            .as_array()?
            .iter()
            .map(|pair| Some((pair.get(0)?.as_str()?, pair.get(1)?.as_str()?)))
            .collect::<Option<_>>()?;
        Vocabulary::parse(words, pairs).ok()
    };
    read().ok_or(StoreError::Corrupt {
        table: "vocabularies",
        column: "words",
    })
}
