//! The configuration: what it is, where it comes from, what is wrong with it.
//!
//! A setting comes from an environment variable, else from the TOML file (`--config` or `READOUT_CONFIG`), else it has the default
//! written beside it here. Everything is read once, at the start, and every problem is reported at once. Nothing at all needs to be set.

mod billing;
mod sign_in;
mod source;
mod speech;
mod structuring;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use accounts::AllowedDomains;
use server::TrustedProxies;
use url::Url;

use source::Source;

pub use self::billing::BillingConfig;
pub use self::sign_in::SignInConfig;
pub use self::speech::{SpeechConfig, SpeechEngine};
pub use self::structuring::{StructuringConfig, StructuringEngine};

/// The default of `shutdown_timeout`, in seconds.
const SHUTDOWN_TIMEOUT: u64 = 150;

/// Everything that can be configured.
#[derive(Debug)]
pub struct Config {
    /// `[server]`
    pub server: ServerConfig,
    /// `[database]`
    pub database: DatabaseConfig,
    /// `[mail]`
    pub mail: MailConfig,
    /// `[sign_in]`
    pub sign_in: SignInConfig,
    /// `[speech]`
    pub speech: SpeechConfig,
    /// `[structuring]`
    pub structuring: StructuringConfig,
    /// `[site]`
    pub site: SiteConfig,
    /// `[billing]`
    pub billing: BillingConfig,
}

/// `[server]`: where it listens and writes.
#[derive(Debug)]
pub struct ServerConfig {
    /// `listen`, `READOUT_LISTEN`: address and port; port 0 takes a free one. Default `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// `data_dir`, `READOUT_DATA_DIR`: everything that the server writes. Default `./data`.
    pub data_dir: PathBuf,
    /// `metrics_listen`, `READOUT_METRICS_LISTEN`: address and port of a listener of its own that tells Prometheus what the server does,
    /// at `/metrics`. Default: none.
    pub metrics_listen: Option<SocketAddr>,
    /// `trusted_proxies`, `READOUT_TRUSTED_PROXIES`: addresses and networks of proxies, separated by commas, whose `X-Forwarded-For` is
    /// believed. Proxies on this computer are in any case.
    pub trusted_proxies: TrustedProxies,
    /// `shutdown_timeout`, `READOUT_SHUTDOWN_TIMEOUT`: the seconds that requests under way may take once the server is told to stop.
    /// Default 150: a report by a language model may take `READOUT_MODEL_TIMEOUT`, and has half a minute more to reach its page.
    pub shutdown_timeout: Duration,
    /// `log`, `READOUT_LOG`: what is logged, such as `info` or `server=debug`. Default `info`.
    pub log: String,
}

/// `[database]`
#[derive(Debug)]
pub struct DatabaseConfig {
    /// `url`, `DATABASE_URL`: `sqlite://FILE` or `postgres://...`. Default: `readout.sqlite` in the data folder.
    pub url: Secret,
}

/// `[mail]`: how sign-in links are sent. With nothing set, a server that listens on this computer alone writes them into
/// `outbox/` in the data folder and shows them on the page.
#[derive(Debug)]
pub struct MailConfig {
    /// `smtp_url`, `READOUT_SMTP_URL`: `smtp://user:password@host:587?tls=required`, `smtps://...`.
    pub smtp_url: Option<Secret>,
    /// `from`, `READOUT_MAIL_FROM`: the sender, `Readout <no-reply@example.org>`. Needed with `smtp_url`.
    pub from: Option<String>,
}

/// `[site]`: address, contact, administrators and payment links.
#[derive(Debug)]
pub struct SiteConfig {
    /// `public_url`, `READOUT_PUBLIC_URL`: where browsers reach the server. Default: where it listens.
    pub public_url: Option<Url>,
    /// `support_email`, `READOUT_SUPPORT_EMAIL`: whom users write to. Default `support@readout.example`.
    pub support_email: String,
    /// `admin_emails`, `READOUT_ADMIN_EMAILS`: who may use the admin panel, separated by commas. Default: nobody.
    pub admin_emails: Vec<accounts::EmailAddress>,
    /// `allowed_email_domains`, `READOUT_ALLOWED_EMAIL_DOMAINS`: whose addresses may sign in, separated by commas; a subdomain is another
    /// domain. Default: everybody.
    pub allowed_domains: AllowedDomains,
    /// `pay_url_india`, `READOUT_PAY_URL_INDIA`: the payment page for users in India.
    pub pay_url_india: Option<Url>,
    /// `pay_url_international`, `READOUT_PAY_URL_INTERNATIONAL`: the payment page for everybody else.
    pub pay_url_international: Option<Url>,
    /// `payment_dashboard_url`, `READOUT_PAYMENT_DASHBOARD_URL`: where administrators see what was paid; the admin panel links to it.
    /// Default `https://dashboard.razorpay.com`.
    pub payment_dashboard_url: Url,
    /// `recent_reports_hours`, `READOUT_RECENT_REPORTS_HOURS`: how many hours browsers keep finished reports, encrypted; 0 to 720,
    /// 0 keeps none. Default 24.
    pub recent_reports_hours: u32,
}

/// A text that must not be shown: a key, or a URL with a password in it.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// The text itself, for the one place that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(..)")
    }
}

impl Config {
    /// Reads environment and file.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let source = match file {
            Some(path) => Source::file_and_environment(path)?,
            None => Source::environment(),
        };
        Self::read(source)
    }

    fn read(mut source: Source) -> anyhow::Result<Self> {
        let data_dir = PathBuf::from(
            source
                .text("server", "data_dir", "READOUT_DATA_DIR")
                .unwrap_or_else(|| "data".to_owned()),
        );
        let config = Self {
            server: ServerConfig {
                listen: source
                    .parsed(
                        "server",
                        "listen",
                        "READOUT_LISTEN",
                        "an address and a port, such as 127.0.0.1:8080",
                    )
                    .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
                metrics_listen: source.parsed(
                    "server",
                    "metrics_listen",
                    "READOUT_METRICS_LISTEN",
                    "an address and a port, such as 127.0.0.1:9464",
                ),
                trusted_proxies: trusted_proxies(&mut source),
                shutdown_timeout: source.seconds(
                    "server",
                    "shutdown_timeout",
                    "READOUT_SHUTDOWN_TIMEOUT",
                    SHUTDOWN_TIMEOUT,
                ),
                log: source
                    .text("server", "log", "READOUT_LOG")
                    .unwrap_or_else(|| "info".to_owned()),
                data_dir: data_dir.clone(),
            },
            database: DatabaseConfig {
                url: database_url(&mut source, &data_dir),
            },
            mail: mail(&mut source),
            sign_in: sign_in::read(&mut source),
            speech: speech::read(&mut source),
            structuring: structuring::read(&mut source),
            site: site(&mut source),
            billing: billing::read(&mut source),
        };
        source.finish()?;
        Ok(config)
    }
}

fn trusted_proxies(source: &mut Source) -> TrustedProxies {
    let proxies = source
        .list("server", "trusted_proxies", "READOUT_TRUSTED_PROXIES")
        .unwrap_or_default();
    TrustedProxies::parse(&proxies).unwrap_or_else(|error| {
        source.problem(&format!("READOUT_TRUSTED_PROXIES: {error}"));
        TrustedProxies::default()
    })
}

fn database_url(source: &mut Source, data_dir: &Path) -> Secret {
    let url = source.text("database", "url", "DATABASE_URL");
    if url
        .as_deref()
        .is_some_and(|url| !url.starts_with("sqlite:") && !url.starts_with("postgres"))
    {
        source.problem("DATABASE_URL must start with sqlite:// or postgres://");
    }
    Secret(url.unwrap_or_else(|| format!("sqlite://{}", data_dir.join("readout.sqlite").display())))
}

fn mail(source: &mut Source) -> MailConfig {
    let smtp_url = source.text("mail", "smtp_url", "READOUT_SMTP_URL").map(Secret);
    let from = source.text("mail", "from", "READOUT_MAIL_FROM");
    match (&smtp_url, &from) {
        (Some(_), None) => source.problem("READOUT_SMTP_URL is set, so READOUT_MAIL_FROM must be set too"),
        (None, Some(_)) => source.problem("READOUT_MAIL_FROM is set, but READOUT_SMTP_URL is not"),
        (Some(_), Some(_)) | (None, None) => {}
    }
    MailConfig { smtp_url, from }
}

fn site(source: &mut Source) -> SiteConfig {
    let public_url: Option<Url> = source.parsed(
        "site",
        "public_url",
        "READOUT_PUBLIC_URL",
        "a URL, such as https://readout.example.org",
    );
    if public_url.as_ref().is_some_and(|url| !is_origin(url)) {
        source.problem("READOUT_PUBLIC_URL must be http:// or https:// with a host and nothing after it");
    }
    let admins = source
        .list("site", "admin_emails", "READOUT_ADMIN_EMAILS")
        .unwrap_or_default();
    let mut admin_emails = Vec::new();
    for raw in admins.split(',').map(str::trim).filter(|raw| !raw.is_empty()) {
        match accounts::EmailAddress::parse(raw) {
            Ok(email) => admin_emails.push(email),
            Err(_) => source.problem("READOUT_ADMIN_EMAILS holds something that is no e-mail address"),
        }
    }
    let allowed_domains = allowed_domains(source);
    if !admin_emails.iter().all(|admin| allowed_domains.admits(admin)) {
        source.problem("READOUT_ADMIN_EMAILS holds an address that READOUT_ALLOWED_EMAIL_DOMAINS keeps out");
    }
    SiteConfig {
        public_url,
        support_email: support_email(source),
        admin_emails,
        allowed_domains,
        pay_url_india: page_address(source, "pay_url_india", "READOUT_PAY_URL_INDIA"),
        pay_url_international: page_address(source, "pay_url_international", "READOUT_PAY_URL_INTERNATIONAL"),
        payment_dashboard_url: payment_dashboard_url(source),
        recent_reports_hours: recent_reports_hours(source),
    }
}

fn support_email(source: &mut Source) -> String {
    let Some(email) = source.text("site", "support_email", "READOUT_SUPPORT_EMAIL") else {
        return "support@readout.example".to_owned();
    };
    if accounts::EmailAddress::parse(&email).is_err() {
        source.problem("READOUT_SUPPORT_EMAIL (site.support_email) must be an e-mail address");
    }
    email
}

fn payment_dashboard_url(source: &mut Source) -> Url {
    page_address(source, "payment_dashboard_url", "READOUT_PAYMENT_DASHBOARD_URL")
        .or_else(|| Url::parse("https://dashboard.razorpay.com").ok())
        .expect("a constant URL")
}

/// The address of a page that a link leads to: only where browsers go by themselves.
fn page_address(source: &mut Source, key: &str, variable: &str) -> Option<Url> {
    const EXPECTED: &str = "a URL, such as https://pay.example/readout";
    let url: Url = source.parsed("site", key, variable, EXPECTED)?;
    if !matches!(url.scheme(), "http" | "https") {
        source.problem(&format!("{variable} must be http:// or https://"));
        return None;
    }
    Some(url)
}

fn allowed_domains(source: &mut Source) -> AllowedDomains {
    let domains = source
        .text("site", "allowed_email_domains", "READOUT_ALLOWED_EMAIL_DOMAINS")
        .unwrap_or_default();
    AllowedDomains::parse(&domains).unwrap_or_else(|error| {
        source.problem(&format!("READOUT_ALLOWED_EMAIL_DOMAINS: {error}"));
        AllowedDomains::default()
    })
}

fn recent_reports_hours(source: &mut Source) -> u32 {
    const DEFAULT: u32 = 24;
    const MOST: u32 = 720;
    let hours = source
        .parsed(
            "site",
            "recent_reports_hours",
            "READOUT_RECENT_REPORTS_HOURS",
            "a whole number of hours, such as 24",
        )
        .unwrap_or(DEFAULT);
    if hours > MOST {
        source.problem("READOUT_RECENT_REPORTS_HOURS must be 720 (thirty days) or less");
    }
    hours
}

/// Whether the URL names a server and nothing more: no path, no password.
fn is_origin(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && format!("{}/", url.origin().ascii_serialization()) == url.as_str()
}

#[cfg(test)]
mod tests;
