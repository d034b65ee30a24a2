//! The audit trail, which only grows.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};

use super::entity::audit_event;
use super::{Store, StoreError, from_row, to_row};
use crate::audit::{AuditEvent, AuditKind, TextHash};
use crate::id::UserId;

impl Store {
    /// Adds an event. What this store does itself it records itself; this is for what happens outside it.
    pub async fn record_audit_event(&self, event: AuditEvent) -> Result<(), StoreError> {
        insert(&self.database, event).await
    }

    /// Adds events that happened together, in one statement: all of them or, when something fails, none.
    pub async fn record_audit_events(&self, events: &[AuditEvent]) -> Result<(), StoreError> {
        let rows = events.iter().copied().map(row_from);
        audit_event::Entity::insert_many(rows)
            .exec_without_returning(&self.database)
            .await?;
        Ok(())
    }

    /// The latest events, the newest first, at most `limit`.
    pub async fn recent_audit_events(&self, limit: u64) -> Result<Vec<AuditEvent>, StoreError> {
        let rows = audit_event::Entity::find()
            .order_by_desc(audit_event::Column::Id)
            .limit(limit)
            .all(&self.database)
            .await?;
        rows.into_iter().map(event_from).collect()
    }

    /// Every event to the account of a user, oldest first.
    pub async fn audit_events_about(&self, user: UserId) -> Result<Vec<AuditEvent>, StoreError> {
        let rows = audit_event::Entity::find()
            .filter(audit_event::Column::SubjectId.eq(user.as_uuid()))
            .order_by_asc(audit_event::Column::Id)
            .all(&self.database)
            .await?;
        rows.into_iter().map(event_from).collect()
    }

    /// How many those are.
    pub async fn count_audit_events_about(&self, user: UserId) -> Result<u64, StoreError> {
        let of_user = audit_event::Entity::find().filter(audit_event::Column::SubjectId.eq(user.as_uuid()));
        Ok(of_user.count(&self.database).await?)
    }
}

pub(super) async fn insert(connection: &impl ConnectionTrait, event: AuditEvent) -> Result<(), StoreError> {
    audit_event::Entity::insert(row_from(event))
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

fn row_from(event: AuditEvent) -> audit_event::ActiveModel {
    audit_event::ActiveModel {
        at: Set(to_row(event.at)),
        kind: Set(event.kind.code().to_owned()),
        actor_id: Set(event.actor.map(UserId::as_uuid)),
        subject_id: Set(event.subject.map(UserId::as_uuid)),
        text_sha256: Set(event.text.map(TextHash::hex)),
        ..Default::default()
    }
}

pub(super) fn event_from(row: audit_event::Model) -> Result<AuditEvent, StoreError> {
    let corrupt = StoreError::Corrupt {
        table: "audit_events",
        column: "text_sha256",
    };
    let text = row
        .text_sha256
        .map(|digits| TextHash::parse(&digits).ok_or(corrupt));
    Ok(AuditEvent {
        at: from_row(row.at, "audit_events", "at")?,
        kind: AuditKind::parse(&row.kind),
        actor: row.actor_id.map(UserId::from_uuid),
        subject: row.subject_id.map(UserId::from_uuid),
        text: text.transpose()?,
    })
}
