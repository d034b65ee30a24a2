//! GET /api/admin/audit: who changed whose subscription, or which report left under whose name, and when, the newest first.

use accounts::audit::{TextHash, Trail};
use accounts::directory::AuditEntry;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::{Administrator, number, unreadable_query};
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// How many events a page has when nothing else is asked for.
const USUAL_PAGE: u64 = 20;
/// How many it has at most.
const LARGEST_PAGE: u64 = 200;

/// Which of the two lists. Reports leave far more often than subscriptions change, and would hide these.
#[derive(Deserialize, ToSchema, Clone, Copy, Default)]
#[serde(rename_all = "camelCase")]
pub enum AuditList {
    /// Changes of subscriptions, payments, and of the address of an account.
    #[default]
    Subscriptions,
    /// Reports that were exported or signed, signatures that changed, and data that was downloaded.
    Reports,
}

/// Which events.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AuditRequest {
    /// From which list: `subscriptions` when absent.
    #[serde(default)]
    #[param(inline)]
    list: AuditList,
    /// Only events before the one with this number.
    before: Option<i64>,
    /// How many: 20 when absent, 200 at most.
    #[serde(default, deserialize_with = "number")]
    limit: Option<u64>,
}

/// Events, the newest first.
#[derive(Serialize, ToSchema)]
pub struct AuditResponse {
    /// The events.
    events: Vec<AuditEventBody>,
    /// What to ask `before` with for those that follow; null when none do.
    #[schema(required = true)]
    next: Option<i64>,
}

/// A change of a subscription, or something that left.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEventBody {
    /// Later events have higher numbers.
    number: i64,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
    /// What: `subscription.activated`, `subscription.trial-granted`, `subscription.deactivated`, `subscription.cancelled`,
    /// `subscription.paid`, `payment.settled`, `account.address-changed`; `report.exported`, `report.signed`, `signature.changed`,
    /// `account.data-downloaded`.
    kind: String,
    /// Whether nobody who was signed in did it, but the command line or a payment.
    by_program: bool,
    /// Who did it; null when a program did, or when the account is gone.
    #[schema(required = true)]
    actor_email: Option<String>,
    /// Whose account it was; null when it is gone, or there was none.
    #[schema(required = true)]
    subject_email: Option<String>,
    /// Whether there was no account: a payment of somebody who never signed in was taken care of.
    is_of_nobody: bool,
    /// The SHA-256 of the text that it was about, in hexadecimal digits: of the report as it was sent to be exported, of the signature, of
    /// the downloaded file. Null where it was about none, or happened before hashes were kept.
    #[schema(required = true)]
    text_sha256: Option<String>,
}

/// Who changed whose subscription, or which report left under whose name.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin", params(AuditRequest),
    responses((status = 200, body = AuditResponse), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn list_audit(
    State(app): State<AppState>,
    _admin: Administrator,
    query: Result<Query<AuditRequest>, QueryRejection>,
) -> Result<Json<AuditResponse>, ApiError> {
    let Query(request) = query.map_err(|_| unreadable_query())?;
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, LARGEST_PAGE);
    // One more tells whether there is another page.
    let list = request.list.into();
    let mut entries = app.store.trail(list, request.before, limit + 1).await?;
    let has_more = entries.len() as u64 > limit;
    entries.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let next = entries.last().filter(|_| has_more).map(|entry| entry.number);
    let events = entries.into_iter().map(AuditEventBody::from).collect();
    Ok(Json(AuditResponse { events, next }))
}

impl From<AuditList> for Trail {
    fn from(list: AuditList) -> Self {
        match list {
            AuditList::Subscriptions => Self::Subscriptions,
            AuditList::Reports => Self::Reports,
        }
    }
}

impl From<AuditEntry> for AuditEventBody {
    fn from(entry: AuditEntry) -> Self {
        let address = |email: Option<accounts::EmailAddress>| email.map(|email| email.expose().to_owned());
        Self {
            number: entry.number,
            at: entry.event.at,
            kind: entry.event.kind.code().to_owned(),
            by_program: entry.event.actor.is_none(),
            is_of_nobody: entry.event.subject.is_none(),
            actor_email: address(entry.actor),
            subject_email: address(entry.subject),
            text_sha256: entry.event.text.map(TextHash::hex),
        }
    }
}
