//! Words of one dictation in a recogniser that others use after it: the user's own, and those of the chosen template.
//!
//! The dictionary of a recogniser only grows, but a word that its language model does not have is never looked for. So the words go
//! into the dictionary, and into a small language model of their own that is mixed with the large one for this user's stretches
//! alone. A template's words get no sounds: of them only those count that the large model has, and the small one makes sure that none of
//! them is very unlikely, wherever it stands. Changing from one user's words to another's costs some 50 ms of work; the large model is shared, not copied.

use std::collections::HashSet;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{self, NonNull};

use super::super::pool::Reusable;
use super::{Decoder, DecoderError, RawDecoder, RawSettings, ps_get_logmath, reading};
use crate::pronunciation;
use crate::spoken_text::{Marks, spoken_text};
use crate::transcript::Context;

/// How likely each word is where nothing is known of what stands before it; together no more than [`ALL_WORDS`].
const ONE_WORD: f32 = 5e-4;
const ALL_WORDS: f32 = 0.02;
/// The same for a word of the template; together no more than half of [`ALL_WORDS`].
const ONE_TEMPLATE_WORD: f32 = ONE_WORD / 2.0;
/// A shorter word of a template is one that every report has.
const SHORTEST: usize = 5;
/// More words of a template than this are not taken.
const MOST_OF_TEMPLATE: usize = 300;
/// The share of the large model, and of the small one, in what follows what.
const SHARES: [f32; 2] = [0.99, 0.01];
/// More words than this are not taken.
const MOST: usize = 1000;
/// A dictionary that has so many words of users, who may change theirs as often as they like, is too large to be kept.
const MOST_ADDED: usize = 5 * MOST;
/// Words with which the small model begins: the start and the end of a sentence.
const MARKS: usize = 2;
/// `NGRAM_ARPA` of `ngram_file_type_t`.
const ARPA: c_int = 1;

/// The small model before words are added to it, in the ARPA format.
pub(in super::super) const EMPTY_MODEL: &str =
    "\\data\\\nngram 1=2\n\n\\1-grams:\n-99.0 <s>\n-99.0 </s>\n\n\\end\\\n";

/// Opaque `ngram_model_t`.
#[repr(C)]
pub(super) struct RawModel {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn ps_get_search(decoder: *mut RawDecoder) -> *const c_char;
    fn ps_set_search(decoder: *mut RawDecoder, name: *const c_char) -> c_int;
    fn ps_unset_search(decoder: *mut RawDecoder, name: *const c_char) -> c_int;
    fn ps_get_lm(decoder: *mut RawDecoder, name: *const c_char) -> *mut RawModel;
    fn ps_set_lm(decoder: *mut RawDecoder, name: *const c_char, model: *mut RawModel) -> c_int;
    fn ps_add_word(
        decoder: *mut RawDecoder,
        word: *const c_char,
        phones: *const c_char,
        update: c_int,
    ) -> c_int;
    fn ngram_model_read(
        settings: *mut RawSettings,
        path: *const c_char,
        kind: c_int,
        logmath: *mut c_void,
    ) -> *mut RawModel;
    fn ngram_model_retain(model: *mut RawModel) -> *mut RawModel;
    fn ngram_model_free(model: *mut RawModel) -> c_int;
    fn ngram_model_add_word(model: *mut RawModel, word: *const c_char, weight: f32) -> i32;
    fn ngram_wid(model: *mut RawModel, word: *const c_char) -> i32;
    fn ngram_unknown_wid(model: *mut RawModel) -> i32;
    fn ngram_model_set_init(
        settings: *mut RawSettings,
        models: *mut *mut RawModel,
        names: *mut *mut c_char,
        weights: *const f32,
        count: i32,
    ) -> *mut RawModel;
}

/// Words that a user says and how they sound, and words of a template, in order, each once. `Debug` is left out: they are the user's.
#[derive(Clone, Default, PartialEq, Eq)]
pub(in super::super) struct OwnWords {
    own: Vec<(String, Vec<String>)>,
    template: Vec<String>,
}

impl OwnWords {
    /// The words of a dictation as they are said. The recogniser passes over own ones that the model knows, and over those of the
    /// template that it does not know.
    pub(in super::super) fn of(context: &Context) -> OwnWords {
        let mut seen = HashSet::new();
        let own = said(&context.vocabulary)
            .filter(|word| seen.insert(word.clone()))
            .take(MOST)
            .map(|word| {
                let sounds = pronunciation::guessed(&word);
                (word, sounds)
            })
            .filter(|(_, sounds)| !sounds.is_empty())
            .collect();
        let template = said(&context.template)
            .filter(|word| word.chars().count() >= SHORTEST && seen.insert(word.clone()))
            .take(MOST_OF_TEMPLATE)
            .collect();
        OwnWords { own, template }
    }
}

/// The words of some entries as they are said.
fn said(entries: &[String]) -> impl Iterator<Item = String> {
    entries.iter().flat_map(|entry| {
        let said = spoken_text(entry, Marks::Silent);
        said.split(' ').map(str::to_owned).collect::<Vec<_>>()
    })
}

/// A word in the small model.
struct Expected {
    text: CString,
    probability: f32,
}

/// What a recogniser holds for users' words.
#[derive(Default)]
pub(super) struct Lexicon {
    /// The large model, once it was needed apart from the search.
    base: Option<Model>,
    /// Words that the dictionary got for whomever.
    added: HashSet<String>,
    /// Words that can be recognised now.
    known: OwnWords,
}

/// A reference to a language model.
pub(super) struct Model(pub(super) NonNull<RawModel>);

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the reference is this one's own.
        unsafe { ngram_model_free(self.0.as_ptr()) };
    }
}

impl Model {
    /// Reads a model in ARPA form.
    ///
    /// # Safety
    /// Settings are null or valid, the table of logarithms is valid.
    pub(super) unsafe fn read(
        settings: *mut RawSettings,
        path: &CStr,
        logmath: *mut c_void,
    ) -> Result<Model, DecoderError> {
        let _alone = reading();
        // SAFETY: the caller's promise; the path is read during the call.
        Model::owned(unsafe { ngram_model_read(settings, path.as_ptr(), ARPA, logmath) })
    }

    /// Takes over a reference that the library gave.
    fn owned(model: *mut RawModel) -> Result<Model, DecoderError> {
        NonNull::new(model)
            .map(Model)
            .ok_or(DecoderError("make a language model"))
    }
}

impl Reusable for Decoder {
    fn is_worn(&self) -> bool {
        self.lexicon.added.len() > MOST_ADDED
    }
}

impl Decoder {
    /// Whether these words, and no others, can be recognised beside those of the model already.
    pub(in super::super) fn knows(&self, words: &OwnWords) -> bool {
        self.lexicon.known == *words
    }

    /// From the next stretch on these words can be recognised beside those of the model, and no others. Between stretches alone.
    pub(in super::super) fn know(&mut self, words: &OwnWords) -> Result<(), DecoderError> {
        if self.knows(words) {
            return Ok(());
        }
        let decoder = self.decoder.as_ptr();
        // SAFETY: the decoder is valid and no stretch is in work (`&mut self`, and callers end what they begin). The name is copied
        // before the search that owns it is freed. Every model is retained by who holds it: the search its own, this its `Model`s.
        unsafe {
            let name = ps_get_search(decoder);
            if name.is_null() {
                return Err(DecoderError("find its search"));
            }
            let name = CStr::from_ptr(name).to_owned();
            let base = match &self.lexicon.base {
                Some(base) => base.0.as_ptr(),
                None => {
                    let base = ps_get_lm(decoder, name.as_ptr());
                    if base.is_null() {
                        return Err(DecoderError("find its language model"));
                    }
                    self.lexicon
                        .base
                        .insert(Model::owned(ngram_model_retain(base))?)
                        .0
                        .as_ptr()
                }
            };
            let unknown = ngram_unknown_wid(base);
            let is_known = |text: &CString| ngram_wid(base, text.as_ptr()) != unknown;
            let own: Vec<(CString, &String, &[String])> = words
                .own
                .iter()
                .filter_map(|(word, sounds)| {
                    Some((CString::new(word.as_str()).ok()?, word, sounds.as_slice()))
                })
                .filter(|(text, _, _)| !is_known(text))
                .collect();
            let of_template: Vec<CString> = words
                .template
                .iter()
                .filter_map(|word| CString::new(word.as_str()).ok())
                .filter(is_known)
                .collect();
            // While there is no search, a new word of the dictionary enters no language model.
            ps_unset_search(decoder, name.as_ptr());
            for (_, word, sounds) in &own {
                if self.lexicon.added.insert((*word).clone()) {
                    self.add(word, sounds);
                }
            }
            let own = evenly(
                own.into_iter().map(|(text, _, _)| text).collect(),
                ONE_WORD,
                ALL_WORDS,
            );
            let of_template = evenly(of_template, ONE_TEMPLATE_WORD, ALL_WORDS / 2.0);
            let expected: Vec<Expected> = own.chain(of_template).collect();
            let mixed = self.mixed(base, &expected);
            let model = mixed.as_ref().map_or(base, |mixed| mixed.0.as_ptr());
            if ps_set_lm(decoder, name.as_ptr(), model) < 0 || ps_set_search(decoder, name.as_ptr()) < 0 {
                return Err(DecoderError("change its language model"));
            }
        }
        self.lexicon.known = words.clone();
        Ok(())
    }

    /// Adds a word to the dictionary. One that it has already, or whose sound it cannot read, is left as it is.
    unsafe fn add(&self, word: &str, sounds: &[String]) {
        for (index, sound) in sounds.iter().enumerate() {
            let entry = match index {
                0 => word.to_owned(),
                _ => format!("{word}({})", index + 1),
            };
            let (Ok(entry), Ok(sound)) = (CString::new(entry), CString::new(sound.as_str())) else {
                return;
            };
            // SAFETY: valid strings, which the library copies; there is no search that would have to be told.
            unsafe { ps_add_word(self.decoder.as_ptr(), entry.as_ptr(), sound.as_ptr(), 0) };
        }
    }

    /// The large model with the words of a dictation; `None` without any, or when they cannot be taken: it goes on without them.
    unsafe fn mixed(&self, base: *mut RawModel, expected: &[Expected]) -> Option<Model> {
        if expected.is_empty() {
            return None;
        }
        let path = CString::new(self.own_model.as_os_str().as_encoded_bytes()).ok()?;
        let settings = self.settings.as_ptr();
        // SAFETY: settings and log table belong to the decoder; strings live through the calls; the mixture retains both models.
        unsafe {
            let logmath = ps_get_logmath(self.decoder.as_ptr());
            let small = Model::read(settings, &path, logmath).ok()?;
            for (index, word) in expected.iter().enumerate() {
                // The library divides by how many words there are by then.
                let weight = word.probability * (MARKS + index + 1) as f32;
                ngram_model_add_word(small.0.as_ptr(), word.text.as_ptr(), weight);
            }
            let mut models = [base, small.0.as_ptr()];
            let mut names = [c"base".as_ptr().cast_mut(), c"own".as_ptr().cast_mut()];
            let mixed = ngram_model_set_init(
                settings,
                models.as_mut_ptr(),
                names.as_mut_ptr(),
                SHARES.as_ptr(),
                models.len() as i32,
            );
            if mixed.is_null() {
                tracing::error!("the words of a dictation cannot be added to the recogniser");
            }
            ptr::NonNull::new(mixed).map(Model)
        }
    }
}

/// Words that are equally likely: each as likely as one may be, unless they are too many.
fn evenly(words: Vec<CString>, one: f32, all: f32) -> impl Iterator<Item = Expected> {
    let probability = one.min(all / words.len().max(1) as f32);
    words.into_iter().map(move |text| Expected { text, probability })
}
