//! A server of its own for each test, and a browser that remembers its cookie.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use accounts::billing::Billing;
use accounts::subscription::Change;
use accounts::user::{SignIn, Usage};
use accounts::{AllowedDomains, EmailAddress, Store, UserId};
use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use server::TrustedProxies;
use server::clock::Clock;
use server::health::Saving;
use server::limits::Limits;
use server::live::places::LivePlaces;
use server::login::mail::Mail;
use server::login::providers::Providers;
use server::metrics::Metrics;
use server::pages::Pages;
use server::pictures::Drawing;
use server::room::Room;
use server::silence::Silence;
use server::site::Site;
use server::speech_engine::Transcriber;
use server::work::{Matter, WorkPool};
use server::{App, AppState};
use speech::{Context, EngineDescription, LiveSession, Recording, SpeechError, Transcript, Word};
use tempfile::TempDir;
use time::OffsetDateTime;
use tower::ServiceExt;
use url::Url;

use crate::databases;

/// How long a piece of work may run here: a test is about what is done, on however busy a machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A server with its data in a folder that goes away with it.
pub struct TestServer {
    pub app: AppState,
    pub folder: TempDir,
    router: Router,
}

/// An engine that hears the same in every recording, or fails.
pub struct FakeTranscriber {
    heard: Result<&'static str, SpeechError>,
    is_live: bool,
    told: std::sync::Mutex<Context>,
}

impl FakeTranscriber {
    pub fn saying(heard: &'static str) -> Self {
        Self::answering(Ok(heard))
    }

    /// One that says that it listens live, and then cannot.
    pub fn listening() -> Self {
        Self {
            is_live: true,
            ..Self::saying("")
        }
    }

    pub fn failing(error: SpeechError) -> Self {
        Self::answering(Err(error))
    }

    fn answering(heard: Result<&'static str, SpeechError>) -> Self {
        Self {
            heard,
            is_live: false,
            told: std::sync::Mutex::default(),
        }
    }

    fn note(&self, context: &Context) {
        let mut told = self.told.lock().expect("no test panics while it tells");
        told.clone_from(context);
    }

    /// What it was told besides the sound, the last time.
    pub fn told(&self) -> Context {
        self.told.lock().expect("no test panics while it tells").clone()
    }
}

#[async_trait]
impl Transcriber for FakeTranscriber {
    async fn transcribe(&self, _: Recording, context: &Context) -> Result<Transcript, SpeechError> {
        self.note(context);
        let heard = self.heard.clone()?;
        let word = |text: &str| Word {
            text: text.to_owned(),
            start: 0.0,
            end: 0.5,
            confidence: Some(0.9),
        };
        Ok(Transcript {
            words: heard.split_whitespace().map(word).collect(),
            heard: heard.to_owned(),
            stretches: Vec::new(),
        })
    }

    async fn listen(&self, context: &Context) -> Result<LiveSession, SpeechError> {
        self.note(context);
        Err(SpeechError::Unavailable(
            "it hears whole recordings alone".to_owned(),
        ))
    }

    fn description(&self) -> EngineDescription {
        EngineDescription {
            name: "fake".to_owned(),
            grade: "for tests",
            server: None,
            ready: true,
            works: true,
            live: self.is_live,
            problem: None,
        }
    }
}

const PAGES: [(&str, &str); 9] = [
    (
        "index.html",
        "<title>Readout</title><a href=\"%READOUT_PUBLIC_URL%/app\">%READOUT_SUPPORT_EMAIL%</a>",
    ),
    ("faq.html", "<title>FAQ</title>"),
    ("spa.html", "<title>App</title>"),
    ("404.html", "<title>Page Not Found</title>"),
    (
        "login.html",
        "error[%READOUT_LOGIN_ERROR%] email[%READOUT_LOGIN_EMAIL%] next[%READOUT_LOGIN_NEXT%] \
         %READOUT_PART_OIDC%oidc[%READOUT_LOGIN_OIDC_NAME%]%READOUT_END_OIDC% \
         %READOUT_PART_GOOGLE%google[%READOUT_LOGIN_NEXT_QUERY%]%READOUT_END_GOOGLE% \
         %READOUT_PART_GITHUB%github[]%READOUT_END_GITHUB% \
         %READOUT_PART_OR%between[]%READOUT_END_OR% %READOUT_PART_EMAIL%form[]%READOUT_END_EMAIL%",
    ),
    (
        "login-sent.html",
        "sent to [%READOUT_LOGIN_EMAIL%] %READOUT_LOGIN_OUTBOX%",
    ),
    (
        "login-confirm.html",
        "opens [%READOUT_LOGIN_EMAIL%] token[%READOUT_LOGIN_TOKEN%]",
    ),
    ("assets/app-1a2b.js", "export {}"),
    ("csp.json", "{\"scriptHashes\":[\"sha256-abc=\"]}"),
];

/// Mail into this folder, whose readers are whoever asks.
pub fn outbox(folder: PathBuf) -> Mail {
    Mail::Outbox {
        folder,
        is_reader: |_| true,
    }
}

impl TestServer {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// A server after `change` was made to its parts.
    pub async fn with(change: impl FnOnce(&mut App)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&databases::address(folder.path()))
            .await
            .expect("a database");
        store.migrate().await.expect("its schema");
        let site = Site {
            trusted_proxies: TrustedProxies::default(),
            public_url: Url::parse("http://readout.test").expect("a URL"),
            support_email: "help@readout.test".to_owned(),
            admin_emails: Vec::new(),
            allowed_domains: AllowedDomains::default(),
            billing: Billing::On,
            razorpay: None,
            pay_url_india: None,
            pay_url_international: None,
            payment_dashboard_url: Url::parse("https://dashboard.razorpay.com").expect("a URL"),
            recent_reports_hours: 24,
        };
        let files = PAGES.map(|(name, text)| (name.to_owned(), Cow::Borrowed(text.as_bytes())));
        let clock = Clock::standing();
        let mut app = App {
            pages: Pages::from_files(files, &site),
            store,
            database: None,
            site,
            mail: outbox(folder.path().join("outbox")),
            providers: Providers::default(),
            limits: Limits::new(&clock),
            speech: Arc::new(FakeTranscriber::saying("no pleural effusion")),
            structuring: structuring::Engine::default(),
            work: WorkPool::new(2, 8).with_time(PATIENCE),
            decoding: WorkPool::new(2, 8).on(Matter::Recording).with_time(PATIENCE),
            listening: WorkPool::new(8, 0).with_time(PATIENCE),
            pictures: Drawing::default(),
            uploads: Room::new(64 * 1024 * 1024),
            answers: Room::new(64 * 1024 * 1024),
            saving: Saving::default(),
            metrics: Metrics::default(),
            live: LivePlaces::new(2, 10),
            silence: Silence::USUAL,
            clock,
        };
        change(&mut app);
        let app = Arc::new(app);
        Self {
            router: server::router(Arc::clone(&app)),
            app,
            folder,
        }
    }

    /// A browser without a cookie.
    pub fn visitor(&self) -> Browser {
        Browser {
            router: self.router.clone(),
            cookie: None,
        }
    }

    /// A browser that has signed in by mail. The user is on the trial.
    pub async fn signed_in(&self, email: &str) -> Browser {
        let mut browser = self.visitor();
        let sent = browser
            .form("/api/login/email", &[("email", email), ("next", "/app")])
            .await;
        let token = token_in(&sent.text());
        let confirmed = browser
            .form("/api/login/email/confirm", &[("token", &token)])
            .await;
        assert_eq!(confirmed.status, StatusCode::SEE_OTHER, "{}", confirmed.text());
        browser
    }

    /// A signed-in browser of a subscriber.
    pub async fn subscriber(&self, email: &str) -> Browser {
        self.subscriber_since(email, self.app.clock.now()).await
    }

    /// The same whose paid period began at another time.
    pub async fn subscriber_since(&self, email: &str, began: OffsetDateTime) -> Browser {
        let browser = self.signed_in(email).await;
        let user = self.user(email).await;
        let changed = self
            .app
            .store
            .change_subscription(user, Change::Activate, None, began)
            .await;
        changed.expect("an active subscription");
        browser
    }

    pub async fn user(&self, email: &str) -> UserId {
        let email = EmailAddress::parse(email).expect("an address");
        let signed_in = self
            .app
            .store
            .sign_in(&SignIn::by_email(email), self.app.clock.now())
            .await;
        signed_in.expect("a user").user.id
    }

    /// What is counted of a user.
    pub async fn usage(&self, email: &str) -> Usage {
        let email = EmailAddress::parse(email).expect("an address");
        let user = self.app.store.user_by_email(&email).await;
        let user = user.expect("users").expect("a user").id;
        let usage = self.app.store.usage(user).await;
        usage.expect("counters").expect("a user")
    }
}

/// The token in a page or mail that holds a sign-in link.
pub fn token_in(text: &str) -> String {
    let start = text.find("token=").expect("a sign-in link") + "token=".len();
    text[start..]
        .chars()
        .take_while(char::is_ascii_hexdigit)
        .collect()
}

/// Sends requests as one browser does: with its cookie, from the site itself.
#[derive(Clone)]
pub struct Browser {
    router: Router,
    pub cookie: Option<String>,
}

/// What came back.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Browser {
    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty())).await
    }

    pub async fn delete(&mut self, path: &str) -> Answer {
        self.send(Request::delete(path).body(Body::empty())).await
    }

    pub async fn post(&mut self, path: &str, json: Value) -> Answer {
        self.json("POST", path, json.to_string()).await
    }

    pub async fn put(&mut self, path: &str, json: Value) -> Answer {
        self.json("PUT", path, json.to_string()).await
    }

    pub async fn json(&mut self, method: &str, path: &str, body: impl Into<Body>) -> Answer {
        let request = Request::builder().method(method).uri(path);
        self.send(
            request
                .header(header::CONTENT_TYPE, "application/json")
                .body(body.into()),
        )
        .await
    }

    pub async fn form(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(body))).await
    }

    /// A form with one file in its part `audio`.
    pub async fn upload(&mut self, path: &str, mime: &str, file: &[u8]) -> Answer {
        self.upload_behind("", path, mime, file).await
    }

    /// The same behind a field of the form.
    pub async fn upload_with(&mut self, field: (&str, &str), path: &str, mime: &str, file: &[u8]) -> Answer {
        let (name, value) = field;
        let before = format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        self.upload_behind(&before, path, mime, file).await
    }

    async fn upload_behind(&mut self, before: &str, path: &str, mime: &str, file: &[u8]) -> Answer {
        let mut body = format!(
            "{before}--edge\r\nContent-Disposition: form-data; name=\"audio\"; filename=\"jane-roe.bin\"\r\nContent-Type: {mime}\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n--edge--\r\n");
        let request = Request::post(path).header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge");
        self.send(request.body(Body::from(body))).await
    }

    pub async fn send(&mut self, request: axum::http::Result<Request<Body>>) -> Answer {
        let (parts, body) = self.open(request).await.into_parts();
        let body = body.collect().await.expect("a body").to_bytes().to_vec();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    /// The answer as soon as it begins, for who reads its body bit by bit or not to its end.
    pub async fn open(&mut self, request: axum::http::Result<Request<Body>>) -> Response<Body> {
        let mut request = request.expect("a request");
        if let Some(cookie) = &self.cookie {
            request
                .headers_mut()
                .insert(header::COOKIE, cookie.parse().expect("a cookie"));
        }
        if !request.headers().contains_key(header::HOST) {
            request
                .headers_mut()
                .insert(header::HOST, "localhost:8080".parse().expect("a value"));
        }
        if !request.headers().contains_key("sec-fetch-site") {
            request
                .headers_mut()
                .insert("sec-fetch-site", "same-origin".parse().expect("a value"));
        }
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        for cookie in response.headers().get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("a cookie").split(';').next();
            self.keep(cookie.expect("a name and a value"));
        }
        response
    }

    /// Keeps a cookie beside the others, in the place of one with its name.
    fn keep(&mut self, cookie: &str) {
        let name = cookie.split('=').next().expect("a name");
        let kept = self.cookie.take().unwrap_or_default();
        let others = kept
            .split("; ")
            .filter(|other| !other.is_empty() && other.split('=').next() != Some(name));
        self.cookie = Some(others.chain([cookie]).collect::<Vec<_>>().join("; "));
    }
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The JSON of an answer with this status.
    #[track_caller]
    pub fn expect(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// Asserts an error in its envelope, and gives its sentence.
    #[track_caller]
    pub fn refused(&self, status: StatusCode, code: &str) -> String {
        let body = self.expect(status);
        assert_eq!(body["code"], code, "{body}");
        assert_eq!(body["requestId"].as_str(), self.header("x-request-id"), "{body}");
        let message = body["message"].as_str().expect("a sentence");
        assert!(message.ends_with('.'), "no sentence: {message}");
        message.to_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
