//! One reading of radiology text.
//!
//! A text becomes [`fact::Fact`]s: a concept at a place, asserted, denied, doubted or remembered, or a structure called normal in a
//! respect. [`relate`] alone decides how two facts stand to each other. What the reading knows stands in `data/`, which its README
//! explains; there is no list of words in the code.
//!
//! Rooms, in this order, none looking back: [`knowledge`], [`mention`], [`clause`], [`assertion`], [`place`], [`fact`],
//! [`document`], [`relate`].

mod ambiguity;
pub mod assertion;
pub mod clause;
pub mod document;
pub mod explain;
pub mod fact;
pub mod knowledge;
pub mod mention;
pub mod place;
mod reader;
pub mod relate;
pub mod respect;
pub mod token;
