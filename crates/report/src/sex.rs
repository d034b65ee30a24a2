//! The patient's sex, as far as the words of a report tell it.

/// Male or female, as anatomy and templates need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

impl Sex {
    /// Reads `F`, `female`, `M` or `male`, in any case.
    pub fn parse(raw: &str) -> Option<Self> {
        match raw.trim().to_ascii_lowercase().as_str() {
            "f" | "female" => Some(Self::Female),
            "m" | "male" => Some(Self::Male),
            _ => None,
        }
    }
}

/// What a word of the text weighs: anatomy that only one sex has, a descriptor, a pronoun.
const ANATOMY: u32 = 5;
const DESCRIPTOR: u32 = 3;
const PRONOUN: u32 = 2;
/// The least score, and the least lead over the other sex, for an answer.
const LEAST: u32 = 2;

/// The sex that the words of a text tell: anatomy weighs 5, descriptors 3, pronouns 2; an answer needs a score of 2 and a lead
/// of 2. Whole words only.
pub fn detect(text: &str) -> Option<Sex> {
    let words = crate::token::words(text);
    let (mut female, mut male) = (0_u32, 0_u32);
    let mut count = |sex: Sex, weight: u32| match sex {
        Sex::Female => female = female.saturating_add(weight),
        Sex::Male => male = male.saturating_add(weight),
    };
    for word in &words {
        match word.key.as_str() {
            "female" | "woman" | "women" | "lady" | "girl" | "pregnant" | "postmenopausal"
            | "perimenopausal" | "premenopausal" | "multiparous" | "nulliparous" | "mrs" | "primigravida"
            | "lactating" | "postpartum" | "housewife" => count(Sex::Female, DESCRIPTOR),
            "turp" | "bph" | "gynecomastia" | "cryptorchidism" | "vasectomy" | "priapism" => {
                count(Sex::Male, ANATOMY)
            }
            "miss" if text[word.range.clone()] == *"Miss" => count(Sex::Female, DESCRIPTOR),
            "male" | "man" | "men" | "gentleman" | "gentlemen" | "boy" | "mr"
                if text[word.range.clone()] != *"MR" =>
            {
                count(Sex::Male, DESCRIPTOR);
            }
            "she" | "her" | "hers" | "herself" => count(Sex::Female, PRONOUN),
            "he" | "him" | "his" | "himself" => count(Sex::Male, PRONOUN),
            _ => {}
        }
    }
    for mention in crate::anatomy::lexicon().find_in(&words) {
        if let Some(sex) = mention.structure.sex {
            count(sex, ANATOMY);
        }
    }
    match (female, male) {
        (female, male) if female >= LEAST && female >= male + LEAST => Some(Sex::Female),
        (female, male) if male >= LEAST && male >= female + LEAST => Some(Sex::Male),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, sex: Option<Sex>) {
        assert_eq!(detect(text), sex, "{text}");
    }

    #[test]
    fn anatomy_descriptors_and_pronouns_tell_the_sex() {
        check("Uterus is bulky.", Some(Sex::Female));
        check("The prostate is enlarged.", Some(Sex::Male));
        check("54 year old gentleman", Some(Sex::Male));
        check("She fell on ice.", Some(Sex::Female));
    }

    #[test]
    fn nothing_or_a_draw_tells_nothing() {
        check("Liver is normal. Human anatomy.", None);
        check("Prostate and uterus", None);
        check("MR of the brain", None);
    }
}
