//! What a user has subscribed to: two status calls with their two shapes, where to pay, and cancelling.

pub mod banner_status;
pub mod cancel;
pub mod payment_url;
pub mod status;

use serde::Serialize;
use utoipa::ToSchema;

/// The subscription as screens name it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubscriptionStatus {
    /// On the free trial, which may be over.
    Trial,
    /// Within a paid period.
    Active,
    /// Within a paid period that will not be continued.
    Cancelled,
    /// A paid period is over.
    Expired,
}

impl From<accounts::subscription::Status> for SubscriptionStatus {
    fn from(status: accounts::subscription::Status) -> Self {
        use accounts::subscription::Status;
        match status {
            Status::Trial => Self::Trial,
            Status::Active => Self::Active,
            Status::Cancelled => Self::Cancelled,
            Status::Expired => Self::Expired,
        }
    }
}
