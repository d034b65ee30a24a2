//! Where a person goes after signing in: a place on this site, never somewhere else.

/// A path of this site, with its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextPath(String);

/// Where everybody goes who did not ask for a place.
const WORKSPACE: &str = "/app";
const LONGEST: usize = 512;

impl NextPath {
    /// Takes `raw` when it is a path of this site, else the workspace.
    ///
    /// Browsers read `//host` and `/\host` as another site, drop tabs and line ends inside an address, and a path of the interface
    /// shows no page.
    pub fn parse(raw: Option<&str>) -> Self {
        match raw {
            Some(path) if is_page_of_this_site(path) => Self(path.to_owned()),
            _ => Self(WORKSPACE.to_owned()),
        }
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_page_of_this_site(path: &str) -> bool {
    path.len() <= LONGEST
        && path.starts_with('/')
        && !path.starts_with("//")
        && !path.starts_with("/api")
        && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, expected: &str) {
        assert_eq!(NextPath::parse(Some(raw)).as_str(), expected, "{raw:?}");
    }

    #[test]
    fn leads_to_this_site_alone() {
        check("/subscribe?from=app", "/subscribe?from=app");
        check("", "/app");
        check("//evil.example", "/app");
        check("/\\evil.example", "/app");
        check("/a\\b", "/app");
        check("/\t/evil.example", "/app");
        check("https://evil.example", "/app");
        check("evil.example", "/app");
        check("/api/logout", "/app");
        check("/a\r\nset-cookie: x", "/app");
        assert_eq!(NextPath::parse(None).as_str(), "/app");
    }
}
