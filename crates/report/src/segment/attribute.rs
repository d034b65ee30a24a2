//! What stands before a noun and says how the thing is, so that no sentence begins between the two.

use crate::segment::class::Class;
use crate::token::Word;

/// Whether a sentence that begins with a word would take it from its attribute.
pub(super) fn is_torn(classes: &[Class], words: &[Word], at: usize) -> bool {
    tears_contents(classes, words, at) || tears_kind(classes, words, at) || tears_view(classes, words, at)
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
            && !is_roman(&words[at + 1].key)
    };
    tells_kind(at) || at > 0 && tells_kind(at - 1)
}

fn is_roman(key: &str) -> bool {
    key.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'))
}

/// `ischaemic changes | poorly seen | left vertebral artery`: how something is seen that is still to be named.
fn tears_view(classes: &[Class], words: &[Word], at: usize) -> bool {
    let is_view = |key: &str| {
        matches!(
            key,
            "seen" | "visualised" | "visualized" | "defined" | "assessed" | "evaluated"
        )
    };
    let is_badly = |key: &str| {
        matches!(
            key,
            "poorly" | "partially" | "partly" | "incompletely" | "suboptimally" | "incidentally"
        )
    };
    let tells_of_what_was_named = |before: usize| {
        let class = classes[before];
        class.is_finite() || matches!(words[before].key.as_str(), "be" | "been" | "not" | "and" | "but")
    };
    at > 2
        && is_view(&words[at - 1].key)
        && is_badly(&words[at - 2].key)
        && !tells_of_what_was_named(at - 3)
        && (classes[at] == Class::Side || classes[at].is_noun() || classes[at].is_adjective())
}
