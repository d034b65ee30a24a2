//! `readout migrate`: brings the database up to date without starting the server.

use crate::config::Config;
use crate::{logging, serve};

/// Opens the database, which brings it up to date.
pub fn run(config: &Config) -> anyhow::Result<()> {
    logging::start(&config.server.log)?;
    serve::make_private_folder(&config.server.data_dir)?;
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(async {
            serve::open_store(config).await?.close().await?;
            Ok(())
        })
}
