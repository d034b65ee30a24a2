//! `readout doctor`: looks at everything that a server needs, changes nothing, and says of each problem how to mend it.
//!
//! One function a check; each gives findings. A *problem* keeps somebody from working, a *warning* is what an operator should know.

mod place;
mod services;

use std::time::Duration;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use crate::config::Config;
use crate::serve;
use text_commands::jsonl;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How to say it.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Write one JSON object.
    #[arg(long)]
    json: bool,
}

/// How something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    Warning,
    Problem,
}

/// What a check found.
#[derive(Debug, Serialize)]
struct Finding {
    check: &'static str,
    state: State,
    message: String,
    /// What to do about it; nothing needs to be done about what is in order.
    fix: Option<String>,
}

#[derive(Serialize)]
struct Findings<'a> {
    findings: &'a [Finding],
}

impl Finding {
    fn ok(check: &'static str, message: impl Into<String>) -> Self {
        Self {
            check,
            state: State::Ok,
            message: message.into(),
            fix: None,
        }
    }

    fn warning(check: &'static str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            check,
            state: State::Warning,
            message: message.into(),
            fix: Some(fix.into()),
        }
    }

    fn problem(check: &'static str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            state: State::Problem,
            ..Self::warning(check, message, fix)
        }
    }

    /// `problem  mail: what is wrong. To mend it: ...`
    fn line(&self) -> String {
        let state = match self.state {
            State::Ok => "ok",
            State::Warning => "warning",
            State::Problem => "problem",
        };
        let fix = match &self.fix {
            Some(fix) => format!(" To mend it: {fix}."),
            None => String::new(),
        };
        format!("{state:<8} {}: {}.{fix}", self.check, self.message)
    }
}

/// Looks at everything and tells it. Fails when something is a problem.
pub fn run(arguments: &Arguments, config: impl Fn() -> anyhow::Result<Config>) -> anyhow::Result<()> {
    serve::install_tls_provider()?;
    let findings = match config() {
        Ok(config) => tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?
            .block_on(look_at(&config)),
        Err(error) => vec![Finding::problem(
            "configuration",
            format!("{error:#}").replace('\n', " "),
            "change the settings that are named; README.md lists all; nothing else was looked at",
        )],
    };
    if arguments.json {
        jsonl::print_json(&Findings { findings: &findings })?;
    } else {
        for finding in &findings {
            jsonl::print(&finding.line())?;
        }
    }
    let problems = findings
        .iter()
        .filter(|finding| finding.state == State::Problem)
        .count();
    anyhow::ensure!(
        problems == 0,
        "{problems} {} to be mended",
        if problems == 1 {
            "problem has"
        } else {
            "problems have"
        }
    );
    Ok(())
}

async fn look_at(config: &Config) -> Vec<Finding> {
    let mut found = place::configuration(config);
    found.extend(place::data_folder(&config.server.data_dir));
    found.extend(place::database(config).await);
    found.extend(place::public_address(config).await);
    found.extend(place::proxies(config));
    found.push(services::speech(config).await);
    found.push(services::structuring(&config.structuring).await);
    found.extend(services::mail(config).await);
    found.extend(services::providers(config).await);
    found
}

/// A client of the network that follows nobody anywhere; what is on this machine is asked without a proxy.
fn client(url: &url::Url) -> anyhow::Result<reqwest::Client> {
    let mut client = reqwest::Client::builder()
        .timeout(PATIENCE)
        .redirect(reqwest::redirect::Policy::none());
    if outside::is_on_this_machine(url) {
        client = client.no_proxy();
    }
    client.build().context("no connection can be made")
}

/// Why a server did not answer, without its address, in which a password may stand.
fn reason(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "it does not answer in time"
    } else if error.is_connect() {
        "no connection can be made: it does not run, its name is unknown, something is in between, or its certificate is not trusted here"
    } else {
        "its answer broke off"
    }
}
