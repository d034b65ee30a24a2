//! What the tests over the whole library share.

use templates::{Template, library};

/// Runs the check on every template and names each one that fails it.
pub fn each(check: impl Fn(&Template) -> Result<(), String>) {
    let faults: Vec<String> = library()
        .all()
        .iter()
        .filter_map(|template| {
            check(template)
                .err()
                .map(|fault| format!("{}: {fault}", template.id))
        })
        .collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The words of a text in lower case.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}
