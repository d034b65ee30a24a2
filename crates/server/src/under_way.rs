//! What a connection has under way, so that a server that stops waits for its own work and for nobody who merely takes his time.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::sync::watch;
use tokio::time::timeout;

/// How many answers of one connection are being made.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnderWay(watch::Sender<usize>);

/// One answer, from the request's header until the last piece of its body was handed over to be sent.
struct Answer(watch::Sender<usize>);

/// The body of an answer, which is under way for as long.
struct Counted {
    body: Body,
    _answer: Answer,
}

impl UnderWay {
    /// Over when nothing has been under way for so long. What is sent then is old, and what is read no whole request.
    pub(crate) async fn has_rested(&self, time: Duration) {
        let mut answers = self.0.subscribe();
        loop {
            // The sender is at hand: it is not closed.
            let _ = answers.wait_for(|answers| *answers == 0).await;
            if timeout(time, answers.changed()).await.is_err() {
                return;
            }
        }
    }

    fn begin(&self) -> Answer {
        self.0.send_modify(|answers| *answers += 1);
        Answer(self.0.clone())
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.0.send_modify(|answers| *answers -= 1);
    }
}

/// The middleware; each connection says which is its own.
pub(crate) async fn count(
    Extension(under_way): Extension<UnderWay>,
    request: Request,
    next: Next,
) -> Response {
    let answer = under_way.begin();
    let response = next.run(request).await;
    response.map(|body| {
        Body::new(Counted {
            body,
            _answer: answer,
        })
    })
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
