//! Who may hold how many of the connections at once: one client never takes them all.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;

use crate::http::client::{Client, TrustedProxies, network};
use crate::shares::{Share, Shares};

/// How often the log says at the most that connections were refused: whoever opens them decides how many there are.
const BETWEEN_WARNINGS: Duration = Duration::from_secs(60);

/// The doors of a listener. Clones count in the same place.
#[derive(Debug, Clone)]
pub(crate) struct Doors {
    of_an_address: Shares<(), IpAddr>,
    of_a_site: Shares<(), Ipv6Addr>,
    of_a_proxy: Shares<(), IpAddr>,
    proxies: TrustedProxies,
    refused: Counter,
    warned: Arc<Mutex<Option<Instant>>>,
}

/// How many connections each may hold at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Most {
    /// A client's address, or network of IPv6. A browser opens six; a department may share one address.
    pub(crate) of_an_address: usize,
    /// A site of IPv6, which has 65,536 networks.
    pub(crate) of_a_site: usize,
    /// A proxy, which speaks for many and counts its own clients.
    pub(crate) of_a_proxy: usize,
}

impl Most {
    const USUAL: Self = Self {
        of_an_address: 200,
        of_a_site: 400,
        of_a_proxy: 700,
    };
}

/// What a connection has of what its address and its site may hold; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Admitted {
    _of_an_address: Share<(), IpAddr>,
    _of_a_site: Option<Share<(), Ipv6Addr>>,
}

impl Doors {
    /// The doors of a server behind these proxies, which counts there whom it refuses.
    pub(crate) fn behind(proxies: TrustedProxies, refused: Counter) -> Self {
        Self::with(Most::USUAL, proxies, refused)
    }

    pub(crate) fn with(most: Most, proxies: TrustedProxies, refused: Counter) -> Self {
        Self {
            of_an_address: Shares::new(most.of_an_address),
            of_a_site: Shares::new(most.of_a_site),
            of_a_proxy: Shares::new(most.of_a_proxy),
            proxies,
            refused,
            warned: Arc::default(),
        }
    }

    /// A place for a connection of this peer; none when its address or its site holds all that it may.
    pub(crate) fn admit(&self, peer: SocketAddr) -> Option<Admitted> {
        let admitted = self.take(peer.ip().to_canonical());
        if admitted.is_none() {
            self.refused.inc();
            if self.is_time_to_warn(Instant::now()) {
                // Whose address it is stands in no log.
                tracing::warn!(
                    connections.refused = self.refused.get(),
                    "an address opens more connections than one may hold; a load balancer has to be named in READOUT_TRUSTED_PROXIES"
                );
            }
        }
        admitted
    }

    fn take(&self, address: IpAddr) -> Option<Admitted> {
        if self.proxies.hold(address) {
            return Some(Admitted {
                _of_an_address: self.of_a_proxy.take(address)?,
                _of_a_site: None,
            });
        }
        let of_an_address = self.of_an_address.take(network(address))?;
        let of_a_site = match Client(Some(address)).site() {
            Some(site) => Some(self.of_a_site.take(site)?),
            None => None,
        };
        Some(Admitted {
            _of_an_address: of_an_address,
            _of_a_site: of_a_site,
        })
    }

    fn is_time_to_warn(&self, now: Instant) -> bool {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = warned.is_none_or(|at| now.duration_since(at) >= BETWEEN_WARNINGS);
        if is_time {
            *warned = Some(now);
        }
        is_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doors(of_an_address: usize, of_a_site: usize, of_a_proxy: usize) -> Doors {
        let proxies = TrustedProxies::parse("10.0.0.0/8, fd00::/8").expect("networks");
        let most = Most {
            of_an_address,
            of_a_site,
            of_a_proxy,
        };
        Doors::with(most, proxies, Counter::default())
    }

    fn peer(address: &str) -> SocketAddr {
        SocketAddr::new(address.parse().expect("an address"), 4711)
    }

    #[test]
    fn one_address_holds_a_share_of_the_connections_and_a_proxy_more() {
        let doors = doors(2, 3, 3);
        let held = |address: &str| {
            let shares: Vec<_> = (0..5).filter_map(|_| doors.admit(peer(address))).collect();
            shares.len()
        };
        assert_eq!(held("203.0.113.5"), 2);
        assert_eq!(held("10.0.0.7"), 3);
        assert_eq!(held("127.0.0.1"), 3);
        let first = [
            doors.admit(peer("2001:db8:1:2::1")),
            doors.admit(peer("2001:db8:1:2::2")),
        ];
        assert!(first.iter().all(Option::is_some));
        assert!(doors.admit(peer("2001:db8:1:2::3")).is_none());
        assert!(doors.admit(peer("2001:db8:1:3::1")).is_some());
        assert!(doors.admit(peer("203.0.113.5")).is_some());
    }

    #[test]
    fn all_networks_of_one_ipv6_site_share_what_a_site_may_hold() {
        let doors = doors(2, 3, 4);
        let held = |addresses: &[&str]| -> Vec<_> {
            let admitted = addresses.iter().filter_map(|address| doors.admit(peer(address)));
            admitted.collect()
        };
        let site = held(&["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1"]);
        assert_eq!(site.len(), 3);
        assert!(doors.admit(peer("2001:db8:1:4::1")).is_none(), "a fourth network");
        assert!(doors.admit(peer("2001:db8:2:1::1")).is_some(), "another site");
        let proxies = held(&["fd00::1", "fd00::1", "fd00::1", "fd00::1"]);
        assert_eq!(proxies.len(), 4, "a proxy speaks for others");
        drop(site);
        // Whoever was refused at the site's door holds nothing of their network's either.
        let again = held(&["2001:db8:1:4::1", "2001:db8:1:4::2", "2001:db8:1:4::3"]);
        assert_eq!(again.len(), 2);
    }

    #[test]
    fn every_refusal_is_counted_and_one_a_minute_is_told() {
        let doors = doors(1, 1, 1);
        let held = doors.admit(peer("203.0.113.5"));
        assert!(held.is_some());
        assert_eq!(doors.refused.get(), 0);
        for _ in 0..3 {
            assert!(doors.clone().admit(peer("203.0.113.5")).is_none());
        }
        assert_eq!(doors.refused.get(), 3);
        let warned = doors.warned.lock().expect("a time").expect("the first was told");
        let after = |seconds| doors.is_time_to_warn(warned + Duration::from_secs(seconds));
        assert_eq!(
            [after(0), after(59), after(60), after(61), after(120)],
            [false, false, true, false, true]
        );
    }
}
