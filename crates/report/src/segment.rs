//! Cuts a text into sentences, each with its place.
//!
//! Lines and full stops divide. Speech without them, as a recogniser without punctuation writes it, is read as a run of words
//! (`run`) whose classes (`class`, settled by their neighbours in `settle`) give the evidence (`evidence`) by which the best of all
//! its divisions is found (`division`). To better the division: correct the words of `data/clauses.toml`, or add sentences to
//! `scripts/sentence-corpus.txt`, and learn the weights anew (`examples/division.rs`).

pub mod class;
pub mod division;
pub mod evidence;
pub mod run;
mod settle;

use std::ops::Range;

/// Full stops further apart than this, on average, are taken for speech without punctuation.
const LONGEST_SENTENCE: usize = 40;
/// A sentence of more words than this is taken for speech without punctuation, whatever stands around it.
const ENDLESS: usize = 45;
/// Where commas stand closer than this, somebody punctuated.
const WORDS_A_COMMA: usize = 20;
/// Nobody says more words than this in a sentence: a longer one is cut, so that every later step stays linear.
const LONGEST_CLAUSE: usize = 400;
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
            if sparse || is_endless(&text[sentence.clone()]) {
                division::sentences(text, sentence)
            } else {
                vec![sentence]
            }
        })
        .flat_map(|sentence| bounded(text, sentence))
        .filter(|sentence| text[sentence.clone()].contains(char::is_alphanumeric))
        .collect()
}

/// The sentence, cut behind each [`LONGEST_CLAUSE`] words.
fn bounded(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    // A word and what stands before the next takes two bytes at least.
    if sentence.len() < 2 * LONGEST_CLAUSE {
        return vec![sentence];
    }
    let words: Vec<Range<usize>> = crate::token::ranges(&text[sentence.clone()]).collect();
    let mut starts: Vec<usize> = words
        .iter()
        .step_by(LONGEST_CLAUSE)
        .skip(1)
        .map(|word| sentence.start + word.start)
        .collect();
    starts.insert(0, sentence.start);
    starts.push(sentence.end);
    starts
        .windows(2)
        .map(|ends| ends[0]..ends[0] + text[ends[0]..ends[1]].trim_end().len())
        .collect()
}

/// Whether the text has no full stop between its words at all, or far too few.
fn punctuation_is_sparse(text: &str, sentences: &[Range<usize>]) -> bool {
    let stopped = sentences
        .iter()
        .filter(|sentence| text[(*sentence).clone()].ends_with(['.', '?', '!', ':']))
        .count();
    let words = || -> usize {
        sentences
            .iter()
            .map(|sentence| crate::token::ranges(&text[sentence.clone()]).count())
            .sum()
    };
    let commas = || text.matches(',').count();
    stopped == 0 || {
        let words = words();
        words > LONGEST_SENTENCE * stopped && commas() * WORDS_A_COMMA < words
    }
}

/// Whether it has more words than anybody speaks in one breath, and hardly a comma among them.
fn is_endless(sentence: &str) -> bool {
    let words = crate::token::ranges(sentence).take(ENDLESS + 1).count();
    words > ENDLESS && sentence.matches(',').count() * WORDS_A_COMMA < crate::token::ranges(sentence).count()
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
    fn afterthoughts_stay_with_what_they_speak_of() {
        for sentences in [
            &[
                "two lesions in the left lobe measuring 8 mm and 9 mm both of which are indeterminate",
                "the spleen is normal",
            ][..],
            &[
                "there is facet arthropathy severe on the left",
                "the canal is adequate",
            ],
            &[
                "the tumour is 4 cm in length",
                "it breaches the muscularis propria",
            ],
            &[
                "filling defects extend into the lower lobar branches",
                "a further embolus is present in the lingula",
            ],
            &["the inferior rectus muscle is normal", "no fracture"],
        ] {
            check(&sentences.join(" "), sentences);
        }
    }

    #[test]
    fn who_denies_each_finding_asserts_the_one_without_a_no() {
        check(
            "no consolidation no nodule no effusion emphysema upper lobes",
            &[
                "no consolidation",
                "no nodule",
                "no effusion",
                "emphysema upper lobes",
            ],
        );
        check(
            "scaphoid waist fracture non displaced",
            &["scaphoid waist fracture non displaced"],
        );
    }

    #[test]
    fn an_endless_sentence_is_cut() {
        let text = "no mass, ".repeat(500);
        let found = sentences(&text, 0..text.len());
        assert_eq!(found.len(), 3);
        assert!(text[found[1].clone()].starts_with("no mass") && text[found[1].clone()].ends_with(','));
        let text = "Läsion, ".repeat(401);
        assert_eq!(sentences(&text, 0..text.len()).len(), 2);
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

    #[test]
    fn a_verb_of_its_own_opens_a_sentence() {
        check(
            "there is mild reduction of the L5-S1 disc height type II Modic changes are seen along the end plates",
            &[
                "there is mild reduction of the L5-S1 disc height",
                "type II Modic changes are seen along the end plates",
            ],
        );
        check(
            "no significant fluid is seen in the maxillary sinuses hemorrhage fills approximately half of the nasal cavity",
            &[
                "no significant fluid is seen in the maxillary sinuses",
                "hemorrhage fills approximately half of the nasal cavity",
            ],
        );
        check(
            "the fracture is comminuted and displaced by 4 mm the joint is congruent",
            &[
                "the fracture is comminuted and displaced by 4 mm",
                "the joint is congruent",
            ],
        );
    }

    #[test]
    fn a_phrase_is_not_torn() {
        check(
            "the nasogastric tube is seen with its tip beyond the ligament of Treitz no free gas is seen",
            &[
                "the nasogastric tube is seen with its tip beyond the ligament of Treitz",
                "no free gas is seen",
            ],
        );
        check(
            "there is loss of the normal flow void in the left internal carotid artery the ventricles are normal",
            &[
                "there is loss of the normal flow void in the left internal carotid artery",
                "the ventricles are normal",
            ],
        );
        check(
            "the breasts are unremarkable apart from mild gynecomastia no axillary nodes are seen",
            &[
                "the breasts are unremarkable apart from mild gynecomastia",
                "no axillary nodes are seen",
            ],
        );
        check(
            "a large cystic mass is seen arising from the right adnexa there is gross ascites",
            &[
                "a large cystic mass is seen arising from the right adnexa",
                "there is gross ascites",
            ],
        );
    }

    #[test]
    fn what_is_denied_keeps_its_denial() {
        check(
            "there is no tumour deposit in the mesentery the liver is normal",
            &[
                "there is no tumour deposit in the mesentery",
                "the liver is normal",
            ],
        );
        check(
            "lungs are clear bilaterally no effusion no lymphadenopathy heart size is normal",
            &[
                "lungs are clear bilaterally",
                "no effusion",
                "no lymphadenopathy",
                "heart size is normal",
            ],
        );
        check(
            "the right kidney is absent the left kidney is hypertrophied no calculus or hydronephrosis",
            &[
                "the right kidney is absent",
                "the left kidney is hypertrophied",
                "no calculus or hydronephrosis",
            ],
        );
    }

    #[test]
    fn telegraphic_speech_is_divided() {
        check(
            "liver spleen pancreas normal gallbladder stone 8 mm no biliary dilatation kidneys normal",
            &[
                "liver spleen pancreas normal",
                "gallbladder stone 8 mm",
                "no biliary dilatation",
                "kidneys normal",
            ],
        );
        check(
            "heart size normal no pericardial effusion mediastinal nodes up to 8 mm left lower lobe consolidation",
            &[
                "heart size normal",
                "no pericardial effusion",
                "mediastinal nodes up to 8 mm",
                "left lower lobe consolidation",
            ],
        );
    }

    #[test]
    fn punctuated_text_comes_through_untouched() {
        check(
            "There is a spiculated mass in the right upper lobe the margins of which abut the pleura. The heart is normal.",
            &[
                "There is a spiculated mass in the right upper lobe the margins of which abut the pleura.",
                "The heart is normal.",
            ],
        );
    }

    #[test]
    fn a_run_of_five_thousand_words_is_divided_in_linear_time() {
        let report = "the liver is normal in size there is a cyst of 12 mm in the left kidney no free fluid "
            .repeat(250);
        let started = std::time::Instant::now();
        assert_eq!(sentences(&report, 0..report.len()).len(), 750);
        assert!(
            started.elapsed() < std::time::Duration::from_secs(5),
            "{:?}",
            started.elapsed()
        );
    }
}
