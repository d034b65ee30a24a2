//! The store as `tower-sessions` asks for one: sessions live beside the accounts, so that any number of servers
//! share them.
//!
//! `tower-sessions` hands no time in, so that the clock is given to the adapter once.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Map;
use time::OffsetDateTime;
use tower_sessions_core::session::{Id, Record};
use tower_sessions_core::session_store::{self, SessionStore};

use crate::id::UserId;
use crate::session::{SessionId, SessionRecord};
use crate::store::{CreateSessionError, Store, Trouble, trouble};

/// Under which key of a session's data the user's identifier stands, as text. It is also kept in a column of its
/// own, so that all sessions of a user can be ended.
pub const USER_KEY: &str = "user_id";

/// How often a new session draws another identifier when the one it drew is taken.
const CREATE_ATTEMPTS: usize = 5;

/// The adapter.
#[derive(Clone)]
pub struct DatabaseSessions {
    store: Store,
    clock: Arc<dyn Fn() -> OffsetDateTime + Send + Sync>,
}

impl DatabaseSessions {
    /// Keeps sessions in the store; `clock` tells which are over.
    pub fn new(store: Store, clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static) -> Self {
        Self {
            store,
            clock: Arc::new(clock),
        }
    }
}

impl fmt::Debug for DatabaseSessions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("DatabaseSessions")
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl SessionStore for DatabaseSessions {
    async fn create(&self, record: &mut Record) -> session_store::Result<()> {
        for _ in 0..CREATE_ATTEMPTS {
            match self.store.create_session(&kept(record)).await {
                Ok(()) => return Ok(()),
                Err(CreateSessionError::IdTaken) => record.id = Id::default(),
                Err(error) => return Err(backend(error)),
            }
        }
        Err(session_store::Error::Backend(
            CreateSessionError::IdTaken.to_string(),
        ))
    }

    /// What changes in a session that is there is when it was last used. That this cannot be written down now keeps nobody from what
    /// needs no writing, such as structuring and exporting on a full disk; it is noted with the next request that can.
    async fn save(&self, record: &Record) -> session_store::Result<()> {
        match self.store.save_session(&kept(record)).await {
            Ok(_was_there) => Ok(()),
            Err(error) if error.trouble().is_some() => Ok(()),
            Err(error) => Err(backend(error)),
        }
    }

    async fn load(&self, id: &Id) -> session_store::Result<Option<Record>> {
        let found = self
            .store
            .load_session(session_id(*id), (self.clock)())
            .await
            .map_err(backend)?;
        Ok(found.map(|found| Record {
            id: *id,
            data: found.data.into_iter().collect(),
            expiry_date: found.expires_at,
        }))
    }

    async fn delete(&self, id: &Id) -> session_store::Result<()> {
        self.store
            .delete_session(session_id(*id))
            .await
            .map(|_was_there| ())
            .map_err(backend)
    }
}

/// The identifier of a session of `tower-sessions` as the store takes it.
pub fn session_id(id: Id) -> SessionId {
    SessionId::from_bytes(id.0.to_le_bytes())
}

fn kept(record: &Record) -> SessionRecord {
    SessionRecord {
        id: session_id(record.id),
        user: record
            .data
            .get(USER_KEY)
            .and_then(|value| value.as_str())
            .and_then(UserId::parse),
        data: record
            .data
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect::<Map<_, _>>(),
        expires_at: record.expiry_date,
    }
}

/// `tower-sessions` takes a text alone: the whole chain of causes, for the log, and before it what [`trouble`] finds again.
fn backend(error: impl Error + 'static) -> session_store::Error {
    let mark = trouble(&error).map_or("", Trouble::mark);
    let mut chain = format!("{mark}{error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        chain = format!("{chain}: {error}");
        cause = error.source();
    }
    session_store::Error::Backend(chain)
}
