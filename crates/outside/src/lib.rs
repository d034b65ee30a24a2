//! What the clients of outside services have in common, the speech server and the language model among them.

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use http::HeaderMap;
use http::header::RETRY_AFTER;
use url::{Host, Url};

/// A server that something is sent to, as far as users are told of it: neither a path nor a password of its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peer {
    /// Its name or network address.
    pub host: String,
    /// Whether it is on this machine: see [`is_on_this_machine`].
    pub is_on_this_machine: bool,
    /// Whether somebody on the way to it may be able to read what is sent: it is on another machine, and nothing says that the way
    /// is encrypted.
    pub is_readable_on_the_way: bool,
}

impl Peer {
    /// The one at an `http` or `https` address.
    pub fn at(url: &Url) -> Self {
        Self {
            host: url.host_str().unwrap_or_default().to_owned(),
            is_on_this_machine: is_on_this_machine(url),
            is_readable_on_the_way: !is_private_on_the_way(url),
        }
    }

    /// One that is known by its name or network address alone.
    pub fn named(host: &str, is_encrypted: bool) -> Self {
        let is_on_this_machine = match host.trim_matches(['[', ']']).parse() {
            Ok(IpAddr::V4(address)) => address.is_loopback(),
            Ok(IpAddr::V6(address)) => address.is_loopback(),
            Err(_) => is_name_of_this_machine(&host.to_ascii_lowercase()),
        };
        Self {
            host: host.to_owned(),
            is_on_this_machine,
            is_readable_on_the_way: !is_encrypted && !is_on_this_machine,
        }
    }
}

/// Whether an address is on this machine: a loopback address, `localhost` or a name below it (RFC 6761, section 6.3).
pub fn is_on_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_name_of_this_machine(name),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn is_name_of_this_machine(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

/// Whether nobody on the way to the address can read or change what is sent there.
pub fn is_private_on_the_way(url: &Url) -> bool {
    url.has_host() && (url.scheme() == "https" || url.scheme() == "http" && is_on_this_machine(url))
}

/// The wait that an answer asks for, in seconds or until a date (RFC 9110, section 10.2.3).
pub fn wished_wait(headers: &HeaderMap) -> Option<Duration> {
    let wished = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = wished.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = httpdate::parse_http_date(wished).ok()?;
    Some(until.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn only_a_loopback_address_is_on_this_machine() {
        let check = |address: &str, expected| {
            let url = Url::parse(address).expect("an address");
            assert_eq!(is_on_this_machine(&url), expected, "{address}");
        };
        check("http://127.0.0.1:8000/v1", true);
        check("http://127.8.9.10/v1/", true);
        check("http://localhost:11434/v1", true);
        check("http://models.localhost/v1", true);
        check("http://[::1]:8080/v1", true);
        check("https://api.example.org/v1", false);
        check("http://10.0.0.5/v1", false);
        check("http://localhost.example.org/v1", false);
        check("mailto:a@localhost", false);
    }

    #[test]
    fn what_goes_to_another_machine_goes_over_tls() {
        let check = |address: &str, expected| {
            let url = Url::parse(address).expect("an address");
            assert_eq!(is_private_on_the_way(&url), expected, "{address}");
        };
        check("https://accounts.google.com/", true);
        check("http://127.0.0.1:9000/", true);
        check("http://localhost:9000/", true);
        check("http://issuer.example/", false);
        check("javascript:alert(1)", false);
        check("file:///etc/passwd", false);
    }

    #[test]
    fn users_are_told_the_host_and_whether_the_way_to_it_is_private() {
        let check = |peer: Peer, host: &str, is_on_this_machine, is_readable_on_the_way| {
            let expected = Peer {
                host: host.to_owned(),
                is_on_this_machine,
                is_readable_on_the_way,
            };
            assert_eq!(peer, expected);
        };
        let at = |address: &str| Peer::at(&Url::parse(address).expect("an address"));
        check(
            at("https://user:hush@api.example.org:8443/v1"),
            "api.example.org",
            false,
            false,
        );
        check(at("http://10.0.0.5/v1"), "10.0.0.5", false, true);
        check(at("http://[::1]:8000/v1"), "[::1]", true, false);
        check(
            Peer::named("db.example.org", false),
            "db.example.org",
            false,
            true,
        );
        check(
            Peer::named("db.example.org", true),
            "db.example.org",
            false,
            false,
        );
        for here in ["LocalHost", "127.0.0.1", "::1", "[::1]"] {
            check(Peer::named(here, false), here, true, false);
        }
    }

    #[test]
    fn a_wait_is_given_in_seconds_or_until_a_date() {
        let check = |value: &str, expected: fn(Option<Duration>) -> bool| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, HeaderValue::from_str(value).expect("a header"));
            assert!(expected(wished_wait(&headers)), "{value}");
        };
        check("7", |wait| wait == Some(Duration::from_secs(7)));
        check("Fri, 31 Dec 1999 23:59:59 GMT", |wait| {
            wait == Some(Duration::ZERO)
        });
        check("Tue, 31 Dec 2999 23:59:59 GMT", |wait| {
            wait > Some(Duration::from_secs(60))
        });
        check("soon", |wait| wait.is_none());
        assert_eq!(wished_wait(&HeaderMap::new()), None);
    }
}
