//! A copy of a SQLite database while servers write to it.
//!
//! `VACUUM INTO` reads one moment of the database, whatever is written meanwhile, and nobody waits for it: in WAL mode a reader and a
//! writer do not meet. What comes out is one file without a journal, whole and with nothing deleted in it.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions as _, Connection};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, RuntimeErr, Statement};
use thiserror::Error;

use super::{Store, StoreError};

/// Why no backup was made.
#[derive(Debug, Error)]
pub enum BackUpError {
    /// A PostgreSQL has tools of its own for that.
    #[error("a PostgreSQL is backed up with its own tools, such as pg_dump")]
    NotSqlite,
    /// There is a file in the place already; nothing is overwritten.
    #[error("{0} is there already, and a backup overwrites nothing")]
    AlreadyThere(PathBuf),
    /// The path is no text, which SQLite asks for.
    #[error("the file's name must be readable as UTF-8")]
    Name,
    /// The file cannot be written.
    #[error("the file cannot be written")]
    File(#[from] io::Error),
    /// The database could not be read, or the copy not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was written is not a whole database.
    #[error("the copy is not in order, and was removed: {0}")]
    NotInOrder(String),
}

impl Store {
    /// Copies the database as it is at this moment into a new file that this program's user alone can read. The name is given to it
    /// once it is whole, looked through and on the disk: until then it stands beside it with `.partial` at its end.
    pub async fn back_up(&self, file: &Path) -> Result<(), BackUpError> {
        if self.database.get_database_backend() != DbBackend::Sqlite {
            return Err(BackUpError::NotSqlite);
        }
        if file.try_exists()? {
            return Err(BackUpError::AlreadyThere(file.to_owned()));
        }
        let mut partial = file.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        make_new(&partial)?;
        let copied = self.copy_into(&partial).await;
        let named = copied.and_then(|()| Ok(std::fs::rename(&partial, file)?));
        if let Err(error) = named {
            // What is half a database must not be taken for one.
            let _ = std::fs::remove_file(&partial);
            return Err(error);
        }
        // The name is on the disk when its folder is.
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(())
    }

    async fn copy_into(&self, file: &Path) -> Result<(), BackUpError> {
        let name = file.to_str().ok_or(BackUpError::Name)?;
        let copy = Statement::from_sql_and_values(DbBackend::Sqlite, "VACUUM INTO ?", [name.into()]);
        self.database.execute_raw(copy).await.map_err(StoreError::from)?;
        File::open(file)?.sync_all()?;
        look_through(file).await
    }
}

/// SQLite writes into an empty file, so that nobody else can read it at any moment.
fn make_new(file: &Path) -> Result<(), BackUpError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(BackUpError::AlreadyThere(file.to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads every page of the copy.
async fn look_through(file: &Path) -> Result<(), BackUpError> {
    let failed = |error| StoreError::from(DbErr::Query(RuntimeErr::SqlxError(std::sync::Arc::new(error))));
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut copy = options.connect().await.map_err(failed)?;
    let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(&mut copy)
        .await
        .map_err(failed)?;
    copy.close().await.map_err(failed)?;
    if found != ["ok"] {
        return Err(BackUpError::NotInOrder(found.join("; ")));
    }
    Ok(())
}
