//! What one statement calls normal and another does not.

use std::sync::LazyLock;

use regex::Regex;

use super::super::Flag;
use super::super::fact::{Fact, GENERIC};
use super::super::label;
use super::super::missing::shares_size;
use super::super::place;
use super::super::plausible;
use super::super::sheet::{Line, Sheet};
use super::{DOUBT, WORDS, between, denied_side, is_slight, same_part, within};
use crate::anatomy::{self, Mention, Region};
use crate::negation;
use crate::operation;
use crate::reading::{Aspect, Normal, Subject};
use crate::remainder::is_remainder;
use crate::section::SectionKind;
use crate::side::Side;
use crate::wording;

/// A normal that makes an exception, or is of the rest only.
static EXCEPTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:otherwise|rest|remain\w*|other|others|except\w*|apart from|aside from|but|however|although|though|despite|besides|elsewhere|where seen|visuali[sz]ed|grossly|background|adjacent|surrounding|post|status|non|contralateral|opposite|lvef|rvef|ejection fraction|(?:low|high|upper|lower|near)[- ]normal)\b").expect("pattern")
});
/// Words that call something normal beyond doubt; `symmetrical` and `smooth` alone do not.
static STRONG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:normal(?:ly)?|unremarkable|intact|clear|patent|preserved|maintained|(?:not|non)[- ]?(?:enlarged|dilated|thickened))\b").expect("pattern")
});
/// `Liver is normal` and `a lesion in the liver`.
pub(super) fn normals(sheet: &Sheet<'_>, tell: &mut impl FnMut(Flag)) {
    for (index, line) in sheet.lines().enumerate() {
        if !matches!(line.section, SectionKind::Findings | SectionKind::Impression) {
            continue;
        }
        // A statement that also asserts something makes its exception itself.
        if line.reading.normals.is_empty()
            || line.reading.is_abnormal()
            || EXCEPTS.is_match(&line.lower)
            || !STRONG.is_match(&line.lower)
            || is_remainder(line.text)
            || line.lower.contains("normal pressure")
            || line.lower.contains("normal variant")
            || is_qualified(sheet, index)
        {
            continue;
        }
        for normal in &line.reading.normals {
            let against = sheet
                .every_fact()
                .filter(|fact| fact.line != index && fact.holds())
                .filter(|fact| !label::apart((line, 0), (sheet.line(fact), fact.named.start)))
                .find(|fact| {
                    let other = sheet.line(fact);
                    let by_size = fact.named.len() == other.text.len();
                    spoils(line, normal, other, fact)
                        && !says_itself(line, other)
                        && (!by_size || !plausible::is_impossible(sheet, other) && !is_allowed(line, other))
                        && !is_of_course(line, other)
                        && !DOUBT.is_match(&other.lower[fact.clause.clone()])
                        && !place::levels_apart(line, other)
                });
            if let Some(fact) = against {
                tell(between(line, sheet.line(fact)));
            }
        }
    }
}

/// `Liver: Normal. Haemangioma of 11 mm in segment VI.`: what follows under the same label, on the same line, is the exception.
fn is_qualified(sheet: &Sheet<'_>, index: usize) -> bool {
    static BARE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^[^:]{2,40}:\s*(?:normal|unremarkable)\b[^,;]*$").expect("bare normals")
    });
    let line = &sheet.lines[index];
    let is_on_line = |next: &&Line<'_>| {
        next.section == line.section && !next.opens && !next.text.contains(':') && next.reading.is_abnormal()
    };
    let next = sheet.lines.get(index + 1).filter(is_on_line);
    line.opens && BARE.is_match(&line.lower) && next.is_some()
}

/// `Cystic duct is normal with low medial insertion`: what a statement tells with its normal, in whole words, is no secret to it.
fn says_itself(line: &Line<'_>, other: &Line<'_>) -> bool {
    static WITH: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\bnormal,? with (?:an? )?([a-z][a-z -]+)\.?$").expect("pattern"));
    let Some(found) = WITH.captures(&line.lower).filter(|_| line.scopes.is_empty()) else {
        return false;
    };
    let (told, said) = (wording::content(&found[1]), wording::content(&other.lower));
    told.len() > 1 && told.keys().all(|word| said.contains_key(word))
}

/// A size above the limit that its own sentence calls acceptable, or that is the very size called normal: `8 mm, normal after surgery`.
fn is_allowed(line: &Line<'_>, other: &Line<'_>) -> bool {
    static ALLOWED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:within (?:the )?(?:normal |acceptable |expected |physiological |upper )*(?:limits?|range)|(?:acceptable|normal|expected|usual|physiological|appropriate|allowing|not unusual) (?:for|after|following|in)\b|as expected|(?:upper|high)[- ](?:limits? of )?normal|borderline)").expect("pattern")
    });
    ALLOWED.is_match(&other.lower) || shares_size(line, other)
}

/// `Normal origin of both coronary arteries`: how something begins, runs or ends says nothing of its wall and lumen.
fn is_of_course(line: &Line<'_>, other: &Line<'_>) -> bool {
    const COURSE: &str = "(?:origins?|ostia|ostium|confluence|insertions?|branching|bifurcations?|trifurcation|course|take-?offs?|union|position|positions|orientation|lie|situs|rotation|ascent|axis|location|laterality|number|drainage|excursion|translation)";
    static OF_COURSE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(&format!(
            r"\bnormal(?:ly)?\s+(?:\w+\s+){{0,1}}(?:(?:{COURSE})(?:\s*,\s*|\s+and\s+)?)+\b|\bnormal in (?:{COURSE})(?: and (?:{COURSE}))?\b|\b{COURSE}(?: of [^.;,]{{0,60}})? (?:is|are|appears?) normal\b|\bnormally (?:placed|situated|located|positioned|sited|lies|arising|oriented)\b"
        ))
        .expect("pattern")
    });
    static RESPECT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:calib(?:re|er)s?|sizes?|signal|outlines?|contours?|thickness|enhancement|attenuation|morphology|intensity|diameters?|shape|texture|echotexture|appearances?|patent|intact|clear|unremarkable|preserved|maintained)\b").expect("pattern")
    });
    let rest = OF_COURSE.replace_all(&line.lower, " ");
    rest != line.lower.as_str()
        && !STRONG.is_match(&rest)
        && !RESPECT.is_match(&line.lower)
        && !OF_COURSE.is_match(&other.lower)
}

/// `Facet joints are normally aligned` says nothing but how they stand.
static ALIGNED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[^.,;]*\b(?:is|are|remains?)\s+(?:normally|well)[- ]aligned\W*$").expect("pattern")
});
/// What is named for completeness beside an organ called normal.
static TINY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:tiny|punctate|minute|speck\w*)[^.;,]{0,24}\b(?:calcifi\w+|granulom\w+)")
        .expect("pattern")
});

/// What is usual or a variant is named beside an organ called normal, and takes nothing from it.
pub(super) static HARMLESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:simple|bosniak (?:i|1)\b|tarlov|perineural|parapelvic|peripelvic|nabothian|pineal|retention|corpus luteum|functional|physiologic\w*)\b[^.;,]{0,32}\b(?:cysts?|follicles?)|\b(?:simple|cortical) (?:\w+ )?cysts?\b|\bcorpus luteum\b|\b(?:accessory spleens?|splenuncul(?:us|i)|splenules?)\b|\bcompensatory (?:hypertroph\w+|enlarge\w+)")
        .expect("pattern")
});

/// `Right hippocampus is reduced against the left`: the side behind is named for comparison only.
fn is_other_side(place: &Subject, other: &Line<'_>) -> bool {
    static AGAINST: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:against|than|compar\w*|versus|vs|relative to|as opposed to)\b").expect("pattern")
    });
    let [first, second] = other.marks.as_slice() else {
        return false;
    };
    first.side != second.side
        && second.side != Side::Bilateral
        && place.side == Some(second.side)
        && AGAINST.is_match(&other.lower[first.range.end..second.range.start])
}

/// `Fetal kidneys are normal` and `maternal: mild hydronephrosis`.
fn is_of_another_person(line: &Line<'_>, other: &Line<'_>) -> bool {
    let is_fetal = |line: &Line<'_>| line.lower.contains("fetal") || line.lower.contains("foetal");
    let is_maternal = |line: &Line<'_>| line.lower.contains("maternal") || line.lower.contains("mother");
    is_fetal(line) && is_maternal(other) || is_maternal(line) && is_fetal(other)
}

fn spoils(line: &Line<'_>, normal: &Normal, other: &Line<'_>, fact: &Fact) -> bool {
    if fact.describes || fact.inherited || is_of_another_person(line, other) {
        return false;
    }
    // What is narrow is still patent.
    let is_narrow = ["narrow", "stenos", "attenuat"]
        .iter()
        .any(|word| other.lower[fact.named.clone()].starts_with(word));
    let is_tight = ["critical", "severe", "high-grade", "high grade", "near", "9"]
        .iter()
        .any(|word| other.lower[fact.clause.clone()].contains(word));
    if normal.aspects == [Aspect::Patency] && is_narrow && !is_tight {
        return false;
    }
    let at = nearest(other, fact);
    // A dilated pelvicalyceal system leaves the outline of its kidney as it is.
    let shapes = fact.kind.id != "hydronephrosis" || line.lower.contains("calyceal");
    // Nor does anything that is only wide in a part of an organ alter the size of the whole.
    let widens = matches!(
        fact.kind.id.as_str(),
        "dilatation" | "hydronephrosis" | "enlargement"
    );
    let aspect = |whole: &Subject, at: &Subject| {
        let of_part = widens && whole.structure.id != at.structure.id && whole.structure.id != "heart";
        let mut called = normal.aspects.iter();
        called.any(|aspect| {
            fact.kind.spoils.contains(aspect)
                && (shapes || *aspect != Aspect::Shape)
                && !(of_part && is_of_whole(at, *aspect))
        })
    };
    // A globe that stands out is itself normal.
    let named = &other.lower[fact.named.clone()];
    let stands_out = named.starts_with("propto") || named.starts_with("exophthal");
    // A nephrogram shows how a kidney enhances, and no stone in it.
    let is_of_kidney = |mention: &Mention| mention.structure.id == "kidney";
    let leaves_enhancement = || {
        !line.mentions.iter().all(is_of_kidney)
            || !line.lower.contains("nephrogram")
            || line.lower.contains("kidney")
    };
    let enhances = matches!(
        fact.kind.id.as_str(),
        "enhancement" | "infarct" | "inflammation" | "signal-change"
    );
    // How a breast is made up.
    let behind = other.lower[fact.named.end..].trim_start();
    let is_fatty_breast = named == "fatty" && behind.starts_with("breast");
    // A clot in the artery of a lobe leaves the lung clear.
    let is_clot = matches!(fact.kind.id.as_str(), "thrombus" | "defect" | "filling-defect");
    let is_in_lung = at.is_some_and(|at| anatomy::lexicon().is_within(&at.structure.id, "lung"));
    !(stands_out || is_fatty_breast || is_clot && is_in_lung)
        && (enhances || leaves_enhancement())
        // What was operated on can be normal again.
        && !fact.kind.is_general()
        && fact.kind.id != "operated"
        && at.is_some_and(|at| {
            let called = normal.subjects.iter().filter(|place| !is_denied(line, place));
            called.into_iter().any(|place| {
                let same = place.structure.id == at.structure.id && !other_part(line, other, place)
                    || line.lower.starts_with("all ") && within(at, place)
                    || WORDS.wholes.contains(&place.structure.id)
                        && within(at, place)
                        && !place::is_vessel_of(at, place)
                    || of_family(line, place, at);
                // A mildly prominent tonsil leaves the oropharynx normal.
                let slight = is_slight(&other.lower)
                    && (at.structure.region == Region::Musculoskeletal || other_name(line, other, place));
                let all = line.lower.starts_with("all ") || line.lower.contains("all levels");
                let generic =
                    !all && GENERIC.contains(&place.structure.id.as_str()) && line.reading.levels.is_empty();
                // One kidney is gone, and a nephrogram without a side is that of the other one.
                let of_other = matches!(fact.kind.id.as_str(), "removed" | "unseen")
                    && place.side.is_none()
                    && matches!(at.side, Some(Side::Right | Side::Left))
                    && !place::names_in(line, place).iter().any(|name| name.ends_with('s'))
                    || fact.kind.id == "removed" && operation::speaks_of_remains(&other.lower);
                same && aspect(place, at)
                    && !of_other
                    && !slight
                    && !generic
                    && denied_side(place, at)
                    && !is_other_side(place, other)
                    && is_itself(line, place)
            })
        })
        // What has to be searched for comes last: every normal is held against every finding.
        && (fact.kind.id == "malalignment" || !ALIGNED.is_match(&line.lower))
        && !TINY.is_match(&other.lower)
        && !HARMLESS.is_match(&other.lower[fact.clause.clone()])
        && same_parts(line, normal, other, fact)
}

/// Whether what the normal says of the parts of its structure is said of the finding too. Of a list, `PCL and lateral meniscus are
/// intact`, a word of place belongs to its own structure, and what follows the verb to all of them.
fn same_parts(line: &Line<'_>, normal: &Normal, other: &Line<'_>, fact: &Fact) -> bool {
    static JOINT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r",\s*(?:and\s+)?|\s+and\s+").expect("pattern"));
    static VERB: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b(?:is|are|appears?|shows?|remains?)\b").expect("pattern"));
    let whole = 0..line.text.len();
    let (Some(verb), Some(at)) = (VERB.find(&line.lower), nearest(other, fact)) else {
        return same_part(line, &whole, other);
    };
    let named = line.mentions.iter().find(|mention| {
        mention.range.end <= verb.start()
            && mention.structure.id == at.structure.id
            && normal
                .subjects
                .iter()
                .any(|place| place.structure.id == mention.structure.id)
    });
    let Some(named) = named else {
        return same_part(line, &whole, other);
    };
    let (mut from, mut to) = (0, verb.start());
    for joint in JOINT.find_iter(&line.lower[..verb.start()]) {
        if joint.end() <= named.range.start {
            from = joint.end();
        } else if joint.start() >= named.range.end {
            to = to.min(joint.start());
        }
    }
    same_part(line, &(from..to), other) && same_part(line, &(verb.end()..line.text.len()), other)
}

/// Whether a respect is one of an organ as a whole: the size of a kidney is not that of its pelvis, but that of its lobes is.
fn is_of_whole(part: &Subject, aspect: Aspect) -> bool {
    const HOLLOW: &[&str] = &[
        "renal-pelvis",
        "bile-duct",
        "pancreatic-duct",
        "bronchus",
        "ventricular-system",
    ];
    let lexicon = anatomy::lexicon();
    matches!(aspect, Aspect::Size | Aspect::Calibre)
        && HOLLOW.iter().any(|id| lexicon.is_within(&part.structure.id, id))
}

/// The two sentences name parts of one structure by different names: `corpora cavernosa` and `tunica albuginea`.
fn other_part(line: &Line<'_>, other: &Line<'_>, at: &Subject) -> bool {
    let (ours, theirs) = (place::names_in(line, at), place::names_in(other, at));
    let main = [
        at.structure.name.to_lowercase(),
        at.structure.id.replace('-', " "),
    ];
    let whole = ours
        .iter()
        .any(|name| main.iter().any(|main| name.starts_with(main.as_str())));
    let short = initials(&main[1]);
    let is_whole = |name: &str| *name == short || main.iter().any(|main| name.starts_with(main.as_str()));
    let alike = ours.iter().any(|one| {
        theirs.iter().any(|other| {
            one.contains(other.as_str()) || other.contains(one.as_str()) || is_whole(one) && is_whole(other)
        })
    });
    !alike && (!whole || at.structure.region == Region::Musculoskeletal)
}

/// The second sentence calls the structure by other names only: `tonsils` of the oropharynx.
fn other_name(line: &Line<'_>, other: &Line<'_>, at: &Subject) -> bool {
    let (ours, theirs) = (place::names_in(line, at), place::names_in(other, at));
    let alike = |one: &String| {
        theirs
            .iter()
            .any(|name| name.contains(one.as_str()) || one.contains(name.as_str()))
    };
    !ours.is_empty() && !theirs.is_empty() && !ours.iter().any(alike)
}

/// `acl` of `anterior cruciate ligament`.
fn initials(name: &str) -> String {
    name.split([' ', '-'])
        .filter_map(|word| word.chars().next())
        .collect()
}

/// The structure that stands nearest to the words of a finding.
fn nearest<'f>(line: &Line<'_>, fact: &'f Fact) -> Option<&'f Subject> {
    let named = line
        .mentions
        .iter()
        .filter(|mention| !place::is_attachment(line, mention))
        // `Consolidation` names a lung, too, and not the lobe in which it is.
        .filter(|mention| {
            let is_own_word = fact.named.contains(&mention.range.start);
            let mut places = fact.subjects.iter();
            !is_own_word || places.any(|place| place.structure.id == mention.structure.id)
        });
    let mention = named.min_by_key(|mention| {
        let behind = mention.range.start.saturating_sub(fact.named.end);
        let before = fact.named.start.saturating_sub(mention.range.end);
        behind.max(before)
    })?;
    // `Indenting the cord with bright signal in the cord`: the cord is a landmark first, and then what is altered.
    let mut same = line
        .mentions
        .iter()
        .filter(|other| other.structure.id == mention.structure.id);
    let landmark = same.all(|mention| place::is_landmark(line, mention));
    fact.subjects
        .iter()
        .find(|subject| !landmark && subject.structure.id == mention.structure.id)
}

/// Structures that a plural calls normal one and all: `cruciate ligaments are intact`.
const FAMILIES: &[(&str, &[&str])] = &[
    (
        "cruciate-ligament",
        &["anterior-cruciate-ligament", "posterior-cruciate-ligament"],
    ),
    (
        "collateral-ligament",
        &["medial-collateral-ligament", "lateral-collateral-ligament"],
    ),
];

fn of_family(line: &Line<'_>, whole: &Subject, part: &Subject) -> bool {
    line.lower.contains("ligaments")
        && FAMILIES
            .iter()
            .any(|(id, parts)| whole.structure.id == *id && parts.contains(&part.structure.id.as_str()))
}

/// A structure that stands only in what is denied: `normal biliary tree, no pancreatitis` calls no pancreas normal.
fn is_denied(line: &Line<'_>, place: &Subject) -> bool {
    let scopes = &line.scopes;
    let mut named = line
        .mentions
        .iter()
        .filter(|mention| mention.structure.id == place.structure.id)
        .peekable();
    named.peek().is_some() && named.all(|mention| negation::denies(scopes, mention.range.start))
}

/// Whether the sentence calls the structure itself normal, not something that carries its name: `cardiac valves are normal`.
fn is_itself(line: &Line<'_>, place: &Subject) -> bool {
    line.mentions
        .iter()
        .filter(|mention| mention.structure.id == place.structure.id)
        .any(|mention| {
            let rest = line.lower[mention.range.end..].trim_start_matches([' ', '\t']);
            let next: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
            next.is_empty() || WORDS.plain_next.contains(&next)
        })
}
