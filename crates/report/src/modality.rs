//! The imaging modality of a study.

use std::sync::LazyLock;

use regex::Regex;

static CT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:ct|ncct|cect|hrct|mdct|cta|ctpa|computed tomograph\w*|tomograms?)\b")
        .expect("pattern")
});
static MRI: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:mri|mr|mra|mrv|mrcp|mpmri|cemri|fmri|magnetic resonance)\b").expect("pattern")
});

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

    /// The one that a name or a technique says, `HRCT` or `MRCP` for instance; none when it says neither or both.
    pub fn named_in(text: &str) -> Option<Self> {
        match (CT.is_match(text), MRI.is_match(text)) {
            (true, false) => Some(Self::Ct),
            (false, true) => Some(Self::Mri),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_one_modality_or_none() {
        let check = |text, expected| assert_eq!(Modality::named_in(text), expected, "{text}");
        check("HRCT Chest", Some(Modality::Ct));
        check("mr left knee", Some(Modality::Mri));
        check("Active knee", None);
        check("CT and MRI brain", None);
    }
}
