//! What a sentence that is told says of the other side, and is normal: `Right kidney shows a calculus and left kidney is normal` tells of the
//! right. Nothing else is cut: which other normals matter beside a finding (a margin that is clear, a vein that is patent) is not known here.

use std::sync::LazyLock;

use regex::Regex;
use report::reading::Reading;
use report::wording;

const NORMAL: &str = r"(?:is|appears) (?:normal|unremarkable)";
const JOIN: &str = r"(?:,? (?:and|while|whereas)|[;,])";

/// A side and a structure of one or two words.
fn organ(number: u8) -> String {
    format!(r"(?:the )?(?P<side{number}>right|left) (?P<organ{number}>[a-z]+(?: [a-z]+)?)")
}

static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    let (first, second) = (organ(1), organ(2));
    Regex::new(&format!(
        r"(?i)^(?P<finding>{first} (?:shows?|has|is|contains?|appears?|demonstrates?|measures?)\b[^;]*?){JOIN} {second} {NORMAL}\.?$"
    ))
    .expect("what is normal behind a finding")
});
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let (first, second) = (organ(1), organ(2));
    Regex::new(&format!(
        r"(?i)^{first} {NORMAL}{JOIN} (?P<finding>{second} (?:shows?|has|is|contains?|appears?|demonstrates?|measures?)\b.*)$"
    ))
    .expect("what is normal before a finding")
});

/// The sentence without what it calls normal of the other side's same structure, and its reading; nothing when it says no such thing.
pub(super) fn without_normal(sentence: &str) -> Option<(String, Reading)> {
    let found = BEHIND.captures(sentence).or_else(|| BEFORE.captures(sentence))?;
    let same = |name: &str| {
        let (one, other) = (
            &found[format!("{name}1").as_str()],
            &found[format!("{name}2").as_str()],
        );
        one.eq_ignore_ascii_case(other)
    };
    if same("side") || !same("organ") {
        return None;
    }
    let rest = wording::sentence(found["finding"].trim());
    let reading = Reading::of(&rest);
    reading.is_abnormal().then_some((rest, reading))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: Option<&str>) {
        let rest = without_normal(sentence).map(|(rest, _)| rest);
        assert_eq!(rest.as_deref(), expected, "{sentence}");
    }

    #[test]
    fn the_other_side_that_is_normal_is_left_away() {
        check(
            "Right kidney shows a 5 mm calculus in the lower calyx and left kidney is normal.",
            Some("Right kidney shows a 5 mm calculus in the lower calyx."),
        );
        check(
            "The right kidney shows a cyst and a 5 mm calculus while the left kidney is normal.",
            Some("The right kidney shows a cyst and a 5 mm calculus."),
        );
        check(
            "Left kidney is normal, right kidney shows gross hydronephrosis.",
            Some("Right kidney shows gross hydronephrosis."),
        );
    }

    #[test]
    fn nothing_else_is_cut() {
        for sentence in [
            "Calculi in the gallbladder and common bile duct and the pancreas is normal.",
            "Tear of the medial meniscus and lateral meniscus and ACL is intact.",
            "Pleural effusion on the right and left side and heart is normal.",
            "Metastases in the right lung and left lung and the liver is normal.",
            "Fractures of the right third and fourth ribs and the left ribs are intact.",
            "Gallbladder is normal and contains a 12 mm calculus.",
            "The left kidney is normal and shows a 2 cm angiomyolipoma.",
            "Right kidney is normal and left is hydronephrotic.",
            "Left hippocampus is normal and the right is atrophic.",
            "Rectal tumour of 5 cm, circumferential resection margin is clear.",
            "Mass in the right kidney and the renal vein is clear.",
            "Right kidney shows a mass and right renal vein is normal.",
            "Right ovary shows a cyst and left fallopian tube is normal.",
            "Mass in the right kidney and left kidney is normal.",
            "Liver is normal and spleen is normal.",
        ] {
            check(sentence, None);
        }
    }
}
