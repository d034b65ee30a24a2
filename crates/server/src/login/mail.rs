//! Writes and sends the mail with the sign-in link.

use std::fs::DirEntry;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use accounts::EmailAddress;
use accounts::store::LOGIN_TOKEN_LIFETIME;
use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use thiserror::Error;
use tokio::time::sleep;
use uuid::Uuid;

use crate::pages::escape;

/// Where sign-in mails go.
#[derive(Clone)]
pub enum Mail {
    /// Out through a mail server.
    Smtp {
        /// The connection to the mail server.
        transport: AsyncSmtpTransport<Tokio1Executor>,
        /// Whom the mail is from.
        from: Mailbox,
        /// How it went with the last mail.
        last: Arc<LastMail>,
    },
    /// Into files: for a server that only this computer can reach.
    Outbox {
        /// The files' folder.
        folder: PathBuf,
        /// Whether the program at the other end of a connection may read them too, so that the page may show the link.
        is_reader: fn(Option<SocketAddr>) -> bool,
    },
    /// Nowhere: the sign-in page says what is missing.
    NotConfigured,
}

/// How long the last mail took, and whether it was lost.
#[derive(Debug, Default)]
pub struct LastMail {
    milliseconds: AtomicU64,
    is_lost: AtomicBool,
}

/// Why mail cannot be set up as configured.
#[derive(Debug, Error)]
pub enum MailSetupError {
    /// The URL of the mail server cannot be used.
    #[error("the mail server's URL cannot be used (expected smtp://, smtps:// or smtp://...?tls=required)")]
    Url(#[source] lettre::transport::smtp::Error),
    /// The sender is no address.
    #[error("the sender of mails is not an e-mail address")]
    From(#[source] lettre::address::AddressError),
}

/// Why a mail was not sent.
#[derive(Debug, Error)]
pub enum SendMailError {
    /// An address or a header that mail cannot carry.
    #[error("the mail could not be written")]
    Compose(#[from] lettre::error::Error),
    /// An address that mail cannot carry.
    #[error("the address cannot be written to")]
    Address(#[from] lettre::address::AddressError),
    /// The mail server refused it or could not be reached. Its words are left out: they often quote the address.
    #[error("the mail server does not take mail ({0})")]
    Smtp(&'static str),
    /// The file could not be written.
    #[error("the mail could not be put into the outbox")]
    Outbox(#[from] std::io::Error),
}

impl Mail {
    /// Mail through a server, from the sender that the mail shows. Nothing is connected yet.
    pub fn smtp(url: &str, from: &str) -> Result<Self, MailSetupError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(MailSetupError::Url)?
            .timeout(Some(Duration::from_secs(10)))
            .build();
        Ok(Self::Smtp {
            transport,
            from: from.parse().map_err(MailSetupError::From)?,
            last: Arc::default(),
        })
    }

    /// Sends the link. With the outbox the caller shows it on the page as well.
    pub async fn send_link(&self, to: &EmailAddress, link: &str) -> Result<(), SendMailError> {
        match self {
            Self::Smtp {
                transport,
                from,
                last,
            } => {
                let message = compose(from.clone(), to, link)?;
                let begun = Instant::now();
                let sent = transport.send(message).await;
                last.is_lost.store(sent.is_err(), Ordering::Relaxed);
                let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                last.milliseconds.store(milliseconds, Ordering::Relaxed);
                sent.map_err(|error| SendMailError::Smtp(reason(&error)))?;
                Ok(())
            }
            Self::Outbox { folder, .. } => {
                let message = compose("Readout <readout@localhost>".parse()?, to, link)?;
                put_into(folder, &message.formatted())
                    .await
                    .map_err(SendMailError::Outbox)
            }
            Self::NotConfigured => Ok(()),
        }
    }

    /// Sends nothing, and takes as long and ends as the last mail did.
    pub async fn pretend(&self) -> Result<(), SendMailError> {
        let Self::Smtp { last, .. } = self else {
            return Ok(());
        };
        sleep(Duration::from_millis(last.milliseconds.load(Ordering::Relaxed))).await;
        if last.is_lost.load(Ordering::Relaxed) {
            return Err(SendMailError::Smtp("as it did not take the last"));
        }
        Ok(())
    }

    /// Asks the mail server whether it is there and lets this program in. Sends no mail.
    pub async fn look(&self) -> Result<(), SendMailError> {
        let Self::Smtp { transport, .. } = self else {
            return Ok(());
        };
        match transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(SendMailError::Smtp("not reached")),
            Err(error) => Err(SendMailError::Smtp(reason(&error))),
        }
    }

    /// Removes mails from the outbox whose links are over: an address stands in each.
    pub async fn remove_old(&self) -> std::io::Result<()> {
        let now = SystemTime::now();
        self.sweep(move |mail| {
            let age = now.duration_since(mail.metadata()?.modified()?);
            Ok(age.is_ok_and(|age| age >= LOGIN_TOKEN_LIFETIME))
        })
        .await
    }

    /// Removes what is in the outbox for somebody whose account is gone.
    pub async fn remove_those_to(&self, address: &EmailAddress) -> std::io::Result<()> {
        let to = format!("To: {}\r\n", address.expose());
        self.sweep(move |mail| Ok(std::fs::read_to_string(mail.path())?.contains(&to)))
            .await
    }

    async fn sweep(
        &self,
        is_over: impl Fn(&DirEntry) -> std::io::Result<bool> + Send + 'static,
    ) -> std::io::Result<()> {
        let Self::Outbox { folder, .. } = self else {
            return Ok(());
        };
        let folder = folder.clone();
        tokio::task::spawn_blocking(move || sweep(&folder, is_over))
            .await
            .map_err(std::io::Error::other)?
    }
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Smtp { .. } => "Mail::Smtp(..)",
            Self::Outbox { .. } => "Mail::Outbox { .. }",
            Self::NotConfigured => "Mail::NotConfigured",
        })
    }
}

fn compose(from: Mailbox, to: &EmailAddress, link: &str) -> Result<Message, SendMailError> {
    let plain = format!(
        "Sign in to Readout with this link:\n\n{link}\n\n\
         It works once, for 15 minutes. If you did not ask for it, ignore this mail: nobody can sign in without it.\n"
    );
    let address = escape(link);
    let html = format!(
        "<!doctype html><html lang=\"en\"><body style=\"font-family:sans-serif;line-height:1.5\">\
         <p>Sign in to Readout with this link:</p>\
         <p><a href=\"{address}\">Sign in to Readout</a></p>\
         <p>It works once, for 15 minutes. If you did not ask for it, ignore this mail: nobody can sign in without it.</p>\
         <p style=\"color:#666;font-size:small\">{address}</p></body></html>"
    );
    Ok(Message::builder()
        .from(from)
        .to(to.expose().parse()?)
        .subject("Your sign-in link for Readout")
        .message_id(None)
        .multipart(MultiPart::alternative_plain_html(plain, html))?)
}

/// Writes the mail under a name that sorts by time, readable by this server's user alone.
async fn put_into(folder: &Path, mail: &[u8]) -> std::io::Result<()> {
    let path = folder.join(format!("{}.eml", Uuid::now_v7().simple()));
    let mail = mail.to_vec();
    let folder = folder.to_owned();
    tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(folder)?;
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        std::io::Write::write_all(&mut options.open(path)?, &mail)
    })
    .await
    .map_err(std::io::Error::other)?
}

fn sweep(folder: &Path, is_over: impl Fn(&DirEntry) -> std::io::Result<bool>) -> std::io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let is_mail = entry.path().extension().is_some_and(|kind| kind == "eml");
        if is_mail && is_over(&entry)? {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn reason(error: &lettre::transport::smtp::Error) -> &'static str {
    if error.is_timeout() {
        "timeout"
    } else if error.is_permanent() {
        "refused"
    } else if error.is_transient() {
        "refused for now"
    } else if error.is_tls() {
        "no secure connection"
    } else {
        "not reached"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(raw: &str) -> EmailAddress {
        EmailAddress::parse(raw).expect("an address")
    }

    #[tokio::test]
    async fn mails_leave_the_outbox_with_their_links_and_with_their_reader() {
        let folder = tempfile::tempdir().expect("a folder");
        let outbox = folder.path().join("outbox");
        let mail = Mail::Outbox {
            folder: outbox.clone(),
            is_reader: |_| true,
        };
        mail.remove_old().await.expect("there is no folder yet");
        for to in ["asha@example.org", "binh@example.org", "natasha@example.org"] {
            let link = "https://readout.example/api/login/email?token=1";
            mail.send_link(&address(to), link).await.expect("a mail");
        }
        std::fs::write(outbox.join("notes.txt"), "To: asha@example.org\r\n").expect("an operator's own file");
        let files = || std::fs::read_dir(&outbox).map_or(0, Iterator::count);
        mail.remove_old().await.expect("a sweep");
        assert_eq!(files(), 4, "none is over");

        mail.remove_those_to(&address("asha@example.org"))
            .await
            .expect("a sweep");
        assert_eq!(files(), 3, "one was to her");

        let old = SystemTime::now() - LOGIN_TOKEN_LIFETIME;
        for entry in std::fs::read_dir(&outbox).expect("the outbox").flatten() {
            let file = std::fs::File::options().append(true).open(entry.path());
            file.expect("a file").set_modified(old).expect("a time");
        }
        mail.remove_old().await.expect("a sweep");
        assert_eq!(files(), 1, "what is no mail stays");
    }
}
