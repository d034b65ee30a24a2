//! Who is asking, as far as a connection and its headers tell.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, header};

/// What proxies say about whom they speak for.
const OF_PROXIES: [&str; 4] = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/// The network address to count by. Behind a proxy on this computer it is the one that the proxy added; whoever can reach the server
/// past that proxy is at this computer already. Of an IPv6 address the half that a subscriber is given counts, not the half that each
/// subscriber can change at will.
pub(super) fn address(extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
    let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    let peer = peer.ip().to_canonical();
    let client = match forwarded_for(headers) {
        Some(client) if peer.is_loopback() => client,
        _ => peer,
    };
    Some(match client {
        IpAddr::V6(address) => IpAddr::V6(network(address)),
        client => client,
    })
}

/// Whether the browser runs on this computer and was told to go to it: no proxy in between, and no name that another site could have
/// pointed here.
pub(super) fn is_at_this_computer(headers: &HeaderMap) -> bool {
    if OF_PROXIES.iter().any(|name| headers.contains_key(*name)) {
        return false;
    }
    headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .is_some_and(is_this_computer)
}

fn is_this_computer(authority: &str) -> bool {
    let url = url::Url::parse(&format!("http://{authority}/"));
    url.is_ok_and(|url| outside::is_on_this_machine(&url))
}

/// The entry that the last proxy added; those before it are what the client said itself.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    let entry = last.to_str().ok()?.rsplit(',').next()?;
    entry
        .trim()
        .parse()
        .ok()
        .map(|address: IpAddr| address.to_canonical())
}

fn network(address: Ipv6Addr) -> Ipv6Addr {
    Ipv6Addr::from(u128::from(address) >> 64 << 64)
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
    fn counts_by_who_is_behind_the_proxy_of_this_computer() {
        let check = |peer: &str, forwarded: &[(&'static str, &str)], expected: &str| {
            let peer: IpAddr = peer.parse().expect("an address");
            let mut extensions = Extensions::new();
            extensions.insert(ConnectInfo(SocketAddr::from((peer, 50_000))));
            let counted = address(&extensions, &headers(forwarded)).expect("an address");
            assert_eq!(counted.to_string(), expected, "{peer} {forwarded:?}");
        };
        check("203.0.113.5", &[], "203.0.113.5");
        check(
            "203.0.113.5",
            &[("x-forwarded-for", "198.51.100.9")],
            "203.0.113.5",
        );
        check(
            "127.0.0.1",
            &[("x-forwarded-for", "10.0.0.1, 198.51.100.9")],
            "198.51.100.9",
        );
        check("127.0.0.1", &[("x-forwarded-for", "nobody")], "127.0.0.1");
        check("::ffff:203.0.113.5", &[], "203.0.113.5");
        check("2001:db8:1:2:3:4:5:6", &[], "2001:db8:1:2::");
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
        check(&[], false);
        check(
            &[("host", "localhost:8080"), ("x-forwarded-for", "198.51.100.9")],
            false,
        );
    }
}
