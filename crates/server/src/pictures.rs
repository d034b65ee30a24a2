//! Pictures as pages send and get them: data URLs. What is sent is drawn anew before it is kept.

use accounts::UserId;
use accounts::picture::{Picture, PictureError};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::http::error::ApiError;
use crate::state::App;
use crate::work::{Matter, WorkError, WorkPool};

/// How many users may wait for their pictures.
const MOST_WAITING: usize = 64;

/// Where pictures are drawn anew: one at a time, because a large one takes more memory than all else, and one a user, so that nobody
/// keeps the others waiting.
#[derive(Debug)]
pub struct Drawing(WorkPool);

impl Default for Drawing {
    fn default() -> Self {
        Self(WorkPool::new(1, MOST_WAITING).with_line(1).on(Matter::Picture))
    }
}

impl Drawing {
    async fn draw(&self, user: UserId, file: Vec<u8>) -> Result<Picture, ApiError> {
        match self.0.run(user, move || Picture::redraw(&file)).await {
            Err(WorkError::EnoughOfOne) => Err(ApiError::too_many(
                "Your last image is still being read. Please try again in a moment.",
                2,
            )),
            drawn => Ok(drawn??),
        }
    }
}

/// The picture that a page sent, if any; blank is none. One that the page got from here is `kept` and stays as it is, so
/// that saving it again and again does not wear it out.
pub async fn received(
    app: &App,
    user: UserId,
    url: Option<&str>,
    kept: Option<&Picture>,
) -> Result<Option<Picture>, ApiError> {
    let Some(url) = url.map(str::trim).filter(|url| !url.is_empty()) else {
        return Ok(None);
    };
    let file = file_of(url)?;
    if let Some(kept) = kept.filter(|kept| kept.bytes() == file) {
        return Ok(Some(kept.clone()));
    }
    app.pictures.draw(user, file).await.map(Some)
}

/// The picture as a page shows it.
pub fn data_url(picture: &Picture) -> String {
    format!(
        "data:{};base64,{}",
        picture.format().media_type(),
        BASE64_STANDARD.encode(picture.bytes())
    )
}

/// The file in a picture's `data:` URL as a page sends it.
///
/// # Errors
///
/// It is no such URL, or what it holds is no base64.
pub fn file_of(url: &str) -> Result<Vec<u8>, PictureError> {
    let data = url
        .strip_prefix("data:image/")
        .and_then(|rest| rest.split_once(";base64,"))
        .map(|(_, data)| data)
        .ok_or(PictureError::Unreadable)?;
    BASE64_STANDARD.decode(data).map_err(|_| PictureError::Unreadable)
}

impl From<PictureError> for ApiError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::TooLarge => Self::too_large("Image must be smaller than 2MB."),
            PictureError::TooManyPixels => Self::unprocessable(
                "too_many_pixels",
                "The image has too many pixels. Please make it smaller and try again.",
            ),
            PictureError::Unreadable => Self::unprocessable(
                "not_an_image",
                "The image must be a PNG or JPEG file that can be read.",
            ),
        }
    }
}
