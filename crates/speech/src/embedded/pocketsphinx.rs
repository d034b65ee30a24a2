//! The few calls of libpocketsphinx (5prealpha, as Debian ships it) that recognition needs. All unsafe code of this
//! crate is here; outside there is only [`Decoder`].

#![expect(unsafe_code, reason = "calls into libpocketsphinx, a C library")]

mod channel;
mod compact;
mod floor;
mod front_end;
mod own_words;

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};
use std::path::{Path, PathBuf};
use std::ptr::{self, NonNull};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

pub(super) use channel::Channel;
use channel::{CEPSTRA, Cepstrum, scaled};
pub(super) use compact::compact;
use front_end::FrontEnd;
use own_words::Lexicon;
pub(super) use own_words::{EMPTY_MODEL, OwnWords};

/// Weight of the language model against the sound; measured best on dictation.
const LANGUAGE_WEIGHT: &CStr = c"6.5";
/// The extension of the file of [`EMPTY_MODEL`], beside the language model.
pub(super) const OWN_MODEL: &str = "own.arpa";
/// Frames that are handed over at once while a stretch is being said. The library keeps a ring of few frames then, and of more at a time
/// than it has room for it silently loses some.
const FRAMES_AT_ONCE: usize = 1;
/// Frames a second of sound.
const FRAMES_A_SECOND: f64 = 100.0;

/// Opaque `ps_decoder_t`.
#[repr(C)]
struct RawDecoder {
    _opaque: [u8; 0],
}

/// Opaque `cmd_ln_t`.
#[repr(C)]
struct RawSettings {
    _opaque: [u8; 0],
}

/// Opaque `ps_seg_t`.
#[repr(C)]
struct RawSegment {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn cmd_ln_parse_r(
        into: *mut RawSettings,
        definitions: *const c_void,
        count: i32,
        arguments: *mut *mut c_char,
        strict: i32,
    ) -> *mut RawSettings;
    fn cmd_ln_set_int_r(settings: *mut RawSettings, name: *const c_char, value: c_long);
    fn cmd_ln_retain(settings: *mut RawSettings) -> *mut RawSettings;
    fn cmd_ln_free_r(settings: *mut RawSettings) -> c_int;
    fn ps_args() -> *const c_void;
    fn err_set_logfp(file: *mut c_void);
    fn ps_init(settings: *mut RawSettings) -> *mut RawDecoder;
    fn ps_free(decoder: *mut RawDecoder) -> c_int;
    fn ps_get_logmath(decoder: *mut RawDecoder) -> *mut c_void;
    fn logmath_exp(logmath: *mut c_void, value: c_int) -> f64;
    fn ps_start_stream(decoder: *mut RawDecoder) -> c_int;
    fn ps_start_utt(decoder: *mut RawDecoder) -> c_int;
    fn ps_process_cep(
        decoder: *mut RawDecoder,
        cepstra: *mut *mut f32,
        count: c_int,
        no_search: c_int,
        full_utterance: c_int,
    ) -> c_int;
    fn ps_end_utt(decoder: *mut RawDecoder) -> c_int;
    fn ps_get_hyp(decoder: *mut RawDecoder, score: *mut i32) -> *const c_char;
    fn ps_get_prob(decoder: *mut RawDecoder) -> i32;
    fn ps_seg_iter(decoder: *mut RawDecoder) -> *mut RawSegment;
    fn ps_seg_next(segment: *mut RawSegment) -> *mut RawSegment;
    fn ps_seg_word(segment: *mut RawSegment) -> *const c_char;
    fn ps_seg_frames(segment: *mut RawSegment, first: *mut c_int, last: *mut c_int);
    fn ps_seg_prob(segment: *mut RawSegment, sound: *mut i32, language: *mut i32, backoff: *mut i32) -> i32;
    fn ps_get_feat(decoder: *mut RawDecoder) -> *mut RawFeatures;
    fn cmn_live_get(normalisation: *mut c_void, mean: *mut f32);
    fn cmn_live_set(normalisation: *mut c_void, mean: *const f32);
}

/// The beginning of `feat_t`, as `sphinxbase/feat.h` of 5prealpha declares it; `build.rs` takes no other version.
#[repr(C)]
struct RawFeatures {
    _references: c_int,
    _name: *mut c_char,
    cepstra: i32,
    _streams: i32,
    _stream_lengths: *mut u32,
    _window: i32,
    _subvectors: i32,
    _subvector_lengths: *mut u32,
    _subvector_indices: *mut *mut i32,
    _subvector_buffer: *mut f32,
    _subvector_dimensions: i32,
    mean_kind: c_int,
    _variance_normalised: i32,
    _gain_kind: c_int,
    _compute: *const c_void,
    normalisation: *mut c_void,
}

/// How hard a recogniser looks for the words; what was measured best with `make eval-speech`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// Every frame of sound is scored and searched, the stretch once more at its end, and many hypotheses are kept.
    Careful,
    /// For many speakers at once: every second frame is scored, and all are searched once.
    Quick,
}

impl Effort {
    fn settings(self) -> &'static [&'static CStr] {
        match self {
            Effort::Careful => &[
                c"-ds",
                c"1",
                c"-fwdflat",
                c"yes",
                c"-beam",
                c"1e-60",
                c"-wbeam",
                c"1e-40",
            ],
            Effort::Quick => &[c"-ds", c"2", c"-fwdflat", c"no"],
        }
    }
}

/// A word as the recogniser reports it; fillers such as silence are left out.
pub(super) struct HeardWord {
    pub(super) text: String,
    /// Seconds from the start of what was recognised.
    pub(super) start: f64,
    pub(super) end: f64,
    /// The word's posterior probability among all paths that were kept.
    pub(super) confidence: f32,
}

/// What one stretch of speech was recognised as.
pub(super) struct Heard {
    pub(super) words: Vec<HeardWord>,
    /// The posterior probability of the whole.
    pub(super) confidence: f32,
}

/// The recogniser refused; it says why only on its own log, which is off.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the recogniser failed to {0}")]
pub(super) struct DecoderError(&'static str);

/// A recogniser with its model. One thread at a time may use it.
pub(super) struct Decoder {
    decoder: NonNull<RawDecoder>,
    settings: NonNull<RawSettings>,
    /// Of stretches that are heard piece by piece.
    front_end: FrontEnd,
    /// Of stretches that are there as a whole.
    whole_front_end: FrontEnd,
    /// Where the model expects the sound of a voice it has not heard.
    usual: Option<Cepstrum>,
    /// The library's number for a mean that is that of the whole stretch. Once it has heard a stretch piece by piece, it would go on
    /// with the mean of the voice that spoke there.
    mean_of_whole: c_int,
    /// The stretch so far, and what its frames are multiplied by.
    stretch: Vec<Cepstrum>,
    scale: Cepstrum,
    lexicon: Lexicon,
    /// The file of [`EMPTY_MODEL`].
    own_model: PathBuf,
}

// SAFETY: a ps_decoder_t keeps all of its state behind its pointer and has no ties to the thread that made it. It
// is not Sync, and `recognise` takes `&mut self`.
unsafe impl Send for Decoder {}

impl Decoder {
    /// Loads the acoustic model folder, the dictionary and the language model; takes less than a tenth of a second.
    pub(super) fn open(
        acoustic: &Path,
        dictionary: &Path,
        language: &Path,
        effort: Effort,
    ) -> Result<Decoder, DecoderError> {
        let own_model = language.with_extension(OWN_MODEL);
        let paths = [acoustic, dictionary, language].map(|path| {
            CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_| DecoderError("read a path"))
        });
        let [acoustic, dictionary, language] = paths;
        let (acoustic, dictionary, language) = (acoustic?, dictionary?, language?);
        let arguments = [
            [c"-hmm", acoustic.as_c_str()],
            [c"-dict", dictionary.as_c_str()],
            [c"-lm", language.as_c_str()],
            [c"-lw", LANGUAGE_WEIGHT],
            // Silence never comes here, and a soft word is not silence.
            [c"-remove_silence", c"no"],
        ];
        let arguments = arguments.as_flattened().iter().chain(effort.settings());
        silence();
        let mut pointers: Vec<*mut c_char> = arguments.map(|argument| argument.as_ptr().cast_mut()).collect();
        // SAFETY: `pointers` holds valid C strings that outlive the call, which copies them and writes to none;
        // `ps_args` returns a static table.
        let settings = unsafe {
            cmd_ln_parse_r(
                ptr::null_mut(),
                ps_args(),
                pointers.len() as i32,
                pointers.as_mut_ptr(),
                1,
            )
        };
        let settings = NonNull::new(settings).ok_or(DecoderError("read its settings"))?;
        let alone = reading();
        // SAFETY: `settings` came from cmd_ln_parse_r; ps_init takes a reference of its own.
        let opened = NonNull::new(unsafe { ps_init(settings.as_ptr()) });
        drop(alone);
        let Some(decoder) = opened else {
            // SAFETY: nobody else holds the settings.
            unsafe { cmd_ln_free_r(settings.as_ptr()) };
            return Err(DecoderError("load its model"));
        };
        let front_ends =
            FrontEnd::new(settings, false).and_then(|first| Ok((first, FrontEnd::new(settings, true)?)));
        let (front_end, whole_front_end) = front_ends.inspect_err(|_| {
            // SAFETY: nobody else holds them.
            unsafe {
                ps_free(decoder.as_ptr());
                cmd_ln_free_r(settings.as_ptr());
            }
        })?;
        let mut decoder = Decoder {
            decoder,
            settings,
            front_end,
            whole_front_end,
            usual: None,
            mean_of_whole: 0,
            stretch: Vec::new(),
            scale: Channel::default().scale(),
            lexicon: Lexicon::default(),
            own_model,
        };
        decoder.mean_of_whole = decoder.features().map_or(0, |features| features.mean_kind);
        let mut usual = Cepstrum::default();
        decoder.usual = decoder.normalisation().map(|normalisation| {
            // SAFETY: the library writes as many numbers as `normalisation` has checked.
            unsafe { cmn_live_get(normalisation, usual.as_mut_ptr()) };
            usual
        });
        Ok(decoder)
    }

    /// Begins a stretch that is heard piece by piece, of a voice that is known or not.
    pub(super) fn begin(&mut self, channel: Option<Channel>) -> Result<(), DecoderError> {
        let channel = channel.unwrap_or_default();
        self.scale = channel.scale();
        self.stretch.clear();
        if let (Some(normalisation), Some(mean)) = (self.normalisation(), channel.mean().or(self.usual)) {
            // SAFETY: the library reads as many numbers as `normalisation` has checked.
            unsafe { cmn_live_set(normalisation, mean.as_ptr()) };
        }
        self.front_end.begin()?;
        self.start()
    }

    /// Hears the next piece of the stretch.
    pub(super) fn hear(&mut self, pcm: &[i16]) -> Result<(), DecoderError> {
        let frames = self.front_end.hear(pcm)?;
        self.hear_frames(&frames)
    }

    fn hear_frames(&mut self, frames: &[Cepstrum]) -> Result<(), DecoderError> {
        let mut scaled = scaled(frames, &self.scale);
        self.stretch.extend(frames);
        scaled
            .chunks_mut(FRAMES_AT_ONCE)
            .try_for_each(|frames| self.search(frames, false))
    }

    fn start(&mut self) -> Result<(), DecoderError> {
        let decoder = self.decoder.as_ptr();
        // SAFETY: `decoder` is valid until drop and used by this thread only (`&mut self`).
        let started = unsafe { ps_start_stream(decoder) >= 0 && ps_start_utt(decoder) >= 0 };
        started.then_some(()).ok_or(DecoderError("start"))
    }

    /// Looks for words in frames; `whole` when they are all of the stretch, whose own mean is then taken away.
    fn search(&mut self, frames: &mut [Cepstrum], whole: bool) -> Result<(), DecoderError> {
        let mut rows: Vec<*mut f32> = frames.iter_mut().map(|frame| frame.as_mut_ptr()).collect();
        let count = rows.len() as c_int;
        // SAFETY: as above; the rows have the size that the front end has checked, and are read during the call.
        let processed = unsafe {
            ps_process_cep(
                self.decoder.as_ptr(),
                rows.as_mut_ptr(),
                count,
                0,
                c_int::from(whole),
            )
        };
        (processed >= 0).then_some(()).ok_or(DecoderError("recognise"))
    }

    /// What the stretch sounds like so far.
    pub(super) fn so_far(&mut self) -> String {
        // SAFETY: as above; the words are copied before the next call.
        let words = unsafe {
            let words = ps_get_hyp(self.decoder.as_ptr(), ptr::null_mut());
            if words.is_null() {
                return String::new();
            }
            CStr::from_ptr(words).to_string_lossy()
        };
        let words: Vec<&str> = words.split_whitespace().filter_map(spoken).collect();
        words.join(" ")
    }

    /// Ends the stretch.
    pub(super) fn end(&mut self) -> Result<Heard, DecoderError> {
        if let Some(last) = self.front_end.end()? {
            self.hear_frames(&[last])?;
        }
        self.finish()
    }

    fn finish(&mut self) -> Result<Heard, DecoderError> {
        // SAFETY: as above.
        if unsafe { ps_end_utt(self.decoder.as_ptr()) } < 0 {
            return Err(DecoderError("recognise"));
        }
        self.result()
    }

    /// What the stretch that was heard last tells of its voice.
    pub(super) fn channel(&self) -> Channel {
        Channel::of(&self.stretch)
    }

    /// What turns cepstra into what is searched; `None` when its layout is not the one that is declared here.
    fn features(&mut self) -> Option<&mut RawFeatures> {
        // SAFETY: the decoder owns its features until it is freed, and is borrowed for as long as they are; their layout is that of the
        // one version that is linked.
        let features = unsafe { ps_get_feat(self.decoder.as_ptr()).as_mut()? };
        let is_known = features.cepstra == CEPSTRA as i32 && !features.normalisation.is_null();
        is_known.then_some(features)
    }

    fn normalisation(&mut self) -> Option<*mut c_void> {
        Some(self.features()?.normalisation)
    }

    /// Recognises one stretch of speech at 16 kHz that is there as a whole.
    pub(super) fn recognise(&mut self, pcm: &[i16]) -> Result<Heard, DecoderError> {
        self.whole_front_end.begin()?;
        let mut frames = self.whole_front_end.hear(pcm)?;
        frames.extend(self.whole_front_end.end()?);
        let mut frames = scaled(&frames, &Channel::of(&frames).scale());
        let mean_of_whole = self.mean_of_whole;
        if let Some(features) = self.features() {
            features.mean_kind = mean_of_whole;
        }
        self.start()?;
        self.search(&mut frames, true)?;
        self.finish()
    }

    fn result(&mut self) -> Result<Heard, DecoderError> {
        let decoder = self.decoder.as_ptr();
        let mut heard = Heard {
            words: Vec::new(),
            confidence: 0.0,
        };
        // SAFETY: as above. ps_get_hyp finds the best path, which ps_get_prob and the segments are read from; an
        // iterator that ps_seg_next has ended (null) is freed by it. Word strings are copied before the next call.
        unsafe {
            if ps_get_hyp(decoder, ptr::null_mut()).is_null() {
                return Ok(heard);
            }
            let logmath = ps_get_logmath(decoder);
            heard.confidence = probability(logmath_exp(logmath, ps_get_prob(decoder)));
            let mut segment = ps_seg_iter(decoder);
            while !segment.is_null() {
                let (mut first, mut last) = (0, 0);
                ps_seg_frames(segment, &mut first, &mut last);
                let posterior = ps_seg_prob(segment, ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
                let word = ps_seg_word(segment);
                if !word.is_null() {
                    let word = CStr::from_ptr(word).to_string_lossy();
                    if let Some(text) = spoken(&word) {
                        heard.words.push(HeardWord {
                            text: text.to_owned(),
                            start: f64::from(first) / FRAMES_A_SECOND,
                            end: f64::from(last + 1) / FRAMES_A_SECOND,
                            confidence: probability(logmath_exp(logmath, posterior)),
                        });
                    }
                }
                segment = ps_seg_next(segment);
            }
        }
        Ok(heard)
    }
}

/// Held while the library reads a language model: it sorts the text form by way of variables of the whole process, and two threads
/// that read at once crash.
fn reading() -> MutexGuard<'static, ()> {
    static READING: Mutex<()> = Mutex::new(());
    READING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Switches the library's log off: it has paths, settings and, at some levels, words. Once for the whole process, before the first
/// recogniser: the log is the library's one global, and a log file given to each recogniser (`-logfn`) is closed under the hands of
/// the others.
fn silence() {
    static SILENT: Once = Once::new();
    // SAFETY: no recogniser runs yet, and the library takes a null file for no log.
    SILENT.call_once(|| unsafe { err_set_logfp(ptr::null_mut()) });
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // SAFETY: both came from the library and are freed once; the decoder first, it refers to the settings.
        unsafe {
            ps_free(self.decoder.as_ptr());
            cmd_ln_free_r(self.settings.as_ptr());
        }
    }
}

/// The word without the number of its pronunciation; `None` for fillers (`<sil>`, `[NOISE]`, `++um++`).
fn spoken(word: &str) -> Option<&str> {
    let word = word.split('(').next().unwrap_or(word);
    (!word.is_empty() && !word.starts_with(['<', '[', '+'])).then_some(word)
}

fn probability(value: f64) -> f32 {
    value.clamp(0.0, 1.0) as f32
}
