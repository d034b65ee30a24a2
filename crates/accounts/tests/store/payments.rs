use accounts::audit::AuditKind;
use accounts::payment::{Amount, Currency, KeptPayment, Payment, PaymentId, PaymentOutcome, PaymentState};
use accounts::subscription::{Change, PERIOD_LENGTH, Status};
use accounts::user::{Identity, SignIn};
use accounts::{EmailAddress, Store, StoreError};
use time::Duration;

use crate::support::{Outcome, address, in_parallel, kept_noon, noon, user};

const PRICE: Amount = Amount {
    minor_units: 39_900,
    currency: Currency::INR,
};

/// The price, paid by somebody on example.org.
fn paid(id: &str, name: &str) -> Result<Payment, Box<dyn std::error::Error>> {
    Ok(Payment {
        id: PaymentId::new("razorpay", id)?,
        email: Some(address(name)?),
        amount: PRICE,
    })
}

/// What the list for administrators says of one payment.
async fn open(store: &Store, payment: &Payment) -> Result<Option<KeptPayment>, StoreError> {
    let open = store.open_payments(1_000).await?;
    Ok(open.into_iter().find(|kept| kept.id == payment.id))
}

pub async fn a_payment_opens_a_period_once(store: &Store) -> Outcome {
    let payer = user(store, "once").await?;
    let payment = paid("pay_once", "once")?;
    assert_eq!(
        store.record_payment(&payment, PRICE, noon()).await?,
        PaymentOutcome::Used(payer.id)
    );
    let active = store.subscription(payer.id).await?.ok_or("a subscription")?;
    assert_eq!(active.status(noon()), Status::Active);
    assert_eq!(active.expires_at(), kept_noon() + PERIOD_LENGTH);
    let trail = store.recent_audit_events(1).await?;
    let told: Vec<_> = trail
        .iter()
        .map(|event| (event.kind, event.actor, event.subject))
        .collect();
    assert_eq!(told, [(AuditKind::SubscriptionPaid, None, Some(payer.id))]);

    let later = noon() + Duration::days(1);
    assert_eq!(
        store.record_payment(&payment, PRICE, later).await?,
        PaymentOutcome::Known
    );
    assert_eq!(store.subscription(payer.id).await?, Some(active));
    assert_eq!(open(store, &payment).await?, None);
    Ok(())
}

pub async fn of_parallel_tellings_one_opens_a_period(store: &Store) -> Outcome {
    let payer = user(store, "told-often").await?;
    let payment = paid("pay_told_often", "told-often")?;
    let outcomes = in_parallel(20, |_| {
        let (store, payment) = (store.clone(), payment.clone());
        async move { store.record_payment(&payment, PRICE, noon()).await }
    })
    .await?;
    assert!(outcomes.contains(&PaymentOutcome::Used(payer.id)), "{outcomes:?}");
    let active = store.subscription(payer.id).await?.ok_or("a subscription")?;
    assert_eq!(active.expires_at(), kept_noon() + PERIOD_LENGTH);
    Ok(())
}

pub async fn parallel_payments_all_count(store: &Store) -> Outcome {
    let payer = user(store, "generous").await?;
    in_parallel(10, |number| {
        let store = store.clone();
        let payment = paid(&format!("pay_generous_{number}"), "generous").expect("a payment");
        async move { store.record_payment(&payment, PRICE, noon()).await }
    })
    .await?;
    let active = store.subscription(payer.id).await?.ok_or("a subscription")?;
    assert_eq!(active.expires_at(), kept_noon() + PERIOD_LENGTH * 10);
    Ok(())
}

pub async fn who_pays_early_is_continued_from_the_end(store: &Store) -> Outcome {
    let payer = user(store, "early").await?;
    store
        .record_payment(&paid("pay_early_1", "early")?, PRICE, noon())
        .await?;
    let later = noon() + Duration::days(20);
    store
        .change_subscription(payer.id, Change::Cancel, Some(payer.id), later)
        .await?;
    store
        .record_payment(&paid("pay_early_2", "early")?, PRICE, later)
        .await?;
    let active = store.subscription(payer.id).await?.ok_or("a subscription")?;
    assert_eq!(active.status(later), Status::Active);
    assert_eq!(active.expires_at(), kept_noon() + PERIOD_LENGTH * 2);
    Ok(())
}

pub async fn what_was_paid_before_the_first_sign_in_waits_for_it(store: &Store) -> Outcome {
    let payment = paid("pay_unknown", "unknown-payer")?;
    assert_eq!(
        store.record_payment(&payment, PRICE, noon()).await?,
        PaymentOutcome::Kept(PaymentState::Unclaimed)
    );
    assert_eq!(
        open(store, &payment).await?,
        Some(KeptPayment {
            id: payment.id.clone(),
            email: payment.email.clone(),
            amount: PRICE,
            state: PaymentState::Unclaimed,
            at: kept_noon(),
        })
    );
    assert_eq!(
        store.record_payment(&payment, PRICE, noon()).await?,
        PaymentOutcome::Known
    );

    let later = noon() + Duration::days(90);
    let sign_in = SignIn::by_email(address("unknown-payer")?);
    let signed_in = store.sign_in(&sign_in, later).await?.user;
    assert_eq!(store.claim_payments(&signed_in, later).await?, 1);
    let active = store.subscription(signed_in.id).await?.ok_or("a subscription")?;
    assert_eq!(
        active.expires_at(),
        kept_noon() + Duration::days(90) + PERIOD_LENGTH
    );
    assert_eq!(open(store, &payment).await?, None);

    store.sign_in(&sign_in, later).await?;
    assert_eq!(store.claim_payments(&signed_in, later).await?, 0);
    assert_eq!(store.subscription(signed_in.id).await?, Some(active));
    Ok(())
}

pub async fn what_was_paid_for_another_address_of_a_user_is_theirs_once_it_is_proven(
    store: &Store,
) -> Outcome {
    let by_github = |name: &str| {
        address(name).map(|email| SignIn {
            identity: Identity::new("github", "at-work-and-at-home"),
            ..SignIn::by_email(email)
        })
    };
    let payer = store.sign_in(&by_github("at-work")?, noon()).await?.user;
    let payment = paid("pay_at_home", "at-home")?;
    store.record_payment(&payment, PRICE, noon()).await?;
    assert_eq!(store.claim_payments(&payer, noon()).await?, 0);
    let at_home = store.sign_in(&by_github("at-home")?, noon()).await?.user;
    assert_eq!(at_home.id, payer.id);
    assert_eq!(store.claim_payments(&at_home, noon()).await?, 1);
    let active = store.subscription(payer.id).await?.ok_or("a subscription")?;
    assert_eq!(active.status(noon()), Status::Active);
    Ok(())
}

pub async fn a_payment_and_a_first_sign_in_at_the_same_moment_find_each_other(store: &Store) -> Outcome {
    for round in 0..10 {
        let name = format!("meeting-{round}");
        let (payment, sign_in) = (
            paid(&format!("pay_{name}"), &name)?,
            SignIn::by_email(address(&name)?),
        );
        in_parallel(2, |number| {
            let (store, payment, sign_in) = (store.clone(), payment.clone(), sign_in.clone());
            async move {
                if number == 0 {
                    store.record_payment(&payment, PRICE, noon()).await.map(|_| ())
                } else {
                    let signed_in = store.sign_in(&sign_in, noon()).await?;
                    store.claim_payments(&signed_in.user, noon()).await.map(|_| ())
                }
            }
        })
        .await?;
        let payer = store.user_by_email(&address(&name)?).await?.ok_or("a user")?;
        let active = store.subscription(payer.id).await?.ok_or("a subscription")?;
        assert_eq!(active.expires_at(), kept_noon() + PERIOD_LENGTH, "round {round}");
        assert_eq!(open(store, &payment).await?, None, "round {round}");
    }
    Ok(())
}

pub async fn what_opens_nothing_is_kept_until_it_is_settled(store: &Store) -> Outcome {
    let payer = user(store, "odd").await?;
    let before = store.subscription(payer.id).await?;
    let good = paid("pay_odd", "odd")?;
    let too_little = Amount {
        minor_units: 39_899,
        ..PRICE
    };
    let dollars = Amount {
        currency: Currency::parse("USD").ok_or("a currency")?,
        ..PRICE
    };
    let odd = |id: &str, email: &Option<EmailAddress>, amount| {
        Ok::<_, Box<dyn std::error::Error>>(Payment {
            id: PaymentId::new("razorpay", id)?,
            email: email.clone(),
            amount,
        })
    };
    for (payment, state) in [
        (
            odd("pay_odd_1", &good.email, too_little)?,
            PaymentState::TooLittle,
        ),
        (
            odd("pay_odd_2", &good.email, dollars)?,
            PaymentState::OtherCurrency,
        ),
        (odd("pay_odd_3", &None, PRICE)?, PaymentState::NoAddress),
    ] {
        assert_eq!(
            store.record_payment(&payment, PRICE, noon()).await?,
            PaymentOutcome::Kept(state)
        );
        assert_eq!(open(store, &payment).await?.map(|kept| kept.state), Some(state));
        assert!(store.settle_payment(&payment.id, payer.id, noon()).await?);
        assert!(!store.settle_payment(&payment.id, payer.id, noon()).await?);
        assert_eq!(open(store, &payment).await?, None);
        let trail = store.recent_audit_events(1).await?;
        assert_eq!(
            trail.first().map(|event| (event.kind, event.actor)),
            Some((AuditKind::PaymentSettled, Some(payer.id)))
        );
        let good_after_all = Payment {
            email: good.email.clone(),
            amount: PRICE,
            ..payment
        };
        assert_eq!(
            store.record_payment(&good_after_all, PRICE, noon()).await?,
            PaymentOutcome::Known,
            "what was settled opens nothing"
        );
    }
    assert_eq!(store.claim_payments(&payer, noon()).await?, 0);
    assert_eq!(store.subscription(payer.id).await?, before);
    let unknown = PaymentId::new("razorpay", "pay_nobody_knows")?;
    assert!(!store.settle_payment(&unknown, payer.id, noon()).await?);
    Ok(())
}

pub async fn a_second_telling_that_has_the_address_opens_a_period(store: &Store) -> Outcome {
    let payer = user(store, "told-twice").await?;
    let known = paid("pay_told_twice", "told-twice")?;
    let nameless = Payment {
        email: None,
        ..known.clone()
    };
    assert_eq!(
        store.record_payment(&nameless, PRICE, noon()).await?,
        PaymentOutcome::Kept(PaymentState::NoAddress)
    );
    assert_eq!(
        store.record_payment(&known, PRICE, noon()).await?,
        PaymentOutcome::Used(payer.id)
    );
    assert_eq!(
        store.record_payment(&nameless, PRICE, noon()).await?,
        PaymentOutcome::Known
    );
    Ok(())
}

pub async fn when_a_payment_was_first_told_stays(store: &Store) -> Outcome {
    let known = paid("pay_told_late", "told-late")?;
    let nameless = Payment {
        email: None,
        ..known.clone()
    };
    store.record_payment(&nameless, PRICE, noon()).await?;
    let later = noon() + Duration::days(2);
    assert_eq!(
        store.record_payment(&known, PRICE, later).await?,
        PaymentOutcome::Kept(PaymentState::Unclaimed)
    );
    let kept = open(store, &known).await?.ok_or("a payment that waits")?;
    assert_eq!((kept.email, kept.at), (known.email, kept_noon()));
    Ok(())
}

/// Each of them needs the rows of the user and of the payments: none may wait for one that waits for it.
pub async fn payments_and_the_end_of_their_account_do_not_wait_for_each_other(store: &Store) -> Outcome {
    for round in 0..15 {
        let name = format!("parting-{round}");
        let payer = user(store, &name).await?;
        let administrator = user(store, &format!("parting-admin-{round}")).await?.id;
        // Worth nothing, so that they lie there with the address for an administrator to settle.
        let mut short = Vec::new();
        for number in 0..4 {
            let payment = Payment {
                amount: Amount {
                    minor_units: 1,
                    ..PRICE
                },
                ..paid(&format!("pay_{name}_short_{number}"), &name)?
            };
            store.record_payment(&payment, PRICE, noon()).await?;
            short.push(payment.id);
        }
        in_parallel(9, |number| {
            let (store, payer, short) = (store.clone(), payer.clone(), short.clone());
            let payment = paid(&format!("pay_{name}_{number}"), &name).expect("a payment");
            async move {
                match number {
                    0 => store.delete_user(payer.id, noon()).await.map(|_| ()),
                    1..=4 => store
                        .settle_payment(&short[number - 1], administrator, noon())
                        .await
                        .map(|_| ()),
                    _ => store.record_payment(&payment, PRICE, noon()).await.map(|_| ()),
                }
            }
        })
        .await?;
        assert_eq!(store.user(payer.id).await?, None, "round {round}");
    }
    Ok(())
}
