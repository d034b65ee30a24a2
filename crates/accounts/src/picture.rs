//! Pictures that a user puts on reports: a signature, the logo of a letterhead.
//!
//! What arrives is decoded and drawn anew, so that nothing is kept but pixels: no place where a photograph was taken, no
//! comment, no colour profile, nothing behind the picture's end. A file that claims more pixels than a camera takes is
//! refused before one of them is decoded.

use std::fmt;
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};
use thiserror::Error;

/// The largest file, in bytes: 2 MB as file managers and browsers count them. What is kept is no larger either.
pub const LARGEST_FILE: usize = 2 * 1024 * 1024;
/// The longest side that is taken, in pixels.
pub const LONGEST_SIDE: u32 = 20_000;
/// The most pixels that are taken.
pub const MOST_PIXELS: u64 = 40_000_000;
/// The longest side that is kept, in pixels: 600 dots an inch over the width that a report has for it.
const KEPT_SIDE: u32 = 1_600;
/// What a decoded picture may take of memory, in bytes: [`MOST_PIXELS`] of eight bits for each of four channels.
const DECODING_MEMORY: u64 = 160_000_000;
const JPEG_QUALITY: u8 = 92;

/// A picture as it is kept. Its `Debug` shows none of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    format: PictureFormat,
    bytes: Vec<u8>,
}

/// The formats that every word processor shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Portable Network Graphics.
    Png,
    /// JPEG.
    Jpeg,
}

/// Why a file is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PictureError {
    /// The file is larger than [`LARGEST_FILE`].
    #[error("a picture must be smaller than 2 MB")]
    TooLarge,
    /// More pixels than [`MOST_PIXELS`], or a side longer than [`LONGEST_SIDE`].
    #[error("a picture may have at most {MOST_PIXELS} pixels")]
    TooManyPixels,
    /// It is neither PNG nor JPEG, or damaged.
    #[error("a picture must be a PNG or JPEG file")]
    Unreadable,
}

impl Picture {
    /// Draws what the file shows anew, upright, and no larger than a report can use. Its first bytes tell the format; what
    /// the sender calls it is not asked. Keeps a processor busy for up to a second, and takes a few hundred megabytes meanwhile for the
    /// largest picture: one at a time is enough.
    pub fn redraw(file: &[u8]) -> Result<Self, PictureError> {
        if file.len() > LARGEST_FILE {
            return Err(PictureError::TooLarge);
        }
        let format = PictureFormat::of(file).ok_or(PictureError::Unreadable)?;
        if format == PictureFormat::Jpeg && !is_whole_jpeg(file) {
            return Err(PictureError::Unreadable);
        }
        let (pixels, orientation) = decode(file, format)?;
        let mut side = KEPT_SIDE;
        // Smaller before it is turned, which takes as much memory again.
        let mut pixels = eight_bits(fitted(pixels, side));
        pixels.apply_orientation(orientation);
        loop {
            let bytes = encode(&pixels, format)?;
            if bytes.len() <= LARGEST_FILE {
                return Ok(Self { format, bytes });
            }
            side = side * 3 / 4;
            pixels = fitted(pixels, side);
        }
    }

    /// A picture that was drawn anew before.
    pub(crate) fn recorded(bytes: Vec<u8>) -> Option<Self> {
        let format = PictureFormat::of(&bytes)?;
        Some(Self { format, bytes })
    }

    /// The format, that of the file it was drawn from.
    pub const fn format(&self) -> PictureFormat {
        self.format
    }

    /// The file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl PictureFormat {
    fn of(file: &[u8]) -> Option<Self> {
        if file.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if file.starts_with(b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else {
            None
        }
    }

    /// The media type: `image/png` or `image/jpeg`.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Picture({:?}, {} bytes)",
            self.format,
            self.bytes.len()
        )
    }
}

/// Whether the picture data of a JPEG has an end. A decoder paints grey what a file that was cut off does not hold.
fn is_whole_jpeg(file: &[u8]) -> bool {
    let mut at = 2;
    while let Some([0xFF, marker]) = file.get(at..at + 2) {
        let length = match *marker {
            0xFF => 1,
            0xDA => return file[at..].windows(2).any(|pair| pair == [0xFF, 0xD9]),
            0x01 | 0xD0..=0xD8 => 2,
            _ => match file.get(at + 2..at + 4) {
                Some([high, low]) => 2 + usize::from(u16::from_be_bytes([*high, *low])),
                _ => return false,
            },
        };
        at += length;
    }
    false
}

/// The pixels as they lie in the file, and how they have to be turned.
fn decode(file: &[u8], format: PictureFormat) -> Result<(DynamicImage, Orientation), PictureError> {
    let unreadable = |error| match error {
        ImageError::Limits(_) => PictureError::TooManyPixels,
        _ => PictureError::Unreadable,
    };
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(DECODING_MEMORY);
    let mut reader = ImageReader::with_format(
        Cursor::new(file),
        match format {
            PictureFormat::Png => image::ImageFormat::Png,
            PictureFormat::Jpeg => image::ImageFormat::Jpeg,
        },
    );
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    // The decoders keep to the limits for what they allocate themselves; the pixels are this program's.
    if width.max(height) > LONGEST_SIDE
        || u64::from(width) * u64::from(height) > MOST_PIXELS
        || decoder.total_bytes() > DECODING_MEMORY
    {
        return Err(PictureError::TooManyPixels);
    }
    // A picture whose orientation cannot be told is taken as it lies.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let pixels = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    Ok((pixels, orientation))
}

fn eight_bits(pixels: DynamicImage) -> DynamicImage {
    match pixels {
        DynamicImage::ImageLuma16(_) => pixels.into_luma8().into(),
        DynamicImage::ImageLumaA16(_) => pixels.into_luma_alpha8().into(),
        DynamicImage::ImageRgb16(_) => pixels.into_rgb8().into(),
        DynamicImage::ImageLuma8(_)
        | DynamicImage::ImageLumaA8(_)
        | DynamicImage::ImageRgb8(_)
        | DynamicImage::ImageRgba8(_) => pixels,
        other => other.into_rgba8().into(),
    }
}

/// The picture, made smaller in proportion when a side is longer.
fn fitted(pixels: DynamicImage, side: u32) -> DynamicImage {
    if pixels.width().max(pixels.height()) <= side {
        pixels
    } else {
        pixels.resize(side, side, imageops::FilterType::CatmullRom)
    }
}

fn encode(pixels: &DynamicImage, format: PictureFormat) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let written = match format {
        PictureFormat::Png => pixels.write_with_encoder(PngEncoder::new_with_quality(
            &mut bytes,
            CompressionType::Default,
            FilterType::Adaptive,
        )),
        PictureFormat::Jpeg => {
            pixels.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))
        }
    };
    written.map_err(|_| PictureError::Unreadable)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
