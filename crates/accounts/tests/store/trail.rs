use accounts::Store;
use accounts::audit::{AuditEvent, AuditKind, TextHash, Trail};
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
    let signed_out = AuditEvent::of_own(AuditKind::SignedOut, subject.id, noon());
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

pub async fn what_left_is_known_by_its_hash(store: &Store) -> Outcome {
    let leaver = user(store, "trail-of-texts").await?;
    let text = TextHash::of("FINDINGS:\nNo infarct.");
    assert_eq!(
        text.hex(),
        "a7df441da50b8139d50b48f1f802e04eb2dc7ec25e31ed3cd7cb37a0bae46776"
    );
    let of_own = |kind| AuditEvent::of_own(kind, leaver.id, kept_noon());
    let events = [
        of_own(AuditKind::ReportExported).about(text),
        of_own(AuditKind::ReportSigned).about(text),
        of_own(AuditKind::DataDownloaded),
    ];
    store.record_audit_events(&events).await?;
    let kept = store.audit_events_about(leaver.id).await?;
    assert_eq!(kept[kept.len() - 3..], events);

    // They stand in a list of their own, in which one can go on, and hide no change of a subscription.
    let mut newest = Vec::new();
    let mut before = None;
    for _ in 0..3 {
        let page = store.trail(Trail::Reports, before, 1).await?;
        before = page.first().map(|entry| entry.number);
        newest.extend(page.into_iter().map(|entry| (entry.event, entry.actor)));
    }
    let own = |event| (event, Some(leaver.email.clone()));
    let expected: Vec<_> = events.iter().rev().copied().map(own).collect();
    assert_eq!(newest, expected);
    let others = store.trail(Trail::Subscriptions, None, 1_000).await?;
    assert!(others.iter().all(|entry| entry.event.text.is_none()));
    Ok(())
}
