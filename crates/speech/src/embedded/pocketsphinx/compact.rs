//! The language model in the library's own form, which a recogniser loads four times faster than the text it is made from.

use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;

use super::own_words::{Model, RawModel};
use super::{DecoderError, silence};

/// `NGRAM_BIN` of `ngram_file_type_t`.
const COMPACT: c_int = 2;
/// What the recogniser's logarithms are to, as its `-logbase` says it.
const LOG_BASE: f32 = 1.0001;

unsafe extern "C" {
    fn logmath_init(base: f64, shift: c_int, use_table: c_int) -> *mut c_void;
    fn logmath_free(logmath: *mut c_void) -> c_int;
    fn ngram_model_write(model: *mut RawModel, path: *const c_char, kind: c_int) -> c_int;
}

/// Writes the model of an ARPA file in the library's form. The same text gives the same bytes.
pub(in super::super) fn compact(text: &Path, into: &Path) -> Result<(), DecoderError> {
    let [text, into] = [text, into].map(|path| CString::new(path.as_os_str().as_encoded_bytes()));
    let (Ok(text), Ok(into)) = (text, into) else {
        return Err(DecoderError("read a path"));
    };
    silence();
    // SAFETY: strings live through the calls; the model takes a reference of its own to the table of logarithms, which is freed after
    // it. Without settings the model keeps its own weights.
    unsafe {
        let logmath = logmath_init(f64::from(LOG_BASE), 0, 1);
        if logmath.is_null() {
            return Err(DecoderError("make a table of logarithms"));
        }
        let model = Model::read(ptr::null_mut(), &text, logmath);
        let written = model.map(|model| ngram_model_write(model.0.as_ptr(), into.as_ptr(), COMPACT));
        logmath_free(logmath);
        match written? {
            0 => Ok(()),
            _ => Err(DecoderError("write its language model")),
        }
    }
}
