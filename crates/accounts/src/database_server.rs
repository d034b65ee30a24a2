//! Where a store is kept, for those who are told what leaves the machine.

use sea_orm::sqlx::postgres::{PgConnectOptions, PgSslMode};

/// The server that a store is kept on, when it is reached over a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseServer {
    /// Its name or network address.
    pub host: String,
    /// Whether connections are encrypted or there are none. Unless the address asks for that, a server that offers no encryption is
    /// spoken to without.
    pub is_encrypted: bool,
}

impl DatabaseServer {
    /// The server at an address that [`crate::Store::open`] takes, found as connections find it, in the environment too; none for a
    /// file and for a PostgreSQL that is reached through a socket of this machine.
    pub fn at(address: &str) -> Option<Self> {
        if !address.starts_with("postgres") {
            return None;
        }
        let options: PgConnectOptions = address.parse().ok()?;
        let is_socket = options.get_socket().is_some() || options.get_host().starts_with('/');
        (!is_socket).then(|| Self {
            host: options.get_host().to_owned(),
            is_encrypted: matches!(
                options.get_ssl_mode(),
                PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_found_in_an_address_without_its_password() {
        let check = |address: &str, expected: Option<(&str, bool)>| {
            let expected = expected.map(|(host, is_encrypted)| DatabaseServer {
                host: host.to_owned(),
                is_encrypted,
            });
            assert_eq!(DatabaseServer::at(address), expected, "{address}");
        };
        check("sqlite:///var/lib/readout/readout.sqlite", None);
        check("postgres://%2Fvar%2Frun%2Fpostgresql/readout", None);
        check("postgres:///readout?host=/var/run/postgresql", None);
        check(
            "postgres://readout:hush@db.example.org:6432/readout?sslmode=prefer",
            Some(("db.example.org", false)),
        );
        check(
            "postgresql://elsewhere/readout?host=10.0.0.5&sslmode=require",
            Some(("10.0.0.5", true)),
        );
        check(
            "postgres://[::1]/readout?sslmode=verify-full",
            Some(("[::1]", true)),
        );
    }
}
