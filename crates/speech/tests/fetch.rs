//! Fetching a model's file from a real peer on a local port, well and ill behaved.
#![cfg(feature = "local-model")]

use std::path::Path;
use std::sync::{Arc, Mutex};

use sha2::{Digest as _, Sha256};
use speech::local::fetch::{Checksum, FetchError, Progress, fetch};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What the peer does with a request for the file.
#[derive(Clone, Copy)]
enum Does {
    /// Sends what was asked for, from the byte that was asked for.
    Serves,
    /// Sends so many bytes of it and closes.
    Cuts(usize),
    /// Sends all of it whatever was asked for.
    IgnoresRanges,
    Fails(u16),
}

struct Peer {
    address: String,
    /// The first byte that each request asked for.
    asked: Arc<Mutex<Vec<usize>>>,
}

impl Peer {
    /// Behaves as told, request after request; the last behaviour stays.
    async fn that(file: Vec<u8>, behaviour: &'static [Does]) -> Peer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!(
            "http://{}/models/toy.gguf",
            listener.local_addr().expect("an address")
        );
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let number = seen.lock().expect("no panic").len();
                let does = behaviour[number.min(behaviour.len() - 1)];
                serve(stream, &file, does, &seen).await;
            }
        });
        Peer { address, asked }
    }

    fn asked(&self) -> Vec<usize> {
        self.asked.lock().expect("no panic").clone()
    }
}

async fn serve(mut stream: TcpStream, file: &[u8], does: Does, seen: &Mutex<Vec<usize>>) {
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    while !request.ends_with(b"\r\n\r\n") {
        let Ok(read @ 1..) = stream.read(&mut buffer).await else {
            return;
        };
        request.extend_from_slice(&buffer[..read]);
    }
    let request = String::from_utf8_lossy(&request).to_lowercase();
    let from: usize = request
        .lines()
        .find_map(|line| {
            line.strip_prefix("range: bytes=")?
                .strip_suffix('-')?
                .parse()
                .ok()
        })
        .unwrap_or(0);
    seen.lock().expect("no panic").push(from);
    let from = if matches!(does, Does::IgnoresRanges) {
        0
    } else {
        from
    };
    let rest = file.get(from..).unwrap_or_default();
    let (status, body) = match does {
        Does::Fails(status) => (status, &b"sorry"[..]),
        _ if from > 0 && rest.is_empty() => (416, rest),
        _ => (if from > 0 { 206 } else { 200 }, rest),
    };
    let range = match status {
        206 => format!(
            "content-range: bytes {from}-{}/{}\r\n",
            file.len() - 1,
            file.len()
        ),
        416 => format!("content-range: bytes */{}\r\n", file.len()),
        _ => String::new(),
    };
    let head = format!(
        "HTTP/1.1 {status} x\r\n{range}content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let sent = match does {
        Does::Cuts(bytes) => &body[..bytes.min(body.len())],
        _ => body,
    };
    // The client may have given up.
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(sent).await;
}

fn contents() -> Vec<u8> {
    (0..300_000_u32)
        .flat_map(|number| (number.wrapping_mul(2_654_435_761)).to_le_bytes())
        .collect()
}

fn sum(bytes: &[u8]) -> Checksum {
    hex::encode(Sha256::digest(bytes)).parse().expect("a sum")
}

async fn fetched(peer: &Peer, folder: &Path) -> Result<Vec<u8>, FetchError> {
    let path = fetch(&peer.address, sum(&contents()), folder, |_| {}).await?;
    assert_eq!(path, folder.join("toy.gguf"));
    assert!(!folder.join("toy.gguf.part").exists());
    Ok(std::fs::read(path).expect("the file"))
}

#[tokio::test]
async fn a_file_is_fetched_with_progress_and_is_not_fetched_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let peer = Peer::that(contents(), &[Does::Serves]).await;
    let whole = contents().len() as u64;
    let mut steps = Vec::new();
    fetch(&peer.address, sum(&contents()), folder.path(), |step| {
        steps.push(step)
    })
    .await
    .expect("the file");
    assert!(steps.windows(2).all(|pair| pair[0].there < pair[1].there));
    let last = Progress {
        there: whole,
        whole: Some(whole),
    };
    assert_eq!(steps.last(), Some(&last));
    assert_eq!(fetched(&peer, folder.path()).await, Ok(contents()));
    assert_eq!(peer.asked(), [0], "the second time it is there");
}

#[tokio::test]
async fn a_transfer_that_breaks_off_is_continued_where_it_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let peer = Peer::that(contents(), &[Does::Cuts(400_000), Does::Fails(503), Does::Serves]).await;
    assert_eq!(fetched(&peer, folder.path()).await, Ok(contents()));
    assert_eq!(peer.asked(), [0, 400_000, 400_000]);
}

#[tokio::test]
async fn what_an_earlier_run_left_is_continued() {
    let check = async |left: usize, behaviour: &'static [Does], asked: &[usize]| {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("toy.gguf.part"), &contents()[..left]).expect("a part");
        let peer = Peer::that(contents(), behaviour).await;
        assert_eq!(fetched(&peer, folder.path()).await, Ok(contents()));
        assert_eq!(peer.asked(), asked);
    };
    check(1000, &[Does::Serves], &[1000]).await;
    check(contents().len(), &[Does::Serves], &[contents().len()]).await;
    check(1000, &[Does::IgnoresRanges], &[1000]).await;
}

#[tokio::test]
async fn another_file_than_the_expected_one_never_gets_the_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut other = contents();
    other[5] ^= 1;
    let peer = Peer::that(other.clone(), &[Does::Serves]).await;
    assert_eq!(
        fetched(&peer, folder.path()).await,
        Err(FetchError::Mismatch(sum(&other)))
    );
    let left = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(left, 0, "nothing is kept");
}

#[tokio::test]
async fn a_file_of_that_name_with_other_contents_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("toy.gguf"), "mine").expect("a file");
    let peer = Peer::that(contents(), &[Does::Serves]).await;
    assert_eq!(
        fetched(&peer, folder.path()).await,
        Err(FetchError::Taken(sum(b"mine")))
    );
    assert!(peer.asked().is_empty());
}

#[tokio::test]
async fn what_cannot_be_fetched_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let gone = Peer::that(contents(), &[Does::Fails(404)]).await;
    assert_eq!(fetched(&gone, folder.path()).await, Err(FetchError::Status(404)));
    for (address, expected) in [
        ("ftp://models.example.org/toy.gguf", FetchError::Address),
        ("not an address", FetchError::Address),
        ("https://models.example.org/", FetchError::Name),
        ("https://models.example.org/a/..%2Ftoy.gguf", FetchError::Name),
    ] {
        let refused = fetch(address, sum(b""), folder.path(), |_| {}).await;
        assert_eq!(refused, Err(expected), "{address}");
    }
    assert!("abc".parse::<Checksum>().is_err());
}
