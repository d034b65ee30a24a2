//! Measurements: one to three values and their unit, as a radiologist writes them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A measured size, volume, density or share.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurement {
    /// The values in the unit, in the order given.
    pub values: Vec<f64>,
    /// The unit of every value.
    pub unit: Unit,
    /// The bytes of the whole measurement.
    pub range: Range<usize>,
}

/// What values are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Millimetres.
    Millimetre,
    /// Centimetres.
    Centimetre,
    /// Millilitres or cubic centimetres.
    Millilitre,
    /// Hounsfield units.
    Hounsfield,
    /// Percent.
    Percent,
    /// Square millimetres.
    SquareMillimetre,
    /// Square centimetres.
    SquareCentimetre,
    /// Degrees of an angle.
    Degree,
}

impl Unit {
    fn read(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "mm" | "mms" | "millimeter" | "millimeters" | "millimetre" | "millimetres" => Self::Millimetre,
            "cm" | "cms" | "centimeter" | "centimeters" | "centimetre" | "centimetres" => Self::Centimetre,
            "ml" | "mls" | "cc" | "ccs" | "milliliter" | "milliliters" | "millilitre" | "millilitres" => {
                Self::Millilitre
            }
            "hu" | "hounsfield" => Self::Hounsfield,
            "%" | "percent" => Self::Percent,
            _ => return None,
        })
    }

    /// How it is written behind a value.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Millimetre => "mm",
            Self::Centimetre => "cm",
            Self::Millilitre => "ml",
            Self::Hounsfield => "HU",
            Self::Percent => "%",
            Self::SquareMillimetre => "mm2",
            Self::SquareCentimetre => "cm2",
            Self::Degree => "degrees",
        }
    }
}

impl Measurement {
    /// The values in millimetres, when it is a length.
    pub fn millimetres(&self) -> Option<Vec<f64>> {
        let factor = match self.unit {
            Unit::Millimetre => 1.0,
            Unit::Centimetre => 10.0,
            _ => return None,
        };
        Some(self.values.iter().map(|value| value * factor).collect())
    }

    /// The largest dimension in millimetres, when it is a length.
    pub fn largest_millimetres(&self) -> Option<f64> {
        self.millimetres()?.into_iter().reduce(f64::max)
    }
}

static MEASUREMENT: LazyLock<Regex> = LazyLock::new(|| {
    let unit = r"(?:mms?|cms?|mls?|ccs?|hu|millimet(?:er|re)s?|centimet(?:er|re)s?|millilit(?:er|re)s?|hounsfield|percent)";
    let value = r"\d+(?:\.\d+)?";
    let join = r"\s*(?:[x\u{00d7}*]|by)\s*";
    // "26 (CC) x 21 (AP) x 23 (TR) mm", "4.2 cm AP x 3.1 cm TR".
    let axis = r"(?:cc|ap|tr|trans|trv|si|craniocaudal|anteroposterior|transverse)";
    let axis = format!(r"(?:\s*\(\s*{axis}\s*\)|\s+{axis}\b)?");
    Regex::new(&format!(
        r"(?i)\b(?:{value}\s*-?\s*{unit}?{axis}{join}){{0,3}}{value}{axis}\s*-?\s*(?:{unit}\b|%)"
    ))
    .expect("measurement pattern")
});
static VALUE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\d+(?:\.\d+)?").expect("value pattern"));
static UNIT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?i)[a-z]+$|%$").expect("unit pattern"));

/// Every measurement of a text. A range such as `3 to 5 mm` gives the value that carries the unit.
pub fn find(text: &str) -> Vec<Measurement> {
    MEASUREMENT
        .find_iter(text)
        .filter_map(|found| {
            let unit = Unit::read(UNIT.find(found.as_str())?.as_str())?;
            let values: Vec<f64> = VALUE
                .find_iter(found.as_str())
                .filter_map(|value| value.as_str().parse().ok())
                .collect();
            (!values.is_empty()).then(|| Measurement {
                values,
                unit,
                range: found.range(),
            })
        })
        .collect()
}

static AREA_OR_ANGLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(\d+(?:\.\d+)?)\s*-?\s*(?:(sq\.?\s*mm\b|mm\s?(?:2\b|\u{00b2})|square millimet(?:er|re)s?\b)|(sq\.?\s*cm\b|cm\s?(?:2\b|\u{00b2})|square centimet(?:er|re)s?\b)|(?:degrees?\b|deg\b|\u{00b0}))",
    )
    .expect("area pattern")
});

/// Every area and angle of a text.
pub fn areas_and_angles(text: &str) -> Vec<Measurement> {
    AREA_OR_ANGLE
        .captures_iter(text)
        .filter_map(|found| {
            let unit = if found.get(2).is_some() {
                Unit::SquareMillimetre
            } else if found.get(3).is_some() {
                Unit::SquareCentimetre
            } else {
                Unit::Degree
            };
            Some(Measurement {
                values: vec![found[1].parse().ok()?],
                unit,
                range: found.get(0)?.range(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&[f64], Unit)]) {
        let found = find(text);
        let found: Vec<(&[f64], Unit)> = found
            .iter()
            .map(|measurement| (measurement.values.as_slice(), measurement.unit))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn values_and_units_are_read() {
        check("a 3.2 cm lesion", &[(&[3.2], Unit::Centimetre)]);
        check("16 x 18 x 18mm", &[(&[16.0, 18.0, 18.0], Unit::Millimetre)]);
        check("3.4 cm x 2.5 cm", &[(&[3.4, 2.5], Unit::Centimetre)]);
        check(
            "volume of 32 cc, 60% stenosis",
            &[(&[32.0], Unit::Millilitre), (&[60.0], Unit::Percent)],
        );
        check(
            "26 (CC) x 21 (AP) x 23 (TR) mm",
            &[(&[26.0, 21.0, 23.0], Unit::Millimetre)],
        );
        check("4.2 cm AP x 3.1 cm TR", &[(&[4.2, 3.1], Unit::Centimetre)]);
        check("10-cm long", &[(&[10.0], Unit::Centimetre)]);
        check("segment 6 at L4-L5", &[]);
    }

    #[test]
    fn areas_and_angles_are_read_apart_from_lengths() {
        let read = |text: &str| -> Vec<(f64, Unit)> {
            let found = areas_and_angles(text).into_iter();
            found.map(|one| (one.values[0], one.unit)).collect()
        };
        assert_eq!(read("orifice of 3.8 cm2"), [(3.8, Unit::SquareCentimetre)]);
        assert_eq!(
            read("nerve area 14 mm\u{00b2}, angle 52\u{00b0}"),
            [(14.0, Unit::SquareMillimetre), (52.0, Unit::Degree)]
        );
        assert_eq!(read("Cobb angle of 31 degrees over 4 mm"), [(31.0, Unit::Degree)]);
        assert_eq!(find("nerve area 14 mm2"), []);
    }

    #[test]
    fn lengths_convert_to_millimetres() {
        assert_eq!(find("1.2 x 3 cm")[0].largest_millimetres(), Some(30.0));
        assert_eq!(find("40 HU")[0].largest_millimetres(), None);
    }
}
