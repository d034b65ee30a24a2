//! What is known of medicine, as the files in `data/` tell it. Read once, when it is first asked.

mod build;
mod closure;
mod error;
mod phrases;
mod source;

use std::sync::LazyLock;

use hashbrown::HashMap;
use report::anatomy::level::Level;
use report::sex::Sex;
use report::side::Side;

pub use closure::{Consequence, Implied};
pub use error::{KnowledgeError, Named};

use crate::respect::{Respect, Respects};

/// A structure of the anatomy, as an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StructureId(pub(crate) u16);

/// A concept, as an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptId(pub(crate) u16);

/// A part of the body.
#[derive(Debug)]
pub struct Structure {
    /// Its stable name: `urinary-bladder`.
    pub id: String,
    /// What it is called first.
    pub name: String,
    /// Itself and all that it is part of, ascending.
    pub(crate) within: Vec<StructureId>,
    /// The nearest that it is part of, first.
    pub(crate) parents: Vec<StructureId>,
    /// Whether there is one on each side.
    pub paired: bool,
    /// The side that its name says.
    pub side: Option<Side>,
    /// The sex that has it, when only one has.
    pub sex: Option<Sex>,
    /// Whether a report has a paragraph for it.
    pub group: bool,
    /// What that paragraph is called where its name will not do: `Lungs`.
    pub(crate) label: Option<String>,
    /// Whether it is a tissue or region, which beside the name of a structure only describes that.
    pub broad: bool,
    /// Whether it is a region, which with a tissue says of which.
    pub region: bool,
    /// Whether a wide part makes the whole wide.
    pub hollow: bool,
    /// Whether what is said of it is said of each of its parts.
    pub collective: bool,
    /// Whether it is the bulk of what it is part of: what is found in that is found in it.
    pub bulk: bool,
    /// Whether it runs past many levels, so that a heading of one says nothing of it.
    pub(crate) long: bool,
    /// Whether what is in it is not in what it borders: a space, a membrane, a vessel.
    pub apart: bool,
    /// Whether it is all that a study shows.
    pub everything: bool,
    /// The finding that it is when it is named and not called normal.
    pub(crate) bare: Option<ConceptId>,
    /// Of a region of the spine: of what it is a part.
    pub(crate) spans: Option<StructureId>,
    /// How wide or long it is at most when it is normal, in millimetres.
    pub(crate) limit: Option<u16>,
    /// How wide or long it is at least when it is normal, in millimetres.
    pub(crate) least: Option<u16>,
    /// The vertebral levels that it reaches, its own or those of what it is part of.
    pub(crate) levels: Vec<Level>,
}

/// A finding, diagnosis, device or operation.
#[derive(Debug)]
pub struct Concept {
    /// Its stable name: `subdural-haematoma`.
    pub id: String,
    /// What it is called first.
    pub name: String,
    /// Where it is when the text does not say.
    pub(crate) at: Vec<StructureId>,
    /// All that it entails, itself first.
    pub(crate) entails: Vec<Implied>,
    /// What can no longer be called normal of its place.
    pub(crate) alters: Respects,
    /// The concept and place that it says no more than.
    pub(crate) means: Option<(ConceptId, StructureId)>,
    /// The tissue that alone can have it: bone a fracture.
    pub(crate) tissue: Option<StructureId>,
    /// In which respects its place is called normal by whoever denies it.
    pub denied: Respects,
    /// Whether a size that is told with it is that of its place: of what is thickened, and not of a stone in it.
    pub(crate) sized: bool,
    /// Whether it is a variant or a trifle.
    pub minor: bool,
    /// Whether it is no abnormality at all.
    pub normal: bool,
    /// Whether it may be any of its kinds, so that a denial of one is doubtful beside it.
    pub vague: bool,
}

/// A part of the body for which an ambiguous name holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Region {
    /// Brain, skull, orbits, sinuses, face.
    Head,
    /// Neck.
    Neck,
    /// Spine.
    Spine,
    /// Lungs, mediastinum.
    Chest,
    /// Heart.
    Heart,
    /// Breast.
    Breast,
    /// Abdomen.
    Abdomen,
    /// Pelvis.
    Pelvis,
    /// Bones and joints of the limbs.
    Limbs,
    /// Arteries and veins.
    Vessels,
    /// The unborn.
    Foetus,
}

/// How a name stands in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// By itself.
    Name,
    /// It says that there is none: "BI-RADS 1".
    Denial,
    /// Before another finding it only describes that.
    Adjective,
    /// It says something right before a structure alone: "small right kidney", and not "small right pleural effusion".
    Attribute,
    /// It means the structure beside what the structure's tissue alone can have: the temporal bone of "right temporal fracture".
    OfTissue,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sense {
    Structure(StructureId),
    Concept(ConceptId),
    /// Normal in the respects named beside it.
    Normal,
    /// Normal in one respect.
    NormalIn(Respect),
    /// The name of a respect.
    Respect(Respect),
    /// Says that a respect is altered.
    Altered,
    /// Looks like one of these and is none.
    Neutral,
}

/// A meaning of a name.
#[derive(Debug)]
pub(crate) struct Meaning {
    pub(crate) sense: Sense,
    /// The regions in which it holds; everywhere when there are none.
    pub(crate) regions: Vec<Region>,
    /// How it stands.
    pub(crate) form: Form,
}

/// A name and what it means.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) rest: Vec<String>,
    pub(crate) senses: Vec<Meaning>,
}

/// A category of assertion, as `data/assertion.toml` names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Assertion {
    /// It is there.
    Present,
    /// It is not there.
    Absent,
    /// It was there and is gone.
    Resolved,
    /// It may be there.
    Possible,
    /// It is asked for or supposed.
    Hypothetical,
    /// It belongs to the past.
    Historical,
    /// It is somebody else's.
    Other,
}

/// What a phrase does to the reading of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cue {
    Before(Assertion),
    Behind(Assertion),
    Pseudo,
    Change,
    Lead,
    End,
    Verb,
    Seeing,
    Plain,
    Place,
    Away,
    Found,
    Rest,
    All,
    Each,
    Except,
    Direction,
    Compared,
    With,
    Anaphora,
    Alike,
    Pointing,
    Many,
    Join,
    Or,
    /// Of an opposed group, and of which of its two sides.
    Modifier(u8, bool),
}

/// Phrases by the key of their first word, longest first.
pub(crate) type ByFirst<T> = HashMap<String, Vec<T>>;

/// Everything known.
#[derive(Debug)]
pub struct Knowledge {
    pub(crate) structures: Vec<Structure>,
    pub(crate) concepts: Vec<Concept>,
    pub(crate) names: ByFirst<Name>,
    pub(crate) cues: ByFirst<(Vec<String>, Vec<Cue>)>,
    /// Words before a name that say nothing of it.
    pub(crate) articles: Vec<String>,
    /// Which of the opposed modifier groups make a verdict doubtful only.
    pub(crate) doubtful: Vec<bool>,
    /// Which of them say of what part, so that praise of one is none of the other.
    pub(crate) of_part: Vec<bool>,
    /// Which of them narrow a denial in name only.
    pub(crate) loose: Vec<bool>,
    /// References that name nothing; the tests want none.
    pub faults: Vec<KnowledgeError>,
    /// The structure that is a tissue of another: the axillary node of lymph node and axilla.
    meets: HashMap<(StructureId, StructureId), StructureId>,
    /// Structures that share the first name of one of them: the tendon and the muscle of the supraspinatus.
    namesakes: HashMap<StructureId, Vec<StructureId>>,
    structure_by_id: HashMap<String, StructureId>,
    concept_by_id: HashMap<String, ConceptId>,
}

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| {
    // The files are part of the program: one that cannot be read is a defect of the build, which a test finds. Whoever asks first does not
    // pay for them, and does not cut their reading short for everybody.
    let knowledge = report::budget::suspended(|| source::read().and_then(build::knowledge));
    knowledge.unwrap_or_else(|fault| panic!("knowledge: {fault}"))
});

/// What is known.
pub fn knowledge() -> &'static Knowledge {
    &KNOWLEDGE
}

impl Knowledge {
    /// A structure.
    pub fn structure(&self, id: StructureId) -> &Structure {
        &self.structures[usize::from(id.0)]
    }

    /// A concept.
    pub fn concept(&self, id: ConceptId) -> &Concept {
        &self.concepts[usize::from(id.0)]
    }

    /// The structure of a stable name.
    pub fn structure_named(&self, id: &str) -> Option<StructureId> {
        self.structure_by_id.get(id).copied()
    }

    /// The concept of a stable name.
    pub fn concept_named(&self, id: &str) -> Option<ConceptId> {
        self.concept_by_id.get(id).copied()
    }

    /// Whether a structure is another one or part of it.
    pub fn is_within(&self, part: StructureId, whole: StructureId) -> bool {
        self.structure(part).within.binary_search(&whole).is_ok()
    }

    /// Whether something entailed says that what was at its place is not there any more, and the kind by which it does.
    pub(crate) fn absence(&self, implied: &Implied) -> Option<ConceptId> {
        let Consequence::Concept(kind) = implied.what else {
            return None;
        };
        let is_absence =
            implied.is_kind && implied.certain && self.concept(kind).alters.has(Respect::Presence);
        is_absence.then_some(kind)
    }

    /// Whether what is at a place is in a structure: the place is part of it, or what it is the bulk of.
    pub fn is_in(&self, place: StructureId, structure: StructureId) -> bool {
        let held = self.structure(structure);
        self.is_within(place, structure) || held.bulk && held.parents.first() == Some(&place)
    }

    /// Whether a concept is another one or a kind of it, wherever it is.
    pub fn is_a(&self, kind: ConceptId, of: ConceptId) -> bool {
        self.concept(kind)
            .entails
            .iter()
            .any(|implied| implied.is_kind && implied.certain && implied.what == Consequence::Concept(of))
    }

    /// The largest structure that is part of a tissue and of something else: of lymph nodes and the axilla the axillary nodes.
    pub(crate) fn meet(&self, tissue: StructureId, of: StructureId) -> Option<StructureId> {
        self.meets.get(&(tissue, of)).copied()
    }

    /// Of what was spoken of, what a finding of a tissue is told of: the muscle where the supraspinatus is meant.
    pub(crate) fn of_tissue(&self, spoken_of: &[StructureId], tissue: StructureId) -> Vec<StructureId> {
        let of_tissue = |id: &StructureId| {
            let namesakes = self.namesakes.get(id).into_iter().flatten();
            // "Lower pole" of the kidney and of the patella have nothing else in common.
            let near = |other: &StructureId| {
                let wholes = &self.structure(*other).within;
                let shared = wholes.iter().filter(|whole| self.is_within(*id, **whole));
                shared.into_iter().any(|whole| self.structure(*whole).paired)
            };
            let own: Vec<StructureId> = namesakes
                .copied()
                .filter(|other| self.is_within(*other, tissue) && near(other))
                .collect();
            let stays = self.is_within(*id, tissue) || self.meet(tissue, *id).is_some() || own.is_empty();
            if stays { vec![*id] } else { own }
        };
        spoken_of.iter().flat_map(of_tissue).collect()
    }

    /// Whether it is a tube or cavity, or part of one.
    pub(crate) fn is_hollow(&self, id: StructureId) -> bool {
        self.structure(id)
            .within
            .iter()
            .any(|whole| self.structure(*whole).hollow)
    }

    /// What a structure of this kind is when it is merely named: of "axillary nodes" the finding that there are some.
    pub(crate) fn bare(&self, id: StructureId) -> Option<ConceptId> {
        let kinds = self.structure(id).within.iter().rev();
        kinds.filter_map(|kind| self.structure(*kind).bare).next()
    }

    /// Whether it is a tissue that many structures have: synovium, bone, fat.
    pub(crate) fn is_tissue(&self, id: StructureId) -> bool {
        let structure = self.structure(id);
        structure.broad && !structure.region
    }

    /// What the paragraph of a structure is called: `Liver`.
    pub fn label(&self, id: StructureId) -> String {
        let structure = self.structure(id);
        let label = structure.label.as_ref().unwrap_or(&structure.name);
        let mut letters = label.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        first + letters.as_str()
    }

    /// The structure for which a report has a paragraph, of a structure: itself or the nearest that it is part of.
    pub fn group_of(&self, id: StructureId) -> Option<StructureId> {
        let mut queue = std::collections::VecDeque::from([id]);
        while let Some(at) = queue.pop_front() {
            if self.structure(at).group {
                return Some(at);
            }
            queue.extend(self.structure(at).parents.iter().copied());
        }
        None
    }
}
