//! Whether a statement of the findings belongs into the impression, by its reading and by the words of `data/impression.toml`.

use std::sync::LazyLock;

use regex::Regex;
use report::measurement::{self, Unit};
use report::reading::Reading;
use report::urgency::{self, Urgency};
use report::{budget, negation, remainder, token};
use serde::Deserialize;

/// What becomes of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is told.
    Told,
    /// It is an advice: told behind the findings.
    Advice,
    /// It is abnormal, but usual for the age or a variant that changes nothing.
    LeftOut,
    /// It says nothing abnormal.
    Normal,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    tells: Vec<String>,
    always: Vec<String>,
    devices: Vec<String>,
    usual: Vec<String>,
    variants: Vec<String>,
    limit: Vec<LimitEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitEntry {
    names: Vec<String>,
    above: f64,
    #[serde(default)]
    millilitres: bool,
}

struct Limit {
    names: Vec<Vec<String>>,
    above: f64,
    unit: Unit,
}

struct Words {
    tells: Vec<Vec<String>>,
    always: Vec<Vec<String>>,
    devices: Vec<Vec<String>>,
    usual: Vec<Vec<String>>,
    variants: Vec<Vec<String>>,
    limits: Vec<Limit>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| budget::suspended(read));

fn read() -> Words {
    let file: File = toml::from_str(include_str!("../../data/impression.toml"))
        .unwrap_or_else(|error| panic!("impression words: {error}"));
    Words {
        tells: keys(&file.tells),
        always: keys(&file.always),
        devices: keys(&file.devices),
        usual: keys(&file.usual),
        variants: keys(&file.variants),
        limits: file
            .limit
            .into_iter()
            .map(|entry| Limit {
                names: keys(&entry.names),
                above: entry.above,
                unit: if entry.millilitres {
                    Unit::Millilitre
                } else {
                    Unit::Millimetre
                },
            })
            .collect(),
    }
}

fn keys(phrases: &[String]) -> Vec<Vec<String>> {
    phrases
        .iter()
        .map(|phrase| token::words(phrase).into_iter().map(|word| word.key).collect())
        .collect()
}

static RECOMMENDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:recommend\w*|advi[sc]ed?|suggested for|correlat\w+|follow[- ]?up|further (?:evaluation|characteri[sz]ation|assessment|imaging)|biopsy is|should be|(?:is|are) suggested|to be considered|consider|continue|annual screening|surveillance|referral|repeat (?:ct|mri?|scan|imaging|study)|may be (?:performed|considered|helpful)|please)\b").expect("advice")
});
static REPORTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:seen|noted|present|identified|shows?|demonstrates?|evident|visuali[sz]ed|reveals?|contains?)\b").expect("verbs of reporting")
});
/// A category or grade; nought and one are as good as normal.
static SCORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:bi-?rads|pi-?rads|li-?rads|lr|ti-?rads|o-?rads|cad-?rads|lung-?rads|c-?rads|ni-?rads|fazekas|mta|modic|pfirrmann|bosniak|balthazar|ctsi|severity index|aast|kellgren[- ]lawrence|goutallier|koos|fisher|arco|ficat|figo|outerbridge|icrs|schatzker|meyerding|child|knosp)(?:\s+(?:score|grade|category|stage|type|class|is|of|score of))*[\s:-]*(?:[2-9]|1\d|m|iii?|iv|vi{0,3}|[a-d]\b)|\bN[1-3][a-c]?\b|\b(?:calcium|agatston) score\W+(?:is |of )?[1-9]|\brv\W+lv (?:diameter )?ratio\D{0,20}(?:1\.\d*[1-9]|[2-9])").expect("scores")
});
static EJECTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:ejection fraction|lvef|rvef|ef)\b[^.\d]{0,40}(\d{1,3})\s*%")
        .expect("ejection fraction")
});
/// The tip of a line or tube where it does not belong.
static TIP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:line|tube|catheter|cannula|lead|drain|wire)\b.*\b(?:azygos|main bronchus|right bronchus|left bronchus|right ventricle|carotid|subclavian artery|pleural space|oesophagus|esophagus|hepatic vein|contralateral|kinked|looped|coiled|outside)\b").expect("tips")
});
/// Flow that is missing is a finding though the sentence denies it.
static NO_FLOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bflow(?: voids?| signal)?\b[^.]*\b(?:is|are) (?:absent|lost|not seen|not visuali[sz]ed)|\bno flow (?:is|in|within|through|beyond|distal)\b").expect("missing flow")
});
/// `Ascites: none`, and the enhancement that every breast has.
static NOTHING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i):\s*(?:none|nil|no|not seen|absent|negative)\b[. ]*$|^\W*background (?:parenchymal )?enhancement\b[^.]*\b(?:minimal|mild)\b").expect("nothing")
});
/// `Cardiac shunt ratio is ___`: a measure that every such study has, not a finding.
static OPEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:is|are|lies?)\s+_{3,}").expect("open measure"));
/// `Liver enhancement is normal`, `large bowel is collapsed and normal`: a word that is a finding elsewhere, called normal.
static PRAISED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:enhancement|signal(?: intensity)?|opacification|attenuation|diffusion|perfusion|fluid|calcification)\b(?: \w+){0,3} (?:is|are|appears?|remains?) (?:\w+ly )?(?:normal|preserved|maintained|symmetrical|symmetric|homogeneous|physiological|unremarkable)\b|\b(?:bowel|colon|loops?|bladder|stomach|rectum|ureters?|o?esophagus|ileum|jejunum|duodenum|sigmoid)\b[^.;]*\b(?:collapsed|contracted|empty|decompressed)\b[^.;]*\b(?:normal|unremarkable)\b").expect("praise")
});

/// What becomes of a statement with this reading.
pub(super) fn verdict(sentence: &str, reading: &Reading) -> Verdict {
    // A finding is told with its blank, which stays for the radiologist to fill; a measure of what is normal is not.
    let is_open_measure = sentence.contains("___") && (!reading.is_abnormal() || OPEN.is_match(sentence));
    if remainder::is_remainder(sentence) || is_open_measure || NOTHING.is_match(sentence) {
        return Verdict::Normal;
    }
    // What needs a call is told, whether or not the reading knows it by name.
    if urgency::of(sentence) == Urgency::Critical {
        return Verdict::Told;
    }
    let words = Spoken::of(sentence);
    if words.says(&WORDS.always) {
        return Verdict::Told;
    }
    if words.says(&WORDS.devices) && only_names_device(sentence, reading, &words) {
        return Verdict::LeftOut;
    }
    if words.says(&WORDS.usual) && is_one_minor_thing(sentence, reading) {
        return if reading.is_abnormal() {
            Verdict::LeftOut
        } else {
            Verdict::Normal
        };
    }
    let changes = |claim: &report::reading::Claim| !claim.denied && claim.kind.id != "variant";
    if words.says(&WORDS.variants) && !reading.claims.iter().any(changes) {
        return Verdict::LeftOut;
    }
    // One word can be of several kinds.
    let mut asserted: Vec<usize> = reading
        .claims
        .iter()
        .filter(|claim| !claim.denied)
        .map(|claim| claim.named.start)
        .collect();
    asserted.dedup();
    let praised = PRAISED.is_match(sentence) && asserted.len() == 1 && !reading.normals.is_empty();
    if reading.is_abnormal() && !praised {
        return Verdict::Told;
    }
    if RECOMMENDS.is_match(sentence) {
        return Verdict::Advice;
    }
    if praised {
        return Verdict::Normal;
    }
    let denied = !words.scopes.is_empty();
    let told = (reading.normals.is_empty() && words.says(&WORDS.tells))
        || words.exceeds_limit()
        || NO_FLOW.is_match(sentence)
        || (!denied && (SCORE.is_match(sentence) || TIP.is_match(sentence)))
        || EJECTION
            .captures(sentence)
            .is_some_and(|found| found[1].parse::<u32>().is_ok_and(|percent| percent < 50));
    if told || (reading.normals.is_empty() && !denied && REPORTS.is_match(sentence)) {
        Verdict::Told
    } else {
        Verdict::Normal
    }
}

/// Whether a statement asserts at most one thing, and none that changes what is done next: `mass with physiological free fluid`
/// stays.
fn is_one_minor_thing(sentence: &str, reading: &Reading) -> bool {
    let mut clauses: Vec<usize> = reading
        .claims
        .iter()
        .filter(|claim| !claim.denied)
        .map(|claim| claim.clause.start)
        .collect();
    clauses.dedup();
    clauses.len() <= 1 && urgency::of(sentence) > Urgency::Significant
}

/// Whether a statement names a device where it belongs, and nothing that is abnormal besides.
fn only_names_device(sentence: &str, reading: &Reading, words: &Spoken<'_>) -> bool {
    // The device itself reads as something abnormal in general; anything else has a kind of its own.
    let nothing_else = reading
        .claims
        .iter()
        .all(|claim| claim.denied || claim.kind.is_general() || claim.kind.id == "removed");
    nothing_else
        && !TIP.is_match(sentence)
        && !words.says(&WORDS.tells)
        && !RECOMMENDS.is_match(sentence)
        && measurement::find(sentence).is_empty()
}

/// Whether a statement is an advice, whatever else it says.
pub(super) fn is_advice(sentence: &str) -> bool {
    RECOMMENDS.is_match(sentence)
}

/// A sentence with what it denies.
struct Spoken<'t> {
    text: &'t str,
    words: Vec<token::Word>,
    scopes: Vec<negation::Scope>,
}

impl<'t> Spoken<'t> {
    fn of(text: &'t str) -> Self {
        Self {
            text,
            words: token::words(text),
            scopes: negation::scopes(text),
        }
    }

    /// Whether it says one of the phrases without denying it. A phrase that is itself a denial (`no flow`) counts.
    fn says(&self, phrases: &[Vec<String>]) -> bool {
        phrases.iter().any(|phrase| self.place(phrase).is_some())
    }

    fn place(&self, phrase: &[String]) -> Option<usize> {
        if phrase.is_empty() {
            return None;
        }
        self.words.windows(phrase.len()).find_map(|window| {
            if !window.iter().zip(phrase).all(|(word, key)| word.key == *key) {
                return None;
            }
            let start = window[0].range.start;
            let own_cue = self
                .scopes
                .iter()
                .any(|scope| start <= scope.cue.start && scope.cue.end <= window[window.len() - 1].range.end);
            // "Well expanded" praises.
            let praised = self
                .words
                .iter()
                .rfind(|word| word.range.end <= start)
                .is_some_and(|word| {
                    matches!(word.key.as_str(), "well" | "fully" | "adequately" | "normally")
                });
            (!praised && (own_cue || !negation::denies(&self.scopes, start))).then_some(start)
        })
    }

    /// Whether a structure is larger than its limit.
    fn exceeds_limit(&self) -> bool {
        let sizes = measurement::find(self.text);
        if sizes.is_empty() {
            return false;
        }
        WORDS.limits.iter().any(|limit| {
            let named = limit.names.iter().any(|name| self.place(name).is_some());
            named
                && sizes.iter().any(|size| {
                    let value = match limit.unit {
                        Unit::Millilitre if size.unit == Unit::Millilitre => {
                            size.values.iter().copied().reduce(f64::max)
                        }
                        Unit::Millilitre => None,
                        _ => size.largest_millimetres(),
                    };
                    value.is_some_and(|value| value > limit.above)
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: Verdict) {
        assert_eq!(verdict(sentence, &Reading::of(sentence)), expected, "{sentence}");
    }

    #[test]
    fn sizes_above_a_limit_are_told_and_others_are_not() {
        check("Main pulmonary artery measures 33 mm.", Verdict::Told);
        check("Main pulmonary artery measures 25 mm.", Verdict::Normal);
        check("Spleen measures 11 cm.", Verdict::Normal);
        check("Reactive left level II nodes up to 14 mm.", Verdict::Told);
        check("LV ejection fraction is 28%.", Verdict::Told);
        check("LV ejection fraction is 60%.", Verdict::Normal);
    }

    #[test]
    fn categories_and_misplaced_tips_are_told() {
        check("CAD-RADS 4A.", Verdict::Told);
        check("BI-RADS 1.", Verdict::Normal);
        check(
            "Right internal jugular line tip lies in the azygos vein.",
            Verdict::Told,
        );
        check("Mesorectal fascia is involved at 3 o'clock.", Verdict::Told);
        check("Anal sphincter is not involved.", Verdict::Normal);
    }

    #[test]
    fn what_is_called_normal_or_usual_is_not_told() {
        check("Liver enhancement is normal.", Verdict::Normal);
        check("Age appropriate cerebral atrophy.", Verdict::LeftOut);
        check("Splenunculus of 1 cm.", Verdict::LeftOut);
        check("Urinary catheter in situ, bladder is empty.", Verdict::LeftOut);
        check(
            "Ileostomy in the right iliac fossa, no parastomal collection.",
            Verdict::LeftOut,
        );
        check("Ileostomy with a parastomal hernia.", Verdict::Told);
        check("Chest tube is kinked.", Verdict::Told);
        check("EMVI is present.", Verdict::Told);
        check("EMVI is not present.", Verdict::Normal);
        check("Acute mediastinitis.", Verdict::Told);
        check("Ventricles are appropriate for age.", Verdict::Normal);
        check("Continue annual screening with low dose CT.", Verdict::Advice);
    }
}
