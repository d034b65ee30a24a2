//! The interface over HTTP, one file an area of addresses. Store, decoding, structuring and Word files are the real ones; only where
//! sound is not the subject does a fake say what was dictated.

mod chat_peer;
mod check_report;
mod custom_templates;
mod errors;
mod export_word;
mod github_peer;
mod language_model;
mod live;
mod log;
mod login;
mod login_providers;
mod openid_peer;
mod pages;
mod sessions;
mod signature;
mod structure_report;
mod subscription;
mod support;
mod templates;
mod transcribe;
mod vocabulary;
