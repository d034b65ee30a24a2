//! The pages and assets of the web build, as they lie in the program.
//!
//! `web/dist` is embedded when the crate is compiled, so the web build comes first: `npm run build` in `web/`, then cargo. Without
//! it the crate still builds, and every page says that the web build is missing. `build.rs` makes cargo notice a new web build.
//!
//! A file may hold tokens such as `%READOUT_PUBLIC_URL%`. Those that an installation decides are filled once, here, when the server
//! starts, and the filled file is compressed again. Those of the sign-in pages are filled for each request ([`Pages::fill`]).

mod file;
mod serve;

use std::borrow::Cow;
use std::collections::HashMap;

use axum::http::HeaderValue;
use serde::Deserialize;

pub use file::File;
pub use serve::{page_not_found, serve};

use crate::http::security;
use crate::site::Site;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist/"]
#[allow_missing = true]
struct WebBuild;

/// Every file of the web build with the tokens of this installation filled in.
#[derive(Debug)]
pub struct Pages {
    files: HashMap<String, File>,
    content_security_policy: HeaderValue,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct InlineScripts {
    script_hashes: Vec<String>,
}

impl Pages {
    /// The web build that was compiled in.
    pub fn embedded(site: &Site) -> Self {
        Self::from_files(
            WebBuild::iter()
                .filter_map(|path| WebBuild::get(&path).map(|file| (path.into_owned(), file.data))),
            site,
        )
    }

    /// Pages made of the given files, named by their paths inside `dist`.
    pub fn from_files(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>, site: &Site) -> Self {
        let mut contents: HashMap<String, Cow<'static, [u8]>> = files.into_iter().collect();
        let inline: InlineScripts = contents
            .remove("csp.json")
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let policy = security::content_security_policy(&inline.script_hashes);
        let names: Vec<String> = contents
            .keys()
            .filter(|name| !is_compressed_sibling(name))
            .cloned()
            .collect();
        let mut pages = HashMap::with_capacity(names.len());
        for name in names {
            let Some(bytes) = contents.remove(&name) else {
                continue;
            };
            let brotli = contents.remove(&format!("{name}.br"));
            let gzip = contents.remove(&format!("{name}.gz"));
            let file = match fill_site(&name, &bytes, site) {
                Some(filled) => File::filled(&name, filled.into_bytes()),
                None => File::untouched(&name, bytes, brotli, gzip),
            };
            pages.insert(name, file);
        }
        Self {
            files: pages,
            content_security_policy: HeaderValue::from_str(&policy)
                .unwrap_or(HeaderValue::from_static("default-src 'none'")),
        }
    }

    /// The file with this path inside `dist`.
    pub fn get(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// The policy that fits the scripts of these pages.
    pub fn content_security_policy(&self) -> &HeaderValue {
        &self.content_security_policy
    }

    /// The page `path` with `tokens` replaced. Values are HTML already: escape them with [`escape`].
    pub fn fill(&self, path: &str, tokens: &[(&str, &str)]) -> String {
        let page = self
            .get(path)
            .and_then(|file| std::str::from_utf8(file.bytes()).ok());
        fill_tokens(page.unwrap_or(MISSING), tokens)
    }

    /// The same of a page with parts, each by its name and whether it is wanted.
    pub fn fill_parts(&self, path: &str, parts: &[(&str, bool)], tokens: &[(&str, &str)]) -> String {
        // Parts first: what fills a token is no part of the page.
        let page = with_parts(self.fill(path, &[]), parts);
        fill_tokens(&page, tokens)
    }
}

/// In one pass, so that a value that somebody typed is never taken for a token.
fn fill_tokens(text: &str, tokens: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        let found = tokens.iter().find(|(token, _)| from.starts_with(token));
        let (value, length) = found.map_or(("%", 1), |(token, value)| (value, token.len()));
        filled.push_str(value);
        rest = &from[length..];
    }
    filled.push_str(rest);
    filled
}

/// The text with those of its parts that are wanted. A part stands between `%READOUT_PART_NAME%` and `%READOUT_END_NAME%`.
fn with_parts(mut text: String, parts: &[(&str, bool)]) -> String {
    for (name, is_wanted) in parts {
        let (begin, end) = (format!("%READOUT_PART_{name}%"), format!("%READOUT_END_{name}%"));
        if !is_wanted
            && let Some(from) = text.find(&begin)
            && let Some(to) = text.find(&end)
            && from < to
        {
            text.replace_range(from..to, "");
        }
        text = text.replace(&begin, "").replace(&end, "");
    }
    text
}

/// What every page shows when the program was compiled before the web build.
pub(crate) const MISSING: &str = "<!doctype html><html lang=\"en\"><title>Readout</title><h1>The web pages are missing</h1>\
<p>This program was compiled before its web pages were built. Build them (make build) and compile it again.</p></html>";

/// Makes a text safe between tags and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The text with the installation's tokens filled, or nothing when it holds none.
fn fill_site(name: &str, bytes: &[u8], site: &Site) -> Option<String> {
    const TOKENS: [&str; 3] = [
        "%READOUT_PUBLIC_URL%",
        "%READOUT_SUPPORT_EMAIL%",
        "%READOUT_PAY_URL_INTERNATIONAL%",
    ];
    let may_hold_tokens = [".html", ".txt", ".xml", ".json", ".webmanifest"];
    if !may_hold_tokens.iter().any(|ending| name.ends_with(ending)) {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    if !TOKENS.iter().any(|token| text.contains(token)) {
        return None;
    }
    let pay_url = site
        .pay_url_international
        .as_ref()
        .map(url::Url::as_str)
        .unwrap_or_default();
    let values = [site.base(), &site.support_email, pay_url];
    let mut filled = text.to_owned();
    for (token, value) in TOKENS.iter().zip(values) {
        filled = filled.replace(token, &escape(value));
    }
    Some(filled)
}

fn is_compressed_sibling(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_parts_that_are_wanted() {
        let page = "a %READOUT_PART_X%b%READOUT_END_X% c %READOUT_PART_Y%d%READOUT_END_Y%";
        let check = |x, y, expected: &str| {
            assert_eq!(with_parts(page.to_owned(), &[("X", x), ("Y", y)]), expected);
        };
        check(true, true, "a b c d");
        check(false, true, "a  c d");
        check(true, false, "a b c ");
        check(false, false, "a  c ");
    }

    #[test]
    fn what_a_person_typed_makes_no_part() {
        let page = "[%E%]%READOUT_PART_X%x%READOUT_END_X%".to_owned();
        let page = fill_tokens(&with_parts(page, &[("X", false)]), &[("%E%", "%READOUT_PART_X%")]);
        assert_eq!(page, "[%READOUT_PART_X%]");
    }

    #[test]
    fn what_a_person_typed_is_taken_for_no_token() {
        let filled = fill_tokens("100% %A% %B% %C%", &[("%A%", "%B%"), ("%B%", "b")]);
        assert_eq!(filled, "100% %B% b %C%");
    }
}
