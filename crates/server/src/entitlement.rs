//! What the user's subscription opens: the workspace ([`Entitled`], else 402) and premium features ([`Subscriber`], or
//! [`Entitled::require_premium`] where the body decides; else 403).

use std::marker::PhantomData;

use accounts::billing::Standing;
use accounts::subscription::Access;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use time::Duration;

use crate::current_user::CurrentUser;
use crate::http::error::ApiError;
use crate::state::{App, AppState};

/// A trial or a paid period that ends during a dictation lets it be finished.
const FINISHING_TIME: Duration = Duration::hours(1);

/// A signed-in user whose trial or paid period is running.
#[derive(Debug, Clone)]
pub struct Entitled {
    /// Who.
    pub user: CurrentUser,
    /// Whether premium features are open.
    pub has_premium_access: bool,
}

impl Entitled {
    /// Passes subscribers; anybody else gets the sentence that says what is for subscribers only.
    pub fn require_premium(&self, sentence: &'static str) -> Result<(), ApiError> {
        if self.has_premium_access {
            Ok(())
        } else {
            Err(ApiError::premium_required(sentence))
        }
    }
}

/// A feature that a subscription alone opens, whatever a request says.
pub trait PremiumFeature: Send + Sync {
    /// What anybody else is told.
    const SENTENCE: &'static str;
}

/// A signed-in user to whom a premium feature is open: else 402 or 403, before anything of the request's body is read.
#[derive(Debug)]
pub struct Subscriber<F> {
    /// Who.
    pub user: CurrentUser,
    feature: PhantomData<F>,
}

impl<F: PremiumFeature> FromRequestParts<AppState> for Subscriber<F> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let entitled = Entitled::from_request_parts(parts, app).await?;
        entitled.require_premium(F::SENTENCE)?;
        Ok(Self {
            user: entitled.user,
            feature: PhantomData,
        })
    }
}

impl FromRequestParts<AppState> for Entitled {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let user = <CurrentUser as FromRequestParts<AppState>>::from_request_parts(parts, app).await?;
        let standing = standing_of(app, &user).await?;
        // As it was a while ago: see FINISHING_TIME.
        match standing.access(app.clock.now() - FINISHING_TIME) {
            Access::Trial => Ok(Self {
                user,
                has_premium_access: false,
            }),
            Access::Premium => Ok(Self {
                user,
                has_premium_access: true,
            }),
            Access::Expired => Err(ApiError::new(
                StatusCode::PAYMENT_REQUIRED,
                "subscription_expired",
                "Your trial or subscription has ended. Please subscribe to continue.",
            )),
        }
    }
}

/// Whether premium features are open to a user, whose paid period may just have ended.
pub async fn has_premium_access(app: &App, user: &CurrentUser) -> Result<bool, ApiError> {
    let standing = standing_of(app, user).await?;
    Ok(standing.has_premium_access(app.clock.now() - FINISHING_TIME))
}

/// What a user may do here. Every user has a subscription from the first sign-in on.
pub async fn standing_of(app: &App, user: &CurrentUser) -> Result<Standing, ApiError> {
    let subscription = app.store.subscription(user.id).await?;
    let subscription = subscription.ok_or_else(ApiError::broken)?;
    Ok(app.site.billing.standing(subscription))
}
