//! What a browser is told to forget when somebody signs out in it (`Clear-Site-Data`).

use axum::http::{HeaderName, HeaderValue};

/// The cache, and with it the pages that a browser keeps whole for its Back button: the next person at this workstation pages back to
/// nothing that was read here. Nothing else:
///
/// - not `storage`: recordings and drafts that are not finished stand there, sealed, of everybody who uses this browser. Whoever signs
///   out by mistake, or whose colleague does, has lost nothing. They are unreadable without the key that only their signed-in owner gets.
/// - not `cookies`: that empties the whole registrable domain, and would sign people out of a hospital's other sites. The session's
///   cookie is taken back by itself, and its session is gone in the store.
/// - not `executionContexts`: that reloads other tabs, in which somebody may be dictating. They hear of the sign-out and finish first.
pub const ON_SIGNING_OUT: [(HeaderName, HeaderValue); 1] = [(
    HeaderName::from_static("clear-site-data"),
    HeaderValue::from_static("\"cache\""),
)];
