//! Users and the identities under which they sign in.

use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    Set,
};
use time::OffsetDateTime;

use super::entity::{identity, user};
use super::{
    Store, StoreError, audit, former_users, from_row, is_unique_violation, subscriptions, to_row, truncate,
};
use crate::audit::{AuditEvent, AuditKind};
use crate::email::EmailAddress;
use crate::id::UserId;
use crate::secret::StorageKey;
use crate::subscription::Subscription;
use crate::user::{Identity, Names, SignIn, SignedIn, User};

/// How often a sign-in begins anew when another server makes the same user at the same moment.
const SIGN_IN_ATTEMPTS: usize = 3;

impl Store {
    /// Finds the user of an identity; else the user of the verified address, to whom the identity is then added;
    /// else makes the user, whose trial begins; that of somebody who deleted an account goes on from where it was. One transaction,
    /// with its audit events. What was paid for the address before is then the user's.
    pub async fn sign_in(&self, sign_in: &SignIn, now: OffsetDateTime) -> Result<SignedIn, StoreError> {
        let now = truncate(now);
        let mut attempt = 1;
        loop {
            match self.try_sign_in(sign_in, now).await {
                Err(StoreError::Database(error))
                    if attempt < SIGN_IN_ATTEMPTS && is_unique_violation(&error) =>
                {
                    attempt += 1;
                }
                Ok(signed_in) => {
                    self.claim_payments(&signed_in.user, &sign_in.email, now).await?;
                    return Ok(signed_in);
                }
                refused => return refused,
            }
        }
    }

    async fn try_sign_in(&self, sign_in: &SignIn, now: OffsetDateTime) -> Result<SignedIn, StoreError> {
        let transaction = self.begin_write().await?;
        let known = match find_by_identity(&transaction, &sign_in.identity).await? {
            Some(known) => Some(known),
            None => {
                let known = find_by_email(&transaction, &sign_in.email).await?;
                if let Some(known) = &known {
                    link_identity(&transaction, UserId::from_uuid(known.id), &sign_in.identity, now).await?;
                }
                known
            }
        };
        let is_new = known.is_none();
        let row = match known {
            Some(row) => learn_names(&transaction, row, &sign_in.names, now).await?,
            None => create(&transaction, sign_in, now).await?,
        };
        let id = UserId::from_uuid(row.id);
        let event = AuditEvent::of_own(AuditKind::SignedIn, id, now);
        audit::insert(&transaction, event).await?;
        super::usage::touch(&transaction, id, now).await?;
        transaction.commit().await?;
        Ok(SignedIn {
            user: user_from(row)?,
            is_new,
        })
    }

    /// A user.
    pub async fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        let row = user::Entity::find_by_id(id.as_uuid()).one(&self.database).await?;
        row.map(user_from).transpose()
    }

    /// The user who has the address.
    pub async fn user_by_email(&self, email: &EmailAddress) -> Result<Option<User>, StoreError> {
        let row = user::Entity::find()
            .filter(user::Column::Email.eq(email.expose()))
            .one(&self.database)
            .await?;
        row.map(user_from).transpose()
    }

    /// Gives the user other names.
    pub async fn rename_user(
        &self,
        id: UserId,
        names: &Names,
        now: OffsetDateTime,
    ) -> Result<Option<User>, StoreError> {
        let changed = user::ActiveModel {
            first_name: Set(names.first().map(str::to_owned)),
            last_name: Set(names.last().map(str::to_owned)),
            updated_at: Set(to_row(now)),
            ..Default::default()
        };
        let rows = user::Entity::update_many()
            .set(changed)
            .filter(user::Column::Id.eq(id.as_uuid()))
            .exec_with_returning(&self.database)
            .await?;
        rows.into_iter().next().map(user_from).transpose()
    }

    /// The key under which the user's browser encrypts what it keeps.
    pub async fn storage_key(&self, id: UserId) -> Result<Option<StorageKey>, StoreError> {
        let Some(row) = user::Entity::find_by_id(id.as_uuid()).one(&self.database).await? else {
            return Ok(None);
        };
        let corrupt = StoreError::Corrupt {
            table: "users",
            column: "storage_key",
        };
        StorageKey::from_slice(&row.storage_key).map(Some).ok_or(corrupt)
    }

    /// Under which identities the user can sign in, oldest first.
    pub async fn identities(&self, id: UserId) -> Result<Vec<Identity>, StoreError> {
        let rows = identity::Entity::find()
            .filter(identity::Column::UserId.eq(id.as_uuid()))
            .order_by_asc(identity::Column::CreatedAt)
            .all(&self.database)
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| Identity::new(row.provider, row.subject))
            .collect())
    }

    /// How many users there are.
    pub async fn count_users(&self) -> Result<u64, StoreError> {
        Ok(user::Entity::find().count(&self.database).await?)
    }
}

async fn find_by_identity(
    transaction: &DatabaseTransaction,
    identity: &Identity,
) -> Result<Option<user::Model>, StoreError> {
    let key = (identity.provider().to_owned(), identity.subject().to_owned());
    let Some(found) = identity::Entity::find_by_id(key).one(transaction).await? else {
        return Ok(None);
    };
    Ok(user::Entity::find_by_id(found.user_id).one(transaction).await?)
}

async fn find_by_email(
    transaction: &DatabaseTransaction,
    email: &EmailAddress,
) -> Result<Option<user::Model>, StoreError> {
    Ok(user::Entity::find()
        .filter(user::Column::Email.eq(email.expose()))
        .one(transaction)
        .await?)
}

async fn link_identity(
    transaction: &DatabaseTransaction,
    user: UserId,
    identity: &Identity,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    insert_identity(transaction, user, identity, now).await?;
    let event = AuditEvent::of_own(AuditKind::IdentityLinked, user, now);
    audit::insert(transaction, event).await
}

async fn insert_identity(
    transaction: &DatabaseTransaction,
    user: UserId,
    identity: &Identity,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let row = identity::ActiveModel {
        provider: Set(identity.provider().to_owned()),
        subject: Set(identity.subject().to_owned()),
        user_id: Set(user.as_uuid()),
        created_at: Set(to_row(now)),
    };
    identity::Entity::insert(row)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// Keeps the provider's names for a user who has none; names that the user chose stay.
async fn learn_names(
    transaction: &DatabaseTransaction,
    row: user::Model,
    names: &Names,
    now: OffsetDateTime,
) -> Result<user::Model, StoreError> {
    if row.first_name.is_some() || row.last_name.is_some() || names.are_unknown() {
        return Ok(row);
    }
    let mut changed = user::ActiveModel::from(row);
    changed.first_name = Set(names.first().map(str::to_owned));
    changed.last_name = Set(names.last().map(str::to_owned));
    changed.updated_at = Set(to_row(now));
    Ok(changed.update(transaction).await?)
}

async fn create(
    transaction: &DatabaseTransaction,
    sign_in: &SignIn,
    now: OffsetDateTime,
) -> Result<user::Model, StoreError> {
    let id = UserId::generate();
    let row = user::ActiveModel {
        id: Set(id.as_uuid()),
        email: Set(sign_in.email.expose().to_owned()),
        first_name: Set(sign_in.names.first().map(str::to_owned)),
        last_name: Set(sign_in.names.last().map(str::to_owned)),
        storage_key: Set(StorageKey::generate()?.expose().to_vec()),
        created_at: Set(to_row(now)),
        updated_at: Set(to_row(now)),
    };
    let row = row.insert(transaction).await?;
    insert_identity(transaction, id, &sign_in.identity, now).await?;
    let had_trial = former_users::take_trial_start(transaction, &sign_in.email, now).await?;
    let subscription = Subscription::start_trial(had_trial.unwrap_or(now));
    subscriptions::insert(transaction, id, subscription).await?;
    super::usage::insert(transaction, id).await?;
    let event = AuditEvent::of_own(AuditKind::AccountCreated, id, now);
    audit::insert(transaction, event).await?;
    Ok(row)
}

pub(super) fn user_from(row: user::Model) -> Result<User, StoreError> {
    let corrupt = |_| StoreError::Corrupt {
        table: "users",
        column: "email",
    };
    Ok(User {
        id: UserId::from_uuid(row.id),
        email: EmailAddress::parse(&row.email).map_err(corrupt)?,
        names: Names::recorded(row.first_name, row.last_name),
        created_at: from_row(row.created_at, "users", "created_at")?,
    })
}
