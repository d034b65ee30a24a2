//! Where the log goes and what may never be in it.

use std::io::IsTerminal;

use anyhow::Context;
use server::logging::is_discreet;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Starts the log on standard error: lines for a person at a terminal, JSON for a program. No filter, however curious, brings out
/// what is not discreet.
pub fn start(filter: &str) -> anyhow::Result<()> {
    let filter = parse(filter)?;
    let discreet = filter_fn(|metadata| is_discreet(metadata.target()));
    let registry = tracing_subscriber::registry().with(filter).with(discreet);
    if std::io::stderr().is_terminal() {
        registry
            .with(tracing_subscriber::fmt::layer().with_writer(std::io::stderr))
            .try_init()?;
    } else {
        let json = tracing_subscriber::fmt::layer()
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .with_writer(std::io::stderr);
        registry.with(json).try_init()?;
    }
    Ok(())
}

/// Whether it is a filter.
pub fn check(filter: &str) -> anyhow::Result<()> {
    parse(filter).map(|_| ())
}

fn parse(filter: &str) -> anyhow::Result<EnvFilter> {
    // Each step of a new database is told in two lines of a library's; who wants them names it. What a filter says later wins.
    EnvFilter::try_new(format!("sea_orm_migration=warn,{filter}")).context("READOUT_LOG is no log filter")
}

/// Panics say where they happened and not why: the message of a slicing panic quotes the whole text it was cutting, and that text
/// may be a report.
pub fn silence_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        if tracing::dispatcher::has_been_set() {
            tracing::error!(panic.location = %place, "a bug stopped a piece of work");
        } else {
            eprintln!("readout: a bug at {place} stopped this work");
        }
    }));
}
