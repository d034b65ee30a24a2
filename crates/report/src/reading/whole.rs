//! Whether `normal` is said of a structure as a whole, although the sentence names a respect too.

use super::normality::is_respect;
use super::{Aspect, Normal, Parts, Reading};

/// `Normal disc with patent foramina`: what stands before the "with" is normal as a whole, in whatever respect what follows it is.
pub(super) fn praised_first(parts: &Parts<'_>) -> Option<Normal> {
    let at = parts.text.find(" with ").filter(|_| parts.scopes.is_empty())?;
    let head = Reading::of(&parts.text[..at]);
    let is_whole = |normal: &Normal| normal.aspects == [Aspect::General] && !normal.subjects.is_empty();
    head.normals.into_iter().find(is_whole)
}

/// Whether `normal` is said of the whole: a comma, an `and` or a `with` follows it, and no respect stands before it.
pub(super) fn stands_alone(parts: &Parts<'_>) -> bool {
    let Some(at) = parts.words.iter().position(|word| word.key == "normal") else {
        return false;
    };
    let behind = parts.text[parts.words[at].range.end..].trim_start();
    let goes_on = behind.starts_with([',', ';'])
        || ["with ", "and enhance", "and show", "and opacif"]
            .iter()
            .any(|next| behind.starts_with(next));
    goes_on && !parts.words[..at].iter().any(|word| is_respect(&word.key))
}

/// `Ends at L1 and is normal` calls the whole normal whatever else it says, `lumbar lordosis is normal` the lordosis alone.
pub(super) fn ends_with_normal(parts: &Parts<'_>) -> bool {
    let bare = parts.text.trim_end_matches('.');
    let Some(before) = ["is normal", "are normal"]
        .iter()
        .find_map(|turn| bare.strip_suffix(turn))
    else {
        return false;
    };
    let names_respect = parts
        .words
        .iter()
        .any(|word| word.range.end <= before.len() && is_respect(&word.key));
    !names_respect || before.trim_end().ends_with(" and")
}
