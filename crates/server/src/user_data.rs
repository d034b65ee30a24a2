//! GET /api/user/export: everything that is stored about the user, as one JSON file. No secrets: not the key of the
//! browser's storage, not the cookies of sessions, not the tokens of sign-in links, of which the store knows only hashes.

use accounts::UserId;
use accounts::audit::{AuditEvent, AuditKind, TextHash};
use accounts::payment::KeptPayment;
use accounts::subscription::{State, Subscription};
use accounts::user::{Identity, Usage};
use axum::extract;
use axum::http::{Method, header};
use axum::response::IntoResponse;
use serde::Serialize;
use time::OffsetDateTime;
use tower_sessions::Session;
use utoipa::ToSchema;

use crate::counted::{Counted, Downloading};
use crate::current_user::CurrentUser;
use crate::custom_templates::CustomTemplateResponse;
use crate::custom_templates::list::bytes_of_templates;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::large_answer;
use crate::letterhead::LetterheadBody;
use crate::report_style::{ReportStyleBody, style_of};
use crate::room::Place;
use crate::sessions::list::{SessionResponse, sessions_of};
use crate::signature::SignatureBody;
use crate::state::{App, AppState};
use crate::subscription::SubscriptionStatus;
use crate::user::UserResponse;
use crate::vocabulary::VocabularyBody;

/// Everything that is stored about a user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserData {
    /// `readout-user-data`.
    format: &'static str,
    /// 1.
    version: u32,
    #[serde(with = "time::serde::rfc3339")]
    exported_at: OffsetDateTime,
    user: UserResponse,
    /// When the user first signed in.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// Under what the user signs in.
    identities: Vec<IdentityBody>,
    /// How many sign-in links to the user's address are open.
    open_sign_in_links: u64,
    /// Where the user is signed in.
    sessions: Vec<SessionResponse>,
    subscription: SubscriptionBody,
    /// What the user has paid, as the payment provider told it, oldest first.
    payments: Vec<PaymentBody>,
    usage: UsageBody,
    signature: SignatureBody,
    letterhead: LetterheadBody,
    vocabulary: VocabularyBody,
    report_style: ReportStyleBody,
    custom_templates: Vec<CustomTemplateResponse>,
    /// What happened to the account, oldest first.
    events: Vec<EventBody>,
}

/// Under what a user signs in.
#[derive(Serialize, ToSchema)]
pub struct IdentityBody {
    /// `email`, or the provider.
    provider: String,
    /// What the provider calls the user.
    subject: String,
}

/// The recorded subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionBody {
    status: SubscriptionStatus,
    #[serde(with = "time::serde::rfc3339")]
    trial_start_date: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
    /// When the latest paid period began.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required = true)]
    activated_at: Option<OffsetDateTime>,
    /// When the user cancelled it.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required = true)]
    cancelled_at: Option<OffsetDateTime>,
}

/// A payment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentBody {
    /// The provider's short name, `razorpay`.
    provider: String,
    /// The transaction's identifier at the provider.
    payment_id: String,
    /// In the currency's smallest unit: 39900 are 399 rupees.
    amount: u64,
    /// Three letters, `INR`.
    currency: String,
    /// What has become of it, such as `used`.
    state: &'static str,
    /// When it was told.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
}

/// What is counted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageBody {
    transcriptions: u64,
    reports: u64,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required = true)]
    last_activity_at: Option<OffsetDateTime>,
}

/// Something that happened to the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventBody {
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
    /// What, such as `session.signed-in`; `unknown` when a newer version of the server has recorded something that this one has no name for.
    kind: &'static str,
    /// Whether the user did it; else an administrator or the program.
    by_user: bool,
    /// The SHA-256 of the text that it was about, such as an exported report; null where it was about none.
    #[schema(required = true)]
    text_sha256: Option<String>,
}

/// Everything that is stored about the user, as a file.
#[utoipa::path(get, path = "/api/user/export", tag = "account",
    responses((status = 200, body = UserData), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn export_user_data(
    extract::State(app): extract::State<AppState>,
    user: CurrentUser,
    _: Counted<Downloading>,
    session: Session,
    method: Method,
) -> Result<impl IntoResponse, ApiError> {
    let (store, now, id) = (&app.store, app.clock.now(), user.id);
    let place = room_for_all(&app, id).await?;
    let subscription = store.subscription(id).await?.ok_or_else(ApiError::broken)?;
    let signature = store.signature(id).await?;
    let data = UserData {
        format: "readout-user-data",
        version: 1,
        exported_at: now,
        user: UserResponse::from(&*user),
        created_at: user.created_at,
        identities: store
            .identities(id)
            .await?
            .iter()
            .map(IdentityBody::from)
            .collect(),
        open_sign_in_links: store.open_login_tokens(&user.email, now).await?,
        sessions: sessions_of(&app, &user, &session).await?,
        subscription: SubscriptionBody::of(subscription, now),
        payments: store
            .payments_of(&user)
            .await?
            .iter()
            .map(PaymentBody::from)
            .collect(),
        usage: store.usage(id).await?.unwrap_or_default().into(),
        signature: signature.as_ref().map(SignatureBody::from).unwrap_or_default(),
        letterhead: LetterheadBody::from(&store.letterhead(id).await?),
        vocabulary: VocabularyBody::from(&store.vocabulary(id).await?),
        report_style: style_of(&app, id).await?.into(),
        custom_templates: store
            .custom_templates(id)
            .await?
            .into_iter()
            .map(Into::into)
            .collect(),
        events: store
            .audit_events_about(id)
            .await?
            .iter()
            .map(|event| EventBody::of(event, &user))
            .collect(),
    };
    let disposition = [(
        header::CONTENT_DISPOSITION,
        "attachment; filename=\"readout_my_data.json\"",
    )];
    // Templates and years of events are much to write down: not on the threads that answer requests.
    let (file, hash) = app
        .work
        .run(id, move || {
            let file = serde_json::to_vec(&data)?;
            let hash = TextHash::of(&file);
            Ok((file, hash))
        })
        .await?
        .map_err(|error: serde_json::Error| ApiError::internal(error))?;
    let answer = large_answer::Whole::of(file, place).await?;
    // Nothing leaves without standing in the trail: a copy of all of it is what somebody takes who got into an account.
    if method != Method::HEAD {
        let event = AuditEvent::of_own(AuditKind::DataDownloaded, id, now);
        store.record_audit_event(event.about(hash)).await?;
    }
    Ok((disposition, answer.send()))
}

/// Room for all that is stored about a user, while it is made into an answer.
async fn room_for_all(app: &App, user: UserId) -> Result<Place, ApiError> {
    /// For each event: as it is read, and as JSON.
    const BYTES_OF_AN_EVENT: u64 = 512;
    let mut place = app.answers.place(user).await?;
    let events = app.store.count_audit_events_about(user).await?;
    let bytes = bytes_of_templates(app, user).await? + events * BYTES_OF_AN_EVENT;
    place.hold(usize::try_from(bytes).unwrap_or(usize::MAX)).await?;
    Ok(place)
}

impl SubscriptionBody {
    fn of(subscription: Subscription, now: OffsetDateTime) -> Self {
        let (activated_at, cancelled_at) = match subscription.state() {
            State::Trial { .. } | State::Deactivated { .. } => (None, None),
            State::Active { activated_at, .. } => (Some(activated_at), None),
            State::Cancelled {
                activated_at,
                cancelled_at,
                ..
            } => (Some(activated_at), Some(cancelled_at)),
        };
        Self {
            status: subscription.status(now).into(),
            trial_start_date: subscription.trial_start_date(),
            expires_at: subscription.expires_at(),
            activated_at,
            cancelled_at,
        }
    }
}

impl From<&Identity> for IdentityBody {
    fn from(identity: &Identity) -> Self {
        Self {
            provider: identity.provider().to_owned(),
            subject: identity.subject().to_owned(),
        }
    }
}

impl From<&KeptPayment> for PaymentBody {
    fn from(payment: &KeptPayment) -> Self {
        Self {
            provider: payment.id.provider().to_owned(),
            payment_id: payment.id.id().to_owned(),
            amount: payment.amount.minor_units,
            currency: payment.amount.currency.code().to_owned(),
            state: payment.state.code(),
            at: payment.at,
        }
    }
}

impl From<Usage> for UsageBody {
    fn from(usage: Usage) -> Self {
        Self {
            transcriptions: usage.transcriptions,
            reports: usage.reports,
            last_activity_at: usage.last_activity_at,
        }
    }
}

impl EventBody {
    fn of(event: &AuditEvent, user: &CurrentUser) -> Self {
        Self {
            at: event.at,
            kind: event.kind.code(),
            by_user: event.actor == Some(user.id),
            text_sha256: event.text.map(TextHash::hex),
        }
    }
}
