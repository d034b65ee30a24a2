use accounts::Store;
use accounts::secret::BrowserKey;
use accounts::sign_in_attempt::{LIFETIME, SignInAttempt};
use time::Duration;

use crate::support::{Outcome, in_parallel, noon};

fn attempt() -> SignInAttempt {
    SignInAttempt {
        provider: "google".to_owned(),
        nonce: "nonce".to_owned(),
        verifier: "verifier".to_owned(),
        next: Some("/account".to_owned()),
    }
}

pub async fn an_attempt_ends_once_in_its_browser_at_its_provider(store: &Store) -> Outcome {
    let (key, other) = (BrowserKey::generate()?, BrowserKey::generate()?);
    let state = "state of an attempt";
    store
        .begin_sign_in_attempt(&key, state, &attempt(), noon())
        .await?;
    for (key, state, provider) in [
        (&other, state, "google"),
        (&key, "another state", "google"),
        (&key, state, "github"),
    ] {
        let ended = store.end_sign_in_attempt(key, state, provider, noon()).await?;
        assert_eq!(ended, None, "{state} {provider}");
    }
    let ended = store.end_sign_in_attempt(&key, state, "google", noon()).await?;
    assert_eq!(ended, Some(attempt()));
    let again = store.end_sign_in_attempt(&key, state, "google", noon()).await?;
    assert_eq!(again, None, "once");
    Ok(())
}

pub async fn one_browser_may_have_several_attempts_under_way(store: &Store) -> Outcome {
    let key = BrowserKey::generate()?;
    for state in ["first page", "second page"] {
        store
            .begin_sign_in_attempt(&key, state, &attempt(), noon())
            .await?;
    }
    for state in ["first page", "second page"] {
        let ended = store.end_sign_in_attempt(&key, state, "google", noon()).await?;
        assert!(ended.is_some(), "{state}");
    }
    Ok(())
}

pub async fn an_attempt_is_over_after_ten_minutes(store: &Store) -> Outcome {
    let key = BrowserKey::generate()?;
    store
        .begin_sign_in_attempt(&key, "late", &attempt(), noon())
        .await?;
    let late = store
        .end_sign_in_attempt(&key, "late", "google", noon() + LIFETIME)
        .await?;
    assert_eq!(late, None);
    // Nor is it good for as long as a clock was wrong that has been set back since.
    let ahead = noon() + Duration::days(2);
    store
        .begin_sign_in_attempt(&key, "ahead", &attempt(), ahead)
        .await?;
    let early = store.end_sign_in_attempt(&key, "ahead", "google", noon()).await?;
    assert_eq!(early, None);

    let long_ago = noon() - Duration::days(200);
    store
        .begin_sign_in_attempt(&key, "forgotten", &attempt(), long_ago)
        .await?;
    assert_eq!(store.delete_expired(long_ago + LIFETIME).await?, 1);
    Ok(())
}

pub async fn of_parallel_returns_one_is_let_in(store: &Store) -> Outcome {
    let key = BrowserKey::generate()?;
    store
        .begin_sign_in_attempt(&key, "doubled", &attempt(), noon())
        .await?;
    let ended = in_parallel(10, |_| {
        let (store, key) = (store.clone(), key.clone());
        async move { store.end_sign_in_attempt(&key, "doubled", "google", noon()).await }
    })
    .await?;
    assert_eq!(ended.into_iter().flatten().count(), 1);
    Ok(())
}
