//! Pictures as pages send and get them: data URLs. What is sent is drawn anew before it is kept.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use accounts::UserId;
use accounts::picture::{Picture, PictureError};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::http::error::ApiError;
use crate::state::App;
use crate::work::WorkPool;

/// How many users may wait for their pictures.
const MOST_WAITING: usize = 64;

/// Where pictures are drawn anew: one at a time, because a large one takes more memory than all else, and one a user, so that nobody
/// keeps the others waiting.
#[derive(Debug)]
pub struct Drawing {
    pool: WorkPool,
    busy: Arc<Mutex<HashSet<UserId>>>,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            pool: WorkPool::new(1, MOST_WAITING),
            busy: Arc::default(),
        }
    }
}

/// One user's turn, over when it is dropped.
struct Turn {
    user: UserId,
    busy: Arc<Mutex<HashSet<UserId>>>,
}

impl Drawing {
    fn turn(&self, user: UserId) -> Option<Turn> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        // Made when it is theirs alone: the end of one is the end of the turn.
        busy.insert(user).then(|| Turn {
            user,
            busy: Arc::clone(&self.busy),
        })
    }

    async fn draw(&self, user: UserId, file: Vec<u8>) -> Result<Picture, ApiError> {
        let Some(turn) = self.turn(user) else {
            return Err(ApiError::too_many(
                "Your last image is still being read. Please try again in a moment.",
                2,
            ));
        };
        // The turn goes with the work, which goes on when nobody waits for it any longer.
        let work = move || {
            let _turn = turn;
            Picture::redraw(&file)
        };
        Ok(self.pool.run(work).await??)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(&self.user);
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
    let file = bytes_of(url)?;
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

fn bytes_of(url: &str) -> Result<Vec<u8>, ApiError> {
    let data = url
        .strip_prefix("data:image/")
        .and_then(|rest| rest.split_once(";base64,"))
        .map(|(_, data)| data)
        .ok_or(PictureError::Unreadable)?;
    Ok(BASE64_STANDARD
        .decode(data)
        .map_err(|_| PictureError::Unreadable)?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_one_turn_at_a_time() {
        let drawing = Drawing::default();
        let (one, other) = [1, 2]
            .map(|number| UserId::from_uuid(uuid::Uuid::from_u128(number)))
            .into();
        let turn = drawing.turn(one).expect("a turn");
        assert!(drawing.turn(one).is_none());
        assert!(drawing.turn(other).is_some());
        drop(turn);
        assert!(drawing.turn(one).is_some());
    }
}
