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

mod resample;

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use bytes::Bytes;
use symphonia::core::audio::layouts::CHANNEL_LAYOUT_MONO;
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::codecs::registry::CodecRegistry;
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::MediaSourceStream;
use symphonia::core::meta::MetadataOptions;

use crate::samples::{SAMPLE_RATE, Samples};
use resample::Resampler;

/// The longest recording that is read, in seconds of sound: 60 minutes.
pub const MAX_SECONDS: u64 = 60 * 60;

/// The largest recording that is read, in bytes: 50 MB.
pub const MAX_BYTES: usize = 50 * 1024 * 1024;

/// Rates outside this range are not sound that a person dictated.
const PLAUSIBLE_RATES: std::ops::RangeInclusive<u32> = 4_000..=384_000;

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
/// This is CPU work (about a second for ten minutes of Opus): call it off the async workers.
pub fn decode(bytes: impl Into<Bytes>, mime: Option<&str>) -> Result<Samples, DecodeError> {
    decode_within(bytes.into(), mime, MAX_SECONDS)
}

/// [`decode`] with another bound on the length, which lets a test reach it.
pub(crate) fn decode_within(
    bytes: Bytes,
    mime: Option<&str>,
    max_seconds: u64,
) -> Result<Samples, DecodeError> {
    if bytes.is_empty() {
        return Err(DecodeError::Empty);
    }
    if bytes.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge);
    }
    // Third-party parsers over hostile bytes: an unwinding one costs this request only.
    catch_unwind(AssertUnwindSafe(|| read_container(bytes, mime, max_seconds))).unwrap_or_else(|_| {
        tracing::warn!("a decoder panicked over a recording; the recording was refused");
        Err(DecodeError::Damaged)
    })
}

fn read_container(bytes: Bytes, mime: Option<&str>, max_seconds: u64) -> Result<Samples, DecodeError> {
    let mut hint = Hint::new();
    if let Some(essence) = mime.and_then(|mime| mime.split(';').next()).map(str::trim) {
        hint.mime_type(essence);
    }
    let source = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let mut container = symphonia::default::get_probe()
        .probe(
            &hint,
            source,
            FormatOptions::default(),
            MetadataOptions::default(),
        )
        .map_err(|_| DecodeError::NotAudio)?;
    let track = container
        .default_track(TrackType::Audio)
        .ok_or(DecodeError::UnsupportedCodec)?;
    let track_id = track.id;
    let mut parameters = track
        .codec_params
        .as_ref()
        .and_then(|parameters| parameters.audio())
        .ok_or(DecodeError::UnsupportedCodec)?
        .clone();
    if parameters.codec == CODEC_ID_OPUS {
        // libopus decodes to any of its rates and mixes down by itself: no resampler, a third of the work.
        parameters.sample_rate = Some(SAMPLE_RATE);
        parameters.channels = Some(CHANNEL_LAYOUT_MONO);
    }
    let mut decoder = codecs()
        .make_audio_decoder(&parameters, &AudioDecoderOptions::default())
        .map_err(|_| DecodeError::UnsupportedCodec)?;
    read_packets(container.as_mut(), track_id, decoder.as_mut(), max_seconds)
}

fn read_packets(
    container: &mut dyn FormatReader,
    track_id: u32,
    decoder: &mut dyn AudioDecoder,
    max_seconds: u64,
) -> Result<Samples, DecodeError> {
    let max_samples = max_seconds as usize * SAMPLE_RATE as usize;
    let mut heard = Samples::default();
    let mut resampler: Option<Resampler> = None;
    let (mut interleaved, mut mono) = (Vec::<f32>::new(), Vec::<f32>::new());
    let (mut packets, mut unreadable) = (0_usize, 0_usize);
    // Every packet consumes input, so the size of the recording bounds this loop.
    // An error here is the missing end of a browser's recording, or a cut: what was heard is kept.
    while let Ok(Some(packet)) = container.next_packet() {
        if packet.track_id != track_id {
            continue;
        }
        packets += 1;
        let buffer = match decoder.decode(&packet) {
            Ok(buffer) => buffer,
            Err(Error::DecodeError(_) | Error::IoError(_)) => {
                unreadable += 1;
                continue;
            }
            Err(_) => return Err(DecodeError::Damaged),
        };
        let (rate, channels) = (buffer.spec().rate(), buffer.spec().channels().count().max(1));
        if !PLAUSIBLE_RATES.contains(&rate) {
            return Err(DecodeError::Damaged);
        }
        buffer.copy_to_vec_interleaved(&mut interleaved);
        mix_down(&interleaved, channels, &mut mono);
        let resampler = match &mut resampler {
            Some(resampler) if resampler.from() == rate => resampler,
            // A stream that changes its rate in the middle is a damaged one.
            Some(_) => return Err(DecodeError::Damaged),
            none => none.insert(Resampler::new(rate).ok_or(DecodeError::Damaged)?),
        };
        resampler.push(&mono, &mut heard);
        if heard.len() > max_samples {
            return Err(DecodeError::TooLong);
        }
    }
    if let Some(resampler) = resampler {
        resampler.finish(&mut heard);
    }
    if unreadable * 2 > packets {
        return Err(DecodeError::Damaged);
    }
    if heard.is_empty() {
        return Err(DecodeError::Empty);
    }
    Ok(heard)
}

fn mix_down(interleaved: &[f32], channels: usize, mono: &mut Vec<f32>) {
    mono.clear();
    if channels == 1 {
        mono.extend_from_slice(interleaved);
    } else {
        let scale = 1.0 / channels as f32;
        mono.extend(
            interleaved
                .chunks_exact(channels)
                .map(|frame| frame.iter().sum::<f32>() * scale),
        );
    }
}

fn codecs() -> &'static CodecRegistry {
    static CODECS: OnceLock<CodecRegistry> = OnceLock::new();
    CODECS.get_or_init(|| {
        let mut registry = CodecRegistry::new();
        symphonia::default::register_enabled_codecs(&mut registry);
        registry.register_audio_decoder::<symphonia_adapter_libopus::OpusDecoder>();
        registry
    })
}
