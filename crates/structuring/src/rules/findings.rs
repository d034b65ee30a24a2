//! The findings: which lines of the template stand beside the dictation is decided by how what they say stands to what was dictated
//! ([`crate::merge`]).

mod assemble;
pub mod hanging;
mod order;
mod replaced;

pub(super) use assemble::assemble;
pub(super) use order::Placed;
