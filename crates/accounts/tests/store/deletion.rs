use accounts::audit::AuditKind;
use accounts::custom_template::TemplateDraft;
use accounts::letterhead::{Letterhead, LetterheadText};
use accounts::payment::{Amount, Currency, Payment, PaymentId, PaymentState};
use accounts::session::{SessionId, SessionRecord};
use accounts::signature::{Signature, SignatureLines};
use accounts::store::KEPT_AFTER_DELETION;
use accounts::subscription::{Change, TRIAL_LENGTH};
use accounts::user::{Activity, Identity, Names, SignIn};
use accounts::vocabulary::Vocabulary;
use accounts::{Store, TakeId, UserId};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::report_styles::laid_out;
use crate::support::{Outcome, address, in_parallel, kept_noon, noon, user};

/// A take that both transcribe.
const TAKE: TakeId = TakeId::from_uuid(Uuid::from_u128(0x7a8e));
/// What a period costs, in paise.
const PRICE: u64 = 39_900;

const fn amount(minor_units: u64) -> Amount {
    Amount {
        minor_units,
        currency: Currency::INR,
    }
}

/// A payment of who leaves.
fn payment(id: &str, minor_units: u64) -> Result<Payment, Box<dyn std::error::Error>> {
    Ok(Payment {
        id: PaymentId::new("razorpay", id)?,
        email: Some(address("leaving")?),
        amount: amount(minor_units),
    })
}

async fn keep_everything(store: &Store, id: UserId, session: SessionId) -> Outcome {
    let template = TemplateDraft::parse("Mine", "Content.", None)?;
    store.create_custom_template(id, &template, noon()).await?;
    let lines = SignatureLines {
        name: Some("Dr. L. Eaving"),
        ..SignatureLines::default()
    };
    store
        .put_signature(id, &Signature::parse(None, lines)?, noon())
        .await?;
    let text = LetterheadText {
        institution: "Hospital",
        ..LetterheadText::default()
    };
    store
        .put_letterhead(id, &Letterhead::parse(None, text)?, noon())
        .await?;
    store
        .put_vocabulary(id, &Vocabulary::parse(["Gadovist"], [])?, noon())
        .await?;
    store
        .put_report_style(id, &laid_out("layout-of-the-user"), noon())
        .await?;
    store.count_activity(id, Activity::Report, noon()).await?;
    assert!(store.count_take(id, TAKE, noon()).await?);
    let record = SessionRecord {
        id: session,
        user: Some(id),
        data: serde_json::Map::from_iter([("email".to_owned(), "proved-by-a-session".into())]),
        expires_at: noon() + Duration::days(7),
    };
    store.create_session(&record).await?;
    let names = Names::parse(Some("Lorelei"), Some("Eavington"))?;
    store.rename_user(id, &names, noon()).await?;
    Ok(())
}

pub async fn nothing_of_a_deleted_user_is_left_but_that_it_happened(store: &Store) -> Outcome {
    let leaving = user(store, "leaving").await?;
    let staying = user(store, "staying").await?;
    let (theirs, others) = (SessionId::from_bytes([41; 16]), SessionId::from_bytes([42; 16]));
    keep_everything(store, leaving.id, theirs).await?;
    keep_everything(store, staying.id, others).await?;
    let by_provider = SignIn {
        identity: Identity::new("google", "subject-of-leaving"),
        ..SignIn::by_email(leaving.email.clone())
    };
    store.sign_in(&by_provider, noon()).await?;
    let link = store
        .issue_login_token(&leaving.email, None, None, noon())
        .await?;
    let (used, too_little) = (payment("pay_left", PRICE)?, payment("pay_short", PRICE / 2)?);
    for paid in [&used, &too_little] {
        store.record_payment(paid, amount(PRICE), noon()).await?;
    }
    let paid = store.payments_of(&leaving).await?;
    let states: Vec<_> = paid.iter().map(|paid| paid.state).collect();
    assert_eq!(states, [PaymentState::Used, PaymentState::TooLittle]);

    assert!(store.delete_user(leaving.id, noon() + Duration::hours(1)).await?);

    assert_eq!(store.user(leaving.id).await?, None);
    assert_eq!(store.user_by_email(&leaving.email).await?, None);
    assert!(store.identities(leaving.id).await?.is_empty());
    assert_eq!(store.subscription(leaving.id).await?, None);
    assert_eq!(store.usage(leaving.id).await?, None);
    assert!(
        !store.count_take(leaving.id, TAKE, noon()).await?,
        "there is nobody to count for"
    );
    assert!(store.custom_templates(leaving.id).await?.is_empty());
    assert_eq!(store.signature(leaving.id).await?, None);
    assert!(store.letterhead(leaving.id).await?.is_empty());
    assert_eq!(store.vocabulary(leaving.id).await?, Vocabulary::default());
    assert_eq!(store.report_style(leaving.id).await?, None);
    assert_eq!(store.storage_key(leaving.id).await?, None);
    assert_eq!(store.load_session(theirs, noon()).await?, None);
    assert_eq!(store.redeem_login_token(link.expose(), noon()).await?, None);
    assert!(store.payments_of(&leaving).await?.is_empty());
    let open = store.open_payments(1_000).await?;
    let kept = open.iter().find(|kept| kept.id == too_little.id);
    assert_eq!(
        kept.map(|kept| &kept.email),
        Some(&None),
        "the books stay, the address goes"
    );
    let trail = store.audit_events_about(leaving.id).await?;
    assert_eq!(
        trail.last().map(|event| (event.kind, event.actor, event.at)),
        Some((
            AuditKind::AccountDeleted,
            Some(leaving.id),
            kept_noon() + Duration::hours(1)
        ))
    );

    assert!(
        !store.delete_user(leaving.id, noon()).await?,
        "there is nobody left"
    );

    assert_eq!(store.custom_templates(staying.id).await?.len(), 1);
    assert!(
        !store.count_take(staying.id, TAKE, noon()).await?,
        "that of another user is remembered"
    );
    assert!(store.signature(staying.id).await?.is_some());
    assert!(!store.letterhead(staying.id).await?.is_empty());
    assert!(store.report_style(staying.id).await?.is_some());
    assert!(store.load_session(others, noon()).await?.is_some());
    Ok(())
}

/// What `everything` reads of the store's own files or tables, before and after.
pub async fn nothing_that_can_be_read_is_left_of_a_deleted_user(
    store: &Store,
    everything: impl AsyncFn() -> Result<Vec<u8>, Box<dyn std::error::Error>>,
) -> Outcome {
    let leaving = user(store, "leaving").await?;
    user(store, "staying").await?;
    keep_everything(store, leaving.id, SessionId::from_bytes([43; 16])).await?;
    store
        .issue_login_token(&leaving.email, None, None, noon())
        .await?;
    store
        .record_payment(&payment("pay_once", PRICE)?, amount(PRICE), noon())
        .await?;
    let by_provider = SignIn {
        identity: Identity::new("google", "subject-at-google"),
        ..SignIn::by_email(leaving.email.clone())
    };
    store.sign_in(&by_provider, noon()).await?;
    let stands = |text: &str, all: &[u8]| all.windows(text.len()).any(|window| window == text.as_bytes());
    let before = everything().await?;
    let theirs = [
        "leaving@",
        "Dr. L. Eaving",
        "Content.",
        "Hospital",
        "Gadovist",
        "layout-of-the-user",
        "Lorelei",
        "Eavington",
        "proved-by-a-session",
        "subject-at-google",
    ];
    for text in theirs {
        assert!(stands(text, &before), "{text} was there");
    }

    assert!(store.delete_user(leaving.id, noon()).await?);

    let after = everything().await?;
    for text in theirs {
        assert!(!stands(text, &after), "{text} is left");
    }
    assert!(stands("staying@", &after), "another user is there");
    Ok(())
}

async fn sign_in_again(
    store: &Store,
    name: &str,
    now: OffsetDateTime,
) -> Result<(UserId, OffsetDateTime), Box<dyn std::error::Error>> {
    let signed_in = store.sign_in(&SignIn::by_email(address(name)?), now).await?;
    assert!(signed_in.is_new);
    let subscription = store
        .subscription(signed_in.user.id)
        .await?
        .ok_or("a subscription")?;
    assert_eq!(
        subscription.trial_start_date() + TRIAL_LENGTH,
        subscription.expires_at()
    );
    Ok((signed_in.user.id, subscription.expires_at()))
}

pub async fn deleting_an_account_is_no_way_to_a_second_trial(store: &Store) -> Outcome {
    let first = user(store, "coming-back").await?;
    let end_of_trial = kept_noon() + TRIAL_LENGTH;
    store.delete_user(first.id, noon() + Duration::days(1)).await?;

    let (second, ends_at) = sign_in_again(store, "coming-back", noon() + Duration::days(2)).await?;
    assert_ne!(second, first.id);
    assert_eq!(ends_at, end_of_trial, "the trial goes on from where it was");

    // Nor is deleting it twice, nor paying in between.
    store
        .change_subscription(second, Change::Activate, None, noon() + Duration::days(2))
        .await?;
    store.delete_user(second, noon() + Duration::days(40)).await?;
    let (third, ends_at) = sign_in_again(store, "coming-back", noon() + Duration::days(41)).await?;
    assert_eq!(ends_at, end_of_trial);

    // A trial that an administrator granted is the one that counts.
    store
        .change_subscription(third, Change::GrantTrial, None, noon() + Duration::days(50))
        .await?;
    store.delete_user(third, noon() + Duration::days(51)).await?;
    let (_, ends_at) = sign_in_again(store, "coming-back", noon() + Duration::days(51)).await?;
    assert_eq!(ends_at, kept_noon() + Duration::days(50) + TRIAL_LENGTH);
    Ok(())
}

pub async fn a_former_user_is_forgotten_after_a_year(store: &Store) -> Outcome {
    let first = user(store, "long-gone").await?;
    store.delete_user(first.id, noon()).await?;
    // Whether or not the timer has come by.
    let later = noon() + KEPT_AFTER_DELETION;
    let (second, ends_at) = sign_in_again(store, "long-gone", later).await?;
    assert_eq!(ends_at, kept_noon() + KEPT_AFTER_DELETION + TRIAL_LENGTH);

    store.delete_user(second, later).await?;
    assert!(store.delete_expired(later + KEPT_AFTER_DELETION).await? >= 1);
    let (_, ends_at) = sign_in_again(store, "long-gone", later + Duration::days(1)).await?;
    assert_eq!(
        ends_at,
        kept_noon() + KEPT_AFTER_DELETION + Duration::days(1) + TRIAL_LENGTH,
        "the timer has forgotten it"
    );
    Ok(())
}

pub async fn of_parallel_deletions_one_happens(store: &Store) -> Outcome {
    let leaving = user(store, "leaving-twice").await?.id;
    let outcomes = in_parallel(10, |_| {
        let store = store.clone();
        async move { store.delete_user(leaving, noon()).await }
    })
    .await?;
    assert_eq!(outcomes.into_iter().filter(|was_there| *was_there).count(), 1);
    Ok(())
}
