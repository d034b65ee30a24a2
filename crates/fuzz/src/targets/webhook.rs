//! Payments as anybody could tell them: without the secret nothing is believed, and with it no more than the event says.

use std::sync::LazyLock;

use accounts::payment::{Amount, Currency, LONGEST_PAYMENT_ID};
use arbitrary::{Result, Unstructured};
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::{HeaderMap, HeaderValue};
use server::webhooks::razorpay::{RazorpaySettings, payment_told};
use sha2::Sha256;

use super::with;
use crate::Target;
use crate::dictated::{noise, one};

pub const TARGET: Target = Target {
    name: "webhook",
    check,
    seeds,
    longest: 2_048,
};

const HEADER: &str = "x-razorpay-signature";
const SECRET: &str = "a secret of this server";

static SETTINGS: LazyLock<RazorpaySettings> = LazyLock::new(|| RazorpaySettings {
    secrets: vec![SECRET.to_owned(), String::new()],
    price: Amount {
        minor_units: 39_900,
        currency: Currency::INR,
    },
});

const EVENT: &str = r#"{"entity":"event","event":"payment_link.paid","payload":{"payment":{"entity":{"id":"pay_1","amount":39900,"currency":"INR","email":"asha@example.org","notes":[]}},"payment_link":{"entity":{"amount_paid":39900,"currency":"INR","customer":{"email":"other@example.org"}}}}}"#;

/// An event as it is, or one that is made of values.
fn seeds() -> Vec<Vec<u8>> {
    let whole = [[0].as_slice(), EVENT.as_bytes()].concat();
    (1..=8)
        .map(|seed| [vec![1], noise(seed, 120)].concat())
        .chain([whole])
        .collect()
}

fn check(input: &[u8]) {
    let Some((kind, rest)) = input.split_first() else {
        return;
    };
    if kind % 2 == 0 {
        told(rest, rest);
        return;
    }
    with(rest, |bytes| {
        let event = event(bytes)?;
        told(event.to_string().as_bytes(), bytes.take_rest_of());
        Ok(())
    });
}

/// The rest of the bytes, as they are.
trait Rest<'a> {
    fn take_rest_of(&mut self) -> &'a [u8];
}

impl<'a> Rest<'a> for Unstructured<'a> {
    fn take_rest_of(&mut self) -> &'a [u8] {
        self.bytes(self.len()).unwrap_or_default()
    }
}

fn told(body: &[u8], other: &[u8]) {
    let signature = signed(SECRET, body);
    let with = |signatures: &[&[u8]]| {
        let mut headers = HeaderMap::new();
        for value in signatures {
            if let Ok(value) = HeaderValue::from_bytes(value) {
                headers.append(HEADER, value);
            }
        }
        payment_told(&SETTINGS, &headers, body)
    };
    let (of_none, of_another) = (signed("", body), signed("another secret", body));
    let unsigned: [&[&[u8]]; 6] = [
        &[],
        &[b""],
        &[other],
        &[of_none.as_bytes()],
        &[of_another.as_bytes()],
        &[signature.as_bytes(), signature.as_bytes()],
    ];
    for signatures in unsigned {
        assert!(
            with(signatures).is_none() || signatures == [signature.as_bytes()],
            "believed without the secret"
        );
    }
    if let Some(Some(payment)) = with(&[signature.as_bytes()]) {
        let text = String::from_utf8_lossy(body);
        assert!(
            text.contains("payment.captured") || text.contains("payment_link.paid") || text.contains("\\u"),
            "an event that tells of money"
        );
        assert!((1..=LONGEST_PAYMENT_ID).contains(&payment.id.id().len()));
        assert_eq!(payment.id.provider(), "razorpay");
        assert!(payment.email.is_none_or(|email| email.expose().contains('@')));
    }
}

/// HMAC-SHA256 in hexadecimal.
fn signed(secret: &str, body: &[u8]) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(body);
    hex::encode(mac.finalize().into_bytes())
}

/// An event with any values in the places of the right ones.
fn event(bytes: &mut Unstructured<'_>) -> Result<serde_json::Value> {
    let name = one(
        bytes,
        &[
            "payment_link.paid",
            "payment.captured",
            "payment.failed",
            "",
            "PAYMENT.CAPTURED",
        ],
    )?;
    let id = value(bytes, "pay_29QQoUBi66xm2f")?;
    let payment = serde_json::json!({ "id": id, "amount": number(bytes)?, "currency": value(bytes, "INR")?, "email": value(bytes, "asha@example.org")? });
    let link = serde_json::json!({ "amount_paid": number(bytes)?, "currency": value(bytes, "INR")?, "customer": { "email": value(bytes, "b@example.org")? } });
    Ok(
        serde_json::json!({ "event": name, "payload": { "payment": { "entity": payment }, "payment_link": { "entity": link } } }),
    )
}

fn value(bytes: &mut Unstructured<'_>, right: &str) -> Result<serde_json::Value> {
    Ok(match bytes.int_in_range(0..=7)? {
        0 => serde_json::Value::Null,
        1 => number(bytes)?,
        2 => crate::dictated::made(bytes, 5)?.into(),
        3 => serde_json::json!([right]),
        _ => right.into(),
    })
}

fn number(bytes: &mut Unstructured<'_>) -> Result<serde_json::Value> {
    Ok(match bytes.int_in_range(0..=5)? {
        0 => u64::MAX.into(),
        1 => bytes.arbitrary::<i64>()?.into(),
        2 => bytes.arbitrary::<f64>()?.into(),
        3 => serde_json::json!(0),
        _ => serde_json::json!(39_900),
    })
}
