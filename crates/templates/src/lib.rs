//! The built-in CT and MRI templates, their search and matching.
//!
//! Owns what a normal study of each kind reads like, and which template a request for a study means. Refuses
//! every request that is neither CT nor MRI, and every body part that the library does not have: no match is an
//! answer.
//!
//! A template is one file in `templates/ct` or `templates/mri` at the root of the repository; to add one, write
//! the file. The build embeds it, `tests/library_lint.rs` holds it to the house rules, and search finds it when
//! the words of its name are in `data/terms.toml`. `eval/template_queries.jsonl` should ask for it.

mod clues;
mod library;
mod likely;
mod request;
mod search;
mod spelling;
mod study;
mod template;
mod terms;

pub use library::{Library, LibraryError, library};
pub use likely::terms_in;
pub use search::{MOST_MATCHES, Match};
pub use study::{Component, Study};
pub use template::{Line, Template, TemplateError};
