//! All users, a page at a time, what is counted over them, and the trail of their subscriptions.
//!
//! A page is found in two steps: the identifiers, from an index alone, and then those few users. What is ordered by no index (the
//! status and the time remaining hang on the clock) is ordered anew each time, from an index too. A search reads everybody, once.

use std::cmp;
use std::collections::HashMap;

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, LikeExpr, Order, Query, SelectStatement, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::entity::{audit_event, subscription, usage, user};
use super::subscriptions::subscription_from;
use super::users::user_from;
use super::{ChangeSubscriptionError, Store, StoreError, audit, to_row};
use crate::audit::{AuditKind, Trail};
use crate::directory::{AuditEntry, Totals, UserOrder, UserPage, UserQuery, UserSearch};
use crate::email::EmailAddress;
use crate::id::UserId;
use crate::subscription::{Change, Subscription};
use crate::user::{User, UserOverview};

/// The table by whose index an order is kept, its key and what it is ordered by.
struct Ordering {
    table: &'static str,
    key: &'static str,
    by: Vec<SimpleExpr>,
}

/// The largest number that both databases take for a limit or an offset.
const MOST: u64 = i64::MAX.unsigned_abs();
/// How many identifiers one question names: SQLite takes some thirty thousand.
const MOST_AT_ONCE: usize = 5_000;

impl Store {
    /// Some of the users that match, with subscription and usage.
    pub async fn list_users(&self, query: &UserQuery, now: OffsetDateTime) -> Result<UserPage, StoreError> {
        let (ids, matching) = if query.search.words().is_empty() {
            self.page_of_everybody(query, now).await?
        } else {
            self.page_of_found(query, now).await?
        };
        Ok(UserPage {
            users: self.overviews(&ids).await?,
            matching,
        })
    }

    /// From the index of the order, from whichever end is nearer.
    async fn page_of_everybody(
        &self,
        query: &UserQuery,
        now: OffsetDateTime,
    ) -> Result<(Vec<Uuid>, u64), StoreError> {
        let matching = self.count_users().await?;
        let taken = cmp::min(query.limit, matching.saturating_sub(query.offset));
        if taken == 0 {
            return Ok((Vec::new(), matching));
        }
        let from_the_end = matching - query.offset - taken;
        let is_nearer_to_the_end = from_the_end < query.offset;
        let ordering = ordering(query.order, query.descending, now);
        let select = ordering
            .identifiers(query.descending != is_nearer_to_the_end)
            .limit(taken)
            .offset(cmp::min(query.offset, from_the_end))
            .to_owned();
        let rows = self.database.query_all(&select).await?;
        let ids = rows.iter().map(|row| row.try_get_by_index(0));
        let mut ids: Vec<Uuid> = ids.collect::<Result<_, _>>()?;
        if is_nearer_to_the_end {
            ids.reverse();
        }
        Ok((ids, matching))
    }

    /// By reading everybody once; those that match are counted and ordered in the same go.
    async fn page_of_found(
        &self,
        query: &UserQuery,
        now: OffsetDateTime,
    ) -> Result<(Vec<Uuid>, u64), StoreError> {
        let ordering = ordering(query.order, query.descending, now);
        let select = ordering
            .found(&query.search, query.descending)
            .limit(cmp::min(query.limit, MOST))
            .offset(cmp::min(query.offset, MOST))
            .to_owned();
        let rows = self.database.query_all(&select).await?;
        let Some(first) = rows.first() else {
            // Nobody, or nobody that far down.
            let matching = if query.offset == 0 {
                0
            } else {
                self.count_found(&query.search).await?
            };
            return Ok((Vec::new(), matching));
        };
        let matching: i64 = first.try_get_by_index(1)?;
        let ids = rows.iter().map(|row| row.try_get_by_index(0));
        Ok((ids.collect::<Result<_, _>>()?, matching.unsigned_abs()))
    }

    /// What is counted over all users.
    pub async fn totals(&self, now: OffsetDateTime) -> Result<Totals, StoreError> {
        let running: Vec<(String, i64)> = subscription::Entity::find()
            .select_only()
            .column(subscription::Column::State)
            .column_as(subscription::Column::UserId.count(), "users")
            .filter(subscription::Column::EndsAt.gt(to_row(now)))
            .filter(subscription::Column::State.is_in(["active", "trial"]))
            .group_by(subscription::Column::State)
            .into_tuple()
            .all(&self.database)
            .await?;
        let in_state = |state: &str| {
            let found = running.iter().find(|(name, _)| name == state);
            found.map_or(0, |(_, users)| users.unsigned_abs())
        };
        // PostgreSQL's own sum of 64 bits is a number without bounds.
        let sum = |column: usage::Column| {
            Func::coalesce([column.sum(), Expr::value(0)]).cast_as(Alias::new("BIGINT"))
        };
        let counted: Option<(i64, i64)> = usage::Entity::find()
            .select_only()
            .expr_as(sum(usage::Column::Transcriptions), "transcriptions")
            .expr_as(sum(usage::Column::Reports), "reports")
            .into_tuple()
            .one(&self.database)
            .await?;
        let (transcriptions, reports) = counted.unwrap_or_default();
        Ok(Totals {
            users: self.count_users().await?,
            active_subscriptions: in_state("active"),
            running_trials: in_state("trial"),
            transcriptions: transcriptions.unsigned_abs(),
            reports: reports.unsigned_abs(),
        })
    }

    /// Changes the subscription of whoever has the address, with its audit event; `actor` is the administrator, nobody for the
    /// command line. Nothing when nobody has it.
    pub async fn change_subscription_of(
        &self,
        email: &EmailAddress,
        change: Change,
        actor: Option<UserId>,
        now: OffsetDateTime,
    ) -> Result<Option<(User, Subscription)>, ChangeSubscriptionError> {
        let Some(user) = self.user_by_email(email).await? else {
            return Ok(None);
        };
        let changed = self.change_subscription(user.id, change, actor, now).await?;
        Ok(changed.map(|subscription| (user, subscription)))
    }

    /// The latest events of a trail before the one with the number `before`, the newest first, at most `limit`. Each kind is asked for by
    /// itself, which its index has in order: of some there are as many as reports.
    pub async fn trail(
        &self,
        trail: Trail,
        before: Option<i64>,
        limit: u64,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let mut rows = Vec::new();
        for kind in AuditKind::ALL
            .into_iter()
            .filter(|kind| kind.trail() == Some(trail))
        {
            let mut events = audit_event::Entity::find().filter(audit_event::Column::Kind.eq(kind.code()));
            if let Some(before) = before {
                events = events.filter(audit_event::Column::Id.lt(before));
            }
            let events = events
                .order_by_desc(audit_event::Column::Id)
                .limit(limit)
                .all(&self.database)
                .await?;
            rows.extend(events);
        }
        rows.sort_unstable_by_key(|row| cmp::Reverse(row.id));
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let people = rows
            .iter()
            .flat_map(|row| [row.actor_id, row.subject_id])
            .flatten();
        let addresses = self.addresses(people.collect()).await?;
        let address = |id: Option<Uuid>| id.and_then(|id| addresses.get(&id).cloned());
        rows.into_iter()
            .map(|row| {
                Ok(AuditEntry {
                    number: row.id,
                    actor: address(row.actor_id),
                    subject: address(row.subject_id),
                    event: audit::event_from(row)?,
                })
            })
            .collect()
    }

    async fn count_found(&self, search: &UserSearch) -> Result<u64, StoreError> {
        let mut users = user::Entity::find();
        for word in search.words() {
            users = users.filter(holds(word));
        }
        Ok(users.count(&self.database).await?)
    }

    /// The users, in the order of their identifiers. Who has gone meanwhile is left out.
    async fn overviews(&self, ids: &[Uuid]) -> Result<Vec<UserOverview>, StoreError> {
        let mut found = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(MOST_AT_ONCE) {
            let rows = user::Entity::find()
                .filter(user::Column::Id.is_in(ids.iter().copied()))
                .find_also_related(subscription::Entity)
                .find_also_related(usage::Entity)
                .all(&self.database)
                .await?;
            for row in rows {
                found.insert(row.0.id, overview_from(row)?);
            }
        }
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    async fn addresses(&self, ids: Vec<Uuid>) -> Result<HashMap<Uuid, EmailAddress>, StoreError> {
        #[derive(FromQueryResult)]
        struct Row {
            id: Uuid,
            email: String,
        }
        let rows = user::Entity::find()
            .select_only()
            .columns([user::Column::Id, user::Column::Email])
            .filter(user::Column::Id.is_in(ids))
            .into_model::<Row>()
            .all(&self.database)
            .await?;
        let corrupt = |_| StoreError::Corrupt {
            table: "users",
            column: "email",
        };
        rows.into_iter()
            .map(|row| Ok((row.id, EmailAddress::parse(&row.email).map_err(corrupt)?)))
            .collect()
    }
}

impl Ordering {
    /// The identifiers of everybody, in order. The table's index is enough for it.
    fn identifiers(self, descending: bool) -> SelectStatement {
        let mut select = Query::select();
        let (table, key) = (Alias::new(self.table), Alias::new(self.key));
        select.column((table.clone(), key.clone())).from(table.clone());
        for expression in self.by {
            select.order_by_expr(expression, direction(descending));
        }
        select.order_by((table, key), direction(descending)).to_owned()
    }

    /// The identifiers of who matches, in order, each with how many do. No index is of use: walked in its order it would lead to
    /// each user one by one, so it is hidden from what is ordered by and joined with.
    fn found(self, search: &UserSearch, descending: bool) -> SelectStatement {
        let users = (user::Entity, user::Column::Id);
        let mut select = Query::select();
        select
            .column(users)
            .expr(Expr::cust("COUNT(*) OVER ()"))
            .from(user::Entity);
        if self.table != "users" {
            let key = Expr::col((Alias::new(self.table), Alias::new(self.key)));
            select.inner_join(Alias::new(self.table), key.eq(hidden(Expr::col(users))));
        }
        for word in search.words() {
            select.cond_where(holds(word));
        }
        for expression in self.by {
            select.order_by_expr(hidden(expression), direction(descending));
        }
        select.order_by(users, direction(descending)).to_owned()
    }
}

fn direction(descending: bool) -> Order {
    if descending { Order::Desc } else { Order::Asc }
}

/// The same, and no index has it.
fn hidden(expression: SimpleExpr) -> SimpleExpr {
    Func::coalesce([expression.clone(), expression]).into()
}

/// The expressions of indexes are those of the migration `directory`, to the letter.
fn ordering(order: UserOrder, descending: bool, now: OffsetDateTime) -> Ordering {
    let now = to_row(now);
    let (table, by) = match order {
        UserOrder::Name => {
            let name = "LOWER(COALESCE(first_name || ' ' || last_name, first_name, last_name, email))";
            ("users", vec![Expr::cust(name)])
        }
        UserOrder::Email => ("users", vec![Expr::col((user::Entity, user::Column::Email))]),
        UserOrder::Joined => ("users", vec![Expr::col((user::Entity, user::Column::CreatedAt))]),
        UserOrder::Transcriptions => (
            "usage_counters",
            vec![Expr::col((usage::Entity, usage::Column::Transcriptions))],
        ),
        UserOrder::Reports => (
            "usage_counters",
            vec![Expr::col((usage::Entity, usage::Column::Reports))],
        ),
        UserOrder::LastActivity => (
            "usage_counters",
            vec![Expr::cust("COALESCE(last_activity_at, 0)")],
        ),
        UserOrder::Status => {
            let rank = Expr::case(subscription::Column::EndsAt.lte(now), 3)
                .case(subscription::Column::State.eq("active"), 0)
                .case(subscription::Column::State.eq("cancelled"), 1)
                .finally(2);
            ("subscriptions", vec![rank.into()])
        }
        UserOrder::TimeRemaining => {
            let ends_at = (subscription::Entity, subscription::Column::EndsAt);
            // Whose time is over comes last either way, so the rank turns with the direction.
            let (over, running) = if descending { (0, 1) } else { (1, 0) };
            let rank = Expr::case(subscription::Column::EndsAt.lte(now), over).finally(running);
            ("subscriptions", vec![rank.into(), Expr::col(ends_at)])
        }
    };
    let key = if table == "users" { "id" } else { "user_id" };
    Ordering { table, key, by }
}

/// Whether address or names hold the word. SQLite knows upper and lower case of ASCII alone, so a word is also looked for as it was
/// typed.
fn holds(word: &str) -> Condition {
    const TEXT: &str =
        "(users.email || ' ' || COALESCE(users.first_name, '') || ' ' || COALESCE(users.last_name, ''))";
    let lower = Func::lower(Expr::cust(TEXT)).like(like(&pattern(&word.to_lowercase())));
    let condition = Condition::any().add(lower);
    if word.is_ascii() {
        return condition;
    }
    condition.add(Expr::cust(TEXT).like(like(&pattern(word))))
}

fn like(pattern: &str) -> LikeExpr {
    LikeExpr::new(pattern.to_owned()).escape(ESCAPE)
}

/// Stands before a sign that would otherwise mean any letters. Not the backslash, which the databases read differently.
const ESCAPE: char = '!';

fn pattern(word: &str) -> String {
    let mut pattern = "%".to_owned();
    for letter in word.chars() {
        if matches!(letter, '%' | '_' | ESCAPE) {
            pattern.push(ESCAPE);
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

fn overview_from(
    (user, subscription, counters): (user::Model, Option<subscription::Model>, Option<usage::Model>),
) -> Result<UserOverview, StoreError> {
    let missing = StoreError::Corrupt {
        table: "subscriptions",
        column: "user_id",
    };
    Ok(UserOverview {
        user: user_from(user)?,
        subscription: subscription_from(subscription.ok_or(missing)?)?,
        usage: counters
            .map(super::usage::usage_from)
            .transpose()?
            .unwrap_or_default(),
    })
}
