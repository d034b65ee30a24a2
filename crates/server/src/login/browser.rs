//! What a browser calls itself, as coarse as its owner needs to recognise it: `Firefox on Windows`.

use axum::http::{HeaderMap, header};

/// Families by what their `User-Agent` holds, those first that call themselves by the names of others as well.
const FAMILIES: [(&str, &str); 10] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Safari/", "Safari"),
];

/// Systems likewise.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The name of the browser that sends these headers; none of what is no browser that is known.
pub(super) fn name(headers: &HeaderMap) -> Option<String> {
    let agent = headers.get(header::USER_AGENT)?.to_str().ok()?;
    let find = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(token, _)| agent.contains(token));
        found.map(|(_, name)| *name)
    };
    let family = find(&FAMILIES)?;
    Some(match find(&SYSTEMS) {
        Some(system) => format!("{family} on {system}"),
        None => family.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(agent: &str, expected: Option<&str>) {
        let mut headers = HeaderMap::new();
        headers.insert(header::USER_AGENT, agent.parse().expect("a value"));
        assert_eq!(name(&headers).as_deref(), expected, "{agent}");
    }

    #[test]
    fn names_the_family_and_the_system_and_nothing_finer() {
        check(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
            Some("Firefox on Windows"),
        );
        check(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
            Some("Edge on Windows"),
        );
        check(
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
            Some("Safari on macOS"),
        );
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1",
            Some("Chrome on iPhone"),
        );
        check(
            "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            Some("Samsung Internet on Android"),
        );
        check(
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
            Some("Chrome on ChromeOS"),
        );
        check("curl/8.14.1", None);
        check("", None);
        assert_eq!(name(&HeaderMap::new()), None);
    }
}
