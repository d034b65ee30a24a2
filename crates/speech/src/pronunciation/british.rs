//! How a word sounds where an R is only said before a vowel, as in most of England, Australia and India's schools. The dictionaries are
//! American, and so are the ears: the open vowel of "mass" is nearer to an American's "father" than to his "mass".

const VOWELS: [&str; 15] = [
    "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
];

/// The British sound of American phones; `None` when it is the same.
pub(super) fn british(american: &str) -> Option<String> {
    let phones: Vec<&str> = american.split_whitespace().collect();
    let is_vowel = |at: usize| phones.get(at).is_some_and(|phone| VOWELS.contains(phone));
    let mut said: Vec<&str> = Vec::with_capacity(phones.len());
    for (at, phone) in phones.iter().enumerate() {
        match *phone {
            "R" if at > 0 && is_vowel(at - 1) && !is_vowel(at + 1) => {
                // "here" and "fire" keep a trace of it.
                if matches!(phones[at - 1], "IH" | "IY" | "EH" | "UH" | "AY" | "AW") {
                    said.push("AH");
                }
            }
            "ER" if is_vowel(at + 1) => said.extend(["AH", "R"]),
            // Unstressed, as in "anterior" and "lateral"; "first" and "nerve" keep their long vowel.
            "ER" if at >= 3 || at + 1 == phones.len() => said.push("AH"),
            "AA" if phones.get(at + 1) != Some(&"R") => said.push("AO"),
            "AE" => said.push("AA"),
            _ => said.push(phone),
        }
    }
    (said != phones).then(|| said.join(" "))
}

#[cfg(test)]
mod tests {
    use super::british;

    #[test]
    fn an_r_is_said_before_a_vowel_alone() {
        let check = |american: &str, expected: Option<&str>| {
            assert_eq!(british(american).as_deref(), expected, "{american}");
        };
        check("N AO R M AH L", Some("N AO M AH L"));
        check("L IH V ER", Some("L IH V AH"));
        check("AE N T IH R IY ER", Some("AA N T IH R IY AH"));
        check("M AE S", Some("M AA S"));
        check("K L IH R", Some("K L IH AH"));
        check("N ER V", None);
        check("R IY N AH L", None);
    }
}
