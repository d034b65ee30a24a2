//! Where a new clause opens in speech that carries no punctuation.

use std::collections::HashSet;
use std::ops::Range;

use crate::reading::vocabulary;
use report::token::{self, Word};

/// Words after which a clause goes on, whatever comes.
const LEADS_ON: &[&str] = &[
    "of", "in", "on", "at", "to", "for", "from", "by", "with", "without", "into", "onto", "within", "along", "near", "over", "under",
    "between", "through", "throughout", "across", "around", "adjacent", "behind", "beneath", "above", "below", "about", "upon", "toward",
    "towards", "during", "after", "before", "against", "per", "via", "versus", "vs", "than", "as", "and", "or", "but", "nor", "however", "although",
    "though", "which", "that", "where", "when", "while", "whereas", "because", "if", "whether", "since", "also", "the", "a", "an", "this", "these", "those",
    "its", "their", "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "may", "might", "can", "could", "would",
    "should", "will", "must", "not", "no", "show", "showed", "demonstrate", "demonstrated", "reveal", "revealed", "measure", "measured", "involve",
    "represent", "suggest", "indicate", "include", "contain", "cause", "compress", "indent", "displace", "efface", "abut", "extend", "reach", "exhibit", "appear", "remain",
    "both", "all", "either", "neither", "each", "every", "any", "some", "very", "only", "more", "less", "most", "least", "approximately",
    "up", "due", "secondary", "likely", "probably", "possible", "probable", "mild", "moderate", "severe", "marked", "minimal", "small", "large", "otherwise",
    "intrinsically", "enter", "course", "cross", "overlie", "underlie", "surround", "occupy", "fill", "replace", "erode", "invade", "encase",
    "elevate", "deform", "traverse", "drain", "supply", "join", "approach", "contact", "exclude", "confirm", "require", "warrant", "raise",
    "follow", "narrow", "impinge", "completely", "partially", "diffuse", "focal", "anterior", "posterior", "medial", "lateral", "superior", "inferior",
    "right", "left", "multiple", "few", "new", "acute", "chronic", "early", "subtle", "slight", "significant", "definite", "discrete", "obvious", "prior", "previous", "stable", "consider", "obscure", "flatten", "favor", "x", "compared", "do", "does", "did", "out", "there", "cannot", "unlike", "upper", "lower", "grossly", "see", "include",
];
/// Words that say of what stands before them that it is complete.
const COMPLETES: &[&str] = &[
    "seen", "noted", "identified", "present", "demonstrated", "visualized", "detected", "appreciated", "evident", "apparent", "unremarkable",
    "normal", "intact", "clear", "patent", "preserved", "maintained", "unchanged", "resolved", "suspected", "observed", "found", "excluded",
    "enlarged", "dilated", "thickened", "recommended", "advised", "suggested", "necessary", "required", "considered", "changed", "limit", "isointense", "absent", "likely",
];
/// Words that tell more about what is complete.
const TELLS_MORE: &[&str] = &[
    "in", "on", "at", "within", "with", "without", "of", "to", "for", "from", "by", "and", "or", "along", "adjacent", "as", "but", "which",
    "that", "than", "involving", "extending", "measuring", "suggesting", "consistent", "compatible", "likely", "although", "though", "however", "where",
    "while", "because", "given", "again", "here", "only", "also", "size", "caliber", "appearance", "signal", "limit", "bilaterally", "throughout", "between",
    "near", "under", "over", "into", "through", "around", "when", "secondary", "due", "versus", "vs", "representing", "causing", "about", "anteriorly",
    "posteriorly", "laterally", "medially", "inferiorly", "superiorly", "is", "are", "was", "were", "may", "can", "has", "have", "be", "not", "yet", "above", "below", "during",
    "after", "before", "since", "overlying", "underlying", "surrounding", "containing", "compressing", "by", "upon", "if", "thickness", "course", "contour", "position", "attenuation", "configuration", "limits", "morphology", "enhancement", "displacing", "indenting", "producing",
    "per", "except", "involve", "resulting", "series", "image", "axial", "coronal", "sagittal", "appearing", "limit", "physiologic", "if", "please",
];
/// Words that open a clause behind what names a structure or a finding.
const OPENERS: &[&str] = &[
    "bilateral", "postsurgical", "postoperative", "post", "status", "negative", "mild", "moderate", "severe", "minimal", "marked", "small", "large",
    "multiple", "several", "numerous", "see", "differential", "consider", "recommend", "correlate", "correlation", "unremarkable", "enlargement", "cardiomegaly", "degenerative",
    "inflammatory", "incidental", "incidentally", "additional", "additionally", "interval", "stable", "few", "tiny", "large", "extensive", "diffuse", "scattered", "evidence", "probable", "possible",
];
/// Verbs: a clause that has one can be complete.
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "show", "demonstrate", "reveal", "measure", "appear", "remain", "extend", "may", "can",
    "involve", "suggest", "represent", "contain", "seen", "noted", "should", "could", "abut", "displace", "exhibit", "indicate", "terminate", "end", "enhance",
    "opacify", "correlate", "consider", "arise", "cross", "course", "communicate", "reach", "compress", "indent", "flatten", "give", "lie", "produce", "cause",
    "performed", "obtained",
];
/// Words that open a clause of their own when they stand behind a noun.
const DETERMINERS: &[&str] = &["the", "a", "an", "this", "these", "those", "it", "its", "there", "in addition", "additionally", "incidental", "also"];

/// Divides a sentence where clauses open; a sentence that was punctuated comes back whole.
pub(super) fn divide(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    let body = &text[sentence.clone()];
    let words = token::words(body);
    let nouns = noun_ends(&words);
    let mut pieces = Vec::new();
    let mut first = 0;
    for at in 1..words.len() {
        if opens(body, &words, first, at) || opens_behind_noun(body, &words, &nouns, first, at) {
            pieces.push(sentence.start + words[first].range.start..sentence.start + end_of(body, &words, at));
            first = at;
        }
    }
    let start = if first == 0 { sentence.start } else { sentence.start + words.get(first).map_or(0, |word| word.range.start) };
    pieces.push(start..sentence.end);
    if let Some(piece) = pieces.first_mut() {
        piece.start = sentence.start;
    }
    pieces
}

/// Where the piece before word `at` ends: a closing bracket belongs to it.
fn end_of(body: &str, words: &[Word], at: usize) -> usize {
    let end = words[at - 1].range.end;
    let gap = &body[end..words[at].range.start];
    end + gap.rfind([')', ']', '"', '%']).map_or(0, |found| found + 1)
}

/// Whether a new clause opens with word `at`, the running one having begun with word `first`.
fn opens(body: &str, words: &[Word], first: usize, at: usize) -> bool {
    let word = words[at].key.as_str();
    let before = words[at - 1].key.as_str();
    let gap = &body[words[at - 1].range.end..words[at].range.start];
    if at - first < 2 || gap.contains([',', '-', '/', '(', ':', '\'', '"', '#', ';']) || in_brackets(body, words, first, at) {
        return false;
    }
    let next = words.get(at + 1).map_or("", |word| word.key.as_str());
    if word == "there" && ["is", "are", "was", "were", "has", "may", "appear", "appears"].contains(&next) {
        return !matches!(before, "and" | "but" | "or" | "which" | "that" | "where" | "however" | "although" | "though" | "because" | "as" | "if" | "while" | "the" | "addition" | "also");
    }
    if leads_on(before) {
        return false;
    }
    let has_verb = words[first..at].iter().any(|word| VERBS.contains(&word.key.as_str()));
    let complete = has_verb || is_fragment(&words[first].key);
    if DETERMINERS.contains(&word) {
        return complete && !before.ends_with("ing") && !before.ends_with("ly") && !(word == "it" && before == "that");
    }
    // "CT imaging is recommended" behind a noun.
    if matches!(word, "ct" | "mri" | "mr" | "correlation" | "followup" | "follow") && complete {
        return words[at..].iter().take(6).any(|word| matches!(word.key.as_str(), "recommended" | "advised" | "suggested" | "should"));
    }
    if word == "no" || word == "normal" || word == "negative" {
        return complete && !before.ends_with("ly") && !before.ends_with("ing") && !is_participle_run(words, first, at);
    }
    let completed = COMPLETES.contains(&before) && has_verb && is_predicate(words, first, at);
    if completed {
        return !TELLS_MORE.contains(&word) && !word.ends_with("ly");
    }
    // "measures 4 mm cardiomegaly is seen": a value ends the clause when another predicate follows soon.
    let value = matches!(before, "mm" | "cm" | "millimeter" | "centimeter" | "millimetre" | "centimetre" | "cc" | "ml");
    value && has_verb && measured(words, first, at) && !TELLS_MORE.contains(&word) && !matches!(word, "x" | "craniocaudal" | "ap" | "long" | "thick" | "transverse" | "deep" | "wide" | "maximum")
        && words[at..].iter().take(7).any(|word| matches!(word.key.as_str(), "is" | "are" | "show" | "measure"))
}

/// The bytes at which a structure or a finding is named to its end.
fn noun_ends(words: &[Word]) -> HashSet<usize> {
    let structures = report::anatomy::lexicon().find_in(words).into_iter().map(|mention| mention.range.end);
    let findings = vocabulary().find(words).into_iter().map(|(_, range)| range.end);
    structures.chain(findings).collect()
}

/// `left upper lobectomy | bilateral effusions`: a word that begins a finding, behind one that ends a structure or a finding.
fn opens_behind_noun(body: &str, words: &[Word], nouns: &HashSet<usize>, first: usize, at: usize) -> bool {
    let before = &words[at - 1];
    at - first >= 3
        && OPENERS.contains(&words[at].key.as_str())
        && nouns.contains(&before.range.end)
        && !leads_on(&before.key)
        && !before.key.ends_with("al")
        && body[before.range.end..words[at].range.start].chars().all(char::is_whitespace)
        && !words.get(at + 1).is_some_and(|next| matches!(next.key.as_str(), "to" | "in" | "and" | "or"))
        && !in_brackets(body, words, first, at)
}

fn leads_on(word: &str) -> bool {
    LEADS_ON.contains(&word)
}

/// `normal calvarium`, `no midline shift`, `mild edema`: clauses without a verb.
fn is_fragment(first: &str) -> bool {
    matches!(first, "normal" | "no" | "mild" | "moderate" | "severe" | "minimal" | "marked" | "small" | "large" | "multiple" | "few" | "unremarkable" | "negative" | "post" | "bilateral")
}

/// `no normal`: a determiner that still waits for its noun.
fn is_participle_run(words: &[Word], first: usize, at: usize) -> bool {
    at - first < 2 || matches!(words[at - 1].key.as_str(), "no" | "normal")
}

/// Whether the word before `at` is what a verb said: `is seen`, `are grossly normal`, `appears unremarkable`.
fn is_predicate(words: &[Word], first: usize, at: usize) -> bool {
    let from = at.saturating_sub(5).max(first);
    words[from..at - 1].iter().any(|word| {
        matches!(word.key.as_str(), "is" | "are" | "was" | "were" | "appear" | "remain" | "be" | "been" | "not" | "has" | "have")
    }) || (words[at - 1].key == "limit" && at >= 3 && words[at - 2].key == "normal")
}

fn measured(words: &[Word], first: usize, at: usize) -> bool {
    words[first..at].iter().any(|word| matches!(word.key.as_str(), "measure" | "measured" | "measuring" | "diameter" | "up" | "span"))
}

fn in_brackets(body: &str, words: &[Word], first: usize, at: usize) -> bool {
    let run = &body[words[first].range.start..words[at].range.start];
    run.bytes().filter(|byte| *byte == b'(').count() > run.bytes().filter(|byte| *byte == b')').count()
}
