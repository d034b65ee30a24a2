//! In which respect a structure is normal or altered.

use serde::Deserialize;

/// A respect, as `data/README.md` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Respect {
    /// In every respect.
    General,
    /// Size, volume, bulk.
    Size,
    /// Contour, outline, margin, surface, configuration.
    Shape,
    /// Attenuation, density, intensity, texture.
    Signal,
    /// Of layers: corticomedullary, grey-white.
    Differentiation,
    /// Width of a tube.
    Calibre,
    /// Of a wall or layer.
    Thickness,
    /// Location and course.
    Position,
    /// Alignment, curvature, congruity.
    Alignment,
    /// Of a vertebra or disc.
    Height,
    /// Flow, opacification.
    Patency,
    /// Continuity.
    Integrity,
    /// Aerated, free of content.
    Clear,
    /// Of a hollow organ.
    Distension,
    /// Enhancement, perfusion, excretion.
    Enhancement,
    /// Contraction, competence, motion.
    Function,
    /// Of a joint or cistern.
    Space,
    /// Of the two sides.
    Symmetry,
    /// Being there at all.
    Presence,
}

impl Respect {
    /// All, in the order of `data/README.md`.
    pub const ALL: [Self; 19] = [
        Self::General,
        Self::Size,
        Self::Shape,
        Self::Signal,
        Self::Differentiation,
        Self::Calibre,
        Self::Thickness,
        Self::Position,
        Self::Alignment,
        Self::Height,
        Self::Patency,
        Self::Integrity,
        Self::Clear,
        Self::Distension,
        Self::Enhancement,
        Self::Function,
        Self::Space,
        Self::Symmetry,
        Self::Presence,
    ];
}

/// A set of respects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Respects(u32);

impl Respects {
    /// What is told of the whole of a structure: a part that differs does not make it untrue.
    pub const OVERALL: Self = Self::of(&[
        Respect::Size,
        Respect::Position,
        Respect::Distension,
        Respect::Function,
        Respect::Presence,
        Respect::Symmetry,
    ]);

    /// What a length may show to be abnormal.
    pub const MEASURED: Self = Self::of(&[
        Respect::General,
        Respect::Size,
        Respect::Calibre,
        Respect::Thickness,
        Respect::Height,
        Respect::Distension,
        Respect::Space,
        Respect::Symmetry,
    ]);

    /// What is not as it should be where a length is larger or smaller than a normal one.
    pub const EXCEEDED: Self = Self::of(&[Respect::Size, Respect::Calibre, Respect::Thickness]);

    /// What may be seen in a structure that is intact.
    const SUBSTANCE: Self = Self::of(&[Respect::Signal, Respect::Shape, Respect::Thickness]);

    /// Each of some.
    const fn of(respects: &[Respect]) -> Self {
        match respects {
            [] => Self::none(),
            [first, rest @ ..] => Self::only(*first).with(Self::of(rest)),
        }
    }

    /// None.
    pub const fn none() -> Self {
        Self(0)
    }

    /// One.
    pub const fn only(respect: Respect) -> Self {
        Self(1 << respect as u32)
    }

    /// Adds one.
    pub fn add(&mut self, respect: Respect) {
        self.0 |= 1 << respect as u32;
    }

    /// These and those.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// With what they say besides: who calls a tendon, ligament or meniscus intact has seen nothing else in it.
    #[must_use]
    pub const fn with_implied(self) -> Self {
        match self.has(Respect::Integrity) {
            true => self.with(Self::SUBSTANCE),
            false => self,
        }
    }

    /// What both have.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// These without those.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether one is among them.
    pub const fn has(self, respect: Respect) -> bool {
        self.0 & (1 << respect as u32) != 0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these are among those.
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl FromIterator<Respect> for Respects {
    fn from_iter<I: IntoIterator<Item = Respect>>(respects: I) -> Self {
        let mut all = Self::none();
        for respect in respects {
            all.add(respect);
        }
        all
    }
}
