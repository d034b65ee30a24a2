//! Cuts a written text into numbers, words and marks.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits, with a decimal part or none.
    Number,
    /// Letters, with apostrophes inside.
    Word,
    /// One character; `x` between numbers is one too.
    Mark,
}

/// A piece of the text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) text: String,
    /// Whether no blank stands before it.
    pub(super) glued: bool,
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().map(plain).collect();
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    let mut glued = false;
    while at < characters.len() {
        let first = characters[at];
        if first.is_whitespace() && first != '\n' {
            glued = false;
            at += 1;
            continue;
        }
        let (kind, end) = if first.is_ascii_digit() {
            (Kind::Number, number_end(&characters, at))
        } else if first == 'x' && multiplies(&characters, at, tokens.last()) {
            (Kind::Mark, at + 1)
        } else if first.is_alphabetic() {
            (Kind::Word, word_end(&characters, at))
        } else {
            (Kind::Mark, at + 1)
        };
        let text: String = characters[at..end]
            .iter()
            .filter(|c| kind != Kind::Number || **c != ',')
            .collect();
        tokens.push(Token { kind, text, glued });
        glued = true;
        at = end;
    }
    tokens
}

/// The character in the small set that the rules know.
fn plain(character: char) -> char {
    match character {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' => 'x',
        'á' | 'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'î' | 'ï' => 'i',
        'ó' | 'ô' | 'ö' => 'o',
        'ú' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        character if character.is_alphabetic() && !character.is_ascii() => ' ',
        character => character,
    }
}

fn number_end(characters: &[char], start: usize) -> usize {
    let digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
    let mut end = start;
    loop {
        match characters.get(end) {
            Some(character) if character.is_ascii_digit() => end += 1,
            Some('.') if digit(end + 1) => end += 1,
            // A thousands separator has exactly three digits behind it.
            Some(',') if digit(end + 1) && digit(end + 2) && digit(end + 3) && !digit(end + 4) => end += 1,
            _ => return end,
        }
    }
}

fn word_end(characters: &[char], start: usize) -> usize {
    let letter = |at: usize| {
        characters
            .get(at)
            .is_some_and(|character| character.is_alphabetic())
    };
    let mut end = start;
    while letter(end) || characters.get(end) == Some(&'\'') && letter(end + 1) {
        end += 1;
    }
    end
}

/// Whether this `x` stands for "by": a size before it or its unit, and a digit behind.
fn multiplies(characters: &[char], at: usize, before: Option<&Token>) -> bool {
    let sized =
        before.is_some_and(|token| token.kind == Kind::Number || matches!(token.text.as_str(), "cm" | "mm"));
    sized
        && characters[at + 1..]
            .iter()
            .find(|next| **next != ' ')
            .is_some_and(char::is_ascii_digit)
}
