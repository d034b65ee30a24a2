//! An OpenID provider for tests: keeps to the protocol, checks what it is asked, and lies in one respect when it is told to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PrivateSigningKey};
use serde_json::{Value, json};
use server::login::providers::OpenIdSettings;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use tokio::net::TcpListener;
use url::Url;

const CLIENT: &str = "readout";
const SECRET: &str = "hush-hush";

/// How an id token is signed.
#[derive(Clone, Copy)]
pub enum Signature {
    /// By the key that the provider shows.
    Own,
    /// By another key that goes by the name of the first.
    Forged,
    /// Not at all: `alg` is `none`.
    None,
    /// By the client's secret (HS256), and well, which the issuer announces. Whoever knows the secret could sign so.
    Secret,
}

/// How a client proves to the provider who it is (OpenID Connect Core, section 9).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ClientProof {
    /// Its name and secret in a header.
    Basic,
    /// The same in the body, which the provider announces to be the only way.
    Post,
    /// Not at all: a public client, which has the code verifier alone.
    None,
}

/// What an address answers instead of what it should.
#[derive(Clone)]
pub enum Odd {
    /// This status, content type and text.
    Says(u16, &'static str, String),
    /// Nothing, for longer than anybody waits.
    Nothing,
    /// A redirect to the place where the right answer is.
    Elsewhere(&'static str),
}

/// How the provider behaves.
#[derive(Clone)]
pub struct Manners {
    /// Claims of the id token besides the usual ones, or in their place; null takes one away.
    pub claims: Value,
    /// What the user info endpoint says.
    pub user_info: Value,
    /// Whether it says that it has such an endpoint.
    pub announces_user_info: bool,
    pub signature: Signature,
    pub client_proof: ClientProof,
    /// The number of the key in use; another one is a rotation.
    pub key: u8,
    /// Whether it says that it says who answers.
    pub announces_issuer: bool,
    pub discovery: Option<Odd>,
    pub keys: Option<Odd>,
    pub token: Option<Odd>,
}

pub struct OpenIdPeer {
    pub address: String,
    shared: Arc<Shared>,
}

struct Shared {
    address: String,
    manners: Mutex<Manners>,
    codes: Mutex<HashMap<String, Asked>>,
}

/// What a code was given out for.
struct Asked {
    nonce: String,
    challenge: String,
    redirect: String,
}

/// What the provider sends a browser back with.
pub struct Return {
    pub code: String,
    pub state: String,
    pub issuer: String,
}

impl Return {
    /// The path that the browser opens at Readout.
    pub fn path(&self) -> String {
        self.path_of("oidc")
    }

    /// The same when Readout knows the provider by this name.
    pub fn path_of(&self, name: &str) -> String {
        let query = [
            ("code", self.code.as_str()),
            ("state", &self.state),
            ("iss", &self.issuer),
        ];
        callback_of(name, &query)
    }
}

/// The path of the callback with this query.
pub fn callback(query: &[(&str, &str)]) -> String {
    callback_of("oidc", query)
}

fn callback_of(name: &str, query: &[(&str, &str)]) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(query)
        .finish();
    format!("/api/login/{name}/callback?{query}")
}

impl OpenIdPeer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Arc::new(Shared {
            address: address.clone(),
            manners: Mutex::new(Manners {
                claims: json!({}),
                user_info: json!({ "sub": "4711", "email": "asha@example.org", "email_verified": true }),
                announces_user_info: true,
                signature: Signature::Own,
                client_proof: ClientProof::Basic,
                key: 1,
                announces_issuer: true,
                discovery: None,
                keys: None,
                token: None,
            }),
            codes: Mutex::default(),
        });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/token-elsewhere", post(token_of))
            .route("/me", get(user_info))
            .with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, shared }
    }

    pub fn settings(&self) -> OpenIdSettings {
        OpenIdSettings {
            label: "St. Elsewhere".to_owned(),
            issuer: self.address.clone(),
            client_id: CLIENT.to_owned(),
            client_secret: match manners(&self.shared).client_proof {
                ClientProof::None => None,
                ClientProof::Basic | ClientProof::Post => Some(SECRET.to_owned()),
            },
        }
    }

    /// Makes it behave otherwise.
    pub fn behave(&self, change: impl FnOnce(&mut Manners)) {
        change(&mut lock(&self.shared.manners));
    }

    /// Somebody signs in at the provider, who was sent there with this address.
    pub fn sign_in(&self, sent_to: &str) -> Return {
        self.sign_in_for("oidc", sent_to)
    }

    /// The same when Readout knows the provider by this name.
    pub fn sign_in_for(&self, name: &str, sent_to: &str) -> Return {
        let url = Url::parse(sent_to).expect("an address");
        assert!(
            sent_to.starts_with(&format!("{}/authorize?", self.address)),
            "{sent_to}"
        );
        let asked: HashMap<_, _> = url.query_pairs().into_owned().collect();
        assert_eq!(asked["client_id"], CLIENT);
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["code_challenge_method"], "S256");
        assert_eq!(
            asked["redirect_uri"],
            format!("http://readout.test/api/login/{name}/callback")
        );
        let scopes: Vec<_> = asked["scope"].split(' ').collect();
        assert!(
            scopes.contains(&"openid") && scopes.contains(&"email"),
            "{scopes:?}"
        );
        assert!(asked["state"].len() >= 20 && asked["nonce"].len() >= 20);
        let code = format!("code-{}", uuid::Uuid::new_v4());
        let remembered = Asked {
            nonce: asked["nonce"].clone(),
            challenge: asked["code_challenge"].clone(),
            redirect: asked["redirect_uri"].clone(),
        };
        lock(&self.shared.codes).insert(code.clone(), remembered);
        Return {
            code,
            state: asked["state"].clone(),
            issuer: self.address.clone(),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn odd(odd: Odd) -> Response {
    match odd {
        Odd::Says(status, kind, text) => {
            let status = StatusCode::from_u16(status).expect("a status");
            (status, [(header::CONTENT_TYPE, kind)], text).into_response()
        }
        Odd::Nothing => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            StatusCode::OK.into_response()
        }
        Odd::Elsewhere(place) => {
            (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, place)]).into_response()
        }
    }
}

fn manners(shared: &Shared) -> Manners {
    lock(&shared.manners).clone()
}

async fn discovery(State(shared): State<Arc<Shared>>) -> Response {
    let manners = manners(&shared);
    if let Some(answer) = manners.discovery {
        return odd(answer).await;
    }
    let address = &shared.address;
    let mut document = json!({
        "issuer": address,
        "authorization_endpoint": format!("{address}/authorize"),
        "token_endpoint": format!("{address}/token"),
        "jwks_uri": format!("{address}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA", "HS256", "none"],
        "authorization_response_iss_parameter_supported": manners.announces_issuer,
    });
    if manners.announces_user_info {
        document["userinfo_endpoint"] = json!(format!("{address}/me"));
    }
    // Whoever announces nothing takes the header.
    if manners.client_proof == ClientProof::Post {
        document["token_endpoint_auth_methods_supported"] = json!(["client_secret_post"]);
    }
    axum::Json(document).into_response()
}

async fn keys(State(shared): State<Arc<Shared>>) -> Response {
    let manners = manners(&shared);
    match manners.keys {
        Some(answer) => odd(answer).await,
        None => {
            let key = signing_key(manners.key, manners.key).as_verification_key();
            axum::Json(json!({ "keys": [key] })).into_response()
        }
    }
}

async fn token(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    form: Form<HashMap<String, String>>,
) -> Response {
    match manners(&shared).token {
        Some(answer) => odd(answer).await,
        None => token_of(State(shared), headers, form).await,
    }
}

/// What RFC 6749, section 4.1.3, and RFC 7636, section 4.6, make a provider check.
async fn token_of(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let given = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let basic = format!("Basic {}", BASE64_STANDARD.encode(format!("{CLIENT}:{SECRET}")));
    let authorization = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let expected = match manners(&shared).client_proof {
        ClientProof::Basic => (Some(basic.as_str()), "", ""),
        ClientProof::Post => (None, CLIENT, SECRET),
        ClientProof::None => (None, CLIENT, ""),
    };
    if (authorization, given("client_id"), given("client_secret")) != expected {
        return refused(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    let Some(asked) = lock(&shared.codes).remove(given("code")) else {
        return refused(StatusCode::BAD_REQUEST, "invalid_grant");
    };
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(given("code_verifier")));
    if given("grant_type") != "authorization_code"
        || given("redirect_uri") != asked.redirect
        || challenge != asked.challenge
    {
        return refused(StatusCode::BAD_REQUEST, "invalid_grant");
    }
    let manners = manners(&shared);
    axum::Json(json!({
        "access_token": "access",
        "token_type": "Bearer",
        "expires_in": 600,
        "id_token": id_token(&shared.address, &asked.nonce, &manners),
    }))
    .into_response()
}

fn refused(status: StatusCode, error: &str) -> Response {
    let body = json!({ "error": error, "error_description": "words of asha@example.org that nobody shows" });
    (status, axum::Json(body)).into_response()
}

async fn user_info(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let authorization = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    if authorization != Some("Bearer access") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    axum::Json(manners(&shared).user_info).into_response()
}

fn id_token(issuer: &str, nonce: &str, manners: &Manners) -> String {
    let now = OffsetDateTime::now_utc().unix_timestamp();
    let mut claims = json!({
        "iss": issuer,
        "aud": CLIENT,
        "sub": "4711",
        "iat": now,
        "exp": now + 600,
        "nonce": nonce,
        "email": "asha@example.org",
        "email_verified": true,
        "given_name": "Asha",
        "family_name": "Rao",
    });
    let (claims, others) = (
        claims.as_object_mut().expect("claims"),
        manners.claims.as_object().expect("claims"),
    );
    for (name, value) in others {
        match value {
            Value::Null => claims.remove(name),
            value => claims.insert(name.clone(), value.clone()),
        };
    }
    let algorithm = match manners.signature {
        Signature::Own | Signature::Forged => "EdDSA",
        Signature::None => "none",
        Signature::Secret => "HS256",
    };
    let head = json!({ "alg": algorithm, "kid": kid(manners.key), "typ": "JWT" });
    let encode = |part: &Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
    let signed = format!("{}.{}", encode(&head), encode(&json!(claims)));
    let signature = match manners.signature {
        Signature::Own => sign(&signing_key(manners.key, manners.key), &signed),
        Signature::Forged => sign(&signing_key(manners.key + 100, manners.key), &signed),
        Signature::None => Vec::new(),
        Signature::Secret => hmac(SECRET.as_bytes(), signed.as_bytes()),
    };
    format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

fn sign(key: &CoreEdDsaPrivateSigningKey, text: &str) -> Vec<u8> {
    key.sign(&CoreJwsSigningAlgorithm::EdDsa, text.as_bytes())
        .expect("a signature")
}

/// HMAC-SHA256 (RFC 2104) with a key of less than a block.
fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let padded = |pad: u8| {
        let mut block = [pad; 64];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha256::new()
        .chain_update(padded(0x36))
        .chain_update(text)
        .finalize();
    Sha256::new()
        .chain_update(padded(0x5c))
        .chain_update(inner)
        .finalize()
        .to_vec()
}

fn kid(number: u8) -> String {
    format!("key-{number}")
}

/// The key made of a number, under the name of another. A private key of Ed25519 is a fixed beginning and 32 bytes (RFC 8410).
fn signing_key(number: u8, name: u8) -> CoreEdDsaPrivateSigningKey {
    let mut der = hex::decode("302e020100300506032b657004220420").expect("digits");
    der.extend([number; 32]);
    let edge = |word| format!("-----{word} PRIVATE KEY-----");
    let pem = format!(
        "{}\n{}\n{}\n",
        edge("BEGIN"),
        BASE64_STANDARD.encode(der),
        edge("END")
    );
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(JsonWebKeyId::new(kid(name)))).expect("a key")
}
