//! What a sentence of a template says, read in its line: what it names no place for is of the line's structures.

use report::anatomy::level::Level;
use report::anatomy::{self, Region, lexicon};
use report::reading::{Aspect, Claim, Normal, Reading, Subject, vocabulary};
use report::side;

use crate::lines::LINES;

/// What a line is about before it says anything: by its tag and its label.
#[derive(Clone, Default)]
pub(super) struct About {
    pub(super) subjects: Vec<Subject>,
    /// By its label alone.
    pub(super) labelled: Vec<Subject>,
    pub(super) levels: Vec<Level>,
    /// What a denial hangs on: `ulna is normal, with no marrow oedema` is of the ulna's marrow.
    pub(super) hosts: Vec<Subject>,
}

/// Reads a sentence of a line about known structures: what names none speaks of those.
pub(super) fn read(text: &str, about: &About) -> Reading {
    let mut reading = Reading::of(text);
    // "Spinal canal diameters: L1-L2 ___ mm" is of the canal, not of the disc that a level alone would mean.
    // "Nasal septum: midline." says where the septum is.
    let names_none =
        || !about.labelled.is_empty() && (lexicon().find(text).is_empty() || LINES.midline.is_match(text));
    if reading.subjects.is_empty() || names_none() {
        reading.subjects.clone_from(&about.subjects);
        // "Conus: Normal, ends at L1" is of the conus, not of the vertebra that a level alone would mean.
        if names_none() && about.levels.is_empty() {
            let of_claims = reading.claims.iter_mut().map(|claim| &mut claim.subjects);
            let of_normals = reading.normals.iter_mut().map(|normal| &mut normal.subjects);
            of_claims.chain(of_normals).for_each(Vec::clear);
        }
        // "Pleura: No effusion or thickening on the left."
        let sides = side::find(text);
        if let Some(told) = sides
            .first()
            .filter(|told| sides.iter().all(|mark| mark.side == told.side))
        {
            let paired = reading
                .subjects
                .iter_mut()
                .filter(|subject| subject.structure.paired);
            paired.for_each(|subject| subject.side = subject.side.or(Some(told.side)));
        }
    }
    if !about.labelled.is_empty() && LINES.midline.is_match(text) {
        for normal in &mut reading.normals {
            normal.subjects.clone_from(&about.labelled);
        }
    }
    set_in_place(&mut reading, text, about);
    if reading.levels.is_empty() {
        reading.levels.clone_from(&about.levels);
    }
    let about = &about.subjects;
    // A denial that hangs on "left kidney ..." is of the left side.
    let side = about
        .first()
        .and_then(|subject| subject.side)
        .filter(|side| about.iter().all(|other| other.side == Some(*side)));
    let of_claims = reading.claims.iter_mut().flat_map(|claim| &mut claim.subjects);
    let of_normals = reading.normals.iter_mut().flat_map(|normal| &mut normal.subjects);
    for subject in of_claims
        .chain(of_normals)
        .chain(&mut reading.subjects)
        .filter(|subject| subject.structure.paired)
    {
        subject.side = subject.side.or(side);
    }
    // "No mass, collection or lymphadenopathy" names nodes for the last alone.
    let is_node = |subject: &Subject| lexicon().is_within(&subject.structure.id, "lymph-node");
    let names_nodes_alone = reading.claims.len() > 1 && reading.subjects.iter().all(is_node);
    // "No bony erosion, polyp or mass" names bone for the first alone.
    let names_bone_alone = reading.claims.iter().any(|claim| !claim.subjects.is_empty())
        && reading
            .subjects
            .iter()
            .all(|subject| subject.structure.id == "bone");
    for claim in reading
        .claims
        .iter_mut()
        .filter(|claim| claim.subjects.is_empty())
    {
        claim
            .subjects
            .clone_from(if names_nodes_alone || names_bone_alone {
                about
            } else {
                &reading.subjects
            });
    }
    for normal in reading
        .normals
        .iter_mut()
        .filter(|normal| normal.subjects.is_empty())
    {
        normal.subjects.clone_from(&reading.subjects);
    }
    deny_nodes(&mut reading);
    if LINES.anything.iter().any(|part| text.contains(part.as_str())) {
        deny_everything(&mut reading);
    }
    reading
}

/// `Right SI joint: no marrow oedema`: a tissue is that of the structure whose line it is. `Femur: normal marrow signal` is of the
/// femur, not of all marrow.
fn set_in_place(reading: &mut Reading, text: &str, about: &About) {
    let specific = |subject: &&Subject| {
        (!anatomy::is_tissue(&subject.structure.id) || subject.structure.id == "skin")
            && !is_wide(&subject.structure.id)
    };
    let is_mere_tissue = |subject: &Subject| LINES.tissues.contains(&subject.structure.id);
    let of_line: Vec<Subject> = about.labelled.iter().filter(specific).cloned().collect();
    // "The portal vein of the liver" is of the vein alone, "liver and spleen" are two.
    let stands_beside = |subject: &Subject, all: &[Subject]| {
        is_wide(&subject.structure.id)
            && all
                .iter()
                .filter(specific)
                .all(|other| !lexicon().is_within(&other.structure.id, &subject.structure.id))
    };
    // "Nodes and bones: no bone metastasis" is of the bones that the label names.
    let names_labelled = |subjects: &[Subject]| {
        let is_labelled = |subject: &Subject| {
            let mut labelled = about.labelled.iter();
            labelled.any(|label| label.structure.id == subject.structure.id)
        };
        about.labelled.len() > 1 && !subjects.is_empty() && subjects.iter().all(is_labelled)
    };
    // "Mediastinum: ... Heart is normal in size" is of the heart, which is wide but none of the whole in which a mediastinum lies.
    let gives_way = |subject: &Subject| {
        let (id, mut label) = (&subject.structure.id, of_line.iter());
        anatomy::is_tissue(id)
            || LINES.vessels.contains(id)
            || label.any(|label| lexicon().is_within(&label.structure.id, id))
    };
    let narrow = |subjects: &mut Vec<Subject>| {
        if names_labelled(subjects) {
            return;
        }
        if subjects.iter().any(|subject| specific(&subject)) {
            let all = subjects.clone();
            subjects.retain(|subject| specific(&subject) || stands_beside(subject, &all));
        } else if !subjects.is_empty() && !of_line.is_empty() && subjects.iter().all(gives_way) {
            subjects.clone_from(&of_line);
        } else if !about.hosts.is_empty() && subjects.iter().all(is_mere_tissue) && !subjects.is_empty() {
            subjects.clone_from(&about.hosts);
        }
    };
    // "Alignment and marrow signal are normal" is of two, "marrow signal of the femur" of one.
    let are_listed = reading.levels.is_empty() && lists_tissue(text);
    if !are_listed {
        narrow(&mut reading.subjects);
    }
    // The nodes of a whole region are as wide as it.
    let is_narrow = |claim: &&mut Claim| claim.denied && claim.kind.id != "nodes";
    for claim in reading.claims.iter_mut().filter(is_narrow) {
        narrow(&mut claim.subjects);
    }
    for normal in reading.normals.iter_mut().filter(|_| !are_listed) {
        narrow(&mut normal.subjects);
    }
    for normal in &mut reading.normals {
        of_vessels(normal);
    }
}

/// Whether a sentence lists a tissue beside something else and says the same of both: `alignment and marrow signal are normal`,
/// `the chest wall and visualised bones are normal`, `bones and axillae are unremarkable`.
fn lists_tissue(text: &str) -> bool {
    let named = lexicon().find(text);
    named.windows(2).any(|pair| {
        let between = text[pair[0].range.end..pair[1].range.start]
            .trim()
            .to_ascii_lowercase();
        let tissue = |at: usize| anatomy::is_tissue(&pair[at].structure.id);
        let bones = |at: usize| {
            let name = text[pair[at].range.clone()].to_ascii_lowercase();
            pair[at].structure.id == "bone" && (name.ends_with('s') || LINES.bones.contains(&name))
        };
        let spaced = between.replace(',', " , ");
        let mut words = spaced.split_whitespace();
        let is = |words: &[String], word: &str| words.iter().any(|known| known == word);
        let joined = words.next().is_some_and(|first| is(&LINES.joins, first))
            && words.all(|word| is(&LINES.joins, word) || is(&LINES.between, word));
        is(&LINES.joins_marrow, &between) && !tissue(0) && pair[1].structure.id == "bone-marrow"
            || joined && (!tissue(0) && bones(1) || bones(0) && !tissue(1))
    })
}

/// `Intracranial flow voids are preserved`: patent are the vessels, not the brain.
fn of_vessels(normal: &mut Normal) {
    let is_vessel = |subject: &Subject| subject.structure.region == Region::Vascular;
    if normal.aspects == [Aspect::Patency] && normal.subjects.iter().any(is_vessel) {
        normal
            .subjects
            .retain(|subject| is_vessel(subject) || subject.structure.id != "brain");
    }
}

/// `Inguinal nodes: not enlarged` denies enlarged nodes.
fn deny_nodes(reading: &mut Reading) {
    let is_node = |subject: &Subject| lexicon().is_within(&subject.structure.id, "lymph-node");
    let known = reading.claims.iter().any(|claim| claim.kind.id == "nodes");
    let denied = reading
        .claims
        .iter()
        .find(|claim| claim.denied && claim.kind.id == "enlargement" && claim.subjects.iter().any(is_node));
    if let (Some(denied), Some(kind), false) = (denied, vocabulary().kind("nodes"), known) {
        let mut nodes = denied.clone();
        nodes.kind = kind;
        nodes.subjects.retain(is_node);
        reading.claims.push(nodes);
    }
}

/// `No significant abnormality of the pancreas` calls it normal.
fn deny_everything(reading: &mut Reading) {
    let denied = reading
        .claims
        .iter()
        .find(|claim| claim.denied && claim.kind.id == "abnormality" && !claim.subjects.is_empty());
    let says_more = reading.claims.iter().any(|claim| claim.kind.id != "abnormality");
    if let (Some(denied), false) = (denied, says_more) {
        reading.normals.push(Normal {
            aspects: vec![Aspect::General],
            subjects: denied.subjects.clone(),
        });
    }
}

/// Whether a structure is so wide that another beside it is what a line is about.
fn is_wide(id: &str) -> bool {
    LINES.wide.contains(id)
}
