//! The Readout program.
fn main() {}
