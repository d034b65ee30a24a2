use accounts::audit::AuditKind;
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
    assert_eq!(store.signature(signer.id).await?, Some(full.clone()));
    // Saved as it was: no change.
    store.put_signature(signer.id, &full, noon()).await?;

    let short = Signature::parse(
        None,
        SignatureLines {
            institution: Some("Hospital"),
            ..lines
        },
    )?;
    store.put_signature(signer.id, &short, noon()).await?;
    assert_eq!(store.signature(signer.id).await?, Some(short.clone()));

    assert!(store.delete_signature(signer.id, noon()).await?);
    assert!(!store.delete_signature(signer.id, noon()).await?);
    assert_eq!(store.signature(signer.id).await?, None);

    let trail = store.audit_events_about(signer.id).await?;
    let changes: Vec<_> = trail
        .iter()
        .filter(|event| event.kind == AuditKind::SignatureChanged)
        .map(|event| (event.actor, event.text))
        .collect();
    let own = Some(signer.id);
    assert_eq!(
        changes,
        [(own, Some(full.hash())), (own, Some(short.hash())), (own, None)]
    );
    Ok(())
}

pub async fn a_signature_of_nobody_is_refused(store: &Store) -> Outcome {
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000005").ok_or("an identifier")?;
    let refused = store.put_signature(nobody, &Signature::default(), noon()).await;
    assert!(matches!(refused, Err(PutError::NoSuchUser)));
    Ok(())
}
