//! Cuts a text into sentences, each with its place.
//!
//! Lines and full stops divide. A run of many words without either, as an engine without punctuation writes it, is divided where
//! a new clause opens (`opening`).

mod opening;

use std::ops::Range;

/// A run of more words than this, in one sentence, is taken for speech without punctuation.
const LONGEST_SENTENCE: usize = 30;
/// Abbreviations whose full stop ends nothing.
const ABBREVIATIONS: &[&str] = &[
    "dr", "mr", "mrs", "vs", "e.g", "i.e", "approx", "no", "fig", "st", "prof", "ca", "etc",
];

/// The sentences in a part of a text, in order, as ranges of the whole text; none is blank.
pub fn sentences(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut line_start = within.start;
    for line in text[within].split_inclusive('\n') {
        divide_line(text, line_start..line_start + line.len(), &mut sentences);
        line_start += line.len();
    }
    let sparse = punctuation_is_sparse(text, &sentences);
    sentences
        .into_iter()
        .flat_map(|sentence| {
            let endless = sentence.len() > 2 * opening::LONGEST_CLAUSE;
            if sparse
                || endless
                    && crate::token::ranges(&text[sentence.clone()])
                        .nth(opening::LONGEST_CLAUSE)
                        .is_some()
            {
                opening::divide(text, sentence)
            } else {
                vec![sentence]
            }
        })
        .filter(|sentence| text[sentence.clone()].contains(char::is_alphanumeric))
        .collect()
}

/// Whether the text has sentences that nobody would speak in one breath, or no full stop between its words at all.
fn punctuation_is_sparse(text: &str, sentences: &[Range<usize>]) -> bool {
    let unstopped = |sentence: &Range<usize>| !text[sentence.clone()].ends_with(['.', '?', '!', ':']);
    sentences.iter().all(unstopped)
        || sentences.iter().any(|sentence| {
            let sentence = &text[sentence.clone()];
            crate::token::ranges(sentence).take(LONGEST_SENTENCE + 1).count() > LONGEST_SENTENCE
                && sentence.matches(',').count() * 12 < crate::token::ranges(sentence).count()
        })
}

fn divide_line(text: &str, line: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let mut start = line.start;
    let mut depth = 0_usize;
    for at in line.clone() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'.' | b'?' | b'!' if depth == 0 || at + 1 == line.end => {
                let ends = bytes.get(at + 1).is_none_or(|next| next.is_ascii_whitespace())
                    && !is_abbreviation(text, start, at);
                if ends && !is_list_number(text, start, at) {
                    push(text, start..at + 1, sentences);
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    push(text, start..line.end, sentences);
}

/// `Dr.` and `vs.`, and the initial of a name.
fn is_abbreviation(text: &str, start: usize, at: usize) -> bool {
    let before = &text[start..at];
    let word = before
        .rsplit(|character: char| character.is_whitespace() || character == '(')
        .next()
        .unwrap_or("");
    ABBREVIATIONS.iter().any(|known| known.eq_ignore_ascii_case(word))
        && (word != "no"
            || text[at + 1..]
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit()))
}

/// `1.` at the start of a statement.
fn is_list_number(text: &str, start: usize, at: usize) -> bool {
    let before = text[start..at].trim_start();
    (1..=2).contains(&before.len()) && before.bytes().all(|byte| byte.is_ascii_digit())
}

fn push(text: &str, range: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let piece = &text[range.clone()];
    let trimmed = piece.trim();
    if !trimmed.contains(char::is_alphanumeric) {
        return;
    }
    let start = range.start + (piece.len() - piece.trim_start().len());
    let body = crate::text::without_bullet(trimmed);
    let start = start + (trimmed.len() - body.len());
    sentences.push(start..start + body.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = sentences(text, 0..text.len())
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn full_stops_and_lines_divide() {
        check(
            "Liver is normal. A 3.2 cm cyst.\nNo ascites",
            &["Liver is normal.", "A 3.2 cm cyst.", "No ascites"],
        );
        check(
            "Reported to Dr. Rao. Seen vs. before.",
            &["Reported to Dr. Rao.", "Seen vs. before."],
        );
        check(
            "- Liver is normal\n2. Spleen is normal",
            &["Liver is normal", "Spleen is normal"],
        );
    }

    #[test]
    fn a_short_dictation_without_a_full_stop_is_divided_too() {
        check(
            "There is a 4 mm nodule in the right upper lobe no pleural effusion heart size is normal",
            &[
                "There is a 4 mm nodule in the right upper lobe",
                "no pleural effusion",
                "heart size is normal",
            ],
        );
        check(
            "Sections through the liver show no focal lesion",
            &["Sections through the liver show no focal lesion"],
        );
        check(
            "no disc bulge spinal canal stenosis is seen",
            &["no disc bulge spinal canal stenosis is seen"],
        );
        check("no mass lymph nodes are seen", &["no mass lymph nodes are seen"]);
        check(
            "There is no evidence of a fracture",
            &["There is no evidence of a fracture"],
        );
    }

    #[test]
    fn a_structure_that_is_called_normal_opens_a_clause() {
        check(
            "there is a complex tear of the posterior horn of the medial meniscus acl is intact small joint effusion rest normal",
            &[
                "there is a complex tear of the posterior horn of the medial meniscus",
                "acl is intact",
                "small joint effusion",
                "rest normal",
            ],
        );
        check("no ascites liver is normal", &["no ascites", "liver is normal"]);
        check(
            "The lesion abuts the liver capsule which is intact",
            &["The lesion abuts the liver capsule which is intact"],
        );
    }

    #[test]
    fn speech_without_punctuation_is_divided_where_clauses_open() {
        check(
            "the liver is normal in size and attenuation there is a small cyst in the left kidney no hydronephrosis is seen the spleen is unremarkable the aorta is normal in caliber no free fluid is seen",
            &[
                "the liver is normal in size and attenuation",
                "there is a small cyst in the left kidney",
                "no hydronephrosis is seen",
                "the spleen is unremarkable",
                "the aorta is normal in caliber",
                "no free fluid is seen",
            ],
        );
        check(
            "normal medial meniscus normal posterior cruciate ligament there is a tear of the lateral meniscus extending into the anterior horn normal quadriceps and patellar tendons small joint effusion is seen moderate edema is noted in the tibia",
            &[
                "normal medial meniscus",
                "normal posterior cruciate ligament",
                "there is a tear of the lateral meniscus extending into the anterior horn",
                "normal quadriceps and patellar tendons",
                "small joint effusion is seen",
                "moderate edema is noted in the tibia",
            ],
        );
    }

    #[test]
    fn speech_without_verbs_is_divided_at_denials_and_short_normals() {
        check(
            "C6/7 right paracentral protrusion contacting right C7 root no cord compression cord normal straightening of lordosis marrow ok",
            &[
                "C6/7 right paracentral protrusion contacting right C7 root",
                "no cord compression",
                "cord normal",
                "straightening of lordosis",
                "marrow ok",
            ],
        );
        check(
            "bilateral cervical ribs right longer than left no plexus signal change",
            &[
                "bilateral cervical ribs right longer than left",
                "no plexus signal change",
            ],
        );
        check(
            "the mass abuts the cord with no signal change",
            &["the mass abuts the cord with no signal change"],
        );
    }

    #[test]
    fn the_rest_opens_a_clause() {
        check(
            "acute hemorrhage measuring 4 x 3 cm is seen in the right thalamus with midline shift of 5 mm to the left rest normal",
            &[
                "acute hemorrhage measuring 4 x 3 cm is seen in the right thalamus with midline shift of 5 mm to the left",
                "rest normal",
            ],
        );
    }

    #[test]
    fn a_label_and_what_is_called_normal_behind_a_denial_open_clauses() {
        check(
            "there is mild stenosis of the left anterior descending artery right coronary artery: the vessel is of normal caliber there are no paraspinal masses disc heights and vertebral body heights are maintained",
            &[
                "there is mild stenosis of the left anterior descending artery",
                "right coronary artery: the vessel is of normal caliber",
                "there are no paraspinal masses",
                "disc heights and vertebral body heights are maintained",
            ],
        );
    }
}
