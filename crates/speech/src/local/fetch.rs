//! Fetches a model's file over HTTP: checked against its sum, continued where an earlier try ended, and put in its place
//! only when it is whole.
//!
//! What is there of an unfinished file stands beside it with `.part` behind its name. Nothing that was not checked ever
//! has the final name.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use reqwest::header::{CONTENT_RANGE, RANGE};
use reqwest::{Client, Response, StatusCode, Url};
use sha2::{Digest as _, Sha256};
use tokio::fs::{self, File, OpenOptions};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::sleep;

/// How long a connection may take, and the longest silence in the midst of the file.
const CONNECT: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(60);
/// Waits before another try; as soon as one brings something, all of them are open again.
const RETRIES: [Duration; 4] = [
    Duration::from_millis(500),
    Duration::from_secs(2),
    Duration::from_secs(5),
    Duration::from_secs(15),
];
/// No speech model is larger; a server that never ends does not fill the disk. In bytes.
const LARGEST: u64 = 64 * 1024 * 1024 * 1024;

/// A SHA-256 sum.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Checksum([u8; 32]);

impl FromStr for Checksum {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut sum = [0; 32];
        hex::decode_to_slice(text.trim().to_lowercase(), &mut sum)
            .map_err(|_| "a SHA-256 sum has 64 hexadecimal digits")?;
        Ok(Checksum(sum))
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// How far it is, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is there, earlier tries included.
    pub there: u64,
    /// The whole, where the server says it.
    pub whole: Option<u64>,
}

/// Why the file was not fetched. What can be continued later says so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The address is no http or https address.
    #[error("the address is not a valid http or https address")]
    Address,
    /// The address does not end in a name that a file can have.
    #[error("the address does not end in the name of a file")]
    Name,
    /// The server has no such file or refuses it.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// The server cannot be reached, or ended the file too early again and again.
    #[error(
        "the server cannot be reached or breaks off; what is there is kept, and the same command continues"
    )]
    Unreachable,
    /// Another file than the one expected.
    #[error("the file is not the one expected: its sum is {0}. Nothing was kept")]
    Mismatch(Checksum),
    /// A file of that name with other contents is there.
    #[error("another file of that name is there already, with the sum {0}. It was left alone")]
    Taken(Checksum),
    /// Larger than any speech model.
    #[error("the file is larger than any speech model")]
    TooLarge,
    /// The disk.
    #[error("the file cannot be written: {0}")]
    Disk(io::ErrorKind),
}

impl From<io::Error> for FetchError {
    fn from(problem: io::Error) -> Self {
        FetchError::Disk(problem.kind())
    }
}

/// Fetches what is at `address` into `folder` under the last name of the address, and gives its path. A file that is there
/// already and has the sum is not fetched again. `progress` is called with every piece.
pub async fn fetch(
    address: &str,
    sum: Checksum,
    folder: &Path,
    progress: impl FnMut(Progress),
) -> Result<PathBuf, FetchError> {
    let url = Url::parse(address).map_err(|_| FetchError::Address)?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(FetchError::Address);
    }
    let name = name(&url).ok_or(FetchError::Name)?;
    fs::create_dir_all(folder).await?;
    let target = folder.join(&name);
    if fs::try_exists(&target).await? {
        let (found, _) = sum_up(&mut File::open(&target).await?).await?;
        let found = Checksum(found.finalize().into());
        return if found == sum {
            Ok(target)
        } else {
            Err(FetchError::Taken(found))
        };
    }
    let part = folder.join(format!("{name}.part"));
    let found = Transfer::new(url, progress)?.run(&part).await?;
    if found != sum {
        fs::remove_file(&part).await?;
        return Err(FetchError::Mismatch(found));
    }
    fs::rename(&part, &target).await?;
    Ok(target)
}

/// The last name of the path, where it is one that is safe as a file's.
fn name(url: &Url) -> Option<String> {
    let name = url.path_segments()?.next_back()?;
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "._-+".contains(character);
    let is_name =
        !name.is_empty() && !name.starts_with('.') && name.len() <= 200 && name.chars().all(is_safe);
    is_name.then(|| name.to_owned())
}

/// A file that grows, with the sum of what is in it.
struct Part {
    file: File,
    hash: Sha256,
    length: u64,
}

impl Part {
    /// Opens a file, and sums up what is there from an earlier try.
    async fn open(path: &Path) -> Result<Part, FetchError> {
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(path)
            .await?;
        let (hash, length) = sum_up(&mut file).await?;
        Ok(Part { file, hash, length })
    }

    async fn append(&mut self, bytes: &[u8]) -> Result<(), FetchError> {
        self.file.write_all(bytes).await?;
        self.hash.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    async fn restart(&mut self) -> Result<(), FetchError> {
        self.file.set_len(0).await?;
        self.hash = Sha256::new();
        self.length = 0;
        Ok(())
    }

    fn sum(&self) -> Checksum {
        Checksum(self.hash.clone().finalize().into())
    }
}

/// The sum so far and the length of a file, from where it is read.
async fn sum_up(file: &mut File) -> io::Result<(Sha256, u64)> {
    let mut hash = Sha256::new();
    let mut length = 0;
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut buffer).await?;
        if read == 0 {
            return Ok((hash, length));
        }
        hash.update(&buffer[..read]);
        length += read as u64;
    }
}

/// What became of one request.
enum Try {
    Whole,
    /// Worth another.
    BrokenOff,
}

struct Transfer<P> {
    client: Client,
    url: Url,
    progress: P,
}

impl<P: FnMut(Progress)> Transfer<P> {
    fn new(url: Url, progress: P) -> Result<Self, FetchError> {
        // The process may have chosen a provider already; then this one is not needed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .connect_timeout(CONNECT)
            .read_timeout(SILENCE)
            .build()
            .map_err(|_| FetchError::Unreachable)?;
        Ok(Transfer {
            client,
            url,
            progress,
        })
    }

    /// Fetches until the file is whole, and gives its sum.
    async fn run(mut self, path: &Path) -> Result<Checksum, FetchError> {
        let mut part = Part::open(path).await?;
        let mut waits = RETRIES.into_iter();
        loop {
            let before = part.length;
            if let Try::Whole = self.once(&mut part).await? {
                part.file.sync_all().await?;
                return Ok(part.sum());
            }
            part.file.flush().await?;
            if part.length > before {
                waits = RETRIES.into_iter();
            }
            sleep(waits.next().ok_or(FetchError::Unreachable)?).await;
        }
    }

    async fn once(&mut self, part: &mut Part) -> Result<Try, FetchError> {
        let mut request = self.client.get(self.url.clone());
        if part.length > 0 {
            request = request.header(RANGE, format!("bytes={}-", part.length));
        }
        let Ok(mut response) = request.send().await else {
            return Ok(Try::BrokenOff);
        };
        match response.status() {
            StatusCode::PARTIAL_CONTENT if begins_at(&response) == Some(part.length) => {}
            // From the beginning, because this server cannot continue or continues elsewhere.
            StatusCode::OK => part.restart().await?,
            StatusCode::RANGE_NOT_SATISFIABLE if whole(&response) == Some(part.length) => {
                return Ok(Try::Whole);
            }
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE => {
                part.restart().await?;
                return Ok(Try::BrokenOff);
            }
            status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                return Ok(Try::BrokenOff);
            }
            status => return Err(FetchError::Status(status.as_u16())),
        }
        let expected = response.content_length().map(|rest| part.length + rest);
        loop {
            if part.length.max(expected.unwrap_or(0)) > LARGEST {
                return Err(FetchError::TooLarge);
            }
            match response.chunk().await {
                Ok(Some(bytes)) => part.append(&bytes).await?,
                Ok(None) if expected.is_none_or(|expected| expected == part.length) => return Ok(Try::Whole),
                Ok(None) | Err(_) => return Ok(Try::BrokenOff),
            }
            (self.progress)(Progress {
                there: part.length,
                whole: expected,
            });
        }
    }
}

/// The first byte of a part, from `bytes 100-199/200`.
fn begins_at(response: &Response) -> Option<u64> {
    let range = response.headers().get(CONTENT_RANGE)?.to_str().ok()?;
    let (first, _) = range.strip_prefix("bytes ")?.split_once('-')?;
    first.trim().parse().ok()
}

/// The length of the whole, from `bytes */200`.
fn whole(response: &Response) -> Option<u64> {
    let range = response.headers().get(CONTENT_RANGE)?.to_str().ok()?;
    range.strip_prefix("bytes */")?.trim().parse().ok()
}
