//! The imaging modality of a study.

/// Computed tomography or magnetic resonance imaging.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Modality {
    /// Computed tomography.
    Ct,
    /// Magnetic resonance imaging.
    Mri,
}

impl Modality {
    /// The name on the wire and in template files: `CT` or `MRI`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ct => "CT",
            Self::Mri => "MRI",
        }
    }

    /// Reads `CT`, `MRI` or `MR`, in any case. Anything else is no modality.
    pub fn parse(raw: &str) -> Option<Self> {
        match raw.trim().to_ascii_uppercase().as_str() {
            "CT" => Some(Self::Ct),
            "MR" | "MRI" => Some(Self::Mri),
            _ => None,
        }
    }
}
