//! How long the other side of a connection may say nothing before it is taken for gone. A part of [`App`](crate::App), because tests are in a
//! hurry.

use std::time::Duration;

/// How long who is silent is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Silence {
    /// Of a sender in the middle of a request's body.
    pub body: Duration,
    /// Of a page that dictates live and does not answer when it is asked for a sign of life.
    pub page: Duration,
    /// Between two signs of life that such a page is asked for.
    pub asked: Duration,
}

impl Silence {
    /// That of a server at work.
    pub const USUAL: Self = Self {
        body: Duration::from_secs(60),
        page: Duration::from_secs(45),
        asked: Duration::from_secs(15),
    };
}
