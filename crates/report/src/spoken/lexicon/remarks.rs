//! What the files say of edits and of what is said to others.

use std::collections::HashSet;

use serde::Deserialize;

use crate::spoken::trap::Trap;

/// The file of edits and fillers.
#[derive(Deserialize)]
pub(in crate::spoken) struct Edits {
    pub(in crate::spoken) fillers: Vec<String>,
    pub(in crate::spoken) filler_stays_before: HashSet<String>,
    pub(in crate::spoken) edit: Vec<EditEntry>,
    pub(in crate::spoken) alike: Vec<HashSet<String>>,
    pub(in crate::spoken) function_words: HashSet<String>,
    pub(in crate::spoken) verbs: HashSet<String>,
    pub(in crate::spoken) negations: HashSet<String>,
    /// What belongs to an edit when it stands right before it: "no, scratch that".
    pub(in crate::spoken) leads: HashSet<String>,
    /// Words before places, of which each can come back to another: "at the left, sorry, in the left ureter".
    pub(in crate::spoken) places: HashSet<String>,
    /// What says of the words behind it that they were wrong: "right not left".
    pub(in crate::spoken) contrasts: HashSet<String>,
    /// An edit between two numbers of one kind and nowhere else.
    pub(in crate::spoken) between_numbers: HashSet<String>,
    pub(in crate::spoken) reasons: Vec<String>,
    /// What takes out the words that it says again.
    pub(in crate::spoken) take_out: HashSet<String>,
    /// What leads to the words that are put in their place.
    pub(in crate::spoken) puts: Vec<String>,
    pub(in crate::spoken) determiners: HashSet<String>,
}

#[derive(Deserialize)]
pub(in crate::spoken) struct EditEntry {
    pub(in crate::spoken) does: Does,
    pub(in crate::spoken) say: Vec<String>,
    /// On how many sides it must have a comma, or begin or end the sentence, to be an edit.
    #[serde(default)]
    pub(in crate::spoken) commas: usize,
    /// Where it corrects nothing it is said to fill time.
    #[serde(default)]
    pub(in crate::spoken) fills_time: bool,
    #[serde(flatten)]
    pub(in crate::spoken) trap: Trap,
}

/// What an edit does, the strongest last: of several that are said for one it is the one that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::spoken) enum Does {
    ReplaceAlike,
    Restart,
    Replace,
    DeleteWord,
    Retract,
    DeleteSentence,
}

impl Does {
    pub(in crate::spoken) fn takes_back(self) -> bool {
        self >= Self::DeleteWord
    }
}

/// The file of what is said to others.
#[derive(Deserialize)]
pub(in crate::spoken) struct Asides {
    pub(in crate::spoken) leads: HashSet<String>,
    pub(in crate::spoken) persons: HashSet<String>,
    pub(in crate::spoken) not_names: HashSet<String>,
    pub(in crate::spoken) goes_on: HashSet<String>,
    pub(in crate::spoken) begins_statement: HashSet<String>,
    pub(in crate::spoken) hangs: HashSet<String>,
    pub(in crate::spoken) teams: HashSet<String>,
    pub(in crate::spoken) joins: HashSet<String>,
    pub(in crate::spoken) stays_with: HashSet<String>,
    pub(in crate::spoken) not_after: HashSet<String>,
    pub(in crate::spoken) opening: Vec<Opening>,
}

#[derive(Deserialize)]
pub(in crate::spoken) struct Opening {
    pub(in crate::spoken) when: When,
    pub(in crate::spoken) say: Vec<String>,
}

/// Where words open an aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::spoken) enum When {
    /// Wherever they are said.
    Anywhere,
    /// Where a sentence begins.
    AtStart,
    /// Behind the person who is spoken to.
    ToPerson,
    /// Where a sentence begins in which another opening follows.
    BeforeAnother,
}
