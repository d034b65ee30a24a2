//! The sections of a report, their order and their headings.

/// A section of a report, in the order in which sections stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// Why the study was asked for.
    ClinicalHistory,
    /// How the scan was done.
    Technique,
    /// What is seen.
    Findings,
    /// What has changed since a previous study.
    Comparison,
    /// What it means, numbered, the most urgent first.
    Impression,
}

impl SectionKind {
    /// Every section in report order.
    pub const ALL: [Self; 5] = [
        Self::ClinicalHistory,
        Self::Technique,
        Self::Findings,
        Self::Comparison,
        Self::Impression,
    ];

    /// The heading as it stands in the report text, without its colon.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::ClinicalHistory => "CLINICAL HISTORY",
            Self::Technique => "TECHNIQUE",
            Self::Findings => "FINDINGS",
            Self::Comparison => "COMPARISON",
            Self::Impression => "IMPRESSION",
        }
    }
}
