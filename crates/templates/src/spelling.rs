//! Finds the known word that a misspelt one was meant to be.

use crate::terms::Terms;

/// The known word nearest to `word`, when it is near enough not to be another word.
///
/// Four letters may have two neighbours swapped, five to seven letters one mistake, eight and more two. A word of
/// four letters or more that begins a known word (`lumb`) stands for the shortest such word.
pub(crate) fn correct<'a>(word: &str, terms: &'a Terms) -> Option<&'a str> {
    let letters = word.as_bytes();
    if letters.len() < 4 || letters.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let allowed = match letters.len() {
        ..=7 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, usize, &str)> = None;
    for known in terms.spellings() {
        if known.len().abs_diff(letters.len()) > allowed {
            continue;
        }
        let other = known.as_bytes();
        let Some(distance) = distance(letters, other, allowed) else {
            continue;
        };
        let swapped_only = letters.len() == other.len() && same_letters(letters, other);
        if letters.len().min(other.len()) == 4 && !swapped_only {
            continue;
        }
        let rank = (distance, usize::from(letters[0] != other[0]), known.as_str());
        if best.is_none_or(|current| rank < current) {
            best = Some(rank);
        }
    }
    best.map(|(_, _, known)| known).or_else(|| begun(word, terms))
}

/// The shortest word that says something by itself and begins with `start`.
pub(crate) fn begun<'a>(start: &str, terms: &'a Terms) -> Option<&'a str> {
    let known = terms.spellings();
    let from = known.partition_point(|word| word.as_str() < start);
    known[from..]
        .iter()
        .take_while(|word| word.starts_with(start))
        .filter(|word| terms.says_something(word))
        .min_by_key(|word| word.len())
        .map(String::as_str)
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
    }

    #[test]
    fn a_begun_word_is_completed() {
        check("lumb", Some("lumbar"));
        check("abdomi", Some("abdominal"));
    }

    #[test]
    fn another_word_stays_another_word() {
        check("hair", None);
        check("toy", None);
        check("invoice", None);
    }
}
