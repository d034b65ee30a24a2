//! What speaks against a sentence that begins with a word and may be outweighed: how much each weighs is learned.

use crate::segment::class::Class;
use crate::token::Word;

/// What speaks against a sentence that begins with a word, and may be outweighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Bar {
    /// Nothing of these.
    None,
    /// `small | nodule`: an adjective before its noun.
    Attributive,
    /// `lesion | highly suspicious for`: what is said of it afterwards.
    Afterthought,
    /// `lesion | arising from`, but `severe stenosis | discussed with the team`.
    Participle,
    /// `normal | although`.
    But,
}

impl Bar {
    /// Each, in order.
    pub const ALL: [Self; 5] = [
        Self::None,
        Self::Attributive,
        Self::Afterthought,
        Self::Participle,
        Self::But,
    ];
}

/// What speaks against a sentence that begins with a word; `attributive` says that an adjective leads to it.
pub(super) fn of(classes: &[Class], words: &[Word], at: usize, attributive: bool) -> Bar {
    match classes[at] {
        Class::Participle => Bar::Participle,
        Class::But => Bar::But,
        _ if attributive => Bar::Attributive,
        _ if is_afterthought(classes, words, at) => Bar::Afterthought,
        _ => Bar::None,
    }
}

/// `highly suspicious for`, `both of which`, `severe on the right`, `acute on chronic`: goes on with what was said.
fn is_afterthought(classes: &[Class], words: &[Word], at: usize) -> bool {
    let behind = |steps: usize| classes.get(at + steps).copied().unwrap_or(Class::Edge);
    if matches!(classes[at], Class::Degree | Class::Adverb | Class::Very) && behind(1) == Class::Participle {
        return true;
    }
    if behind(1) == Class::Of && behind(2) == Class::Which
        || classes[at] == Class::Degree && behind(1) == Class::Preposition && words[at].key != "post"
    {
        return true;
    }
    matches!(words[at].key.as_str(), "more" | "less" | "most")
        && (behind(1).is_adjective() || behind(1) == Class::Adverb)
        && matches!(behind(2), Class::Preposition | Class::Within | Class::Edge)
}
