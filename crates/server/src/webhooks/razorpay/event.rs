//! Razorpay's events, as far as they matter here.
//!
//! Two tell that money has arrived: `payment_link.paid` for a link that is paid once, `payment.captured` for every payment, those on
//! a payment page or button that many people use among them. One payment is told in both. Shapes:
//! <https://razorpay.com/docs/webhooks/payloads/payment-links/> and <https://razorpay.com/docs/webhooks/payloads/payments/>.

use accounts::EmailAddress;
use accounts::payment::{Amount, Currency, Payment, PaymentId};
use serde::Deserialize;

/// The provider's short name in the store.
const PROVIDER: &str = "razorpay";
/// What Razorpay puts in the place of an address that the payer did not give.
const NO_ADDRESS: &str = "void@razorpay.com";

#[derive(Deserialize)]
struct Event {
    event: String,
    #[serde(default)]
    payload: Payload,
}

#[derive(Deserialize, Default)]
struct Payload {
    payment: Option<Entity<PaymentEntity>>,
    payment_link: Option<Entity<LinkEntity>>,
}

#[derive(Deserialize)]
struct Entity<T> {
    entity: T,
}

#[derive(Deserialize)]
struct PaymentEntity {
    id: String,
    amount: u64,
    currency: String,
    email: Option<String>,
}

#[derive(Deserialize)]
struct LinkEntity {
    #[serde(default)]
    amount_paid: u64,
    currency: Option<String>,
    customer: Option<Customer>,
}

#[derive(Deserialize)]
struct Customer {
    email: Option<String>,
}

/// The payment that an event tells of; `Some(None)` when it tells of none that has arrived, `None` when it cannot be read.
pub fn parse(body: &[u8]) -> Option<Option<Payment>> {
    // Only what tells of a payment has to have its shape: Razorpay has some sixty events.
    #[derive(Deserialize)]
    struct Named {
        event: String,
    }
    let named: Named = serde_json::from_slice(body).ok()?;
    if !matches!(named.event.as_str(), "payment_link.paid" | "payment.captured") {
        return Some(None);
    }
    let event: Event = serde_json::from_slice(body).ok()?;
    let link = match event.event.as_str() {
        "payment_link.paid" => Some(event.payload.payment_link?.entity),
        _ => None,
    };
    let payment = event.payload.payment?.entity;
    let currency = Currency::parse(&payment.currency)?;
    Some(Some(Payment {
        id: PaymentId::new(PROVIDER, &payment.id).ok()?,
        email: email(&payment, link.as_ref()),
        amount: Amount {
            minor_units: minor_units(&payment, link.as_ref()),
            currency,
        },
    }))
}

/// What was paid. A link may be paid in parts; the event then comes with the last part and knows the whole.
fn minor_units(payment: &PaymentEntity, link: Option<&LinkEntity>) -> u64 {
    link.filter(|link| link.currency.as_deref() == Some(&payment.currency))
        .map_or(payment.amount, |link| payment.amount.max(link.amount_paid))
}

/// The address that the payer gave, else the one that the link was made for.
fn email(payment: &PaymentEntity, link: Option<&LinkEntity>) -> Option<EmailAddress> {
    let of_link = link.and_then(|link| link.customer.as_ref()?.email.as_deref());
    [payment.email.as_deref(), of_link]
        .into_iter()
        .flatten()
        .filter(|raw| !raw.trim().eq_ignore_ascii_case(NO_ADDRESS))
        .find_map(|raw| EmailAddress::parse(raw).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(event: &Value) -> Option<Option<Payment>> {
        parse(event.to_string().as_bytes())
    }

    fn link_paid(payment: Value, link: Value) -> Value {
        json!({ "entity": "event", "event": "payment_link.paid", "payload": {
            "payment": { "entity": payment }, "payment_link": { "entity": link } } })
    }

    #[track_caller]
    fn check(event: &Value, email: Option<&str>, minor_units: u64) {
        let payment = read(event).expect("an event").expect("a payment");
        assert_eq!(payment.email.as_ref().map(EmailAddress::expose), email);
        assert_eq!(payment.amount.minor_units, minor_units);
    }

    #[test]
    fn reads_who_paid_what() {
        let payment = |email| json!({ "id": "pay_1", "amount": 39_900, "currency": "INR", "email": email, "notes": [] });
        let link =
            |email| json!({ "amount_paid": 39_900, "currency": "INR", "customer": { "email": email } });
        let asha = json!("Asha@Example.org");
        check(
            &link_paid(payment(asha.clone()), link(json!("other@example.org"))),
            Some("asha@example.org"),
            39_900,
        );
        for none in [
            json!(null),
            json!(""),
            json!("VOID@razorpay.com"),
            json!("no address"),
        ] {
            check(
                &link_paid(payment(none.clone()), link(asha.clone())),
                Some("asha@example.org"),
                39_900,
            );
            check(&link_paid(payment(none.clone()), link(none)), None, 39_900);
        }
    }

    #[test]
    fn a_link_that_was_paid_in_parts_is_paid_as_a_whole() {
        let part = json!({ "id": "pay_2", "amount": 10_000, "currency": "INR" });
        check(
            &link_paid(
                part.clone(),
                json!({ "amount_paid": 39_900, "currency": "INR", "customer": null }),
            ),
            None,
            39_900,
        );
        check(
            &link_paid(part, json!({ "amount_paid": 39_900, "currency": "JPY" })),
            None,
            10_000,
        );
    }

    #[test]
    fn other_events_tell_of_no_payment_whatever_they_hold() {
        for event in [
            json!({ "event": "payment_link.expired", "payload": { "payment_link": 1 } }),
            json!({ "event": "payment.failed", "payload": [] }),
            json!({ "event": "refund.created" }),
        ] {
            assert_eq!(read(&event), Some(None), "{event}");
        }
    }

    #[test]
    fn what_has_not_the_shape_of_an_event_is_none() {
        let payment = json!({ "id": "pay_1", "amount": 39_900, "currency": "INR" });
        for event in [
            json!([]),
            json!({ "events": "payment.captured" }),
            json!({ "event": "payment.captured" }),
            json!({ "event": "payment.captured", "payload": { "payment": payment } }),
            json!({ "event": "payment_link.paid", "payload": { "payment": { "entity": payment } } }),
            link_paid(json!({ "id": "", "amount": 1, "currency": "INR" }), json!({})),
            link_paid(
                json!({ "id": "pay_1", "amount": -1, "currency": "INR" }),
                json!({}),
            ),
            link_paid(
                json!({ "id": "pay_1", "amount": 1.5, "currency": "INR" }),
                json!({}),
            ),
            link_paid(
                json!({ "id": "pay_1", "amount": 1, "currency": "rupees" }),
                json!({}),
            ),
        ] {
            assert!(read(&event).is_none(), "{event}");
        }
    }
}
