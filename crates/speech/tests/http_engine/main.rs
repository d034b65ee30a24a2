//! The HTTP engine against a real peer on a local port, well and ill behaved: `whole` recordings, and `live`.

mod live;
mod peer;
mod whole;
