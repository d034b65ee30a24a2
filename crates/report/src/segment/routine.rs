//! Findings that are denied one after the other as a matter of course, from `data/denied-together.toml`.

use std::collections::BTreeMap;

use std::ops::Range;
use std::sync::LazyLock;

use hashbrown::HashMap;

use crate::budget;
use crate::phrase::Phrases;
use crate::token::{self, Word};

/// What a region's reports deny together.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    /// Each of these, behind one another.
    together: Vec<String>,
    /// Behind these too, which are themselves told of alone.
    #[serde(default)]
    behind: Vec<String>,
}

/// The groups in which a phrase stands, a bit a group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Groups {
    /// Those whose findings may be denied behind it.
    pub(super) leads: u32,
    /// Those behind whose findings it may be denied.
    pub(super) follows: u32,
}

static ROUTINE: LazyLock<Phrases<Groups>> = LazyLock::new(|| budget::suspended(read));

fn read() -> Phrases<Groups> {
    let groups: BTreeMap<String, Group> = toml::from_str(include_str!("../../data/denied-together.toml"))
        .unwrap_or_else(|error| panic!("findings denied together: {error}"));
    let mut phrases: HashMap<String, Groups> = HashMap::new();
    for (number, group) in groups.values().enumerate() {
        let together = group.together.iter().map(|phrase| (phrase, true));
        for (phrase, follows) in together.chain(group.behind.iter().map(|phrase| (phrase, false))) {
            let keys: Vec<String> = token::words(phrase).into_iter().map(|word| word.key).collect();
            let known = phrases.entry(keys.join(" ")).or_default();
            known.leads |= 1 << number;
            known.follows |= u32::from(follows) << number;
        }
    }
    Phrases::new(phrases)
}

/// Every such phrase in the words, with its groups.
pub(super) fn find(words: &[Word]) -> impl Iterator<Item = (Range<usize>, Groups)> {
    ROUTINE
        .find(words)
        .into_iter()
        .map(|found| (found.words, found.meaning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_of_every_group_that_lists_it() {
        let words = token::words("haemorrhage and a pleural effusion and nothing");
        let found: Vec<_> = find(&words).collect();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].1.leads & found[1].1.follows, 0);
        assert_ne!(found[1].1.leads & found[1].1.follows, 0);
    }
}
