//! The rows of the database. Private to the store, which converts them.
//!
//! Instants are microseconds since 1970 UTC in 64 bits: SQLite would otherwise keep text that does not sort
//! within a second, and both databases compare integers alike.

mod kept;

pub use kept::{custom_template, letterhead, report_style, signature, vocabulary};

/// Users.
pub mod user {
    use sea_orm::entity::prelude::*;

    /// A user.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(unique)]
        pub email: String,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        pub storage_key: Vec<u8>,
        pub created_at: i64,
        pub updated_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(has_one = "super::subscription::Entity")]
        Subscription,
        #[sea_orm(has_one = "super::usage::Entity")]
        Usage,
    }

    impl Related<super::subscription::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Subscription.def()
        }
    }

    impl Related<super::usage::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Usage.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

/// Identities under which users sign in.
pub mod identity {
    use sea_orm::entity::prelude::*;

    /// An identity.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identities")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub provider: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub subject: String,
        pub user_id: Uuid,
        pub created_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Sessions of browsers.
pub mod session {
    use sea_orm::entity::prelude::*;

    /// A session.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sessions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub fingerprint: String,
        pub user_id: Option<Uuid>,
        pub data: Json,
        pub expires_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Open sign-in links.
pub mod login_token {
    use sea_orm::entity::prelude::*;

    /// An open sign-in link.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "login_tokens")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub fingerprint: String,
        pub email: String,
        pub next_path: Option<String>,
        pub expires_at: i64,
        /// None of a link that an older program gave out.
        pub asked_from: Option<i16>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Sign-ins through a provider that are under way.
pub mod sign_in_attempt {
    use sea_orm::entity::prelude::*;

    /// A sign-in under way.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sign_in_attempts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub fingerprint: String,
        pub browser: String,
        pub provider: String,
        pub nonce: String,
        pub verifier: String,
        pub next_path: Option<String>,
        pub expires_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Subscriptions, one a user.
pub mod subscription {
    use sea_orm::entity::prelude::*;

    /// A subscription.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "subscriptions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub state: String,
        pub trial_started_at: i64,
        pub activated_at: Option<i64>,
        pub cancelled_at: Option<i64>,
        pub ends_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::user::Entity",
            from = "Column::UserId",
            to = "super::user::Column::Id"
        )]
        User,
    }

    impl Related<super::user::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::User.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

/// What is left of users who deleted their accounts.
pub mod former_user {
    use sea_orm::entity::prelude::*;

    /// That somebody with this address had a trial. The fingerprint is a keyed hash.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "former_users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub fingerprint: String,
        pub trial_started_at: i64,
        pub deleted_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Secrets that all servers on this database share.
pub mod secret {
    use sea_orm::entity::prelude::*;

    /// A secret by its purpose.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "secrets")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub value: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}

    impl std::fmt::Debug for Model {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("Secret(..)")
        }
    }
}

/// Usage counters, one row a user.
pub mod usage {
    use sea_orm::entity::prelude::*;

    /// The counters of a user.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "usage_counters")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub transcriptions: i64,
        pub reports: i64,
        pub last_activity_at: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::user::Entity",
            from = "Column::UserId",
            to = "super::user::Column::Id"
        )]
        User,
    }

    impl Related<super::user::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::User.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

/// Takes that were counted.
pub mod counted_take {
    use sea_orm::entity::prelude::*;

    /// A take that was counted.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "counted_takes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub take_id: Uuid,
        pub counted_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Audit events, only ever added.
pub mod audit_event {
    use sea_orm::entity::prelude::*;

    /// An event.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_events")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub at: i64,
        pub kind: String,
        pub actor_id: Option<Uuid>,
        pub subject_id: Option<Uuid>,
        pub text_sha256: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Payments that a provider has told.
pub mod payment {
    use sea_orm::entity::prelude::*;

    /// A payment. Its address is kept for as long as it waits; then `user_id` says whose it was.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "payments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub provider: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub payment_id: String,
        pub email: Option<String>,
        pub amount: i64,
        pub currency: String,
        pub state: String,
        pub user_id: Option<Uuid>,
        pub at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
