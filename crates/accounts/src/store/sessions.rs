//! Sessions, known by the SHA-256 of the browser's secret.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::Value;
use thiserror::Error;
use time::OffsetDateTime;

use super::entity::{login_token, session};
use super::{Store, StoreError, from_row, is_foreign_key_violation, is_unique_violation, to_row};
use crate::id::UserId;
use crate::session::{SessionId, SessionRecord};

/// Why a session could not be made.
#[derive(Debug, Error)]
pub enum CreateSessionError {
    /// Another session has the identifier: draw another one.
    #[error("another session has this identifier")]
    IdTaken,
    /// The user is not there.
    #[error("the user of the session does not exist")]
    NoSuchUser,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Keeps a new session.
    pub async fn create_session(&self, record: &SessionRecord) -> Result<(), CreateSessionError> {
        match session::Entity::insert(row_from(record))
            .exec_without_returning(&self.database)
            .await
        {
            Ok(_) => Ok(()),
            Err(error) if is_unique_violation(&error) => Err(CreateSessionError::IdTaken),
            Err(error) if is_foreign_key_violation(&error) => Err(CreateSessionError::NoSuchUser),
            Err(error) => Err(CreateSessionError::Store(error.into())),
        }
    }

    /// Changes a session that is there; says whether it was. A session that was deleted stays so, whoever still
    /// has it open.
    pub async fn save_session(&self, record: &SessionRecord) -> Result<bool, StoreError> {
        let outcome = session::Entity::update_many()
            .set(session::ActiveModel {
                fingerprint: sea_orm::NotSet,
                ..row_from(record)
            })
            .filter(session::Column::Fingerprint.eq(record.id.fingerprint()))
            .exec(&self.database)
            .await?;
        Ok(outcome.rows_affected > 0)
    }

    /// A session that is not over.
    pub async fn load_session(
        &self,
        id: SessionId,
        now: OffsetDateTime,
    ) -> Result<Option<SessionRecord>, StoreError> {
        let row = session::Entity::find_by_id(id.fingerprint())
            .filter(session::Column::ExpiresAt.gt(to_row(now)))
            .one(&self.database)
            .await?;
        row.map(|row| record_from(id, row)).transpose()
    }

    /// Ends a session; says whether it was there.
    pub async fn delete_session(&self, id: SessionId) -> Result<bool, StoreError> {
        let outcome = session::Entity::delete_by_id(id.fingerprint())
            .exec(&self.database)
            .await?;
        Ok(outcome.rows_affected > 0)
    }

    /// Ends all sessions of a user; says how many there were.
    pub async fn delete_sessions_of(&self, user: UserId) -> Result<u64, StoreError> {
        let outcome = session::Entity::delete_many()
            .filter(session::Column::UserId.eq(user.as_uuid()))
            .exec(&self.database)
            .await?;
        Ok(outcome.rows_affected)
    }

    /// Removes sessions, sign-in links and memories of counted takes that are over; says how many there were. For a timer: nothing depends
    /// on it but the size of the database.
    pub async fn delete_expired(&self, at: OffsetDateTime) -> Result<u64, StoreError> {
        let now = to_row(at);
        let sessions = session::Entity::delete_many()
            .filter(session::Column::ExpiresAt.lte(now))
            .exec(&self.database)
            .await?;
        let tokens = login_token::Entity::delete_many()
            .filter(login_token::Column::ExpiresAt.lte(now))
            .exec(&self.database)
            .await?;
        let takes = self.forget_counted_takes(at).await?;
        Ok(sessions.rows_affected + tokens.rows_affected + takes)
    }
}

fn row_from(record: &SessionRecord) -> session::ActiveModel {
    session::ActiveModel {
        fingerprint: Set(record.id.fingerprint()),
        user_id: Set(record.user.map(UserId::as_uuid)),
        data: Set(Value::Object(record.data.clone())),
        expires_at: Set(to_row(record.expires_at)),
    }
}

fn record_from(id: SessionId, row: session::Model) -> Result<SessionRecord, StoreError> {
    let Value::Object(data) = row.data else {
        return Err(StoreError::Corrupt {
            table: "sessions",
            column: "data",
        });
    };
    Ok(SessionRecord {
        id,
        user: row.user_id.map(UserId::from_uuid),
        data,
        expires_at: from_row(row.expires_at, "sessions", "expires_at")?,
    })
}
