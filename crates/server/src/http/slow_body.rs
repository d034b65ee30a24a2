//! When a request's body is read, and for how long.
//!
//! It must be there in time. That nothing may come for a while is bounded elsewhere; a body of which a byte comes now and then would keep
//! its connection, and a recording its room in memory, for as long as its sender likes.
//!
//! An answer never waits for a body that nobody wants: who is refused is told so at once, and a stranger sends nothing before. What
//! arrives all the same is thrown away beside the answer, up to a bound: a server that hangs up while a browser is still sending makes the
//! browser show "connection reset" and lose the sentence.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{StreamExt, stream};
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout_at};

use super::error::ApiError;
use crate::stopping::Stopping;

/// How long a whole body may take: the largest recording over a line of a megabit and a half a second.
pub const WHOLE: Duration = Duration::from_secs(10 * 60);

/// What is thrown away of a body that was refused before any of it was read: a recording of half an hour, as browsers make them.
const UNREAD: Patience = Patience {
    bytes: 8 * 1024 * 1024,
    time: Duration::from_secs(30),
};
/// What is thrown away of one that turned out too long, or was not understood, while it was read.
const HALF_READ: Patience = Patience {
    bytes: 64 * 1024 * 1024,
    time: WHOLE,
};

/// How much is thrown away before the connection is simply closed.
#[derive(Debug, Clone, Copy)]
struct Patience {
    bytes: usize,
    time: Duration,
}

/// The middleware. Past the time reading the body fails, as it does when the sender goes away. Whoever was cut because the server stops
/// is told so: that is no mistake of theirs, and a page that is told so asks again.
pub async fn bound(State(whole): State<Duration>, request: Request, next: Next) -> Response {
    let end = Instant::now() + whole;
    let stopping = request.extensions().get::<Stopping>().cloned();
    let is_cut = Arc::new(AtomicBool::new(false));
    let asks_first = request.headers().contains_key(header::EXPECT);
    let has_body = is_announced(request.headers());
    let request = request.map(|body| {
        let rest = Rest {
            pieces: Some(body.into_data_stream()),
            is_begun: false,
            is_sent: has_body && !asks_first,
            end,
            stopping,
            is_cut: Arc::clone(&is_cut),
        };
        Body::from_stream(stream::unfold(rest, async |mut rest| {
            let piece = rest.next().await?;
            Some((piece, rest))
        }))
    });
    let response = next.run(request).await;
    if is_cut.load(Ordering::Relaxed) && response.status().is_client_error() {
        return stopped().into_response();
    }
    response
}

/// The refusal for a body that is not there yet when the server can wait no longer.
fn stopped() -> ApiError {
    ApiError::unavailable(
        "stopping",
        "The server is being restarted. Nothing you entered is lost; please try again in a moment.",
        2,
    )
}

/// Whether the head of a request says that a body follows.
fn is_announced(headers: &HeaderMap) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).map(HeaderValue::as_bytes);
    headers.contains_key(header::TRANSFER_ENCODING) || length.is_some_and(|length| length != b"0")
}

/// What was not read of a body yet. When nobody reads on, it is thrown away as it comes.
struct Rest {
    pieces: Option<BodyDataStream>,
    is_begun: bool,
    /// Not by who waits to be asked for it, before that: a refusal then comes in its place.
    is_sent: bool,
    end: Instant,
    /// None where no server listens, as in tests of the router.
    stopping: Option<Stopping>,
    /// Whether reading ended because the server stops.
    is_cut: Arc<AtomicBool>,
}

impl Rest {
    async fn next(&mut self) -> Option<Result<Bytes, axum::Error>> {
        let pieces = self.pieces.as_mut()?;
        (self.is_begun, self.is_sent) = (true, true);
        let piece = match in_time(self.end, &mut self.stopping, pieces.next()).await {
            Ok(piece) => piece,
            Err(late) => {
                self.is_cut.store(late == Late::Stopped, Ordering::Relaxed);
                Some(Err(axum::Error::new(io::Error::from(io::ErrorKind::TimedOut))))
            }
        };
        if !matches!(piece, Some(Ok(_))) {
            self.pieces = None;
        }
        piece
    }
}

impl Drop for Rest {
    fn drop(&mut self) {
        let Some(pieces) = self.pieces.take().filter(|_| self.is_sent) else {
            return;
        };
        let patience = if self.is_begun { HALF_READ } else { UNREAD };
        let end = self.end.min(Instant::now() + patience.time);
        if let Ok(runtime) = Handle::try_current() {
            let mut stopping = self.stopping.take();
            runtime
                .spawn(async move { in_time(end, &mut stopping, throw_away(pieces, patience.bytes)).await });
        }
    }
}

/// Why what was on its way is waited for no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Late {
    /// Its own time is over.
    Over,
    /// The server stops, and has waited for it.
    Stopped,
}

/// What it comes to, when it is over by then, and soon enough for a server that stops.
async fn in_time<T>(
    end: Instant,
    stopping: &mut Option<Stopping>,
    coming: impl Future<Output = T>,
) -> Result<T, Late> {
    let stopped = async {
        match stopping {
            Some(stopping) => stopping.has_waited().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        // What is here is taken.
        biased;
        came = timeout_at(end, coming) => came.map_err(|_| Late::Over),
        () = stopped => Err(Late::Stopped),
    }
}

async fn throw_away(mut pieces: BodyDataStream, most: usize) {
    let mut thrown_away = 0;
    while let Some(Ok(piece)) = pieces.next().await {
        thrown_away += piece.len();
        if thrown_away > most {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stopping::Stop;
    use axum::Router;
    use axum::http::StatusCode;
    use axum::middleware::from_fn_with_state;
    use axum::routing::post;
    use tokio::time::{sleep, timeout};
    use tower::ServiceExt;

    async fn ask(body: Body, stopping: Option<Stopping>) -> StatusCode {
        let read = |body: Body| async move {
            match crate::http::body::read(body, 1000, "too long").await {
                Ok(bytes) if bytes == "whole" => StatusCode::OK,
                Ok(_) => StatusCode::IM_A_TEAPOT,
                Err(error) => error.status(),
            }
        };
        // The machine may pause for longer than the server waits: where both would end the body, only one may be near.
        let whole = if stopping.is_some() {
            WHOLE
        } else {
            Duration::from_millis(300)
        };
        let router = Router::new()
            .route("/", post(read))
            .layer(from_fn_with_state(whole, bound));
        let mut request = Request::post("/").body(body).expect("a request");
        if let Some(stopping) = stopping {
            request.extensions_mut().insert(stopping);
        }
        router.oneshot(request).await.expect("an answer").status()
    }

    fn trickle() -> Body {
        Body::from_stream(stream::unfold((), |()| async {
            sleep(Duration::from_millis(100)).await;
            Some((Ok::<_, io::Error>(Bytes::from_static(b".")), ()))
        }))
    }

    #[tokio::test]
    async fn a_body_that_trickles_is_given_up_and_never_taken_for_a_whole_one() {
        assert_eq!(ask(Body::from("whole"), None).await, StatusCode::OK);
        assert_eq!(ask(trickle(), None).await, StatusCode::BAD_REQUEST);
    }

    #[tokio::test]
    async fn who_is_cut_because_the_server_stops_is_told_to_come_again() {
        let stop = Stop::with(Duration::from_millis(150));
        stop.tell();
        let stopping = || Some(stop.is_watched());
        assert_eq!(ask(trickle(), stopping()).await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ask(Body::from("whole"), stopping()).await, StatusCode::OK);
        assert_eq!(
            ask(Body::from("another"), stopping()).await,
            StatusCode::IM_A_TEAPOT,
            "who was not cut is answered as ever"
        );
    }

    #[tokio::test]
    async fn a_body_that_is_still_on_its_way_does_not_keep_a_server_from_stopping() {
        let stop = Stop::with(Duration::from_millis(100));
        let mut stopping = Some(stop.is_watched());
        let end = Instant::now() + WHOLE;
        let never = || std::future::pending::<()>();
        let goes_on = timeout(Duration::from_millis(300), in_time(end, &mut stopping, never())).await;
        assert!(goes_on.is_err(), "a server that goes on waits for it");
        stop.tell();
        let ended = timeout(Duration::from_secs(5), in_time(end, &mut stopping, never())).await;
        assert_eq!(ended.ok(), Some(Err(Late::Stopped)));
        // What is here is taken.
        assert_eq!(in_time(end, &mut stopping, async { 7 }).await, Ok(7));
    }
}
