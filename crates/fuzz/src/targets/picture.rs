//! Signatures and logos: what is kept of any file is a whole picture within the bounds, which the Word writer takes.

use std::io::Cursor;

use accounts::picture::{LARGEST_FILE, Picture};
use image::{ExtendedColorType, ImageEncoder as _};

use crate::Target;
use crate::dictated::noise;

pub const TARGET: Target = Target {
    name: "picture",
    check,
    seeds: pictures,
    longest: 8_192,
};

/// Pictures of each kind of pixel, a photograph's orientation among them.
pub fn pictures() -> Vec<Vec<u8>> {
    let mut pictures = vec![b"data:image/png;base64,iVBORw0KGgo=".to_vec()];
    let kinds = [
        (ExtendedColorType::L8, 1),
        (ExtendedColorType::La8, 2),
        (ExtendedColorType::Rgb8, 3),
        (ExtendedColorType::Rgba8, 4),
        (ExtendedColorType::Rgb16, 6),
    ];
    for (kind, bytes) in kinds {
        let mut file = Cursor::new(Vec::new());
        let pixels = noise(7, 12 * 9 * bytes);
        if image::codecs::png::PngEncoder::new(&mut file)
            .write_image(&pixels, 12, 9, kind)
            .is_ok()
        {
            pictures.push(file.into_inner());
        }
    }
    for (kind, bytes) in [(ExtendedColorType::L8, 1), (ExtendedColorType::Rgb8, 3)] {
        let mut file = Cursor::new(Vec::new());
        let pixels = noise(9, 24 * 17 * bytes);
        if image::codecs::jpeg::JpegEncoder::new(&mut file)
            .write_image(&pixels, 24, 17, kind)
            .is_ok()
        {
            let plain = file.into_inner();
            pictures.push(turned(&plain));
            pictures.push(plain);
        }
    }
    pictures
}

/// A JPEG that says how the camera was held (Exif, orientation 6).
fn turned(jpeg: &[u8]) -> Vec<u8> {
    let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    [&jpeg[..2], exif.as_slice(), &jpeg[2..]].concat()
}

fn check(input: &[u8]) {
    // Pages send pictures as URLs: whatever else they send, only base64 comes through.
    if let Ok(file) = server::pictures::file_of(&String::from_utf8_lossy(input)) {
        assert!(
            file.len() <= input.len() * 3 / 4,
            "base64 is longer than what it holds"
        );
    }
    // The writer reads sizes of its own; it is handed pictures that were drawn anew, and must not stumble over others.
    let unchanged = word::Image::read(input.to_vec());
    let Ok(picture) = Picture::redraw(input) else {
        return;
    };
    assert!(
        unchanged.is_ok() || input.len() > 20,
        "what can be drawn has a size"
    );
    assert!(picture.bytes().len() <= LARGEST_FILE);
    let sent = server::pictures::file_of(&server::pictures::data_url(&picture));
    assert!(
        sent.is_ok_and(|file| file == picture.bytes()),
        "a page sends back what it was shown"
    );
    let Ok(image) = word::Image::read(picture.bytes().to_vec()) else {
        panic!("the Word writer takes what is kept");
    };
    let (width, height) = image.size();
    assert!(
        (1..=1_600).contains(&width) && (1..=1_600).contains(&height),
        "{width} x {height}"
    );
    assert!(
        Picture::redraw(picture.bytes()).is_ok(),
        "what is kept can be drawn again"
    );
}
