//! Names out of what providers tell.

use accounts::user::Names;

/// First and last name; where only the whole name is told, its first word and the rest, so that together they read as it did.
pub(super) fn from_parts(given: Option<&str>, family: Option<&str>, whole: Option<&str>) -> Names {
    let names = Names::from_provider(given, family);
    if !names.are_unknown() {
        return names;
    }
    let whole = whole.map(str::trim).unwrap_or_default();
    match whole.split_once(char::is_whitespace) {
        Some((first, rest)) => Names::from_provider(Some(first), Some(rest)),
        None => Names::from_provider(Some(whole), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(told: [Option<&str>; 3], expected: (Option<&str>, Option<&str>)) {
        let names = from_parts(told[0], told[1], told[2]);
        assert_eq!((names.first(), names.last()), expected, "{told:?}");
    }

    #[test]
    fn parts_come_before_the_whole() {
        check(
            [Some("Asha"), Some("Rao"), Some("Dr. A. Rao")],
            (Some("Asha"), Some("Rao")),
        );
        check([Some("Asha"), None, Some("Asha Rao")], (Some("Asha"), None));
        check(
            [None, None, Some(" Asha  van der Rao ")],
            (Some("Asha"), Some("van der Rao")),
        );
        check([None, Some(" "), Some("asha")], (Some("asha"), None));
        check([None, None, None], (None, None));
    }
}
