//! Settles the classes of words by their neighbours: what is said of a subject (`is dilated`) and what stands beside a noun (`a
//! dilated duct`), what goes on with an object or a place (`arising from`, `filling the`).

use crate::segment::class::Class;

/// Nobody's object is longer than this.
const LONGEST_OBJECT: usize = 8;

/// Settles the classes, and gives for each word whether it belongs to what is said behind a verb of being, where no sentence begins.
pub(super) fn classes(classes: &mut [Class], keys: &[&str]) -> Vec<bool> {
    let mut said = vec![false; classes.len()];
    let mut behind_be = false;
    for at in 0..classes.len() {
        let class = classes[at];
        let before = at.checked_sub(1).map_or(Class::Edge, |before| classes[before]);
        if matches!(class, Class::Be | Class::Infinitive)
            || matches!(keys[at], "appear" | "remain" | "look" | "seem")
        {
            behind_be = true;
            continue;
        }
        if keys[at] == "midline" && before == Class::The {
            classes[at] = Class::Noun;
            behind_be = false;
            continue;
        }
        // "Pulled to the left": a direction, of which nothing more is told.
        if is_direction(keys, at) {
            classes[at] = Class::Noun;
            continue;
        }
        // "It breaches": whatever the word, in -s behind "it" it is a verb.
        if at > 0 && keys[at - 1] == "it" && matches!(class, Class::Nouns | Class::Findings | Class::Places) {
            classes[at] = Class::Verb;
            behind_be = false;
            continue;
        }
        if class == Class::Preposition && stands_like_adjective(classes, keys, at) {
            classes[at] = Class::Adjective;
        }
        // "With mild bulges": no verb follows these.
        if class == Class::Verb
            && matches!(
                before,
                Class::With | Class::Without | Class::Degree | Class::No | Class::Of
            )
        {
            classes[at] = Class::Nouns;
        }
        let class = classes[at];
        said[at] = behind_be;
        let is_predicate = behind_be && class.is_adjective();
        if is_predicate {
            classes[at] = predicate(classes, at);
        } else if takes_object(class, classes.get(at + 1)) || acts_on(classes, keys, at) {
            classes[at] = Class::Participle;
        } else if !behind_be && is_state(class) && stands_beside_noun(classes, at) {
            classes[at] = Class::Adjective;
        }
        let said_before = before == Class::Predicate || is_state(before);
        behind_be = behind_be
            && match class {
                Class::Not | Class::Pronoun | Class::Adverb | Class::Very | Class::Rest | Class::Quantity => {
                    true
                }
                Class::And => said_before,
                _ => is_predicate && classes.get(at + 1) == Some(&Class::And),
            };
    }
    said
}

/// Whether a side tells whither something was moved: `the trachea is pulled to the left`.
pub(super) fn is_direction(keys: &[&str], at: usize) -> bool {
    const MOVED: &[&str] = &[
        "pulled",
        "pushed",
        "shifted",
        "shift",
        "deviated",
        "deviation",
        "displaced",
        "displacement",
        "deviate",
    ];
    let is_side = keys.get(at).is_some_and(|key| matches!(*key, "left" | "right"));
    let towards =
        is_side && at > 2 && keys[at - 1] == "the" && matches!(keys[at - 2], "to" | "toward" | "towards");
    towards
        && keys[at.saturating_sub(5)..at - 2]
            .iter()
            .any(|key| MOVED.contains(key))
}

/// `normal`, `intact`, `seen`: words that say a whole sentence by themselves.
fn is_state(class: Class) -> bool {
    matches!(class, Class::Normal | Class::Intact | Class::Seen)
}

/// The class of an adjective behind a verb of being.
fn predicate(classes: &[Class], at: usize) -> Class {
    let class = classes[at];
    let of_noun = class != Class::Ed
        && (is_before_noun(classes, at) || is_before_side(classes, at))
        && classes[at - 1] != Class::And
        && is_there(classes, at);
    if is_state(class) || of_noun {
        class
    } else {
        Class::Predicate
    }
}

/// `arising from`, `filling the`, `consistent with`.
fn takes_object(class: Class, next: Option<&Class>) -> bool {
    let place = [
        Class::Preposition,
        Class::Within,
        Class::With,
        Class::To,
        Class::Of,
    ];
    let object = [
        Class::The,
        Class::Indefinite,
        Class::Pronoun,
        Class::Very,
        Class::Side,
        Class::Level,
    ];
    matches!(class, Class::Ing | Class::Ed | Class::Adjective)
        && next.is_some_and(|next| place.contains(next) || class == Class::Ing && object.contains(next))
}

/// `uvula pushed to the right narrowing the airway`: a noun in -ing with an object, which is no subject of a verb to come (`wall
/// thickening the liver is normal`).
fn acts_on(classes: &[Class], keys: &[&str], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(Class::Edge, |before| classes[before]);
    let is_noun = classes[at].is_noun() && keys[at].ends_with("ing");
    let follows = before.is_noun() || matches!(before, Class::Side | Class::Unit | Class::Adverb);
    let takes = matches!(
        classes.get(at + 1),
        Some(Class::The | Class::Indefinite | Class::Pronoun | Class::Very)
    );
    let mut object = classes[at + 1..].iter().take(LONGEST_OBJECT).take_while(|class| {
        !matches!(
            class,
            Class::No | Class::With | Class::Preposition | Class::Within | Class::There | Class::Which
        )
    });
    is_noun
        && follows
        && takes
        && !object
            .any(|class| class.is_finite() || matches!(class, Class::Normal | Class::Intact | Class::Seen))
}

/// `the normal flow void`, `a dilated duct`.
fn stands_beside_noun(classes: &[Class], at: usize) -> bool {
    let leads = [
        Class::The,
        Class::Indefinite,
        Class::Of,
        Class::With,
        Class::Without,
        Class::No,
        Class::Adjective,
        Class::Degree,
        Class::Preposition,
        Class::Verb,
    ];
    at > 0
        && leads.contains(&classes[at - 1])
        && (is_before_noun(classes, at) || classes[at - 1] == Class::Degree && is_before_side(classes, at))
}

/// `mild surrounding oedema`, `the overlying skin`.
fn stands_like_adjective(classes: &[Class], keys: &[&str], at: usize) -> bool {
    let leads = [
        Class::The,
        Class::Indefinite,
        Class::With,
        Class::Without,
        Class::No,
        Class::Degree,
    ];
    keys[at].ends_with("ing")
        && at > 0
        && leads.contains(&classes[at - 1])
        && classes
            .get(at + 1)
            .is_some_and(|next| next.is_noun() || *next == Class::Adjective)
}

fn is_before_noun(classes: &[Class], at: usize) -> bool {
    classes
        .get(at + 1)
        .is_some_and(|next| next.is_noun() || next.is_adjective())
}

/// `there are small bilateral effusions`, `multiple enlarged right nodes`.
fn is_before_side(classes: &[Class], at: usize) -> bool {
    classes.get(at + 1) == Some(&Class::Side)
        && classes
            .get(at + 2)
            .is_some_and(|noun| noun.is_noun() || noun.is_adjective())
}

/// `there are degenerative changes`: the adjective is of the noun that follows.
fn is_there(classes: &[Class], at: usize) -> bool {
    classes[at.saturating_sub(3)..at].contains(&Class::There)
}
