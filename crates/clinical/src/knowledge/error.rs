//! What can be wrong with the files of `data/`.

/// Why a file of `data/`, or an entry of it, cannot be used. Each says itself in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KnowledgeError {
    /// The file is not TOML, or a key is missing, unknown or of the wrong type.
    #[error("{file}.toml: {source}")]
    Format {
        /// The file's name without its ending.
        file: String,
        /// What is wrong with it.
        source: Box<toml::de::Error>,
    },
    /// There are more structures or concepts than there are indices.
    #[error("more than 65,535 entries")]
    TooMany,
    /// Two entries have one name.
    #[error("`{0}` stands twice")]
    Twice(String),
    /// An entry names what is not there.
    #[error("`{of}` names {named:?} `{name}`, which does not exist")]
    Missing {
        /// The entry.
        of: String,
        /// What it names.
        named: Named,
        /// The name.
        name: String,
    },
    /// What a concept means is not written as a kind at a structure.
    #[error("`{id}` means `{written}`, which is no KIND @ STRUCTURE")]
    Meaning {
        /// The concept.
        id: String,
        /// What is written.
        written: String,
    },
    /// The levels of a structure are not one stretch of the spine.
    #[error("`{0}` is at levels that are none")]
    Levels(String),
    /// The sex of a structure is neither female nor male.
    #[error("`{0}` has a sex that is none")]
    Sex(String),
}

/// What a reference names, as its fault tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A structure.
    Structure,
    /// A concept.
    Concept,
    /// A respect.
    Respect,
}
