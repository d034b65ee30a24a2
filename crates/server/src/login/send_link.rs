//! POST /api/login/email: mails a sign-in link.

use std::net::SocketAddr;

use accounts::store::IssueTokenError;
use accounts::{EmailAddress, EmailAddressError, LoginToken};
use axum::Form;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use crate::http::client::{self, Client, Peer};
use crate::http::error::ApiError;
use crate::login::mail::Mail;
use crate::login::next_path::NextPath;
use crate::login::{KEPT_OUT, login_page, page, page_response};
use crate::pages::escape;
use crate::state::AppState;

/// The form of the sign-in page.
#[derive(Deserialize)]
pub struct EmailForm {
    email: String,
    next: Option<String>,
}

/// Sends the link and shows the page that says so. The answer is the same whether or not the address is known, for an address that
/// is kept out by its domain too.
pub async fn post(
    State(app): State<AppState>,
    client: Client,
    Peer(peer): Peer,
    headers: HeaderMap,
    Form(form): Form<EmailForm>,
) -> Result<Response, ApiError> {
    let next = NextPath::parse(form.next.as_deref());
    let refuse = |status, sentence: &str| Ok(login_page(&app, status, sentence, &form.email, &next));
    let address = match EmailAddress::parse(&form.email) {
        Ok(address) => address,
        Err(error) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, sentence(error)),
    };
    if !app.site.allowed_domains.admits(&address) {
        return refuse(StatusCode::FORBIDDEN, KEPT_OUT);
    }
    if matches!(app.mail, Mail::NotConfigured) {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, page::MAIL_NOT_CONFIGURED);
    }
    let now = app.clock.now();
    if app.limits.admit_link(client).is_err() {
        return refuse(StatusCode::TOO_MANY_REQUESTS, TOO_MANY);
    }
    let token = match app
        .store
        .issue_login_token(&address, Some(next.as_str()), client.whole_site(), now)
        .await
    {
        Ok(token) => token,
        Err(IssueTokenError::TooManyOpen) => return refuse(StatusCode::TOO_MANY_REQUESTS, TOO_MANY),
        Err(IssueTokenError::Store(error)) => return Err(error.into()),
    };
    let path = link_path(&token);
    // Nothing tells the answer from that about an address with an account: not what was counted before, nor the time that it takes, nor
    // a mail server that is away.
    let is_stranger = app.store.user_by_email(&address).await?.is_none();
    let is_withheld = is_stranger && app.limits.admit_stranger().is_err();
    let sent = if is_withheld {
        tracing::warn!(
            "no sign-in mail to an address without an account: too many of them in a quarter of an hour"
        );
        app.mail.pretend().await
    } else {
        let link = format!("{}{path}", app.site.base());
        app.mail.send_link(&address, &link).await
    };
    if let Err(error) = sent {
        // A link that nobody got must not count against the address.
        app.store.redeem_login_token(token.expose(), now).await?;
        let error = ApiError::internal(error);
        tracing::error!(error.chain = %error.chain(), "sign-in mail not sent");
        return refuse(StatusCode::BAD_GATEWAY, NOT_SENT);
    }
    let outbox = if is_withheld {
        String::new()
    } else {
        outbox_link(&app.mail, peer, &headers, &path)
    };
    let page = app.pages.fill(
        "login-sent.html",
        &[
            ("%READOUT_LOGIN_ERROR%", ""),
            ("%READOUT_LOGIN_EMAIL%", &escape(address.expose())),
            ("%READOUT_LOGIN_NEXT%", &escape(next.as_str())),
            ("%READOUT_LOGIN_OUTBOX%", &outbox),
        ],
    );
    Ok(page_response(StatusCode::OK, page))
}

const TOO_MANY: &str =
    "That is a lot of sign-in links in a short time. Use the newest one, or try again in 15 minutes.";
const NOT_SENT: &str = "The mail could not be sent just now. Please try again in a minute.";

fn sentence(error: EmailAddressError) -> &'static str {
    match error {
        EmailAddressError::Missing => "Enter your e-mail address.",
        EmailAddressError::TooLong => "That e-mail address is too long.",
        EmailAddressError::Malformed => "That does not look like an e-mail address. Please check it.",
        EmailAddressError::NotAscii => {
            "The e-mail address may have only plain letters. Write an international domain in its xn-- form."
        }
    }
}

fn link_path(token: &LoginToken) -> String {
    format!("/api/login/email?token={}", token.expose())
}

/// With the outbox in use, whoever runs the browser may read the file anyway, and only they are shown the link. What headers say is not
/// enough: a proxy on this computer need not announce itself.
fn outbox_link(mail: &Mail, peer: Option<SocketAddr>, headers: &HeaderMap, path: &str) -> String {
    match mail {
        Mail::Outbox { is_reader, .. } if client::is_at_this_computer(headers) && is_reader(peer) => {
            format!(
                "<a data-outbox-link href=\"{}\">Open the sign-in link</a>",
                escape(path)
            )
        }
        // The attribute makes the page say where the mail lies.
        Mail::Outbox { .. } => {
            "<span data-outbox-link>The link is shown only to a browser on the server's own computer, of the user that the server runs as.</span>"
                .to_owned()
        }
        Mail::Smtp { .. } | Mail::NotConfigured => String::new(),
    }
}
