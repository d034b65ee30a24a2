//! Sessions, known by the SHA-256 of the browser's secret.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use serde_json::{Map, Value};
use thiserror::Error;
use time::OffsetDateTime;

use super::entity::{login_token, session, sign_in_attempt};
use super::{Store, StoreError, from_row, is_foreign_key_violation, is_unique_violation, to_row};
use crate::id::UserId;
use crate::session::{OpenSession, SessionHandle, SessionId, SessionRecord};

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

    /// The sessions of a user that are not over, those that end last first.
    pub async fn sessions_of(
        &self,
        user: UserId,
        now: OffsetDateTime,
    ) -> Result<Vec<OpenSession>, StoreError> {
        let rows = session::Entity::find()
            .filter(session::Column::UserId.eq(user.as_uuid()))
            .filter(session::Column::ExpiresAt.gt(to_row(now)))
            .order_by_desc(session::Column::ExpiresAt)
            .order_by_asc(session::Column::Fingerprint)
            .all(&self.database)
            .await?;
        rows.into_iter().map(open_session_from).collect()
    }

    /// Ends one session of a user; says whether it was there. Nobody ends the session of another, whatever handle is sent.
    pub async fn delete_session_of(&self, user: UserId, handle: &SessionHandle) -> Result<bool, StoreError> {
        let fingerprints: Vec<String> = session::Entity::find()
            .select_only()
            .column(session::Column::Fingerprint)
            .filter(session::Column::UserId.eq(user.as_uuid()))
            .into_tuple()
            .all(&self.database)
            .await?;
        let Some(fingerprint) = fingerprints
            .into_iter()
            .find(|fingerprint| SessionHandle::of(fingerprint) == *handle)
        else {
            return Ok(false);
        };
        // Nothing of what was read is written: whoever was quicker ended it, and of two one is told so.
        let outcome = session::Entity::delete_many()
            .filter(session::Column::Fingerprint.eq(fingerprint))
            .filter(session::Column::UserId.eq(user.as_uuid()))
            .exec(&self.database)
            .await?;
        Ok(outcome.rows_affected > 0)
    }

    /// Removes sessions, sign-in links, sign-ins under way and memories of counted takes that are over, and what is remembered of
    /// accounts deleted long ago; says how many there were. For a timer: nothing depends on it but the size of the database.
    pub async fn delete_expired(&self, now: OffsetDateTime) -> Result<u64, StoreError> {
        let (at, now) = (now, to_row(now));
        let sessions = session::Entity::delete_many()
            .filter(session::Column::ExpiresAt.lte(now))
            .exec(&self.database)
            .await?;
        let tokens = login_token::Entity::delete_many()
            .filter(login_token::Column::ExpiresAt.lte(now))
            .exec(&self.database)
            .await?;
        let attempts = sign_in_attempt::Entity::delete_many()
            .filter(sign_in_attempt::Column::ExpiresAt.lte(now))
            .exec(&self.database)
            .await?;
        let takes = self.forget_counted_takes(at).await?;
        let former = super::former_users::forget_old(self, at).await?;
        self.empty_journal().await?;
        let signed_out = sessions.rows_affected + tokens.rows_affected + attempts.rows_affected;
        Ok(signed_out + takes + former)
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
    Ok(SessionRecord {
        id,
        user: row.user_id.map(UserId::from_uuid),
        data: data_from(row.data)?,
        expires_at: from_row(row.expires_at, "sessions", "expires_at")?,
    })
}

fn open_session_from(row: session::Model) -> Result<OpenSession, StoreError> {
    Ok(OpenSession {
        handle: SessionHandle::of(&row.fingerprint),
        data: data_from(row.data)?,
        expires_at: from_row(row.expires_at, "sessions", "expires_at")?,
    })
}

fn data_from(data: Value) -> Result<Map<String, Value>, StoreError> {
    match data {
        Value::Object(data) => Ok(data),
        _ => Err(StoreError::Corrupt {
            table: "sessions",
            column: "data",
        }),
    }
}
