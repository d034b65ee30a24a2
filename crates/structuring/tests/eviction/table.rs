//! Which normal sentences of a template a dictation contradicts, which stay, and which blanks it fills: the table in
//! `contradicted_normals.txt`, which a radiologist can read and extend.

use report::orthography::Orthography;
use report::wording;

use crate::support::{findings, report};

/// Whether a line that nobody dictated is the sentence but for a word: a remainder that still reads as what was contradicted.
fn says_nearly(finding: &str, sentence: &str, dictated: &str) -> bool {
    let denies = |text: &str| !report::negation::scopes(text).is_empty();
    let (own, whole) = (wording::content(finding), wording::content(sentence));
    denies(finding) == denies(sentence)
        && wording::coverage(&whole, &own) >= 0.8
        && wording::coverage(&own, &whole) >= 0.8
        && wording::coverage(&own, &wording::content(dictated)) < 0.99
}

/// What is wrong with the findings of one block of the table.
fn faults(dictated: &str, lines: &[(char, &str)]) -> Vec<String> {
    let template: Vec<&str> = lines
        .iter()
        .map(|(_, line)| line.split_once("=>").map_or(*line, |(blank, _)| blank).trim())
        .collect();
    let template = format!("FINDINGS:\n{}\n\nIMPRESSION:\nNormal study.", template.join("\n"));
    let report = report(dictated, &template);
    // A template follows the spelling of the dictation.
    let plain = |line: &str| Orthography::American.write(&line.to_lowercase());
    let findings: Vec<String> = findings(&report).iter().map(|line| plain(line)).collect();
    let is_line = |finding: &&String| lines.iter().any(|(_, line)| plain(line) == **finding);
    let rests: Vec<&String> = findings.iter().filter(|finding| !is_line(finding)).collect();
    let fault = |(mark, line): &(char, &str)| {
        let wanted = line.split_once("=>").map_or(*line, |(_, filled)| filled).trim();
        let stands = findings.contains(&plain(wanted));
        let fault = match mark {
            '-' if stands
                || rests
                    .iter()
                    .any(|finding| says_nearly(finding, &plain(wanted), dictated)) =>
            {
                "left"
            }
            '+' if !stands => "took out",
            '>' if !stands => "did not fill",
            _ => return None,
        };
        Some(format!("{dictated} {fault}: {line}"))
    };
    lines.iter().filter_map(fault).collect()
}

#[test]
fn exactly_the_contradicted_normals_go_and_blanks_take_what_was_dictated() {
    let mut blocks: Vec<(&str, Vec<(char, &str)>)> = Vec::new();
    for line in include_str!("contradicted_normals.txt").lines() {
        let Some((mark, text)) = line.split_once(' ') else {
            continue;
        };
        match (mark, blocks.last_mut()) {
            (":", _) => blocks.push((text, Vec::new())),
            ("-" | "+" | ">", Some(block)) => block.1.extend(mark.chars().map(|mark| (mark, text))),
            _ => assert!(mark.starts_with('#') || text.is_empty(), "no mark: {line}"),
        }
    }
    assert!(blocks.len() > 300, "{} blocks", blocks.len());
    let faults: Vec<String> = blocks
        .iter()
        .flat_map(|(dictated, lines)| faults(dictated, lines))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
