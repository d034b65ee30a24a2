//! Finds the known word that a misspelt one was meant to be.

use std::cmp::Ordering;

use crate::terms::Terms;

/// Endings that many words share.
const ENDINGS: &[&str] = &["graphy", "gram", "scopy"];

/// Letters of a word that is corrected to one that does not name a study: oedema is no enema.
const LEAST_ASIDE: usize = 6;

/// The known word nearest to `word`, when it is near enough not to be another word.
///
/// A word that sounds the same is the nearest. Else four letters may have two neighbours swapped, a letter doubled,
/// or lack one of five; five to seven letters may have one mistake, eight and more two. A word of four letters or
/// more that begins a known word (`shoul`) stands for the shortest such word.
pub(crate) fn correct<'a>(word: &str, terms: &'a Terms) -> Option<&'a str> {
    let letters = word.as_bytes();
    if letters.len() < 3 || letters.iter().any(u8::is_ascii_digit) {
        return None;
    }
    if let Some(same) = terms.sounding(&sound(word)) {
        return Some(same);
    }
    if letters.len() < 4 {
        return None;
    }
    // Urography and neurography differ by what stands before their ending.
    let stem = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending));
    let allowed = match stem.unwrap_or(word).len() {
        ..=7 => 1,
        _ => 2,
    };
    let mask = mask(letters);
    let mut best: Option<(usize, bool, bool, &str)> = None;
    for (known, letters_of_known) in terms.spellings() {
        let other_letters = (letters_of_known ^ mask).count_ones() as usize;
        if known.len().abs_diff(letters.len()) > allowed || other_letters > 2 * allowed {
            continue;
        }
        let other = known.as_bytes();
        let Some(distance) = distance(letters, other, allowed) else {
            continue;
        };
        let tells = terms.tells(known);
        if !tells && letters.len() < LEAST_ASIDE {
            continue;
        }
        if letters.len().min(other.len()) == 4 && !is_slip_of_four(letters, other, tells) {
            continue;
        }
        let rank = (
            distance,
            letters[0] != other[0],
            !terms.says_something(known),
            known.as_str(),
        );
        if best.is_none_or(|current| rank < current) {
            best = Some(rank);
        }
    }
    best.map(|(.., known)| known).or_else(|| begun(word, terms))
}

/// The telling word of four letters that a word with one mistake may have been meant to be. It may as well be another
/// word, so that this is only for a request that says nothing otherwise.
pub(crate) fn guess<'a>(word: &str, terms: &'a Terms) -> Option<&'a str> {
    let letters = word.as_bytes();
    terms
        .spellings()
        .iter()
        .map(|(known, _)| known)
        .filter(|known| known.len() == 4 && letters.len() >= 3 && terms.tells(known))
        .filter(|known| distance(letters, known.as_bytes(), 1).is_some())
        .min_by_key(|known| (known.as_bytes()[0] != letters[0], known.len() != letters.len()))
        .map(String::as_str)
}

/// Whether two words that differ by one mistake, the shorter of four letters, are the same word: letters are swapped,
/// or one is missing of a word that tells something. One letter for another makes too many other words.
fn is_slip_of_four(written: &[u8], known: &[u8], tells: bool) -> bool {
    match written.len().cmp(&known.len()) {
        Ordering::Less => tells,
        Ordering::Equal => same_letters(written, known),
        Ordering::Greater => false,
    }
}

/// Which letters a word has: a cheap way to see that two words are not alike.
pub(crate) fn mask(letters: &[u8]) -> u32 {
    letters
        .iter()
        .fold(0, |mask, letter| mask | 1 << (letter.wrapping_sub(b'a') % 32))
}

/// How a word sounds, roughly: `fetal` as `foetal`, `angiografy` as `angiography`, `rist` as `wrist`, `kneee` as
/// `knee`.
pub(crate) fn sound(word: &str) -> String {
    const WHOLE: &[(&str, &str)] = &[
        ("ae", "e"),
        ("oe", "e"),
        ("ph", "f"),
        ("ck", "k"),
        ("gh", "g"),
        ("rh", "r"),
        ("x", "ks"),
    ];
    const FIRST: &[(&str, &str)] = &[("kn", "n"), ("wr", "r"), ("gn", "n"), ("ps", "s")];
    const LAST: &[(&str, &str)] = &[("er", "a"), ("or", "a"), ("re", "a")];
    let mut spoken = word.to_owned();
    for (written, heard) in FIRST {
        if let Some(rest) = spoken.strip_prefix(written) {
            spoken = format!("{heard}{rest}");
        }
    }
    for (written, heard) in LAST {
        if let Some(rest) = spoken.strip_suffix(written) {
            spoken = format!("{rest}{heard}");
        }
    }
    for (written, heard) in WHOLE {
        if spoken.contains(written) {
            spoken = spoken.replace(written, heard);
        }
    }
    let letters: Vec<char> = spoken.chars().collect();
    let mut heard = String::with_capacity(spoken.len());
    for (index, &letter) in letters.iter().enumerate() {
        let next = letters.get(index + 1);
        let sounds = match letter {
            'c' if matches!(next, Some('e' | 'i' | 'y')) => 's',
            'c' if next != Some(&'h') => 'k',
            'z' => 's',
            'y' => 'i',
            other => other,
        };
        if !heard.ends_with(sounds) {
            heard.push(sounds);
        }
    }
    heard
}

/// The shortest word that says something by itself and begins with `start`.
pub(crate) fn begun<'a>(start: &str, terms: &'a Terms) -> Option<&'a str> {
    let known = terms.spellings();
    let from = known.partition_point(|(word, _)| word.as_str() < start);
    known[from..]
        .iter()
        .map(|(word, _)| word)
        .take_while(|word| word.starts_with(start))
        .filter(|word| terms.says_something(word))
        .min_by_key(|word| word.len())
        .map(String::as_str)
}

/// One of what a plural names: `ovaries`, `sinuses`, `knees`.
pub(crate) fn singular(text: &str) -> Option<String> {
    let stem = text.strip_suffix('s')?;
    if let Some(stem) = stem.strip_suffix("ie") {
        return Some(format!("{stem}y"));
    }
    let sibilant = stem
        .strip_suffix('e')
        .filter(|stem| stem.ends_with(['s', 'x']) || stem.ends_with("ch"));
    Some(sibilant.unwrap_or(stem).to_owned())
}

fn same_letters(left: &[u8], right: &[u8]) -> bool {
    let (mut left, mut right) = (left.to_vec(), right.to_vec());
    left.sort_unstable();
    right.sort_unstable();
    left == right
}

/// Letters to insert, delete, replace or swap with their neighbour, or `None` above `limit`.
fn distance(left: &[u8], right: &[u8], limit: usize) -> Option<usize> {
    let width = right.len() + 1;
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..width).collect();
    for (row, &letter) in left.iter().enumerate() {
        let mut current = vec![row + 1; width];
        for column in 1..width {
            let replaced = above[column - 1] + usize::from(letter != right[column - 1]);
            let mut cost = replaced.min(above[column] + 1).min(current[column - 1] + 1);
            let swapped =
                row > 0 && column > 1 && letter == right[column - 2] && left[row - 1] == right[column - 1];
            if swapped {
                cost = cost.min(before[column - 2] + 1);
            }
            current[column] = cost;
        }
        if current.iter().all(|&cost| cost > limit) {
            return None;
        }
        before = std::mem::replace(&mut above, current);
    }
    Some(above[width - 1]).filter(|&cost| cost <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, meant: Option<&str>) {
        assert_eq!(correct(written, Terms::get()), meant, "{written}");
    }

    #[test]
    fn a_slip_of_the_keys_is_corrected() {
        check("abdomin", Some("abdomen"));
        check("contarst", Some("contrast"));
        check("brian", Some("brain"));
        check("kene", Some("knee"));
        check("sholder", Some("shoulder"));
        check("cervcal", Some("cervical"));
        check("bran", Some("brain"));
        check("mrcpp", Some("mrcp"));
    }

    #[test]
    fn a_word_that_sounds_the_same_is_the_same() {
        check("angiografy", Some("angiography"));
        check("rist", Some("wrist"));
        check("nee", Some("knee"));
        check("shoulda", Some("shoulder"));
        check("coccix", Some("coccyx"));
        check("edema", None);
    }

    #[test]
    fn a_begun_word_is_completed() {
        check("shoul", Some("shoulder"));
        check("abdomi", Some("abdominal"));
    }

    #[test]
    fn another_word_stays_another_word() {
        check("hair", None);
        check("toy", None);
        check("invoice", None);
    }
}
