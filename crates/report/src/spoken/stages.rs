//! TNM stages: "c t two a n zero m x" -> "cT2a N0 MX".

use super::{
    lexicon::lexicon,
    piece::{Class, Cursor, Rewrite},
};

/// How many words a stage may have.
const LONGEST: usize = 16;

/// A stage of two parts or more, or one after the word "stage" or with its prefix. A "t two" alone is a sequence.
pub(super) fn stage(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let first = cursor.piece(0)?.said.as_str();
    let begins = matches!(
        first,
        "t" | "n" | "c" | "p" | "y" | "r" | "m" | "ct" | "pt" | "yp" | "yc" | "ypt" | "yct"
    );
    if !begins || cursor.piece(0)?.class != Class::Word {
        return None;
    }
    let words = words(cursor);
    let (prefix, mut at) = prefix(&words);
    let named = matches!(
        cursor.previous_word(),
        "stage" | "staged" | "staging" | "tnm" | "category"
    );
    let mut parts: Vec<String> = Vec::with_capacity(3);
    let mut letters = String::new();
    while let Some((part, length)) = part(&words[at..], prefix.is_some() || named) {
        let letter = part.chars().next()?;
        if letters.contains(letter)
            || ("TNM".find(letter) < letters.chars().last().and_then(|last| "TNM".find(last)))
        {
            break;
        }
        letters.push(letter);
        parts.push(part);
        at += length;
    }
    // "category m" is no stage, and "t one m two" may be a sequence and a vessel.
    let fits = match parts.len() {
        0 => false,
        1 => named && prefix.is_some(),
        _ => letters.starts_with("TN") || named || prefix.is_some(),
    };
    let text = format!("{}{}", prefix.unwrap_or_default(), parts.join(" "));
    let take = pieces_up_to(cursor, at)?;
    (fits && cursor.on_one_line(take)).then(|| Rewrite::new(take, text, Class::Fixed))
}

/// The words ahead, with "an" taken apart: "t two an zero" is "t two a n zero".
fn words<'a>(cursor: &Cursor<'a>) -> Vec<&'a str> {
    let mut words = Vec::with_capacity(LONGEST);
    for piece in cursor.ahead.iter().take(LONGEST) {
        match (&piece.class, piece.said.as_str()) {
            (Class::Word, "an") => words.extend(["a", "n"]),
            (Class::Word, said) => words.push(said),
            _ => break,
        }
    }
    words
}

/// How many pieces the first words are; nothing when they end within one.
fn pieces_up_to(cursor: &Cursor<'_>, words: usize) -> Option<usize> {
    let mut counted = 0;
    for (at, piece) in cursor.ahead.iter().enumerate() {
        if counted == words {
            return Some(at);
        }
        counted += if piece.said == "an" { 2 } else { 1 };
    }
    (counted == words).then_some(cursor.ahead.len())
}

/// The letters before the T: clinical, pathological, after treatment, recurrent.
fn prefix(words: &[&str]) -> (Option<String>, usize) {
    let joined = |word: &str| {
        word.strip_suffix('t')
            .filter(|rest| !rest.is_empty())
            .map(str::to_owned)
    };
    let Some(first) = words.first() else {
        return (None, 0);
    };
    if matches!(*first, "ct" | "pt" | "ypt" | "yct") {
        // The T itself is read again from the word.
        return (joined(first), 0);
    }
    let count = words
        .iter()
        .take_while(|word| matches!(**word, "c" | "p" | "y" | "r" | "m" | "yp" | "yc"))
        .count();
    let is_prefix = (1..=2).contains(&count) && matches!(words.get(count), Some(&"t") | Some(&"n"));
    if is_prefix {
        (Some(words[..count].concat()), count)
    } else {
        (None, 0)
    }
}

/// One part, "t three b", and how many words it takes.
fn part(words: &[&str], is_stage: bool) -> Option<(String, usize)> {
    let letter = match *words.first()? {
        "t" | "ct" | "pt" | "ypt" | "yct" => 'T',
        "n" => 'N',
        "m" => 'M',
        _ => return None,
    };
    let (most, suffixes) = match letter {
        'T' => (4, "abcd"),
        'N' => (3, "abc"),
        _ => (1, "abcd"),
    };
    let second = *words.get(1)?;
    let number = match second {
        "x" => "X".to_owned(),
        "i" if letter == 'T' && is_stage && words.get(2) == Some(&"s") => return Some(("Tis".to_owned(), 3)),
        "is" if letter == 'T' && is_stage => return Some(("Tis".to_owned(), 2)),
        _ => lexicon()
            .numbers
            .cardinals
            .get(second)
            .copied()
            .or_else(|| second.parse().ok())
            .filter(|number| *number <= most)?
            .to_string(),
    };
    let suffix = words
        .get(2)
        .filter(|word| word.len() == 1 && suffixes.contains(**word))
        // "t two a mass": the article, unless another part or nothing follows.
        .filter(|word| **word != "a" || words.get(3).is_none_or(|next| matches!(*next, "n" | "m")));
    let length = 2 + usize::from(suffix.is_some());
    Some((
        format!("{letter}{number}{}", suffix.copied().unwrap_or_default()),
        length,
    ))
}
