//! `readout user`: what administrators do, for whoever runs the server. Its audit events have no actor: nobody is signed in here.

use accounts::directory::{UserOrder, UserQuery, UserSearch, in_words};
use accounts::store::ChangeSubscriptionError;
use accounts::subscription::{Change, Status, Subscription, TransitionError};
use accounts::user::{User, UserOverview};
use accounts::{EmailAddress, Store};
use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use serde::Serialize;
use server::AdminUser;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::config::Config;
use crate::{logging, serve};
use text_commands::jsonl;

/// What to do with users.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print users, the newest first.
    List(List),
    /// Begin a paid period of 30 days.
    Activate(Whose),
    /// End the paid period at once.
    Deactivate(Whose),
    /// Begin a free trial of 3 days.
    Trial(Trial),
}

/// Which users.
#[derive(Debug, Args)]
pub struct List {
    /// Only users whose address or name holds these words.
    #[arg(long, default_value = "", hide_default_value = true)]
    search: String,
    /// At most so many; all when absent.
    #[arg(long, value_name = "NUMBER")]
    limit: Option<u64>,
    /// Write a JSON object a line.
    #[arg(long)]
    jsonl: bool,
}

/// Whose subscription.
#[derive(Debug, Args)]
pub struct Whose {
    /// The addresses under which the users sign in.
    #[arg(required = true, value_name = "E-MAIL")]
    emails: Vec<String>,
    /// Write a JSON object a line.
    #[arg(long)]
    jsonl: bool,
}

/// Whose trial.
#[derive(Debug, Args)]
pub struct Trial {
    #[command(flatten)]
    whose: Whose,
    /// Also when a paid period that was cancelled still runs, which ends with it.
    #[arg(long)]
    end_paid_period: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Changed<'a> {
    email: &'a str,
    subscription_status: &'static str,
    expires_at: String,
}

/// Lists or changes.
pub fn run(command: &Command, config: &Config) -> anyhow::Result<()> {
    logging::start(&config.server.log)?;
    serve::make_private_folder(&config.server.data_dir)?;
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(async {
            let store = serve::open_store(config).await?;
            let done = carry_out(command, &store).await;
            store.close().await?;
            done
        })
}

async fn carry_out(command: &Command, store: &Store) -> anyhow::Result<()> {
    match command {
        Command::List(list) => print_users(list, store).await,
        Command::Activate(whose) => change(whose, Change::Activate, store).await,
        Command::Deactivate(whose) => change(whose, Change::Deactivate, store).await,
        Command::Trial(Trial {
            whose,
            end_paid_period,
        }) => {
            if !end_paid_period {
                refuse_to_end_a_period(whose, store).await?;
            }
            change(whose, Change::GrantTrial, store).await
        }
    }
}

/// Fails when a trial would take something away that was paid for.
async fn refuse_to_end_a_period(whose: &Whose, store: &Store) -> anyhow::Result<()> {
    let now = OffsetDateTime::now_utc();
    for raw in &whose.emails {
        let Some(user) = store.user_by_email(&EmailAddress::parse(raw)?).await? else {
            continue;
        };
        let subscription = store.subscription(user.id).await?;
        if let Some(cancelled) = subscription.filter(|it| it.status(now) == Status::Cancelled) {
            let end = rfc3339(cancelled.expires_at())?;
            bail!("a paid period that this user has cancelled runs until {end}; --end-paid-period ends it");
        }
    }
    Ok(())
}

async fn print_users(list: &List, store: &Store) -> anyhow::Result<()> {
    let now = OffsetDateTime::now_utc();
    // In one piece, so that nobody is missed or told twice who comes or goes meanwhile.
    let query = UserQuery {
        search: UserSearch::parse(&list.search)?,
        order: UserOrder::Joined,
        descending: true,
        offset: 0,
        limit: list.limit.unwrap_or(u64::MAX),
    };
    if !list.jsonl {
        jsonl::print(&heading())?;
    }
    for user in store.list_users(&query, now).await?.users {
        if list.jsonl {
            jsonl::print_json(&AdminUser::of(&user, now))?;
        } else {
            jsonl::print(&line(&user, now)?)?;
        }
    }
    Ok(())
}

/// Changes one after the other. The first that cannot be changed is named and ends it; those before it are changed and have been told.
async fn change(whose: &Whose, change: Change, store: &Store) -> anyhow::Result<()> {
    for raw in &whose.emails {
        let (user, subscription, now) = change_one(raw, change, store)
            .await
            .with_context(|| format!("{raw} was not changed"))?;
        let changed = Changed {
            email: user.email.expose(),
            subscription_status: subscription.status(now).code(),
            expires_at: rfc3339(subscription.expires_at())?,
        };
        if whose.jsonl {
            jsonl::print_json(&changed)?;
        } else {
            let Changed {
                email,
                subscription_status,
                expires_at,
            } = changed;
            jsonl::print(&format!("{email}: {subscription_status}, until {expires_at}"))?;
        }
    }
    Ok(())
}

async fn change_one(
    raw: &str,
    change: Change,
    store: &Store,
) -> anyhow::Result<(User, Subscription, OffsetDateTime)> {
    let now = OffsetDateTime::now_utc();
    let email = EmailAddress::parse(raw)?;
    let changed = store
        .change_subscription_of(&email, change, None, now)
        .await
        .map_err(refusal)?;
    let (user, subscription) = changed.context("nobody has signed in with this e-mail address")?;
    Ok((user, subscription, now))
}

fn refusal(error: ChangeSubscriptionError) -> anyhow::Error {
    match error {
        ChangeSubscriptionError::Transition(TransitionError::AlreadyActive) => {
            anyhow!("this user has an active subscription; deactivate it first")
        }
        ChangeSubscriptionError::Transition(TransitionError::NotActive) => {
            anyhow!("this user has no active subscription")
        }
        other => other.into(),
    }
}

fn line(overview: &UserOverview, now: OffsetDateTime) -> anyhow::Result<String> {
    let UserOverview { user, usage, .. } = overview;
    let remaining = overview.time_remaining(now).map(in_words);
    Ok(columns([
        user.email.expose(),
        overview.status(now).code(),
        &usage.transcriptions.to_string(),
        &usage.reports.to_string(),
        remaining.as_deref().unwrap_or("N/A"),
        &rfc3339(user.created_at)?[..10],
    ]))
}

fn heading() -> String {
    columns([
        "E-mail",
        "Status",
        "Transcriptions",
        "Reports",
        "Time remaining",
        "Joined",
    ])
}

fn columns([email, status, transcriptions, reports, remaining, joined]: [&str; 6]) -> String {
    format!("{email:<40} {status:<10} {transcriptions:>14} {reports:>8}  {remaining:<32} {joined}")
}

fn rfc3339(at: OffsetDateTime) -> anyhow::Result<String> {
    at.format(&Rfc3339).context("a date that has no usual form")
}
