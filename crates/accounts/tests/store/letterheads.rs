use accounts::letterhead::{Letterhead, LetterheadText};
use accounts::store::PutError;
use accounts::{Store, UserId};

use crate::support::{Outcome, noon, picture, user};

pub async fn a_letterhead_is_kept_replaced_and_removed(store: &Store) -> Outcome {
    let owner = user(store, "letterhead").await?.id;
    assert!(store.letterhead(owner).await?.is_empty());

    let text = LetterheadText {
        institution: "City Imaging Centre",
        address: "12 High Street\nPune 411001",
        footer: "Not valid for medico-legal purposes.",
    };
    let full = Letterhead::parse(Some(picture(200, 80)?), text)?;
    store.put_letterhead(owner, &full, noon()).await?;
    assert_eq!(store.letterhead(owner).await?, full);

    let footer_alone = LetterheadText {
        footer: "One\nTwo",
        ..LetterheadText::default()
    };
    let short = Letterhead::parse(None, footer_alone)?;
    store.put_letterhead(owner, &short, noon()).await?;
    assert_eq!(store.letterhead(owner).await?, short);

    store
        .put_letterhead(owner, &Letterhead::default(), noon())
        .await?;
    assert!(store.letterhead(owner).await?.is_empty());
    Ok(())
}

pub async fn a_letterhead_of_nobody_is_refused(store: &Store) -> Outcome {
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000040").ok_or("an identifier")?;
    let text = LetterheadText {
        institution: "Nobody's",
        ..LetterheadText::default()
    };
    let refused = store
        .put_letterhead(nobody, &Letterhead::parse(None, text)?, noon())
        .await;
    assert!(matches!(refused, Err(PutError::NoSuchUser)));
    Ok(())
}
