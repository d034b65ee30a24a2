//! Where a sentence may begin at all: the places that no evidence can open, because a mistake there harms or is never right.

use crate::segment::ROW;
use crate::segment::attribute;
use crate::segment::class::Class;
use crate::segment::comma::Sides;
use crate::segment::compounds;
use crate::segment::run::NameEdge;
use crate::segment::stage;
use crate::token::Word;

/// What a percentage before it is a percentage of: `40% loss of height`.
const LOSSES: &[&str] = &[
    "loss",
    "stenosis",
    "narrowing",
    "reduction",
    "occlusion",
    "compression",
    "wedging",
    "collapse",
    "retraction",
];
/// Never within brackets, behind what joins two words, or behind a word that leads on.
pub(super) fn may_open(
    body: &str,
    words: &[Word],
    classes: &[Class],
    edges: &[NameEdge],
    said: &[bool],
    cut_from_denial: &[bool],
    sides: &[Sides],
) -> Vec<bool> {
    let mut depth = 0_usize;
    let mut from = 0;
    words
        .iter()
        .enumerate()
        .map(|(at, word)| {
            let gap = &body[from..word.range.start];
            from = word.range.end;
            for byte in gap.bytes() {
                match byte {
                    b'(' => depth += 1,
                    b')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            // A comma parts what another mark beside it belongs to: "left neck #, gas".
            let is_comma = gap.contains([',', ';']);
            let joined = is_comma && !sides[at].told
                || !is_comma && gap.contains(['-', '/', '(', ':', '\'', '"', '#', '+', '=', '<', '>']);
            let before = at.checked_sub(1).map_or(Class::Edge, |before| classes[before]);
            let attributive = matches!(before, Class::Adjective | Class::Degree)
                && !ends_in_dimension(classes, words, at)
                && !ends_in_state(words, at)
                && !ends_in_complex(words, edges, at)
                && (classes[at].is_noun() || classes[at] == Class::Adjective);
            let recommends = matches!(
                word.key.as_str(),
                "correlate" | "recommend" | "consider" | "suggest"
            ) && !concludes(words, at);
            // "A bulge indenting the sac", but "overlying skin normal".
            let goes_on = classes[at] == Class::Preposition
                && word.key.ends_with("ing")
                && !matches!(
                    word.key.as_str(),
                    "following" | "regarding" | "overlying" | "underlying" | "surrounding"
                );
            // "Extrusion migrating inferiorly".
            let moves_on = at > 0
                && word.key.ends_with("ing")
                && classes[at - 1].is_noun()
                && words.get(at + 1).is_some_and(|next| {
                    next.key.ends_with("ly")
                        || matches!(
                            next.key.as_str(),
                            "into" | "across" | "through" | "beyond" | "toward" | "towards"
                        )
                });
            let is_percentage = gap.contains('%') && LOSSES.contains(&word.key.as_str());
            let opens = !classes[at].never_opens() && !goes_on && (recommends || !classes[at].is_finite());
            let predicate = said[at] && (classes[at].is_adjective() || classes[at] == Class::Adverb);
            at > 0
                && !predicate
                && edges[at] != NameEdge::Inside
                && !cuts_sized(classes, at)
                && !is_bare_size(classes, at)
                && !is_afterthought(classes, words, at)
                && !is_percentage
                && !moves_on
                && !tears_name(words, at)
                && !tears_side(classes, words, at)
                && !stage::is_of_side(classes, words, at)
                && !tears_vertebra(classes, words, at)
                && !tears_branch(words, at)
                && !attribute::is_torn(classes, words, at)
                && !(at > 1
                    && before == Class::Side
                    && classes[at].is_noun()
                    && stands_behind_comma(body, words, at - 1))
                && !ends_in_degree(classes, at)
                && !ends_in_verb(classes, words, at)
                && !compounds::is_never_first(&word.key)
                && !compounds::is_never_last(&words[at - 1].key)
                && !body[words[at - 1].range.clone()].ends_with("'s")
                && !matches!(
                    words[at - 1].key.as_str(),
                    "they" | "he" | "she" | "we" | "non" | "except"
                )
                && !(at > 1 && words[at - 2].key == "except")
                && !cut_from_denial[at]
                && depth == 0
                && !joined
                && !attributive
                && opens
                && !before.leads_on()
        })
        .collect()
}

/// Whether a size before `at` stands within its noun's phrase: `a 3 mm` is never the end.
fn cuts_sized(classes: &[Class], at: usize) -> bool {
    let is_size = |class: &Class| matches!(class, Class::Unit | Class::Number | Class::By | Class::Quantity);
    let size = classes[..at]
        .iter()
        .rev()
        .take(ROW)
        .take_while(|class| is_size(class))
        .count();
    let behind = classes[at];
    if size < 2 || classes[at - 1] != Class::Unit || !(behind.is_noun() || behind.is_adjective()) {
        return false;
    }
    let leads = classes[..at - size]
        .iter()
        .rev()
        .take(ROW)
        .take_while(|class| class.is_adjective())
        .count();
    let opener = |steps: usize| {
        (at - size - leads)
            .checked_sub(steps)
            .map(|before| classes[before])
    };
    // "With 2 cm retraction", "and 5 mm midline shift", but "4 cm and 5 cm | spleen normal".
    let joins = opener(1) == Some(Class::And) && !opener(2).is_some_and(|before| is_size(&before));
    matches!(opener(1), Some(Class::Indefinite | Class::With)) || joins
}

/// `Tear of supraspinatus 15 mm with retraction`: a size with nothing of its own belongs to what stands before it.
fn is_bare_size(classes: &[Class], at: usize) -> bool {
    let size = classes[at..]
        .iter()
        .take(ROW)
        .take_while(|class| matches!(class, Class::Unit | Class::Number | Class::By))
        .count();
    size > 1
        && classes[at + size - 1] == Class::Unit
        && matches!(
            classes.get(at + size),
            None | Some(Class::With | Class::And | Class::Without)
        )
}

/// Whether a name goes on with `at`: `low signal | focus`, `pivot shift | contusion`, `Modic type 2 | endplate changes`.
fn tears_name(words: &[Word], at: usize) -> bool {
    let key = |steps: usize| {
        at.checked_sub(steps)
            .map_or("", |before| words[before].key.as_str())
    };
    let next = words[at].key.as_str();
    // "Conus ends at L2 level".
    if matches!(next, "level") && super::class::is_level(key(1)) {
        return true;
    }
    let is_graded = key(3) == "modic" || key(2) == "modic";
    compounds::stays(key(1), next)
        || is_graded && matches!(next, "endplate" | "change" | "marrow")
        || key(2) == "pivot"
            && key(1) == "shift"
            && matches!(next, "contusion" | "bone" | "injury" | "pattern")
}

/// Whether what was begun before `at` would end without its noun: `there are small | bilateral effusions`,
/// `multiple enlarged | right nodes`. What is said of a subject may end so: `the liver is small | right kidney normal`.
fn ends_in_degree(classes: &[Class], at: usize) -> bool {
    let chain = classes[..at]
        .iter()
        .rev()
        .take(ROW)
        .take_while(|class| class.is_adjective())
        .count();
    let first = at - chain;
    let before = first.checked_sub(1).map(|before| classes[before]);
    let told = before == Some(Class::Be)
        && first
            .checked_sub(2)
            .is_some_and(|there| classes[there] == Class::There);
    let listed = classes[first] == Class::Degree
        && matches!(
            before,
            None | Some(
                Class::Edge | Class::Unit | Class::Number | Class::With | Class::Indefinite | Class::Without
            )
        );
    // "Seen on the left | trace left effusion".
    let is_placed = classes[first] == Class::Degree
        && before == Some(Class::Side)
        && first.checked_sub(2).is_some_and(|the| classes[the] == Class::The);
    chain > 0 && classes[at] == Class::Side && (told || listed || is_placed)
}

/// `compression of D9 | vertebral body`: a level behind "of" is that of the vertebra which is named with it.
fn tears_vertebra(classes: &[Class], words: &[Word], at: usize) -> bool {
    let is_level = at > 1 && classes[at - 1] == Class::Level && words[at - 2].key == "of";
    is_level
        && matches!(
            words[at].key.as_str(),
            "vertebra" | "vertebral" | "vertebrae" | "body"
        )
}

/// Whether a side before `at` belongs to the noun there: `along the right | obturator internus`. "In the right" may end, where the
/// organ was named before.
fn tears_side(classes: &[Class], words: &[Word], at: usize) -> bool {
    let is_along = || at > 2 && classes[at - 2] == Class::The && words[at - 3].key == "along";
    // "Long process of left | incus": of what is on the left is still to be told.
    let is_of = || classes[at - 2] == Class::Of && words[at].key != "side";
    at > 1
        && classes[at - 1] == Class::Side
        && (is_along() || is_of())
        && (classes[at].is_noun() || classes[at] == Class::Adjective)
}

/// `no pneumothorax, right | rib fractures`: a side behind a comma belongs to what follows.
fn stands_behind_comma(body: &str, words: &[Word], at: usize) -> bool {
    body[words[at - 1].range.end..words[at].range.start].contains(',')
}

/// `4.5 cm long | MRF clear`: the adjective of a size needs no noun.
fn ends_in_dimension(classes: &[Class], words: &[Word], at: usize) -> bool {
    at > 1
        && classes[at - 2] == Class::Unit
        && matches!(
            words[at - 1].key.as_str(),
            "long" | "thick" | "wide" | "deep" | "high"
        )
}

/// `scaphoid fracture undisplaced | lunate normal`: the state of a fracture stands behind it.
fn ends_in_state(words: &[Word], at: usize) -> bool {
    at > 1
        && words[at - 2].key == "fracture"
        && matches!(
            words[at - 1].key.as_str(),
            "undisplaced" | "nondisplaced" | "displaced"
        )
}

/// `triangular fibrocartilage complex | dorsal ganglion`: a name that ends so is whole.
fn ends_in_complex(words: &[Word], edges: &[NameEdge], at: usize) -> bool {
    at > 0 && words[at - 1].key == "complex" && matches!(edges[at], NameEdge::Ends | NameEdge::Both)
}

/// `osteophytes cause | moderate narrowing`: what the verb is of is still to be told.
fn ends_in_verb(classes: &[Class], words: &[Word], at: usize) -> bool {
    let is_verb = matches!(
        words[at - 1].key.as_str(),
        "cause"
            | "causes"
            | "show"
            | "shows"
            | "demonstrate"
            | "demonstrates"
            | "reveal"
            | "reveals"
            | "abut"
            | "abuts"
            | "indent"
            | "indents"
            | "displaces"
            | "encase"
            | "encases"
            | "invade"
            | "invades"
            | "compresses"
    );
    is_verb && at > 1 && classes[at - 2].is_noun()
}

/// `no high risk features suggest malignancy`: what features suggest is no advice.
fn concludes(words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| words[before].key.as_str());
    matches!(before, Some("feature" | "finding" | "appearance"))
}

/// `right lower lobe | lobar branches`: the branches are those of the lobe.
fn tears_branch(words: &[Word], at: usize) -> bool {
    let is_branch = |key: &str| {
        matches!(
            key,
            "branch" | "artery" | "vessel" | "bronchus" | "pulmonary" | "arterial"
        )
    };
    at > 0
        && words[at - 1].key == "lobe"
        && matches!(words[at].key.as_str(), "lobar" | "segmental" | "subsegmental")
        && words.get(at + 1).is_some_and(|next| is_branch(&next.key))
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

#[cfg(test)]
mod tests {
    use crate::segment::sentences;

    #[track_caller]
    fn check(body: &str, expected: &[&str]) {
        let found: Vec<&str> = sentences(body, 0..body.len())
            .into_iter()
            .map(|sentence| body[sentence].trim())
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn nothing_ends_before_its_noun() {
        check(
            "main pulmonary artery measures 26 mm there are small bilateral pleural effusions there is mild pericardial effusion",
            &[
                "main pulmonary artery measures 26 mm",
                "there are small bilateral pleural effusions",
                "there is mild pericardial effusion",
            ],
        );
        check(
            "lesion of the tongue measuring 3 cm multiple enlarged right jugular lymph nodes are seen",
            &[
                "lesion of the tongue measuring 3 cm",
                "multiple enlarged right jugular lymph nodes are seen",
            ],
        );
        check(
            "small haematoma along the right obturator internus 15 mm thick",
            &["small haematoma along the right obturator internus 15 mm thick"],
        );
    }

    #[test]
    fn a_name_of_several_words_stays_whole() {
        check(
            "complete tear of the acl pivot shift bone contusions in the lateral femoral condyle",
            &[
                "complete tear of the acl",
                "pivot shift bone contusions in the lateral femoral condyle",
            ],
        );
        check(
            "there is a 2.8 cm arterial phase hyperenhancing lesion in segment 7 the portal vein is thrombosed",
            &[
                "there is a 2.8 cm arterial phase hyperenhancing lesion in segment 7",
                "the portal vein is thrombosed",
            ],
        );
    }

    #[test]
    fn a_finding_behind_a_denied_shift_is_told_of_itself() {
        check(
            "no midline shift bone windows reveal a depressed fracture of the left temporal bone",
            &[
                "no midline shift",
                "bone windows reveal a depressed fracture of the left temporal bone",
            ],
        );
    }

    #[test]
    fn what_is_said_of_a_subject_may_end_before_a_side() {
        check(
            "the liver is small right kidney is normal",
            &["the liver is small", "right kidney is normal"],
        );
    }
}
