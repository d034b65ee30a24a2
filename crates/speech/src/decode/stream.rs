//! From a container to 16 kHz mono, packet by packet: memory is one packet and what the container buffers.

use std::sync::OnceLock;

use symphonia::core::audio::layouts::CHANNEL_LAYOUT_MONO;
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::codecs::registry::CodecRegistry;
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSource, MediaSourceStream};
use symphonia::core::meta::MetadataOptions;

use super::DecodeError;
use super::resample::Resampler;
use crate::samples::SAMPLE_RATE;

/// Rates outside this range are not sound that a person dictated.
const PLAUSIBLE_RATES: std::ops::RangeInclusive<u32> = 4_000..=384_000;

/// Decodes until the source ends or fails. The pieces of sound are a few milliseconds to a second long.
pub(super) fn decode(
    source: Box<dyn MediaSource>,
    mime: Option<&str>,
    max_seconds: u64,
    heard: &mut dyn FnMut(&[i16]),
) -> Result<(), DecodeError> {
    let mut hint = Hint::new();
    if let Some(essence) = mime.and_then(|mime| mime.split(';').next()).map(str::trim) {
        hint.mime_type(essence);
    }
    let source = MediaSourceStream::new(source, Default::default());
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
    read_packets(container.as_mut(), track_id, decoder.as_mut(), max_seconds, heard)
}

fn read_packets(
    container: &mut dyn FormatReader,
    track_id: u32,
    decoder: &mut dyn AudioDecoder,
    max_seconds: u64,
    heard: &mut dyn FnMut(&[i16]),
) -> Result<(), DecodeError> {
    let max_samples = max_seconds as usize * SAMPLE_RATE as usize;
    let mut samples = 0_usize;
    let mut resampler: Option<Resampler> = None;
    let (mut interleaved, mut mono, mut pcm) = (Vec::<f32>::new(), Vec::<f32>::new(), Vec::<i16>::new());
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
        resampler.push(&mono, &mut pcm);
        samples += pcm.len();
        if samples > max_samples {
            return Err(DecodeError::TooLong);
        }
        heard(&pcm);
        pcm.clear();
    }
    if let Some(resampler) = resampler {
        resampler.finish(&mut pcm);
        samples += pcm.len();
        heard(&pcm);
    }
    if unreadable * 2 > packets {
        return Err(DecodeError::Damaged);
    }
    if samples == 0 {
        return Err(DecodeError::Empty);
    }
    Ok(())
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
