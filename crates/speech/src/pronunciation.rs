//! How words sound, for the embedded engine: ARPABET phones without stress.
//!
//! Three sources, the first that knows a word wins: `data/curated.dict` (written by hand for the terms that matter
//! most) together with `data/pronunciations.dict` (made by `make language-model` for words that the model's
//! own dictionary lacks), the dictionary that comes with the acoustic model, and a small letter-to-sound rule for
//! whatever is left, so that a word of a custom template can be recognised at all. The first sounds of a word are also said the British
//! way.

mod british;
mod letters;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io;
use std::path::Path;

const CURATED: &str = include_str!("../data/curated.dict");
const GENERATED: &str = include_str!("../data/pronunciations.dict");

/// How many sounds of a word get a British variant, and up to how many sounds in all: more of them slow the search down.
const BRITISH_VARIANTS: usize = 2;
const MOST_SOUNDS: usize = 5;

/// A dictionary for exactly the words of a model.
pub(crate) struct Dictionary {
    /// In the format of the recogniser: `word phones`, alternatives as `word(2) phones`.
    pub(crate) text: String,
    /// Words whose sound came from the letter-to-sound rule.
    pub(crate) guessed: usize,
    /// Words of which nothing is known: they cannot be recognised.
    pub(crate) silent: usize,
}

impl Dictionary {
    /// Finds the pronunciations of words; `model` is the dictionary that comes with the acoustic model.
    pub(crate) fn for_words(words: &[&str], model: &Path) -> io::Result<Dictionary> {
        let wanted: HashSet<&str> = words.iter().copied().collect();
        let mut known: HashMap<&str, Vec<&str>> = HashMap::new();
        collect(CURATED, &wanted, &mut known);
        collect(GENERATED, &wanted, &mut known);
        let model = std::fs::read(model)?;
        let model = String::from_utf8_lossy(&model);
        let mut standard: HashMap<&str, Vec<&str>> = HashMap::new();
        collect(&model, &wanted, &mut standard);
        for (word, sounds) in standard {
            let own = known.entry(word).or_default();
            sounds.into_iter().for_each(|sound| add(own, sound));
        }

        let mut dictionary = Dictionary {
            text: String::new(),
            guessed: 0,
            silent: 0,
        };
        for word in words {
            if let Some(sounds) = known.get(word) {
                dictionary.write(word, sounds.iter().copied());
            } else if let Some(sound) = letters::sound(word) {
                dictionary.guessed += 1;
                dictionary.write(word, [sound.as_str()]);
            } else {
                dictionary.silent += 1;
            }
        }
        Ok(dictionary)
    }

    fn write<'a>(&mut self, word: &str, american: impl IntoIterator<Item = &'a str>) {
        let mut sounds: Vec<String> = american.into_iter().map(str::to_owned).collect();
        let british: Vec<String> = sounds
            .iter()
            .take(BRITISH_VARIANTS)
            .filter_map(|sound| british::british(sound))
            .collect();
        for sound in british {
            if sounds.len() < MOST_SOUNDS && !sounds.contains(&sound) {
                sounds.push(sound);
            }
        }
        for (index, sound) in sounds.iter().enumerate() {
            // Writing to a String does not fail.
            let _ = match index {
                0 => writeln!(self.text, "{word} {sound}"),
                _ => writeln!(self.text, "{word}({}) {sound}", index + 1),
            };
        }
    }
}

/// How a word that no dictionary has may sound, by its letters; empty for what is not a word.
pub(crate) fn guessed(word: &str) -> Vec<String> {
    let mut sounds: Vec<String> = Vec::new();
    for american in letters::sound(word)
        .into_iter()
        .flat_map(|full| [letters::weakened(&full), full])
    {
        let british = british::british(&american);
        for sound in [Some(american), british].into_iter().flatten() {
            if !sounds.contains(&sound) {
                sounds.push(sound);
            }
        }
    }
    sounds
}

/// Everything of this file that decides a pronunciation, for the cache key.
pub(crate) fn data() -> [&'static str; 2] {
    [CURATED, GENERATED]
}

fn collect<'a>(dictionary: &'a str, wanted: &HashSet<&str>, into: &mut HashMap<&'a str, Vec<&'a str>>) {
    for line in dictionary.lines().filter(|line| !line.starts_with('#')) {
        let Some((entry, sound)) = line.split_once(char::is_whitespace) else {
            continue;
        };
        let word = entry.split('(').next().unwrap_or(entry);
        if wanted.contains(word) {
            add(into.entry(word).or_default(), sound.trim());
        }
    }
}

fn add<'a>(sounds: &mut Vec<&'a str>, sound: &'a str) {
    if !sounds.contains(&sound) {
        sounds.push(sound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language_model::Corpus;
    use crate::settings::EmbeddedSettings;

    /// The words that a dictionary has.
    fn entries(dictionary: &str) -> HashSet<&str> {
        let lines = dictionary.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split([' ', '(']).next()).collect()
    }

    #[test]
    fn the_commonest_terms_that_the_acoustic_model_lacks_are_written_by_hand() {
        let system = EmbeddedSettings::new("unused", Vec::new())
            .model
            .join("cmudict-en-us.dict");
        let model = std::fs::read(system).expect("Debian's pocketsphinx-en-us");
        let model = String::from_utf8_lossy(&model);
        let (standard, curated) = (entries(&model), entries(CURATED));
        let corpus = Corpus::build(&[], &[]);
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let words = corpus.written.iter().flat_map(|sentence| sentence.split(' '));
        // What is shorter is spelled.
        for word in words.filter(|word| word.len() > 3 && !standard.contains(word)) {
            *counts.entry(word).or_default() += 1;
        }
        let mut terms: Vec<(&str, usize)> = counts.into_iter().collect();
        terms.sort_by_key(|(word, count)| (usize::MAX - count, *word));
        terms.truncate(500);
        terms.retain(|(word, _)| !curated.contains(word));
        assert!(terms.is_empty(), "{} are not: {terms:?}", terms.len());
    }

    #[test]
    fn a_word_that_is_written_by_hand_can_be_said() {
        let corpus = Corpus::build(&[], &[]);
        let mut silent = entries(CURATED);
        for word in corpus.sentences().flat_map(|sentence| sentence.split(' ')) {
            silent.remove(word);
        }
        for word in &corpus.words {
            silent.remove(word.as_str());
        }
        assert!(silent.is_empty(), "{silent:?}");
    }

    const PHONES: &str = "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V \
                          W Y Z ZH";

    #[test]
    fn committed_pronunciations_use_the_phones_of_the_model() {
        let phones: HashSet<&str> = PHONES.split_whitespace().collect();
        for line in data()
            .iter()
            .flat_map(|file| file.lines())
            .filter(|line| !line.starts_with('#'))
        {
            let (word, sound) = line.split_once(' ').expect(line);
            assert!(
                word.starts_with(|letter: char| letter.is_ascii_lowercase()),
                "{line}"
            );
            assert!(sound.split(' ').all(|phone| phones.contains(phone)), "{line}");
        }
    }

    #[test]
    fn an_unknown_word_gets_a_sound_from_its_letters() {
        let model = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(model.path(), "liver L IH V ER\nliver(2) L AY V ER\n").expect("written");
        let dictionary = Dictionary::for_words(&["liver", "zorbaplasty"], model.path()).expect("read");
        assert!(
            dictionary
                .text
                .contains("liver L IH V ER\nliver(2) L AY V ER\nliver(3) L IH V AH\n"),
            "{}",
            dictionary.text
        );
        assert!(
            dictionary.text.contains("\nzorbaplasty Z AO R B"),
            "{}",
            dictionary.text
        );
        assert_eq!((dictionary.guessed, dictionary.silent), (1, 0));
    }
}
