//! Sign-ins under way, known by the SHA-256 of the state that the provider repeats. Each ends once, in the browser that began it.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use time::OffsetDateTime;

use super::entity::sign_in_attempt;
use super::{Store, StoreError, open_until, to_row};
use crate::secret::{self, BrowserKey};
use crate::sign_in_attempt::{LIFETIME, SignInAttempt};

impl Store {
    /// Remembers that the browser with this key was sent to a provider with this state.
    pub async fn begin_sign_in_attempt(
        &self,
        key: &BrowserKey,
        state: &str,
        attempt: &SignInAttempt,
        now: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let row = sign_in_attempt::ActiveModel {
            fingerprint: Set(secret::fingerprint(state)),
            browser: Set(secret::fingerprint(key.expose())),
            provider: Set(attempt.provider.clone()),
            nonce: Set(attempt.nonce.clone()),
            verifier: Set(attempt.verifier.clone()),
            next_path: Set(attempt.next.clone()),
            expires_at: Set(to_row(now + LIFETIME)),
        };
        sign_in_attempt::Entity::insert(row)
            .exec_without_returning(&self.database)
            .await?;
        Ok(())
    }

    /// What was remembered, which is forgotten with that. Nothing when the browser, the state or the provider is another one, when it
    /// ended before, or is over. Of two who come at once, one gets it; who has no right to it does not end it.
    pub async fn end_sign_in_attempt(
        &self,
        key: &BrowserKey,
        state: &str,
        provider: &str,
        now: OffsetDateTime,
    ) -> Result<Option<SignInAttempt>, StoreError> {
        let rows = sign_in_attempt::Entity::delete_many()
            .filter(sign_in_attempt::Column::Fingerprint.eq(secret::fingerprint(state)))
            .filter(sign_in_attempt::Column::Browser.eq(secret::fingerprint(key.expose())))
            .filter(sign_in_attempt::Column::Provider.eq(provider))
            .exec_with_returning(&self.database)
            .await?;
        let row = rows.into_iter().next();
        Ok(row
            .filter(|row| open_until(now, LIFETIME).contains(&row.expires_at))
            .map(|row| SignInAttempt {
                provider: row.provider,
                nonce: row.nonce,
                verifier: row.verifier,
                next: row.next_path,
            }))
    }
}
