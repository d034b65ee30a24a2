//! Who is asking, as far as a connection and its headers tell.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use ipnet::IpNet;
use thiserror::Error;

use crate::state::AppState;

/// By what a proxy shows that it is in between: what HTTP has for it (RFC 7239; RFC 9110, section 7.6.3), and what products add.
const OF_PROXIES: [&str; 13] = [
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-envoy-external-address",
    "x-original-host",
    "x-original-url",
    "true-client-ip",
    "client-ip",
    "cf-connecting-ip",
    "cf-ray",
    "cdn-loop",
];
/// How the names of all others begin: `X-Forwarded-For`, `-Host`, `-Proto`, `-Port`, `-Prefix` and whatever comes next.
const OF_PROXIES_BEGIN: &str = "x-forwarded";

/// The network address to count by; none where a connection has none. Of an IPv6 address the half that a subscriber is given counts, not
/// the half that each subscriber can change at will.
#[derive(Debug, Clone, Copy)]
pub struct Client(pub(crate) Option<IpAddr>);

impl Client {
    /// The site that an IPv6 address belongs to: 48 bits, of which 16 more number its networks.
    pub(crate) fn site(self) -> Option<Ipv6Addr> {
        match self.0? {
            IpAddr::V6(address) => Some(first_bits(address, 48)),
            IpAddr::V4(_) => None,
        }
    }

    /// The largest network of which all is one subscriber's: an IPv4 address, or a whole IPv6 site.
    pub(crate) fn whole_site(self) -> Option<IpAddr> {
        self.site().map(IpAddr::V6).or(self.0)
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let peer = peer(parts);
        Ok(Self(peer.map(|peer| {
            network(app.site.trusted_proxies.client(peer.ip(), &parts.headers))
        })))
    }
}

/// The other end of the connection itself, a proxy's where one is in between; none where there is no connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub Option<SocketAddr>);

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(peer(parts)))
    }
}

fn peer(parts: &Parts) -> Option<SocketAddr> {
    let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    info.map(|ConnectInfo(peer)| *peer)
}

/// The proxies whose word about whom they speak for is taken. This computer is one of them: whoever can reach the server past a proxy on
/// it is at this computer already.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<IpNet>);

/// A proxy that is neither an address nor a network.
#[derive(Debug, Error)]
#[error("{0:?} is neither an address nor a network such as 10.0.0.0/8")]
pub struct TrustedProxyError(String);

impl TrustedProxies {
    /// Reads addresses and networks, separated by commas; nothing means none but this computer.
    pub fn parse(raw: &str) -> Result<Self, TrustedProxyError> {
        let entries = raw.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let networks = entries.map(|entry| {
            let address = entry.parse::<IpAddr>().map(IpNet::from);
            let network = address.or_else(|_| entry.parse::<IpNet>());
            network.map_err(|_| TrustedProxyError(entry.to_owned()))
        });
        Ok(Self(networks.collect::<Result<_, _>>()?))
    }

    /// Whether none is named, so that this computer alone is believed.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether everybody is believed about who they are.
    pub fn hold_everybody(&self) -> bool {
        self.0.iter().any(|network| network.prefix_len() == 0)
    }

    /// Whether an address is one of theirs.
    pub(crate) fn hold(&self, address: IpAddr) -> bool {
        address.is_loopback() || self.0.iter().any(|network| network.contains(&address))
    }

    /// The nearest address that is no trusted proxy: `X-Forwarded-For` is read from its end, where each proxy adds whom it heard, and only as
    /// far as proxies are trusted. What stands before is what the client says itself.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        let lists: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|list| list.to_str().ok())
            .collect();
        for entry in lists.iter().rev().flat_map(|list| list.rsplit(',')) {
            if !self.hold(nearest) {
                break;
            }
            let Some(address) = address(entry.trim()) else {
                break;
            };
            nearest = address.to_canonical();
        }
        nearest
    }
}

/// Whether the browser runs on this computer and was told to go to it: no proxy in between, and no name that another site could have
/// pointed here.
pub fn is_at_this_computer(headers: &HeaderMap) -> bool {
    let is_of_proxy = |name: &str| OF_PROXIES.contains(&name) || name.starts_with(OF_PROXIES_BEGIN);
    if headers.keys().any(|name| is_of_proxy(name.as_str())) {
        return false;
    }
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    hosts.next().is_none() && host.is_some_and(is_this_computer)
}

/// Some proxies write the port too, and then IPv6 addresses in brackets.
fn address(entry: &str) -> Option<IpAddr> {
    let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']'));
    let bare = bare.unwrap_or(entry).parse().ok();
    bare.or_else(|| entry.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The three names that this computer has for itself, to the letter. An address reads other spellings alike (`0x7f.1`), names below
/// `localhost` and other addresses of its network are found by whoever set them up, and no browser that was led here writes them.
fn is_this_computer(authority: &str) -> bool {
    const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
    let is_port = |rest: &str| {
        rest.strip_prefix(':')
            .is_some_and(|port| port.parse::<u16>().is_ok())
    };
    let authority = authority.to_ascii_lowercase();
    NAMES
        .iter()
        .filter_map(|name| authority.strip_prefix(name))
        .any(|rest| rest.is_empty() || is_port(rest))
}

fn first_bits(address: Ipv6Addr, bits: u32) -> Ipv6Addr {
    let rest = 128 - bits;
    Ipv6Addr::from(u128::from(address) >> rest << rest)
}

/// What one subscriber is given: an IPv4 address, or a network of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => IpAddr::V6(first_bits(address, 64)),
        IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")));
        pairs.collect()
    }

    #[test]
    fn believes_proxies_as_far_as_they_are_trusted() {
        let check = |trusted: &str, peer: &str, forwarded: &[&str], expected: &str| {
            let proxies = TrustedProxies::parse(trusted).expect("a list");
            let forwarded: Vec<_> = forwarded.iter().map(|list| ("x-forwarded-for", *list)).collect();
            let client = proxies.client(peer.parse().expect("an address"), &headers(&forwarded));
            assert_eq!(
                network(client).to_string(),
                expected,
                "{trusted:?} {peer} {forwarded:?}"
            );
        };
        check("", "203.0.113.5", &[], "203.0.113.5");
        check("", "203.0.113.5", &["198.51.100.9"], "203.0.113.5");
        check("", "127.0.0.1", &["10.0.0.1, 198.51.100.9"], "198.51.100.9");
        check("", "127.0.0.1", &["nobody"], "127.0.0.1");
        check("", "::ffff:203.0.113.5", &[], "203.0.113.5");
        check("", "2001:db8:1:2:3:4:5:6", &[], "2001:db8:1:2::");
        let chain = "192.0.2.1, 198.51.100.9, 10.1.2.3";
        check("10.0.0.0/8", "10.0.0.7", &[chain], "198.51.100.9");
        check("10.0.0.7", "10.0.0.7", &[chain], "10.1.2.3");
        check("10.0.0.7", "10.0.0.8", &[chain], "10.0.0.8");
        check(
            "10.0.0.0/8",
            "10.0.0.7",
            &["192.0.2.1", "198.51.100.9"],
            "198.51.100.9",
        );
        check(
            "10.0.0.0/8, 2001:db8::/32",
            "2001:db8::1",
            &["198.51.100.9"],
            "198.51.100.9",
        );
        check("10.0.0.0/8", "10.0.0.7", &["10.0.0.9"], "10.0.0.9");
        for written in [
            "198.51.100.9:4711",
            "[::ffff:198.51.100.9]",
            "[::ffff:198.51.100.9]:4711",
        ] {
            check("10.0.0.0/8", "10.0.0.7", &[written], "198.51.100.9");
        }
        check("10.0.0.0/8", "10.0.0.7", &["198.51.100.9, oddity"], "10.0.0.7");
    }

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        assert!(TrustedProxies::parse(" 10.0.0.0/8 ,::1, ").is_ok());
        for raw in ["proxy.example", "10.0.0.0/33", "10.0.0", "*"] {
            let told = TrustedProxies::parse(raw).expect_err(raw).to_string();
            assert!(told.contains(raw), "{told}");
        }
    }

    #[test]
    fn knows_a_browser_on_this_computer() {
        let check = |pairs: &[(&'static str, &str)], expected| {
            assert_eq!(is_at_this_computer(&headers(pairs)), expected, "{pairs:?}");
        };
        check(&[("host", "localhost:8080")], true);
        check(&[("host", "LOCALHOST")], true);
        check(&[("host", "127.0.0.1:8080")], true);
        check(&[("host", "[::1]:8080")], true);
        check(&[("host", "readout.example.org")], false);
        check(&[("host", "localhost.evil.example")], false);
        check(&[("host", "127.0.0.1@evil.example")], false);
        check(&[("host", "192.0.2.1")], false);
        for host in [
            "readout.localhost",
            "localhost.",
            "localhost:",
            "localhost:http",
            "127.0.0.2",
            "127.1",
            "0x7f.1:8080",
            "2130706433",
            "[::ffff:127.0.0.1]",
            "asha@localhost",
        ] {
            check(&[("host", host)], false);
        }
        check(&[("host", "localhost"), ("host", "localhost")], false);
        check(&[], false);
        for name in [
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-proto",
            "x-forwarded-prefix",
            "x-real-ip",
            "via",
            "cf-ray",
        ] {
            check(&[("host", "localhost:8080"), (name, "198.51.100.9")], false);
        }
    }
}
