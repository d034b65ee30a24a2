//! GET /.well-known/security.txt: whom to tell of a weakness (RFC 9116).

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use time::Duration;
use time::format_description::well_known::Rfc3339;

use crate::http::error::ApiError;
use crate::pages;
use crate::state::AppState;

/// Where those look who have found something.
pub const PATH: &str = "/.well-known/security.txt";
/// How long one answer may be believed. The next one says a later day.
const GOOD_FOR: Duration = Duration::days(90);

/// The support address. Without one of this installation's own (names under `.example`, as the default has, reach nobody) there
/// is no such file.
pub async fn get(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let address = &app.site.support_email;
    if address.ends_with(".example") {
        return Ok(pages::page_not_found(&app.pages, &headers));
    }
    let until = (app.clock.now() + GOOD_FOR).replace_nanosecond(0);
    let until = until.map_err(ApiError::internal)?.format(&Rfc3339);
    let text = format!(
        "Contact: mailto:{address}\nExpires: {}\nPreferred-Languages: en\nCanonical: {}{PATH}\n",
        until.map_err(ApiError::internal)?,
        app.site.base(),
    );
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
