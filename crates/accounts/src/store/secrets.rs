//! Secrets that all servers on this database share. Each is made when it is first needed and never changes.

use sea_orm::sea_query::OnConflict;
use sea_orm::{DbErr, EntityTrait, Set};

use super::StoreError;
use super::bounded::Transaction;
use super::entity::secret;

/// The length of a secret, in bytes.
const LENGTH: usize = 32;

/// The secret for a purpose. Of servers that need it first at the same moment, all get the same.
pub(super) async fn secret(transaction: &Transaction, name: &'static str) -> Result<Vec<u8>, StoreError> {
    let find = || secret::Entity::find_by_id(name.to_owned()).one(transaction);
    if let Some(found) = find().await? {
        return Ok(found.value);
    }
    let mut value = vec![0; LENGTH];
    getrandom::fill(&mut value)?;
    let row = secret::ActiveModel {
        name: Set(name.to_owned()),
        value: Set(value),
    };
    let keep_the_first = OnConflict::column(secret::Column::Name).do_nothing().to_owned();
    match secret::Entity::insert(row)
        .on_conflict(keep_the_first)
        .exec_without_returning(transaction)
        .await
    {
        Ok(_) | Err(DbErr::RecordNotInserted) => {}
        Err(error) => return Err(error.into()),
    }
    let missing = StoreError::Corrupt {
        table: "secrets",
        column: "name",
    };
    Ok(find().await?.ok_or(missing)?.value)
}
