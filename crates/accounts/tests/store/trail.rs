use accounts::Store;
use accounts::audit::{AuditEvent, AuditKind};
use accounts::subscription::Change;
use accounts::user::{Identity, SignIn};

use crate::support::{Outcome, kept_noon, noon, user};

pub async fn a_life_leaves_its_trail(store: &Store) -> Outcome {
    let admin = user(store, "trail-admin").await?.id;
    let subject = user(store, "trail").await?;
    let by_provider = SignIn {
        identity: Identity::new("google", "subject-of-trail"),
        ..SignIn::by_email(subject.email.clone())
    };
    store.sign_in(&by_provider, noon()).await?;
    store
        .change_subscription(subject.id, Change::Activate, Some(admin), noon())
        .await?;
    store
        .change_subscription(subject.id, Change::Cancel, Some(subject.id), noon())
        .await?;
    let signed_out = AuditEvent {
        at: noon(),
        kind: AuditKind::SignedOut,
        actor: Some(subject.id),
        subject: Some(subject.id),
    };
    store.record_audit_event(signed_out).await?;

    let trail: Vec<_> = store.recent_audit_events(7).await?.into_iter().rev().collect();
    let told: Vec<_> = trail.iter().map(|event| (event.kind, event.actor)).collect();
    let own = Some(subject.id);
    assert_eq!(
        told,
        [
            (AuditKind::AccountCreated, own),
            (AuditKind::SignedIn, own),
            (AuditKind::IdentityLinked, own),
            (AuditKind::SignedIn, own),
            (AuditKind::SubscriptionActivated, Some(admin)),
            (AuditKind::SubscriptionCancelled, own),
            (AuditKind::SignedOut, own),
        ]
    );
    assert!(
        trail
            .iter()
            .all(|event| event.subject == own && event.at == kept_noon())
    );
    Ok(())
}
