//! E-mail addresses in the one spelling under which they are compared.

use std::fmt;

use thiserror::Error;

/// The longest address that mail servers carry (RFC 5321, section 4.5.3.1.3, without the angle brackets).
const LONGEST_ADDRESS: usize = 254;
/// The longest part before the at sign (RFC 5321, section 4.5.3.1.1).
const LONGEST_LOCAL_PART: usize = 64;
/// The longest label of a domain name (RFC 1035, section 2.3.4).
const LONGEST_LABEL: usize = 63;

/// An e-mail address, trimmed and in lower case. Read it with [`EmailAddress::expose`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

/// Why a text is no e-mail address that can be signed in with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EmailAddressError {
    /// There is nothing but white space.
    #[error("an e-mail address is needed")]
    Missing,
    /// Longer than mail servers carry.
    #[error("the e-mail address is too long")]
    TooLong,
    /// No at sign, two of them, or a part that no address has.
    #[error("this is not an e-mail address")]
    Malformed,
    /// Letters outside ASCII.
    #[error("the e-mail address may have only plain letters; write an international domain in its xn-- form")]
    NotAscii,
}

impl EmailAddress {
    /// Reads an address. Both parts are compared in lower case: nearly every mail server does so, and two
    /// accounts that differ in case alone would be one person's.
    ///
    /// Only ASCII is taken. Unicode has letters that become ASCII in lower case (the Kelvin sign becomes `k`),
    /// so that one verified address could otherwise turn into somebody else's.
    pub fn parse(raw: &str) -> Result<Self, EmailAddressError> {
        let trimmed = raw.trim();
        if trimmed.is_empty() {
            return Err(EmailAddressError::Missing);
        }
        if !trimmed.is_ascii() {
            return Err(EmailAddressError::NotAscii);
        }
        if trimmed.len() > LONGEST_ADDRESS {
            return Err(EmailAddressError::TooLong);
        }
        let (local_part, domain) = trimmed.split_once('@').ok_or(EmailAddressError::Malformed)?;
        if !is_local_part(local_part) || !is_domain(domain) {
            return Err(EmailAddressError::Malformed);
        }
        Ok(Self(trimmed.to_ascii_lowercase()))
    }

    /// The address itself. Never hand it to a log.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The part before the at sign, which stands in for a name that nobody has given.
    pub fn local_part(&self) -> &str {
        self.0.split_once('@').map_or("", |(local_part, _)| local_part)
    }

    /// The part after the at sign.
    pub fn domain(&self) -> &str {
        self.0.split_once('@').map_or("", |(_, domain)| domain)
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("EmailAddress(..)")
    }
}

/// The unquoted form of RFC 5322, section 3.2.3: words of letters, digits and signs, with single dots between.
fn is_local_part(part: &str) -> bool {
    part.len() <= LONGEST_LOCAL_PART
        && part.split('.').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte))
        })
}

/// Whether a text can stand after the at sign.
pub(crate) fn is_domain(domain: &str) -> bool {
    domain.contains('.') && domain.split('.').all(is_domain_label)
}

fn is_domain_label(label: &str) -> bool {
    (1..=LONGEST_LABEL).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(raw: &str, expected: Result<&str, EmailAddressError>) {
        let parsed = EmailAddress::parse(raw);
        assert_eq!(
            parsed.as_ref().map(EmailAddress::expose),
            expected.as_ref().map(|text| *text)
        );
    }

    #[test]
    fn trims_and_lowers_both_parts() {
        check("  Asha.Rao@Example.ORG \n", Ok("asha.rao@example.org"));
        check("reader+ct@mail.example.co.in", Ok("reader+ct@mail.example.co.in"));
        check(
            "o'neil_1@xn--bcher-kva.example",
            Ok("o'neil_1@xn--bcher-kva.example"),
        );
    }

    #[test]
    fn refuses_what_no_mail_reaches() {
        use EmailAddressError::{Malformed, Missing, TooLong};
        check("   ", Err(Missing));
        for raw in [
            "plain",
            "@example.org",
            "a@",
            "a@b@example.org",
            "a b@example.org",
            "a..b@example.org",
            ".a@example.org",
            "a@example",
            "a@-x.org",
            "a@x..org",
            "a@[127.0.0.1]",
            "a@example.org\r\nBcc: b@example.org",
            "<a@example.org>",
        ] {
            check(raw, Err(Malformed));
        }
        check(&format!("{}@example.org", "a".repeat(65)), Err(Malformed));
        check(&format!("a@{}org", "example.".repeat(40)), Err(TooLong));
    }

    #[test]
    fn refuses_letters_that_would_become_another_address() {
        check("\u{212A}im@example.org", Err(EmailAddressError::NotAscii));
    }

    #[test]
    fn shows_no_address_in_debug_output() -> Result<(), EmailAddressError> {
        let address = EmailAddress::parse("asha@example.org")?;
        assert!(!format!("{address:?}").contains("asha"));
        assert_eq!(address.local_part(), "asha");
        Ok(())
    }
}
