//! What a finding does to one sentence of a template.

use report::anatomy::lexicon;
use report::reading::{Claim, Subject};
use report::side::Side;
use report::wording;

use super::contradiction::contradicts;
use super::place::{is_wide, lies_in, on_other_levels};
use super::statement::Statement;
use crate::sheet::Unit;

/// What a dictated sentence does to a sentence of the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing.
    Stays,
    /// The denial that hangs on it goes.
    LosesTail,
    /// It goes.
    Goes,
}

/// Whether an operation leaves nothing of what a unit speaks of: after a nephrectomy "no focal renal lesion" still holds of the
/// other kidney, "both kidneys are normal" does not.
fn loses_all(unit: &Unit, subject: &Subject, claim: &Claim) -> bool {
    let one_side = claim
        .subjects
        .iter()
        .all(|place| matches!(place.side, Some(Side::Right | Side::Left)));
    !(one_side && subject.structure.paired && subject.side.is_none() && unit.reading.normals.is_empty())
}

pub(super) fn apply(unit: &mut Unit, verdict: Verdict, index: usize, touched: &mut Vec<usize>) {
    match verdict {
        Verdict::Stays => return,
        Verdict::Goes => unit.stands = false,
        Verdict::LosesTail => {
            if let Some(tail) = unit.tail.take() {
                unit.text = tail.head_text;
                unit.reading = tail.head;
            }
        }
    }
    touched.push(index);
}

pub(super) fn judge(unit: &Unit, claim: &Claim, dictated: &Statement<'_>, weakly: bool) -> Verdict {
    if !unit.stands {
        return Verdict::Stays;
    }
    let is_gone = match claim.kind.id.as_str() {
        "removed" => true,
        // Of what cannot be seen nothing can be said, but its surroundings are seen, and nodes that are not seen are normal.
        "unseen" | "unassessed" => {
            !unit.text.to_ascii_lowercase().contains("peri")
                && !claim
                    .subjects
                    .iter()
                    .any(|place| lexicon().is_within(&place.structure.id, "lymph-node"))
        }
        _ => false,
    };
    if is_gone
        && unit
            .reading
            .subjects
            .iter()
            .chain(&unit.about)
            .any(|subject| lies_in(subject, &claim.subjects) && loses_all(unit, subject, claim))
    {
        return Verdict::Goes;
    }
    if on_other_levels(unit, dictated.reading, dictated.text) {
        return Verdict::Stays;
    }
    if lacks_respect(unit, claim, dictated) {
        return Verdict::Goes;
    }
    match &unit.tail {
        Some(tail) => {
            if contradicts(&tail.head, claim, dictated, weakly) {
                Verdict::Goes
            } else if contradicts(&tail.denial, claim, dictated, weakly) {
                Verdict::LosesTail
            } else {
                Verdict::Stays
            }
        }
        None if contradicts(&unit.reading, claim, dictated, weakly) => Verdict::Goes,
        None => Verdict::Stays,
    }
}

/// `Both thalami are normal in morphology and signal, with no mass`: a growth takes the praise with the denial, unless the organ is so
/// wide that the rest of it may well be as it should.
pub(super) fn alters_whole(unit: &Unit, claim: &Claim, dictated: &Statement<'_>) -> bool {
    let Some(tail) = unit.tail.as_ref().filter(|_| claim.kind.id == "lesion") else {
        return false;
    };
    let praised = tail.head.normals.iter().flat_map(|normal| &normal.subjects);
    let mut narrow = praised
        .filter(|subject| !is_wide(&subject.structure.id))
        .peekable();
    narrow.peek().is_some() && contradicts(&tail.head, claim, dictated, true)
}

/// `Suboptimal opacification` beside `opacification of the pulmonary tree is adequate`: no place is told, but the same respect.
fn lacks_respect(unit: &Unit, claim: &Claim, dictated: &Statement<'_>) -> bool {
    let is_named = claim.named.len() < dictated.text.len();
    let names_none = dictated.reading.subjects.is_empty() && !claim.kind.alone && is_named;
    if !names_none || unit.reading.normals.is_empty() {
        return false;
    }
    let said = report::token::words(&dictated.text[claim.named.clone()]);
    let own = report::token::words(&unit.text);
    let is_said = |word: &report::token::Word| said.iter().any(|spoken| spoken.key == word.key);
    own.iter()
        .any(|word| report::reading::is_respect(&word.key) && is_said(word))
}

/// Whether what remains of a sentence reads as another one. Where only a word of many has gone, a reader takes it for the sentence that
/// was contradicted.
pub(super) fn differs(part: &Unit, whole: &Unit) -> bool {
    const ALIKE: f64 = 0.8;
    // A joint says nothing, and "extra-axial" is one word.
    let content = |unit: &Unit| wording::content(&unit.text.replace('-', "").replace(" or ", " "));
    let (part, whole) = (content(part), content(whole));
    wording::coverage(&whole, &part) < ALIKE
}
