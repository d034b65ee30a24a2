//! Sessions of the browser, as the store keeps them. What is in one is the server's business.

use std::fmt;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

use crate::id::UserId;

/// The secret that the browser's cookie carries. The store keeps only its SHA-256.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SessionId([u8; 16]);

impl SessionId {
    /// Takes the bytes of the cookie's value.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// What the store knows the session by.
    pub(crate) fn fingerprint(self) -> String {
        hex::encode(Sha256::digest(self.0))
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SessionId(..)")
    }
}

/// A session.
#[derive(Clone, PartialEq)]
pub struct SessionRecord {
    /// The secret under which the browser comes back.
    pub id: SessionId,
    /// Who is signed in, so that all sessions of a user can be ended.
    pub user: Option<UserId>,
    /// What the server remembers.
    pub data: Map<String, Value>,
    /// The first moment at which the session is over.
    pub expires_at: OffsetDateTime,
}

impl fmt::Debug for SessionRecord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SessionRecord")
            .field("user", &self.user)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}
