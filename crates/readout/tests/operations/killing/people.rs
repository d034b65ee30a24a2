//! People who come while the server dies: some stay, some sign out everywhere, some delete their accounts.

use std::sync::atomic::AtomicUsize;

use serde_json::{Value, json};

use super::changes::was_answered;
use crate::client::Client;

/// Somebody who deletes the account again.
pub(super) struct Leaver {
    email: String,
    client: Client,
    /// Whether the deletion was answered, or found to be done.
    pub(super) is_gone: bool,
}

impl Leaver {
    pub(super) fn that_leaves(email: String, client: Client, answered: &AtomicUsize) -> Self {
        let words = json!({ "words": ["Gadovist"], "replacements": [] });
        let is_gone = was_answered(client.json("PUT", "/api/user/vocabulary", &words), answered)
            && was_answered(
                client.json("DELETE", "/api/user", &json!({ "email": email })),
                answered,
            );
        Self {
            email,
            client,
            is_gone,
        }
    }

    /// Gone altogether, or there as before.
    #[track_caller]
    pub(super) fn hold(&mut self, at: &str, admin: &Client) {
        let session = self.client.at(at).get("/api/auth/user").expect("an answer");
        let path = format!("/api/admin/users?search={}", self.email);
        let listed = admin.get(&path).expect("an answer").body;
        let is_listed = listed.contains(&format!("\"{}\"", self.email));
        assert_eq!(session.is_success(), is_listed, "half of {} is gone", self.email);
        assert!(
            !(self.is_gone && is_listed),
            "{} was deleted and is back",
            self.email
        );
        self.is_gone = !is_listed;
    }
}

/// Somebody who ends all sessions, as after a theft.
pub(super) struct SignedOut {
    email: String,
    clients: [Client; 2],
    /// Whether it was answered, or found to be done.
    pub(super) is_out: bool,
}

impl SignedOut {
    pub(super) fn everywhere(email: String, clients: [Client; 2], answered: &AtomicUsize) -> Self {
        let path = "/api/auth/sign-out-everywhere";
        let is_out = was_answered(clients[0].json("POST", path, &Value::Null), answered);
        Self {
            email,
            clients,
            is_out,
        }
    }

    /// All sessions are ended, or none; and what was ended never comes back.
    #[track_caller]
    pub(super) fn hold(&mut self, at: &str) {
        let is_in = |client: &Client| {
            let user = client.at(at).get("/api/auth/user");
            user.expect("an answer").is_success()
        };
        let [one, other] = &self.clients;
        let (is_in, is_other_in) = (is_in(one), is_in(other));
        assert_eq!(
            is_in, is_other_in,
            "one of two sessions of {} is ended",
            self.email
        );
        assert!(
            !(self.is_out && is_in),
            "the ended session of {} is back",
            self.email
        );
        self.is_out = !is_in;
    }
}
