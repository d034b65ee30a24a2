//! The schema of another version: an older one is brought up to date, all of it or nothing, and a newer one is left alone.

use accounts::Store;
use accounts::audit::AuditKind;
use accounts::store::StoreError;
use sea_orm::{ConnectionTrait, Database};

use super::in_each_database;
use super::support::{Outcome, noon, user};

#[tokio::test(flavor = "multi_thread")]
async fn another_version_was_here() -> Outcome {
    in_each_database(an_older_schema_is_brought_up_to_date).await?;
    in_each_database(a_newer_schema_is_refused).await
}

/// With what stood in it. A step that fails leaves everything as it was, those before it included.
async fn an_older_schema_is_brought_up_to_date(address: &str) -> Outcome {
    let store = Store::open(address).await?;
    store.migrate().await?;
    let asha = user(&store, "asha").await?;
    store.issue_login_token(&asha.email, None, None, noon()).await?;
    let database = Database::connect(address).await?;
    // As a version was that had no counted takes, no letterheads, no mark beside links and no hash beside events; but a table stands where
    // one is to be made.
    for change in [
        "DELETE FROM seaql_migrations WHERE version LIKE '%counted_takes' OR version LIKE '%letterheads' OR version LIKE '%asked_from' OR version LIKE '%trail_of_texts'",
        "DROP TABLE counted_takes",
        "ALTER TABLE login_tokens DROP COLUMN asked_from",
        "ALTER TABLE audit_events DROP COLUMN text_sha256",
    ] {
        database.execute_unprepared(change).await?;
    }
    assert!(store.migrate().await.is_err());
    let state = store.schema_state().await?;
    assert_eq!((state.missing, state.unknown), (4, 0), "no step is taken");
    let takes = database.execute_unprepared("SELECT * FROM counted_takes").await;
    assert!(takes.is_err(), "nothing of the steps before is left");
    assert!(store.user(asha.id).await?.is_some());

    database.execute_unprepared("DROP TABLE letterheads").await?;
    store.migrate().await?;
    let state = store.schema_state().await?;
    assert_eq!((state.missing, state.unknown), (0, 0));
    assert!(store.user(asha.id).await? == Some(asha.clone()));
    assert!(store.letterhead(asha.id).await?.is_empty());
    let link = store.issue_login_token(&asha.email, None, None, noon()).await?;
    assert!(store.redeem_login_token(link.expose(), noon()).await?.is_some());
    let trail = store.audit_events_about(asha.id).await?;
    let kinds: Vec<_> = trail.iter().map(|event| (event.kind, event.text)).collect();
    assert_eq!(
        kinds,
        [(AuditKind::AccountCreated, None), (AuditKind::SignedIn, None)],
        "old events stand as they did"
    );

    // And what a newer version records beside this one hides none of them.
    database
        .execute_unprepared(
            "UPDATE audit_events SET kind = 'account.of-tomorrow' WHERE kind = 'session.signed-in'",
        )
        .await?;
    let trail = store.audit_events_about(asha.id).await?;
    let kinds: Vec<_> = trail.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [AuditKind::AccountCreated, AuditKind::Unknown]);
    Ok(())
}

/// Whoever does not know all steps that were taken takes none.
async fn a_newer_schema_is_refused(address: &str) -> Outcome {
    let store = Store::open(address).await?;
    store.migrate().await?;
    let database = Database::connect(address).await?;
    for change in [
        "DELETE FROM seaql_migrations WHERE version LIKE '%asked_from'",
        "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m2099_of_another_version', 0)",
    ] {
        database.execute_unprepared(change).await?;
    }
    assert!(matches!(store.migrate().await, Err(StoreError::Newer)));
    let state = store.schema_state().await?;
    assert_eq!((state.missing, state.unknown), (1, 1), "it is left as it was");
    Ok(())
}
