//! Refuses requests that do not name one host: two may be understood as different ones by a proxy and by this server.

use axum::extract::Request;
use axum::http::{Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::error::ApiError;

/// The addresses that load balancers ask, some of them in HTTP/1.0, which need not name a host.
const PROBED: [&str; 2] = ["/healthz", "/readyz"];

/// The middleware for all routes.
pub async fn named_once(request: Request, next: Next) -> Response {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let is_in_order = match (hosts.next(), hosts.next()) {
        (Some(host), other) => !host.as_bytes().trim_ascii().is_empty() && other.is_none(),
        (None, _) => request.version() == Version::HTTP_10 && PROBED.contains(&request.uri().path()),
    };
    if is_in_order {
        return next.run(request).await;
    }
    ApiError::bad_request("no_host", "A request must name the host that it is for, once.").into_response()
}
