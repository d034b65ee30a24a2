//! Dictation to report.
//!
//! The rules engine works in steps, each a module: the dictation is written ([`report::spoken`]), its headings are found
//! (`route`), sentences are cut ([`report::segment`]) and read ([`report::reading`]), the template's blanks are filled (`fill`), facts decide
//! which of its sentences stand ([`merge`]), and the report is assembled (`rules`). [`impression`] and [`comparison`] make those sections from
//! findings.
//!
//! The language-model engine (`model`) asks a chat server for the sections as they come; the conservation [`gate`] then compares them
//! with the dictation, puts right what is certain and flags the rest. Where the model gives no report, the rules engine does.
//!
//! Nothing here logs, and only `model` knows that there is a network. Spans refer to the bytes of the dictation as it was handed in.

mod alternatives;
pub mod comparison;
mod custom;
mod dates;
mod dictation;
mod engine;
mod error;
mod fill;
pub mod gate;
pub mod impression;
mod layout;
mod lines;
pub mod merge;
pub mod model;
pub mod open_blanks;
mod patterns;
mod report_of;
mod route;
pub mod rules;
mod sheet;
mod weights;

pub use custom::CustomTemplate;
pub use dictation::{Dictation, Findings, TemplateChoice};
pub use engine::{Begun, BegunImpression, Engine};
pub use error::StructuringError;
pub use impression::WrittenImpression;
pub use report_of::{LeftOut, Report, SectionDraft, SetAside, UsedTemplate};
pub use route::learned as sections;
pub use rules::hanging;
pub use weights::{Weights, likelihoods};
