//! The previous report as a user pastes it: its date, and the sentences of its findings.
//!
//! The text may be a whole report, prose, bullets or only an impression. Of several reports pasted together the latest counts. What
//! a report itself says of a still earlier one is left out.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use report::section::SectionKind;
use report::side::{self, Side};
use report::{measurement, segment, wording};

use super::words::WORDS;
use crate::dates::{self, Date};
use crate::route;

/// What a previous report tells.
pub(super) struct Previous {
    /// Its date as written in it.
    pub(super) date: Option<String>,
    /// The sentences of its findings; of its impression when it has no findings.
    pub(super) sentences: Vec<String>,
    /// The side of the limb, joint or breast that it names as its study.
    pub(super) side: Option<Side>,
}

/// Words before a date that is not the report's own.
static OTHER_DATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:compar\w+|dob|d\.o\.b\.?|birth|born|lmp|surgery|operat\w+|operated|since|admi\w+|printed)\b[^.\n]{0,30}$").expect("pattern")
});
/// Words before a bare year that make it the year of the study.
static TITLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:ct\w*|mr\w*|hrct|scan|study|report|examination|dated?)\b[ :(-]+(?:[a-z]+ ){0,3}$")
        .expect("pattern")
});
/// What a report repeats of an earlier one.
static EARLIER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\s*\((?:previously|previous|earlier|prior|was|formerly)\b[^)]*\)|,?\s*\b(?:previously|(?:as )?compared (?:to|with)|earlier)(?: (?:measured|measuring|it was))?\s+(?:\d+(?:\.\d+)?\s*(?:mm|cm)?\s*x\s*){0,2}\d+(?:\.\d+)?\s*(?:mm|cm|ml|cc)\b(?: (?:previously|earlier|on the (?:previous|prior)[^.,;]*))?").expect("pattern")
});
/// What names the study before its findings begin.
static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:previous|prior|old|last|outside|baseline|staging|follow[- ]?up|pre[- ]?treatment|post[- ]?treatment|oncology|low[- ]dose|high[- ]resolution|whole[- ]body)\s+)*(?:ct\w*|mr\w*|mpmri|ldct|hrct|cect|ncct|cemri|pet\S*|usg|ultrasound|report|scan|study|summary|date[d]?|dt|xr\S*)\b[^.:;]{0,50}[:;]\s*").expect("pattern")
});
/// What was known before the study.
static OF_HISTORY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:known|history|h/o|c/o|complain\w*|presents?|presenting|indication|follow[- ]?up|status post|s/p|post[- ]?op\w*|compar\w+|technique|protocol)\b")
        .expect("history")
});

/// Reads a pasted report.
pub(super) fn read(text: &str) -> Previous {
    let text = &text.replace('\r', "");
    let dates: Vec<Date> = dates::find(text)
        .filter(|date| !date.is_bare_year || TITLED.is_match(just_before(text, date.range.start)))
        .filter(|date| !OTHER_DATE.is_match(just_before(text, date.range.start)))
        .collect();
    let (date, range) = latest(text, &dates);
    let mut body = String::with_capacity(range.len());
    let mut at = range.start;
    // How far the line is read, and whether it measures anything so far: of a line of nothing but dates each part is read once.
    let (mut read, mut measures) = (0, false);
    for found in dates.iter().filter(|found| range.contains(&found.range.start)) {
        body.push_str(&text[at..found.range.start]);
        // A date in a title ends it; elsewhere it goes without a trace.
        if let Some(end) = text[read..found.range.start].rfind('\n') {
            read += end + 1;
            measures = false;
        }
        measures |= !report::measurement::find(&text[read..found.range.start]).is_empty();
        if !measures {
            body.push_str(". ");
        }
        (at, read) = (found.range.end, found.range.end);
    }
    body.push_str(&text[at..range.end]);
    // A date in brackets leaves nothing behind.
    static EMPTIED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\s*[(\[]\s*(?:(?:dated?|dt|done|on|of)\b[ .]*)*\.\s*[)\]]").expect("empty brackets")
    });
    let body = EMPTIED.replace_all(&body, ". ").into_owned();
    Previous {
        date: date.map(|date| text[date.range.clone()].to_owned()),
        sentences: sentences(&body),
        side: side_of_study(&body),
    }
}

/// `MRI right knee of 21 June`: the one side that a title names.
fn side_of_study(body: &str) -> Option<Side> {
    static STUDY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\W*(?:(?:previous|prior|old|plain|contrast)\s+)*(?:ct|mri?|hrct|cect|ncct)\b([^.:;\n]{0,60})")
            .expect("studies")
    });
    let title = STUDY.captures(body.trim_start())?.get(1)?.as_str();
    match &side::find(title)[..] {
        [only] if only.side != Side::Bilateral => Some(only.side),
        _ => None,
    }
}

/// As much of a text as decides about the date behind it.
fn just_before(text: &str, at: usize) -> &str {
    const ENOUGH: usize = 400;
    &text[text.floor_char_boundary(at.saturating_sub(ENOUGH))..at]
}

/// The date of the latest of the reports in a text and the bytes of that report: several reports are pasted one behind the other
/// when something was measured or found between their dates.
fn latest<'d>(text: &str, dates: &'d [Date]) -> (Option<&'d Date>, Range<usize>) {
    let mut blocks: Vec<(&Date, Range<usize>)> = Vec::new();
    // How far the last block has been read without finding anything told in it.
    let mut read = 0;
    for (date, start) in dates.iter().zip(title_starts(text, dates)) {
        match blocks.last_mut() {
            Some((_, block)) if !has_content(&text[read..start.max(read)]) => {
                block.end = text.len();
                read = start.max(read);
            }
            Some((_, block)) if start > block.start => {
                block.end = start;
                blocks.push((date, start..text.len()));
                read = start;
            }
            Some(_) => {}
            None => {
                blocks.push((date, start..text.len()));
                read = start;
            }
        }
    }
    match blocks.iter().max_by_key(|(date, _)| date.order) {
        Some((date, range)) if blocks.len() > 1 => (Some(date), range.clone()),
        Some((date, _)) => (Some(date), 0..text.len()),
        None => (None, 0..text.len()),
    }
}

/// Where the line or sentence begins in which each date stands.
fn title_starts(text: &str, dates: &[Date]) -> Vec<usize> {
    let (mut start, mut read) = (0, 0);
    let starts = dates.iter().map(|date| {
        let at = date.range.start;
        // A full stop may stand at the end of what was read before.
        let from = text.floor_char_boundary(usize::saturating_sub(read, 1));
        let line = text[from..at].rfind('\n').map_or(0, |end| from + end + 1);
        let stop = text[from..at].rfind(". ").map_or(0, |end| from + end + 2);
        start = start.max(line).max(stop);
        read = at;
        start
    });
    starts.collect()
}

fn has_content(text: &str) -> bool {
    !report::measurement::find(text).is_empty()
        || segment::sentences(text, 0..text.len())
            .into_iter()
            .any(|range| report::reading::Reading::of(&text[range]).is_abnormal())
}

fn sentences(body: &str) -> Vec<String> {
    let written = report::spoken::write(body).text;
    let parts = route::parts(&written);
    let headed = |kind: SectionKind| parts.iter().any(|part| part.section == Some(kind));
    // "Liver: ... IMPRESSION: ...": what stands before the impression without a heading are the findings, when it tells of any.
    let told = parts
        .iter()
        .filter(|part| part.section.is_none())
        .flat_map(|part| {
            let ranges = segment::sentences(&written, part.body.clone());
            ranges.into_iter().filter(|range| {
                let sentence = &written[range.clone()];
                finds(sentence) && !OF_HISTORY.is_match(sentence)
            })
        });
    let is_unheaded = !headed(SectionKind::Findings) && headed(SectionKind::Impression) && told.count() > 1;
    let has_findings = headed(SectionKind::Findings) || is_unheaded;
    parts
        .iter()
        .flat_map(|part| {
            let mut ranges = segment::sentences(&written, part.body.clone());
            match part.section {
                Some(SectionKind::Findings) => {}
                None if is_unheaded => {}
                None | Some(SectionKind::Impression) => ranges.retain(|_| !has_findings),
                // "Indication: fever." and then the findings, without a heading of their own.
                Some(_) => {
                    let mut first = true;
                    ranges.retain(|range| {
                        let behind = !std::mem::take(&mut first);
                        behind && !has_findings && route::tells_finding(&written[range.clone()])
                    });
                }
            }
            ranges
        })
        .map(|range| {
            let own = EARLIER.replace_all(&written[range], "").into_owned();
            let named = TITLE.replace(&own, "").into_owned();
            wording::sentence(
                spelled(&named).trim_start_matches([':', '-', '\u{2013}', ' ', ')', ']', ',', '/']),
            )
        })
        // One word is a title, unless it is a finding.
        .filter(|sentence| {
            report::token::words(sentence).len() > 1 || report::reading::Reading::of(sentence).is_abnormal()
        })
        .collect()
}

/// Whether a sentence finds, denies or measures something. A line of the header or the signature does not, even where it names a
/// structure ("Consultant in head and neck radiology").
pub(super) fn finds(sentence: &str) -> bool {
    static SIGNS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:radiologists?|radiodiagnosis|consultants?|registrar|resident|electronically|signed|m\.?d\.?|dnb|dmrd|frcr)\b").expect("pattern")
    });
    let reading = report::reading::Reading::of(sentence);
    !SIGNS.is_match(sentence)
        && (!reading.claims.is_empty()
            || !reading.normals.is_empty()
            || !reading.subjects.is_empty() && !measurement::find(sentence).is_empty())
}

/// A text with its abbreviations written out.
pub(super) fn spelled(text: &str) -> String {
    WORDS
        .abbreviated
        .replace_all(text, |found: &Captures<'_>| {
            WORDS.abbreviations[&found[1]].as_str()
        })
        .into_owned()
}

/// A statement of today without the size that it gives of an earlier study, and without saying that it was not there before.
pub(super) fn without_earlier(text: &str) -> String {
    let text = WORDS.absent_before.replace_all(text, " ");
    let text = WORDS.from_to.replace_all(&text, "to");
    let mut own = text.clone().into_owned();
    for pattern in &WORDS.earlier {
        if pattern.is_match(&own) {
            own = pattern.replace_all(&own, " ").into_owned();
        }
    }
    // "35 mm from 20 mm": only what stands beside a size of today.
    if measurement::find(&own).len() > 1 {
        own = WORDS.behind.replace_all(&own, " ").into_owned();
    }
    let kept = if measurement::find(&own).is_empty() && !measurement::find(&text).is_empty() {
        text.into_owned()
    } else {
        own
    };
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, date: Option<&str>, sentences: &[&str]) {
        let previous = read(text);
        assert_eq!(previous.date.as_deref(), date, "{text}");
        assert!(
            sentences
                .iter()
                .all(|wanted| previous.sentences.iter().any(|sentence| sentence == wanted)),
            "{:?} of: {text}",
            previous.sentences
        );
    }

    #[test]
    fn dates_are_read_in_many_notations() {
        check(
            "CT THORAX 12/03/2024\nFINDINGS:\n- Nodule of 9 mm.",
            Some("12/03/2024"),
            &["Nodule of 9 mm."],
        );
        check(
            "MRI brain on 5 May 2025: Cyst 3 mm.",
            Some("5 May 2025"),
            &["Cyst 3 mm."],
        );
        check(
            "Liver MRI of July 4, 2025: Cyst 3 mm.",
            Some("July 4, 2025"),
            &["Cyst 3 mm."],
        );
        check(
            "CT 2021-12-01 aortic root 44 mm",
            Some("2021-12-01"),
            &["Aortic root 44 mm."],
        );
        check(
            "CT 2019: Left adrenal nodule 1.5 cm.",
            Some("2019"),
            &["Left adrenal nodule 1.5 cm."],
        );
        check("Liver cyst of 3 cm.", None, &["Liver cyst of 3 cm."]);
    }

    #[test]
    fn the_date_of_a_still_earlier_study_is_not_the_reports() {
        check(
            "CT abdomen\nComparison: 10 June 2023.\nDate: 10 June 2024\nFindings: Renal mass 2.5 cm (previously 1.9 cm).",
            Some("10 June 2024"),
            &["Renal mass 2.5 cm."],
        );
    }

    #[test]
    fn findings_without_a_heading_are_not_told_again_by_the_impression() {
        let told =
            read("Liver: segment VI metastasis, 21 mm. Spleen is normal.\nIMPRESSION: Liver metastases.")
                .sentences;
        assert!(
            !told.iter().any(|sentence| sentence.contains("Liver metastases")),
            "{told:?}"
        );
        let told = read(
            "Known RCC, 3 cm mass on CT 2021.\nIMPRESSION: 5 cm right renal mass. Two liver metastases.",
        )
        .sentences;
        assert!(
            told.iter().any(|sentence| sentence.contains("liver metastases")),
            "{told:?}"
        );
    }

    #[test]
    fn of_several_reports_the_latest_counts() {
        let previous = read("CT 12/01/2023: Nodule 6 mm.\nCT 14/02/2024: Nodule 8 mm.");
        assert_eq!(previous.date.as_deref(), Some("14/02/2024"));
        assert_eq!(previous.sentences, ["Nodule 8 mm."]);
    }
}
