//! When it is not the request that is wrong but the database that cannot work: away, overloaded, or on a disk that takes nothing more.
//!
//! Whoever waits a little can try again, without a restart of anything here: connections are made anew once the database is back.

use std::error::Error;

use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::sqlx::{self, error::DatabaseError};
use sea_orm::{DbErr, RuntimeErr};
use tower_sessions_core::{session, session_store};

use super::StoreError;

/// What keeps the database from working.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// It cannot be reached, or is too busy to answer in time.
    Away,
    /// It cannot write: its disk is full or fails.
    Disk,
}

/// With what the text of an error of sessions begins, whose type holds nothing but a text.
const AWAY: &str = "the database is away: ";
const DISK: &str = "the database cannot write: ";

/// Why a database that was opened is no good, as far as whoever mends it does something else about each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The file of SQLite is damaged, or is none.
    Damaged,
    /// The server takes neither this user nor this password.
    Refused,
    /// The server has no database of this name.
    NoSuchDatabase,
    /// The system does not let this user open the file.
    Unopenable,
    /// It cannot be reached or does not answer.
    Away,
    /// Anything else.
    Other,
}

impl StoreError {
    /// Why the database is no good.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Damaged => Fault::Damaged,
            Self::Database(error) => of_code(error).unwrap_or_else(|| match of_database(error) {
                Some(Trouble::Away) => Fault::Away,
                Some(Trouble::Disk) | None => Fault::Other,
            }),
            _ => Fault::Other,
        }
    }

    /// What keeps the database from working, if that is the reason.
    pub fn trouble(&self) -> Option<Trouble> {
        trouble(self)
    }
}

impl Trouble {
    pub(crate) const fn mark(self) -> &'static str {
        match self {
            Self::Away => AWAY,
            Self::Disk => DISK,
        }
    }
}

/// The same of any error that has one of the store among its causes.
pub fn trouble(error: &(dyn Error + 'static)) -> Option<Trouble> {
    let mut next = Some(error);
    while let Some(cause) = next {
        if let Some(error) = cause.downcast_ref::<DbErr>() {
            return of_database(error);
        }
        if let Some(text) = text_of_session(cause) {
            return [Trouble::Away, Trouble::Disk]
                .into_iter()
                .find(|trouble| text.starts_with(trouble.mark()));
        }
        next = cause.source();
    }
    None
}

/// What an error of sessions says; one of the session itself hides that of its store.
fn text_of_session<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a str> {
    let of_session = cause.downcast_ref::<session::Error>();
    let of_store = match of_session {
        Some(session::Error::Store(error)) => Some(error),
        _ => cause.downcast_ref::<session_store::Error>(),
    };
    match of_store {
        Some(session_store::Error::Backend(text)) => Some(text),
        _ => None,
    }
}

fn of_database(error: &DbErr) -> Option<Trouble> {
    match error {
        DbErr::ConnectionAcquire(_) => Some(Trouble::Away),
        DbErr::Conn(RuntimeErr::SqlxError(error)) => of_sqlx(error).or(Some(Trouble::Away)),
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => {
            of_sqlx(error)
        }
        _ => None,
    }
}

fn of_sqlx(error: &sqlx::Error) -> Option<Trouble> {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => Some(Trouble::Away),
        sqlx::Error::Database(error) if error.try_downcast_ref::<SqliteError>().is_some() => {
            of_sqlite(error.as_ref())
        }
        sqlx::Error::Database(error) => of_postgresql(error.as_ref()),
        _ => None,
    }
}

/// By the code that the database gave, if it gave one.
fn of_code(error: &DbErr) -> Option<Fault> {
    let (DbErr::Conn(RuntimeErr::SqlxError(error))
    | DbErr::Exec(RuntimeErr::SqlxError(error))
    | DbErr::Query(RuntimeErr::SqlxError(error))) = error
    else {
        return None;
    };
    let told = error.as_database_error()?;
    let code = told.code()?;
    if told.try_downcast_ref::<SqliteError>().is_none() {
        return match code.as_ref() {
            "3D000" => Some(Fault::NoSuchDatabase),
            // A wrong password, and a user or a way in that is not allowed.
            code if code.starts_with("28") => Some(Fault::Refused),
            _ => None,
        };
    }
    match code.parse::<i32>().ok()? & 0xff {
        // The disk image is malformed; the file is no database.
        11 | 26 => Some(Fault::Damaged),
        // The file cannot be opened; access is denied.
        14 | 3 | 23 => Some(Fault::Unopenable),
        _ => None,
    }
}

/// Whether a connection was refused because another one has the file of SQLite for itself at this moment.
pub(super) fn is_busy(error: &DbErr) -> bool {
    let DbErr::Conn(RuntimeErr::SqlxError(error)) = error else {
        return false;
    };
    let code = error
        .as_database_error()
        .filter(|error| error.try_downcast_ref::<SqliteError>().is_some());
    let code = code
        .and_then(DatabaseError::code)
        .and_then(|code| code.parse::<i32>().ok());
    matches!(code.map(|code| code & 0xff), Some(5 | 6))
}

/// SQLite's codes: <https://www.sqlite.org/rescode.html>. The last byte of a longer one is its kind.
fn of_sqlite(error: &dyn DatabaseError) -> Option<Trouble> {
    let code: i32 = error.code()?.parse().ok()?;
    match code & 0xff {
        // Busy, locked, the file cannot be opened.
        5 | 6 | 14 => Some(Trouble::Away),
        // Not writable, input or output failed, full.
        8 | 10 | 13 => Some(Trouble::Disk),
        _ => None,
    }
}

/// PostgreSQL's codes, by their class: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn of_postgresql(error: &dyn DatabaseError) -> Option<Trouble> {
    let code = error.code()?;
    match code.as_ref() {
        // Disk full, or its input and output failed.
        "53100" | "58030" => Some(Trouble::Disk),
        // A server that reads alone, as one does that was just replaced; two transactions that waited for each other.
        "25006" | "40001" | "40P01" => Some(Trouble::Away),
        code => ["08", "53", "57P"]
            .iter()
            .any(|class| code.starts_with(class))
            .then_some(Trouble::Away),
    }
}
