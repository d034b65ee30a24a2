//! What keeps a server running and what it holds safe: told from outside, of the program as it is installed.

mod backup;
#[path = "../support/client.rs"]
mod client;
mod crowding;
mod doctor;
mod full_disk;
mod killing;
mod lost_database;
mod own_postgres;
mod own_role;
#[path = "../../../../tests/peers/postgres.rs"]
mod postgres;
mod replicas;
#[path = "../support/server.rs"]
mod server;
mod speech_away;
mod speech_server;
mod support;
mod watching;
