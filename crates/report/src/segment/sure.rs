//! Where a sentence begins whatever was learned: turns of speech too rare among the sentences that were learned from.

use crate::segment::ahead::Ahead;
use crate::segment::class::Class;
use crate::segment::things::{Finding, Place, Things};
use crate::segment::{ROW, compounds, settle};

/// How far back the verb of the sentence at hand may stand.
const REACH: usize = 12;
/// How far back a denial may stand that holds still.
const DENIED: usize = 8;
/// At most so many words say where something is.
const PLACE: usize = 6;

/// Whether a sentence begins with a word that is not the first; `ahead` and `behind` as in [`crate::segment::run::Run`].
pub(super) fn opens(things: &Things, keys: &[&str], ahead: &[Ahead], behind: &[Class], at: usize) -> bool {
    redirects(things, keys, ahead, at)
        || denies_next(things, keys, at)
        || denies_all(things, keys, at)
        || sizes_next(things, behind, at)
        || is_level_of_next(things, ahead, at)
        || redirects_finding(things, keys, at)
        || opens_itself(things, keys, at)
        || follows_own_part(things, keys, at)
        || follows_number(things, keys, at)
        || denies_behind_size(things, keys, at)
        || tells_next_behind_size(things, at)
        || praises_next(things, keys, at)
        || concludes(things, keys, at)
        || finds_behind_state(things, at)
        || opens_behind_denial(things, keys, at)
        || is_level_of_what_follows(things, keys, at)
        || finds_at_its_level(things, keys, at)
        || follows_age(things, keys, at)
}

/// Whether a sentence begins with a word although something is denied before it.
pub(super) fn opens_behind_denial(things: &Things, keys: &[&str], at: usize) -> bool {
    advises(things, keys, at) || tells_of_the_next(things, keys, at)
}

/// `no intracranial collection | urgent ENT referral is advised`: what is advised is told of nothing before it.
fn advises(things: &Things, keys: &[&str], at: usize) -> bool {
    let begins = |at: usize| compounds::is_advised(keys[at]);
    let before = things.classes[at - 1];
    if !begins(at) || begins(at - 1) || before.leads_on() || before == Class::Adjective {
        return false;
    }
    let verb = (at + 1..keys.len().min(at + PLACE + 1)).find(|verb| things.classes[*verb].is_finite());
    let advised = |verb: usize| keys.get(verb).is_some_and(|key| compounds::is_advice(key));
    verb.is_some_and(|verb| match keys[verb] {
        "is" | "are" => advised(verb + 1),
        "should" | "may" => keys.get(verb + 1) == Some(&"be") && advised(verb + 2),
        _ => false,
    })
}

/// `no honeycombing | the spleen is enlarged`: who says "the" and a verb behind a noun begins anew. What grows does so into something:
/// `mass narrowing the bronchus is seen`.
fn tells_of_the_next(things: &Things, keys: &[&str], at: usize) -> bool {
    let before = things.classes[at - 1];
    let acts =
        keys[at - 1].ends_with("ing") && (!things.named[at - 1].finding || keys[at - 1] == "narrowing");
    let ends = before.is_noun() && !acts && !matches!(keys[at - 1], "level" | "side" | "point" | "site");
    if things.classes[at] != Class::The || !ends {
        return false;
    }
    let is_named = |class: &&Class| {
        class.is_noun() || class.is_adjective() || matches!(class, Class::Side | Class::Level)
    };
    let named = things.classes[at + 1..]
        .iter()
        .take(PLACE)
        .take_while(is_named)
        .count();
    named > 0 && things.class(at + 1 + named).is_finite()
}

/// `stenosis at C5-C6 | C6-C7 right paracentral protrusion`: one level for what is before, the next for what follows.
fn is_level_of_what_follows(things: &Things, keys: &[&str], at: usize) -> bool {
    let is_level = |class: &&Class| **class == Class::Level;
    let before = things.classes[..at]
        .iter()
        .rev()
        .take(ROW)
        .take_while(is_level)
        .count();
    let own = things.classes[at..].iter().take(ROW).take_while(is_level).count();
    let is_at = |before: usize| at > before && matches!(keys[at - before - 1], "at" | "level");
    (1..=2).contains(&before) && own > 0 && is_at(before) && finds_without_verb(things, at + own)
}

/// `changes at L4-L5 | disc extrusion at L4-L5`: what is found at a level behind what was found at its own.
pub(super) fn finds_at_its_level(things: &Things, keys: &[&str], at: usize) -> bool {
    let levels = |classes: &mut dyn Iterator<Item = &Class>| {
        let levels = classes.take(ROW).take_while(|class| **class == Class::Level);
        levels.count()
    };
    let before = levels(&mut things.classes[..at].iter().rev());
    let is_named = |word: &usize| things.classes[*word].is_noun() || things.classes[*word].is_adjective();
    let own = (at..things.words.len().min(at + PLACE))
        .take_while(is_named)
        .count();
    before > 0
        && at > before
        && keys[at - before - 1] == "at"
        && keys.get(at + own) == Some(&"at")
        && things.class(at + own + 1) == Class::Level
        && (at..at + own).any(|word| things.named[word].finding)
}

/// Whether what begins with a word names a finding before any verb or level.
fn finds_without_verb(things: &Things, at: usize) -> bool {
    let reach = at..things.words.len().min(at + PLACE);
    let is_named = |class: Class| class.is_noun() || class.is_adjective() || class == Class::Side;
    let mut named = reach.take_while(|word| is_named(things.classes[*word]));
    named.any(|word| things.named[word].finding)
}

/// `six year old | marked left preseptal swelling`: how old the patient is, and then what is found.
fn follows_age(things: &Things, keys: &[&str], at: usize) -> bool {
    at > 2
        && keys[at - 1] == "old"
        && matches!(keys[at - 2], "year" | "month" | "week" | "day")
        && things.classes[at - 3] == Class::Number
        && (matches!(
            things.classes[at],
            Class::Degree | Class::Side | Class::The | Class::There | Class::No
        ))
}

/// `compressing the peduncle | features favour schwannoma`, `in the tibia | imaging features suggest`: the subject of a conclusion. What is
/// denied of features ("no high risk features are seen") opens nothing.
fn concludes(things: &Things, keys: &[&str], at: usize) -> bool {
    let is_subject = |at: usize| {
        let is_named = matches!(
            keys.get(at).copied(),
            Some("feature" | "finding" | "appearance" | "picture")
        );
        let verb = keys.get(at + 1).copied().unwrap_or_default();
        is_named
            && matches!(
                verb,
                "favor"
                    | "favour"
                    | "suggest"
                    | "represent"
                    | "indicate"
                    | "may"
                    | "could"
                    | "point"
                    | "raise"
                    | "discussed"
                    | "conveyed"
                    | "communicated"
                    | "relayed"
            )
    };
    let is_led = matches!(
        keys[at],
        "imaging" | "overall" | "mr" | "mri" | "ct" | "above" | "radiological" | "morphological"
    );
    let before = things.classes[at - 1];
    let from = at.saturating_sub(DENIED);
    let denied = things.classes[from..at]
        .iter()
        .any(|class| matches!(class, Class::No | Class::Without));
    let is_of_subject = at > 1
        && !settle::is_direction(keys, at - 1)
        && !things.named[at - 1].place
        && matches!(things.classes[at - 2], Class::The | Class::Indefinite);
    let goes_on = matches!(keys[at - 1], "imaging" | "mr" | "mri" | "ct")
        || matches!(before, Class::Adjective | Class::Degree)
        || before.leads_on()
        || is_of_subject
        || denied;
    !goes_on && (is_subject(at) || is_led && is_subject(at + 1))
}

/// `mastoid air cells are opacified | dehiscence of the facial nerve canal`: a finding with its place behind what was said of another.
fn finds_behind_state(things: &Things, at: usize) -> bool {
    let is_state = matches!(
        things.classes[at - 1],
        Class::Predicate | Class::Intact | Class::Normal
    );
    let is_said = at > 1
        && (things.classes[at - 2] == Class::Be
            || at > 2 && things.classes[at - 2] == Class::Adverb && things.classes[at - 3] == Class::Be);
    let begins = things.classes[at].is_noun() && !things.is_within_name(at);
    is_state
        && is_said
        && begins
        && things
            .finding(at)
            .is_some_and(|next| next.words.start == at && things.class(next.words.end) == Class::Of)
}

/// `midline shift to the left | linear right parietal fracture`: a finding behind a direction, its adjectives before it.
fn redirects_finding(things: &Things, keys: &[&str], at: usize) -> bool {
    let leads = things.classes[at..]
        .iter()
        .take(ROW)
        .take_while(|class| class.is_adjective())
        .count();
    leads > 0
        && settle::is_direction(keys, at - 1)
        && (things.finding(at).is_some() || things.finding_with_side(at + leads).is_some())
}

/// `fracture of C2 | ETT tip`, `portal vein thrombosed | splenomegaly`.
fn opens_itself(things: &Things, keys: &[&str], at: usize) -> bool {
    let before = things.classes[at - 1];
    let is_whole = before.is_noun() || matches!(before, Class::Level | Class::Unit | Class::Number);
    let is_said = is_whole
        || matches!(
            before,
            Class::Intact | Class::Normal | Class::Ed | Class::Predicate | Class::Seen
        );
    let denied = || {
        let from = at.saturating_sub(DENIED);
        things.classes[from..at]
            .iter()
            .any(|class| matches!(class, Class::No | Class::Without))
    };
    let is_scored = keys[at] == "aspect" && things.class(at + 1) == Class::Number;
    is_whole && (is_scored || compounds::is_opener(keys, at))
        || is_said && compounds::is_alone(keys[at]) && !denied()
}

/// `occluded at its origin | coeliac axis patent`.
fn follows_own_part(things: &Things, keys: &[&str], at: usize) -> bool {
    at > 2
        && keys[at - 2] == "its"
        && compounds::is_own_part(keys[at - 1])
        && (things.begins_structure(at)
            || things.classes[at] == Class::Side && things.begins_structure(at + 1))
}

/// `Agatston score 212 | calcified plaque`, `ratio of 1.6 | bowing of the septum`.
fn follows_number(things: &Things, keys: &[&str], at: usize) -> bool {
    let told = at.checked_sub(2).map_or("", |told| keys[told]);
    let named = if told == "of" {
        at.checked_sub(3).map_or("", |named| keys[named])
    } else {
        told
    };
    let class = things.classes[at];
    things.classes[at - 1] == Class::Number
        && compounds::is_counted(named)
        && (class.is_noun() || class.is_adjective() || class == Class::No)
}

/// `10.5 cm | no stone`.
fn denies_behind_size(things: &Things, keys: &[&str], at: usize) -> bool {
    let compares = |next: &&str| matches!(*next, "longer" | "larger" | "bigger" | "greater" | "more");
    keys[at] == "no" && things.classes[at - 1] == Class::Unit && !keys.get(at + 1).is_some_and(compares)
}

/// `right ovary 3.1 x 2.0 cm | left ovary 2.8 x 1.9 cm`, `right kidney 9.8 cm | renal pelvis normal`: a structure has its size, the next is
/// told of its own.
fn tells_next_behind_size(things: &Things, at: usize) -> bool {
    let is_size = |class: &&Class| matches!(class, Class::Number | Class::By | Class::Unit);
    let before = things.classes[..at].iter().rev().take(ROW);
    let size = before.take_while(is_size).count();
    if things.classes[at - 1] != Class::Unit || at <= size || !things.ends_structure(at - size - 1) {
        return false;
    }
    let begins =
        things.begins_structure(at) || things.classes[at] == Class::Side && things.begins_structure(at + 1);
    let told = |place: Place| {
        matches!(
            things.class(place.words.end),
            Class::Number | Class::Normal | Class::Intact
        )
    };
    begins && !things.named[at - size - 1].finding && things.place(at).is_some_and(told)
}

/// `left adrenal normal | kidneys normal`, `fracture of the second metatarsal | Lisfranc ligament intact`: a structure with its own praise
/// behind one that has its, or that only says where something is.
fn praises_next(things: &Things, keys: &[&str], at: usize) -> bool {
    let is_praise = |class: Class| matches!(class, Class::Normal | Class::Intact);
    let before = things.classes[at - 1];
    let is_praised = before == Class::Normal && at > 1 && things.ends_structure(at - 2)
        || matches!(keys[at - 1], "undisplaced" | "nondisplaced");
    let is_where = || {
        let from = at.saturating_sub(PLACE);
        things.ends_structure(at - 1)
            && (from + 1..at).any(|to| {
                matches!(things.classes[to], Class::Of | Class::Preposition) && things.named[to - 1].finding
            })
    };
    let praised_next = || {
        let reach = at..things.words.len().min(at + PLACE);
        let end = reach
            .clone()
            .find(|last| things.ends_structure(*last) && !things.is_within_name(last + 1));
        end.is_some_and(|end| is_praise(things.class(end + 1)))
    };
    things.begins_structure(at) && !things.is_within_name(at) && praised_next() && (is_praised || is_where())
}

/// `pulled to the left | heart is`: the subject of a verb behind a direction.
fn redirects(things: &Things, keys: &[&str], ahead: &[Ahead], at: usize) -> bool {
    let begins = matches!(ahead[at], Ahead::Verb | Ahead::Normal) && things.classes[at].is_noun();
    begins && settle::is_direction(keys, at - 1)
}

/// `pancreas divisum | no lesion`.
fn denies_next(things: &Things, keys: &[&str], at: usize) -> bool {
    let compares = |next: &&str| matches!(*next, "longer" | "larger" | "bigger" | "greater" | "more");
    keys[at] == "no" && things.named[at - 1].finding && !keys.get(at + 1).is_some_and(compares)
}

/// `plaques in the frontal lobe | none show`.
fn denies_all(things: &Things, keys: &[&str], at: usize) -> bool {
    let follows = things.classes[at - 1].is_noun() || things.named[at - 1].place;
    keys[at] == "none" && things.class(at + 1).is_finite() && follows
}

/// A size behind what has none and before what has one: `free air | 5 mm stone`, `contacting the nerve root | 1.3 cm thyroid nodule`.
fn sizes_next(things: &Things, behind: &[Class], at: usize) -> bool {
    let is_size = |class: &&Class| matches!(class, Class::Number | Class::By | Class::Unit);
    let size = things.classes[at..].iter().take(ROW).take_while(is_size).count();
    if size < 2 || things.classes[at + size - 1] != Class::Unit {
        return false;
    }
    let before = things.named[at - 1];
    let has_none = before.unsized_finding || before.place && behind[at] == Class::Participle;
    let is_sized = |next: Finding| !things.named[next.words.end - 1].unsized_finding;
    let qualities = things.classes[at + size..]
        .iter()
        .take(ROW)
        .take_while(|class| class.is_adjective())
        .count();
    has_none
        && [0, qualities].iter().any(|skipped| {
            things
                .finding_with_side(at + size + skipped)
                .is_some_and(is_sized)
        })
}

/// `consistent with a haemangioma | at L3-L4 there is a bulge`: who has said a sentence with its verb begins the next with its level.
fn is_level_of_next(things: &Things, ahead: &[Ahead], at: usize) -> bool {
    let levels = things.classes[at + 1..]
        .iter()
        .take(ROW)
        .take_while(|class| **class == Class::Level)
        .count();
    things.classes[at] == Class::Preposition
        && ahead[at] == Ahead::PlaceThenThere
        && levels > 0
        && things.class(at + 1 + levels) == Class::There
        && things.classes[at.saturating_sub(REACH)..at]
            .iter()
            .any(|class| class.is_finite())
}
