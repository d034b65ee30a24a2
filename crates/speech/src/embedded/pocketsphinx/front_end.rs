//! From sound to the numbers that describe it: the library's front end, which also takes steady noise away, with a soft noise of our own
//! under the sound.

use std::ffi::{c_int, c_long};
use std::ptr::{self, NonNull};

use super::channel::{CEPSTRA, Cepstrum};
use super::floor::Floor;
use super::{DecoderError, RawSettings, cmd_ln_retain, cmd_ln_set_int_r};

/// Samples from one frame to the next.
const STEP: usize = 160;

/// Opaque `fe_t`.
#[repr(C)]
struct RawFrontEnd {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn fe_init_auto_r(settings: *mut RawSettings) -> *mut RawFrontEnd;
    fn fe_free(front_end: *mut RawFrontEnd) -> c_int;
    fn fe_get_output_size(front_end: *mut RawFrontEnd) -> c_int;
    fn fe_start_stream(front_end: *mut RawFrontEnd);
    fn fe_start_utt(front_end: *mut RawFrontEnd) -> c_int;
    fn fe_process_frames(
        front_end: *mut RawFrontEnd,
        samples: *mut *const i16,
        count: *mut usize,
        cepstra: *mut *mut f32,
        frames: *mut i32,
        first: *mut i32,
    ) -> c_int;
    fn fe_end_utt(front_end: *mut RawFrontEnd, cepstrum: *mut f32, frames: *mut i32) -> c_int;
}

/// A front end, for one stretch after the other.
pub(super) struct FrontEnd {
    raw: NonNull<RawFrontEnd>,
    floor: Floor,
}

impl FrontEnd {
    /// With the settings of a recogniser, after the acoustic model has added its own to them. Noise is `removed` of whole recordings: the
    /// library needs some seconds to know it, and harms the short stretches of somebody who speaks.
    pub(super) fn new(settings: NonNull<RawSettings>, removed: bool) -> Result<FrontEnd, DecoderError> {
        // SAFETY: the settings are valid and know this one; the front end reads it now, and takes the reference that is retained here.
        let raw = unsafe {
            cmd_ln_set_int_r(
                settings.as_ptr(),
                c"-remove_noise".as_ptr(),
                c_long::from(removed),
            );
            fe_init_auto_r(cmd_ln_retain(settings.as_ptr()))
        };
        let front_end = FrontEnd {
            raw: NonNull::new(raw).ok_or(DecoderError("make its front end"))?,
            floor: Floor::new(),
        };
        // SAFETY: just made.
        let size = unsafe { fe_get_output_size(raw) };
        (size == CEPSTRA as c_int)
            .then_some(front_end)
            .ok_or(DecoderError("know its front end"))
    }

    /// A stretch begins.
    pub(super) fn begin(&mut self) -> Result<(), DecoderError> {
        self.floor = Floor::new();
        // SAFETY: valid until drop.
        let started = unsafe {
            fe_start_stream(self.raw.as_ptr());
            fe_start_utt(self.raw.as_ptr())
        };
        (started == 0).then_some(()).ok_or(DecoderError("start"))
    }

    /// The frames that the next samples complete.
    pub(super) fn hear(&mut self, pcm: &[i16]) -> Result<Vec<Cepstrum>, DecoderError> {
        let pcm = self.floor.under(pcm);
        let mut cepstra: Vec<Cepstrum> = Vec::with_capacity(pcm.len() / STEP + 2);
        let (mut samples, mut count) = (pcm.as_ptr(), pcm.len());
        // It may leave some of the samples for another call.
        while count > 0 {
            let before = count;
            let mut room: Vec<Cepstrum> = vec![[0.0; CEPSTRA]; count / STEP + 2];
            let mut rows: Vec<*mut f32> = room.iter_mut().map(|row| row.as_mut_ptr()).collect();
            let mut frames = rows.len() as i32;
            // SAFETY: the samples are read during the call, which moves on in them; it writes at most `frames` rows of the size that `new`
            // checked, and how many.
            let done = unsafe {
                fe_process_frames(
                    self.raw.as_ptr(),
                    &raw mut samples,
                    &raw mut count,
                    rows.as_mut_ptr(),
                    &raw mut frames,
                    ptr::null_mut(),
                )
            };
            // It keeps the first frames of a stretch back until it has ten, and hands them over without reading on when there is no room for more.
            let frames = frames.max(0) as usize;
            if done < 0 || (count == before && frames == 0) {
                return Err(DecoderError("read the sound"));
            }
            cepstra.extend(&room[..frames]);
        }
        Ok(cepstra)
    }

    /// The stretch is over; the frame that its last samples begin.
    pub(super) fn end(&mut self) -> Result<Option<Cepstrum>, DecoderError> {
        let mut cepstrum = [0.0; CEPSTRA];
        let mut frames = 0;
        // SAFETY: as above; at most one row is written.
        let done = unsafe { fe_end_utt(self.raw.as_ptr(), cepstrum.as_mut_ptr(), &raw mut frames) };
        match done {
            0.. => Ok((frames > 0).then_some(cepstrum)),
            _ => Err(DecoderError("end")),
        }
    }
}

impl Drop for FrontEnd {
    fn drop(&mut self) {
        // SAFETY: made by `new`, freed once.
        unsafe { fe_free(self.raw.as_ptr()) };
    }
}

#[cfg(test)]
mod tests {
    use super::super::{cmd_ln_free_r, cmd_ln_parse_r, ps_args};
    use super::*;

    #[test]
    fn a_stretch_may_come_in_pieces_of_any_size() {
        let silence = c"-remove_silence";
        let mut arguments = [silence.as_ptr().cast_mut(), c"no".as_ptr().cast_mut()];
        // SAFETY: as where a recogniser is opened.
        let settings = unsafe { cmd_ln_parse_r(ptr::null_mut(), ps_args(), 2, arguments.as_mut_ptr(), 1) };
        let settings = NonNull::new(settings).expect("settings");
        let sound: Vec<i16> = (0..8_000_i32)
            .map(|at| ((at * at / 50) % 6_000 - 3_000) as i16)
            .collect();
        let mut front_end = FrontEnd::new(settings, false).expect("a front end");
        let mut frames = |size: usize| {
            front_end.begin().expect("a beginning");
            let mut frames = Vec::new();
            for piece in sound.chunks(size) {
                frames.extend(front_end.hear(piece).expect("it is read"));
            }
            frames.extend(front_end.end().expect("an end"));
            frames
        };
        let whole = frames(sound.len());
        assert!(whole.len() > 45, "{}", whole.len());
        for size in [1, 7, 80, 159, 160, 161, 410, 411, 1_000, 1_700, 4_000] {
            assert!(frames(size) == whole, "pieces of {size}");
        }
        drop(front_end);
        // SAFETY: nobody else holds them.
        unsafe { cmd_ln_free_r(settings.as_ptr()) };
    }
}
