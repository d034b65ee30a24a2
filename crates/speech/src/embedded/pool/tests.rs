//! The pool with numbers in the place of recognisers.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;

/// Knows its number and how often it was used.
struct Numbered(usize, usize);

impl Reusable for Numbered {
    fn is_worn(&self) -> bool {
        self.1 > 2
    }
}

type Numbers = Arc<Pool<Numbered>>;

/// A pool with the thread that loads.
fn pool(spare_time: Duration) -> Numbers {
    let pool = Arc::new(Pool {
        spare_time,
        ..Pool::new(2)
    });
    let loaded = Arc::clone(&pool);
    thread::spawn(move || {
        let mut number = 0;
        let open = || {
            number += 1;
            Ok::<_, Infallible>(Numbered(number, 0))
        };
        loaded.load(open);
    });
    pool
}

#[track_caller]
fn wait_for(pool: &Numbers, loaded: usize) {
    let began = Instant::now();
    while pool.lock().loaded != loaded {
        let now = pool.lock().loaded;
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{now} loaded, wanted {loaded}"
        );
        thread::sleep(Duration::from_millis(1));
    }
    // And no more than that.
    thread::sleep(Duration::from_millis(30));
    assert_eq!(pool.lock().loaded, loaded);
}

fn take(pool: &Numbers) -> Lent<Numbered> {
    pool.take(|_| false).expect("the pool is open")
}

#[test]
fn there_is_one_more_than_are_in_use() {
    let pool = pool(SPARE_TIME);
    wait_for(&pool, 2);
    let taken: Vec<_> = (0..4).map(|_| take(&pool)).collect();
    wait_for(&pool, 5);
    taken.into_iter().for_each(Lent::give_back);
    wait_for(&pool, 5);
    pool.close();
}

#[test]
fn there_is_one_for_every_live_dictation_before_anybody_speaks_within_bounds() {
    let pool = pool(SPARE_TIME);
    let expected: Vec<_> = (0..12).map(|_| pool.expect()).collect();
    wait_for(&pool, 12);
    drop(expected);
    let expected: Vec<_> = (0..MOST + 10).map(|_| pool.expect()).collect();
    wait_for(&pool, MOST);
    let taken: Vec<_> = (0..MOST).map(|_| take(&pool)).collect();
    wait_for(&pool, MOST);
    drop((expected, taken));
    pool.close();
}

#[test]
fn a_few_are_expected_and_others_turned_away_until_one_of_them_has_gone() {
    let pool = pool(SPARE_TIME);
    let [first, second] = [pool.expect_of_few(2), pool.expect_of_few(2)];
    assert!(first.is_some() && second.is_some());
    assert!(pool.expect_of_few(2).is_none());
    drop(first);
    let next = pool.expect_of_few(2).expect("one has gone");
    assert!(Arc::ptr_eq(next.pool(), &pool));
    drop((second, next));
    pool.close();
}

#[test]
fn those_that_nobody_needs_are_freed_and_the_least_stay() {
    let pool = pool(Duration::from_millis(100));
    let expected: Vec<_> = (0..6).map(|_| pool.expect()).collect();
    wait_for(&pool, 6);
    drop(expected);
    wait_for(&pool, 2);
    pool.close();
}

#[test]
fn one_that_was_dropped_or_is_worn_is_replaced() {
    let pool = pool(SPARE_TIME);
    wait_for(&pool, 2);
    let dropped = take(&pool);
    let number = dropped.0;
    drop(dropped);
    let mut worn = take(&pool);
    worn.1 = 3;
    let worn_number = worn.0;
    worn.give_back();
    wait_for(&pool, 2);
    let rest = [take(&pool).0, take(&pool).0, take(&pool).0];
    assert!(
        !rest.contains(&number) && !rest.contains(&worn_number),
        "{rest:?}"
    );
    pool.close();
}

#[test]
fn the_one_that_suits_is_taken_else_the_one_that_was_used_last() {
    let pool = pool(SPARE_TIME);
    wait_for(&pool, 2);
    let [first, second] = [take(&pool), take(&pool)];
    let numbers = (first.0, second.0);
    // The third that was loaded for want of an idle one.
    wait_for(&pool, 3);
    first.give_back();
    second.give_back();
    let suiting = pool.take(|one| one.0 == numbers.0).expect("open");
    assert_eq!(suiting.0, numbers.0);
    assert_eq!(take(&pool).0, numbers.1);
    pool.close();
}

#[test]
fn who_waits_is_called_when_one_is_free_and_when_the_pool_closes() {
    let pool = Arc::new(Pool::<Numbered>::new(1));
    let called = Arc::new(AtomicUsize::new(0));
    let call = || {
        let called = Arc::clone(&called);
        move || {
            called.fetch_add(1, Ordering::SeqCst);
        }
    };
    assert!(pool.take_or(|_| true, call()).is_none());
    pool.lock().loaded = 1;
    pool.lend(Numbered(1, 0)).give_back();
    assert_eq!(called.load(Ordering::SeqCst), 1);
    let lent = pool.take_or(|_| true, call()).expect("the one that is free");
    assert!(pool.take_or(|_| true, call()).is_none());
    pool.close();
    assert_eq!(called.load(Ordering::SeqCst), 2);
    assert!(pool.take(|_| true).is_none());
    drop(lent);
}

#[test]
fn one_that_cannot_be_loaded_is_tried_again_until_the_pool_closes() {
    let pool = Arc::new(Pool::<Numbered>::new(1));
    let tried = Arc::new(AtomicUsize::new(0));
    let (loaded, counted) = (Arc::clone(&pool), Arc::clone(&tried));
    let life = thread::spawn(move || {
        loaded.load(|| {
            counted.fetch_add(1, Ordering::SeqCst);
            Err::<Numbered, _>(std::fmt::Error)
        });
    });
    while tried.load(Ordering::SeqCst) == 0 {
        thread::yield_now();
    }
    let began = Instant::now();
    while tried.load(Ordering::SeqCst) < 2 && began.elapsed() < Duration::from_secs(5) {
        pool.changed.notify_all();
        thread::yield_now();
    }
    assert!(tried.load(Ordering::SeqCst) > 1);
    pool.close();
    life.join().expect("the loading ends");
}
