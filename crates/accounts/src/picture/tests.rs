//! What of a picture is kept, and what is refused.

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
    claiming_deep(width, height, 8)
}

/// The same of so many bits for each channel.
fn claiming_deep(width: u32, height: u32, bits: u8) -> Vec<u8> {
    let mut header = width.to_be_bytes().to_vec();
    header.extend_from_slice(&height.to_be_bytes());
    header.extend_from_slice(&[bits, 6, 0, 0, 0]);
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
    // Few enough, of sixteen bits: twice the memory. Those of eight are damaged, which is found when they are decoded.
    refuses(&claiming_deep(6_000, 6_000, 16), PictureError::TooManyPixels);
    refuses(&claiming_deep(6_000, 6_000, 8), PictureError::Unreadable);
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
