//! The terms that a template makes likely to be said: the names of structures and findings in its lines.

use std::collections::HashSet;

use report::anatomy;
use report::reading::Reading;

/// More terms than this are not taken; a template of the library has a hundred.
const MOST: usize = 200;
/// Nor are more bytes of lines read: a user's own template may be a text of any kind.
const MOST_READ: usize = 16 * 1024;

/// The names of structures and findings in some lines as they stand there, each once, in the order in which they come.
pub fn terms_in<'t>(lines: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    let mut read = 0;
    let mut seen = HashSet::new();
    lines
        .into_iter()
        .take_while(|line| {
            read += line.len();
            read <= MOST_READ
        })
        .flat_map(|line| {
            let structures = anatomy::lexicon().find(line).into_iter();
            let findings = Reading::of(line).claims.into_iter();
            let mut places: Vec<_> = structures
                .map(|mention| mention.range)
                .chain(findings.map(|claim| claim.named))
                .collect();
            places.sort_by_key(|place| place.start);
            places.into_iter().map(|place| line[place].to_owned())
        })
        .filter(|term| !term.trim().is_empty() && seen.insert(term.to_lowercase()))
        .take(MOST)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_and_findings_are_taken_once_and_nothing_else_is() {
        let lines = [
            "Liver is normal in size and shows no hydatid cyst.",
            "No focal lesion is seen in the liver. Corpus callosum is intact.",
        ];
        let terms = terms_in(lines);
        assert_eq!(terms[0], "Liver");
        for term in ["Corpus callosum", "hydatid", "focal lesion"] {
            assert!(terms.iter().any(|taken| taken == term), "{term} in {terms:?}");
        }
        assert_eq!(
            terms
                .iter()
                .filter(|term| term.eq_ignore_ascii_case("liver"))
                .count(),
            1
        );
        assert!(!terms.iter().any(|term| term == "intact" || term == "seen"));
    }

    #[test]
    fn a_text_of_any_size_is_read_in_bounds() {
        let line = "The liver and the spleen are normal. ".repeat(20_000);
        assert!(terms_in([line.as_str()]).is_empty());
        assert_eq!(terms_in(line.split(". ")).len(), 2);
    }

    #[test]
    fn a_template_of_the_library_has_some_and_not_too_many() {
        for template in crate::library().all() {
            let terms = template.terms();
            assert!(
                (5..MOST).contains(&terms.len()),
                "{} {}",
                template.id,
                terms.len()
            );
        }
    }
}
