use accounts::session::{SessionHandle, SessionId, SessionRecord};
use accounts::session_store::{DatabaseSessions, USER_KEY};
use accounts::store::CreateSessionError;
use accounts::{Store, UserId};
use serde_json::{Map, Value, json};
use time::{Duration, OffsetDateTime};
use tower_sessions_core::session::{Id, Record};
use tower_sessions_core::session_store::SessionStore;

use crate::support::{Outcome, kept_noon, noon, user};

fn record(number: u8, user: Option<UserId>, expires_at: OffsetDateTime) -> SessionRecord {
    let data = Map::from_iter([(
        "flow".to_owned(),
        json!({ "state": "x", "numbers": [1, 2.5, null] }),
    )]);
    SessionRecord {
        id: SessionId::from_bytes([number; 16]),
        user,
        data,
        expires_at,
    }
}

pub async fn a_session_comes_back_until_it_is_over(store: &Store) -> Outcome {
    let owner = user(store, "session-owner").await?;
    let kept = record(1, Some(owner.id), kept_noon() + Duration::hours(1));
    store.create_session(&kept).await?;
    assert_eq!(store.load_session(kept.id, noon()).await?, Some(kept.clone()));
    let last_moment = kept.expires_at - Duration::microseconds(1);
    assert!(store.load_session(kept.id, last_moment).await?.is_some());
    assert_eq!(store.load_session(kept.id, kept.expires_at).await?, None);

    let longer = SessionRecord {
        expires_at: kept.expires_at + Duration::hours(1),
        ..kept.clone()
    };
    assert!(store.save_session(&longer).await?);
    assert_eq!(store.load_session(kept.id, kept.expires_at).await?, Some(longer));
    Ok(())
}

pub async fn a_deleted_session_is_never_revived(store: &Store) -> Outcome {
    let gone = record(2, None, noon() + Duration::hours(1));
    store.create_session(&gone).await?;
    assert!(store.delete_session(gone.id).await?);
    assert!(
        !store.save_session(&gone).await?,
        "a request that was under way must not bring it back"
    );
    assert_eq!(store.load_session(gone.id, noon()).await?, None);
    assert!(!store.delete_session(gone.id).await?);
    Ok(())
}

pub async fn a_taken_identifier_is_refused(store: &Store) -> Outcome {
    let first = record(3, None, kept_noon() + Duration::hours(1));
    store.create_session(&first).await?;
    let second = SessionRecord {
        data: Map::new(),
        ..first.clone()
    };
    let refused = store.create_session(&second).await;
    assert!(matches!(refused, Err(CreateSessionError::IdTaken)));
    assert_eq!(store.load_session(first.id, noon()).await?, Some(first));
    Ok(())
}

pub async fn a_session_of_nobody_known_is_refused(store: &Store) -> Outcome {
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000002");
    let refused = store
        .create_session(&record(4, nobody, noon() + Duration::hours(1)))
        .await;
    assert!(matches!(refused, Err(CreateSessionError::NoSuchUser)));
    Ok(())
}

pub async fn all_sessions_of_a_user_end_at_once(store: &Store) -> Outcome {
    let (leaver, stayer) = (user(store, "leaver").await?, user(store, "stayer").await?);
    let later = noon() + Duration::hours(1);
    for (number, owner) in [(5, &leaver), (6, &leaver), (7, &stayer)] {
        store
            .create_session(&record(number, Some(owner.id), later))
            .await?;
    }
    assert_eq!(store.delete_sessions_of(leaver.id).await?, 2);
    assert!(
        store
            .load_session(SessionId::from_bytes([5; 16]), noon())
            .await?
            .is_none()
    );
    assert!(
        store
            .load_session(SessionId::from_bytes([7; 16]), noon())
            .await?
            .is_some()
    );
    Ok(())
}

pub async fn an_owner_sees_and_ends_sessions_one_by_one(store: &Store) -> Outcome {
    let (owner, other) = (user(store, "lister").await?, user(store, "other-lister").await?);
    let hour = Duration::hours(1);
    let records = [
        record(20, Some(owner.id), kept_noon() + hour),
        record(21, Some(owner.id), kept_noon() + 2 * hour),
        record(22, Some(owner.id), kept_noon()),
        record(23, Some(other.id), kept_noon() + hour),
    ];
    for record in &records {
        store.create_session(record).await?;
    }
    let listed = store.sessions_of(owner.id, noon()).await?;
    let handles: Vec<_> = listed.iter().map(|session| session.handle.clone()).collect();
    let [short, long, _, foreign] = records.each_ref().map(|record| record.id.handle());
    assert_eq!(
        handles,
        [long.clone(), short.clone()],
        "the longest first, none that is over"
    );
    assert_eq!(listed[1].data, records[0].data);

    assert!(!store.delete_session_of(owner.id, &foreign).await?);
    assert!(store.load_session(records[3].id, noon()).await?.is_some());
    let secret = SessionHandle::from_text(hex_of([20; 16]));
    assert!(
        !store.delete_session_of(owner.id, &secret).await?,
        "a handle is not the secret"
    );
    assert!(store.delete_session_of(owner.id, &short).await?);
    assert!(!store.delete_session_of(owner.id, &short).await?, "once");
    assert_eq!(store.load_session(records[0].id, noon()).await?, None);
    assert_eq!(store.sessions_of(owner.id, noon()).await?.len(), 1);
    Ok(())
}

fn hex_of(bytes: [u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub async fn what_is_over_is_removed_and_the_rest_stays(store: &Store) -> Outcome {
    // A whole second and a fraction of it: as text, the fraction would sort before the whole.
    let whole = noon() - Duration::days(100) - Duration::nanoseconds(123_456_789);
    store.create_session(&record(8, None, whole)).await?;
    store
        .create_session(&record(9, None, whole + Duration::milliseconds(500)))
        .await?;
    assert_eq!(store.delete_expired(whole).await?, 1);
    assert_eq!(
        store.delete_expired(whole + Duration::milliseconds(499)).await?,
        0
    );
    assert_eq!(
        store.delete_expired(whole + Duration::milliseconds(500)).await?,
        1
    );
    Ok(())
}

pub async fn tower_sessions_finds_its_sessions(store: &Store) -> Outcome {
    let owner = user(store, "tower").await?;
    let sessions = DatabaseSessions::new(store.clone(), noon);
    let id = Id(0x0123_4567_89ab_cdef);
    let data = [(USER_KEY.to_owned(), Value::String(owner.id.to_string()))];
    let mut first = Record {
        id,
        data: data.into(),
        expiry_date: kept_noon() + Duration::hours(1),
    };
    let mut second = first.clone();
    sessions.create(&mut first).await?;
    sessions.create(&mut second).await?;
    assert_eq!(first.id, id);
    assert_ne!(second.id, id, "the second one must draw another identifier");
    assert_eq!(sessions.load(&id).await?, Some(first.clone()));
    sessions.delete(&id).await?;
    sessions.save(&first).await?;
    assert_eq!(sessions.load(&id).await?, None);
    assert_eq!(store.delete_sessions_of(owner.id).await?, 1);
    assert_eq!(sessions.load(&second.id).await?, None);
    Ok(())
}
