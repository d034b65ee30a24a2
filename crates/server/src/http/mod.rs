//! What every request passes through, whatever it asks for: its identifier and log line, the error envelope, bounded bodies,
//! the same-origin rule and the security headers. Knows nothing of reports or accounts.

pub mod body;
pub mod clear_site_data;
pub mod client;
pub mod error;
pub mod host;
pub mod json;
pub mod large_answer;
pub mod same_origin;
pub mod security;
pub mod slow_body;
pub mod trace;
