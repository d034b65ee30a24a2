use accounts::store::PutError;
use accounts::vocabulary::Vocabulary;
use accounts::{Store, UserId};

use crate::support::{Outcome, noon, user};

pub async fn a_vocabulary_is_kept_and_replaced(store: &Store) -> Outcome {
    let owner = user(store, "lexicographer").await?;
    assert_eq!(store.vocabulary(owner.id).await?, Vocabulary::default());
    let full = Vocabulary::parse(["Gadovist", "µm"], [("normal chest", "Clear.\nNo effusion.")])?;
    store.put_vocabulary(owner.id, &full, noon()).await?;
    assert_eq!(store.vocabulary(owner.id).await?, full);
    let other = user(store, "bystander").await?;
    assert_eq!(store.vocabulary(other.id).await?, Vocabulary::default());
    let short = Vocabulary::parse(["PI-QUAL"], [])?;
    store.put_vocabulary(owner.id, &short, noon()).await?;
    assert_eq!(store.vocabulary(owner.id).await?, short);
    Ok(())
}

pub async fn a_vocabulary_of_nobody_is_refused(store: &Store) -> Outcome {
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000006").ok_or("an identifier")?;
    let refused = store.put_vocabulary(nobody, &Vocabulary::default(), noon()).await;
    assert!(matches!(refused, Err(PutError::NoSuchUser)));
    Ok(())
}
