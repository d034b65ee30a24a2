//! The findings: which lines of the template stand beside the dictation is decided by how what they say stands to what was dictated
//! ([`crate::merge`]).

mod assemble;
mod groups;
pub mod hanging;
mod order;

pub(super) use assemble::assemble;
pub(crate) use groups::organ_of;
pub(super) use order::Placed;
