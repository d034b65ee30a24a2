//! Which structure a size measures itself, not a finding in it or beside it.

use std::sync::LazyLock;

use regex::Regex;

use super::super::place;
use super::super::sheet::Line;
use crate::anatomy::Mention;
use crate::measurement::Measurement;

/// Between the name of a structure and the size that measures it.
static MEASURES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\s,:(\-]*(?:(?:is|are|it|and|which|of|the|at|its|in|with|a|for|volume|length|span|craniocaudal|cranio-caudal|bipolar|size|diameter|caliber|calibre|maximum|maximal|max|transverse|ap|anteroposterior|height|in height|depth|long|longest|axis|dimensions?|thickness|width|normal|normally|unremarkable|enlarged|mildly|moderately|markedly|massively|grossly|dilated|bulky|prominent|not|small|shrunken|non|aneurysmal|aneurysmally|ectatic|distended|contracted|approximately|about|approx|measur\w+|measured|level|mid|distal|proximal|right|left|gland|body|patent|wide|homogeneous|shape|outline|attenuation|signal|morphology|within|limits|and|vein|gas|filled|gas-filled|collapsed|retrocaecal|retrocecal|pelvic|up|to|upto|appears?|noted|seen|anteverted|retroverted|spans?)\b[\s,:(\-]*){0,14}$").expect("pattern")
});
/// Before the name: `an 18 cm spleen`.
static SIZED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:(?:normal|enlarged|long|sized?|dilated|bulky|caliber|calibre|infrarenal|mildly|right|left|diameter)\s*)*$").expect("pattern")
});
static NOT_ITSELF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:cysts?|bosniak|nodules?|mass|lesions?|calcul\w+|\w*stones?|\w*liths?|\w*lithiasis|sludge|nodes?|collection|abscess|h[a]?ematoma|fibroid\w*|tumou?r|metast\w+|wall|thrombus|from|away|distance|margin|below|above|proximal to|distal to|polyp|foc\w+|follicles?|diverticul\w+|tear|defect|depth|flap|neck|pseudocyst|previously|was|polar|laceration|length of|segment of|gap|retraction|cortex|cortical|parenchymal|haemangioma|hemangioma|aneurysmal sac|fluid|effusion|stent|catheter|ostium|lumen|stump|between|extend\w*|perisplenic|perihepatic|peri\w+|para\w+|splenules?|splenuncul\w+|spleniculi?|accessory|metastas\w+|deposits?|limb|cm from|mm from)\b").expect("pattern")
});

/// The structure that the measurement measures itself.
pub(super) fn measured<'m>(
    line: &Line<'_>,
    measurement: &Measurement,
    mentions: &'m [Mention],
) -> Option<&'m Mention> {
    let before = mentions
        .iter()
        .rev()
        .find(|mention| mention.range.end <= measurement.range.start)
        .filter(|mention| {
            let between = &line.lower[mention.range.end..measurement.range.start];
            // `The appendix lies lateral to the uterus, 6 mm`.
            MEASURES.is_match(between)
                && !NOT_ITSELF.is_match(between)
                && !place::is_landmark(line, mention)
                && !goes_on(line, measurement, mention)
        });
    let behind = mentions
        .iter()
        .find(|mention| mention.range.start >= measurement.range.end)
        .filter(|mention| SIZED.is_match(&line.lower[measurement.range.end..mention.range.start]));
    let mention = before.or(behind)?;
    // What follows can still say that something else was measured: `kidney of 4 mm calculus`.
    let rest = &line.lower[measurement.range.end..];
    // `Pancreatic duct measures 3 mm at the neck` tells where it was measured.
    let what = if rest.starts_with(" at the ") { "" } else { rest };
    let next: String = what.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    let name = &line.lower[mention.range.clone()];
    let after: String = line.lower[mention.range.end..]
        .split_whitespace()
        .take(2)
        .collect::<Vec<_>>()
        .join(" ");
    let is_numeral = |word: &str| word == "and" || word.trim_matches(',').chars().all(|c| "ivx".contains(c));
    let part = name.split_whitespace().all(is_numeral)
        || ["segment", "lobe", "pole", "rads"]
            .iter()
            .any(|word| name.contains(word));
    let other = part
        || measures_next(rest)
        || mention.range.start > measurement.range.start && NOT_ITSELF.is_match(&after)
        || NOT_ITSELF.is_match(&next)
        || NOT_ITSELF.is_match(name)
        || NOT_ITSELF.is_match(before_name(line, mention));
    (!other).then_some(mention)
}

/// `Cysts: 3.4 cm in the right kidney and 1.4 cm in the left kidney`: the second size is of another cyst, not of the kidney before it.
fn goes_on(line: &Line<'_>, measurement: &Measurement, mention: &Mention) -> bool {
    static PLACED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:in|at|of|on|within|along|from|near)\s+(?:(?:the|its|both|each|right|left|upper|lower|mid|middle|interpolar|pole|of|part|region|anterior|posterior|medial|lateral)\s+)*$").expect("pattern")
    });
    static JOINED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^\s*(?:,|;|and|,\s*and)\s*(?:another\s+)?(?:a\s+|an\s+)?$").expect("pattern")
    });
    let sized_before = line
        .measurements
        .iter()
        .any(|other| other.range.end <= mention.range.start);
    sized_before
        && PLACED.is_match(&line.lower[..mention.range.start])
        && JOINED.is_match(&line.lower[mention.range.end..measurement.range.start])
}

/// Words behind a size that only say how something was measured.
static HOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:in|on|at|and|with|without|long|craniocaudal|craniocaudally|cranio|span|size|diameter|maximum|maximal|max|transverse|transversely|ap|wide|thick|which|is|are|normal|enlarged|dilated|while|but|by|approximately|right|left|bipolar|anteroposterior|length|caliber|calibre|today|now|previously|versus|vs|compared|aneurysm|aneurysmal|ectatic|along|across|for|mid|when|bulky|x|cc|sagittal|axial|coronal|each|bilaterally|both|just|down|up|throughout|from|to|or|infrarenal|height|width|short|axis)$").expect("pattern")
});

/// `Right kidney: 5 mm angiomyolipoma`: the noun behind a size is what was measured, unless it only says how.
fn measures_next(rest: &str) -> bool {
    let mut next = rest.strip_prefix(' ').unwrap_or("").chars();
    let word: String = next.by_ref().take_while(|c| c.is_alphanumeric()).collect();
    word.starts_with(char::is_alphabetic) && !HOW.is_match(&word)
}

/// The words right before the name of a structure: `cyst in the kidney`.
fn before_name<'l>(line: &'l Line<'_>, mention: &Mention) -> &'l str {
    let mut start = mention.range.start.saturating_sub(60);
    while !line.lower.is_char_boundary(start) {
        start += 1;
    }
    let before = &line.lower[start..mention.range.start];
    before.rsplit(['.', ';', ',', ':']).next().unwrap_or(before)
}
