//! Accounts: who may use the product, until when, and what is kept for them.
//!
//! Owns users and the identities under which they sign in, sessions, sign-in links, subscriptions, payments, custom
//! templates, vocabularies, report styles, signatures, letterheads, usage counters and the audit trail: the rules, which are pure, and the
//! [`Store`], which keeps them in SQLite or PostgreSQL with the same code. Refuses HTTP, mail and anything of a patient. Reads no
//! clock: the time arrives as `now`.
//!
//! To keep one more thing: a type with its checks in a module of its own, a migration and an entity under
//! `store/`, the operations in a file named after the thing, and its story in `tests/store/`.

pub mod allowed_domains;
pub mod audit;
pub mod billing;
pub mod custom_template;
pub mod database_server;
pub mod directory;
pub mod email;
pub mod id;
pub mod letterhead;
pub mod payment;
pub mod picture;
pub mod report_style;
pub mod secret;
pub mod session;
pub mod session_store;
mod shown;
pub mod sign_in_attempt;
pub mod signature;
pub mod store;
pub mod subscription;
pub mod user;
pub mod vocabulary;

pub use allowed_domains::{AllowedDomains, AllowedDomainsError};
pub use database_server::DatabaseServer;
pub use email::{EmailAddress, EmailAddressError};
pub use id::{TakeId, TemplateId, UserId};
pub use secret::{LoginToken, StorageKey};
pub use store::{Store, StoreError};
