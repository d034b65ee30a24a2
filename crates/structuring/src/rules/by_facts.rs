//! The findings put together by facts: which lines of the template stand is decided by how what they say stands to what was dictated
//! ([`crate::merge`]). It is built beside the eviction by kinds and takes its place when it is better everywhere; until then
//! `--merge facts` asks for it.

mod assemble;
mod groups;
pub mod hanging;
mod order;

pub(super) use assemble::assemble;
