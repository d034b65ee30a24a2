//! Turns a recording as a browser or a person hands it over into 16 kHz mono samples.
//!
//! Reads WebM, Ogg, MP4/M4A, WAV, MP3, FLAC and bare AAC streams. It trusts nothing: the container is recognised
//! by its bytes (the media type is a hint only), every loop is bounded by the size of the input or by
//! [`MAX_SECONDS`], samples are mixed down and resampled packet by packet, and a panic in a third-party decoder is
//! a [`DecodeError`], never the end of the server.
//!
//! What a browser's `MediaRecorder` writes has no duration, clusters of unknown size, and no proper end; a tab that
//! was closed leaves a file cut anywhere. Both end in a read error after the last whole packet: what was heard up
//! to there is kept.
//!
//! One decoder serves both ways in: [`decode()`] reads a file that is there, a [`RecordingFeed`] one that is still being made.

mod claims;
#[cfg(test)]
mod damage;
mod feed;
mod resample;
mod stream;

use std::io::Cursor;
use std::sync::Arc;

use bytes::Bytes;
use symphonia::core::io::ReadOnlySource;

use crate::samples::Samples;
use claims::Claims;
pub(crate) use feed::Ear;
#[doc(hidden)]
pub use feed::decode_pieces;
pub use feed::{HeardSound, RecordingFeed};
pub(crate) use stream::Decoding;

/// The longest recording that is read, in seconds of sound: 60 minutes. The page's recorder begins a new one before that and
/// before [`MAX_BYTES`] (`web/src/features/recorder/take-size.ts`).
pub const MAX_SECONDS: u64 = 60 * 60;

/// The largest recording that is read, in bytes: 50 MB.
pub const MAX_BYTES: usize = 50 * 1024 * 1024;

/// Why a recording could not be read. The text is a sentence for the person who sent it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// There was not one byte, or a container without any sound in it.
    #[error("The recording is empty.")]
    Empty,
    /// The bytes are of no known audio format.
    #[error("This is not an audio recording that can be read. Please use WebM, Ogg, MP4, WAV, MP3 or FLAC.")]
    NotAudio,
    /// A known container, but its sound is in a codec that is not supported, or it has no sound track.
    #[error("The recording holds no sound in a supported format.")]
    UnsupportedCodec,
    /// More than [`MAX_BYTES`].
    #[error("The recording is larger than 50 MB. Please dictate in shorter parts.")]
    TooLarge,
    /// More than [`MAX_SECONDS`] of sound.
    #[error("The recording is longer than 60 minutes. Please dictate in shorter parts.")]
    TooLong,
    /// The container is readable, most of what is in it is not.
    #[error("The recording is damaged and cannot be read.")]
    Damaged,
}

impl DecodeError {
    /// Whether the recording broke a bound (HTTP 413) rather than being unreadable (HTTP 422).
    pub fn is_over_limit(&self) -> bool {
        matches!(self, DecodeError::TooLarge | DecodeError::TooLong)
    }
}

/// Decodes a whole recording to 16 kHz mono. `mime` is a hint (`audio/webm;codecs=opus`), the bytes decide.
///
/// This is CPU work (about a second for ten minutes of Opus): call it off the async workers. An hour takes 115 MB; a
/// [`crate::Recording`] is decoded without that.
pub fn decode(bytes: impl Into<Bytes>, mime: Option<&str>) -> Result<Samples, DecodeError> {
    let mut decoding = open(bytes.into(), mime)?;
    let mut pcm = Vec::new();
    while decoding.next(&mut pcm)? {}
    Ok(Samples::from_pcm(pcm))
}

/// Begins to decode a file.
pub(crate) fn open(file: Bytes, mime: Option<&str>) -> Result<Decoding, DecodeError> {
    if file.is_empty() {
        return Err(DecodeError::Empty);
    }
    if file.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge);
    }
    if !Claims::default().are_plausible_with(&file) {
        return Err(DecodeError::Damaged);
    }
    let size = Arc::new(file.len().into());
    let opened = Decoding::open(
        Box::new(Cursor::new(file.clone())),
        Arc::clone(&size),
        mime,
        MAX_SECONDS,
    );
    match opened {
        // A file may tell of an index at its end, and be cut before it: from the front it is read up to the cut.
        Err(DecodeError::NotAudio) => {
            let source = ReadOnlySource::new(Cursor::new(file));
            Decoding::open(Box::new(source), size, mime, MAX_SECONDS)
        }
        opened => opened,
    }
}
