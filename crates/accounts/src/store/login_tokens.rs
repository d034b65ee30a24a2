//! Sign-in links that were sent by mail. Known by the SHA-256 of their secret, good once and for a quarter of an
//! hour.

use std::fmt;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};
use thiserror::Error;
use time::{Duration, OffsetDateTime};

use super::entity::login_token;
use super::{Store, StoreError, to_row};
use crate::email::EmailAddress;
use crate::secret::LoginToken;

/// How long a link is good.
pub const LOGIN_TOKEN_LIFETIME: Duration = Duration::minutes(15);
/// How many links may be open to one address, so that nobody's mailbox is flooded.
pub const MOST_OPEN_TOKENS: u64 = 5;

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
    /// [`MOST_OPEN_TOKENS`] are open to the address.
    #[error("too many sign-in links are open to this address")]
    TooManyOpen,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Opens a link for the address. Its secret is in the answer alone.
    pub async fn issue_login_token(
        &self,
        email: &EmailAddress,
        next: Option<&str>,
        now: OffsetDateTime,
    ) -> Result<LoginToken, IssueTokenError> {
        let token = LoginToken::generate().map_err(StoreError::from)?;
        let row = login_token::ActiveModel {
            fingerprint: Set(LoginToken::fingerprint(token.expose())),
            email: Set(email.expose().to_owned()),
            next_path: Set(next.map(str::to_owned)),
            expires_at: Set(to_row(now + LOGIN_TOKEN_LIFETIME)),
        };
        let transaction = self.begin_write().await.map_err(StoreError::from)?;
        if count_open(&transaction, email, now).await? >= MOST_OPEN_TOKENS {
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
        count_open(&self.database, email, now).await
    }
}

async fn count_open(
    connection: &impl ConnectionTrait,
    email: &EmailAddress,
    now: OffsetDateTime,
) -> Result<u64, StoreError> {
    Ok(login_token::Entity::find()
        .filter(login_token::Column::Email.eq(email.expose()))
        .filter(login_token::Column::ExpiresAt.gt(to_row(now)))
        .count(connection)
        .await?)
}

fn opened(row: Option<login_token::Model>, now: OffsetDateTime) -> Result<Option<RedeemedToken>, StoreError> {
    let Some(row) = row.filter(|row| to_row(now) < row.expires_at) else {
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
