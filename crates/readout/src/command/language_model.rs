//! `readout language-model`: the embedded speech engine's language model and dictionary, built from the product's own text.

use std::path::PathBuf;

use clap::Args;

use crate::config::Config;
use crate::{logging, serve, speech_setup};
use text_commands::jsonl;

/// Where to build it.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder it goes to; without one the data folder's, where the server looks for it.
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

/// Builds it, or finds that it is there, and says where.
pub fn run(arguments: &Arguments, config: &Config) -> anyhow::Result<()> {
    logging::start(&config.server.log)?;
    let folder = match &arguments.to {
        Some(folder) => folder.clone(),
        None => {
            serve::make_private_folder(&config.server.data_dir)?;
            config.server.data_dir.join("speech")
        }
    };
    let built = speech::build_language_model(&speech_setup::embedded(folder, config))?;
    jsonl::print(&format!(
        "{} words\n{}\n{}",
        built.words,
        built.language.display(),
        built.dictionary.display()
    ))
}
