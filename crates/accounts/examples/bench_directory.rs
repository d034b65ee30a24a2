//! Fills a database with a hundred thousand users and prints how long the administrator's lists take: `bench/directory.sh` runs it
//! on SQLite and PostgreSQL. `bench_directory DATABASE [USERS]`; the database must be new. Fails when a median is over its bar.

#![expect(clippy::print_stdout, reason = "prints what it measured")]

use std::error::Error;
use std::time::{Duration, Instant};

use accounts::Store;
use accounts::audit::Trail;
use accounts::directory::{UserOrder, UserQuery, UserSearch};
use sea_orm::{ConnectionTrait, Database, DbBackend};
use time::OffsetDateTime;

/// How long a list may take at the median: it is read anew every 30 seconds and after each letter of a search.
const BAR: Duration = Duration::from_millis(500);
const TIMES: usize = 15;
const PAGE: u64 = 25;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().ok_or("which database?")?;
    let users: u64 = arguments.next().map_or(Ok(100_000), |number| number.parse())?;
    let store = Store::open(&address).await?;
    store.migrate().await?;
    let now = OffsetDateTime::now_utc();
    let filling = Instant::now();
    fill(&address, users, now).await?;
    println!("{users} users in {:.1} s", filling.elapsed().as_secs_f64());

    let middle = users / 2;
    let cases = [
        ("newest, first page", UserOrder::Joined, "", 0),
        ("newest, page in the middle", UserOrder::Joined, "", middle),
        ("newest, last page", UserOrder::Joined, "", users - PAGE),
        ("by name", UserOrder::Name, "", 0),
        ("by name, page in the middle", UserOrder::Name, "", middle),
        ("by e-mail", UserOrder::Email, "", 0),
        ("by status", UserOrder::Status, "", 0),
        ("by status, page in the middle", UserOrder::Status, "", middle),
        ("by time remaining", UserOrder::TimeRemaining, "", 0),
        ("by transcriptions", UserOrder::Transcriptions, "", 0),
        (
            "by last activity, page in the middle",
            UserOrder::LastActivity,
            "",
            middle,
        ),
        ("search that finds one", UserOrder::Joined, "user77777@", 0),
        (
            "search that finds nobody, by reports",
            UserOrder::Reports,
            "nobody",
            0,
        ),
        (
            "search that finds a tenth, by reports",
            UserOrder::Reports,
            "meena7",
            0,
        ),
        (
            "search of two words, by name",
            UserOrder::Name,
            "asha hospital",
            0,
        ),
        (
            "search of two words, by time remaining",
            UserOrder::TimeRemaining,
            "asha hospital",
            middle / 4,
        ),
    ];
    let mut slowest = Duration::ZERO;
    for (what, order, search, offset) in cases {
        let query = UserQuery {
            search: UserSearch::parse(search)?,
            order,
            descending: true,
            offset,
            limit: PAGE,
        };
        let mut matching = 0;
        let taken = median(async || {
            matching = store.list_users(&query, now).await?.matching;
            Ok(())
        })
        .await?;
        println!("{what:<40} {:>7.1} ms   of {matching}", milliseconds(taken));
        slowest = slowest.max(taken);
    }
    let totals = median(async || store.totals(now).await.map(drop).map_err(Into::into)).await?;
    println!("{:<40} {:>7.1} ms", "totals over everybody", milliseconds(totals));
    let trail = median(async || {
        store
            .trail(Trail::Subscriptions, None, 20)
            .await
            .map(drop)
            .map_err(Into::into)
    })
    .await?;
    println!(
        "{:<40} {:>7.1} ms",
        "latest changes of subscriptions",
        milliseconds(trail)
    );
    store.close().await?;
    if slowest.max(totals).max(trail) > BAR {
        return Err(format!("a median is over {} ms", BAR.as_millis()).into());
    }
    Ok(())
}

async fn median(
    mut work: impl AsyncFnMut() -> Result<(), Box<dyn Error>>,
) -> Result<Duration, Box<dyn Error>> {
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let begun = Instant::now();
        work().await?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    Ok(times[TIMES / 2])
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Users as years of use would leave them, put in by statements of many rows: signing each in would take minutes. Each has ten
/// sign-ins in the trail, and every tenth a change of the subscription.
async fn fill(address: &str, users: u64, now: OffsetDateTime) -> Result<(), Box<dyn Error>> {
    let database = Database::connect(address).await?;
    let now = i64::try_from(now.unix_timestamp_nanos() / 1_000)?;
    // Both databases count rows and make keys of them, and name it differently.
    let (rows, id, key) = if database.get_database_backend() == DbBackend::Postgres {
        (
            format!("(SELECT i FROM generate_series(1, {users}) AS numbers (i)) AS source"),
            "CAST(md5(CAST(i AS text)) AS uuid)",
            "CAST(repeat('k', 32) AS bytea)",
        )
    } else {
        (
            format!(
                "(WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < {users}) \
                 SELECT i FROM numbers) AS source"
            ),
            "CAST(printf('%08d%08d', (i * 7919) % 99999989, i) AS BLOB)",
            "zeroblob(32)",
        )
    };
    let spread = "((CAST(i AS BIGINT) * 7919) % 99999989)";
    let ten = "(SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 \
               UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9 UNION ALL SELECT 10) AS times";
    let statements = [
        format!(
            "INSERT INTO users (id, email, first_name, last_name, storage_key, created_at, updated_at) \
             SELECT {id}, 'user' || i || '@' || (i % 97) || '.hospital.example', 'Meena' || (i * 31 % 10), \
             CASE i % 3 WHEN 0 THEN 'Asha' WHEN 1 THEN 'Binh' ELSE NULL END, {key}, {now} - {spread} * 100000, {now} FROM {rows}"
        ),
        format!(
            "INSERT INTO subscriptions (user_id, state, trial_started_at, activated_at, cancelled_at, ends_at) \
             SELECT {id}, CASE i % 10 WHEN 0 THEN 'active' WHEN 1 THEN 'cancelled' ELSE 'trial' END, {now}, {now}, {now}, \
             {now} + ({spread} - 80000000) * 30000 FROM {rows}"
        ),
        format!(
            "INSERT INTO usage_counters (user_id, transcriptions, reports, last_activity_at) \
             SELECT {id}, {spread} % 5000, {spread} % 3000, {now} - {spread} * 1000 FROM {rows}"
        ),
        format!(
            "INSERT INTO audit_events (at, kind, actor_id, subject_id) \
             SELECT {now}, 'session.signed-in', {id}, {id} FROM {rows}, {ten}"
        ),
        format!(
            "INSERT INTO audit_events (at, kind, actor_id, subject_id) \
             SELECT {now}, 'subscription.activated', NULL, {id} FROM {rows} WHERE i % 10 = 0"
        ),
    ];
    for statement in statements {
        database.execute_unprepared(&statement).await?;
    }
    database.execute_unprepared("ANALYZE").await?;
    Ok(database.close().await?)
}
