//! The files that a recogniser loads: acoustic model (from the system), dictionary and language model (made here).

use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::pocketsphinx::{self, Decoder, DecoderError, EMPTY_MODEL, Effort, OWN_MODEL};
use crate::language_model::{Corpus, Language};
use crate::pronunciation::{self, Dictionary};
use crate::settings::EmbeddedSettings;

/// Part of the cache key: raise it when the way models are built changes.
const FORMAT: &str = "7";

/// Why there is no model. Names no path: the page shows it to everybody who is signed in, the log adds where things are.
#[derive(Debug, thiserror::Error)]
pub(super) enum ModelError {
    #[error("its acoustic model is not there (Debian: apt-get install pocketsphinx-en-us)")]
    NoAcousticModel,
    #[error("its language model cannot be written")]
    Cache(#[source] io::Error),
    #[error(transparent)]
    Recogniser(#[from] DecoderError),
}

/// The language model and the dictionary of the embedded engine, as [`build_language_model`] has built them.
#[derive(Debug)]
pub struct LanguageModel {
    /// How each word sounds: `word phones`, alternatives as `word(2) phones`.
    pub dictionary: PathBuf,
    /// Which words follow which, in the form that the recogniser loads.
    pub language: PathBuf,
    /// How many words can be recognised.
    pub words: usize,
}

/// Why no language model was built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The settings hold no line.
    #[error("there is no text of the product to build the language model from")]
    NoText,
    /// What it takes is not there, or what was built cannot be written or loaded.
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

/// Builds what an engine with these settings would build when it starts, into the same cache, and loads it once. What is there
/// already is not built again: the same text gives the same files.
pub fn build_language_model(settings: &EmbeddedSettings) -> Result<LanguageModel, BuildError> {
    if settings.lines.iter().all(|line| line.trim().is_empty()) {
        return Err(BuildError::NoText);
    }
    let built = ModelFiles::prepare(settings).and_then(|files| {
        Decoder::open(&files.acoustic, &files.dictionary, &files.language, Effort::Quick)?;
        let dictionary = fs::read_to_string(&files.dictionary).map_err(ModelError::Cache)?;
        let is_first = |entry: &&str| !entry.split(' ').next().is_some_and(|word| word.ends_with(')'));
        Ok(LanguageModel {
            words: dictionary.lines().filter(is_first).count(),
            dictionary: files.dictionary,
            language: files.language,
        })
    });
    built.map_err(|problem| BuildError::Failed(Box::new(problem)))
}

/// What [`super::pocketsphinx::Decoder::open`] takes.
pub(super) struct ModelFiles {
    pub(super) acoustic: PathBuf,
    pub(super) dictionary: PathBuf,
    pub(super) language: PathBuf,
}

impl ModelFiles {
    /// Finds the files in the cache, or builds them there. The same input gives the same bytes.
    pub(super) fn prepare(settings: &EmbeddedSettings) -> Result<ModelFiles, ModelError> {
        let (system, cache) = (&settings.model, &settings.cache);
        let acoustic = system.join("en-us");
        let standard = system.join("cmudict-en-us.dict");
        if !acoustic.join("mdef").is_file() || !standard.is_file() {
            return Err(ModelError::NoAcousticModel);
        }
        let corpus = Corpus::build(&settings.lines, &settings.commands);
        let name = key(&corpus, &standard);
        let files = ModelFiles {
            acoustic,
            dictionary: cache.join(format!("{name}.dict")),
            language: cache.join(format!("{name}.lm")),
        };
        // Of several engines with one cache the first builds, and the others find.
        static BUILDING: Mutex<()> = Mutex::new(());
        let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
        if files.are_there() {
            return Ok(files);
        }
        fs::create_dir_all(cache).map_err(ModelError::Cache)?;
        remove_older(cache);
        files.build(&corpus, &standard).map_err(ModelError::Cache)?;
        Ok(files)
    }

    /// Whether nobody has deleted them since.
    pub(super) fn are_there(&self) -> bool {
        self.dictionary.is_file() && self.language.is_file() && self.own().is_file()
    }

    /// The language model to which a user's words are added.
    fn own(&self) -> PathBuf {
        self.language.with_extension(OWN_MODEL)
    }

    fn build(&self, corpus: &Corpus, standard: &Path) -> io::Result<()> {
        let language = Language::build(corpus);
        let mut words: Vec<&str> = language.words().collect();
        words.sort_unstable();
        let dictionary = Dictionary::for_words(&words, standard)?;
        if dictionary.guessed + dictionary.silent > 0 {
            tracing::debug!(
                speech.words = words.len(),
                speech.guessed = dictionary.guessed,
                speech.left_out = dictionary.silent,
                "some words of the language model have no known pronunciation"
            );
        }
        tracing::debug!(speech.words = words.len(), speech.shares = ?language.shares, "the language model is built");
        let text = self
            .language
            .with_extension(format!("{}.text.part", std::process::id()));
        write(&text, |file| language.write_arpa(file))?;
        whole(&self.language, |unfinished| {
            pocketsphinx::compact(&text, unfinished).map_err(io::Error::other)
        })?;
        fs::remove_file(text)?;
        whole(&self.own(), |unfinished| fs::write(unfinished, EMPTY_MODEL))?;
        whole(&self.dictionary, |unfinished| {
            fs::write(unfinished, &dictionary.text)
        })
    }
}

/// Makes a file beside the target and renames it: a reader or a second process never sees half a file, nor does who comes after a
/// power cut.
fn whole(target: &Path, make: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let unfinished = target.with_extension(format!("{}.part", std::process::id()));
    make(&unfinished)?;
    fs::File::open(&unfinished)?.sync_all()?;
    fs::rename(&unfinished, target)
}

fn write(path: &Path, write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(fs::File::create(path)?);
    write(&mut file)?;
    file.flush()
}

/// Models of earlier input are of no use any more.
fn remove_older(cache: &Path) {
    let Ok(entries) = fs::read_dir(cache) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path
            .extension()
            .is_some_and(|extension| extension == "arpa" || extension == "lm" || extension == "dict")
        {
            // One that cannot be removed only takes room.
            let _ = fs::remove_file(path);
        }
    }
}

fn key(corpus: &Corpus, standard: &Path) -> String {
    let mut hash = Sha256::new();
    hash.update(FORMAT);
    for sentence in corpus.sentences().chain(&corpus.words) {
        hash.update(sentence);
        hash.update("\n");
    }
    pronunciation::data().iter().for_each(|data| hash.update(data));
    hash.update(
        fs::metadata(standard)
            .map_or(0, |metadata| metadata.len())
            .to_le_bytes(),
    );
    format!("radiology-{}", &hex::encode(hash.finalize())[..16])
}
