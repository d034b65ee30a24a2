//! The report as a stream of events, so that its first section is seen while the language model writes the next.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::{Stream, StreamExt, future, stream};
use serde::Serialize;
use structuring::SectionDraft;
use tracing::Instrument;
use utoipa::ToSchema;

use super::making::Making;
use super::response::SectionBody;
use crate::http::trace::{self, RequestId};

/// How often a silent stream says that it is alive, so that no proxy closes it.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

/// A section as soon as the language model has written it; the report may still put it right. Sent as the event `section`; the
/// stream ends with the event `report`, which holds what is otherwise answered as JSON, or `error`, which holds an error body.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportSectionEvent)]
pub struct SectionEvent {
    section: SectionBody,
    text: String,
}

impl From<SectionDraft> for SectionEvent {
    fn from(draft: SectionDraft) -> Self {
        Self {
            section: draft.section.into(),
            text: draft.text,
        }
    }
}

/// Whether the caller asks for events.
pub fn is_wished(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|kind| kind.split(';').next())
        .any(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
}

/// The answer whose body makes the report. When the caller goes away the body is dropped, and the making with it.
pub fn answer(making: Making, request_id: RequestId) -> Response {
    let alive = KeepAlive::new().interval(SIGN_OF_LIFE);
    let mut response = Sse::new(events(making, request_id))
        .keep_alive(alive)
        .into_response();
    // Proxies that gather an answer before they pass it on are asked not to.
    response
        .headers_mut()
        .insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn events(making: Making, request_id: RequestId) -> impl Stream<Item = Result<Event, Infallible>> {
    let (sender, events) = unbounded();
    let work = async move {
        let told = sender.clone();
        let made = making
            .finish(move |draft| send(&told, "section", &SectionEvent::from(draft)))
            .await;
        match made {
            Ok(report) => send(&sender, "report", &report),
            Err(error) => {
                trace::log(&error);
                send(&sender, "error", &error.body(&request_id.0));
            }
        }
    };
    // The making is driven by whoever reads the stream, and by nobody else.
    let work = stream::once(work.instrument(tracing::Span::current()));
    stream::select(events, work.filter_map(|()| future::ready(None)))
}

fn send(sender: &UnboundedSender<Result<Event, Infallible>>, name: &str, data: &impl Serialize) {
    if let Ok(event) = Event::default().event(name).json_data(data) {
        // Nobody may be left to read it.
        let _ = sender.unbounded_send(Ok(event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_for_who_asks_for_them() {
        let check = |accept: &str, expected| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accept.parse().expect("a header"));
            assert_eq!(is_wished(&headers), expected, "{accept}");
        };
        check("text/event-stream", true);
        check("application/json, Text/Event-Stream;q=0.9", true);
        check("application/json", false);
        check("*/*", false);
        assert!(!is_wished(&HeaderMap::new()));
    }
}
