//! Everything that handlers share.

use std::sync::Arc;

use accounts::Store;

use crate::clock::Clock;
use crate::login::limits::ClientLimits;
use crate::login::mail::Mail;
use crate::pages::Pages;
use crate::site::Site;
use crate::work::WorkPool;

/// What a running server is made of. Made once, by the program; nothing in it changes afterwards but its counters.
#[derive(Debug)]
pub struct App {
    /// Users and what is kept for them.
    pub store: Store,
    /// What this installation decides about itself.
    pub site: Site,
    /// The web build, with this installation's tokens filled.
    pub pages: Pages,
    /// Where sign-in mails go.
    pub mail: Mail,
    /// How often one client may ask for a sign-in link.
    pub sign_in_limits: ClientLimits,
    /// Where work goes that keeps a processor busy.
    pub work: WorkPool,
    /// The time.
    pub clock: Clock,
}

/// The shared handle that every handler gets.
pub type AppState = Arc<App>;
