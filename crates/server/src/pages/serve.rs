//! Which file answers which address.

use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{Html, IntoResponse, Response};

use super::{MISSING, Pages};
use crate::http::error::ApiError;
use crate::state::AppState;

/// Addresses that the application in the browser handles itself.
const APPLICATION: [&str; 4] = ["/app", "/account", "/admin", "/subscribe"];

/// Pages that only their own handlers show, with their tokens filled.
const TEMPLATES: [&str; 5] = [
    "login.html",
    "login-sent.html",
    "login-confirm.html",
    "spa.html",
    "404.html",
];

/// Everything that is no route: a page, an asset, or the page that says there is none.
pub async fn serve(
    State(app): State<AppState>,
    method: Method,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::not_found("There is nothing at this address.").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return ApiError::for_status(StatusCode::METHOD_NOT_ALLOWED).into_response();
    }
    match file_for(path).and_then(|name| app.pages.get(&name)) {
        Some(file) => file.respond(StatusCode::OK, &headers),
        None => page_not_found(&app.pages, &headers),
    }
}

/// The page that says there is no such page, with status 404.
pub fn page_not_found(pages: &Pages, headers: &HeaderMap) -> Response {
    match pages.get("404.html") {
        Some(file) => file.respond(StatusCode::NOT_FOUND, headers),
        None => (StatusCode::NOT_FOUND, Html(MISSING)).into_response(),
    }
}

/// `/` is `index.html`, `/faq` is `faq.html`, `/app` and what lies below it is the application, `/assets/x.js` is itself.
fn file_for(path: &str) -> Option<String> {
    if path == "/" {
        return Some("index.html".to_owned());
    }
    let is_application = APPLICATION.iter().any(|root| {
        path.strip_prefix(root)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    if is_application {
        return Some("spa.html".to_owned());
    }
    let name = path.strip_prefix('/')?;
    if name.ends_with('/') || TEMPLATES.contains(&name) {
        return None;
    }
    let has_ending = name.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let file = if has_ending {
        name.to_owned()
    } else {
        format!("{name}.html")
    };
    (!TEMPLATES.contains(&file.as_str())).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: Option<&str>) {
        assert_eq!(file_for(path).as_deref(), expected, "{path}");
    }

    #[test]
    fn finds_the_file_of_an_address() {
        check("/", Some("index.html"));
        check("/faq", Some("faq.html"));
        check("/app", Some("spa.html"));
        check("/account/", Some("spa.html"));
        check("/apple", Some("apple.html"));
        check("/assets/app-1a2b.js", Some("assets/app-1a2b.js"));
        check("/login.html", None);
        check("/login", None);
        check("/faq/", None);
        check("/404", None);
    }
}
