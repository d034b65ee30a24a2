//! The place a server stands in: its settings, its folder, its database, and the way browsers come to it.

use std::path::Path;
use std::process::Command;

use accounts::Store;
use accounts::store::Fault;
use url::Url;

use super::{Finding, client, reason};
use crate::config::{Config, StructuringEngine};
use crate::logging;

/// Free space below which somebody should look, in kilobytes: a database of a large department has some hundred megabytes.
const LITTLE_SPACE: u64 = 1024 * 1024;

/// What is set as far as it can be judged by itself.
pub(super) fn configuration(config: &Config) -> Vec<Finding> {
    const CHECK: &str = "configuration";
    let mut found = Vec::new();
    if let Err(error) = logging::check(&config.server.log) {
        found.push(Finding::problem(
            CHECK,
            format!("{error:#}"),
            "set READOUT_LOG to a level such as info",
        ));
    }
    if config.site.admin_emails.is_empty() {
        found.push(Finding::warning(
            CHECK,
            "nobody may use the admin panel",
            "set READOUT_ADMIN_EMAILS; until then readout user does what the panel does",
        ));
    }
    if let Some(address) = config.server.metrics_listen
        && !address.ip().is_loopback()
    {
        found.push(Finding::warning(
            "metrics",
            format!("whoever reaches {address} reads them, without being asked who they are"),
            "let READOUT_METRICS_LISTEN listen on 127.0.0.1, or in a network that only Prometheus is in",
        ));
    }
    found.extend(time_to_stop(CHECK, config));
    if found.is_empty() {
        found.push(Finding::ok(CHECK, "every setting can be used"));
    }
    found
}

/// Seconds after which pages take a server for lost that takes nobody in (`web/src/api/silent-network.ts`), and some to spare.
const LONGEST_STOP: u64 = 200;

/// A report that is being written when the server is told to stop should reach its page.
fn time_to_stop(check: &'static str, config: &Config) -> Option<Finding> {
    let (stop, report) = (
        config.server.shutdown_timeout.as_secs(),
        config.structuring.timeout.as_secs(),
    );
    if stop > LONGEST_STOP {
        return Some(Finding::warning(
            check,
            format!(
                "a server that stops may take {stop} seconds, and pages wait no longer than four minutes for one"
            ),
            format!("set READOUT_SHUTDOWN_TIMEOUT to {LONGEST_STOP} or less"),
        ));
    }
    let is_cut = config.structuring.engine == StructuringEngine::Model && stop < report;
    is_cut.then(|| {
        Finding::warning(
            check,
            format!("a report by the language model may take {report} seconds, and is cut after {stop} when the server is stopped"),
            "set READOUT_MODEL_TIMEOUT to 170 or less and READOUT_SHUTDOWN_TIMEOUT to half a minute more, and give the server longer \
             than that before it is killed (TimeoutStopSec= of systemd, stop_grace_period of Compose)",
        )
    })
}

/// The folder of everything that the server writes.
pub(super) fn data_folder(folder: &Path) -> Vec<Finding> {
    const CHECK: &str = "data folder";
    let shown = folder.display();
    if !folder.exists() {
        return vec![Finding::warning(
            CHECK,
            format!("{shown} is not there yet"),
            "nothing, before the first start, which makes it; else set READOUT_DATA_DIR to where it is",
        )];
    }
    let mut found = Vec::new();
    let trial = folder.join(format!(".doctor-{}", std::process::id()));
    let written = std::fs::write(&trial, "written and removed by readout doctor");
    // Nothing is left of it, whatever came of writing.
    let removed = std::fs::remove_file(&trial);
    if let Err(error) = written.and(removed) {
        found.push(Finding::problem(
            CHECK,
            format!("nothing can be written into {shown} ({error})"),
            "make it the server's user's own (chown), and run readout doctor as that user; with systemd let ReadWritePaths= name it",
        ));
    }
    found.extend(who_may_look_into(CHECK, folder, "700"));
    found.extend(free_space(folder));
    if found.is_empty() {
        found.push(Finding::ok(
            CHECK,
            format!("{shown} can be written to, by its owner alone"),
        ));
    }
    found
}

/// Keys, addresses and signatures stand there.
fn who_may_look_into(check: &'static str, path: &Path, mode: &str) -> Option<Finding> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let metadata = std::fs::metadata(path).ok()?;
        let shown = path.display();
        if metadata.permissions().mode() & 0o077 != 0 {
            return Some(Finding::warning(
                check,
                format!("other users of this computer may look into {shown}"),
                format!("chmod {mode} {shown}"),
            ));
        }
        // A file that this user makes there would be no use to the server.
        let this = std::fs::metadata("/proc/self").ok()?;
        if this.uid() != metadata.uid() {
            return Some(Finding::warning(
                check,
                format!("{shown} is another user's than this command runs as"),
                "run readout doctor as the server's user, with the server's settings",
            ));
        }
    }
    #[cfg(not(unix))]
    let _ = (check, path, mode);
    None
}

fn free_space(folder: &Path) -> Option<Finding> {
    let told = Command::new("df").arg("-Pk").arg(folder).output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let free: u64 = told.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
    (free < LITTLE_SPACE).then(|| {
        Finding::warning(
            "data folder",
            format!("there are {} MB left on its disk", free / 1024),
            "make room: on a full disk nobody can sign in and nothing is saved",
        )
    })
}

/// The database: there, and as this program expects it.
pub(super) async fn database(config: &Config) -> Vec<Finding> {
    const CHECK: &str = "database";
    let address = config.database.url.expose();
    let file = Store::file_of(address);
    if let Some(file) = file.as_deref().filter(|file| !file.exists()) {
        return vec![Finding::warning(
            CHECK,
            format!("{} is not there yet", file.display()),
            "nothing, before the first start, which makes it; else set DATABASE_URL or READOUT_DATA_DIR to where it is",
        )];
    }
    let mut found: Vec<Finding> = file
        .as_deref()
        .and_then(|file| who_may_look_into(CHECK, file, "600"))
        .into_iter()
        .collect();
    if let Some(finding) = way_to_database(address) {
        found.push(finding);
    }
    let looked_at = look_at(address).await;
    let is_superuser = matches!(looked_at, Ok((_, true)));
    match looked_at.map(|(state, _)| state) {
        Err(error) => found.push(no_good(error, file.as_deref())),
        Ok(state) if state.unknown > 0 => found.push(Finding::problem(
            CHECK,
            "a newer version of Readout has changed it, which this one does not know",
            "start the newer version, or restore the backup from before the upgrade",
        )),
        Ok(state) if state.missing > 0 => found.push(Finding::warning(
            CHECK,
            format!("{} steps to this version's schema are missing", state.missing),
            "make a backup and start the server, which takes them; or readout migrate",
        )),
        Ok(_) if found.is_empty() => found.push(Finding::ok(CHECK, "it answers and is up to date")),
        Ok(_) => {}
    }
    if is_superuser {
        found.push(Finding::warning(
            "database role",
            "it is asked as a superuser, who may read every database of its server and the files of its machine",
            "name a role in DATABASE_URL that owns its own schema alone, as deploy/database-role.sql makes one (docs/OPERATIONS.md, \
             Installing: with containers)",
        ));
    }
    found
}

/// What is wrong, in words that say whose turn it is: the file's, the password's, or the server's.
fn no_good(error: accounts::StoreError, file: Option<&Path>) -> Finding {
    const CHECK: &str = "database";
    let fault = error.fault();
    let causes = format!("{:#}", anyhow::Error::from(error));
    let (message, fix) = match (fault, file) {
        (Fault::Damaged, Some(file)) => (
            format!(
                "{} is damaged, or is no database of SQLite ({causes})",
                file.display()
            ),
            "stop the server, put the file and those beside it (-wal, -shm) aside, and restore the latest backup (docs/OPERATIONS.md, \
             Backup and restore); then look at the disk. No password has anything to do with it",
        ),
        (Fault::Refused, _) => (
            format!("it does not let this user in: the name or the password is wrong ({causes})"),
            "write the right ones into DATABASE_URL, every sign of the password but letters, digits, - . _ and ~ percent-encoded",
        ),
        (Fault::NoSuchDatabase, _) => (
            format!("the server has no database of this name ({causes})"),
            "make it (createdb), or write its name into DATABASE_URL",
        ),
        (Fault::Unopenable, Some(file)) => (
            format!("{} cannot be opened ({causes})", file.display()),
            "make it the server's user's own (chown), and run readout doctor as that user",
        ),
        (Fault::Away, None) => (
            format!("it cannot be reached, so that it cannot be opened ({causes})"),
            "start it, and see that DATABASE_URL has its address and that this computer may reach it",
        ),
        _ => (
            format!("it cannot be opened ({causes})"),
            "see that it runs and lets this user in, and that DATABASE_URL has its address, name and password",
        ),
    };
    Finding::problem(CHECK, message, fix)
}

/// How far its schema is, and whether it is a superuser who asks.
async fn look_at(address: &str) -> Result<(accounts::store::SchemaState, bool), accounts::StoreError> {
    let store = Store::open_existing(address).await?;
    let state = match store.look_through().await {
        Ok(()) => store.schema_state().await,
        Err(error) => Err(error),
    };
    let is_superuser = store.is_asked_by_superuser().await;
    store.close().await?;
    Ok((state?, is_superuser?))
}

/// A database over a network is asked for secrets, which nobody on the way may read.
fn way_to_database(address: &str) -> Option<Finding> {
    let url = Url::parse(address)
        .ok()
        .filter(|url| url.scheme().starts_with("postgres"))?;
    let setting = |name: &str| {
        url.query_pairs()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    };
    let is_socket = setting("host").is_some_and(|host| host.starts_with('/'));
    let is_here = url
        .host_str()
        .is_none_or(|host| matches!(host, "" | "localhost" | "127.0.0.1" | "[::1]"));
    let is_verified =
        setting("sslmode").is_some_and(|mode| matches!(mode.as_ref(), "verify-full" | "verify-ca"));
    (!is_socket && !is_here && !is_verified).then(|| {
        Finding::warning(
            "database",
            "it is on another computer, and its certificate is not looked at",
            "end DATABASE_URL with ?sslmode=verify-full&sslrootcert=FILE",
        )
    })
}

/// Where browsers go, and whether they give the microphone there.
pub(super) async fn public_address(config: &Config) -> Vec<Finding> {
    const CHECK: &str = "public address";
    let listens_here = config.server.listen.ip().is_loopback();
    let Some(url) = &config.site.public_url else {
        return vec![match listens_here {
            true => Finding::ok(
                CHECK,
                "browsers of this computer alone reach the server, and give it the microphone",
            ),
            false => Finding::problem(
                CHECK,
                "it is not known, so that sign-in links lead to the address that is listened on, where browsers refuse the microphone",
                "put a proxy with TLS before the server and set READOUT_PUBLIC_URL to its https:// address",
            ),
        }];
    };
    if url.scheme() != "https" && !outside::is_on_this_machine(url) {
        return vec![Finding::problem(
            CHECK,
            format!("browsers refuse the microphone on {url}, which is not https"),
            "put a proxy with TLS before the server (deploy/nginx.conf) and set READOUT_PUBLIC_URL to its https:// address",
        )];
    }
    ask_for_policy(CHECK, url).await
}

/// Asks as a browser would, and looks at what a proxy has left of the headers.
async fn ask_for_policy(check: &'static str, url: &Url) -> Vec<Finding> {
    let answered = match client(url) {
        Ok(client) => client.get(format!("{url}healthz")).send().await,
        Err(error) => {
            return vec![Finding::problem(
                check,
                format!("{error:#}"),
                "see the settings of TLS of this computer",
            )];
        }
    };
    let answer = match answered {
        Ok(answer) => answer,
        Err(error) => {
            return vec![Finding::warning(
                check,
                format!("{url} does not answer this computer: {}", reason(&error)),
                "start the server and its proxy; where this computer alone is kept out, open it in a browser instead",
            )];
        }
    };
    let header = |name: &str| {
        let value = answer.headers().get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let mut found = Vec::new();
    if !answer.status().is_success() {
        found.push(Finding::problem(
            check,
            format!("{url}healthz answers with status {}", answer.status().as_u16()),
            "let the proxy pass every path on to the server that listens on READOUT_LISTEN",
        ));
    } else if !header("permissions-policy").contains("microphone=(self)") {
        found.push(Finding::problem(
            check,
            "the answers there have no permissions policy that allows the microphone",
            "let the proxy leave Permissions-Policy as Readout sends it: microphone=(self)",
        ));
    } else if url.scheme() == "https" && header("strict-transport-security").is_empty() {
        found.push(Finding::warning(
            check,
            "the answers there have no Strict-Transport-Security",
            "let the proxy leave the headers as Readout sends them",
        ));
    }
    if found.is_empty() {
        found.push(Finding::ok(
            check,
            format!("{url} answers, and browsers may give it the microphone"),
        ));
    }
    found
}

/// Whose word about their clients is believed.
pub(super) fn proxies(config: &Config) -> Vec<Finding> {
    const CHECK: &str = "trusted proxies";
    let proxies = &config.server.trusted_proxies;
    if proxies.hold_everybody() {
        return vec![Finding::problem(
            CHECK,
            "everybody is believed about who they are, so that limits count nobody",
            "let READOUT_TRUSTED_PROXIES name the proxies alone",
        )];
    }
    let is_public = config
        .site
        .public_url
        .as_ref()
        .is_some_and(|url| !outside::is_on_this_machine(url));
    let listens_here = config.server.listen.ip().is_loopback();
    if is_public && !listens_here && proxies.are_none() {
        return vec![Finding::warning(
            CHECK,
            "none is named but this computer: everybody behind a proxy elsewhere counts as one client",
            "let READOUT_TRUSTED_PROXIES name the proxy's address, or let the server listen on 127.0.0.1 behind one here",
        )];
    }
    vec![Finding::ok(
        CHECK,
        "clients are told apart by what trusted proxies say, and by nobody else",
    )]
}
