use std::net::IpAddr;

use accounts::Store;
use accounts::store::{
    IssueTokenError, LOGIN_TOKEN_LIFETIME, MOST_OPEN_TOKENS, MOST_OPEN_TOKENS_OF_A_NETWORK, RedeemedToken,
};
use time::Duration;

use crate::support::{Outcome, address, in_parallel, noon};

pub async fn a_link_opens_once(store: &Store) -> Outcome {
    let email = address("link")?;
    let token = store
        .issue_login_token(&email, Some("/subscribe"), None, noon())
        .await?;
    let other = store.issue_login_token(&email, None, None, noon()).await?;
    assert_ne!(token, other);
    assert_eq!(token.expose().len(), 64);

    let opened = RedeemedToken {
        email,
        next: Some("/subscribe".to_owned()),
    };
    assert_eq!(
        store.peek_login_token(token.expose(), noon()).await?,
        Some(opened.clone())
    );
    assert_eq!(
        store.redeem_login_token(token.expose(), noon()).await?,
        Some(opened)
    );
    assert_eq!(
        store.redeem_login_token(token.expose(), noon()).await?,
        None,
        "replayed"
    );
    assert_eq!(store.peek_login_token(token.expose(), noon()).await?, None);
    let next = store
        .redeem_login_token(other.expose(), noon())
        .await?
        .map(|opened| opened.next);
    assert_eq!(next, Some(None));
    Ok(())
}

pub async fn of_parallel_readers_one_gets_in(store: &Store) -> Outcome {
    let token = store
        .issue_login_token(&address("race")?, None, None, noon())
        .await?;
    let opened = in_parallel(20, |_| {
        let (store, token) = (store.clone(), token.clone());
        async move { store.redeem_login_token(token.expose(), noon()).await }
    })
    .await?;
    assert_eq!(opened.into_iter().flatten().count(), 1);
    Ok(())
}

pub async fn a_link_is_over_after_a_quarter_of_an_hour(store: &Store) -> Outcome {
    let email = address("late")?;
    let in_time = store.issue_login_token(&email, None, None, noon()).await?;
    let late = store.issue_login_token(&email, None, None, noon()).await?;
    let end = noon() + LOGIN_TOKEN_LIFETIME;
    assert_eq!(store.peek_login_token(late.expose(), end).await?, None);
    assert_eq!(store.redeem_login_token(late.expose(), end).await?, None);
    assert_eq!(
        store.redeem_login_token(late.expose(), noon()).await?,
        None,
        "it was used up all the same"
    );
    let last_moment = end - Duration::microseconds(1);
    assert!(
        store
            .redeem_login_token(in_time.expose(), last_moment)
            .await?
            .is_some()
    );
    Ok(())
}

pub async fn a_clock_that_is_set_back_locks_nobody_out_and_lets_no_old_link_in(store: &Store) -> Outcome {
    let email = address("clock")?;
    let ahead = noon() + Duration::days(2);
    let mut from_ahead = Vec::new();
    for _ in 0..MOST_OPEN_TOKENS_OF_A_NETWORK {
        from_ahead.push(store.issue_login_token(&email, None, None, ahead).await?);
    }
    assert_eq!(store.open_login_tokens(&email, noon()).await?, 0);
    assert_eq!(
        store.peek_login_token(from_ahead[0].expose(), noon()).await?,
        None
    );
    assert_eq!(
        store.redeem_login_token(from_ahead[0].expose(), noon()).await?,
        None
    );
    let now = store.issue_login_token(&email, None, None, noon()).await?;
    // Two servers whose clocks stand some seconds apart serve one user.
    let behind = noon() - Duration::seconds(30);
    assert_eq!(store.open_login_tokens(&email, behind).await?, 1);
    assert!(store.redeem_login_token(now.expose(), behind).await?.is_some());
    Ok(())
}

pub async fn a_link_that_was_never_sent_opens_nothing(store: &Store) -> Outcome {
    let long = "f".repeat(100_000);
    for raw in ["", "0", "' OR 1=1 --", &"0".repeat(64), &long] {
        assert_eq!(store.redeem_login_token(raw, noon()).await?, None);
    }
    Ok(())
}

pub async fn a_mailbox_is_not_flooded(store: &Store) -> Outcome {
    let email = address("flood")?;
    for open in 0..MOST_OPEN_TOKENS_OF_A_NETWORK {
        assert_eq!(store.open_login_tokens(&email, noon()).await?, open);
        store.issue_login_token(&email, None, None, noon()).await?;
    }
    let refused = store.issue_login_token(&email, None, None, noon()).await;
    assert!(matches!(refused, Err(IssueTokenError::TooManyOpen)));
    store
        .issue_login_token(&address("flood-neighbour")?, None, None, noon())
        .await?;
    let later = noon() + LOGIN_TOKEN_LIFETIME;
    assert_eq!(store.open_login_tokens(&email, later).await?, 0);
    store.issue_login_token(&email, None, None, later).await?;
    Ok(())
}

pub async fn a_network_does_not_use_up_the_links_of_another(store: &Store) -> Outcome {
    let email = address("locked-out")?;
    let networks = (1..).map(|last| Some(IpAddr::from([192, 0, 2, last])));
    let (mut sent, mut served) = (0, 0);
    for network in networks.take(30) {
        let before = sent;
        for _ in 0..10 {
            match store.issue_login_token(&email, None, network, noon()).await {
                Ok(_) => sent += 1,
                Err(IssueTokenError::TooManyOpen) => break,
                Err(IssueTokenError::Store(error)) => return Err(error.into()),
            }
        }
        assert!(sent - before <= MOST_OPEN_TOKENS_OF_A_NETWORK);
        served += usize::from(sent > before);
    }
    assert_eq!(sent, MOST_OPEN_TOKENS, "and all of them together no more");
    assert_eq!(served, 4, "a few networks had theirs whatever others did");
    // A link that is used makes room for the next.
    let other = address("locked-out-neighbour")?;
    let network = Some(IpAddr::from([192, 0, 2, 1]));
    for _ in 0..2 * MOST_OPEN_TOKENS {
        let token = store.issue_login_token(&other, None, network, noon()).await?;
        store.redeem_login_token(token.expose(), noon()).await?;
    }
    Ok(())
}

pub async fn links_that_are_asked_for_at_once_are_counted_one_after_another(store: &Store) -> Outcome {
    let email = address("at-once")?;
    let sent = in_parallel(30, |_| {
        let (store, email) = (store.clone(), email.clone());
        async move {
            match store.issue_login_token(&email, None, None, noon()).await {
                Ok(_) => Ok(1),
                Err(IssueTokenError::TooManyOpen) => Ok(0),
                Err(IssueTokenError::Store(error)) => Err(error),
            }
        }
    })
    .await?;
    assert_eq!(sent.into_iter().sum::<u64>(), MOST_OPEN_TOKENS_OF_A_NETWORK);
    Ok(())
}
