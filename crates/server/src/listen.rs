//! Accepts connections and speaks HTTP/1.1 on them: only so many at once, of one address fewer ([`Doors`]), and none may dawdle.
//!
//! Not `axum::serve`: that one waits for a request's header without end, so that a stranger with a thousand half-sent headers takes
//! every file descriptor of the process. TLS and HTTP/2 are a proxy's business.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::middleware;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::Layer;

use crate::doors::{Admitted, Doors};
use crate::stopping::Stop;
use crate::under_way::{self, UnderWay};

/// Connections at once. Whoever comes after that waits in the system's queue. Stays below the usual limit of 1,024 descriptors.
pub(crate) const MOST_CONNECTIONS: usize = 800;
/// How long a connection may take over a request's header, and how long it may stay open without one.
const HEADER_TIME: Duration = Duration::from_secs(30);
/// How long a client may leave unread what does not fit into the buffers on the way to it.
const UNREAD_TIME: Duration = Duration::from_secs(60);
/// How long a body or a header may go on coming, and an answer on being read, once the server is told to stop.
const REST_TIME: Duration = Duration::from_secs(20);
/// How long nothing new may be found before everybody is taken for heard whom the system had let in when the server was told to stop; and
/// the most that is spent on it, whoever goes on coming.
const LETTING_IN: Duration = Duration::from_millis(100);
const MOST_LETTING_IN: Duration = Duration::from_secs(2);
/// Between two tries to accept a connection when the system refuses, as it does when descriptors have run out.
const PAUSE_AFTER_REFUSAL: Duration = Duration::from_millis(500);

/// How patient the server is; tests are in a hurry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    /// With a request's header, and with a connection that is not in use.
    pub(crate) header: Duration,
    /// With a client that acknowledges nothing of what it is sent: it is gone, or it does not read.
    pub(crate) unread: Duration,
    /// With what is still on its way to the server or from it once it is told to stop.
    pub(crate) rest: Duration,
}

impl Patience {
    /// The patience of a server at work.
    pub(crate) const USUAL: Self = Self {
        header: HEADER_TIME,
        unread: UNREAD_TIME,
        rest: REST_TIME,
    };
}

/// The place of a connection among those at once. Whoever takes a connection over, as a live dictation does, keeps it for as long.
#[derive(Debug, Clone)]
pub struct ConnectionPlace(
    #[expect(dead_code, reason = "held until it is dropped")] Arc<(OwnedSemaphorePermit, Admitted)>,
);

/// Serves until `shutdown` is over, then lets the requests under way finish, unless `cut` is over first, which begins then.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    doors: Doors,
    patience: Patience,
    shutdown: impl Future<Output = ()>,
    cut: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let stop = Stop::with(patience.rest);
    let router = router
        .layer(middleware::from_fn(under_way::count))
        .layer(Extension(stop.is_watched()));
    let end = &watch::Sender::new(());
    let take_in = |(stream, peer, place): Accepted| {
        let Some(admitted) = doors.admit(peer) else {
            // Closed without a word: whoever holds so many reads none.
            return;
        };
        let place = ConnectionPlace(Arc::new((place, admitted)));
        tokio::spawn(converse(
            stream,
            peer,
            place,
            router.clone(),
            patience,
            end.subscribe(),
        ));
    };
    let mut shutdown = pin!(shutdown);
    loop {
        tokio::select! {
            Some(accepted) = accept(&listener, &places) => take_in(accepted),
            () = &mut shutdown => break,
        }
    }
    let finish = async {
        // Whom the system has let in already is answered: it would cut them.
        let _ = timeout(MOST_LETTING_IN, async {
            while let Ok(Some(accepted)) = timeout(LETTING_IN, accept(&listener, &places)).await {
                take_in(accepted);
            }
        })
        .await;
        drop(listener);
        stop.tell();
        let _ = end.send(());
        // Over when every connection has dropped its receiver.
        end.closed().await;
    };
    tokio::select! {
        biased;
        () = finish => {}
        () = cut => {
            let connections = end.receiver_count();
            tracing::warn!(connections, "requests under way were cut");
        }
    }
}

type Accepted = (TcpStream, SocketAddr, OwnedSemaphorePermit);

/// The next connection with its place among those at once.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> Option<Accepted> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return Some((stream, peer, place)),
            Err(error) if is_of_the_connection(&error) => {}
            Err(error) => {
                tracing::warn!(error = %error, "no connection can be accepted");
                sleep(PAUSE_AFTER_REFUSAL).await;
            }
        }
    }
}

/// Whether one connection was lost before it was accepted, which says nothing about the next.
fn is_of_the_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionRefused
    )
}

/// Answers the requests of one connection until it is closed, or until the one under way is answered once the server stops.
async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    place: ConnectionPlace,
    router: Router,
    patience: Patience,
    mut stopping: watch::Receiver<()>,
) {
    // Answers are short and come in one piece; waiting to fill a packet only delays them.
    let _ = stream.set_nodelay(true);
    give_up_unread(&stream, patience.unread);
    let under_way = UnderWay::default();
    let router = Extension(under_way.clone()).layer(router);
    let router = Extension(ConnectInfo(peer)).layer(Extension(place).layer(router));
    let service = TowerToHyperService::new(router);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.header)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // What ends a connection early is the other side's business.
        _ = connection.as_mut() => return,
        _ = stopping.changed() => {}
    }
    // A request that is here already is read first: without one a connection is closed at once.
    if timeout(LETTING_IN, connection.as_mut()).await.is_ok() {
        return;
    }
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        _ = connection => {}
        // Only who is on the other side decides how much longer it takes.
        () = under_way.has_rested(patience.rest) => {}
    }
}

/// Has the system end the connection of a client that takes nothing any more, so that nobody keeps one of the places by not reading.
fn give_up_unread(stream: &TcpStream, patience: Duration) {
    #[cfg(target_os = "linux")]
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(patience)) {
        tracing::debug!(error = %error, "a connection without a bound for unread answers");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (stream, patience);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doors::Most;
    use crate::http::client::TrustedProxies;
    use axum::routing::get;
    use prometheus_client::metrics::counter::Counter;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::oneshot;
    use tokio::task::JoinHandle;
    use tokio::time::Instant;

    const HASTE: Patience = Patience {
        header: Duration::from_millis(200),
        unread: Duration::from_secs(1),
        rest: Duration::from_millis(500),
    };
    const FINISHING: Duration = Duration::from_secs(5);

    async fn start() -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
        start_with(HASTE, doors(MOST_CONNECTIONS, &Counter::default())).await
    }

    /// So many connections of this computer, which is trusted as a proxy is.
    fn doors(of_a_proxy: usize, refused: &Counter) -> Doors {
        let most = Most {
            of_an_address: 3,
            of_a_site: 3,
            of_a_proxy,
        };
        Doors::with(most, TrustedProxies::default(), refused.clone())
    }

    async fn start_with(
        patience: Patience,
        doors: Doors,
    ) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
        let slow = || async {
            sleep(Duration::from_millis(600)).await;
            "done"
        };
        let peer = |ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.ip().to_string() };
        let large = || async { vec![b'.'; 64 * 1024 * 1024] };
        let router = Router::new()
            .route("/slow", get(slow))
            .route("/peer", get(peer))
            .route("/large", get(large));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let shutdown = async {
            let _ = stopped.await;
        };
        let server = tokio::spawn(serve(
            listener,
            router,
            doors,
            patience,
            shutdown,
            sleep(FINISHING),
        ));
        (address, stop, server)
    }

    /// Sends `request` and gives all that comes until the server closes the connection.
    async fn ask(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = Vec::new();
        let read = timeout(Duration::from_secs(5), stream.read_to_end(&mut answer)).await;
        read.expect("the connection is closed in time").expect("an end");
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[tokio::test]
    async fn closes_connections_that_dawdle_over_a_header_or_say_nothing() {
        let (address, _stop, _server) = start().await;
        assert_eq!(ask(address, "GET /peer HTTP/1.1\r\nHost: x\r\nX-Slow:").await, "");
        assert_eq!(ask(address, "").await, "");
        let idle = ask(address, "GET /peer HTTP/1.1\r\nHost: x\r\n\r\n").await;
        assert!(idle.ends_with("127.0.0.1"), "{idle}");
    }

    #[tokio::test]
    async fn who_holds_all_that_an_address_may_is_closed_at_once_and_admitted_again_afterwards() {
        const PEER: &str = "GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        let refused = Counter::default();
        // What dawdles is kept for longer than this test takes.
        let patience = Patience {
            header: Duration::from_secs(60),
            ..HASTE
        };
        let (address, _stop, _server) = start_with(patience, doors(3, &refused)).await;
        let mut held = Vec::new();
        for _ in 0..3 {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            let half = b"GET /peer HTTP/1.1\r\nHost: x\r\nX-Slow:";
            stream.write_all(half).await.expect("sent");
            held.push(stream);
        }
        assert_eq!(ask(address, "").await, "", "no answer, and no waiting");
        assert_eq!(refused.get(), 1);
        held.pop();
        // The server learns a moment later that there is a place again.
        let answer = async {
            loop {
                let mut stream = TcpStream::connect(address).await.expect("a connection");
                let mut answer = String::new();
                if stream.write_all(PEER.as_bytes()).await.is_ok()
                    && stream.read_to_string(&mut answer).await.is_ok()
                    && !answer.is_empty()
                {
                    return answer;
                }
            }
        };
        let answer = timeout(Duration::from_secs(5), answer).await.expect("a place");
        assert!(answer.ends_with("127.0.0.1"), "{answer}");
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_its_answer_is_given_up() {
        // That the server stops gives nobody up here.
        let patience = Patience {
            rest: 2 * FINISHING,
            ..HASTE
        };
        let doors = doors(MOST_CONNECTIONS, &Counter::default());
        let (address, stop, server) = start_with(patience, doors).await;
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let request = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n";
        stream.write_all(request).await.expect("sent");
        // Nothing is read, and the buffers on the way hold but a part of the answer.
        sleep(Duration::from_millis(500)).await;
        stop.send(()).expect("the server listens");
        let told = Instant::now();
        server.await.expect("no panic");
        assert!(told.elapsed() < FINISHING, "its connection was ended before that");
        let mut read = Vec::new();
        assert!(stream.read_to_end(&mut read).await.is_err() || read.len() < 64 * 1024 * 1024);
    }

    #[tokio::test]
    async fn who_takes_his_answer_in_drips_does_not_keep_the_server_from_stopping() {
        let (address, stop, server) = start().await;
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let request = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n";
        stream.write_all(request).await.expect("sent");
        let dripping = tokio::spawn(async move {
            let mut drop = vec![0; 64 * 1024];
            while stream.read_exact(&mut drop).await.is_ok() {
                sleep(Duration::from_millis(50)).await;
            }
        });
        sleep(Duration::from_millis(300)).await;
        stop.send(()).expect("the server listens");
        let told = Instant::now();
        server.await.expect("no panic");
        assert!(told.elapsed() < FINISHING, "it was not waited for");
        dripping.await.expect("no panic");
    }

    #[tokio::test]
    async fn an_answer_may_take_longer_than_a_header() {
        let (address, _stop, _server) = start().await;
        let answer = ask(
            address,
            "GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        )
        .await;
        assert!(answer.ends_with("done"), "{answer}");
    }

    #[tokio::test]
    async fn who_had_asked_when_the_server_was_told_to_stop_is_answered() {
        for _ in 0..3 {
            let (address, stop, server) = start().await;
            let mut streams = Vec::new();
            for _ in 0..120 {
                let mut stream = std::net::TcpStream::connect(address).expect("a connection");
                let request = b"GET /peer HTTP/1.1\r\nHost: x\r\n\r\n";
                std::io::Write::write_all(&mut stream, request).expect("sent");
                streams.push(stream);
            }
            // This thread is the server's too: it has not accepted any of them.
            stop.send(()).expect("the server listens");
            server.await.expect("no panic");
            for stream in streams {
                let mut answer = String::new();
                std::io::Read::read_to_string(&mut &stream, &mut answer).expect("an end");
                assert!(answer.ends_with("127.0.0.1"), "{answer}");
            }
        }
    }

    #[tokio::test]
    async fn a_request_under_way_is_answered_before_the_server_ends() {
        let (address, stop, server) = start().await;
        let asked = tokio::spawn(async move { ask(address, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n").await });
        sleep(Duration::from_millis(150)).await;
        let told = Instant::now();
        stop.send(()).expect("the server listens");
        server.await.expect("no panic");
        assert!(told.elapsed() < FINISHING, "it did not wait without need");
        assert!(asked.await.expect("no panic").ends_with("done"));
    }
}
