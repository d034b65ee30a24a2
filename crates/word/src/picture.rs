//! Pictures, a signature or a logo: reads their kind and size from their bytes and fits them into the room there is.

use std::fmt::{self, Write};

use crate::ExportError;

/// English Metric Units, in which Office measures drawings.
const EMU_PER_PIXEL: u64 = 9_525;
const EMU_PER_MILLIMETRE: u64 = 36_000;
/// A picture with more pixels on a side is neither.
const MAX_PIXELS: u32 = 20_000;

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A PNG or JPEG picture whose size is known.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    bytes: Vec<u8>,
    format: ImageFormat,
    width: u32,
    height: u32,
}

/// A place for a picture in the file.
pub(crate) struct Place {
    /// How the part refers to the picture.
    pub(crate) relationship: &'static str,
    /// What it is called, to who hears the document read too.
    pub(crate) name: &'static str,
    /// The file's name in the package, without its ending.
    pub(crate) file: &'static str,
    /// Tells the drawings of the document apart.
    id: u32,
    max_width: u64,
    max_height: u64,
}

/// Under the report.
pub(crate) const SIGNATURE: Place = Place {
    relationship: "rIdSignature",
    name: "Signature",
    file: "signature",
    id: 1,
    max_width: 60 * EMU_PER_MILLIMETRE,
    max_height: 22 * EMU_PER_MILLIMETRE,
};

/// Beside the institution's name.
pub(crate) const LOGO: Place = Place {
    relationship: "rIdLogo",
    name: "Logo",
    file: "logo",
    id: 2,
    max_width: 45 * EMU_PER_MILLIMETRE,
    max_height: 20 * EMU_PER_MILLIMETRE,
};

/// The kinds of picture that can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// Portable Network Graphics.
    Png,
    /// JPEG, baseline or progressive.
    Jpeg,
}

impl Image {
    /// Reads a picture's kind and size from its bytes.
    ///
    /// # Errors
    /// [`ExportError::PictureUnreadable`] for anything but a PNG or JPEG with a size, and for one that is cut off.
    pub fn read(bytes: Vec<u8>) -> Result<Self, ExportError> {
        let (format, size) = if bytes.starts_with(PNG_SIGNATURE) {
            (ImageFormat::Png, png_size(&bytes))
        } else {
            (ImageFormat::Jpeg, jpeg_size(&bytes))
        };
        let fits = |side: u32| (1..=MAX_PIXELS).contains(&side);
        let (width, height) = size
            .filter(|(width, height)| fits(*width) && fits(*height))
            .ok_or(ExportError::PictureUnreadable)?;
        Ok(Self {
            bytes,
            format,
            width,
            height,
        })
    }

    /// The picture as it was handed in.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its kind.
    pub const fn format(&self) -> ImageFormat {
        self.format
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The ending of its file name.
    pub(crate) const fn extension(&self) -> &'static str {
        match self.format {
            ImageFormat::Png => "png",
            ImageFormat::Jpeg => "jpeg",
        }
    }

    /// Width and height in the document: its own size, made smaller, in proportion, when there is no room for it.
    pub(crate) fn extent(&self, place: &Place) -> (u64, u64) {
        let (width, height) = (
            u64::from(self.width) * EMU_PER_PIXEL,
            u64::from(self.height) * EMU_PER_PIXEL,
        );
        if width <= place.max_width && height <= place.max_height {
            return (width, height);
        }
        let by_width = (place.max_width, (height * place.max_width / width).max(1));
        if by_width.1 <= place.max_height {
            by_width
        } else {
            ((width * place.max_height / height).max(1), place.max_height)
        }
    }

    /// The run that shows the picture.
    pub(crate) fn run(&self, place: &Place, into: &mut String) {
        let (width, height) = self.extent(place);
        let _ = write!(
            into,
            concat!(
                r#"<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="{width}" cy="{height}"/>"#,
                r#"<wp:docPr id="{id}" name="{name}" descr="{name}"/>"#,
                r#"<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic>"#,
                r#"<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>"#,
                r#"<pic:nvPicPr><pic:cNvPr id="{id}" name="{file}.{extension}"/><pic:cNvPicPr/></pic:nvPicPr>"#,
                r#"<pic:blipFill><a:blip r:embed="{relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>"#,
                r#"<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>"#,
                r#"<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>"#,
                r#"</wp:inline></w:drawing></w:r>"#
            ),
            width = width,
            height = height,
            extension = self.extension(),
            relationship = place.relationship,
            id = place.id,
            name = place.name,
            file = place.file,
        );
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Image({:?}, {} x {})",
            self.format, self.width, self.height
        )
    }
}

fn four_bytes(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(
        bytes.get(at..at.checked_add(4)?)?.try_into().ok()?,
    ))
}

fn two_bytes(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(
        bytes.get(at..at.checked_add(2)?)?.try_into().ok()?,
    ))
}

/// Walks the chunks of a PNG from its header to its end; one that is cut off has no size.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = PNG_SIGNATURE.len();
    let mut size = None;
    let mut has_data = false;
    loop {
        let length = four_bytes(bytes, at)? as usize;
        let kind = bytes.get(at + 4..at + 8)?;
        let body = bytes.get(at + 8..(at + 8).checked_add(length)?.checked_add(4)?)?;
        match kind {
            b"IHDR" if size.is_none() && length == 13 => {
                size = Some((four_bytes(body, 0)?, four_bytes(body, 4)?))
            }
            b"IDAT" => has_data = true,
            b"IEND" => return size.filter(|_| has_data),
            _ if size.is_none() => return None,
            _ => {}
        }
        at += length + 12;
    }
}

/// Walks the segments of a JPEG to its frame header; one that ends before its picture data has no size.
fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if !bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return None;
    }
    let mut at = 2;
    let mut size = None;
    loop {
        if *bytes.get(at)? != 0xFF {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        at += match marker {
            // Fill bytes before a marker.
            0xFF => 1,
            0x01 | 0xD0..=0xD8 => 2,
            0xD9 => return None,
            0xDA => {
                let has_end = bytes.get(at..)?.windows(2).any(|pair| pair == [0xFF, 0xD9]);
                return size.filter(|_| has_end);
            }
            _ => {
                let length = usize::from(two_bytes(bytes, at + 2)?);
                if length < 2 {
                    return None;
                }
                // Frame headers, but not the tables that share their range.
                if matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC) {
                    let height = u32::from(two_bytes(bytes, at + 5)?);
                    let width = u32::from(two_bytes(bytes, at + 7)?);
                    size = Some((width, height));
                }
                2 + length
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
        let mut chunk = (body.len() as u32).to_be_bytes().to_vec();
        chunk.extend_from_slice(kind);
        chunk.extend_from_slice(body);
        chunk.extend_from_slice(&[0; 4]);
        chunk
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut header = width.to_be_bytes().to_vec();
        header.extend_from_slice(&height.to_be_bytes());
        header.extend_from_slice(&[8, 6, 0, 0, 0]);
        [
            PNG_SIGNATURE,
            &chunk(b"IHDR", &header),
            &chunk(b"IDAT", &[1]),
            &chunk(b"IEND", &[]),
        ]
        .concat()
    }

    fn jpeg(width: u16, height: u16) -> Vec<u8> {
        let mut bytes = vec![0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 9, 8];
        bytes.extend_from_slice(&height.to_be_bytes());
        bytes.extend_from_slice(&width.to_be_bytes());
        bytes.extend_from_slice(&[1, 0, 0xFF, 0xDA, 0, 2, 7, 7, 0xFF, 0xD9]);
        bytes
    }

    #[test]
    fn reads_the_size_of_png_and_jpeg() {
        let image = Image::read(png(600, 200)).expect("a PNG");
        assert_eq!((image.format(), image.size()), (ImageFormat::Png, (600, 200)));
        let image = Image::read(jpeg(320, 90)).expect("a JPEG");
        assert_eq!((image.format(), image.size()), (ImageFormat::Jpeg, (320, 90)));
    }

    #[test]
    fn refuses_what_is_no_picture_or_is_cut_off() {
        let whole = png(600, 200);
        for bytes in [
            Vec::new(),
            b"GIF89a".to_vec(),
            whole[..whole.len() - 12].to_vec(),
            whole[..20].to_vec(),
            png(0, 10),
            png(30_000, 10),
            jpeg(10, 0),
            jpeg(320, 90)[..20].to_vec(),
            jpeg(320, 90)[..24].to_vec(),
        ] {
            assert!(matches!(Image::read(bytes), Err(ExportError::PictureUnreadable)));
        }
    }

    #[test]
    fn keeps_proportion_within_the_room_for_a_signature() {
        for (width, height) in [
            (600, 200),
            (4000, 100),
            (100, 4000),
            (20, 10),
            (1, 20_000),
            (20_000, 1),
        ] {
            let (wide, high) = Image::read(png(width, height)).expect("a PNG").extent(&SIGNATURE);
            assert!(wide <= SIGNATURE.max_width && high <= SIGNATURE.max_height && wide > 0 && high > 0);
            if width.min(height) >= 10 {
                let (is, should) = (wide as f64 / high as f64, f64::from(width) / f64::from(height));
                assert!((is / should - 1.0).abs() < 0.01, "{width} x {height}");
            }
        }
        assert_eq!(
            Image::read(png(20, 10)).expect("a PNG").extent(&SIGNATURE),
            (190_500, 95_250)
        );
    }

    proptest! {
        #[test]
        fn never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200), kind in 0..3) {
            let start: &[u8] = [&[], PNG_SIGNATURE, &[0xFF, 0xD8, 0xFF]][kind as usize];
            let _ = Image::read([start, &bytes].concat());
        }
    }
}
