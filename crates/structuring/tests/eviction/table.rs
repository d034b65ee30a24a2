//! Which normal sentences of a template a dictation contradicts, which stay, and which blanks it fills: the table in
//! `contradicted_normals.txt`, which a radiologist can read and extend.

use crate::support::{findings, report};

/// What is wrong with the findings of one block of the table.
fn faults(dictated: &str, lines: &[(char, &str)]) -> Vec<String> {
    let template: Vec<&str> = lines
        .iter()
        .map(|(_, line)| line.split_once("=>").map_or(*line, |(blank, _)| blank).trim())
        .collect();
    let template = format!("FINDINGS:\n{}\n\nIMPRESSION:\nNormal study.", template.join("\n"));
    let report = report(dictated, &template);
    let findings: Vec<String> = findings(&report).iter().map(|line| line.to_lowercase()).collect();
    let fault = |(mark, line): &(char, &str)| {
        let wanted = line.split_once("=>").map_or(*line, |(_, filled)| filled).trim();
        let stands = findings.contains(&wanted.to_lowercase());
        let fault = match mark {
            '-' if stands => "left",
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
            _ => {}
        }
    }
    assert!(blocks.len() > 90, "{} blocks", blocks.len());
    let faults: Vec<String> = blocks
        .iter()
        .flat_map(|(dictated, lines)| faults(dictated, lines))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
