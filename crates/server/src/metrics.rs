//! What the server tells whoever watches over it, in the text format of Prometheus, on a listener of its own.
//!
//! Counted are requests, refusals, work and time. No label is ever made of what somebody sent: a request counts for the route that it
//! was declared under, never for its path, and every other label is a word of this program.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::doors::Doors;
use crate::http::error::ApiError;
use crate::listen::{self, Patience};
use crate::state::AppState;

/// How long the database may take to answer whoever watches.
const DATABASE_PATIENCE: Duration = Duration::from_secs(2);
/// Bounds of the times that are counted, in seconds: from a status to a transcription of minutes.
const SECONDS: [f64; 14] = [
    0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0, 600.0,
];

type Durations<Labels> = Family<Labels, Histogram, fn() -> Histogram>;
type FloatGauge = Gauge<f64, AtomicU64>;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
    method: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: &'static str,
    status: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CodeLabels {
    code: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatusLabels {
    status: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WayLabels {
    way: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WritingLabels {
    what: &'static str,
    engine: &'static str,
    outcome: &'static str,
}

/// What is counted. A clone counts in the same place.
#[derive(Debug, Clone)]
pub struct Metrics(Arc<Counted>);

#[derive(Debug)]
struct Counted {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Durations<RouteLabels>,
    refusals: Family<CodeLabels, Counter>,
    sign_in_refusals: Family<StatusLabels, Counter>,
    connections_refused: Counter,
    transcriptions: Family<WayLabels, Counter>,
    audio_seconds: Family<WayLabels, Counter<f64, AtomicU64>>,
    writing: Durations<WritingLabels>,
    now: Now,
}

/// What is looked at when somebody asks.
#[derive(Debug, Default)]
struct Now {
    work_running: Gauge,
    work_waiting: Gauge,
    work_refused: Counter,
    upload_taken: Gauge,
    upload_most: Gauge,
    live_open: Gauge,
    live_open_most: Gauge,
    live_taken: Gauge,
    live_most: Gauge,
    speech_ready: Gauge,
    database_up: Gauge,
    database_ping: FloatGauge,
    memory: Gauge,
    open_files: Gauge,
}

/// How a dictation came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// As a whole recording.
    Whole,
    /// While it was spoken.
    Live,
}

/// What is written of a dictation or of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// A report.
    Report,
    /// An impression.
    Impression,
}

/// Who wrote it in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The engine that is set up.
    Written,
    /// The rules engine, for a language model that gave nothing.
    Fallback,
    /// Nobody.
    Failed,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::default();
        let durations: fn() -> Histogram = || Histogram::new(SECONDS);
        let counted = Counted {
            requests: Family::default(),
            durations: Family::new_with_constructor(durations),
            refusals: Family::default(),
            sign_in_refusals: Family::default(),
            connections_refused: Counter::default(),
            transcriptions: Family::default(),
            audio_seconds: Family::default(),
            writing: Family::new_with_constructor(durations),
            now: Now::default(),
            registry: Registry::default(),
        };
        counted.describe(&mut registry);
        Self(Arc::new(Counted { registry, ..counted }))
    }
}

impl Counted {
    fn describe(&self, registry: &mut Registry) {
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("readout_build", "The version that runs", version);
        macro_rules! tell {
            ($($name:literal, $help:literal, $metric:expr;)*) => {
                $(registry.register($name, $help, $metric.clone());)*
            };
        }
        tell! {
            "readout_requests", "Requests that were answered, by declared route", self.requests;
            "readout_request_duration_seconds", "Time until an answer began, by declared route", self.durations;
            "readout_refusals", "Requests that were not done, by the word for programs in their answer", self.refusals;
            "readout_sign_in_refusals", "Sign-in pages that said why somebody cannot come in, by status", self.sign_in_refusals;
            "readout_connections_refused", "Connections that were closed at once because their address held as many as one may", self.connections_refused;
            "readout_transcriptions", "Dictations that were written down, as whole recordings or live", self.transcriptions;
            "readout_audio_seconds", "Seconds of sound that were written down", self.audio_seconds;
            "readout_writing_duration_seconds", "Time that a report or an impression took", self.writing;
            "readout_work_running", "Pieces of work that keep a processor busy", self.now.work_running;
            "readout_work_waiting", "Pieces of work that wait for their turn", self.now.work_waiting;
            "readout_work_refused", "Pieces of work, and recordings to listen to, that were refused because there was no place for more", self.now.work_refused;
            "readout_upload_bytes", "Bytes of recordings in memory", self.now.upload_taken;
            "readout_upload_bytes_most", "Bytes of recordings that may be in memory", self.now.upload_most;
            "readout_live_sockets", "Live dictations that are open, paused ones too", self.now.live_open;
            "readout_live_sockets_most", "Live dictations that may be open at once", self.now.live_open_most;
            "readout_live_places", "Dictations that are heard live now", self.now.live_taken;
            "readout_live_places_most", "Dictations that may be heard live at once", self.now.live_most;
            "readout_speech_ready", "1 when the engine is loaded, or its server answered what was asked of it last", self.now.speech_ready;
            "readout_database_up", "1 when the database answers", self.now.database_up;
            "readout_database_ping_seconds", "Time that the database took to answer", self.now.database_ping;
            "process_resident_memory_bytes", "Memory of the process", self.now.memory;
            "process_open_fds", "Open files and connections of the process", self.now.open_files;
        }
    }
}

impl Metrics {
    /// Counts a request by its route as it was declared.
    pub(crate) fn answered(&self, route: &str, method: &Method, status: StatusCode, took: Duration) {
        let method = word_of(method);
        let route = route.to_owned();
        let labels = RouteLabels {
            route: route.clone(),
            method,
        };
        self.0
            .durations
            .get_or_create(&labels)
            .observe(took.as_secs_f64());
        let labels = RequestLabels {
            route,
            method,
            status: status.as_str().to_owned(),
        };
        self.0.requests.get_or_create(&labels).inc();
    }

    /// Counts a request that was not done.
    pub(crate) fn refused(&self, error: &ApiError) {
        let labels = CodeLabels { code: error.code() };
        self.0.refusals.get_or_create(&labels).inc();
    }

    /// Counts a page that said why somebody cannot sign in.
    pub(crate) fn sign_in_refused(&self, status: StatusCode) {
        let status = status.as_str().to_owned();
        self.0
            .sign_in_refusals
            .get_or_create(&StatusLabels { status })
            .inc();
    }

    /// Where connections are counted that were refused.
    pub(crate) fn refused_connections(&self) -> Counter {
        self.0.connections_refused.clone()
    }

    /// Counts a dictation that was written down.
    pub(crate) fn transcribed(&self, way: Way, seconds: f64) {
        let labels = WayLabels {
            way: match way {
                Way::Whole => "whole",
                Way::Live => "live",
            },
        };
        self.0.transcriptions.get_or_create(&labels).inc();
        self.0
            .audio_seconds
            .get_or_create(&labels)
            .inc_by(seconds.max(0.0));
    }

    /// Counts a report or an impression that was begun at `begun`.
    pub(crate) fn written(
        &self,
        what: Writing,
        engine: &structuring::Engine,
        outcome: Outcome,
        begun: Instant,
    ) {
        let labels = WritingLabels {
            what: match what {
                Writing::Report => "report",
                Writing::Impression => "impression",
            },
            engine: match engine {
                structuring::Engine::Rules => "rules",
                structuring::Engine::Model(_) => "model",
            },
            outcome: match outcome {
                Outcome::Written => "written",
                Outcome::Fallback => "fallback",
                Outcome::Failed => "failed",
            },
        };
        let took = begun.elapsed().as_secs_f64();
        self.0.writing.get_or_create(&labels).observe(took);
    }
}

/// A method is a word of the sender's: whoever invents one shall not find it in a label.
pub(crate) fn word_of(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Answers `/metrics` on this listener, and nothing else, for as long as it is polled.
pub async fn serve(listener: TcpListener, app: AppState) {
    let doors = Doors::behind(
        app.site.trusted_proxies.clone(),
        app.metrics.refused_connections(),
    );
    listen::serve(
        listener,
        router(app),
        doors,
        Patience::USUAL,
        std::future::pending(),
        std::future::ready(()),
    )
    .await;
}

/// The one route of the listener of its own; no other router has it.
pub fn router(app: AppState) -> Router {
    Router::new().route("/metrics", get(tell)).with_state(app)
}

async fn tell(State(app): State<AppState>) -> Response {
    look(&app).await;
    let mut text = String::new();
    if encode(&mut text, &app.metrics.0.registry).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Looks at what changes by itself.
async fn look(app: &AppState) {
    let now = &app.metrics.0.now;
    let load = app.work.load() + app.decoding.load();
    now.work_running.set(number(load.running));
    now.work_waiting.set(number(load.waiting));
    // Only refused there: what is listened to keeps an engine busy, which has threads or a machine of its own.
    let refused = load.refused + app.listening.load().refused;
    now.work_refused.inner().store(refused, Ordering::Relaxed);
    let (taken, most) = app.uploads.taken();
    now.upload_taken.set(number(taken));
    now.upload_most.set(number(most));
    let [(open, most_open), (speaking, most_speaking)] = app.live.taken();
    now.live_open.set(number(open));
    now.live_open_most.set(number(most_open));
    now.live_taken.set(number(speaking));
    now.live_most.set(number(most_speaking));
    now.speech_ready.set(i64::from(app.speech.description().works));
    let asked = Instant::now();
    let answered = timeout(DATABASE_PATIENCE, app.store.ping()).await;
    now.database_up.set(i64::from(matches!(answered, Ok(Ok(())))));
    now.database_ping.set(asked.elapsed().as_secs_f64());
    now.memory.set(memory().unwrap_or_default());
    now.open_files.set(open_files().unwrap_or_default());
}

fn number(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

/// Where the system tells it: Linux.
fn memory() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

fn open_files() -> Option<i64> {
    Some(number(std::fs::read_dir("/proc/self/fd").ok()?.count()))
}
