//! What every store promises, told once and run against each database.
//!
//! A story takes a store that others use at the same time and makes users of its own. To add a story, write it in
//! the file of its noun and name it in [`suite`]. To add a database, add one test that hands its store to `suite`.
//! PostgreSQL is a temporary one (`tests/peers/postgres.sh`); `READOUT_TEST_DATABASE=sqlite` leaves it out.

mod deletion;
mod directory;
mod letterheads;
mod login_tokens;
mod payments;
#[path = "../../../../tests/peers/postgres.rs"]
mod postgres;
mod report_styles;
mod sessions;
mod sign_in_attempts;
mod signatures;
mod subscriptions;
mod support;
mod templates;
mod trail;
mod upgrade;
mod users;
mod vocabularies;

use accounts::store::StoreError;
use accounts::user::SignIn;
use accounts::{EmailAddress, Store};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, Statement};
use support::{Outcome, noon, user};

async fn suite(store: &Store) -> Outcome {
    store.migrate().await?;
    store.ping().await?;

    users::first_sign_in_makes_a_user_on_trial(store).await?;
    users::second_sign_in_finds_the_user(store).await?;
    users::parallel_first_sign_ins_make_one_user(store).await?;
    users::another_provider_with_the_same_address_opens_the_same_account(store).await?;
    users::an_identity_whose_address_changed_opens_its_account(store).await?;
    users::an_identity_leaves_an_account_that_others_open_too(store).await?;
    users::who_is_given_an_address_next_gets_an_account_of_their_own(store).await?;
    users::parallel_changes_of_address_leave_each_address_to_one_user(store).await?;
    users::names_that_the_user_chose_stay(store).await?;
    users::every_user_has_a_storage_key_of_their_own(store).await?;
    users::unknown_users_are_not_there(store).await?;
    users::parallel_activities_are_all_counted(store).await?;
    users::a_take_is_counted_once_however_often_it_is_transcribed(store).await?;

    directory::the_newest_come_first_with_subscription_and_usage(store).await?;
    directory::a_search_finds_words_in_address_and_names(store).await?;
    directory::what_means_something_to_a_database_is_looked_for_as_it_stands(store).await?;
    directory::every_order_holds_over_pages_either_way(store).await?;
    directory::totals_are_those_of_everybody(store).await?;
    directory::an_administrator_changes_by_address_and_the_trail_says_who(store).await?;

    sessions::a_session_comes_back_until_it_is_over(store).await?;
    sessions::a_deleted_session_is_never_revived(store).await?;
    sessions::a_taken_identifier_is_refused(store).await?;
    sessions::a_session_of_nobody_known_is_refused(store).await?;
    sessions::all_sessions_of_a_user_end_at_once(store).await?;
    sessions::an_owner_sees_and_ends_sessions_one_by_one(store).await?;
    sessions::what_is_over_is_removed_and_the_rest_stays(store).await?;
    sessions::tower_sessions_finds_its_sessions(store).await?;

    sign_in_attempts::an_attempt_ends_once_in_its_browser_at_its_provider(store).await?;
    sign_in_attempts::one_browser_may_have_several_attempts_under_way(store).await?;
    sign_in_attempts::an_attempt_is_over_after_ten_minutes(store).await?;
    sign_in_attempts::of_parallel_returns_one_is_let_in(store).await?;

    login_tokens::a_link_opens_once(store).await?;
    login_tokens::of_parallel_readers_one_gets_in(store).await?;
    login_tokens::a_link_is_over_after_a_quarter_of_an_hour(store).await?;
    login_tokens::a_clock_that_is_set_back_locks_nobody_out_and_lets_no_old_link_in(store).await?;
    login_tokens::a_link_that_was_never_sent_opens_nothing(store).await?;
    login_tokens::a_mailbox_is_not_flooded(store).await?;
    login_tokens::a_network_does_not_use_up_the_links_of_another(store).await?;
    login_tokens::links_that_are_asked_for_at_once_are_counted_one_after_another(store).await?;

    subscriptions::changes_are_kept_to_the_microsecond(store).await?;
    subscriptions::a_refused_change_changes_nothing(store).await?;
    subscriptions::of_parallel_activations_one_succeeds(store).await?;
    subscriptions::every_state_reads_as_it_was_written(store).await?;

    payments::a_payment_opens_a_period_once(store).await?;
    payments::of_parallel_tellings_one_opens_a_period(store).await?;
    payments::parallel_payments_all_count(store).await?;
    payments::who_pays_early_is_continued_from_the_end(store).await?;
    payments::what_was_paid_before_the_first_sign_in_waits_for_it(store).await?;
    payments::what_was_paid_for_another_address_of_a_user_is_theirs_once_it_is_proven(store).await?;
    payments::a_payment_and_a_first_sign_in_at_the_same_moment_find_each_other(store).await?;
    payments::what_opens_nothing_is_kept_until_it_is_settled(store).await?;
    payments::a_second_telling_that_has_the_address_opens_a_period(store).await?;
    payments::when_a_payment_was_first_told_stays(store).await?;
    payments::payments_and_the_end_of_their_account_do_not_wait_for_each_other(store).await?;

    templates::a_template_is_kept_changed_and_removed(store).await?;
    templates::nobody_sees_the_templates_of_another(store).await?;
    templates::no_more_than_the_limit_is_kept_by_parallel_writers(store).await?;
    templates::a_template_of_nobody_is_refused(store).await?;

    templates::an_import_adds_what_is_new_and_nothing_twice(store).await?;
    templates::an_import_beyond_the_limit_adds_nothing(store).await?;
    templates::templates_together_are_no_larger_than_the_limit(store).await?;

    signatures::a_signature_is_kept_replaced_and_removed(store).await?;
    signatures::a_signature_of_nobody_is_refused(store).await?;

    letterheads::a_letterhead_is_kept_replaced_and_removed(store).await?;
    letterheads::a_letterhead_of_nobody_is_refused(store).await?;

    vocabularies::a_vocabulary_is_kept_and_replaced(store).await?;
    vocabularies::a_vocabulary_of_nobody_is_refused(store).await?;

    report_styles::a_report_style_is_kept_and_replaced(store).await?;
    report_styles::a_report_style_of_nobody_is_refused(store).await?;

    trail::a_life_leaves_its_trail(store).await?;
    trail::what_left_is_known_by_its_hash(store).await?;

    // These sweep what is over, so that the stories before them are told.
    deletion::nothing_of_a_deleted_user_is_left_but_that_it_happened(store).await?;
    deletion::deleting_an_account_is_no_way_to_a_second_trial(store).await?;
    deletion::of_parallel_deletions_one_happens(store).await?;
    deletion::a_former_user_is_forgotten_after_a_year(store).await
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_every_promise_on_sqlite() -> Outcome {
    let folder = tempfile::tempdir()?;
    suite(&Store::open(&address_in(&folder)).await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_every_promise_on_postgresql() -> Outcome {
    if postgres::is_left_out() {
        return Ok(());
    }
    suite(&Store::open(&postgres::new_database()).await?).await
}

#[tokio::test]
async fn migrating_again_is_harmless_and_data_survives_reopening() -> Outcome {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&address_in(&folder)).await?;
    store.migrate().await?;
    store.migrate().await?;
    let before = user(&store, "survivor").await?;
    store.close().await?;

    let store = Store::open(&address_in(&folder)).await?;
    store.migrate().await?;
    assert_eq!(store.user(before.id).await?, Some(before.clone()));
    assert!(store.subscription(before.id).await?.is_some());
    assert_eq!(store.count_users().await?, 1);
    Ok(())
}

#[tokio::test]
async fn no_byte_of_a_deleted_user_is_left_in_the_files_of_sqlite() -> Outcome {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&address_in(&folder)).await?;
    store.migrate().await?;
    let files = || -> Result<Vec<u8>, std::io::Error> {
        let mut all = Vec::new();
        for entry in std::fs::read_dir(folder.path())? {
            all.extend(std::fs::read(entry?.path())?);
        }
        Ok(all)
    };
    deletion::nothing_that_can_be_read_is_left_of_a_deleted_user(&store, async || Ok(files()?)).await
}

#[tokio::test]
async fn no_column_of_a_deleted_user_is_left_in_postgresql() -> Outcome {
    if postgres::is_left_out() {
        return Ok(());
    }
    let address = postgres::new_database();
    let store = Store::open(&address).await?;
    store.migrate().await?;
    let database = Database::connect(&address).await?;
    let rows = async || {
        let names = "SELECT table_name AS value FROM information_schema.tables WHERE table_schema = 'public'";
        let mut all = String::new();
        for table in values(&database, names).await? {
            let rows = format!("SELECT row_to_json(a_row)::text AS value FROM \"{table}\" a_row");
            all.extend(values(&database, &rows).await?);
        }
        Ok(all.into_bytes())
    };
    deletion::nothing_that_can_be_read_is_left_of_a_deleted_user(&store, rows).await
}

/// The column `value` of a question's answer.
async fn values(database: &DatabaseConnection, question: &str) -> Result<Vec<String>, DbErr> {
    let rows = database
        .query_all_raw(Statement::from_string(DbBackend::Postgres, question))
        .await?;
    rows.iter().map(|row| row.try_get("", "value")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_one_database_make_one_user() -> Outcome {
    in_each_database(two_servers_make_one_user).await
}

async fn two_servers_make_one_user(database: &str) -> Outcome {
    let servers = [Store::open(database).await?, Store::open(database).await?];
    servers[0].migrate().await?;
    let sign_in = SignIn::by_email(EmailAddress::parse("both@example.org")?);
    let first_times = support::in_parallel(20, |number| {
        let (store, sign_in) = (servers[number % 2].clone(), sign_in.clone());
        async move {
            store
                .sign_in(&sign_in, noon())
                .await
                .map(|signed_in| signed_in.is_new)
        }
    })
    .await?;
    assert_eq!(first_times.into_iter().filter(|is_new| *is_new).count(), 1);
    assert_eq!(servers[1].count_users().await?, 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_start_at_once_on_one_database_all_come_up() -> Outcome {
    for _ in 0..5 {
        in_each_database(servers_start_at_once).await?;
    }
    Ok(())
}

/// Each with connections of its own, as replicas have.
async fn servers_start_at_once(database: &str) -> Outcome {
    let stores = support::in_parallel(6, |_| {
        let database = database.to_owned();
        async move {
            let store = Store::open(&database).await?;
            store.migrate().await?;
            Ok::<_, StoreError>(store)
        }
    })
    .await?;
    for (number, store) in stores.iter().enumerate() {
        user(store, &format!("replica-{number}")).await?;
    }
    assert_eq!(stores[0].count_users().await?, 6);
    Ok(())
}

#[tokio::test]
async fn takes_a_file_whose_name_speaks_of_memory() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("memory-clinic.sqlite");
    Store::open(&format!("sqlite:{}", path.display()))
        .await?
        .migrate()
        .await?;
    assert!(path.exists());
    Ok(())
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_a_new_database() -> Outcome {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir()?;
    let store = Store::open(&address_in(&folder)).await?;
    store.migrate().await?;
    for entry in std::fs::read_dir(folder.path())? {
        let entry = entry?;
        let mode = entry.metadata()?.permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.file_name().display());
    }
    Ok(())
}

#[tokio::test]
async fn refuses_addresses_that_name_no_lasting_database() {
    for address in [
        "",
        "sqlite::memory:",
        "mysql://localhost/readout",
        "data/readout.sqlite",
    ] {
        let refused = Store::open(address).await;
        assert!(
            matches!(refused, Err(StoreError::UnsupportedAddress)),
            "{address}"
        );
    }
}

#[tokio::test]
async fn a_password_in_an_address_that_cannot_be_read_is_told_nobody() {
    for address in [
        "postgres://u:hush/hush@127.0.0.1/readout",
        "postgres://u:hush#hush@127.0.0.1/readout",
        "postgres://u:hush@127.0.0.1:port/readout",
        "postgres://u:hush?hush@127.0.0.1/readout",
    ] {
        let refused = Store::open(address).await.expect_err(address);
        assert!(matches!(refused, StoreError::UnreadableAddress), "{refused:?}");
        assert!(!format!("{refused} {refused:?}").contains("hush"), "{refused:?}");
    }
}

/// Tells a story that needs a database of its own, of each kind in turn.
async fn in_each_database(story: impl AsyncFn(&str) -> Outcome) -> Outcome {
    let folder = tempfile::tempdir()?;
    story(&address_in(&folder)).await?;
    if postgres::is_left_out() {
        return Ok(());
    }
    story(&postgres::new_database()).await
}

fn address_in(folder: &tempfile::TempDir) -> String {
    format!("sqlite:{}", folder.path().join("readout.sqlite").display())
}
