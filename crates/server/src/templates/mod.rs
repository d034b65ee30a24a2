//! The built-in templates: all of them, and which one a request for a study means.

pub mod list;
pub mod match_study;

use report::modality::Modality;
use report::sex::Sex;
use serde::Serialize;
use utoipa::ToSchema;

/// A modality on the wire.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum ModalityCode {
    /// Computed tomography.
    #[serde(rename = "CT")]
    Ct,
    /// Magnetic resonance imaging.
    #[serde(rename = "MRI")]
    Mri,
}

/// A patient's sex on the wire.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SexCode {
    /// Female.
    Female,
    /// Male.
    Male,
}

impl From<Modality> for ModalityCode {
    fn from(modality: Modality) -> Self {
        match modality {
            Modality::Ct => Self::Ct,
            Modality::Mri => Self::Mri,
        }
    }
}

impl From<Sex> for SexCode {
    fn from(sex: Sex) -> Self {
        match sex {
            Sex::Female => Self::Female,
            Sex::Male => Self::Male,
        }
    }
}
