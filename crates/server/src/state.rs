//! Everything that handlers share.

use std::sync::Arc;

use accounts::user::{Activity, User};
use accounts::{Store, StoreError, TakeId};
use outside::Peer;

use crate::clock::Clock;
use crate::health::Saving;
use crate::http::error::ApiError;
use crate::limits::Limits;
use crate::live::places::LivePlaces;
use crate::login::mail::Mail;
use crate::login::providers::Providers;
use crate::metrics::Metrics;
use crate::pages::Pages;
use crate::pictures::Drawing;
use crate::room::Room;
use crate::silence::Silence;
use crate::site::Site;
use crate::speech_engine::Transcriber;
use crate::work::WorkPool;

/// What a running server is made of. Made once, by the program; nothing in it changes afterwards but its counters.
pub struct App {
    /// Users and what is kept for them.
    pub store: Store,
    /// The server that the store is on, when it is reached over a network.
    pub database: Option<Peer>,
    /// What this installation decides about itself.
    pub site: Site,
    /// The web build, with this installation's tokens filled.
    pub pages: Pages,
    /// Where sign-in mails go.
    pub mail: Mail,
    /// Who else vouches for users.
    pub providers: Providers,
    /// How often one user and one client may ask for something.
    pub limits: Limits,
    /// What writes down dictations.
    pub speech: Arc<dyn Transcriber>,
    /// What makes reports of them.
    pub structuring: structuring::Engine,
    /// Where work on texts goes that keeps a processor busy.
    pub work: WorkPool,
    /// Where recordings are decoded, which takes seconds where work on texts takes milliseconds.
    pub decoding: WorkPool,
    /// The recordings that are transcribed, from their decoding to their text. Only admitted here: engines have threads of their own.
    pub listening: WorkPool,
    /// Where pictures are drawn anew.
    pub pictures: Drawing,
    /// How many may dictate live at once.
    pub live: LivePlaces,
    /// How long the other side may say nothing.
    pub silence: Silence,
    /// How much of recordings may be in memory at once.
    pub uploads: Room,
    /// How much of large answers may.
    pub answers: Room,
    /// Whether anything can be saved.
    pub saving: Saving,
    /// What is counted for whoever watches over the server.
    pub metrics: Metrics,
    /// The time.
    pub clock: Clock,
}

/// The shared handle that every handler gets.
pub type AppState = Arc<App>;

impl App {
    /// Counts a transcription: that of a take once, however often it is transcribed, that of a recording without a name each time.
    pub(crate) async fn count_transcription(&self, user: &User, take: Option<TakeId>) {
        let Some(take) = take else {
            return self.count(user, Activity::Transcription).await;
        };
        if let Err(error) = self.store.count_take(user.id, take, self.clock.now()).await {
            not_counted(error);
        }
    }

    /// Counts what a user did. Work that was done is handed over even when it could not be counted.
    pub(crate) async fn count(&self, user: &User, activity: Activity) {
        if let Err(error) = self
            .store
            .count_activity(user.id, activity, self.clock.now())
            .await
        {
            not_counted(error);
        }
    }
}

fn not_counted(error: StoreError) {
    tracing::warn!(error.chain = %ApiError::internal(error).chain(), "activity not counted");
}
