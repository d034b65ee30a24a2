//! Comparison of any findings with any previous report.

use report::statement::Origin;
use structuring::comparison;

use super::with;
use crate::Target;
use crate::dictated::{text, text_seeds};

pub const TARGET: Target = Target {
    name: "compare",
    check,
    seeds: text_seeds,
    longest: 2_048,
};

fn check(input: &[u8]) {
    with(input, |bytes| {
        let (today, previous) = (text(bytes)?, text(bytes)?);
        let findings: Vec<&str> = today.lines().collect();
        let said = comparison::compare(&findings, &previous);
        let length: usize = said.iter().map(|statement| statement.text.len()).sum();
        assert!(
            length <= 60 * (today.len() + previous.len()) + 1_000,
            "{length} bytes of comparison"
        );
        for statement in said {
            if let Origin::Derived { from } = statement.origin {
                assert!(
                    from.iter().all(|index| *index < findings.len()),
                    "what it is derived from is there"
                );
            }
        }
        Ok(())
    });
}
