//! A request's body must be there in time. That nothing may come for a while is bounded elsewhere; a body of which a byte comes now and
//! then would keep its connection, and a recording its room in memory, for as long as its sender likes.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use futures::{StreamExt, stream};
use tokio::time::{Instant, timeout_at};

/// How long a whole body may take: the largest recording over a line of a megabit and a half a second.
pub const WHOLE: Duration = Duration::from_secs(10 * 60);

/// The middleware. Past the time reading the body fails, as it does when the sender goes away.
pub async fn bound(State(whole): State<Duration>, request: Request, next: Next) -> Response {
    let end = Instant::now() + whole;
    let request = request.map(|body| {
        let pieces = stream::unfold(Some(body.into_data_stream()), move |pieces| async move {
            let mut pieces = pieces?;
            match timeout_at(end, pieces.next()).await {
                Ok(Some(piece)) => Some((piece, Some(pieces))),
                Ok(None) => None,
                Err(_) => Some((
                    Err(axum::Error::new(io::Error::from(io::ErrorKind::TimedOut))),
                    None,
                )),
            }
        });
        Body::from_stream(pieces)
    });
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::http::StatusCode;
    use axum::middleware::from_fn_with_state;
    use axum::routing::post;
    use bytes::Bytes;
    use tokio::time::sleep;
    use tower::ServiceExt;

    async fn ask(body: Body) -> StatusCode {
        let read = |body: Body| async move {
            match crate::http::body::read(body, 1000, "too long").await {
                Ok(bytes) if bytes == "whole" => StatusCode::OK,
                Ok(_) => StatusCode::IM_A_TEAPOT,
                Err(error) => error.status(),
            }
        };
        let router = Router::new()
            .route("/", post(read))
            .layer(from_fn_with_state(Duration::from_millis(300), bound));
        let request = Request::post("/").body(body).expect("a request");
        router.oneshot(request).await.expect("an answer").status()
    }

    #[tokio::test]
    async fn a_body_that_trickles_is_given_up_and_never_taken_for_a_whole_one() {
        assert_eq!(ask(Body::from("whole")).await, StatusCode::OK);
        let trickle = stream::unfold(0, |sent| async move {
            sleep(Duration::from_millis(100)).await;
            Some((Ok::<_, io::Error>(Bytes::from_static(b".")), sent + 1))
        });
        assert_eq!(ask(Body::from_stream(trickle)).await, StatusCode::BAD_REQUEST);
    }
}
