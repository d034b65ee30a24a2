//! The embedded engine, from synthetic speech to words: `whole` recordings, and `live`. Needs Debian's flite and ffmpeg, which
//! `make test` installs.
#![cfg(feature = "embedded")]

mod live;
mod spoken;
mod whole;
