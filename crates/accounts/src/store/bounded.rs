//! Connections on which a statement that stays without an answer is given up.
//!
//! A PostgreSQL that stands still, or a network between that swallows packets, says nothing at all: without a bound whoever asked would wait
//! until the system gives the connection up, a quarter of an hour by default. SQLite has no such other side, and waits by its own rules.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::{self, Connection, Sqlite};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult,
    RuntimeErr, Statement, TransactionOptions, TransactionTrait,
};
use tokio::time::timeout;

/// How long a statement may stay without an answer. The slowest of them, a list of a hundred thousand users, takes a tenth of a second; a
/// writer may have to wait for others.
const ANSWER: Duration = Duration::from_secs(8);

/// Gives nobody a connection of SQLite on which a transaction stands open that nobody will end. A full disk leaves such ones: neither its
/// COMMIT nor its ROLLBACK can be written. Whoever was given one would hold everybody else's lock, and be told that something is saved
/// that is not. Closed, it is rolled back.
pub(super) fn without_unfinished(pool: PoolOptions<Sqlite>) -> PoolOptions<Sqlite> {
    pool.before_acquire(|connection, _| {
        let is_free = !connection.is_in_transaction();
        Box::pin(async move { Ok(is_free) })
    })
}

/// The connections of a store.
pub(super) type Database = Bounded<DatabaseConnection>;
/// A transaction on one of them. Dropped, it is rolled back.
pub(super) type Transaction = Bounded<DatabaseTransaction>;

/// A connection or transaction of which every statement is answered in time or fails as one whose connection is lost.
///
/// What was given up may still be done by a database that comes back: no answer tells nothing about a write.
#[derive(Debug, Clone)]
pub(super) struct Bounded<C>(C);

impl<C: ConnectionTrait> Bounded<C> {
    async fn within<T>(&self, answer: impl Future<Output = Result<T, DbErr>> + Send) -> Result<T, DbErr> {
        within(self.0.get_database_backend(), answer).await
    }
}

async fn within<T>(
    backend: DbBackend,
    answer: impl Future<Output = Result<T, DbErr>> + Send,
) -> Result<T, DbErr> {
    if backend != DbBackend::Postgres {
        return answer.await;
    }
    let answered = timeout(ANSWER, answer).await;
    answered.unwrap_or_else(|_| {
        let silent = io::Error::new(io::ErrorKind::TimedOut, "the database stays without an answer");
        Err(DbErr::Conn(RuntimeErr::SqlxError(Arc::new(sqlx::Error::Io(
            silent,
        )))))
    })
}

impl Database {
    pub(super) fn new(connections: DatabaseConnection) -> Self {
        Self(connections)
    }

    /// Whoever stops waiting leaves a transaction that is rolled back once it has begun: a connection on which `BEGIN` is still
    /// unanswered would go back to the others with a transaction open that nobody ends.
    pub(super) async fn begin(&self, options: TransactionOptions) -> Result<Transaction, DbErr> {
        let connections = self.0.clone();
        let begun = tokio::spawn(async move { connections.begin_with_options(options).await });
        let begun = self.within(async {
            let ended = |_| DbErr::Custom("the beginning of a transaction met a defect".to_owned());
            begun.await.map_err(ended)?
        });
        Ok(Bounded(begun.await?))
    }

    pub(super) async fn ping(&self) -> Result<(), DbErr> {
        self.within(self.0.ping()).await
    }

    pub(super) async fn close(self) -> Result<(), DbErr> {
        self.0.close().await
    }
}

impl Transaction {
    pub(super) async fn commit(self) -> Result<(), DbErr> {
        let backend = self.0.get_database_backend();
        within(backend, self.0.commit()).await
    }

    /// The transaction itself, for what takes as long as it takes: a change of the schema.
    pub(super) fn unbounded(&self) -> &DatabaseTransaction {
        &self.0
    }
}

#[async_trait::async_trait]
impl<C: ConnectionTrait> ConnectionTrait for Bounded<C> {
    fn get_database_backend(&self) -> DbBackend {
        self.0.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.within(self.0.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.within(self.0.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.within(self.0.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.within(self.0.query_all_raw(statement)).await
    }

    fn support_returning(&self) -> bool {
        self.0.support_returning()
    }
}
