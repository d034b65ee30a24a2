//! Refuses requests that change something when another site made the browser send them.
//!
//! Browsers say where a request comes from: `Sec-Fetch-Site`, and `Origin` with every POST, PUT and DELETE. Programs that are not
//! browsers send neither and carry no one's cookies by accident, so they pass. Webhooks pass whatever they send: they prove who they
//! are by a signature, and no cookie counts there.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::Url;

use crate::http::error::ApiError;
use crate::state::AppState;
use crate::webhooks;

/// The middleware for all routes: reading is free, changing needs the same origin.
pub async fn guard(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_webhook = request.uri().path().starts_with(webhooks::PATHS);
    if reads || is_webhook || is_from_here(request.headers(), &app.site.public_url) {
        return next.run(request).await;
    }
    refusal().into_response()
}

/// Whether a navigation was typed, bookmarked or followed on this site; what reading asks that changes something all the same: signing
/// out, and departing to a provider.
pub fn is_typed_or_from_here(headers: &HeaderMap) -> bool {
    match fetch_site(headers) {
        Some(site) => site == "same-origin" || site == "none",
        None => true,
    }
}

/// The answer to a request of another site.
pub fn refusal() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "other_site",
        "Another site sent this request. Please do it from Readout itself.",
    )
}

/// Whether a page of this site, or a program that is no browser, sent a request.
pub fn is_from_here(headers: &HeaderMap, public_url: &Url) -> bool {
    if let Some(site) = fetch_site(headers) {
        return site == "same-origin" || site == "none";
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Some(origin) = origin.to_str().ok().and_then(|raw| Url::parse(raw).ok()) else {
        return false;
    };
    origin.origin() == public_url.origin() || is_as_safe(&origin, public_url) && is_host(&origin, headers)
}

/// Whether nobody on the way can have written the page: without TLS a page of this very name may be a stranger's. Where Readout itself is
/// reached without TLS there is nothing to lose, and what this computer says to itself goes nowhere.
fn is_as_safe(origin: &Url, public_url: &Url) -> bool {
    origin.scheme() == "https"
        || origin.scheme() == public_url.scheme()
        || outside::is_on_this_machine(origin)
}

/// Behind a proxy the public URL may not be configured; the host that the browser asked for is as good.
fn is_host(origin: &Url, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    let authority = match (origin.host_str(), origin.port()) {
        (Some(name), Some(port)) => format!("{name}:{port}"),
        (Some(name), None) => name.to_owned(),
        (None, _) => return false,
    };
    host.is_some_and(|host| host.eq_ignore_ascii_case(&authority))
}

fn fetch_site(headers: &HeaderMap) -> Option<&str> {
    headers
        .get("sec-fetch-site")
        .and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pairs: &[(&'static str, &'static str)], expected: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().expect("a header value"));
        }
        let public = Url::parse("https://readout.example").expect("a URL");
        assert_eq!(is_from_here(&headers, &public), expected, "{pairs:?}");
    }

    #[test]
    fn lets_only_its_own_pages_and_programs_change_something() {
        check(&[], true);
        check(&[("sec-fetch-site", "same-origin")], true);
        check(&[("sec-fetch-site", "cross-site")], false);
        check(&[("sec-fetch-site", "same-site")], false);
        check(&[("origin", "https://readout.example")], true);
        check(&[("origin", "https://evil.example")], false);
        check(&[("origin", "null")], false);
        check(
            &[("origin", "http://readout.example"), ("host", "readout.example")],
            false,
        );
        check(
            &[("origin", "https://other.example"), ("host", "other.example")],
            true,
        );
        check(
            &[("origin", "http://localhost:8080"), ("host", "localhost:8080")],
            true,
        );
        check(
            &[("origin", "https://evil.example"), ("host", "localhost:8080")],
            false,
        );
        check(
            &[
                ("origin", "https://readout.example"),
                ("sec-fetch-site", "cross-site"),
            ],
            false,
        );
    }
}
