//! Secrets that this crate makes. Their `Debug` never shows them.

use std::fmt;

use sha2::{Digest, Sha256};

/// The key under which the browser of one user encrypts what it keeps on its own disk.
#[derive(Clone, PartialEq, Eq)]
pub struct StorageKey([u8; StorageKey::LENGTH]);

impl StorageKey {
    /// The length in bytes.
    pub const LENGTH: usize = 32;

    pub(crate) fn generate() -> Result<Self, getrandom::Error> {
        random_bytes().map(Self)
    }

    pub(crate) fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The key itself, for its owner alone.
    pub const fn expose(&self) -> &[u8; Self::LENGTH] {
        &self.0
    }
}

impl fmt::Debug for StorageKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("StorageKey(..)")
    }
}

/// The secret of a sign-in link. It exists in the mail alone: the store keeps its SHA-256.
#[derive(Clone, PartialEq, Eq)]
pub struct LoginToken(String);

impl LoginToken {
    pub(crate) fn generate() -> Result<Self, getrandom::Error> {
        random_bytes().map(|bytes: [u8; 32]| Self(hex::encode(bytes)))
    }

    /// What stands in the link: 64 hexadecimal digits.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What the store knows a token by, whether or not it ever gave it out.
    pub(crate) fn fingerprint(raw: &str) -> String {
        fingerprint(raw)
    }
}

impl fmt::Debug for LoginToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LoginToken(..)")
    }
}

/// Ties sign-ins through a provider to the browser in which they began. It exists in that browser's cookie alone: the store keeps its
/// SHA-256.
#[derive(Clone, PartialEq, Eq)]
pub struct BrowserKey(String);

impl BrowserKey {
    /// Hexadecimal digits of a key.
    const DIGITS: usize = 64;

    /// A new key.
    pub fn generate() -> Result<Self, getrandom::Error> {
        random_bytes().map(|bytes: [u8; BrowserKey::DIGITS / 2]| Self(hex::encode(bytes)))
    }

    /// Takes a key as a cookie carries it.
    pub fn parse(raw: &str) -> Option<Self> {
        let is_key = raw.len() == Self::DIGITS && raw.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_key.then(|| Self(raw.to_owned()))
    }

    /// What stands in the cookie.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for BrowserKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BrowserKey(..)")
    }
}

/// What the store knows a secret by, whether or not it ever gave it out.
pub(crate) fn fingerprint(raw: &str) -> String {
    hex::encode(Sha256::digest(raw.as_bytes()))
}

fn random_bytes<const LENGTH: usize>() -> Result<[u8; LENGTH], getrandom::Error> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}
