//! Sign-in links that were sent by mail. Known by the SHA-256 of their secret, good once and for a quarter of an
//! hour.

use std::fmt;
use std::net::IpAddr;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Select, Set};
use sha2::{Digest, Sha256};
use thiserror::Error;
use time::{Duration, OffsetDateTime};

use super::entity::login_token;
use super::{Store, StoreError, lock_number, open_until, to_row};
use crate::email::EmailAddress;
use crate::secret::LoginToken;

/// How long a link is good.
pub const LOGIN_TOKEN_LIFETIME: Duration = Duration::minutes(15);
/// How many links to one address may be open that one network asked for.
pub const MOST_OPEN_TOKENS_OF_A_NETWORK: u64 = 5;
/// How many links may be open to one address whoever asked for them, so that nobody's mailbox is flooded. More than one network is
/// given, so that a stranger does not use up what the owner of the address needs to sign in.
pub const MOST_OPEN_TOKENS: u64 = 20;

/// The network that a link is asked for from, as far as links to one address are told apart by it: two bytes of a hash of both. Enough to
/// count by, and no trace of anybody: one network in 65,536 has the same, and another address has others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NetworkMark(i16);

impl NetworkMark {
    fn of(email: &EmailAddress, network: Option<IpAddr>) -> Self {
        let network = network.map(|address| address.to_string()).unwrap_or_default();
        let hash = Sha256::digest(format!("{}\n{network}", email.expose()));
        Self(i16::from_be_bytes([hash[0], hash[1]]))
    }
}

/// What a link opens.
#[derive(Clone, PartialEq, Eq)]
pub struct RedeemedToken {
    /// The address to which it was sent, and which is thereby verified.
    pub email: EmailAddress,
    /// Where its reader was going when sign-in was asked for, as it was handed in.
    pub next: Option<String>,
}

impl fmt::Debug for RedeemedToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RedeemedToken(..)")
    }
}

/// Why no link is given out.
#[derive(Debug, Error)]
pub enum IssueTokenError {
    /// [`MOST_OPEN_TOKENS_OF_A_NETWORK`], or [`MOST_OPEN_TOKENS`] in all, are open to the address.
    #[error("too many sign-in links are open to this address")]
    TooManyOpen,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Opens a link for the address, asked for from a network, where that is known. Its secret is in the answer alone.
    pub async fn issue_login_token(
        &self,
        email: &EmailAddress,
        next: Option<&str>,
        network: Option<IpAddr>,
        now: OffsetDateTime,
    ) -> Result<LoginToken, IssueTokenError> {
        let mark = NetworkMark::of(email, network);
        let token = LoginToken::generate().map_err(StoreError::from)?;
        let row = login_token::ActiveModel {
            fingerprint: Set(LoginToken::fingerprint(token.expose())),
            email: Set(email.expose().to_owned()),
            next_path: Set(next.map(str::to_owned)),
            expires_at: Set(to_row(now + LOGIN_TOKEN_LIFETIME)),
            asked_from: Set(Some(mark.0)),
        };
        let transaction = self.begin_write().await.map_err(StoreError::from)?;
        lock_number(&transaction, lock_of(email))
            .await
            .map_err(StoreError::from)?;
        let of_network = open(email, now).filter(login_token::Column::AskedFrom.eq(mark.0));
        if count(of_network, &transaction).await? >= MOST_OPEN_TOKENS_OF_A_NETWORK
            || count(open(email, now), &transaction).await? >= MOST_OPEN_TOKENS
        {
            return Err(IssueTokenError::TooManyOpen);
        }
        login_token::Entity::insert(row)
            .exec_without_returning(&transaction)
            .await
            .map_err(StoreError::from)?;
        transaction.commit().await.map_err(StoreError::from)?;
        Ok(token)
    }

    /// What an open link would open. It stays open: this is for the page that asks for confirmation.
    pub async fn peek_login_token(
        &self,
        raw: &str,
        now: OffsetDateTime,
    ) -> Result<Option<RedeemedToken>, StoreError> {
        let row = login_token::Entity::find_by_id(LoginToken::fingerprint(raw))
            .one(&self.database)
            .await?;
        opened(row, now)
    }

    /// Uses a link up. Nothing when it was never given out, was used, or is over. Of two who come at once, one
    /// gets it.
    pub async fn redeem_login_token(
        &self,
        raw: &str,
        now: OffsetDateTime,
    ) -> Result<Option<RedeemedToken>, StoreError> {
        let rows = login_token::Entity::delete_many()
            .filter(login_token::Column::Fingerprint.eq(LoginToken::fingerprint(raw)))
            .exec_with_returning(&self.database)
            .await?;
        opened(rows.into_iter().next(), now)
    }

    /// How many links are open to the address.
    pub async fn open_login_tokens(
        &self,
        email: &EmailAddress,
        now: OffsetDateTime,
    ) -> Result<u64, StoreError> {
        count(open(email, now), &self.database).await
    }
}

/// What is locked while the links to an address are counted. Two addresses with one number only wait for each other.
fn lock_of(email: &EmailAddress) -> i64 {
    let hash = Sha256::digest(email.expose());
    let mut number = [0; 8];
    number.copy_from_slice(&hash[..8]);
    i64::from_be_bytes(number)
}

fn open(email: &EmailAddress, now: OffsetDateTime) -> Select<login_token::Entity> {
    let until = open_until(now, LOGIN_TOKEN_LIFETIME);
    login_token::Entity::find()
        .filter(login_token::Column::Email.eq(email.expose()))
        .filter(login_token::Column::ExpiresAt.between(*until.start(), *until.end()))
}

async fn count(
    tokens: Select<login_token::Entity>,
    connection: &impl ConnectionTrait,
) -> Result<u64, StoreError> {
    Ok(tokens.count(connection).await?)
}

fn opened(row: Option<login_token::Model>, now: OffsetDateTime) -> Result<Option<RedeemedToken>, StoreError> {
    let until = open_until(now, LOGIN_TOKEN_LIFETIME);
    let Some(row) = row.filter(|row| until.contains(&row.expires_at)) else {
        return Ok(None);
    };
    let corrupt = |_| StoreError::Corrupt {
        table: "login_tokens",
        column: "email",
    };
    Ok(Some(RedeemedToken {
        email: EmailAddress::parse(&row.email).map_err(corrupt)?,
        next: row.next_path,
    }))
}
