//! GET /api/admin/users and POST /api/admin/users/search: all users, a page at a time, and what is counted over all of them.
//!
//! The two answer alike. What is searched for is a name or an address, and addresses of pages are written down by proxies and
//! browsers: the admin page sends it in a body.

use accounts::billing::Billing;
use accounts::directory::{UserOrder, UserPage, UserQuery, UserSearch, UserSearchError, in_words};
use accounts::user::UserOverview;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::{Administrator, number, unreadable_query};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::{App, AppState};
use crate::subscription::SubscriptionStatus;

/// How many users a page has when nothing else is asked for.
const USUAL_PAGE: u64 = 50;
/// How many it has at most.
const LARGEST_PAGE: u64 = 200;

/// Which users, in which order.
#[derive(Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AdminUsersRequest {
    /// Words that the address or a name must hold.
    search: Option<String>,
    /// By what they are ordered; `joined` when absent.
    #[param(inline)]
    sort: Option<UserSort>,
    /// Whether the largest, latest or last comes first; when `sort` is absent it does.
    descending: Option<bool>,
    /// Which page, from 1.
    #[serde(default, deserialize_with = "number")]
    page: Option<u64>,
    /// How many users a page has: 50 when absent, 200 at most.
    #[serde(default, deserialize_with = "number")]
    limit: Option<u64>,
}

/// By what users are ordered.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum UserSort {
    /// The name, or the address of who has none.
    Name,
    /// The address.
    Email,
    /// Active, cancelled, trial, expired.
    Status,
    /// Recordings transcribed.
    Transcriptions,
    /// Reports structured.
    Reports,
    /// The last sign-in, transcription or report.
    LastActive,
    /// The time until the trial or the paid period ends; those without come last.
    TimeRemaining,
    /// When the user first signed in.
    Joined,
}

/// A page of users.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminUsersResponse {
    /// How many users there are.
    total: u64,
    /// How many of them match the search.
    matching: u64,
    /// Those of the page, in order.
    users: Vec<AdminUser>,
    /// What is counted over all users, whatever was searched for.
    totals: AdminTotals,
    /// Whether this installation asks for money. Without, what is told of subscriptions is what was recorded and means nothing.
    billing: bool,
    /// Where the payment provider shows what was paid.
    payment_dashboard_url: String,
}

/// A user as administrators see one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminUser {
    /// Identifies the user on this installation.
    id: String,
    /// The address.
    email: String,
    /// Null when nobody has told it.
    #[schema(required = true)]
    first_name: Option<String>,
    /// Null when nobody has told it.
    #[schema(required = true)]
    last_name: Option<String>,
    /// A trial that is over is `expired` here.
    subscription_status: SubscriptionStatus,
    /// Recordings transcribed.
    transcription_count: u64,
    /// Reports structured.
    report_structuring_count: u64,
    /// The last sign-in, transcription or report.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required = true)]
    last_activity_date: Option<OffsetDateTime>,
    /// The time until the trial or the paid period ends, such as `2 days 4 hours 12 minutes`; null when it is over.
    #[schema(required = true)]
    time_remaining_formatted: Option<String>,
    /// When the user first signed in.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

/// What is counted over all users.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTotals {
    /// Users.
    users: u64,
    /// Users within a paid period that was not cancelled.
    active_subscriptions: u64,
    /// Users whose trial is running.
    trial_users: u64,
    /// Recordings transcribed.
    transcriptions: u64,
    /// Reports structured.
    reports: u64,
}

/// All users, the newest first, a page at a time. A search had better be sent to `/api/admin/users/search`.
#[utoipa::path(get, path = "/api/admin/users", tag = "admin", params(AdminUsersRequest),
    responses((status = 200, body = AdminUsersResponse), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn list_users(
    State(app): State<AppState>,
    _admin: Administrator,
    query: Result<Query<AdminUsersRequest>, QueryRejection>,
) -> Result<Json<AdminUsersResponse>, ApiError> {
    let Query(request) = query.map_err(|_| unreadable_query())?;
    Ok(Json(list(&app, request).await?))
}

/// The same with what is searched for in a body, where no proxy writes it down.
#[utoipa::path(post, path = "/api/admin/users/search", tag = "admin", request_body = AdminUsersRequest,
    responses((status = 200, body = AdminUsersResponse), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn search_users(
    State(app): State<AppState>,
    _admin: Administrator,
    json::Json(request): json::Json<AdminUsersRequest>,
) -> Result<Json<AdminUsersResponse>, ApiError> {
    Ok(Json(list(&app, request).await?))
}

async fn list(app: &App, request: AdminUsersRequest) -> Result<AdminUsersResponse, ApiError> {
    let now = app.clock.now();
    let UserPage { users, matching } = app.store.list_users(&request.into_query()?, now).await?;
    let totals = app.store.totals(now).await?;
    Ok(AdminUsersResponse {
        total: totals.users,
        matching,
        users: users.iter().map(|user| AdminUser::of(user, now)).collect(),
        totals: AdminTotals {
            users: totals.users,
            active_subscriptions: totals.active_subscriptions,
            trial_users: totals.running_trials,
            transcriptions: totals.transcriptions,
            reports: totals.reports,
        },
        billing: app.site.billing == Billing::On,
        payment_dashboard_url: app.site.payment_dashboard_url.to_string(),
    })
}

impl AdminUsersRequest {
    fn into_query(self) -> Result<UserQuery, ApiError> {
        let limit = self.limit.unwrap_or(USUAL_PAGE).clamp(1, LARGEST_PAGE);
        let page = self.page.unwrap_or(1).max(1);
        Ok(UserQuery {
            search: UserSearch::parse(&self.search.unwrap_or_default())?,
            order: self.sort.map_or(UserOrder::Joined, UserOrder::from),
            descending: self.descending.unwrap_or(self.sort.is_none()),
            offset: (page - 1).saturating_mul(limit),
            limit,
        })
    }
}

impl AdminUser {
    /// A user as they stand now.
    pub fn of(overview: &UserOverview, now: OffsetDateTime) -> Self {
        let UserOverview { user, usage, .. } = overview;
        Self {
            id: user.id.to_string(),
            email: user.email.expose().to_owned(),
            first_name: user.names.first().map(str::to_owned),
            last_name: user.names.last().map(str::to_owned),
            subscription_status: overview.status(now).into(),
            transcription_count: usage.transcriptions,
            report_structuring_count: usage.reports,
            last_activity_date: usage.last_activity_at,
            time_remaining_formatted: overview.time_remaining(now).map(in_words),
            created_at: user.created_at,
        }
    }
}

impl From<UserSort> for UserOrder {
    fn from(sort: UserSort) -> Self {
        match sort {
            UserSort::Name => Self::Name,
            UserSort::Email => Self::Email,
            UserSort::Status => Self::Status,
            UserSort::Transcriptions => Self::Transcriptions,
            UserSort::Reports => Self::Reports,
            UserSort::LastActive => Self::LastActivity,
            UserSort::TimeRemaining => Self::TimeRemaining,
            UserSort::Joined => Self::Joined,
        }
    }
}

impl From<UserSearchError> for ApiError {
    fn from(error: UserSearchError) -> Self {
        match error {
            UserSearchError::TooLong => Self::bad_request(
                "search_too_long",
                "That is too long to search for. A part of the name or address is enough.",
            ),
        }
    }
}
