//! GET /api/engines: what works on a dictation here, and what leaves the machine for it and for the rest of what users do.
//!
//! Of servers that dictations are sent to it tells the host alone, and of the database not even that. What goes to each is the page's to say, and `docs/PRIVACY.md`'s.

use axum::Json;
use axum::extract::State;
use outside::Peer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::error::ErrorBody;
use crate::login::mail::Mail;
use crate::state::{App, AppState};

/// The engines of this installation, and what else it sends elsewhere.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnginesResponse {
    /// What writes down the dictation.
    speech: SpeechEngineBody,
    /// What makes the report.
    structuring: StructuringEngineBody,
    /// Whom the ways to sign in tell of users.
    sign_in: SignInBody,
    /// How the database is reached; null when it is a file here or is reached without a network.
    database: Option<DatabaseBody>,
}

/// What writes down the dictation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpeechEngineBody {
    /// Its name.
    name: String,
    /// How far its transcripts have been judged.
    grade: String,
    /// Whether sound is sent to another machine.
    audio_leaves_machine: bool,
    /// The server that sound is sent to; null when the engine works in this server.
    server: Option<PeerBody>,
    /// Whether a dictation sent now is worked on at once.
    ready: bool,
    /// Whether words are told while somebody speaks, over `/api/transcribe/live`.
    live: bool,
    /// Why the engine that was set up cannot be used; then nobody can dictate until the operator acts.
    problem: Option<String>,
}

/// What makes the report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructuringEngineBody {
    /// Its name.
    name: String,
    /// Whether dictations are sent to another machine.
    text_leaves_machine: bool,
    /// The server that dictations are sent to; null when the engine works in this server.
    server: Option<PeerBody>,
}

/// Whom the ways to sign in tell of users.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInBody {
    /// Where sign-in links go.
    mail: MailBody,
    /// The providers that users may sign in through, by the names that people call them.
    providers: Vec<String>,
}

/// Where sign-in links go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailBody {
    /// Out through a mail server.
    Smtp,
    /// Into files of this server.
    Outbox,
    /// Nowhere: nobody signs in by mail.
    Nowhere,
}

/// How the database is reached. Which machine it is on is no user's business.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseBody {
    /// Whether it is on the same machine.
    on_this_machine: bool,
    /// Whether somebody on the way may be able to read what is sent: nothing says that the way is encrypted.
    readable_on_the_way: bool,
}

/// A server that this one sends something to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeerBody {
    /// Its name or network address.
    host: String,
    /// Whether it is on the same machine. What it passes on is not known.
    on_this_machine: bool,
    /// Whether somebody on the way may be able to read what is sent: nothing says that the way is encrypted.
    readable_on_the_way: bool,
}

/// What works on a dictation here, and what leaves the machine.
#[utoipa::path(get, path = "/api/engines", tag = "report",
    responses((status = 200, body = EnginesResponse), (status = 401, body = ErrorBody)))]
pub async fn get_engines(State(app): State<AppState>, _user: CurrentUser) -> Json<EnginesResponse> {
    Json(EnginesResponse {
        speech: speech(&app),
        structuring: StructuringEngineBody {
            name: app.structuring.name().to_owned(),
            text_leaves_machine: app.structuring.text_leaves_machine(),
            server: app.structuring.server().map(PeerBody::from),
        },
        sign_in: SignInBody {
            mail: MailBody::from(&app.mail),
            providers: app.providers.labels().map(str::to_owned).collect(),
        },
        database: app.database.as_ref().map(|server| DatabaseBody {
            on_this_machine: server.is_on_this_machine,
            readable_on_the_way: server.is_readable_on_the_way,
        }),
    })
}

fn speech(app: &App) -> SpeechEngineBody {
    let speech = app.speech.description();
    SpeechEngineBody {
        audio_leaves_machine: speech.audio_leaves_machine(),
        name: speech.name,
        grade: speech.grade.to_owned(),
        server: speech.server.map(PeerBody::from),
        ready: speech.ready,
        live: speech.live && app.live.any(),
        problem: speech.problem,
    }
}

impl From<&Mail> for MailBody {
    fn from(mail: &Mail) -> Self {
        match mail {
            Mail::Smtp { .. } => Self::Smtp,
            Mail::Outbox { .. } => Self::Outbox,
            Mail::NotConfigured => Self::Nowhere,
        }
    }
}

impl From<Peer> for PeerBody {
    fn from(peer: Peer) -> Self {
        Self {
            host: peer.host,
            on_this_machine: peer.is_on_this_machine,
            readable_on_the_way: peer.is_readable_on_the_way,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn mail_leaves_by_a_mail_server_alone() {
        let smtp = Mail::smtp("smtp://mail.example.org", "readout@example.org").expect("a mail server");
        assert_eq!(MailBody::from(&smtp), MailBody::Smtp);
        let outbox = Mail::Outbox {
            folder: "outbox".into(),
            is_reader: |_| true,
        };
        assert_eq!(MailBody::from(&outbox), MailBody::Outbox);
        assert_eq!(MailBody::from(&Mail::NotConfigured), MailBody::Nowhere);
    }
}
