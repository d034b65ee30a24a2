//! A small letter-to-sound rule for medical English, longest spelling first.
//!
//! It is meant for the one word in a thousand that no dictionary has; it is right about consonants and the common
//! Greek and Latin spellings, and guesses vowels.

/// Spellings and their phones. At a word's start only when marked `^`, at its end only when marked `$`.
const RULES: &[(&str, &str)] = &[
    ("^ps", "S"),
    ("^pn", "N"),
    ("^x", "Z"),
    ("^kn", "N"),
    ("^gn", "N"),
    ("^wr", "R"),
    ("^mn", "N"),
    ("^pt", "T"),
    ("^hyper", "HH AY P ER"),
    ("^hypo", "HH AY P OW"),
    ("^micro", "M AY K R OW"),
    ("^neuro", "N UH R OW"),
    ("itis$", "AY T AH S"),
    ("osis$", "OW S AH S"),
    ("oses$", "OW S IY Z"),
    ("ectomy$", "EH K T AH M IY"),
    ("ostomy$", "AA S T AH M IY"),
    ("otomy$", "AA T AH M IY"),
    ("plasty$", "P L AE S T IY"),
    ("pathy$", "P AH TH IY"),
    ("megaly$", "M EH G AH L IY"),
    ("graphy$", "G R AH F IY"),
    ("gram$", "G R AE M"),
    ("scopy$", "S K AH P IY"),
    ("emia$", "IY M IY AH"),
    ("uria$", "UH R IY AH"),
    ("algia$", "AE L JH AH"),
    ("oma$", "OW M AH"),
    ("omas$", "OW M AH Z"),
    ("tion$", "SH AH N"),
    ("sion$", "ZH AH N"),
    ("tions$", "SH AH N Z"),
    ("cious$", "SH AH S"),
    ("tious$", "SH AH S"),
    ("tial$", "SH AH L"),
    ("cial$", "SH AH L"),
    ("ious$", "IY AH S"),
    ("eous$", "IY AH S"),
    ("ous$", "AH S"),
    ("ial$", "IY AH L"),
    ("al$", "AH L"),
    ("able$", "AH B AH L"),
    ("ible$", "AH B AH L"),
    ("ated$", "EY T IH D"),
    ("ate$", "EY T"),
    ("ized$", "AY Z D"),
    ("ing$", "IH NG"),
    ("ted$", "T IH D"),
    ("ded$", "D IH D"),
    ("ed$", "D"),
    ("ic$", "IH K"),
    ("ical$", "IH K AH L"),
    ("ia$", "IY AH"),
    ("ium$", "IY AH M"),
    ("um$", "AH M"),
    ("us$", "AH S"),
    ("ae$", "IY"),
    ("y$", "IY"),
    ("le$", "AH L"),
    ("re$", "ER"),
    ("er$", "ER"),
    ("or$", "ER"),
    ("ary$", "EH R IY"),
    ("es$", "IH Z"),
    ("e$", ""),
    ("'s$", "Z"),
    ("ity$", "AH T IY"),
    ("sch", "SH"),
    ("tch", "CH"),
    ("rrh", "R"),
    ("ch", "K"),
    ("ph", "F"),
    ("th", "TH"),
    ("sh", "SH"),
    ("ck", "K"),
    ("gh", "G"),
    ("rh", "R"),
    ("qu", "K W"),
    ("ng", "NG"),
    ("sc", "S K"),
    ("cc", "K"),
    ("xc", "K S"),
    ("dg", "JH"),
    ("wh", "W"),
    ("ce", "S EH"),
    ("ci", "S IH"),
    ("cy", "S AY"),
    ("ge", "JH EH"),
    ("gi", "JH IH"),
    ("gy", "JH AY"),
    ("eu", "Y UW"),
    ("oe", "IY"),
    ("ae", "IY"),
    ("ee", "IY"),
    ("ea", "IY"),
    ("ei", "AY"),
    ("ie", "IY"),
    ("ai", "EY"),
    ("ay", "EY"),
    ("oi", "OY"),
    ("oy", "OY"),
    ("ou", "AW"),
    ("ow", "OW"),
    ("oo", "UW"),
    ("au", "AO"),
    ("aw", "AO"),
    ("io", "IY OW"),
    ("ia", "IY AH"),
    ("ar", "AA R"),
    ("er", "ER"),
    ("ir", "ER"),
    ("or", "AO R"),
    ("ur", "ER"),
    ("bb", "B"),
    ("dd", "D"),
    ("ff", "F"),
    ("gg", "G"),
    ("ll", "L"),
    ("mm", "M"),
    ("nn", "N"),
    ("pp", "P"),
    ("rr", "R"),
    ("ss", "S"),
    ("tt", "T"),
    ("zz", "Z"),
    ("a", "AE"),
    ("b", "B"),
    ("c", "K"),
    ("d", "D"),
    ("e", "EH"),
    ("f", "F"),
    ("g", "G"),
    ("h", "HH"),
    ("i", "IH"),
    ("j", "JH"),
    ("k", "K"),
    ("l", "L"),
    ("m", "M"),
    ("n", "N"),
    ("o", "AA"),
    ("p", "P"),
    ("q", "K"),
    ("r", "R"),
    ("s", "S"),
    ("t", "T"),
    ("u", "AH"),
    ("v", "V"),
    ("w", "W"),
    ("x", "K S"),
    ("y", "IH"),
    ("z", "Z"),
    ("'", ""),
];

/// The phones of a lower-case word; `None` when it has other characters, or no sound at all.
pub(super) fn sound(word: &str) -> Option<String> {
    let mut phones = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let (spelling, sounds) = RULES
            .iter()
            .filter_map(|(rule, sounds)| {
                fits(rule, rest, rest.len() == word.len()).map(|used| (used, *sounds))
            })
            .max_by_key(|(used, _)| *used)?;
        phones.extend(sounds.split_whitespace());
        rest = &rest[spelling..];
    }
    (!phones.is_empty()).then(|| phones.join(" "))
}

/// The same phones with the short vowels behind the first said weakly, as English says most of them: letters do not tell the stress.
pub(super) fn weakened(phones: &str) -> String {
    let mut is_first = true;
    let weak = phones.split(' ').map(|phone| {
        let is_vowel = phone.starts_with(['A', 'E', 'I', 'O', 'U']);
        let is_short = matches!(phone, "AA" | "AE" | "AH" | "EH" | "IH" | "UH");
        let was_first = is_first;
        is_first &= !is_vowel;
        if is_short && !was_first { "AH" } else { phone }
    });
    weak.collect::<Vec<_>>().join(" ")
}

/// How many letters a rule takes from the start of `rest`.
fn fits(rule: &str, rest: &str, at_start: bool) -> Option<usize> {
    if let Some(first) = rule.strip_prefix('^') {
        return (at_start && rest.starts_with(first)).then_some(first.len());
    }
    if let Some(last) = rule.strip_suffix('$') {
        return (!at_start && rest == last).then_some(last.len());
    }
    rest.starts_with(rule).then_some(rule.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: &str) {
        assert_eq!(sound(word).as_deref(), Some(expected), "{word}");
    }

    #[test]
    fn reads_the_usual_medical_spellings() {
        check("valvitis", "V AE L V AY T AH S");
        check("lipoma", "L IH P OW M AH");
        check("hypertrophic", "HH AY P ER T R AA F IH K");
        check("bronchus", "B R AA N K AH S");
    }

    #[test]
    fn short_vowels_behind_the_first_may_be_weak() {
        assert_eq!(
            weakened("Z ER K AA N AE P L AE S T IY"),
            "Z ER K AH N AH P L AH S T IY"
        );
        assert_eq!(weakened("L IH P OW M AE"), "L IH P OW M AH");
    }

    #[test]
    fn gives_nothing_for_what_is_not_a_word() {
        assert_eq!(sound("4"), None);
        assert_eq!(sound(""), None);
    }
}
