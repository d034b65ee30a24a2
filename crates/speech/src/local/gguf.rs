//! Reads the head of a GGUF file, without the library that runs it.
//!
//! The library may end the process over a file that lies about itself, so what can be known without it is known here
//! first: that the file is GGUF, which model it holds, and that it is as long as its own table of tensors says. Nothing
//! is allocated by a length that the file claims; every length is held against what is left of the file.
//! Format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>.

use std::io::{self, BufRead, Read};

/// Lines of the head and tensors beyond these are no speech model's: the largest have some hundred and some thousand.
const MAX_KEYS: u64 = 10_000;
const MAX_TENSORS: u64 = 100_000;
/// A text that is kept, such as the name of the model; longer ones are passed over.
const MAX_KEPT_TEXT: u64 = 256;
/// The format bounds keys to this; names of tensors are shorter still.
const MAX_NAME: u64 = 65_535;
const MAX_DIMENSIONS: u32 = 4;
const DEFAULT_ALIGNMENT: u64 = 32;

/// What the head of a file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Head {
    /// `general.architecture`: which program runs the weights.
    pub(super) architecture: Option<String>,
    /// `general.name`.
    pub(super) name: Option<String>,
    /// How many tensors there are.
    pub(super) tensors: u64,
    /// Bytes that the file must have for all of them to be there.
    pub(super) needs: u64,
}

/// Why a head cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum HeadError {
    /// The first four bytes are not `GGUF`.
    #[error("no GGUF file")]
    Magic,
    /// An outdated or future version of the format.
    #[error("version {0} of GGUF")]
    Version(u32),
    /// The file ends inside its head.
    #[error("it ends inside its head")]
    Truncated,
    /// The head contradicts itself or the format.
    #[error("{0}")]
    Damaged(&'static str),
    /// The disk, not the file.
    #[error("it cannot be read: {0}")]
    Io(io::ErrorKind),
}

/// Reads the head of a file that has `length` bytes.
pub(super) fn read(file: impl BufRead, length: u64) -> Result<Head, HeadError> {
    let mut reader = Reader { file, left: length };
    if reader.bytes::<4>()? != *b"GGUF" {
        return Err(HeadError::Magic);
    }
    let version = reader.u32()?;
    if !(2..=3).contains(&version) {
        return Err(HeadError::Version(version));
    }
    let tensors = reader.u64()?;
    let keys = reader.u64()?;
    if tensors > MAX_TENSORS || keys > MAX_KEYS {
        return Err(HeadError::Damaged("it claims more parts than any model has"));
    }
    let mut head = Head {
        tensors,
        ..Head::default()
    };
    let mut alignment = DEFAULT_ALIGNMENT;
    for _ in 0..keys {
        reader.key(&mut head, &mut alignment)?;
    }
    if !alignment.is_power_of_two() {
        return Err(HeadError::Damaged("its alignment is no power of two"));
    }
    let mut data: u64 = 0;
    for _ in 0..tensors {
        data = data.max(reader.tensor()?);
    }
    let head_bytes = length - reader.left;
    let overflow = HeadError::Damaged("its tensors are larger than any file");
    head.needs = match tensors {
        0 => head_bytes,
        _ => head_bytes
            .checked_next_multiple_of(alignment)
            .and_then(|start| start.checked_add(data))
            .ok_or(overflow)?,
    };
    Ok(head)
}

struct Reader<R> {
    file: R,
    /// Bytes of the file behind the place of reading.
    left: u64,
}

impl<R: BufRead> Reader<R> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], HeadError> {
        self.take(N as u64)?;
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, HeadError> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, HeadError> {
        self.bytes().map(u64::from_le_bytes)
    }

    /// Accounts for bytes before they are read, so that no claim of the file is believed beyond its end.
    fn take(&mut self, bytes: u64) -> Result<(), HeadError> {
        self.left = self.left.checked_sub(bytes).ok_or(HeadError::Truncated)?;
        Ok(())
    }

    fn skip(&mut self, bytes: u64) -> Result<(), HeadError> {
        self.take(bytes)?;
        let skipped = io::copy(&mut self.file.by_ref().take(bytes), &mut io::sink()).map_err(failed)?;
        if skipped < bytes {
            return Err(HeadError::Truncated);
        }
        Ok(())
    }

    /// A text; `None` when it is too long to be kept.
    fn text(&mut self) -> Result<Option<String>, HeadError> {
        let length = self.u64()?;
        if length > MAX_KEPT_TEXT {
            return self.skip(length).map(|()| None);
        }
        self.take(length)?;
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes).map_err(failed)?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn key(&mut self, head: &mut Head, alignment: &mut u64) -> Result<(), HeadError> {
        let key = self.text()?;
        let kind = self.u32()?;
        match (key.as_deref(), kind) {
            (Some("general.architecture"), TEXT) => head.architecture = self.text()?,
            (Some("general.name"), TEXT) => head.name = self.text()?,
            (Some("general.alignment"), UNSIGNED_32) => *alignment = u64::from(self.u32()?),
            (_, ARRAY) => self.array()?,
            (_, TEXT) => {
                self.text()?;
            }
            (_, kind) => self.skip(width(kind)?)?,
        }
        Ok(())
    }

    fn array(&mut self) -> Result<(), HeadError> {
        let kind = self.u32()?;
        let count = self.u64()?;
        if kind == TEXT {
            // Each has eight bytes of length at least: a lie ends at the end of the file, not before it.
            for _ in 0..count {
                let length = self.u64()?;
                self.skip(length)?;
            }
            return Ok(());
        }
        let bytes = count.checked_mul(width(kind)?).ok_or(HeadError::Truncated)?;
        self.skip(bytes)
    }

    /// Where the tensor ends, in bytes from the beginning of the data.
    fn tensor(&mut self) -> Result<u64, HeadError> {
        let name = self.u64()?;
        if name > MAX_NAME {
            return Err(HeadError::Damaged("a tensor has a name without end"));
        }
        self.skip(name)?;
        let dimensions = self.u32()?;
        if dimensions > MAX_DIMENSIONS {
            return Err(HeadError::Damaged("a tensor has more than four dimensions"));
        }
        let mut elements: u64 = 1;
        for _ in 0..dimensions {
            elements = elements
                .checked_mul(self.u64()?)
                .ok_or(HeadError::Damaged("a tensor is larger than any file"))?;
        }
        let kind = self.u32()?;
        let offset = self.u64()?;
        // A kind that came after this program is left to the library; the tensor behind it still says where it begins.
        let bytes = match block(kind) {
            Some((per_block, bytes)) => elements.div_ceil(per_block).checked_mul(bytes),
            None => Some(0),
        };
        bytes
            .and_then(|bytes| offset.checked_add(bytes))
            .ok_or(HeadError::Damaged("a tensor is larger than any file"))
    }
}

fn failed(problem: io::Error) -> HeadError {
    match problem.kind() {
        io::ErrorKind::UnexpectedEof => HeadError::Truncated,
        kind => HeadError::Io(kind),
    }
}

const UNSIGNED_32: u32 = 4;
const TEXT: u32 = 8;
const ARRAY: u32 = 9;

/// Bytes of a number of this kind.
fn width(kind: u32) -> Result<u64, HeadError> {
    match kind {
        0 | 1 | 7 => Ok(1),
        2 | 3 => Ok(2),
        UNSIGNED_32 | 5 | 6 => Ok(4),
        10..=12 => Ok(8),
        _ => Err(HeadError::Damaged("it holds a value of an unknown kind")),
    }
}

/// Elements and bytes of a block of a kind of tensor.
fn block(kind: u32) -> Option<(u64, u64)> {
    Some(match kind {
        0 | 26 => (1, 4),
        1 | 25 | 30 => (1, 2),
        24 => (1, 1),
        27 | 28 => (1, 8),
        2 | 20 => (32, 18),
        3 => (32, 20),
        6 => (32, 22),
        7 => (32, 24),
        8 => (32, 34),
        9 => (32, 36),
        39 => (32, 17),
        10 => (256, 84),
        11 => (256, 110),
        12 => (256, 144),
        13 => (256, 176),
        14 => (256, 210),
        15 => (256, 292),
        16 | 35 => (256, 66),
        17 => (256, 74),
        18 => (256, 98),
        19 => (256, 50),
        21 => (256, 110),
        22 => (256, 82),
        23 => (256, 136),
        29 => (256, 56),
        34 => (256, 54),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    fn head(bytes: &[u8]) -> Result<Head, HeadError> {
        read(Cursor::new(bytes), bytes.len() as u64)
    }

    fn text(bytes: &mut Vec<u8>, text: &str) {
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    }

    /// Architecture "medasr", a list of two words, and one tensor of 3 x 4 floats.
    fn small() -> Vec<u8> {
        let mut bytes = b"GGUF".to_vec();
        bytes.extend(3_u32.to_le_bytes());
        bytes.extend(1_u64.to_le_bytes());
        bytes.extend(2_u64.to_le_bytes());
        text(&mut bytes, "general.architecture");
        bytes.extend(TEXT.to_le_bytes());
        text(&mut bytes, "medasr");
        text(&mut bytes, "tokenizer.ggml.tokens");
        bytes.extend(ARRAY.to_le_bytes());
        bytes.extend(TEXT.to_le_bytes());
        bytes.extend(2_u64.to_le_bytes());
        text(&mut bytes, "no");
        text(&mut bytes, "lesion");
        text(&mut bytes, "weight");
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend(3_u64.to_le_bytes());
        bytes.extend(4_u64.to_le_bytes());
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend(0_u64.to_le_bytes());
        bytes.resize(bytes.len().next_multiple_of(32) + 48, 0);
        bytes
    }

    #[test]
    fn reads_what_a_file_holds_and_how_long_it_must_be() {
        let bytes = small();
        let head = head(&bytes).expect("a head");
        assert_eq!(head.architecture.as_deref(), Some("medasr"));
        assert_eq!((head.tensors, head.needs), (1, bytes.len() as u64));
    }

    #[test]
    fn a_file_cut_inside_its_head_is_truncated_wherever_it_is_cut() {
        let whole = small();
        let head_bytes = whole.len() - 48;
        for length in 4..head_bytes - 32 {
            assert_eq!(
                head(&whole[..length]),
                Err(HeadError::Truncated),
                "{length} bytes"
            );
        }
    }

    #[test]
    fn tells_what_is_wrong() {
        let check = |place: usize, bytes: &[u8], expected: HeadError| {
            let mut file = small();
            file[place..place + bytes.len()].copy_from_slice(bytes);
            assert_eq!(head(&file), Err(expected));
        };
        check(0, b"GGML", HeadError::Magic);
        check(4, &1_u32.to_le_bytes(), HeadError::Version(1));
        check(4, &0x0300_0000_u32.to_le_bytes(), HeadError::Version(0x0300_0000));
        let parts = HeadError::Damaged("it claims more parts than any model has");
        check(8, &u64::MAX.to_le_bytes(), parts);
        // The length of the first key.
        check(24, &u64::MAX.to_le_bytes(), HeadError::Truncated);
        let kind = HeadError::Damaged("it holds a value of an unknown kind");
        check(24 + 8 + 20, &77_u32.to_le_bytes(), kind);
    }

    #[test]
    fn a_tensor_that_claims_the_universe_is_damage_and_not_a_number_that_wraps() {
        let whole = small();
        let dimensions = whole
            .windows(6)
            .position(|window| window == b"weight")
            .expect("a tensor")
            + 10;
        let mut file = whole;
        file[dimensions..dimensions + 8].copy_from_slice(&(u64::MAX / 2).to_le_bytes());
        assert_eq!(
            head(&file),
            Err(HeadError::Damaged("a tensor is larger than any file"))
        );
    }

    proptest! {
        #[test]
        fn no_file_makes_it_panic(
            changes in prop::collection::vec((0_usize..300, any::<u8>()), 0..12),
            cut in 0_usize..400,
        ) {
            let mut file = small();
            for (place, value) in changes {
                let place = place % file.len();
                file[place] = value;
            }
            file.truncate(cut);
            let _ = head(&file);
        }

        #[test]
        fn noise_behind_the_magic_makes_no_panic(noise in prop::collection::vec(any::<u8>(), 0..600)) {
            let mut file = b"GGUF\x03\0\0\0".to_vec();
            file.extend(noise);
            let _ = head(&file);
        }
    }
}
