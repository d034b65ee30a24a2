//! Whose program is at the other end of a connection from this computer.

use std::net::SocketAddr;

/// Whether it is one of the user that this server runs as, who may read all of its files. A proxy of another user on this computer is not,
/// nor is anything from another computer, nor anything where the system does not tell.
pub fn is_of_this_user(peer: Option<SocketAddr>) -> bool {
    peer.is_some_and(|peer| peer.ip().is_loopback() && owner::is_of_this_user(peer))
}

#[cfg(target_os = "linux")]
mod owner {
    use std::net::SocketAddr;

    use procfs::net::TcpNetEntry;
    use procfs::process::Process;
    use procfs::{ProcResult, net};

    pub fn is_of_this_user(peer: SocketAddr) -> bool {
        looked_up(peer).unwrap_or(false)
    }

    fn looked_up(peer: SocketAddr) -> ProcResult<bool> {
        let own = Process::myself()?.uid()?;
        // Its end of the connection is a socket of this computer too.
        let owns = |entry: &TcpNetEntry| entry.local_address == peer && entry.uid == own;
        let sockets = if peer.is_ipv4() { net::tcp()? } else { net::tcp6()? };
        Ok(sockets.iter().any(owns))
    }
}

#[cfg(not(target_os = "linux"))]
mod owner {
    use std::net::SocketAddr;

    pub fn is_of_this_user(_: SocketAddr) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn knows_its_own_users_programs_and_nobody_elses() {
        for address in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(address) else {
                continue; // no IPv6 here
            };
            let at = listener.local_addr().expect("an address");
            let browser = TcpStream::connect(at).expect("a connection");
            let (_, peer) = listener.accept().expect("a connection");
            assert!(is_of_this_user(Some(peer)), "{peer}");
            drop(browser);
        }
        assert!(!is_of_this_user(None));
        let from_elsewhere = "192.0.2.7:4000".parse().expect("an address");
        assert!(!is_of_this_user(Some(from_elsewhere)));
        // Nobody has connected from this port.
        assert!(!is_of_this_user(Some("127.0.0.1:1".parse().expect("an address"))));
    }
}
