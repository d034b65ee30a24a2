//! Which commas may end a sentence, where nothing else does: those between two things that can each stand by itself.

use crate::anatomy::Region;
use crate::segment::class::Class;
use crate::segment::compounds;
use crate::segment::scope::{Denial, Opening};
use crate::segment::things::Things;

/// What stands between two commas.
#[derive(Debug, Clone, Copy, Default)]
struct Piece {
    finding: bool,
    place: bool,
    level: bool,
    /// It names something that is not of the spine.
    beyond_spine: bool,
    degree: bool,
    size: bool,
    state: bool,
    verb: bool,
    denies: bool,
    /// `there`, `rest`.
    anew: bool,
}

impl Piece {
    fn read(&mut self, things: &Things, at: usize) {
        let (class, named) = (things.classes[at], things.named[at]);
        self.finding |= named.finding || matches!(class, Class::Finding | Class::Findings);
        self.place |=
            named.place || matches!(class, Class::Side | Class::Level | Class::Place | Class::Places);
        self.level |= class == Class::Level;
        self.beyond_spine |= things.region(at).is_some_and(|region| region != Region::Spine);
        self.degree |= class == Class::Degree;
        self.size |= class == Class::Unit;
        self.state |= matches!(class, Class::Normal | Class::Intact | Class::Seen);
        self.verb |= class.is_finite();
        self.denies |= matches!(class, Class::No | Class::Without);
        self.anew |= matches!(class, Class::There | Class::Rest);
    }

    fn says(self) -> bool {
        self.finding || self.state || self.verb || self.denies || self.size
    }

    /// Whether it tells something of its own behind `before`. A place alone (`bone bruise, lateral condyle`) or a size alone belongs to what
    /// stands before it, a finding alone (`no mass, haemorrhage`) is one more of a list.
    fn tells_own(self, before: Self, begins_with_size: bool) -> bool {
        if !before.says() {
            return false;
        }
        if self.denies || self.anew || self.verb {
            return true;
        }
        // "L4-L5 disc bulge, mild canal stenosis": of the level before.
        if before.level && !self.level && !self.beyond_spine && !before.denies && !self.state {
            return false;
        }
        let is_sized = self.size && !begins_with_size;
        let is_found = self.finding && (self.place || is_sized || self.degree && before.denies);
        // "Segment 2 1.8 cm, segment 6 3.3 cm": sizes of what was said before.
        let is_one_of_several = before.place && before.size && !self.state;
        is_found || self.place && (self.state || self.size && !is_one_of_several)
    }
}

/// A place of more words than this tells something in words that are not known.
const LONGEST_NAME: usize = 3;

/// What stands on either side of the comma before a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sides {
    /// What stands before it tells something: a bare place does not.
    pub(super) told: bool,
    /// What follows up to the next comma tells something of its own.
    pub(super) tells_own: bool,
}

/// The sides of the comma before each word that has one.
pub(super) fn sides(things: &Things, denials: &[Denial], openings: &[Opening]) -> Vec<Sides> {
    let mut sides = vec![Sides::default(); things.words.len()];
    let (mut before, mut words_before) = (Piece::default(), 0);
    let mut from = 0;
    while from < things.words.len() {
        let length = things.commas[from + 1..].iter().position(|comma| *comma);
        let end = length.map_or(things.words.len(), |length| from + 1 + length);
        let mut piece = Piece::default();
        (from..end).for_each(|at| piece.read(things, at));
        let begins_with_size = matches!(things.classes[from], Class::Number | Class::Quantity);
        let is_listed = openings[from] == Opening::Alternatives
            && matches!(
                denials[from],
                Denial::Finding | Denial::Findings | Denial::ListEnd
            );
        // "Nodal, left adrenal and bone metastases": what the adjective belongs to is still to come.
        let is_attribute = from > 0 && things.classes[from - 1] == Class::Adjective;
        let tells_own = from > 0
            && piece.tells_own(before, begins_with_size)
            && !is_listed
            && !is_attribute
            && !compounds::is_comment(&things.words[from].key);
        sides[from] = Sides {
            told: before.says() || !before.place || words_before > LONGEST_NAME,
            tells_own,
        };
        piece.level |= before.level && !tells_own;
        (before, words_before) = (piece, end - from);
        from = end;
    }
    sides
}
