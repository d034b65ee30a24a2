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

impl SessionId {
    /// What the owner of the session knows it by.
    pub fn handle(self) -> SessionHandle {
        SessionHandle::of(&self.fingerprint())
    }
}

/// What a session is called in its owner's list. It is made of the fingerprint one way: neither the secret nor what the store knows
/// it by can be told from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionHandle(String);

impl SessionHandle {
    /// Hexadecimal digits of a handle: 128 bits, which nobody guesses and no two sessions share.
    const DIGITS: usize = 32;

    pub(crate) fn of(fingerprint: &str) -> Self {
        let mut digits = hex::encode(Sha256::digest(format!("handle of {fingerprint}")));
        digits.truncate(Self::DIGITS);
        Self(digits)
    }

    /// Takes a handle as its owner sends it. One that was never given out names no session.
    pub fn from_text(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The handle as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A session in its owner's list.
#[derive(Clone, PartialEq)]
pub struct OpenSession {
    /// What its owner knows it by.
    pub handle: SessionHandle,
    /// What the server remembers.
    pub data: Map<String, Value>,
    /// The first moment at which the session is over.
    pub expires_at: OffsetDateTime,
}

impl fmt::Debug for OpenSession {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OpenSession")
            .field("handle", &self.handle)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
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
