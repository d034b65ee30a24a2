use accounts::signature::{Signature, SignatureLines};
use accounts::store::PutError;
use accounts::{Store, UserId};

use crate::support::{Outcome, noon, picture, user};

pub async fn a_signature_is_kept_replaced_and_removed(store: &Store) -> Outcome {
    let signer = user(store, "signer").await?;
    assert_eq!(store.signature(signer.id).await?, None);

    let lines = SignatureLines {
        name: Some("Dr. S. Igner"),
        department: Some(" "),
        ..Default::default()
    };
    let full = Signature::parse(Some(picture(300, 100)?), lines)?;
    store.put_signature(signer.id, &full, noon()).await?;
    assert_eq!(store.signature(signer.id).await?, Some(full));

    let short = Signature::parse(
        None,
        SignatureLines {
            institution: Some("Hospital"),
            ..lines
        },
    )?;
    store.put_signature(signer.id, &short, noon()).await?;
    assert_eq!(store.signature(signer.id).await?, Some(short));

    assert!(store.delete_signature(signer.id).await?);
    assert!(!store.delete_signature(signer.id).await?);
    assert_eq!(store.signature(signer.id).await?, None);
    Ok(())
}

pub async fn a_signature_of_nobody_is_refused(store: &Store) -> Outcome {
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000005").ok_or("an identifier")?;
    let refused = store.put_signature(nobody, &Signature::default(), noon()).await;
    assert!(matches!(refused, Err(PutError::NoSuchUser)));
    Ok(())
}
