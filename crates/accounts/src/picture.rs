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
/// What decoding may take of memory, in bytes: [`MOST_PIXELS`] of sixteen bits for each of four channels.
const DECODING_MEMORY: u64 = 320_000_000;
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
    /// the sender calls it is not asked. Keeps a processor busy for up to a second.
    pub fn redraw(file: &[u8]) -> Result<Self, PictureError> {
        if file.len() > LARGEST_FILE {
            return Err(PictureError::TooLarge);
        }
        let format = PictureFormat::of(file).ok_or(PictureError::Unreadable)?;
        if format == PictureFormat::Jpeg && !is_whole_jpeg(file) {
            return Err(PictureError::Unreadable);
        }
        let pixels = eight_bits(decode(file, format)?);
        let mut side = KEPT_SIDE;
        loop {
            let bytes = encode(&fitted(&pixels, side), format)?;
            if bytes.len() <= LARGEST_FILE {
                return Ok(Self { format, bytes });
            }
            side = side * 3 / 4;
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

fn decode(file: &[u8], format: PictureFormat) -> Result<DynamicImage, PictureError> {
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
    if width.max(height) > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PictureError::TooManyPixels);
    }
    // A picture whose orientation cannot be told is taken as it lies.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut pixels = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    pixels.apply_orientation(orientation);
    Ok(pixels)
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
fn fitted(pixels: &DynamicImage, side: u32) -> DynamicImage {
    if pixels.width().max(pixels.height()) <= side {
        pixels.clone()
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
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    /// A picture with a red corner at the upper left of white.
    fn corner(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            if x < width / 2 && y < height / 2 {
                Rgb([200, 0, 0])
            } else {
                Rgb([255, 255, 255])
            }
        })
    }

    fn file(pixels: impl Into<DynamicImage>, format: PictureFormat) -> Vec<u8> {
        encode(&pixels.into(), format).expect("a file")
    }

    fn chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
        let mut chunk = (body.len() as u32).to_be_bytes().to_vec();
        chunk.extend_from_slice(kind);
        chunk.extend_from_slice(body);
        let mut crc = u32::MAX;
        for byte in &chunk[4..] {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
            }
        }
        chunk.extend_from_slice(&(!crc).to_be_bytes());
        chunk
    }

    /// The file with more chunks behind its header and more bytes behind its end.
    fn with_chunks(file: &[u8], chunks: &[Vec<u8>]) -> Vec<u8> {
        const HEADER: usize = 8 + 25;
        [
            &file[..HEADER],
            &chunks.concat(),
            &file[HEADER..],
            b"SECRET behind the end",
        ]
        .concat()
    }

    fn chunk_names(file: &[u8]) -> Vec<String> {
        let (mut at, mut names) = (8, Vec::new());
        while let Some(length) = file.get(at..at + 4) {
            let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
            names.push(String::from_utf8_lossy(&file[at + 4..at + 8]).into_owned());
            at += length + 12;
        }
        assert_eq!(at, file.len(), "something stands behind the end");
        names
    }

    /// An Exif block that says how the picture lies, with a secret in it.
    fn exif(orientation: u8) -> Vec<u8> {
        let mut block = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        block.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0]);
        block.extend_from_slice(b"SECRET place");
        block
    }

    fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
        let mut segment = vec![0xFF, marker];
        segment.extend_from_slice(&(body.len() as u16 + 2).to_be_bytes());
        segment.extend_from_slice(body);
        segment
    }

    /// The markers of a JPEG up to its picture data.
    fn markers(file: &[u8]) -> Vec<u8> {
        let (mut at, mut found) = (2, Vec::new());
        loop {
            found.push(file[at + 1]);
            if file[at + 1] == 0xDA {
                return found;
            }
            at += 2 + usize::from(u16::from_be_bytes([file[at + 2], file[at + 3]]));
        }
    }

    fn shown(picture: &Picture) -> DynamicImage {
        image::load_from_memory(picture.bytes()).expect("a picture")
    }

    fn holds_secret(picture: &Picture) -> bool {
        picture.bytes().windows(6).any(|window| window == b"SECRET")
    }

    #[test]
    fn of_a_png_nothing_is_kept_but_its_pixels() -> Outcome {
        let plain = file(corner(40, 20), PictureFormat::Png);
        let said = [
            chunk(b"tEXt", b"Author\0SECRET author"),
            chunk(b"eXIf", &exif(1)),
            chunk(b"tIME", &[7, 234, 1, 2, 3, 4, 5]),
            chunk(b"prVt", b"SECRET private chunk"),
        ];
        let picture = Picture::redraw(&with_chunks(&plain, &said))?;
        assert_eq!(picture.format(), PictureFormat::Png);
        assert_eq!(chunk_names(picture.bytes()), ["IHDR", "IDAT", "IEND"]);
        assert!(!holds_secret(&picture));
        assert_eq!(shown(&picture).into_rgb8(), corner(40, 20));
        Ok(())
    }

    #[test]
    fn of_a_jpeg_nothing_is_kept_but_its_pixels() -> Outcome {
        let plain = file(corner(64, 32), PictureFormat::Jpeg);
        let said = [
            segment(0xE1, &[b"Exif\0\0".as_slice(), &exif(1)].concat()),
            segment(0xE2, b"ICC_PROFILE\0\x01\x01SECRET profile"),
            segment(0xED, b"Photoshop 3.0\0SECRET caption"),
            segment(0xFE, b"SECRET comment"),
        ];
        let told = [&plain[..2], &said.concat(), &plain[2..], b"SECRET behind the end"].concat();
        let picture = Picture::redraw(&told)?;
        assert_eq!(picture.format(), PictureFormat::Jpeg);
        assert!(!holds_secret(&picture));
        let allowed = |marker: &u8| matches!(marker, 0xE0 | 0xDB | 0xC0 | 0xC4 | 0xDA);
        let found = markers(picture.bytes());
        assert!(found.iter().all(allowed), "{found:x?}");
        assert!(picture.bytes().ends_with(&[0xFF, 0xD9]));
        Ok(())
    }

    #[test]
    fn a_photograph_that_lies_on_its_side_is_put_upright() -> Outcome {
        // 6: the camera was turned, so that what is at the upper left of the file belongs at the upper right.
        let lying = file(corner(64, 32), PictureFormat::Jpeg);
        let turned = segment(0xE1, &[b"Exif\0\0".as_slice(), &exif(6)].concat());
        let picture = Picture::redraw(&[&lying[..2], &turned, &lying[2..]].concat())?;
        let pixels = shown(&picture).into_rgb8();
        assert_eq!(pixels.dimensions(), (32, 64));
        let is_red = |x, y| pixels.get_pixel(x, y)[1] < 128;
        assert_eq!(
            [is_red(28, 4), is_red(4, 4), is_red(28, 60), is_red(4, 60)],
            [true, false, false, false]
        );

        let lying = with_chunks(
            &file(corner(40, 20), PictureFormat::Png),
            &[chunk(b"eXIf", &exif(6))],
        );
        assert_eq!(
            shown(&Picture::redraw(&lying)?).into_rgb8().dimensions(),
            (20, 40)
        );
        Ok(())
    }

    #[test]
    fn what_is_transparent_stays_so_and_drawing_again_changes_nothing() -> Outcome {
        let pixels = RgbaImage::from_fn(30, 10, |x, _| Rgba([10, 20, 120, if x < 15 { 0 } else { 255 }]));
        let once = Picture::redraw(&file(pixels.clone(), PictureFormat::Png))?;
        assert_eq!(shown(&once).into_rgba8(), pixels);
        assert_eq!(Picture::redraw(once.bytes())?, once);
        Ok(())
    }

    #[test]
    fn sixteen_bits_and_palettes_become_what_every_word_processor_shows() -> Outcome {
        let deep = DynamicImage::ImageRgb8(corner(20, 10)).into_rgb16();
        let mut bytes = Vec::new();
        DynamicImage::from(deep).write_with_encoder(PngEncoder::new(&mut bytes))?;
        assert_eq!(
            shown(&Picture::redraw(&bytes)?),
            DynamicImage::from(corner(20, 10))
        );

        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(vec![200, 0, 0, 255, 255, 255]);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&[0, 1])?;
        writer.finish()?;
        let pixels = shown(&Picture::redraw(&bytes)?).into_rgb8();
        assert_eq!(
            (pixels.get_pixel(0, 0).0, pixels.get_pixel(1, 0).0),
            ([200, 0, 0], [255, 255, 255])
        );
        Ok(())
    }

    #[test]
    fn a_large_picture_is_made_smaller_in_proportion() -> Outcome {
        for format in [PictureFormat::Png, PictureFormat::Jpeg] {
            let picture = Picture::redraw(&file(corner(4_000, 1_000), format))?;
            let pixels = shown(&picture).into_rgb8();
            assert_eq!(pixels.dimensions(), (1_600, 400));
            assert!(pixels.get_pixel(10, 10)[1] < 40 && pixels.get_pixel(1_590, 390)[1] > 215);
        }
        Ok(())
    }

    #[test]
    fn what_is_kept_is_never_larger_than_what_is_taken() -> Outcome {
        // A palette of noise grows threefold when it is written without one.
        let (side, mut state) = (1_444_u32, 1_u32);
        let noise: Vec<u8> = (0..side * side)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        let palette: Vec<u8> = (0..=255_u8)
            .flat_map(|shade| [shade, shade.wrapping_mul(7), !shade])
            .collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side, side);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette);
        encoder.set_compression(png::Compression::NoCompression);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&noise)?;
        writer.finish()?;
        assert!(
            bytes.len() > LARGEST_FILE * 98 / 100 && bytes.len() <= LARGEST_FILE,
            "{}",
            bytes.len()
        );
        let picture = Picture::redraw(&bytes)?;
        assert!(picture.bytes().len() <= LARGEST_FILE);
        assert_eq!(shown(&picture).width(), shown(&picture).height());
        Ok(())
    }

    #[track_caller]
    fn refuses(file: &[u8], reason: PictureError) {
        assert_eq!(Picture::redraw(file), Err(reason));
    }

    fn claiming(width: u32, height: u32) -> Vec<u8> {
        let mut header = width.to_be_bytes().to_vec();
        header.extend_from_slice(&height.to_be_bytes());
        header.extend_from_slice(&[8, 6, 0, 0, 0]);
        let chunks = [
            chunk(b"IHDR", &header),
            chunk(b"IDAT", &[0x78, 0x9c]),
            chunk(b"IEND", &[]),
        ];
        [b"\x89PNG\r\n\x1a\n".as_slice(), &chunks.concat()].concat()
    }

    #[test]
    fn more_pixels_than_a_camera_takes_are_refused_before_they_are_decoded() {
        refuses(&claiming(19_000, 19_000), PictureError::TooManyPixels);
        refuses(&claiming(21_000, 1), PictureError::TooManyPixels);
        assert!(Picture::redraw(&claiming(u32::MAX / 2, 1)).is_err());
        // A JPEG whose frame header claims 65,000 by 65,000.
        let mut jpeg = file(corner(16, 16), PictureFormat::Jpeg);
        let frame = jpeg
            .windows(2)
            .position(|pair| pair == [0xFF, 0xC0])
            .expect("a frame header");
        jpeg[frame + 5..frame + 9].copy_from_slice(&[0xFD, 0xE8, 0xFD, 0xE8]);
        assert!(Picture::redraw(&jpeg).is_err());
        refuses(
            &[b"\xff\xd8\xff".as_slice(), &vec![0; LARGEST_FILE]].concat(),
            PictureError::TooLarge,
        );
    }

    #[test]
    fn what_is_no_picture_or_is_cut_off_is_refused() {
        for bytes in [
            &b""[..],
            b"GIF89a",
            b"<svg onload=alert(1)>",
            b"\x89PNG",
            b"\x89PNG\r\n\x1a\n...",
            b"\xff\xd8\xff\xe0...",
        ] {
            refuses(bytes, PictureError::Unreadable);
        }
        for format in [PictureFormat::Png, PictureFormat::Jpeg] {
            let whole = file(corner(60, 60), format);
            for length in [whole.len() / 2, whole.len() - 13, 20] {
                refuses(&whole[..length], PictureError::Unreadable);
            }
        }
    }

    #[test]
    fn shows_nothing_in_debug_output() -> Outcome {
        let picture = Picture::redraw(&file(corner(2, 2), PictureFormat::Png))?;
        assert!(format!("{picture:?}").starts_with("Picture(Png, "));
        Ok(())
    }
}
