//! The HTTP interface: the only crate that knows axum and the wire format.
//!
//! One file an operation: its request, its response, its handler, and what its errors become. Handlers translate: they extract,
//! call a crate that knows the matter, and convert the answer; no rule and no query stands here. The server keeps no report, no
//! transcript and no audio, and no word of them reaches the log.
//!
//! To add an operation: a file named after it, with `#[utoipa::path]`, an entry in `openapi.rs`, and a test in `tests/` under the
//! address it answers.

mod admin;
mod bounds;
mod check_report;
mod chosen_template;
pub mod clock;
mod common_answers;
mod counted;
mod current_user;
mod custom_templates;
mod delete_account;
mod doors;
mod engines;
mod entitlement;
mod export_word;
mod generate_impression;
pub mod health;
mod http;
mod leave_out_blanks;
mod letterhead;
pub mod limits;
mod listen;
pub mod live;
pub mod logging;
pub mod login;
mod logout;
pub mod metrics;
mod openapi;
pub mod pages;
pub mod pictures;
mod profile;
mod report_style;
pub mod room;
mod security_txt;
mod session;
mod sessions;
pub mod shares;
mod signature;
pub mod silence;
pub mod site;
pub mod speech_engine;
pub mod state;
mod stopping;
mod storage_key;
mod structure_report;
mod subscription;
mod templates;
mod transcribe;
mod under_way;
mod user;
mod user_data;
mod utf16;
mod vocabulary;
pub mod webhooks;
pub mod work;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use doors::Doors;

pub use admin::users::AdminUser;
#[doc(hidden)]
pub use custom_templates::import::templates_of_file;
pub use http::client::TrustedProxies;
pub use openapi::openapi;
pub use state::{App, AppState};
#[doc(hidden)]
pub use structure_report::answer_of;

/// Every route with everything that requests pass through, outermost first: identifier and log line, security headers, one host,
/// caught panics, the same-origin rule, the session.
pub fn router(app: AppState) -> Router {
    let sessions = session::layer(app.store.clone(), app.clock.clone(), &app.site);
    openapi::routes()
        .layer(sessions)
        .fallback(pages::serve)
        .method_not_allowed_fallback(no_such_method)
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            http::same_origin::guard,
        ))
        .layer(middleware::from_fn_with_state(
            http::slow_body::WHOLE,
            http::slow_body::bound,
        ))
        .layer(RequestBodyTimeoutLayer::new(app.silence.body))
        .layer(CatchPanicLayer::custom(http::trace::after_panic))
        .layer(middleware::from_fn(http::host::named_once))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            http::security::harden,
        ))
        .layer(middleware::from_fn_with_state(
            app.metrics.clone(),
            http::trace::observe,
        ))
        .with_state(app)
}

async fn no_such_method() -> http::error::ApiError {
    http::error::ApiError::for_status(StatusCode::METHOD_NOT_ALLOWED)
}

/// How long live dictations may take to be told that the server stops.
const GOODBYE: Duration = Duration::from_secs(3);

/// Answers requests on `listener` until `shutdown` is over, then finishes those under way, unless `cut` is over first, which begins then.
pub async fn serve(
    listener: TcpListener,
    app: AppState,
    shutdown: impl Future<Output = ()>,
    cut: impl Future<Output = ()>,
) {
    let cleaning = tokio::spawn(remove_what_is_over(Arc::clone(&app)));
    let places = app.live.clone();
    let stopping = async {
        shutdown.await;
        places.stop();
    };
    let doors = Doors::behind(
        app.site.trusted_proxies.clone(),
        app.metrics.refused_connections(),
    );
    listen::serve(
        listener,
        router(app),
        doors,
        listen::Patience::USUAL,
        stopping,
        cut,
    )
    .await;
    // Pages that dictate are told to do without; they are no requests that are waited for.
    let _ = tokio::time::timeout(GOODBYE, places.left()).await;
    cleaning.abort();
}

/// Removes sessions, sign-in links and mails that are over, now and every quarter of an hour. Nothing depends on it but what is kept of people.
async fn remove_what_is_over(app: AppState) {
    let mut often = tokio::time::interval(Duration::from_secs(15 * 60));
    loop {
        often.tick().await;
        if let Err(error) = app.store.delete_expired(app.clock.now()).await {
            tracing::warn!(error.chain = %http::error::ApiError::internal(error).chain(), "cleaning failed");
        }
        if let Err(error) = app.mail.remove_old().await {
            tracing::warn!(error.chain = %http::error::ApiError::internal(error).chain(), "outbox not cleaned");
        }
    }
}
