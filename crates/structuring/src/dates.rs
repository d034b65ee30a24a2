//! Dates and years in a text, in figures or with the name of the month.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::Deserialize;

use crate::patterns;

/// A date in a text.
pub(crate) struct Date {
    /// Its bytes.
    pub(crate) range: Range<usize>,
    /// Year, month and day, for telling the latest; the day or month is 0 when it is not given.
    pub(crate) order: (u32, u32, u32),
    /// Whether it is a year and nothing else.
    pub(crate) is_bare_year: bool,
}

/// The months by the patterns of their names, in order. The file is part of the program: one that cannot be read is a defect of the build
/// and ends it.
static MONTHS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let anchored = |name: &String| patterns::pattern(&format!("^{name}"));
    FILE.months.iter().map(anchored).collect()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    months: Vec<String>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/dates.toml")).unwrap_or_else(|error| panic!("dates: {error}"))
});

static DATE: LazyLock<Regex> = LazyLock::new(|| {
    let month = format!(r"(?:{})\.?", FILE.months.join("|"));
    Regex::new(&format!(
        r"(?ix)
        \b(?P<y1>(?:19|20)\d{{2}})[-/.](?P<m1>\d{{1,2}})[-/.](?P<d1>\d{{1,2}})\b
        |\b(?P<d2>\d{{1,2}})(?:[-/.]|\s)(?P<m2>\d{{1,2}})(?:[-/.]|\s)(?P<y2>(?:19|20)\d{{2}})\b
        |\b(?P<d3>\d{{1,2}})[-/.](?P<m3>\d{{1,2}})[-/.](?P<y3>\d{{2}})\b
        |\b(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?[\s,-]*(?:of\s+)?(?P<m4>{month})[\s,'\u{{2019}}-]*(?P<y4>(?:19|20)?\d{{2}})\b
        |\b(?P<m5>{month})\s*(?P<d5>\d{{1,2}})(?:st|nd|rd|th)?[\s,]+(?P<y5>(?:19|20)\d{{2}})\b
        |\b(?P<m6>{month})[\s,-]*(?P<y6>(?:19|20)\d{{2}})\b
        |\b(?P<m7>\d{{1,2}})/(?P<y8>(?:19|20)\d{{2}})\b
        |\b(?P<y7>(?:19|20)\d{{2}})\b"
    ))
    .expect("dates")
});

/// The dates of a text, in order.
pub(crate) fn find(text: &str) -> impl Iterator<Item = Date> + '_ {
    DATE.captures_iter(text).filter_map(|found| date(&found))
}

fn date(found: &Captures<'_>) -> Option<Date> {
    let part = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| found.name(name))
            .map(|part| part.as_str())
    };
    let number = |names: &[&str]| part(names).and_then(|text| text.parse::<u32>().ok());
    let year = number(&["y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8"])?;
    let month = number(&["m1", "m2", "m3", "m7"]).or_else(|| {
        let named = part(&["m4", "m5", "m6"])?;
        let at = MONTHS.iter().position(|month| month.is_match(named))?;
        u32::try_from(at + 1).ok()
    });
    let day = number(&["d1", "d2", "d3", "d4", "d5"]).unwrap_or(0);
    let month = month.unwrap_or(0);
    if day > 31 || month > 31 {
        return None;
    }
    Some(Date {
        range: found.get(0)?.range(),
        is_bare_year: found.name("y7").is_some(),
        order: (if year < 100 { year + 2000 } else { year }, month, day),
    })
}
