//! Keeps accounts in SQLite or PostgreSQL, with the same code.
//!
//! One file an operation group; each opens with the rows it touches. Conventions:
//! - what is not there is `Ok(None)` or `Ok(false)`; broken promises of the schema have named errors;
//! - what reads and then writes does both in one transaction of `Store::begin_write`, which nobody else writes
//!   beside in SQLite, and locks the rows it read in PostgreSQL;
//! - instants are kept to the microsecond, which is all that PostgreSQL's own type would keep.

mod audit;
mod backup;
mod bounded;
mod custom_templates;
mod directory;
mod entity;
mod former_users;
mod letterheads;
mod login_tokens;
mod migrations;
mod payments;
mod report_styles;
mod schema;
mod secrets;
mod sessions;
mod sign_in_attempts;
mod signatures;
mod subscriptions;
mod trouble;
mod usage;
mod users;
mod vocabularies;

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, ConnectionTrait, DbBackend, DbErr, SqlErr, SqliteTransactionMode, TransactionOptions,
};
use sea_orm_migration::MigratorTrait;
use thiserror::Error;
use time::OffsetDateTime;

use bounded::{Database, Transaction};

pub use backup::BackUpError;
pub use custom_templates::{ImportedTemplates, KeepTemplateError};
pub use former_users::KEPT_AFTER_DELETION;
pub use login_tokens::{
    IssueTokenError, LOGIN_TOKEN_LIFETIME, MOST_OPEN_TOKENS, MOST_OPEN_TOKENS_OF_A_NETWORK, RedeemedToken,
};
pub use schema::SchemaState;
pub use sessions::CreateSessionError;
pub use subscriptions::ChangeSubscriptionError;
pub use trouble::{Fault, Trouble, trouble};

/// How many connections a server keeps to the database at most.
const MOST_CONNECTIONS: u32 = 10;
/// What servers lock while they migrate a PostgreSQL: "readout" in ASCII. Any number that no other program there uses would do.
const MIGRATION_LOCK: i64 = 0x0072_6561_646f_7574;
/// How long a request waits for a connection. A database that is away is told to whoever waits while they still do.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a writer waits for another one to finish.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How often a connection is tried in that time where SQLite does not wait by itself.
const BUSY_TRIES: u32 = 100;

/// The store. A clone is another handle of the same store.
#[derive(Debug, Clone)]
pub struct Store {
    database: Database,
}

/// Why the store could not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The address names no database that the store can live in.
    #[error("the database address must begin with sqlite: (and name a file) or postgres:")]
    UnsupportedAddress,
    /// The address cannot be read. It is not told: a password stands in it.
    #[error(
        "the database's address cannot be read: in its user, password and options every sign but letters, digits, - . _ and ~ must be percent-encoded"
    )]
    UnreadableAddress,
    /// The database cannot be reached, or refused.
    #[error("the database did not do what it was asked")]
    Database(#[source] DbErr),
    /// A row holds what the program never writes.
    #[error("the database holds an unknown value in {table}.{column}")]
    Corrupt {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
    },
    /// SQLite looked through the file and found parts that do not fit together.
    #[error("the database's file is damaged")]
    Damaged,
    /// Its schema has steps that this program does not know.
    #[error(
        "a newer version of Readout has changed the database, which this one does not know: start the newer version, or restore the backup from before the upgrade"
    )]
    Newer,
    /// The operating system gave no random bytes.
    #[error("the operating system gave no random bytes")]
    Randomness(#[source] getrandom::Error),
}

/// Why something of which a user has one was not kept.
#[derive(Debug, Error)]
pub enum PutError {
    /// The user is not there.
    #[error("its owner does not exist")]
    NoSuchUser,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PutError {
    /// What the database said to a row that names its owner.
    fn check<T>(written: Result<T, DbErr>) -> Result<(), Self> {
        match written {
            Ok(_) => Ok(()),
            Err(error) if is_foreign_key_violation(&error) => Err(Self::NoSuchUser),
            Err(error) => Err(Self::Store(error.into())),
        }
    }
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl From<getrandom::Error> for StoreError {
    fn from(error: getrandom::Error) -> Self {
        Self::Randomness(error)
    }
}

impl Store {
    /// Opens the database at `sqlite:PATH` (made when it is not there; its folder must be) or `postgres://...`.
    /// The schema is [`Store::migrate`]'s business. A database in memory is refused: each connection would have
    /// its own.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        Self::check_address(address)?;
        let mut options = ConnectOptions::new(address);
        options
            .max_connections(MOST_CONNECTIONS)
            .acquire_timeout(CONNECTION_TIMEOUT)
            .sqlx_logging(false)
            .record_stmt_in_spans(false)
            .map_sqlx_sqlite_opts(|sqlite| {
                make_private(sqlite.get_filename());
                sqlite
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Normal)
                    .foreign_keys(true)
                    // What is deleted is overwritten, so that no address stands in a free page of the file.
                    .pragma("secure_delete", "ON")
                    .busy_timeout(BUSY_TIMEOUT)
            })
            .map_sqlx_sqlite_pool_opts(bounded::without_unfinished);
        Ok(Self {
            database: Self::connected(options, address).await?,
        })
    }

    /// Connects; what goes wrong never repeats the address, in which a password stands.
    async fn connected(options: ConnectOptions, address: &str) -> Result<Database, StoreError> {
        let mut tries = 0..BUSY_TRIES;
        loop {
            match sea_orm::Database::connect(options.clone()).await {
                Ok(connection) => return Ok(Database::new(connection)),
                // Giving a new file its write-ahead log needs the file alone, and there SQLite itself waits for nobody: servers that start at
                // once on a new file take turns.
                Err(error) if trouble::is_busy(&error) && tries.next().is_some() => {
                    tokio::time::sleep(BUSY_TIMEOUT / BUSY_TRIES).await;
                }
                Err(error) if error.to_string().contains(address) => {
                    return Err(StoreError::UnreadableAddress);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn check_address(address: &str) -> Result<(), StoreError> {
        let is_in_memory = address.contains(":memory:") || address.contains("mode=memory");
        let is_sqlite_file = address.starts_with("sqlite:") && !is_in_memory;
        if !is_sqlite_file && !address.starts_with("postgres:") && !address.starts_with("postgresql:") {
            return Err(StoreError::UnsupportedAddress);
        }
        Ok(())
    }

    /// Brings the schema up to date, all of it or, when something fails, nothing. Harmless when it is. Servers that start at once
    /// wait for each other: in SQLite a writer is alone, in PostgreSQL a lock that goes with the transaction is held.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        let transaction = self.begin_write().await?;
        lock_number(transaction.unbounded(), MIGRATION_LOCK).await?;
        if schema::state(transaction.unbounded()).await?.unknown > 0 {
            return Err(StoreError::Newer);
        }
        migrations::Migrator::up(transaction.unbounded(), None).await?;
        Ok(transaction.commit().await?)
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        Ok(self.database.ping().await?)
    }

    /// Whether SQLite can write: it writes a number into its header that nobody uses, as it was. PostgreSQL has a disk of its own, and
    /// whoever watches over it.
    pub async fn try_disk(&self) -> Result<(), StoreError> {
        if self.database.get_database_backend() == DbBackend::Sqlite {
            self.database
                .execute_unprepared("PRAGMA user_version = 0")
                .await?;
        }
        Ok(())
    }

    /// Closes all connections of all handles, once what is under way is done.
    pub async fn close(self) -> Result<(), StoreError> {
        Ok(self.database.close().await?)
    }

    /// Empties SQLite's journal into the file, so that what was deleted does not stand there any longer. While somebody reads, the rest
    /// waits for the next time.
    async fn empty_journal(&self) -> Result<(), StoreError> {
        if self.database.get_database_backend() == DbBackend::Sqlite {
            self.database
                .execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)")
                .await?;
        }
        Ok(())
    }

    /// Begins a transaction that reads and then writes. In SQLite it is the only writer from its first moment:
    /// one that became a writer halfway would be refused when another had written meanwhile.
    async fn begin_write(&self) -> Result<Transaction, DbErr> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        self.database.begin(options).await
    }
}

/// Waits until nobody else holds this number, and holds it until the transaction ends: for what is counted and has no row of its own that
/// could be locked. A writer of SQLite is alone anyway.
async fn lock_number(transaction: &impl ConnectionTrait, number: i64) -> Result<(), DbErr> {
    if transaction.get_database_backend() == DbBackend::Postgres {
        let lock = format!("SELECT pg_advisory_xact_lock({number})");
        transaction.execute_unprepared(&lock).await?;
    }
    Ok(())
}

/// Makes the file of a new database so that this program's user alone can read it: keys and signatures stand in it. SQLite
/// gives the files beside it the same permissions. Whatever goes wrong here goes wrong again, and is told, on connecting.
fn make_private(file: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(file);
}

/// An instant as rows hold it. Years beyond those that 64 bits can count do not occur.
fn to_row(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos().div_euclid(1_000)).unwrap_or(i64::MAX)
}

/// How far the clocks of two servers may stand apart, or one be set back, before what was begun by the one is not yet begun for the other.
const CLOCK_SKEW: time::Duration = time::Duration::minutes(1);

/// When what is open now and lives so long ends, as rows hold it: after now, and no later than if it began now. What would end later was
/// begun by a clock that has been set back since: it would count, and be good, for as long as the clock was wrong.
fn open_until(now: OffsetDateTime, lifetime: time::Duration) -> RangeInclusive<i64> {
    to_row(now) + 1..=to_row(now + lifetime + CLOCK_SKEW)
}

/// An instant as it will be read again: in UTC and to the microsecond.
fn truncate(at: OffsetDateTime) -> OffsetDateTime {
    from_micros(to_row(at)).unwrap_or(at)
}

fn from_micros(micros: i64) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1_000).ok()
}

/// An instant of a row.
fn from_row(micros: i64, table: &'static str, column: &'static str) -> Result<OffsetDateTime, StoreError> {
    from_micros(micros).ok_or(StoreError::Corrupt { table, column })
}

fn is_unique_violation(error: &DbErr) -> bool {
    matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}

fn is_foreign_key_violation(error: &DbErr) -> bool {
    matches!(error.sql_err(), Some(SqlErr::ForeignKeyConstraintViolation(_)))
}
