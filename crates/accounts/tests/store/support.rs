//! What the stories share.

use std::error::Error;

use accounts::picture::Picture;
use accounts::user::{SignIn, User};
use accounts::{EmailAddress, EmailAddressError, Store};
use time::OffsetDateTime;
use time::macros::datetime;

pub type Outcome = Result<(), Box<dyn Error>>;

/// The moment at which stories begin. It is finer than the store keeps.
pub const fn noon() -> OffsetDateTime {
    datetime!(2026-01-10 12:00:00.123_456_789 UTC)
}

/// [`noon`] as the store keeps it.
pub const fn kept_noon() -> OffsetDateTime {
    datetime!(2026-01-10 12:00:00.123_456 UTC)
}

pub fn address(name: &str) -> Result<EmailAddress, EmailAddressError> {
    EmailAddress::parse(&format!("{name}@example.org"))
}

/// Somebody who has just signed in for the first time.
pub async fn user(store: &Store, name: &str) -> Result<User, Box<dyn Error>> {
    let signed_in = store.sign_in(&SignIn::by_email(address(name)?), noon()).await?;
    assert!(signed_in.is_new, "{name} is somebody else's user");
    Ok(signed_in.user)
}

/// A grey picture.
pub fn picture(width: u32, height: u32) -> Result<Picture, Box<dyn Error>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&vec![0xa5; (width * height) as usize])?;
    writer.finish()?;
    Ok(Picture::redraw(&file)?)
}

/// Does the same many times at once, each on a task of its own, and gives every outcome.
pub async fn in_parallel<Task, Success, Failure>(
    times: usize,
    task: impl Fn(usize) -> Task,
) -> Result<Vec<Success>, Box<dyn Error>>
where
    Task: Future<Output = Result<Success, Failure>> + Send + 'static,
    Success: Send + 'static,
    Failure: Error + Send + 'static,
{
    let tasks: Vec<_> = (0..times).map(|number| tokio::spawn(task(number))).collect();
    let mut outcomes = Vec::with_capacity(times);
    for task in tasks {
        outcomes.push(task.await?.map_err(Box::new)?);
    }
    Ok(outcomes)
}
