//! The interface: its routes and the document that describes them, from one list.

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use axum::{Json, Router};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;
use crate::{
    admin, check_report, common_answers, custom_templates, delete_account, engines, export_word,
    generate_impression, health, leave_out_blanks, letterhead, live, login, logout, profile, report_style,
    security_txt, sessions, signature, storage_key, structure_report, subscription, templates, transcribe,
    user, user_data, vocabulary, webhooks,
};

/// Bytes of a form of the sign-in pages.
const LARGEST_FORM: usize = 16 * 1024;

#[derive(OpenApi)]
#[openapi(info(
    title = "Readout",
    description = "Dictated radiology reports: transcription, structure, impression, Word file. Signed-in callers only, by session cookie.",
    license(name = "All rights reserved"),
))]
struct Document;

/// The OpenAPI document of every JSON operation.
pub fn openapi() -> utoipa::openapi::OpenApi {
    common_answers::added(interface().to_openapi())
}

/// All routes that are no page.
pub(crate) fn routes() -> Router<AppState> {
    let (router, document) = interface().split_for_parts();
    let document = common_answers::added(document);
    router
        .route("/api/openapi.json", get(move || async move { Json(document) }))
        .merge(signing_in())
        .route("/api/logout", get(logout::get))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route(security_txt::PATH, get(security_txt::get))
}

/// The pages of signing in. Their forms come from strangers and hold an address or a token.
fn signing_in() -> Router<AppState> {
    Router::new()
        .route("/api/login", get(login::page::get))
        .route(
            "/api/login/email",
            post(login::send_link::post).get(login::confirm_page::get),
        )
        .route("/api/login/email/confirm", post(login::confirm::post))
        .route("/api/login/{provider}", get(login::start::get))
        .route("/api/login/{provider}/callback", get(login::callback::get))
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
}

fn interface() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(user::get_user))
        .routes(routes!(storage_key::get_storage_key))
        .routes(routes!(sessions::list::list_sessions))
        .routes(routes!(sessions::end_one::end_session))
        .routes(routes!(sessions::end_all::sign_out_everywhere))
        .routes(routes!(subscription::status::get_subscription_status))
        .routes(routes!(subscription::banner_status::get_banner_status))
        .routes(routes!(subscription::payment_url::get_payment_url))
        .routes(routes!(subscription::cancel::cancel_subscription))
        .routes(routes!(admin::payments::list::list_open_payments))
        .routes(routes!(admin::payments::settle::settle_payment))
        .routes(routes!(webhooks::razorpay::razorpay_webhook))
        .routes(routes!(templates::list::list_templates))
        .routes(routes!(templates::match_study::match_template))
        .routes(routes!(engines::get_engines))
        .routes(routes!(transcribe::transcribe))
        .routes(routes!(live::transcribe_live))
        .routes(routes!(structure_report::structure_report))
        .routes(routes!(generate_impression::generate_impression))
        .routes(routes!(check_report::check_report))
        .routes(routes!(leave_out_blanks::leave_out_blanks))
        .routes(routes!(export_word::export_word))
        .routes(routes!(
            custom_templates::list::list_custom_templates,
            custom_templates::create::create_custom_template
        ))
        .routes(routes!(custom_templates::import::import_custom_templates))
        .routes(routes!(
            custom_templates::update::update_custom_template,
            custom_templates::delete::delete_custom_template
        ))
        .routes(routes!(
            signature::get::get_signature,
            signature::put::save_signature,
            signature::delete::delete_signature
        ))
        .routes(routes!(
            letterhead::get::get_letterhead,
            letterhead::put::save_letterhead
        ))
        .routes(routes!(profile::save_profile))
        .routes(routes!(user_data::export_user_data))
        .routes(routes!(delete_account::delete_account))
        .routes(routes!(
            vocabulary::get::get_vocabulary,
            vocabulary::put::save_vocabulary
        ))
        .routes(routes!(
            report_style::get::get_report_style,
            report_style::put::save_report_style
        ))
        .routes(routes!(admin::users::list_users))
        .routes(routes!(admin::users::search_users))
        .routes(routes!(admin::change::activate_user))
        .routes(routes!(admin::change::deactivate_user))
        .routes(routes!(admin::change::activate_trial))
        .routes(routes!(admin::audit::list_audit))
}
