//! Which normal sentences of a template a dictation contradicts, which stay, and which blanks it fills: the table in
//! `contradicted_normals.txt`, which a radiologist can read and extend. A line that is judged wrongly today says so, and the day on which
//! it is judged rightly the test asks for its mark.

use report::orthography::Orthography;
use report::style::LevelForm;
use report::wording;

use crate::support::{findings, report};

/// More lines than these are not to be given up as judged wrongly.
const MOST_KNOWN: usize = 80;

/// Whether a line that nobody dictated is the sentence but for a word: a remainder that still reads as what was contradicted.
fn says_nearly(finding: &str, sentence: &str, dictated: &str) -> bool {
    let denies = |text: &str| !report::negation::scopes(text).is_empty();
    let (own, whole) = (wording::content(finding), wording::content(sentence));
    denies(finding) == denies(sentence)
        && wording::coverage(&whole, &own) >= 0.8
        && wording::coverage(&own, &whole) >= 0.8
        && wording::coverage(&own, &wording::content(dictated)) < 0.99
}

/// A line of a block: its mark, whether it is known to be judged wrongly, and its text.
type Line<'t> = (char, bool, &'t str);

/// What is wrong with the findings of one block of the table.
fn faults(dictated: &str, lines: &[Line<'_>]) -> Vec<String> {
    let template: Vec<&str> = lines
        .iter()
        .map(|(_, _, line)| line.split_once("=>").map_or(*line, |(blank, _)| blank).trim())
        .collect();
    let template = format!("FINDINGS:\n{}\n\nIMPRESSION:\nNormal study.", template.join("\n"));
    let report = report(dictated, &template);
    // A template follows the spelling of the dictation, and its form of levels.
    let plain = |line: &str| {
        LevelForm::Full
            .write(&Orthography::American.write(line))
            .to_lowercase()
    };
    let findings: Vec<String> = findings(&report).iter().map(|line| plain(line)).collect();
    let is_line = |finding: &&String| lines.iter().any(|(_, _, line)| plain(line) == **finding);
    let rests: Vec<&String> = findings.iter().filter(|finding| !is_line(finding)).collect();
    let fault = |(mark, is_known, line): &Line<'_>| {
        let wanted = line.split_once("=>").map_or(*line, |(_, filled)| filled).trim();
        let stands = findings.contains(&plain(wanted));
        let fault = match mark {
            '-' if stands
                || rests
                    .iter()
                    .any(|finding| says_nearly(finding, &plain(wanted), dictated)) =>
            {
                Some("left")
            }
            '+' if !stands => Some("took out"),
            '>' if !stands => Some("did not fill"),
            _ => None,
        };
        match (fault, is_known) {
            (Some(fault), false) => Some(format!("{dictated} {fault}: {line}")),
            (None, true) => Some(format!("{dictated} is judged rightly now: {line}")),
            _ => None,
        }
    };
    lines.iter().filter_map(fault).collect()
}

#[test]
fn exactly_the_contradicted_normals_go_and_blanks_take_what_was_dictated() {
    let mut blocks: Vec<(&str, Vec<Line<'_>>)> = Vec::new();
    for line in include_str!("contradicted_normals.txt").lines() {
        let Some((marks, text)) = line.split_once(' ') else {
            continue;
        };
        let (marks, is_known) = (marks.trim_end_matches('?'), marks.ends_with('?'));
        match (marks, blocks.last_mut()) {
            (":", _) => blocks.push((text, Vec::new())),
            ("-" | "+" | ">", Some(block)) => {
                block.1.extend(marks.chars().map(|mark| (mark, is_known, text)));
            }
            _ => assert!(marks.starts_with('#') || text.is_empty(), "no mark: {line}"),
        }
    }
    assert!(blocks.len() > 300, "{} blocks", blocks.len());
    let lines = blocks.iter().flat_map(|(_, lines)| lines);
    let known = lines.filter(|(_, is_known, _)| *is_known).count();
    assert!(known < MOST_KNOWN, "{known} lines are known to be judged wrongly");
    let faults: Vec<String> = blocks
        .iter()
        .flat_map(|(dictated, lines)| faults(dictated, lines))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
