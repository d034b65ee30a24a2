//! What stands before a noun and says how the thing is, so that no sentence begins between the two.

use crate::segment::class::Class;
use crate::segment::run::Run;
use crate::token::Word;

/// Whether a sentence that begins with a word would take it from its attribute.
pub(super) fn is_torn(classes: &[Class], words: &[Word], at: usize) -> bool {
    tears_contents(classes, words, at) || tears_kind(classes, words, at)
}

/// `dilated tubular fluid filled | right fallopian tube`: what is filled, or has such walls, is still to be named. What was named
/// before may end so: `loops dilated and fluid filled | right kidney normal`.
fn tears_contents(classes: &[Class], words: &[Word], at: usize) -> bool {
    at > 2
        && classes[at] == Class::Side
        && matches!(words[at - 1].key.as_str(), "filled" | "walled" | "containing")
        && matches!(classes[at - 3], Class::Adjective | Class::Degree)
        && classes
            .get(at + 1)
            .is_some_and(|next| next.is_noun() || next.is_adjective())
}

/// `pivot shift | type | marrow contusions`: of which kind they are. `type II odontoid fracture` begins a sentence.
fn tears_kind(classes: &[Class], words: &[Word], at: usize) -> bool {
    let tells_kind = |at: usize| {
        let next = classes.get(at + 1).copied().unwrap_or(Class::Edge);
        at > 0
            && words[at].key == "type"
            && classes[at - 1].is_noun()
            && (next.is_noun() || next.is_adjective())
            && !is_number(&words[at + 1].key)
    };
    tells_kind(at) || at > 0 && tells_kind(at - 1)
}

/// `type II`, `type A`.
fn is_number(key: &str) -> bool {
    key.len() == 1 || key.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'))
}

/// A division without pieces that only say how something is seen. Behind a finding that is what comes next (`ischaemic changes | poorly
/// seen left vertebral artery`), else what was named before.
pub(super) fn joined(run: &Run, mut starts: Vec<usize>) -> Vec<usize> {
    const BADLY: &[&str] = &["poorly", "partially", "partly", "incompletely", "suboptimally"];
    const SEEN: &[&str] = &[
        "seen",
        "visualised",
        "visualized",
        "defined",
        "assessed",
        "evaluated",
        "imaged",
    ];
    let is_view = |first: usize, end: usize| {
        end == first + 2
            && BADLY.contains(&run.words[first].key.as_str())
            && SEEN.contains(&run.words[first + 1].key.as_str())
    };
    let mut at = 0;
    while at < starts.len() {
        let (first, end) = (starts[at], starts.get(at + 1).copied().unwrap_or(run.words.len()));
        if is_view(first, end) {
            let before = if at == 0 { 0 } else { starts[at - 1] };
            let tells_finding = (before..first).any(|word| run.named[word].finding);
            if tells_finding && at + 1 < starts.len() {
                starts.remove(at + 1);
            } else {
                starts.remove(at);
                continue;
            }
        }
        at += 1;
    }
    starts
}
