//! Looks at a database without changing it: whether it is there, and whether its schema is this program's.

use std::collections::HashSet;
use std::path::PathBuf;

use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::{ConnectOptions, ConnectionTrait, DbBackend, Statement};
use sea_orm_migration::MigratorTrait;

use super::{BUSY_TIMEOUT, CONNECTION_TIMEOUT, Store, StoreError, migrations};

/// How a database's schema stands to that of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaState {
    /// Steps that this program would still take.
    pub missing: usize,
    /// Steps that this program does not know: a newer one has been here.
    pub unknown: usize,
}

impl Store {
    /// Opens a database that is there already; unlike [`Store::open`] it makes no file and changes nothing, so that one can look.
    pub async fn open_existing(address: &str) -> Result<Self, StoreError> {
        Self::check_address(address)?;
        let mut options = ConnectOptions::new(address);
        options
            .max_connections(1)
            .acquire_timeout(CONNECTION_TIMEOUT)
            .sqlx_logging(false)
            .record_stmt_in_spans(false)
            .map_sqlx_sqlite_opts(|sqlite| sqlite.create_if_missing(false).busy_timeout(BUSY_TIMEOUT));
        Ok(Self {
            database: Self::connected(options, address).await?,
        })
    }

    /// The file of a SQLite database; none of another one, or of an address that names none.
    pub fn file_of(address: &str) -> Option<PathBuf> {
        if !address.starts_with("sqlite:") {
            return None;
        }
        let options: SqliteConnectOptions = address.parse().ok()?;
        Some(options.get_filename().to_owned())
    }

    /// Looks through the whole file of SQLite, as opening it does not: a page that is damaged is met by whoever needs what stands on it.
    /// PostgreSQL looks after its own (`data_checksums`).
    pub async fn look_through(&self) -> Result<(), StoreError> {
        if self.database.get_database_backend() != DbBackend::Sqlite {
            return Ok(());
        }
        // One line that says "ok", else what is wrong, in which rows are quoted: only that there is something is told.
        let check = Statement::from_string(DbBackend::Sqlite, "PRAGMA quick_check(1)");
        let told = self.database.query_one_raw(check).await?;
        match told.map(|row| row.try_get_by_index::<String>(0)).transpose()? {
            Some(told) if told != "ok" => Err(StoreError::Damaged),
            _ => Ok(()),
        }
    }

    /// Whether the role that asks may do anything on PostgreSQL's server: read every database of it, and files of its machine.
    pub async fn is_asked_by_superuser(&self) -> Result<bool, StoreError> {
        if self.database.get_database_backend() != DbBackend::Postgres {
            return Ok(false);
        }
        let asked = "SELECT rolsuper FROM pg_roles WHERE rolname = current_user";
        let asked = Statement::from_string(DbBackend::Postgres, asked);
        let row = self.database.query_one_raw(asked).await?;
        Ok(row
            .map(|row| row.try_get("", "rolsuper"))
            .transpose()?
            .unwrap_or(false))
    }

    /// How far the schema is. A database in which nothing is yet lacks every step.
    pub async fn schema_state(&self) -> Result<SchemaState, StoreError> {
        state(&self.database).await
    }
}

/// How far the schema of this database is.
pub(super) async fn state(database: &impl ConnectionTrait) -> Result<SchemaState, StoreError> {
    let known: HashSet<String> = migrations::Migrator::migrations()
        .iter()
        .map(|step| step.name().to_owned())
        .collect();
    let taken = steps_taken(database).await?;
    Ok(SchemaState {
        missing: known.difference(&taken).count(),
        unknown: taken.difference(&known).count(),
    })
}

async fn steps_taken(database: &impl ConnectionTrait) -> Result<HashSet<String>, StoreError> {
    let backend = database.get_database_backend();
    let listed = match backend {
        sea_orm::DbBackend::Sqlite => {
            "SELECT count(*) AS number FROM sqlite_master WHERE name = 'seaql_migrations'"
        }
        _ => {
            "SELECT count(*) AS number FROM pg_tables WHERE tablename = 'seaql_migrations' AND schemaname = current_schema()"
        }
    };
    let listed = Statement::from_string(backend, listed);
    let row = database.query_one_raw(listed).await?;
    let is_there = match row {
        Some(row) => row.try_get::<i64>("", "number")? > 0,
        None => false,
    };
    if !is_there {
        return Ok(HashSet::new());
    }
    let taken = Statement::from_string(backend, "SELECT version FROM seaql_migrations");
    let rows = database.query_all_raw(taken).await?;
    rows.iter()
        .map(|row| Ok(row.try_get::<String>("", "version")?))
        .collect()
}
