//! Payments that wait for an administrator: of somebody who has not signed in yet, or not what a period costs.

pub mod list;
pub mod settle;
