//! Why there is no report, or none of the language model.

/// Why there is no report of the model. Each says itself in a sentence for the radiologist; none holds a word of a dictation or of an
/// answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ModelError {
    /// No connection.
    #[error("The language model cannot be reached.")]
    Unreachable,
    /// It is overloaded or failing, also after repeated tries.
    #[error("The language model is busy or failing.")]
    Busy,
    /// Silence for too long, or an answer that took too long.
    #[error("The language model did not answer in time.")]
    TimedOut,
    /// Its server takes no such request: a wrong key, an unknown model, a dictation that is too long for it.
    #[error("The language model's server refused the request (status {0}).")]
    Rejected(u16),
    /// The model declined to answer, or a filter stopped it.
    #[error("The language model declined to write the report.")]
    Declined,
    /// The answer was cut at the model's own limit.
    #[error("The language model's answer was cut off at its length limit.")]
    Truncated,
    /// The connection ended before the answer did.
    #[error("The connection to the language model broke off.")]
    BrokenOff,
    /// What came is no chat answer, or larger than any report.
    #[error("The language model's server gave an answer that cannot be read.")]
    Unreadable,
    /// The answer is no report.
    #[error("The language model's answer was not a report.")]
    NoReport,
    /// The report does not hold against what was dictated.
    #[error("The language model's report did not agree with what was dictated.")]
    Unfaithful,
}

impl ModelError {
    /// Whether trying again later may help.
    pub const fn is_temporary(self) -> bool {
        matches!(
            self,
            Self::Unreachable | Self::Busy | Self::TimedOut | Self::BrokenOff
        )
    }

    /// Its name in a log.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Busy => "busy",
            Self::TimedOut => "timed_out",
            Self::Rejected(_) => "rejected",
            Self::Declined => "declined",
            Self::Truncated => "truncated",
            Self::BrokenOff => "broken_off",
            Self::Unreadable => "unreadable",
            Self::NoReport => "no_report",
            Self::Unfaithful => "unfaithful",
        }
    }
}

/// Why a dictation could not be structured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StructuringError {
    /// There is nothing in the dictation.
    #[error("the dictation is empty")]
    NothingDictated,
    /// The language model gave no report, and nothing is configured to write it instead.
    #[error("{0}")]
    Model(ModelError),
}
