//! What page and server tell each other in a live dictation.

use serde::{Deserialize, Serialize};

use crate::chosen_template::ChosenTemplate;
use crate::transcribe::TranscribeResponse;

/// What the page tells, between the pieces of the recording.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Told {
    /// Comes first.
    Start {
        /// The media type of the recording; its bytes decide.
        mime: Option<String>,
        /// Which take it is, a UUID: it is counted once, also when it is transcribed as a whole.
        #[serde(rename = "takeId")]
        take: Option<String>,
        /// What the dictation will be put into.
        #[serde(flatten)]
        template: ChosenTemplate,
    },
    /// The speaker pauses: what was said is a stretch of its own.
    Pause,
    /// The recording is whole.
    Finish,
}

/// What the server tells.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Tell<'a> {
    /// The recording is being worked on.
    Ready {
        /// The engine's name.
        engine: &'a str,
    },
    /// What is written so far.
    Text {
        /// Counts these messages, from 1.
        sequence: u64,
        /// Stays, and only grows.
        committed: &'a str,
        /// Follows it for now.
        tentative: &'a str,
    },
    /// A stretch was a command.
    Command {
        /// Its word for programs.
        name: &'a str,
        /// What it is about.
        argument: Option<&'a str>,
    },
    /// The take is over. Nothing follows.
    Final(&'a TranscribeResponse),
    /// The dictation failed. Nothing follows.
    Error {
        /// A word for programs.
        code: &'a str,
        /// A sentence for a person.
        message: &'a str,
    },
}
