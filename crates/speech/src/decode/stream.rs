//! From a container to 16 kHz mono, packet by packet: memory is one packet and what the container buffers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use symphonia::core::audio::layouts::CHANNEL_LAYOUT_MONO;
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::codecs::registry::CodecRegistry;
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSource, MediaSourceStream};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::packet::Packet;

use super::DecodeError;
use super::resample::Resampler;
use crate::samples::SAMPLE_RATE;

/// Rates outside this range are not sound that a person dictated.
const PLAUSIBLE_RATES: std::ops::RangeInclusive<u32> = 4_000..=384_000;

/// More packets than an hour has in Opus's shortest, of 2.5 ms: what the library does for a packet may grow with how many there are.
const MOST_PACKETS: usize = 1_500_000;

/// A recording that is being decoded.
pub(crate) struct Decoding {
    container: Box<dyn FormatReader>,
    track_id: u32,
    decoder: Box<dyn AudioDecoder>,
    /// How long its head says that it is, in seconds.
    told: Option<f64>,
    /// Made with the first packet, which tells the rate.
    resampler: Option<Resampler>,
    /// How many bytes the source has given so far.
    supplied: Arc<AtomicUsize>,
    /// The packets so far, and what they take of the bytes at the least.
    taken: usize,
    consumed: usize,
    packets: usize,
    unreadable: usize,
    samples: usize,
    max_samples: usize,
    is_over: bool,
    interleaved: Vec<f32>,
    mono: Vec<f32>,
}

impl Decoding {
    /// Reads the head of a source. `supplied` is how many bytes it has given so far, of a file the size; `mime` is a hint.
    pub(super) fn open(
        source: Box<dyn MediaSource>,
        supplied: Arc<AtomicUsize>,
        mime: Option<&str>,
        max_seconds: u64,
    ) -> Result<Decoding, DecodeError> {
        guarded(|| open(source, supplied, mime, max_seconds))
    }

    /// Appends the next sound, a few milliseconds to a second of it; false when there is no more. What was appended before an error
    /// was heard.
    pub(crate) fn next(&mut self, pcm: &mut Vec<i16>) -> Result<bool, DecodeError> {
        guarded(|| self.read(pcm))
    }

    /// How long the recording says that it is, in seconds; a browser's does not say it.
    pub(crate) fn told_seconds(&self) -> Option<f64> {
        self.told
    }

    fn read(&mut self, pcm: &mut Vec<i16>) -> Result<bool, DecodeError> {
        if self.is_over {
            return Ok(false);
        }
        let before = pcm.len();
        // An error here is the missing end of a browser's recording, or a cut: what was heard is kept.
        while let Ok(Some(packet)) = self.container.next_packet() {
            self.account_for(&packet)?;
            if packet.track_id != self.track_id {
                continue;
            }
            self.packet(&packet, pcm)?;
            self.samples += pcm.len() - before;
            if self.samples > self.max_samples {
                return Err(DecodeError::TooLong);
            }
            if pcm.len() > before {
                return Ok(true);
            }
        }
        self.is_over = true;
        if let Some(resampler) = self.resampler.take() {
            resampler.finish(pcm);
            self.samples += pcm.len() - before;
        }
        if self.unreadable * 2 > self.packets {
            return Err(DecodeError::Damaged);
        }
        if self.samples == 0 {
            return Err(DecodeError::Empty);
        }
        Ok(pcm.len() > before)
    }

    /// Bounds the reading by the size of the recording. A container can claim billions of packets that have no bytes, or that all
    /// have the same ones; of a true one every packet has bytes of its own.
    fn account_for(&mut self, packet: &Packet) -> Result<(), DecodeError> {
        self.taken += 1;
        self.consumed = self.consumed.saturating_add(packet.data.len().max(1));
        if self.taken > MOST_PACKETS || self.consumed > self.supplied.load(Ordering::Relaxed) {
            return Err(DecodeError::Damaged);
        }
        Ok(())
    }

    fn packet(&mut self, packet: &Packet, pcm: &mut Vec<i16>) -> Result<(), DecodeError> {
        self.packets += 1;
        let buffer = match self.decoder.decode(packet) {
            Ok(buffer) => buffer,
            Err(Error::DecodeError(_) | Error::IoError(_)) => {
                self.unreadable += 1;
                return Ok(());
            }
            Err(_) => return Err(DecodeError::Damaged),
        };
        let (rate, channels) = (buffer.spec().rate(), buffer.spec().channels().count().max(1));
        if !PLAUSIBLE_RATES.contains(&rate) {
            return Err(DecodeError::Damaged);
        }
        buffer.copy_to_vec_interleaved(&mut self.interleaved);
        mix_down(&self.interleaved, channels, &mut self.mono);
        let resampler = match &mut self.resampler {
            Some(resampler) if resampler.from() == rate => resampler,
            // A stream that changes its rate in the middle is a damaged one.
            Some(_) => return Err(DecodeError::Damaged),
            none => none.insert(Resampler::new(rate).ok_or(DecodeError::Damaged)?),
        };
        resampler.push(&self.mono, pcm);
        Ok(())
    }
}

fn open(
    source: Box<dyn MediaSource>,
    supplied: Arc<AtomicUsize>,
    mime: Option<&str>,
    max_seconds: u64,
) -> Result<Decoding, DecodeError> {
    let mut hint = Hint::new();
    if let Some(essence) = mime.and_then(|mime| mime.split(';').next()).map(str::trim) {
        hint.mime_type(essence);
    }
    let source = MediaSourceStream::new(source, Default::default());
    let container = symphonia::default::get_probe()
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
    let of_track = track.time_base.zip(track.duration);
    let media = container.media_info();
    let told = of_track.or(media.time_base.zip(media.duration));
    let told = told
        .and_then(|(base, duration)| base.calc_duration(duration))
        .map(|time| time.as_secs_f64());
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
    let decoder = codecs()
        .make_audio_decoder(&parameters, &AudioDecoderOptions::default())
        .map_err(|_| DecodeError::UnsupportedCodec)?;
    Ok(Decoding {
        container,
        track_id,
        decoder,
        told,
        resampler: None,
        supplied,
        taken: 0,
        consumed: 0,
        packets: 0,
        unreadable: 0,
        samples: 0,
        max_samples: max_seconds as usize * SAMPLE_RATE as usize,
        is_over: false,
        interleaved: Vec::new(),
        mono: Vec::new(),
    })
}

/// Third-party parsers over hostile bytes: one that panics costs its recording only.
fn guarded<T>(work: impl FnOnce() -> Result<T, DecodeError>) -> Result<T, DecodeError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::warn!("a decoder panicked over a recording; the recording was refused");
        Err(DecodeError::Damaged)
    })
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
