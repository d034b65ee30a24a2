//! `readout backup`: a consistent copy of the SQLite database while the server runs.

use std::path::PathBuf;

use accounts::Store;
use anyhow::Context;
use clap::Args;

use crate::config::Config;
use crate::logging;
use text_commands::jsonl;

/// Where to.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The new file; one that is there is not overwritten.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Copies the database. The server need not stop, and does not notice.
pub fn run(arguments: &Arguments, config: &Config) -> anyhow::Result<()> {
    logging::start(&config.server.log)?;
    let address = config.database.url.expose();
    anyhow::ensure!(
        address.starts_with("sqlite:"),
        "only a SQLite database is backed up by this command; for PostgreSQL take pg_dump, such as \
         pg_dump --format=custom --file=readout.dump, and pg_restore to bring it back"
    );
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(async {
            let store = Store::open_existing(address)
                .await
                .context("there is no database that can be opened (DATABASE_URL, READOUT_DATA_DIR)")?;
            let copied = store.back_up(&arguments.file).await;
            let closed = store.close().await;
            copied.context("no backup was made")?;
            closed.context("the database could not be closed")
        })?;
    jsonl::print(&format!(
        "{} holds everything that the database holds at this moment; keep it as private as the database.\n\
         To restore it: stop the server, remove the database's file with those of the same name and -wal and -shm at the end, \
         put this file in its place, start the server.",
        arguments.file.display()
    ))
}
