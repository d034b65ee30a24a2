//! The schema and how it came to be, a file a migration. One that has been released is never changed: add the next one.
//!
//! Only what SQLite and PostgreSQL both have. Instants are microseconds since 1970 UTC (see `entity`).

mod accounts;
mod asked_from;
mod counted_takes;
mod directory;
mod former_users;
mod letterheads;
mod payments;
mod report_styles;
mod sign_in_attempts;
mod trail_of_texts;
mod vocabularies;

use sea_orm_migration::prelude::*;

/// Every migration, oldest first.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(accounts::Accounts),
            Box::new(vocabularies::Vocabularies),
            Box::new(directory::Directory),
            Box::new(counted_takes::CountedTakes),
            Box::new(payments::Payments),
            Box::new(letterheads::Letterheads),
            Box::new(former_users::FormerUsers),
            Box::new(sign_in_attempts::SignInAttempts),
            Box::new(asked_from::AskedFrom),
            Box::new(trail_of_texts::TrailOfTexts),
            Box::new(report_styles::ReportStyles),
        ]
    }
}

fn table(name: &'static str) -> TableCreateStatement {
    Table::create().table(name).take()
}

fn instant(column: &'static str) -> ColumnDef {
    ColumnDef::new(column).big_integer().take()
}

/// What belongs to a user goes with the user.
fn owned_by_user(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "user_id")
        .to("users", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .take()
}
