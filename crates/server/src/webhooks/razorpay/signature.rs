//! Whether an event comes from who knows the secret: HMAC-SHA256 over the body as it was sent, in hexadecimal.

use axum::http::HeaderMap;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const HEADER: &str = "x-razorpay-signature";

/// Whether the body is signed with one of the secrets. Compared in constant time, each secret in turn.
pub fn is_right(secrets: &[String], headers: &HeaderMap, body: &[u8]) -> bool {
    let mut signatures = headers.get_all(HEADER).iter();
    let (Some(signature), None) = (signatures.next(), signatures.next()) else {
        return false;
    };
    let Ok(signature) = hex::decode(signature.as_bytes()) else {
        return false;
    };
    secrets.iter().fold(false, |is_right, secret| {
        is_right | verifies(secret, body, &signature)
    })
}

fn verifies(secret: &str, body: &[u8], signature: &[u8]) -> bool {
    // An HMAC takes a key of any length; an empty one would be nobody's secret.
    if secret.is_empty() {
        return false;
    }
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return false;
    };
    mac.update(body);
    mac.verify_slice(signature).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, test case 2.
    const RFC_4231: (&str, &[u8], &str) = (
        "Jefe",
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );

    #[track_caller]
    fn check(secrets: &[&str], signatures: &[&str], body: &[u8], expected: bool) {
        let secrets: Vec<String> = secrets.iter().map(|secret| (*secret).to_owned()).collect();
        let mut headers = HeaderMap::new();
        for signature in signatures {
            headers.append(HEADER, signature.parse().expect("a header value"));
        }
        assert_eq!(is_right(&secrets, &headers, body), expected);
    }

    #[test]
    fn knows_the_signature_of_the_rfc_and_nothing_else() {
        let (secret, body, signature) = RFC_4231;
        check(&[secret], &[signature], body, true);
        check(&[secret], &[&signature.to_uppercase()], body, true);
        check(&["new", secret], &[signature], body, true);
        check(&[secret], &[signature], b"what do ya want for nothing!", false);
        check(&["other"], &[signature], body, false);
        check(&[], &[signature], body, false);
        check(&[secret], &[], body, false);
        check(&[secret], &["", signature], body, false);
        check(&[secret], &[&signature[..62]], body, false);
        check(&[secret], &["no hexadecimal"], body, false);
    }

    #[test]
    fn an_empty_secret_is_none() {
        let signed = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad";
        check(&[""], &[signed], b"", false);
    }
}
