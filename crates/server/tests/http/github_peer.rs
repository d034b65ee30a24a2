//! GitHub as an OAuth app sees it: its addresses, its parameters, and its answers, of which a refused code is a 200 with an error.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use server::login::providers::GitHubSettings;
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use url::Url;

pub struct GitHubPeer {
    address: String,
    shared: Arc<Shared>,
}

struct Shared {
    emails: Mutex<Value>,
    /// Of each code that is out, the challenge.
    codes: Mutex<HashMap<String, String>>,
}

impl GitHubPeer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Arc::new(Shared {
            emails: Mutex::new(json!([
                { "email": "old@example.org", "primary": false, "verified": true, "visibility": null },
                { "email": "asha@example.org", "primary": true, "verified": true, "visibility": "private" },
            ])),
            codes: Mutex::default(),
        });
        let router = Router::new()
            .route("/login/oauth/access_token", post(token))
            .route("/api/v3/user", get(user))
            .route("/api/v3/user/emails", get(emails))
            .with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, shared }
    }

    pub fn settings(&self) -> GitHubSettings {
        GitHubSettings {
            url: Url::parse(&self.address).expect("an address"),
            client_id: "Iv1.readout".to_owned(),
            client_secret: "hush-hush".to_owned(),
        }
    }

    /// Which addresses the account has.
    pub fn has_emails(&self, emails: Value) {
        *lock(&self.shared.emails) = emails;
    }

    /// Somebody authorizes the app, who was sent there with this address. Gives the code and the state.
    pub fn authorize(&self, sent_to: &str) -> (String, String) {
        assert!(
            sent_to.starts_with(&format!("{}/login/oauth/authorize?", self.address)),
            "{sent_to}"
        );
        let url = Url::parse(sent_to).expect("an address");
        let asked: HashMap<_, _> = url.query_pairs().into_owned().collect();
        assert_eq!(asked["client_id"], "Iv1.readout");
        assert_eq!(asked["scope"], "user:email");
        assert_eq!(asked["code_challenge_method"], "S256");
        assert_eq!(
            asked["redirect_uri"],
            "http://readout.test/api/login/github/callback"
        );
        let code = uuid::Uuid::new_v4().simple().to_string();
        lock(&self.shared.codes).insert(code.clone(), asked["code_challenge"].clone());
        (code, asked["state"].clone())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn token(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let given = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    // Without this header GitHub answers in another format.
    if headers
        .get(header::ACCEPT)
        .is_none_or(|kind| kind != "application/json")
    {
        return StatusCode::NOT_ACCEPTABLE.into_response();
    }
    let answer = if (given("client_id"), given("client_secret")) != ("Iv1.readout", "hush-hush") {
        json!({ "error": "incorrect_client_credentials" })
    } else {
        let challenge = lock(&shared.codes).remove(given("code"));
        let proof = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(given("code_verifier")));
        match challenge {
            Some(challenge) if challenge == proof => {
                json!({ "access_token": "gho_access", "token_type": "bearer", "scope": "user:email" })
            }
            _ => json!({ "error": "bad_verification_code", "error_description": "The code is incorrect." }),
        }
    };
    axum::Json(answer).into_response()
}

async fn user(headers: HeaderMap) -> Response {
    about(
        &headers,
        json!({ "id": 4711, "login": "asha", "name": "Asha van der Rao", "email": null }),
    )
}

async fn emails(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let emails = lock(&shared.emails).clone();
    about(&headers, emails)
}

/// GitHub refuses who brings no token, and who does not say what program it is.
fn about(headers: &HeaderMap, answer: Value) -> Response {
    let is_known = headers
        .get(header::AUTHORIZATION)
        .is_some_and(|value| value == "Bearer gho_access");
    if !is_known || !headers.contains_key(header::USER_AGENT) {
        return (
            StatusCode::UNAUTHORIZED,
            axum::Json(json!({ "message": "Bad credentials" })),
        )
            .into_response();
    }
    axum::Json(answer).into_response()
}
