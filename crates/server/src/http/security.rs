//! The headers that tell the browser what a page of ours may do.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::state::AppState;

/// The middleware: the content security policy and its companions on every answer, `no-store` on what the interface says.
pub async fn harden(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_interface = path.starts_with("/api");
    // A browser that is led to such an address keeps a file, and never shows it as a page of this site. To sign in and out it is led.
    let is_for_programs = is_interface && !path.starts_with("/api/log");
    let referrer = referrer_policy(path);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    put(
        headers,
        header::CONTENT_SECURITY_POLICY,
        app.pages.content_security_policy().clone(),
    );
    for (name, value) in FIXED {
        put(
            headers,
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    put(
        headers,
        header::REFERRER_POLICY,
        HeaderValue::from_static(referrer),
    );
    if app.site.is_https() {
        put(
            headers,
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000"),
        );
    }
    if is_interface && !headers.contains_key(header::CACHE_CONTROL) {
        put(
            headers,
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        );
    }
    if is_for_programs && !headers.contains_key(header::CONTENT_DISPOSITION) {
        put(
            headers,
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"api.json\""),
        );
    }
    response
}

const FIXED: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "microphone=(self), hid=(self), camera=(), geolocation=(), payment=()",
    ),
    ("x-frame-options", "DENY"),
];

/// What browsers tell of the address that they come from. Other sites are told nothing. Addresses of signing in hold a token or a
/// code, and proxies write `Referer` into their logs of errors: from there not even this site is told more than its own name.
/// `no-referrer` would say nothing either, but makes browsers send `Origin: null` with the forms of these pages, and over plain
/// HTTP, where they send no `Sec-Fetch-Site`, that cannot be told from another site.
fn referrer_policy(path: &str) -> &'static str {
    if path.starts_with("/api/login") {
        "strict-origin"
    } else {
        "same-origin"
    }
}

fn put(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.insert(name, value);
}

/// The content security policy with the hashes of the scripts that stand in the pages themselves.
pub fn content_security_policy(script_hashes: &[String]) -> String {
    let mut scripts = String::from("'self'");
    for hash in script_hashes {
        scripts.push_str(" '");
        scripts.push_str(hash);
        scripts.push('\'');
    }
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'self'; font-src 'self'; connect-src 'self'; \
         img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; \
         frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
    )
}
