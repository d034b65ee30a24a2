//! The files that a recogniser loads: acoustic model (from the system), dictionary and language model (made here).

use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::pocketsphinx::{EMPTY_MODEL, OWN_MODEL};
use crate::language_model::{Corpus, Language};
use crate::pronunciation::{self, Dictionary};

/// Part of the cache key: raise it when the way models are built changes.
const FORMAT: &str = "4";

/// Why there is no model.
#[derive(Debug, thiserror::Error)]
pub(super) enum ModelError {
    #[error("the acoustic model is not at {0} (Debian: apt-get install pocketsphinx-en-us)")]
    NoAcousticModel(PathBuf),
    #[error("the language model cannot be written to {0}")]
    Cache(PathBuf, #[source] io::Error),
}

/// What [`super::pocketsphinx::Decoder::open`] takes.
pub(super) struct ModelFiles {
    pub(super) acoustic: PathBuf,
    pub(super) dictionary: PathBuf,
    pub(super) language: PathBuf,
}

impl ModelFiles {
    /// Finds the files in the cache, or builds them there. The same input gives the same bytes.
    pub(super) fn prepare(system: &Path, cache: &Path, lines: &[String]) -> Result<ModelFiles, ModelError> {
        let acoustic = system.join("en-us");
        let standard = system.join("cmudict-en-us.dict");
        if !acoustic.join("mdef").is_file() || !standard.is_file() {
            return Err(ModelError::NoAcousticModel(system.to_owned()));
        }
        let corpus = Corpus::build(lines);
        let name = key(&corpus, &standard);
        let files = ModelFiles {
            acoustic,
            dictionary: cache.join(format!("{name}.dict")),
            language: cache.join(format!("{name}.arpa")),
        };
        if files.dictionary.is_file() && files.language.is_file() && files.own().is_file() {
            return Ok(files);
        }
        let problem = |problem| ModelError::Cache(cache.to_owned(), problem);
        fs::create_dir_all(cache).map_err(problem)?;
        remove_older(cache);
        files.build(&corpus, &standard).map_err(problem)?;
        Ok(files)
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
            tracing::info!(
                speech.words = words.len(),
                speech.guessed = dictionary.guessed,
                speech.left_out = dictionary.silent,
                "some words of the language model have no known pronunciation"
            );
        }
        tracing::debug!(speech.words = words.len(), speech.shares = ?language.shares, "the language model is built");
        write_whole(&self.language, |file| language.write_arpa(file))?;
        write_whole(&self.own(), |file| file.write_all(EMPTY_MODEL.as_bytes()))?;
        write_whole(&self.dictionary, |file| {
            file.write_all(dictionary.text.as_bytes())
        })
    }
}

/// Writes beside the target and renames: a reader or a second process never sees half a file.
fn write_whole(
    target: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    let unfinished = target.with_extension(format!("{}.part", std::process::id()));
    let mut file = BufWriter::new(fs::File::create(&unfinished)?);
    write(&mut file)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?;
    fs::rename(&unfinished, target)
}

/// Models of earlier input are of no use any more.
fn remove_older(cache: &Path) {
    let Ok(entries) = fs::read_dir(cache) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path
            .extension()
            .is_some_and(|extension| extension == "arpa" || extension == "dict")
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
