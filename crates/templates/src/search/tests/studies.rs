//! The studies of the library to come.

use std::sync::LazyLock;

use report::modality::Modality;

use crate::library::Library;

/// Every kind of study that the library is meant for, so that a name that is still to come cannot upset the order.
pub(super) const STUDIES: &[&str] = &[
    "CT Brain",
    "CT Brain Contrast",
    "CT Temporal Bone",
    "CT Orbits",
    "CT Orbits Contrast",
    "CT PNS",
    "CT PNS Contrast",
    "CT Face",
    "CT Neck",
    "CT Neck Contrast",
    "CT Chest",
    "CT Chest Contrast",
    "HRCT Chest",
    "CT Cardiac",
    "CT Coronary Angiography",
    "CT Calcium Score",
    "CT Pulmonary Angiography",
    "CT Aortogram",
    "CT Brain Angiography",
    "CT Neck Angiography",
    "CT Renal Angiography",
    "CT Mesenteric Angiography",
    "CT Lower Limb Angiography",
    "CT Upper Limb Angiography",
    "CT Abdomen",
    "CT Abdomen Contrast",
    "CT Abdomen Pelvis Female",
    "CT Abdomen Pelvis Male",
    "CT Abdomen Pelvis Male Contrast",
    "CT Abdomen Pelvis Female Contrast",
    "CT KUB",
    "CT Urography",
    "CT Liver Triple Phase",
    "CT Pancreas",
    "CT Enterography",
    "CT Enteroclysis",
    "CT Colonography",
    "CT Pelvis Male",
    "CT Pelvis Female",
    "CT Pelvis Male Contrast",
    "CT Pelvis Female Contrast",
    "CT Cervical Spine",
    "CT Dorsal Spine",
    "CT Lumbar Spine",
    "CT Whole Spine",
    "CT TMJ",
    "CT Shoulder",
    "CT Arm",
    "CT Elbow",
    "CT Forearm",
    "CT Wrist",
    "CT Hand",
    "CT Hip",
    "CT Thigh",
    "CT Knee",
    "CT Leg",
    "CT Ankle",
    "CT Foot",
    "CT SI Joints",
    "CT Brain Venography",
    "MR Brain Plain",
    "MR Brain Contrast",
    "MR Brain Epilepsy",
    "MR Brain Stroke",
    "MR Brain Screening",
    "MR Brain Angiography",
    "MR Brain Venography",
    "MR Neck Angiography",
    "MR Pituitary",
    "MR Orbits",
    "MR Orbits Contrast",
    "MR IAC",
    "MR TMJ",
    "MR PNS",
    "MR Face",
    "MR Neck",
    "MR Neck Contrast",
    "MR Cervical Spine",
    "MR Cervical Spine Contrast",
    "MR Cervical Spine Screening",
    "MR Dorsal Spine",
    "MR Dorsal Spine Contrast",
    "MR Lumbar Spine",
    "MR Lumbar Spine Contrast",
    "MR Lumbar Spine Screening",
    "MR Whole Spine",
    "MR Whole Spine Contrast",
    "MR Whole Spine Screening",
    "MR Brachial Plexus",
    "MR Breast",
    "MR Cardiac",
    "MRCP",
    "MR Liver Dynamic",
    "MR Abdomen",
    "MR Abdomen Contrast",
    "MR Enterography",
    "MR Urography",
    "MR Pelvis Male",
    "MR Pelvis Female",
    "MR Pelvis Male Contrast",
    "MR Pelvis Female Contrast",
    "MR Prostate Multiparametric",
    "MR Rectum",
    "MR Fistulogram",
    "MR Foetal",
    "MR Placenta",
    "MR SI Joints",
    "MR Shoulder",
    "MR Shoulder Contrast",
    "MR Arm",
    "MR Arm Contrast",
    "MR Elbow",
    "MR Elbow Contrast",
    "MR Forearm",
    "MR Forearm Contrast",
    "MR Wrist",
    "MR Wrist Contrast",
    "MR Hand",
    "MR Hand Contrast",
    "MR Hip",
    "MR Hip Contrast",
    "MR Thigh",
    "MR Thigh Contrast",
    "MR Knee",
    "MR Knee Contrast",
    "MR Leg",
    "MR Leg Contrast",
    "MR Ankle",
    "MR Ankle Contrast",
    "MR Foot",
    "MR Foot Contrast",
];

const BY_NATURE: &[&str] = &[
    "Angiography",
    "Aortogram",
    "Venography",
    "Urography",
    "Triple",
    "Enterography",
    "Enteroclysis",
    "Dynamic",
    "Pituitary",
    "Breast",
    "Multiparametric",
    "Cardiac",
    "Pancreas",
];

pub(super) static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let files: Vec<(&str, String, String)> = STUDIES.iter().map(|name| file(name)).collect();
    let files: Vec<(&str, &str, &str)> = files
        .iter()
        .map(|(folder, id, text)| (*folder, id.as_str(), text.as_str()))
        .collect();
    Library::read(&files).expect("the studies are sound")
});

fn file(name: &str) -> (&'static str, String, String) {
    let modality = if name.contains("CT ") {
        Modality::Ct
    } else {
        Modality::Mri
    };
    let sex = ["Female", "Male"].into_iter().find(|sex| name.contains(sex));
    let sex = sex.or(name.contains("Prostate").then_some("Male"));
    let contrast = name.contains("Contrast") || BY_NATURE.iter().any(|study| name.contains(study));
    let sex = sex.map(|sex| format!("sex = {sex:?}\n")).unwrap_or_default();
    let text = format!(
        "modality = {:?}\nbody_part = {name:?}\n{sex}contrast = {contrast}\nkeywords = []\ntechnique = \"\"\nfindings = []\nimpression = []",
        modality.code()
    );
    let folder = if modality == Modality::Ct { "ct" } else { "mri" };
    (folder, name.to_lowercase().replace(' ', "-"), text)
}
