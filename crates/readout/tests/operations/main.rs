//! What keeps a server running and what it holds safe: told from outside, of the program as it is installed.

mod backup;
#[path = "../support/client.rs"]
mod client;
#[path = "../../../../tests/peers/postgres.rs"]
mod postgres;
#[path = "../support/server.rs"]
mod server;
mod support;
