//! Identifiers of the things that the store keeps. Each is its own type, so that one is never taken for another.

use std::fmt;

use uuid::Uuid;

macro_rules! identifier {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// Takes an identifier as it stands in the store or in a session.
            pub const fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// The identifier as the store writes it.
            pub const fn as_uuid(self) -> Uuid {
                self.0
            }

            /// Reads the usual hyphenated form. Anything else names nothing.
            pub fn parse(raw: &str) -> Option<Self> {
                Uuid::try_parse(raw).ok().map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    };
}

/// Identifiers that are made here.
macro_rules! generated {
    ($name:ident) => {
        impl $name {
            /// A new identifier. Later ones sort after earlier ones, so that an index grows at its end.
            pub(crate) fn generate() -> Self {
                Self(Uuid::now_v7())
            }
        }
    };
}

generated!(UserId);
generated!(TemplateId);

identifier! {
    /// A user of this installation.
    UserId
}

identifier! {
    /// A take of a user: what was recorded between a start and its end. Its browser names it.
    TakeId
}

identifier! {
    /// A custom template of a user.
    TemplateId
}
