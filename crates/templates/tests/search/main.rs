//! Search over the whole library.

mod answers;
mod patient;
mod queries;
mod requests;

use templates::library;

/// The names of the studies that the request finds, best first.
fn found(query: &str) -> Vec<&'static str> {
    library()
        .search(query)
        .iter()
        .map(|found| found.template.body_part.as_str())
        .collect()
}

/// The request finds this study first.
#[track_caller]
fn check(query: &str, study: &str) {
    let found = found(query);
    assert_eq!(found.first(), Some(&study), "{query:?} finds {found:?}");
}

/// The request finds the one and the other study first and second, in either order.
#[track_caller]
fn check_both(query: &str, one: &str, other: &str) {
    let found = found(query);
    let first = &found[..found.len().min(2)];
    assert!(
        first.contains(&one) && first.contains(&other),
        "{query:?} finds {found:?}"
    );
}

/// The request finds nothing.
#[track_caller]
fn refused(query: &str) {
    let found = found(query);
    assert!(found.is_empty(), "{query:?} finds {found:?}");
}
