//! What the account page keeps of a user: each a table that names the user, most with one row at most.

/// Templates that users wrote.
pub mod custom_template {
    use sea_orm::entity::prelude::*;

    /// A custom template.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "custom_templates")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub user_id: Uuid,
        pub name: String,
        pub content: String,
        pub modality: Option<String>,
        pub created_at: i64,
        pub updated_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Words and replacements of users, at most one row a user.
pub mod vocabulary {
    use sea_orm::entity::prelude::*;

    /// A vocabulary: an array of words, and an array of pairs of what is heard and what is written.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "vocabularies")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub words: Json,
        pub replacements: Json,
        pub updated_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// How users want their reports written, at most one row a user.
pub mod report_style {
    use sea_orm::entity::prelude::*;

    /// The codes of a layout, a spelling and a form of vertebral levels.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "report_styles")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub layout: String,
        pub spelling: String,
        pub levels: String,
        pub updated_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Signatures, at most one a user.
pub mod signature {
    use sea_orm::entity::prelude::*;

    /// A signature.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "signatures")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub image: Option<Vec<u8>>,
        pub name: Option<String>,
        pub designation: Option<String>,
        pub department: Option<String>,
        pub institution: Option<String>,
        pub updated_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Letterheads, at most one a user.
pub mod letterhead {
    use sea_orm::entity::prelude::*;

    /// A letterhead; its texts have a line each between line breaks.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "letterheads")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        pub logo: Option<Vec<u8>>,
        pub institution: Option<String>,
        pub address: String,
        pub footer: String,
        pub updated_at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
