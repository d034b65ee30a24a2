//! What the fragments of an MP4 claim to hold, before the library believes it.
//!
//! A run of samples (`trun`, ISO/IEC 14496-12, 8.8.8) says how many it has. When it has no field for each of them, sixteen bytes can
//! claim four billion, and the library counts through them within one call. So the claims are added up as the bytes go by.

use super::MAX_BYTES;

const KIND: &[u8] = b"trun";
/// The size of the box, its kind, its version and flags, and the number of samples.
const HEAD: usize = 16;
/// Flags of a duration, a size, flags or a composition time for each sample.
const FIELDS_OF_SAMPLES: u32 = 0xf00;
/// Bytes that are looked through at once.
const PIECE: usize = 64 * 1024;

/// Adds up the samples that are claimed without a field for each.
#[derive(Default)]
pub(super) struct Claims {
    samples: u64,
    /// The end of what went by, one byte too short for a head.
    rest: Vec<u8>,
}

impl Claims {
    /// Whether, with the next bytes, no more is claimed than a recording of [`MAX_BYTES`] can hold.
    pub(super) fn are_plausible_with(&mut self, bytes: &[u8]) -> bool {
        for piece in bytes.chunks(PIECE) {
            self.rest.extend_from_slice(piece);
            self.samples += self.rest.windows(HEAD).map(claimed).sum::<u64>();
            let over = self.rest.len().saturating_sub(HEAD - 1);
            self.rest.drain(..over);
        }
        self.samples <= MAX_BYTES as u64
    }
}

/// The samples that a head claims; 0 for what is none.
fn claimed(head: &[u8]) -> u64 {
    if head[4..8] != *KIND {
        return 0;
    }
    let number = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    // The four letters may also stand in the sound, after any bytes.
    let is_box = number(0) as usize <= MAX_BYTES;
    let has_fields = number(8) & FIELDS_OF_SAMPLES != 0;
    if is_box && !has_fields {
        number(12).into()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(flags: u32, samples: u32) -> Vec<u8> {
        let fields = [20_u32, u32::from_be_bytes(*b"trun"), flags, samples, 0];
        fields.iter().flat_map(|field| field.to_be_bytes()).collect()
    }

    #[test]
    fn what_runs_claim_adds_up_wherever_they_are_cut() {
        let many = MAX_BYTES as u32 / 2;
        let two = [run(1, many), run(1, many)].concat();
        let three = [two.clone(), vec![0; 3 * PIECE], run(1, many)].concat();
        for size in [1, 3, 16, 1_000, three.len()] {
            let mut claims = Claims::default();
            assert!(two.chunks(size).all(|piece| claims.are_plausible_with(piece)));
            let mut claims = Claims::default();
            assert!(
                !three.chunks(size).all(|piece| claims.are_plausible_with(piece)),
                "{size}"
            );
        }
    }

    #[test]
    fn a_run_with_a_field_for_each_sample_and_four_letters_in_the_sound_claim_nothing() {
        let mut in_sound = run(1, u32::MAX);
        in_sound[0] = 0x7f;
        assert!(Claims::default().are_plausible_with(&in_sound));
        assert!(Claims::default().are_plausible_with(&run(0x201, u32::MAX)));
        assert!(!Claims::default().are_plausible_with(&run(1, u32::MAX)));
    }
}
