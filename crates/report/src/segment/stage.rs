//! A stage that is told for each side of what was found on both.

use crate::segment::class::Class;
use crate::token::Word;

/// `necrosis of both femoral heads | Ficat stage 3 on right and stage 2 on left`: a stage for each side of what was told of both.
pub(super) fn is_of_side(classes: &[Class], words: &[Word], at: usize) -> bool {
    let is_class = |at: usize| {
        let word = words.get(at).map(|word| word.key.as_str());
        matches!(word, Some("stage" | "grade" | "type" | "class" | "category"))
    };
    let tells_side = |at: usize| {
        let behind = |steps: usize| classes.get(at + steps).copied().unwrap_or(Class::Edge);
        let leads = usize::from(behind(3) == Class::The);
        is_class(at)
            && matches!(behind(2), Class::Preposition)
            && words[at + 2].key == "on"
            && behind(3 + leads) == Class::Side
            && !behind(4 + leads).is_noun()
    };
    let follows_noun = at > 0 && classes[at - 1].is_noun();
    follows_noun && (tells_side(at) || !is_class(at) && tells_side(at + 1))
}
