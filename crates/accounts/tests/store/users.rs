use accounts::audit::AuditKind;
use accounts::session::{SessionId, SessionRecord};
use accounts::store::StoreError;
use accounts::subscription::Subscription;
use accounts::user::{Activity, Identity, Names, SignIn, Usage};
use accounts::{Store, TakeId, UserId};
use time::Duration;
use uuid::Uuid;

use crate::support::{Outcome, address, in_parallel, kept_noon, noon, user};

pub async fn first_sign_in_makes_a_user_on_trial(store: &Store) -> Outcome {
    let asha = user(store, "asha").await?;
    assert_eq!(asha.email.expose(), "asha@example.org");
    assert_eq!(asha.created_at, kept_noon());
    assert_eq!(store.user(asha.id).await?, Some(asha.clone()));
    assert_eq!(store.user_by_email(&asha.email).await?, Some(asha.clone()));
    assert_eq!(
        store.subscription(asha.id).await?,
        Some(Subscription::start_trial(kept_noon()))
    );
    let usage = Usage {
        last_activity_at: Some(kept_noon()),
        ..Usage::default()
    };
    assert_eq!(store.usage(asha.id).await?, Some(usage));
    Ok(())
}

pub async fn second_sign_in_finds_the_user(store: &Store) -> Outcome {
    let first = user(store, "returning").await?;
    let later = noon() + Duration::days(10);
    let second = store
        .sign_in(&SignIn::by_email(address("Returning")?), later)
        .await?;
    assert_eq!((second.user, second.is_new), (first.clone(), false));
    let trial = store
        .subscription(first.id)
        .await?
        .map(Subscription::trial_start_date);
    assert_eq!(
        trial,
        Some(kept_noon()),
        "signing in again must not renew the trial"
    );
    let last_activity_at = store
        .usage(first.id)
        .await?
        .and_then(|usage| usage.last_activity_at);
    assert_eq!(last_activity_at, Some(kept_noon() + Duration::days(10)));
    Ok(())
}

pub async fn parallel_first_sign_ins_make_one_user(store: &Store) -> Outcome {
    let before = store.count_users().await?;
    let sign_in = SignIn::by_email(address("crowd")?);
    let signed_in = in_parallel(20, |_| {
        let (store, sign_in) = (store.clone(), sign_in.clone());
        async move { store.sign_in(&sign_in, noon()).await }
    })
    .await?;
    assert_eq!(signed_in.iter().filter(|signed_in| signed_in.is_new).count(), 1);
    assert!(signed_in.iter().all(|other| other.user == signed_in[0].user));
    assert_eq!(store.count_users().await?, before + 1);
    Ok(())
}

pub async fn another_provider_with_the_same_address_opens_the_same_account(store: &Store) -> Outcome {
    let by_mail = user(store, "linked").await?;
    let by_provider = SignIn {
        email: address("LINKED")?,
        identity: Identity::new("google", "subject-of-linked"),
        names: Names::from_provider(Some("Lin"), Some("Ked")),
    };
    let signed_in = store.sign_in(&by_provider, noon()).await?;
    assert_eq!((signed_in.user.id, signed_in.is_new), (by_mail.id, false));
    assert_eq!(signed_in.user.names, by_provider.names);
    let providers: Vec<_> = store.identities(by_mail.id).await?;
    assert_eq!(providers.len(), 2);
    assert!(providers.contains(&by_provider.identity));
    Ok(())
}

pub async fn an_identity_whose_address_changed_opens_its_account(store: &Store) -> Outcome {
    let identity = Identity::new("github", "4711");
    let sign_in = SignIn {
        email: address("maiden")?,
        identity: identity.clone(),
        names: Names::default(),
    };
    let before = store.sign_in(&sign_in, noon()).await?.user;
    let sign_in = SignIn {
        email: address("married")?,
        ..sign_in
    };
    let after = store.sign_in(&sign_in, noon()).await?;
    assert_eq!((after.user.id, after.is_new), (before.id, false));
    assert_eq!(
        after.user.email,
        address("married")?,
        "it is the one that was proven"
    );
    assert_eq!(store.user(before.id).await?, Some(after.user));
    assert_eq!(store.user_by_email(&before.email).await?, None);
    assert_eq!(store.identities(before.id).await?, [identity]);
    let kinds: Vec<_> = kinds_of(store, before.id).await?;
    assert_eq!(
        kinds,
        [
            AuditKind::AccountCreated,
            AuditKind::SignedIn,
            AuditKind::AddressChanged,
            AuditKind::SignedIn
        ]
    );
    Ok(())
}

pub async fn an_identity_leaves_an_account_that_others_open_too(store: &Store) -> Outcome {
    let theirs = user(store, "department").await?;
    let joined = store.sign_in(&by_github("0815", "department")?, noon()).await?;
    assert_eq!(joined.user.id, theirs.id, "the address was proven by both");

    let left = store.sign_in(&by_github("0815", "successor")?, noon()).await?;
    assert_ne!(left.user.id, theirs.id);
    assert!(left.is_new && left.user.email == address("successor")?);
    assert!(store.subscription(left.user.id).await?.is_some());
    assert_eq!(
        store.user(theirs.id).await?,
        Some(theirs.clone()),
        "the account stays"
    );
    let again = store
        .sign_in(&SignIn::by_email(theirs.email.clone()), noon())
        .await?;
    assert_eq!(
        again.user.id, theirs.id,
        "and whoever proves its address opens it"
    );
    let gone = kinds_of(store, theirs.id).await?;
    assert!(gone.contains(&AuditKind::IdentityUnlinked) && !gone.contains(&AuditKind::AddressChanged));
    assert_eq!(
        kinds_of(store, left.user.id).await?,
        [
            AuditKind::AccountCreated,
            AuditKind::IdentityLinked,
            AuditKind::SignedIn
        ]
    );
    Ok(())
}

/// By GitHub, whose account has this address now.
fn by_github(subject: &str, name: &str) -> Result<SignIn, Box<dyn std::error::Error>> {
    Ok(SignIn {
        identity: Identity::new("github", subject),
        ..SignIn::by_email(address(name)?)
    })
}

async fn kinds_of(store: &Store, user: UserId) -> Result<Vec<AuditKind>, StoreError> {
    let events = store.audit_events_about(user).await?;
    Ok(events.into_iter().map(|event| event.kind).collect())
}

pub async fn who_is_given_an_address_next_gets_an_account_of_their_own(store: &Store) -> Outcome {
    let chief = store.sign_in(&by_github("chief", "chief")?, noon()).await?.user;
    let session = SessionRecord {
        id: SessionId::from_bytes([77; 16]),
        user: Some(chief.id),
        data: serde_json::Map::new(),
        expires_at: noon() + Duration::days(7),
    };
    store.create_session(&session).await?;

    let moved = store
        .sign_in(&by_github("chief", "chief-at-home")?, noon())
        .await?;
    assert_eq!(
        (moved.user.id, moved.user.email),
        (chief.id, address("chief-at-home")?)
    );
    assert_eq!(
        store.identities(chief.id).await?,
        [Identity::new("github", "chief")],
        "the mailbox of before opens it no longer"
    );
    assert_eq!(
        store.load_session(session.id, noon()).await?,
        None,
        "nor does what it had opened"
    );

    let successor = store.sign_in(&SignIn::by_email(chief.email), noon()).await?;
    assert!(successor.is_new);
    assert_ne!(successor.user.id, chief.id);

    // Back to an address that somebody else has by now: what is theirs is opened, and nothing moves there but what proves it.
    let back = store.sign_in(&by_github("chief", "chief")?, noon()).await?;
    assert_eq!((&back.user, back.is_new), (&successor.user, false));
    assert!(store.identities(chief.id).await?.is_empty());
    assert_eq!(
        store.user(chief.id).await?.map(|user| user.email),
        Some(address("chief-at-home")?)
    );
    assert!(
        kinds_of(store, chief.id)
            .await?
            .ends_with(&[AuditKind::SignedIn, AuditKind::IdentityUnlinked])
    );
    assert!(
        kinds_of(store, successor.user.id)
            .await?
            .ends_with(&[AuditKind::IdentityLinked, AuditKind::SignedIn])
    );
    let at_home = store
        .sign_in(&SignIn::by_email(address("chief-at-home")?), noon())
        .await?;
    assert_eq!((at_home.user.id, at_home.is_new), (chief.id, false));
    Ok(())
}

/// Two people who change addresses with each other, and sign in at the same moment.
pub async fn parallel_changes_of_address_leave_each_address_to_one_user(store: &Store) -> Outcome {
    for round in 0..5 {
        let names = [format!("swap-one-{round}"), format!("swap-other-{round}")];
        let mut ids = Vec::new();
        for name in &names {
            ids.push(store.sign_in(&by_github(name, name)?, noon()).await?.user.id);
        }
        let free = format!("swap-free-{round}");
        let sign_ins = [
            by_github(&names[0], &names[1])?,
            by_github(&names[1], &names[0])?,
            by_github(&names[0], &free)?,
            by_github(&names[1], &free)?,
        ];
        let proven = in_parallel(12, |number| {
            let (store, sign_in) = (store.clone(), sign_ins[number % 4].clone());
            async move {
                let signed_in = store.sign_in(&sign_in, noon()).await?;
                Ok::<_, StoreError>((signed_in.user.email == sign_in.email, signed_in.is_new))
            }
        })
        .await?;
        assert!(proven.iter().all(|(is_proven, _)| *is_proven), "round {round}");
    }
    Ok(())
}

pub async fn names_that_the_user_chose_stay(store: &Store) -> Outcome {
    let before = user(store, "named").await?;
    let chosen = Names::parse(Some(" Nam "), None)?;
    let renamed = store.rename_user(before.id, &chosen, noon()).await?;
    assert_eq!(renamed.map(|user| user.names), Some(chosen.clone()));
    let sign_in = SignIn {
        names: Names::from_provider(Some("Other"), Some("Name")),
        ..SignIn::by_email(before.email.clone())
    };
    assert_eq!(store.sign_in(&sign_in, noon()).await?.user.names, chosen);
    assert_eq!(chosen.first(), Some("Nam"));
    Ok(())
}

pub async fn every_user_has_a_storage_key_of_their_own(store: &Store) -> Outcome {
    let (one, other) = (user(store, "key-one").await?, user(store, "key-other").await?);
    let key = store.storage_key(one.id).await?;
    assert!(key.is_some());
    assert_eq!(key, store.storage_key(one.id).await?);
    assert_ne!(key, store.storage_key(other.id).await?);
    Ok(())
}

pub async fn unknown_users_are_not_there(store: &Store) -> Outcome {
    let nobody = UserId::parse("00000000-0000-7000-8000-000000000001").ok_or("an identifier")?;
    assert_eq!(store.user(nobody).await?, None);
    assert_eq!(store.user_by_email(&address("nobody")?).await?, None);
    assert_eq!(store.storage_key(nobody).await?, None);
    assert_eq!(store.subscription(nobody).await?, None);
    assert_eq!(store.usage(nobody).await?, None);
    assert_eq!(store.rename_user(nobody, &Names::default(), noon()).await?, None);
    assert!(!store.count_activity(nobody, Activity::Report, noon()).await?);
    Ok(())
}

pub async fn a_take_is_counted_once_however_often_it_is_transcribed(store: &Store) -> Outcome {
    let (busy, other) = (user(store, "takes").await?, user(store, "other-takes").await?);
    let take = TakeId::from_uuid(Uuid::new_v4());
    let later = noon() + Duration::hours(1);
    let firsts = in_parallel(10, |_| {
        let (store, id) = (store.clone(), busy.id);
        async move { store.count_take(id, take, noon()).await }
    })
    .await?;
    assert_eq!(firsts.into_iter().filter(|is_first| *is_first).count(), 1);
    assert!(!store.count_take(busy.id, take, later).await?);
    let usage = store.usage(busy.id).await?.ok_or("no counters")?;
    assert_eq!(usage.transcriptions, 1);
    assert_eq!(
        usage.last_activity_at,
        Some(kept_noon() + Duration::hours(1)),
        "transcribing again is an activity"
    );

    // Another take counts, and so does a take that another browser gave the same name.
    assert!(
        store
            .count_take(busy.id, TakeId::from_uuid(Uuid::new_v4()), later)
            .await?
    );
    assert!(store.count_take(other.id, take, later).await?);
    assert_eq!(
        store.usage(busy.id).await?.ok_or("no counters")?.transcriptions,
        2
    );

    let nobody = UserId::parse("00000000-0000-7000-8000-000000000001").ok_or("an identifier")?;
    assert!(!store.count_take(nobody, take, later).await?);

    // What was counted is forgotten in the end, and not before.
    store.delete_expired(noon() + Duration::days(89)).await?;
    assert!(!store.count_take(busy.id, take, later).await?);
    store.delete_expired(noon() + Duration::days(91)).await?;
    assert!(store.count_take(busy.id, take, later).await?);
    Ok(())
}

pub async fn parallel_activities_are_all_counted(store: &Store) -> Outcome {
    let busy = user(store, "busy").await?;
    in_parallel(20, |number| {
        let (store, id) = (store.clone(), busy.id);
        let activity = if number % 4 == 0 {
            Activity::Report
        } else {
            Activity::Transcription
        };
        async move { store.count_activity(id, activity, noon()).await }
    })
    .await?;
    let usage = store.usage(busy.id).await?.ok_or("no counters")?;
    assert_eq!((usage.transcriptions, usage.reports), (15, 5));
    Ok(())
}
