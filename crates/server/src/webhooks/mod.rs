//! What other programs tell this one. They are no browsers: they prove who they are by a signature over what they send, and carry
//! nobody's cookies.

pub mod razorpay;

/// Where they tell it. The same-origin rule does not look here: see `crate::http::same_origin`.
pub const PATHS: &str = "/api/webhooks/";
