//! In which order a stretch of words names structures, findings, states and sizes without a word that joins them.
//!
//! Speech without verbs keeps to one order a statement: `right maxillary sinus polyp` names the place before the finding, `polyp
//! right maxillary sinus` behind it. A place behind a place with its finding (`CBD dilated | left kidney small`) begins something new.

use crate::segment::class::{Class, Named};

/// What a word adds to its statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Place,
    Finding,
    State,
    Size,
}

/// What was named so far, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Order {
    /// Nothing.
    Nothing,
    /// `left kidney`.
    Place,
    /// `calculus`.
    Finding,
    /// `normal`.
    State,
    /// `12 mm`.
    Size,
    /// `left kidney calculus`.
    PlaceFinding,
    /// `left kidney small`.
    PlaceState,
    /// `left kidney 9 cm`.
    PlaceSize,
    /// `calculus left kidney`.
    FindingPlace,
    /// `fracture marked oedema`.
    FindingFinding,
    /// `calculus 12 mm`.
    FindingSize,
    /// `normal left kidney`.
    StatePlace,
    /// `dilated | calculus`.
    StateFinding,
    /// `12 mm calculus`.
    SizeFinding,
    /// `9 cm left kidney`.
    SizePlace,
    /// `left kidney calculus | bladder`.
    PlaceFindingPlace,
    /// `left kidney calculus marked hydronephrosis`.
    PlaceFindingFinding,
    /// `left kidney small | bladder`.
    PlaceStatePlace,
    /// `left kidney small | calculus`.
    PlaceStateFinding,
    /// `left kidney 9 cm | bladder`.
    PlaceSizePlace,
    /// `left kidney 9 cm | calculus`.
    PlaceSizeFinding,
    /// `calculus left kidney | hydronephrosis`.
    FindingPlaceFinding,
    /// `calculus left kidney | normal`.
    FindingPlaceState,
    /// `calculus 12 mm | bladder`.
    FindingSizePlace,
    /// `12 mm calculus left kidney`.
    SizeFindingPlace,
    /// More than any of these.
    More,
}

impl Order {
    /// Each, in order.
    pub const ALL: [Self; 26] = [
        Self::Nothing,
        Self::Place,
        Self::Finding,
        Self::State,
        Self::Size,
        Self::PlaceFinding,
        Self::PlaceState,
        Self::PlaceSize,
        Self::FindingPlace,
        Self::FindingFinding,
        Self::FindingSize,
        Self::StatePlace,
        Self::StateFinding,
        Self::SizeFinding,
        Self::SizePlace,
        Self::PlaceFindingPlace,
        Self::PlaceFindingFinding,
        Self::PlaceStatePlace,
        Self::PlaceStateFinding,
        Self::PlaceSizePlace,
        Self::PlaceSizeFinding,
        Self::FindingPlaceFinding,
        Self::FindingPlaceState,
        Self::FindingSizePlace,
        Self::SizeFindingPlace,
        Self::More,
    ];

    /// With one more thing named; `beside` says that it stands directly behind the last, as in `disc bulge`.
    fn and(self, next: Content, beside: bool) -> Self {
        use Content::{Finding, Place, Size, State};
        match (self, next) {
            (Self::Nothing, Place) => Self::Place,
            (Self::Nothing, Finding) => Self::Finding,
            (Self::Nothing, State) => Self::State,
            (Self::Nothing, Size) => Self::Size,
            (Self::Place, Finding) => Self::PlaceFinding,
            (Self::Place, State) => Self::PlaceState,
            (Self::Place, Size) => Self::PlaceSize,
            (Self::Finding, Place) => Self::FindingPlace,
            (Self::Finding, Finding) if !beside => Self::FindingFinding,
            (Self::Finding, Size) => Self::FindingSize,
            (Self::State, Place) => Self::StatePlace,
            (Self::State, Finding) => Self::StateFinding,
            (Self::Size, Finding) => Self::SizeFinding,
            (Self::Size, Place) => Self::SizePlace,
            (Self::PlaceFinding, Place) => Self::PlaceFindingPlace,
            (Self::PlaceFinding, Finding) if !beside => Self::PlaceFindingFinding,
            (Self::PlaceState, Place) => Self::PlaceStatePlace,
            (Self::PlaceState, Finding) => Self::PlaceStateFinding,
            (Self::PlaceSize, Place) => Self::PlaceSizePlace,
            (Self::PlaceSize, Finding) => Self::PlaceSizeFinding,
            (Self::FindingPlace, Finding) => Self::FindingPlaceFinding,
            (Self::FindingPlace, State) => Self::FindingPlaceState,
            (Self::FindingSize, Place) => Self::FindingSizePlace,
            (Self::SizeFinding, Place) => Self::SizeFindingPlace,
            // A list of places, a state of a finding, a size behind either: the same thing goes on.
            (
                Self::Place
                | Self::FindingPlace
                | Self::StatePlace
                | Self::SizePlace
                | Self::SizeFindingPlace,
                Place,
            )
            | (
                Self::Finding
                | Self::PlaceFinding
                | Self::FindingFinding
                | Self::PlaceFindingFinding
                | Self::SizeFinding
                | Self::StateFinding,
                Finding | State | Size,
            )
            | (Self::State | Self::PlaceState | Self::FindingSize, State | Size)
            | (Self::Size | Self::PlaceSize | Self::FindingPlace, Size) => self,
            _ => Self::More,
        }
    }
}

/// What joins the words at hand to what stands before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    Nothing,
    /// `in`, `of`: a place follows.
    ToPlace,
    /// `in the liver`: it followed.
    ToNamedPlace,
    /// `with`, `and`: anything follows.
    ToAny,
}

/// Reads words in their order.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    order: Order,
    join: Join,
    before: Class,
    finding_before: bool,
}

impl Reader {
    /// Before the first word.
    pub const NEW: Self = Self {
        order: Order::Nothing,
        join: Join::Nothing,
        before: Class::Edge,
        finding_before: false,
    };

    /// Reads the next word. What a preposition or conjunction joins is part of what stands before it.
    pub fn read(&mut self, class: Class, named: Named) {
        let content = content(class, named);
        match class {
            Class::Of | Class::To | Class::Preposition | Class::Within => self.join = Join::ToPlace,
            Class::And | Class::But | Class::Which | Class::With | Class::Without | Class::Participle => {
                self.join = Join::ToAny;
            }
            class if class.is_finite() => self.join = Join::ToAny,
            _ => {}
        }
        if let Some(content) = content {
            if self.is_joined(content) {
                self.join = match (content, self.join) {
                    (Content::Place, Join::ToPlace) => Join::ToNamedPlace,
                    (Content::Place, join) => join,
                    _ => Join::Nothing,
                };
            } else {
                self.join = Join::Nothing;
                self.order = self.order.and(content, self.finding_before);
            }
        }
        self.finding_before = content == Some(Content::Finding);
        self.before = class;
    }

    /// Whether it belongs to the phrase that was joined: `of the bowel wall thickening`, not `at C4-C5 | marked narrowing`.
    fn is_joined(self, content: Content) -> bool {
        match self.join {
            Join::Nothing => false,
            Join::ToNamedPlace if content == Content::Finding => !matches!(
                self.before,
                Class::Level | Class::Side | Class::Degree | Class::Adjective
            ),
            Join::ToAny | Join::ToPlace | Join::ToNamedPlace => true,
        }
    }

    /// What was named.
    pub fn order(self) -> Order {
        self.order
    }
}

fn content(class: Class, named: Named) -> Option<Content> {
    match class {
        _ if named.finding => Some(Content::Finding),
        _ if named.place => Some(Content::Place),
        Class::Place | Class::Places | Class::Level => Some(Content::Place),
        Class::Finding | Class::Findings => Some(Content::Finding),
        Class::Normal | Class::Intact | Class::Seen | Class::Predicate => Some(Content::State),
        Class::Unit => Some(Content::Size),
        _ => None,
    }
}
