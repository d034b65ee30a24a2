//! Finds the structures that a text names.

use std::sync::LazyLock;

use hashbrown::HashMap;

use super::phase::is_phase;
use super::{Mention, Structure, source};
use crate::phrase::Phrases;
use crate::token::{self, Word};

/// All structures and their names.
#[derive(Debug)]
pub struct Lexicon {
    structures: Vec<Structure>,
    by_id: HashMap<String, usize>,
    /// Each structure's parents, their parents and so on, by index.
    wholes: Vec<Vec<usize>>,
    names: Phrases<usize>,
}

/// The lexicon, read once.
pub fn lexicon() -> &'static Lexicon {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(source::structures()));
    &LEXICON
}

impl Lexicon {
    fn new(structures: Vec<Structure>) -> Self {
        let names = Phrases::new(structures.iter().enumerate().flat_map(|(index, structure)| {
            [structure.name.clone(), structure.id.replace('-', " ")]
                .into_iter()
                .chain(structure.synonyms.iter().cloned())
                .map(move |name| (name, index))
        }));
        let by_id: HashMap<String, usize> = structures
            .iter()
            .enumerate()
            .map(|(index, structure)| (structure.id.clone(), index))
            .collect();
        let wholes = (0..structures.len())
            .map(|index| wholes(&structures, &by_id, index))
            .collect();
        Self {
            structures,
            by_id,
            wholes,
            names,
        }
    }

    /// Every structure in report order.
    pub fn all(&self) -> &[Structure] {
        &self.structures
    }

    /// The structure of an id.
    pub fn get(&self, id: &str) -> Option<&Structure> {
        self.by_id.get(id).map(|&index| &self.structures[index])
    }

    /// Every mention in a text, in order, the longest name at each place; mentions never overlap.
    pub fn find(&'static self, text: &str) -> Vec<Mention> {
        self.find_in(&token::words(text))
    }

    /// [`Lexicon::find`] over words that were already read.
    pub fn find_in(&'static self, words: &[Word]) -> Vec<Mention> {
        let found = self.names.find(words);
        let mut mentions: Vec<Mention> = Vec::with_capacity(found.len());
        for (at, named) in found.iter().enumerate() {
            if is_phase(words, &named.words) {
                continue;
            }
            let earliest = at.checked_sub(1).map_or(0, |before| found[before].words.end);
            mentions.extend(self.elided(words, earliest, named.words.clone()));
            let shared = self.sharing(words, &found, at);
            if let Some((last, _)) = &shared {
                mentions.extend(self.before_shared(words, earliest..named.words.start, last));
            }
            mentions.push(Mention {
                structure: shared
                    .map(|(_, structure)| structure)
                    .or_else(|| self.beginning_as_before(words, &found, at))
                    .unwrap_or(&self.structures[named.meaning]),
                range: named.range.clone(),
            });
            mentions.extend(self.goes_on(words, &found, at));
        }
        mentions
    }

    /// `mediastinal, hilar or axillary lymph nodes`: a name of a list whose last word all of them share. The nodes of the
    /// mediastinum are meant, not the mediastinum.
    fn sharing(
        &'static self,
        words: &[Word],
        found: &[crate::phrase::Found<usize>],
        at: usize,
    ) -> Option<(Word, &'static Structure)> {
        let mut last = at;
        let mut is_list = false;
        while let Some(next) = found.get(last + 1) {
            let between = &words[found[last].words.end..next.words.start];
            let joins = match between {
                [] => true,
                [only] => {
                    is_list |= matches!(only.key.as_str(), "and" | "or" | "nor");
                    matches!(only.key.as_str(), "and" | "or" | "nor")
                }
                // "Inguinal and right external iliac lymph nodes".
                [and, side] if is_side(side) => {
                    is_list |= matches!(and.key.as_str(), "and" | "or");
                    matches!(and.key.as_str(), "and" | "or")
                }
                // "Renal, visceral and iliac arteries".
                [unknown @ .., and] if unknown.len() <= 2 && matches!(and.key.as_str(), "and" | "or") => {
                    let shared = std::slice::from_ref(&words[next.words.end - 1]);
                    let listed = self.completed(unknown, 0..unknown.len(), shared);
                    let is_name = listed.is_some_and(|(first, _)| first == 0);
                    is_list |= is_name;
                    is_name
                }
                _ => false,
            };
            if !joins || last - at >= 5 {
                break;
            }
            last += 1;
        }
        let whole = &found[last];
        if !is_list || whole.words.len() < 2 {
            return None;
        }
        let shared = words[whole.words.end - 1].clone();
        let mut name = words[found[at].words.clone()].to_vec();
        name.push(shared.clone());
        let [only] = &self.names.find(&name)[..] else {
            return None;
        };
        (only.words == (0..name.len())).then(|| (shared, &self.structures[only.meaning]))
    }

    /// `Visceral, renal and iliac arteries`: what stands in such a list before the first word that is a name by itself.
    fn before_shared(
        &'static self,
        words: &[Word],
        within: std::ops::Range<usize>,
        shared: &Word,
    ) -> Vec<Mention> {
        let mut found = Vec::new();
        let mut end = within.end;
        while let Some((first, mention)) =
            self.completed(words, within.start..end, std::slice::from_ref(shared))
        {
            found.insert(0, mention);
            end = first;
        }
        found
    }

    /// `femoral head and neck`: a name of one word that shares the first words of the one before it. The neck of the femur is meant.
    fn beginning_as_before(
        &'static self,
        words: &[Word],
        found: &[crate::phrase::Found<usize>],
        at: usize,
    ) -> Option<&'static Structure> {
        let before = &found[at.checked_sub(1)?];
        let only = found[at].words.clone();
        (only.len() == 1 && before.words.end + 1 == only.start)
            .then(|| self.with_first_words(words, before.words.clone(), only.start))?
    }

    /// `Superior mesenteric artery and vein`: the same where the last word is no name of its own.
    fn goes_on(
        &'static self,
        words: &[Word],
        found: &[crate::phrase::Found<usize>],
        at: usize,
    ) -> Option<Mention> {
        let named = &found[at].words;
        let behind = named.end + 1;
        let is_free = found.get(at + 1).is_none_or(|next| next.words.start > behind);
        let structure = (is_free && behind < words.len())
            .then(|| self.with_first_words(words, named.clone(), behind))??;
        Some(Mention {
            structure,
            range: words[behind].range.clone(),
        })
    }

    /// What the word at `behind`, joined to a name, is called with all of this name but its last word.
    fn with_first_words(
        &'static self,
        words: &[Word],
        named: std::ops::Range<usize>,
        behind: usize,
    ) -> Option<&'static Structure> {
        let joins = matches!(words[behind - 1].key.as_str(), "and" | "or");
        if !joins || named.len() < 2 {
            return None;
        }
        let mut name = words[named.start..named.end - 1].to_vec();
        name.push(words[behind].clone());
        let [only] = &self.names.find(&name)[..] else {
            return None;
        };
        (only.words == (0..name.len())).then(|| &self.structures[only.meaning])
    }

    /// `frontal and ethmoid sinuses`, `obturator, internal iliac or external iliac node`: what is named in a list without the last word
    /// that all of it shares, in order.
    fn elided(&'static self, words: &[Word], earliest: usize, named: std::ops::Range<usize>) -> Vec<Mention> {
        let mut found = Vec::new();
        // "Inguinal and right external iliac lymph nodes".
        let before = named.start.checked_sub(1);
        let before = before.map(|at| {
            if is_side(&words[at]) {
                at.saturating_sub(1)
            } else {
                at
            }
        });
        let Some(and) = before.filter(|and| *and > earliest) else {
            return found;
        };
        if !matches!(words[and].key.as_str(), "and" | "or") || named.len() < 2 {
            return found;
        }
        // "Hepatic and portal veins" share one word, "anterior and posterior cruciate ligaments" two.
        for shared in (named.start + 1..named.end)
            .rev()
            .map(|from| &words[from..named.end])
        {
            let mut end = and;
            while let Some((first, mention)) = self.completed(words, earliest..end, shared) {
                found.insert(0, mention);
                end = first;
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// The one or two words at the end that are a name together with the shared words, and where they begin.
    fn completed(
        &'static self,
        words: &[Word],
        within: std::ops::Range<usize>,
        shared: &[Word],
    ) -> Option<(usize, Mention)> {
        (1..=2).rev().find_map(|length| {
            let first = within
                .end
                .checked_sub(length)
                .filter(|first| *first >= within.start)?;
            let mut name = words[first..within.end].to_vec();
            name.extend_from_slice(shared);
            let whole = self.names.find(&name);
            let [only] = &whole[..] else { return None };
            let mention = || Mention {
                structure: &self.structures[only.meaning],
                range: words[first].range.start..words[within.end - 1].range.end,
            };
            (only.words == (0..name.len())).then(|| (first, mention()))
        })
    }

    /// Whether `part` is `whole` or lies within it, through any number of parents.
    pub fn is_within(&self, part: &str, whole: &str) -> bool {
        part == whole
            || self.by_id.get(part).is_some_and(|&index| {
                self.wholes[index]
                    .iter()
                    .any(|&other| self.structures[other].id == whole)
            })
    }
}

fn is_side(word: &Word) -> bool {
    matches!(word.key.as_str(), "right" | "left" | "bilateral" | "both")
}

/// The structures of which one is part, each once, so that a cycle in the data ends.
fn wholes(structures: &[Structure], by_id: &HashMap<String, usize>, index: usize) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let mut open = vec![index];
    while let Some(part) = open.pop() {
        let structure = &structures[part];
        for parent in structure.parent.iter().chain(&structure.other_parents) {
            if let Some(&whole) = by_id.get(parent)
                && !found.contains(&whole)
            {
                found.push(whole);
                open.push(whole);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, ids: &[&str]) {
        let found: Vec<&str> = lexicon()
            .find(text)
            .iter()
            .map(|mention| mention.structure.id.as_str())
            .collect();
        assert_eq!(found, ids, "{text}");
    }

    #[test]
    fn names_synonyms_and_adjectives_lead_to_the_structure() {
        check("The hepatic parenchyma is normal.", &["liver"]);
        check("Splenomegaly. Renal calculi.", &["spleen", "kidney"]);
        check(
            "Gall bladder and urinary bladder",
            &["gallbladder", "urinary-bladder"],
        );
        check(
            "tear of the ACL and the medial menisci",
            &["anterior-cruciate-ligament", "medial-meniscus"],
        );
        check("oesophageal thickening, caecal mass", &["esophagus", "cecum"]);
    }

    #[test]
    fn the_longest_name_wins() {
        check("left renal artery", &["renal-artery"]);
        check("common bile duct", &["common-bile-duct"]);
        check("medial collateral ligament", &["medial-collateral-ligament"]);
    }

    #[test]
    fn a_list_that_shares_its_last_word_names_each() {
        check(
            "left frontal and ethmoid sinuses",
            &["frontal-sinus", "ethmoid-sinus"],
        );
        check(
            "transverse and sigmoid sinuses",
            &["transverse-sinus", "sigmoid-sinus"],
        );
        check(
            "medial and lateral menisci",
            &["medial-meniscus", "lateral-meniscus"],
        );
        check(
            "obturator, internal iliac or external iliac lymph node",
            &[
                "obturator-lymph-node",
                "internal-iliac-lymph-node",
                "external-iliac-lymph-node",
            ],
        );
        check(
            "anterior and posterior cruciate ligaments",
            &["anterior-cruciate-ligament", "posterior-cruciate-ligament"],
        );
        check(
            "splanchnic, renal and femoral arteries",
            &["visceral-artery", "renal-artery", "femoral-artery"],
        );
        check(
            "renal, splanchnic and femoral arteries",
            &["renal-artery", "visceral-artery", "femoral-artery"],
        );
        check("a mass and hepatic veins", &["hepatic-vein"]);
        check("left femoral head and neck", &["femoral-head", "femoral-neck"]);
        check(
            "superior mesenteric artery and vein",
            &["superior-mesenteric-artery", "superior-mesenteric-vein"],
        );
        check("small bowel and bladder", &["small-bowel", "urinary-bladder"]);
    }

    #[test]
    fn every_file_is_read_and_every_parent_exists() {
        let lexicon = lexicon();
        assert!(lexicon.all().len() > 300, "{}", lexicon.all().len());
        for structure in lexicon.all() {
            assert_eq!(
                lexicon.get(&structure.id),
                Some(structure),
                "{} stands twice",
                structure.id
            );
            for parent in structure.parent.iter().chain(&structure.other_parents) {
                assert!(
                    lexicon.get(parent).is_some(),
                    "{} lies within unknown {parent}",
                    structure.id
                );
            }
        }
    }

    #[test]
    fn parts_lie_within_wholes() {
        assert!(lexicon().is_within("medial-meniscus", "knee"));
        assert!(lexicon().is_within("liver", "abdomen"));
        assert!(!lexicon().is_within("knee", "medial-meniscus"));
        assert!(lexicon().is_within("cerebellum", "posterior-fossa"));
        assert!(lexicon().is_within("cerebellum", "brain"));
    }
}
