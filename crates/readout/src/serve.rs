//! `readout serve`: makes the parts of the server as configured, and runs it until it is told to stop.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use accounts::{DatabaseServer, Store};
use anyhow::Context;
use outside::Peer;
use server::clock::Clock;
use server::health::Saving;
use server::limits::Limits;
use server::live::places::LivePlaces;
use server::login::mail::Mail;
use server::login::providers::Providers;
use server::metrics::Metrics;
use server::pages::Pages;
use server::pictures::Drawing;
use server::room::Room;
use server::silence::Silence;
use server::site::Site;
use server::webhooks::razorpay::RazorpaySettings;
use server::work::{Matter, WorkPool};
use server::{App, AppState};
use tokio::net::TcpListener;
use url::Url;

use crate::config::{BillingConfig, Config, MailConfig, Secret};
use crate::{logging, neighbour, speech_setup, structuring_setup};
use text_commands::jsonl;

/// Runs the web application.
pub fn run(config: Config) -> anyhow::Result<()> {
    logging::start(&config.server.log)?;
    install_tls_provider()?;
    let runtime = runtime()?;
    let ended = runtime.block_on(serve(config));
    // What still keeps a thread busy then, such as a recording that is decoded for a request that was cut, is not waited for.
    runtime.shutdown_timeout(LAST_WORK);
    ended
}

/// How long threads may take to come to an end of their work once the server has ended.
const LAST_WORK: Duration = Duration::from_secs(2);

/// How long a database may take to say goodbye. Everything that was answered is committed: one that says nothing keeps nobody.
const CLOSING: Duration = Duration::from_secs(5);

/// The one provider of cryptography for everything that connects: must come before the first connection.
pub fn install_tls_provider() -> anyhow::Result<()> {
    rustls::crypto::ring::default_provider()
        .install_default()
        .map_err(|_| anyhow::anyhow!("the TLS provider was installed twice"))
}

/// The threads that answer requests; work that keeps a processor busy has a pool of its own.
fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .build()?)
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let data_dir = &config.server.data_dir;
    make_private_folder(data_dir)?;
    let store = open_store(&config).await?;
    let listener = TcpListener::bind(config.server.listen)
        .await
        .with_context(|| format!("cannot listen on {} (READOUT_LISTEN)", config.server.listen))?;
    let address = listener.local_addr()?;
    let metrics = match config.server.metrics_listen {
        Some(address) => Some(listen_for_metrics(address).await?),
        None => None,
    };
    let public_url = match &config.site.public_url {
        Some(url) => url.clone(),
        None => Url::parse(&format!("http://{address}"))?,
    };
    if config.site.public_url.is_none() && !address.ip().is_loopback() {
        tracing::warn!(
            "READOUT_PUBLIC_URL is not set: sign-in links lead to the address that is listened on"
        );
    }
    let mail = mail(
        &config.mail,
        is_for_this_computer(&config),
        &data_dir.join("outbox"),
    )?;
    let next = next_step(&mail);
    let site = site(&config, public_url);
    let providers = Providers::new(config.sign_in.settings(), site.base())?;
    if matches!(mail, Mail::NotConfigured) && providers.are_none() {
        tracing::warn!(
            "nobody can sign in: neither mail (READOUT_SMTP_URL, READOUT_MAIL_FROM) nor a sign-in provider is set up"
        );
    }
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    let clock = Clock::default();
    let app: AppState = Arc::new(App {
        pages: Pages::embedded(&site),
        store: store.clone(),
        database: DatabaseServer::at(config.database.url.expose())
            .map(|server| Peer::named(&server.host, server.is_encrypted)),
        site,
        mail,
        providers,
        limits: Limits::new(&clock),
        speech: Arc::new(speech_setup::engine(&config)),
        structuring: structuring_setup::engine(&config.structuring)?,
        work: WorkPool::new(processors.max(TWO_USERS), processors * 8),
        decoding: WorkPool::new(processors, processors * 8)
            .on(Matter::Recording)
            .with_time(LONGEST_DECODING),
        listening: WorkPool::new(MOST_LISTENED_TO, 0),
        pictures: Drawing::default(),
        uploads: Room::new(MOST_RECORDINGS),
        answers: Room::new(MOST_ANSWERS),
        saving: Saving::default(),
        metrics: Metrics::default(),
        live: LivePlaces::new(config.speech.live_sessions, config.speech.live_sockets),
        silence: Silence::USUAL,
        clock,
    });
    let watched = metrics.map(|listener| tokio::spawn(server::metrics::serve(listener, Arc::clone(&app))));
    // The first report does not wait for the word lists to be read.
    tokio::task::spawn_blocking(|| {
        structuring::rules::warm();
        report::checks::warm();
    });
    // The last lines that a person sees after `make run`: the log of a start has been written before them.
    jsonl::print(&format!("Readout is ready at http://{address}\n{next}"))?;
    let shutdown = async {
        told_to_stop().await;
        tracing::info!("stopping");
    };
    let cut = async {
        tokio::select! {
            () = tokio::time::sleep(config.server.shutdown_timeout) => {
                tracing::warn!("the time to finish what is under way is over");
            }
            // Whoever asks a second time does not want to wait.
            () = told_to_stop() => tracing::warn!("told to stop a second time"),
        }
    };
    server::serve(listener, app, shutdown, cut).await;
    if let Some(watched) = watched {
        watched.abort();
    }
    match tokio::time::timeout(CLOSING, store.close()).await {
        Ok(closed) => closed.context("the database could not be closed"),
        Err(_) => {
            tracing::warn!("the database does not answer, and its connections were dropped");
            Ok(())
        }
    }
}

async fn listen_for_metrics(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address} (READOUT_METRICS_LISTEN)"))?;
    tracing::info!(metrics.address = %listener.local_addr()?, "metrics are told at /metrics");
    Ok(listener)
}

/// How long the first reading of one recording may take: an hour of sound on a busy machine.
const LONGEST_DECODING: Duration = Duration::from_mins(5);

/// What each thread may keep on its stack, as much as the first one of a process has. Unoptimised, a request needs more than the usual
/// 2 MB; what is not used takes no memory.
const STACK: usize = 8 * 1024 * 1024;

/// Pieces of work on texts at once, of which one user has one: also where there is one processor nobody waits until another's is done.
const TWO_USERS: usize = 2;

/// Recordings that may be transcribed at once, with those that wait for the engine. Past it a page is told to come again.
const MOST_LISTENED_TO: usize = 64;

/// Bytes of recordings that may be in memory at once, as they were sent: five of the largest, or some hundred dictations.
const MOST_RECORDINGS: usize = 256 * 1024 * 1024;

/// Bytes of large answers that may be in memory at once: half a dozen of the largest while they are made, or some hundred of those that
/// people have.
const MOST_ANSWERS: usize = 256 * 1024 * 1024;

/// Opens the database and brings it up to date.
pub async fn open_store(config: &Config) -> anyhow::Result<Store> {
    let store = Store::open(config.database.url.expose())
        .await
        .context("the database cannot be opened (DATABASE_URL)")?;
    store
        .migrate()
        .await
        .context("the database cannot be brought up to date")?;
    Ok(store)
}

/// What makes folders that nobody but this user can look into.
pub fn private_folders() -> std::fs::DirBuilder {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// A folder that only this server's user can look into: it holds the database and the outbox.
pub fn make_private_folder(folder: &Path) -> anyhow::Result<()> {
    private_folders().recursive(true).create(folder).with_context(|| {
        format!(
            "the data folder {} cannot be made (READOUT_DATA_DIR)",
            folder.display()
        )
    })
}

/// Whether this computer alone reaches the server. Behind a proxy browsers are told another name, although the server listens here.
pub fn is_for_this_computer(config: &Config) -> bool {
    let named = config.site.public_url.as_ref();
    config.server.listen.ip().is_loopback() && named.is_none_or(outside::is_on_this_machine)
}

/// Where sign-in mails go: through the mail server, or to the page where only this computer reaches the server.
pub fn mail(config: &MailConfig, only_this_computer: bool, outbox: &Path) -> anyhow::Result<Mail> {
    match (&config.smtp_url, &config.from) {
        (Some(url), Some(from)) => Mail::smtp(url.expose(), from)
            .context("mail cannot be set up (READOUT_SMTP_URL, READOUT_MAIL_FROM)"),
        _ if only_this_computer => Ok(Mail::Outbox {
            folder: outbox.to_owned(),
            is_reader: neighbour::is_of_this_user,
        }),
        _ => Ok(Mail::NotConfigured),
    }
}

/// What whoever started the server does now.
fn next_step(mail: &Mail) -> &'static str {
    match mail {
        Mail::Outbox { .. } => {
            "Open it, choose Login, enter any e-mail address and follow the link on the page. Ctrl-C stops the server."
        }
        Mail::Smtp { .. } => "Open it and sign in; the link comes by mail. Ctrl-C stops the server.",
        Mail::NotConfigured => "Open it and sign in. Ctrl-C stops the server.",
    }
}

fn site(config: &Config, public_url: Url) -> Site {
    let (proxies, billing, config) = (&config.server.trusted_proxies, &config.billing, &config.site);
    Site {
        trusted_proxies: proxies.clone(),
        public_url,
        support_email: config.support_email.clone(),
        admin_emails: config.admin_emails.clone(),
        allowed_domains: config.allowed_domains.clone(),
        billing: billing.mode,
        razorpay: razorpay(billing),
        pay_url_india: config.pay_url_india.clone(),
        pay_url_international: config.pay_url_international.clone(),
        payment_dashboard_url: config.payment_dashboard_url.clone(),
        recent_reports_hours: config.recent_reports_hours,
    }
}

fn razorpay(billing: &BillingConfig) -> Option<RazorpaySettings> {
    let secrets = billing.razorpay_webhook_secrets.iter().map(Secret::expose);
    let secrets: Vec<String> = secrets.map(str::to_owned).collect();
    (!secrets.is_empty()).then(|| RazorpaySettings {
        secrets,
        price: billing.price(),
    })
}

/// Over when the program is asked to stop: Ctrl-C at a terminal, SIGTERM from whatever started it.
async fn told_to_stop() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        };
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
