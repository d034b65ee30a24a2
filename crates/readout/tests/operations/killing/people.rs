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
    client: Client,
    /// Whether it was answered, or found to be done.
    pub(super) is_out: bool,
}

impl SignedOut {
    pub(super) fn everywhere(email: String, client: Client, answered: &AtomicUsize) -> Self {
        let path = "/api/auth/sign-out-everywhere";
        let is_out = was_answered(client.json("POST", path, &Value::Null), answered);
        Self {
            email,
            client,
            is_out,
        }
    }

    /// A session that was ended never comes back.
    #[track_caller]
    pub(super) fn hold(&mut self, at: &str) {
        let user = self.client.at(at).get("/api/auth/user").expect("an answer");
        assert!(
            !(self.is_out && user.is_success()),
            "the ended session of {} is back",
            self.email
        );
        self.is_out = !user.is_success();
    }
}
