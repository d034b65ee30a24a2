//! Which normal sentences of a template a dictation takes out and which blanks it fills.

mod by_class;
mod conclusion;
mod support;
mod table;
