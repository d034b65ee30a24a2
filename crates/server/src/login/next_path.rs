//! Where a person goes after signing in: a place on this site, never somewhere else.

use url::{Position, Url};

/// A path of this site, with its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextPath(String);

/// Where everybody goes who did not ask for a place.
const WORKSPACE: &str = "/app";
const LONGEST: usize = 512;

impl NextPath {
    /// Takes `raw` when it is a path of this site, else the workspace.
    ///
    /// Browsers read `//host` and `/\host` as another site, drop tabs and line ends inside an address, and go up at `..` however it is
    /// spelled; a path of the interface shows no page. What is kept is therefore what a browser would make of it.
    pub fn parse(raw: Option<&str>) -> Self {
        let page = raw.and_then(page_of_this_site);
        Self(page.unwrap_or_else(|| WORKSPACE.to_owned()))
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn page_of_this_site(raw: &str) -> Option<String> {
    let is_path = raw.len() <= LONGEST
        && raw.starts_with('/')
        && raw.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    // Any site does: only the path is looked at.
    let site = Url::parse("http://readout.invalid/").ok()?;
    let url = is_path.then(|| site.join(raw).ok()).flatten()?;
    let path = url.path();
    let is_page = url.origin() == site.origin() && !path.starts_with("//") && !path.starts_with("/api");
    is_page.then(|| url[Position::BeforePath..].to_owned())
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
        check("/a/../api/logout", "/app");
        check("/x/%2e%2e/api/logout", "/app");
        check("/x/.%2E/./api/user/export", "/app");
        check("/..//evil.example", "/app");
        check("/account/../app?a=/../b#c", "/app?a=/../b#c");
        check("/a\r\nset-cookie: x", "/app");
        assert_eq!(NextPath::parse(None).as_str(), "/app");
    }
}
