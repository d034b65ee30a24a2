//! The interface over HTTP, one file an area of addresses. Store, decoding, structuring and Word files are the real ones; only where
//! sound is not the subject does a fake say what was dictated. They run on SQLite, and all again on PostgreSQL (`databases.rs`).

mod access;
mod account;
mod admin;
mod allowed_domains;
mod billing;
mod bodies;
mod chat_peer;
mod check_report;
mod custom_templates;
mod databases;
mod engines;
mod errors;
mod export_word;
mod github_peer;
mod language_model;
mod leave_out_blanks;
mod letterhead;
mod limits;
mod live;
mod log;
mod login;
mod login_providers;
mod metrics;
mod openid_peer;
mod pages;
#[path = "../../../../tests/peers/postgres.rs"]
mod postgres;
mod razorpay;
mod report_style;
mod security_headers;
mod security_txt;
mod sessions;
mod signature;
mod speech_peer;
mod structure_report;
mod subscription;
mod support;
mod templates;
mod transcribe;
mod vocabulary;
