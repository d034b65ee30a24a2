use accounts::Store;
use accounts::audit::{AuditKind, Trail};
use accounts::directory::{Totals, UserOrder, UserQuery, UserSearch};
use accounts::store::ChangeSubscriptionError;
use accounts::subscription::{Change, Status, TransitionError};
use accounts::user::{Activity, Names, SignIn, User, UserOverview};
use time::{Duration, OffsetDateTime};

use crate::support::{Outcome, address, kept_noon, noon, user};

const ORDERS: [UserOrder; 8] = [
    UserOrder::Name,
    UserOrder::Email,
    UserOrder::Status,
    UserOrder::Transcriptions,
    UserOrder::Reports,
    UserOrder::LastActivity,
    UserOrder::TimeRemaining,
    UserOrder::Joined,
];

fn everybody() -> UserQuery {
    UserQuery {
        limit: 1_000,
        descending: true,
        ..UserQuery::default()
    }
}

fn who_match(search: &str) -> Result<UserQuery, Box<dyn std::error::Error>> {
    Ok(UserQuery {
        search: UserSearch::parse(search)?,
        ..everybody()
    })
}

async fn found(store: &Store, search: &str) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let page = store.list_users(&who_match(search)?, noon()).await?;
    assert_eq!(page.matching, page.users.len() as u64);
    let names = page
        .users
        .iter()
        .map(|found| found.user.email.local_part().to_owned());
    Ok(names.collect())
}

pub async fn the_newest_come_first_with_subscription_and_usage(store: &Store) -> Outcome {
    let older = user(store, "list-older").await?;
    let newer = SignIn::by_email(address("list-newer")?);
    store.sign_in(&newer, noon() + Duration::microseconds(1)).await?;
    assert!(store.count_activity(older.id, Activity::Report, noon()).await?);
    let page = store.list_users(&everybody(), noon()).await?;
    assert_eq!(page.matching, store.count_users().await?);
    assert_eq!(page.users.len() as u64, page.matching);
    assert_eq!(found(store, "list-").await?, ["list-newer", "list-older"]);
    let listed = page
        .users
        .iter()
        .find(|listed| listed.user == older)
        .ok_or("not in the list")?;
    assert_eq!(listed.status(noon()), Status::Trial);
    assert_eq!(listed.time_remaining(kept_noon()), Some(Duration::days(3)));
    assert_eq!((listed.usage.transcriptions, listed.usage.reports), (0, 1));
    assert_eq!(listed.usage.last_activity_at, Some(kept_noon()));
    let later = noon() + Duration::days(3);
    assert_eq!(
        (listed.status(later), listed.time_remaining(later)),
        (Status::Expired, None)
    );
    Ok(())
}

pub async fn a_search_finds_words_in_address_and_names(store: &Store) -> Outcome {
    let meena = user(store, "search.one").await?;
    let other = user(store, "search_two").await?;
    store
        .rename_user(
            meena.id,
            &Names::parse(Some("Meenakshi"), Some("Öz%demir"))?,
            noon(),
        )
        .await?;
    store
        .rename_user(other.id, &Names::parse(Some("Meena!"), None)?, noon())
        .await?;
    let check = async |search: &str, expected: &[&str]| {
        let found = found(store, search).await?;
        assert_eq!(found, expected, "{search}");
        Ok::<_, Box<dyn std::error::Error>>(())
    };
    check("MEENA", &["search_two", "search.one"]).await?;
    check("demir meenakshi", &["search.one"]).await?;
    check("Öz", &["search.one"]).await?;
    check("meenakshi search_two", &[]).await?;
    // Signs that mean anything to a database mean themselves.
    check("search_", &["search_two"]).await?;
    check("z%d", &["search.one"]).await?;
    check("Meena!", &["search_two"]).await?;
    check("search.one' OR '1'='1", &[]).await?;
    // A page that is not there has nobody on it, and says how many there are.
    for offset in [3, u64::MAX] {
        let beyond = UserQuery {
            offset,
            ..who_match("search")?
        };
        let page = store.list_users(&beyond, noon()).await?;
        assert_eq!((page.users.len(), page.matching), (0, 2));
    }
    Ok(())
}

pub async fn what_means_something_to_a_database_is_looked_for_as_it_stands(store: &Store) -> Outcome {
    const NAMES: [(&str, &str); 7] = [
        ("odd-quote", "O'Neill"),
        ("odd-quotes", "\"Ann\""),
        ("odd-semicolon", "one;two"),
        ("odd-percent", "50%"),
        ("odd-underscore", "one_two"),
        ("odd-backslash", "one\\two"),
        ("odd-none", "one-two"),
    ];
    for (name, last) in NAMES {
        let id = user(store, name).await?.id;
        let names = Names::parse(None, Some(last))?;
        store.rename_user(id, &names, noon()).await?;
    }
    let before = store.list_users(&who_match("odd-")?, noon()).await?;
    assert_eq!(before.users.len(), NAMES.len());
    let all = store.count_users().await?;
    let check = async |sign: &str, expected: &[&str]| {
        let found = found(store, &format!("odd- {sign}")).await?;
        assert_eq!(found, expected, "{sign}");
        Ok::<_, Box<dyn std::error::Error>>(())
    };
    check("'", &["odd-quote"]).await?;
    check("o'neill", &["odd-quote"]).await?;
    check("\"", &["odd-quotes"]).await?;
    check(";", &["odd-semicolon"]).await?;
    check("%", &["odd-percent"]).await?;
    check("_", &["odd-underscore"]).await?;
    check("one_two", &["odd-underscore"]).await?;
    check("\\", &["odd-backslash"]).await?;
    check("one\\two", &["odd-backslash"]).await?;
    for nobody in [
        "''",
        "one%two",
        "\\%",
        "\\_",
        "\\'",
        "one\\\\two",
        "?",
        "$1",
        ":1",
        "'/**/OR/**/'1'='1",
        "\\'/**/OR/**/1=1;--",
        "%'/**/OR/**/1=1)/**/--",
        "';DROP/**/TABLE/**/users;--",
        "');DELETE/**/FROM/**/users;--",
        "%';UPDATE/**/users/**/SET/**/email='x';--",
    ] {
        check(nobody, &[]).await?;
    }
    assert_eq!(store.list_users(&who_match("odd-")?, noon()).await?, before);
    assert_eq!(store.count_users().await?, all);
    Ok(())
}

pub async fn every_order_holds_over_pages_either_way(store: &Store) -> Outcome {
    let now = noon() + Duration::days(2);
    for number in 0..7 {
        diverse_user(store, number).await?;
    }
    for order in ORDERS {
        for descending in [false, true] {
            let whole = UserQuery {
                order,
                descending,
                ..who_match("order-")?
            };
            let listed = store.list_users(&whole, now).await?.users;
            assert_eq!(listed.len(), 7);
            let keys: Vec<_> = listed
                .iter()
                .map(|overview| key(overview, order, descending, now))
                .collect();
            let mut sorted = keys.clone();
            sorted.sort();
            if descending {
                sorted.reverse();
            }
            assert_eq!(keys, sorted, "{order:?} {descending}");
            assert_eq!(
                in_pages(store, &whole, now).await?,
                listed,
                "{order:?} {descending}"
            );
        }
        // Without a search another query answers.
        let whole = UserQuery { order, ..everybody() };
        let listed = store.list_users(&whole, now).await?.users;
        assert_eq!(listed.len() as u64, store.count_users().await?);
        assert_eq!(in_pages(store, &whole, now).await?, listed, "{order:?}");
    }
    Ok(())
}

/// Users who differ in everything that they can be ordered by, and are alike in some.
async fn diverse_user(store: &Store, number: u8) -> Outcome {
    let letter = char::from(b'a' + (number * 3) % 7);
    let joined = noon() + Duration::hours(i64::from(number) * 5 % 7);
    let sign_in = SignIn {
        names: match number {
            0 => Names::default(),
            1 => Names::parse(Some(&format!("{letter}da")), None)?,
            2 => Names::parse(None, Some(&format!("{letter}hatt")))?,
            _ => Names::parse(Some("Same"), Some(&format!("{letter}ao")))?,
        },
        ..SignIn::by_email(address(&format!("{letter}-order-{number}"))?)
    };
    let user = store.sign_in(&sign_in, joined).await?.user;
    let changes: &[Change] = match number {
        0 => &[Change::Activate],
        1 => &[Change::Activate, Change::Cancel],
        2 => &[Change::Activate, Change::Deactivate],
        3 => &[Change::GrantTrial],
        _ => &[],
    };
    for change in changes {
        let at = joined + Duration::hours(20);
        store.change_subscription(user.id, *change, None, at).await?;
    }
    for count in 0..number % 4 {
        let at = joined + Duration::minutes(i64::from(count));
        store.count_activity(user.id, Activity::Transcription, at).await?;
        if number.is_multiple_of(2) {
            store.count_activity(user.id, Activity::Report, at).await?;
        }
    }
    Ok(())
}

/// What the order goes by, told without the database; who is alike comes in the order of joining.
fn key(
    overview: &UserOverview,
    order: UserOrder,
    descending: bool,
    now: OffsetDateTime,
) -> (String, i128, accounts::UserId) {
    let UserOverview { user, usage, .. } = overview;
    let text = match order {
        UserOrder::Name => shown_name(user),
        UserOrder::Email => user.email.expose().to_owned(),
        _ => String::new(),
    };
    let number = match order {
        UserOrder::Name | UserOrder::Email => 0,
        UserOrder::Status => match overview.status(now) {
            Status::Active => 0,
            Status::Cancelled => 1,
            Status::Trial => 2,
            Status::Expired => 3,
        },
        UserOrder::Transcriptions => usage.transcriptions.into(),
        UserOrder::Reports => usage.reports.into(),
        UserOrder::LastActivity => usage
            .last_activity_at
            .map_or(0, OffsetDateTime::unix_timestamp_nanos),
        UserOrder::Joined => user.created_at.unix_timestamp_nanos(),
        UserOrder::TimeRemaining => {
            let end = overview.subscription.expires_at().unix_timestamp_nanos();
            let is_over = overview.time_remaining(now).is_none();
            match (is_over, descending) {
                (true, false) => end + i128::from(u64::MAX),
                (true, true) => end - i128::from(u64::MAX),
                (false, _) => end,
            }
        }
    };
    (text, number, user.id)
}

fn shown_name(user: &User) -> String {
    let names: Vec<_> = [user.names.first(), user.names.last()]
        .into_iter()
        .flatten()
        .collect();
    let shown = if names.is_empty() {
        user.email.expose().to_owned()
    } else {
        names.join(" ")
    };
    shown.to_lowercase()
}

async fn in_pages(
    store: &Store,
    whole: &UserQuery,
    now: OffsetDateTime,
) -> Result<Vec<UserOverview>, Box<dyn std::error::Error>> {
    let mut users = Vec::new();
    loop {
        let part = UserQuery {
            offset: users.len() as u64,
            limit: 3,
            ..whole.clone()
        };
        let page = store.list_users(&part, now).await?.users;
        if page.is_empty() {
            return Ok(users);
        }
        users.extend(page);
    }
}

pub async fn totals_are_those_of_everybody(store: &Store) -> Outcome {
    // Everybody else's trial and period is over by then.
    let now = noon() + Duration::days(400);
    let before = store.totals(now).await?;
    assert_eq!((before.active_subscriptions, before.running_trials), (0, 0));
    for (name, changes) in [
        ("total-trial", &[Change::GrantTrial] as &[Change]),
        ("total-active", &[Change::Activate]),
        ("total-also-active", &[Change::Activate]),
        ("total-cancelled", &[Change::Activate, Change::Cancel]),
        ("total-ended", &[Change::Activate, Change::Deactivate]),
    ] {
        let user = user(store, name).await?;
        for change in changes {
            store.change_subscription(user.id, *change, None, now).await?;
        }
        store
            .count_activity(user.id, Activity::Transcription, now)
            .await?;
    }
    let reporter = store
        .user_by_email(&address("total-trial")?)
        .await?
        .ok_or("a user")?;
    store.count_activity(reporter.id, Activity::Report, now).await?;
    let expected = Totals {
        users: before.users + 5,
        active_subscriptions: 2,
        running_trials: 1,
        transcriptions: before.transcriptions + 5,
        reports: before.reports + 1,
    };
    assert_eq!(store.totals(now).await?, expected);
    let later = store.totals(now + Duration::days(30)).await?;
    assert_eq!((later.active_subscriptions, later.running_trials), (0, 0));
    Ok(())
}

pub async fn an_administrator_changes_by_address_and_the_trail_says_who(store: &Store) -> Outcome {
    let admin = user(store, "trail-keeper").await?;
    let (paid, unknown) = (user(store, "trail-paid").await?, address("trail-nobody")?);
    let activate = |email, actor| store.change_subscription_of(email, Change::Activate, actor, noon());
    let (changed, _) = activate(&paid.email, Some(admin.id)).await?.ok_or("a user")?;
    assert_eq!(changed, paid);
    let again = activate(&paid.email, Some(admin.id)).await;
    assert!(matches!(
        again,
        Err(ChangeSubscriptionError::Transition(
            TransitionError::AlreadyActive
        ))
    ));
    assert_eq!(activate(&unknown, None).await?, None);
    store
        .change_subscription_of(&paid.email, Change::Deactivate, None, noon())
        .await?;
    // A sign-in is no change of a subscription.
    store
        .sign_in(&SignIn::by_email(paid.email.clone()), noon())
        .await?;

    let trail = store.trail(Trail::Subscriptions, None, 2).await?;
    let told: Vec<_> = trail
        .iter()
        .map(|entry| (entry.event.kind, entry.actor.clone(), entry.subject.clone()))
        .collect();
    let subject = Some(paid.email.clone());
    assert_eq!(
        told,
        [
            (AuditKind::SubscriptionDeactivated, None, subject.clone()),
            (AuditKind::SubscriptionActivated, Some(admin.email), subject),
        ]
    );
    let older = store
        .trail(Trail::Subscriptions, Some(trail[1].number), 1_000)
        .await?;
    assert!(!older.is_empty());
    assert!(older.iter().all(|entry| entry.number < trail[1].number));
    assert!(
        older
            .iter()
            .all(|entry| entry.subject != Some(paid.email.clone()))
    );
    Ok(())
}
