//! Users and the identities under which they sign in.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use time::OffsetDateTime;

use super::bounded::Transaction;
use super::entity::{identity, session, user};
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
    /// Opens the account of the verified address, to which the identity then belongs; else the account that this identity alone
    /// opens, whose address it becomes; else makes the user, whose trial begins; that of somebody who deleted an account goes on from
    /// where it was. Whichever it is, its address is the one that was just proven. One transaction, with its audit events. What was paid for
    /// the address before is the user's with [`Store::claim_payments`].
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
                outcome => return outcome,
            }
        }
    }

    async fn try_sign_in(&self, sign_in: &SignIn, now: OffsetDateTime) -> Result<SignedIn, StoreError> {
        let transaction = self.begin_write().await?;
        let Known {
            by_identity,
            by_email,
        } = find(&transaction, sign_in).await?;
        let (row, is_new) = match (by_identity, by_email) {
            (Some(row), Some(same)) if row.id == same.id => (row, false),
            (Some(former), Some(row)) => {
                move_identity(&transaction, &sign_in.identity, &former, &row, now).await?;
                (row, false)
            }
            (Some(row), None) if opens_alone(&transaction, &row).await? => (
                change_address(&transaction, row, &sign_in.email, now).await?,
                false,
            ),
            // Whoever else opens that account keeps it.
            (Some(former), None) => {
                let row = create(&transaction, sign_in, now).await?;
                move_identity(&transaction, &sign_in.identity, &former, &row, now).await?;
                (row, true)
            }
            (None, Some(row)) => {
                link_identity(&transaction, UserId::from_uuid(row.id), &sign_in.identity, now).await?;
                (row, false)
            }
            (None, None) => {
                let row = create(&transaction, sign_in, now).await?;
                insert_identity(&transaction, UserId::from_uuid(row.id), &sign_in.identity, now).await?;
                (row, true)
            }
        };
        let row = learn_names(&transaction, row, &sign_in.names, now).await?;
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

/// Who is known of a sign-in; nearly always the same user twice, or nobody.
struct Known {
    by_identity: Option<user::Model>,
    by_email: Option<user::Model>,
}

/// Finds both in one statement, which locks them in one order, whoever comes at the same moment.
async fn find(transaction: &Transaction, sign_in: &SignIn) -> Result<Known, StoreError> {
    let (provider, subject) = (sign_in.identity.provider(), sign_in.identity.subject());
    let owner = identity::Entity::find_by_id((provider.to_owned(), subject.to_owned()))
        .one(transaction)
        .await?
        .map(|identity| identity.user_id);
    let email = sign_in.email.expose();
    let rows = user::Entity::find()
        .filter(user::Column::Id.is_in(owner).or(user::Column::Email.eq(email)))
        .order_by_asc(user::Column::Id)
        .lock_exclusive()
        .all(transaction)
        .await?;
    Ok(Known {
        by_identity: rows.iter().find(|row| Some(row.id) == owner).cloned(),
        by_email: rows.into_iter().find(|row| row.email == email),
    })
}

/// Whether the user has one identity and no other, so that nobody else can have proven the address.
async fn opens_alone(transaction: &Transaction, row: &user::Model) -> Result<bool, StoreError> {
    let identities = identity::Entity::find()
        .filter(identity::Column::UserId.eq(row.id))
        .count(transaction)
        .await?;
    Ok(identities == 1)
}

/// Makes an address that nobody else has the user's, in the place of the one before. What the old one opened it opens no longer:
/// whoever is given that mailbox next begins an account of their own.
async fn change_address(
    transaction: &Transaction,
    row: user::Model,
    email: &EmailAddress,
    now: OffsetDateTime,
) -> Result<user::Model, StoreError> {
    let id = row.id;
    let mut changed = user::ActiveModel::from(row);
    changed.email = Set(email.expose().to_owned());
    changed.updated_at = Set(to_row(now));
    let row = changed.update(transaction).await?;
    session::Entity::delete_many()
        .filter(session::Column::UserId.eq(id))
        .exec(transaction)
        .await?;
    let event = AuditEvent::of_own(AuditKind::AddressChanged, UserId::from_uuid(id), now);
    audit::insert(transaction, event).await?;
    Ok(row)
}

/// Gives an identity to the user whose address it proves now. The user who had it keeps everything else, the address too.
async fn move_identity(
    transaction: &Transaction,
    identity: &Identity,
    from: &user::Model,
    to: &user::Model,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    identity::Entity::update_many()
        .col_expr(identity::Column::UserId, Expr::value(to.id))
        .filter(identity::Column::Provider.eq(identity.provider()))
        .filter(identity::Column::Subject.eq(identity.subject()))
        .exec(transaction)
        .await?;
    for (kind, user) in [
        (AuditKind::IdentityUnlinked, from),
        (AuditKind::IdentityLinked, to),
    ] {
        let event = AuditEvent::of_own(kind, UserId::from_uuid(user.id), now);
        audit::insert(transaction, event).await?;
    }
    Ok(())
}

async fn link_identity(
    transaction: &Transaction,
    user: UserId,
    identity: &Identity,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    insert_identity(transaction, user, identity, now).await?;
    let event = AuditEvent::of_own(AuditKind::IdentityLinked, user, now);
    audit::insert(transaction, event).await
}

async fn insert_identity(
    transaction: &Transaction,
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
    transaction: &Transaction,
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

/// Makes the user of a verified address, with all that every user has but an identity.
async fn create(
    transaction: &Transaction,
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
