//! Whose addresses may sign in, for an installation that is not open to everybody.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::email::{self, EmailAddress};

/// The domains whose addresses may sign in. None at all is everybody.
///
/// A domain is compared as a whole and without regard to case: `hospital.example` admits neither
/// `mail.hospital.example`, which somebody else may run, nor `hospital.example.evil.example`. A subdomain is written
/// down by itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AllowedDomains(BTreeSet<String>);

/// Why a list of domains cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AllowedDomainsError {
    /// An entry that no address can end in.
    #[error("{0:?} is no domain of an e-mail address")]
    NotADomain(String),
    /// No entry, and yet not blank: whoever wrote it did not mean everybody.
    #[error("no domain is named")]
    NoDomain,
    /// Letters outside ASCII. Addresses are only taken in the xn-- form, so this would admit nobody.
    #[error("{0:?} must be written in its xn-- form")]
    NotAscii(String),
}

impl AllowedDomains {
    /// Reads domains separated by commas, `hospital.example, clinic.example`. An at sign before one is taken for
    /// what it means. Blank is everybody.
    pub fn parse(raw: &str) -> Result<Self, AllowedDomainsError> {
        let entries = raw.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let domains: BTreeSet<String> = entries.map(parse_domain).collect::<Result<_, _>>()?;
        if domains.is_empty() && !raw.trim().is_empty() {
            return Err(AllowedDomainsError::NoDomain);
        }
        Ok(Self(domains))
    }

    /// Whether whoever has the address may sign in.
    pub fn admits(&self, email: &EmailAddress) -> bool {
        self.0.is_empty() || self.0.contains(email.domain())
    }
}

fn parse_domain(entry: &str) -> Result<String, AllowedDomainsError> {
    let domain = entry.strip_prefix('@').unwrap_or(entry);
    if !domain.is_ascii() {
        return Err(AllowedDomainsError::NotAscii(entry.to_owned()));
    }
    if !email::is_domain(domain) {
        return Err(AllowedDomainsError::NotADomain(entry.to_owned()));
    }
    Ok(domain.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(domains: &str, address: &str, expected: bool) {
        let domains = AllowedDomains::parse(domains).expect("domains");
        let email = EmailAddress::parse(address).expect("an address");
        assert_eq!(domains.admits(&email), expected, "{domains:?} {address}");
    }

    #[test]
    fn admits_everybody_when_nothing_is_set() {
        check("", "asha@anywhere.example", true);
        check(" ", "asha@anywhere.example", true);
    }

    #[test]
    fn admits_exactly_the_domains_that_are_named() {
        let domains = "hospital.example, @Clinic.Example";
        check(domains, "asha@hospital.example", true);
        check(domains, "Asha@HOSPITAL.Example", true);
        check(domains, "asha@clinic.example", true);
        for stranger in [
            "asha@mail.hospital.example",
            "asha@hospital.example.evil.example",
            "asha@evilhospital.example",
            "asha@hospital.exampl",
            "hospital.example@evil.example",
        ] {
            check(domains, stranger, false);
        }
    }

    #[test]
    fn compares_international_domains_in_their_xn_form() {
        check("xn--bcher-kva.example", "a@XN--BCHER-KVA.example", true);
        check("xn--bcher-kva.example", "a@bucher.example", false);
        assert_eq!(
            AllowedDomains::parse("b\u{fc}cher.example"),
            Err(AllowedDomainsError::NotAscii("b\u{fc}cher.example".to_owned()))
        );
    }

    #[test]
    fn refuses_a_list_without_a_domain_which_would_admit_everybody() {
        for raw in [",", " , ", ",,"] {
            assert_eq!(AllowedDomains::parse(raw), Err(AllowedDomainsError::NoDomain));
        }
        check("hospital.example,", "asha@hospital.example", true);
        check("hospital.example,", "asha@elsewhere.example", false);
    }

    #[test]
    fn refuses_what_would_admit_nobody() {
        for entry in [
            "hospital",
            "*.hospital.example",
            "asha@hospital.example",
            "hospital.example.",
            "https://hospital.example",
            "a b.example",
        ] {
            let refused = AllowedDomains::parse(&format!("clinic.example,{entry}"));
            assert_eq!(refused, Err(AllowedDomainsError::NotADomain(entry.to_owned())));
        }
    }
}
