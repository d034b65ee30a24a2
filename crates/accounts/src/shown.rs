//! What may stand in a name or line that others read: nothing that is not seen, and nothing that turns the text around it.

/// Why a line cannot be shown to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unshowable {
    /// A line break or another control character.
    Control,
    /// A character that nobody sees, or that changes the direction in which others are written.
    Hidden,
}

/// Whether everything in a line is seen by who reads it.
pub(crate) fn check(line: &str) -> Result<(), Unshowable> {
    if line.contains(char::is_control) {
        return Err(Unshowable::Control);
    }
    if told_apart(line).any(|(_, is_hidden)| is_hidden) {
        return Err(Unshowable::Hidden);
    }
    Ok(())
}

/// The line without what nobody sees: for what a program sent, which cannot be asked to write it otherwise.
pub(crate) fn seen(line: &str) -> String {
    let seen = told_apart(line).filter(|(_, is_hidden)| !is_hidden);
    seen.map(|(character, _)| character).collect()
}

/// Each character of a line, and whether it is hidden. A variation selector is where it chooses no shape: behind anything but a sign of
/// which there are several, such as the ideographs that Japanese family names are written with, and behind another selector.
fn told_apart(line: &str) -> impl Iterator<Item = (char, bool)> {
    let before = std::iter::once(None).chain(line.chars().map(Some));
    line.chars().zip(before).map(|(character, before)| {
        let is_lost = !before.is_some_and(|before| has_shapes(before, character));
        (
            character,
            is_hidden(character) || (is_variation(character) && is_lost),
        )
    })
}

const fn is_variation(character: char) -> bool {
    matches!(
        character,
        '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Whether a sign has shapes that such a selector chooses from.
const fn has_shapes(sign: char, selector: char) -> bool {
    match selector {
        '\u{180b}'..='\u{180d}' | '\u{180f}' => matches!(sign, '\u{1820}'..='\u{18aa}'),
        '\u{fe00}'..='\u{fe02}' | '\u{e0100}'..='\u{e01ef}' => {
            matches!(sign, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
        }
        _ => false,
    }
}

/// Bidirectional controls and what Unicode calls default ignorable, line and paragraph separators, and marks of annotations. Two names
/// with and without them look alike, and the controls turn a whole line of a table around. Variation selectors are told by what they
/// stand behind ([`told_apart`]).
const fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e00ff}'
            | '\u{e01f0}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_is_seen_from_what_is_not() {
        for shown in [
            "",
            "Asha Rao",
            "O\u{2019}Brien-Müller",
            "محمد علي",
            "葛\u{e0100}城",
            "रश्मि",
            "José\u{301}",
        ] {
            assert_eq!(check(shown), Ok(()), "{shown:?}");
            assert_eq!(seen(shown), shown);
        }
        let hidden = [
            "\u{200b}",
            "\u{200d}",
            "\u{200e}",
            "\u{202a}",
            "\u{202e}",
            "\u{2028}",
            "\u{2066}",
            "\u{2069}",
            "\u{61c}",
            "\u{ad}",
            "\u{2060}",
            "\u{feff}",
            "\u{3164}",
            "\u{e0041}",
            "\u{fe0f}",
            "\u{fe00}",
            "\u{e0100}",
            "\u{180b}",
        ];
        for hidden in hidden {
            let name = format!("As{hidden}ha");
            assert_eq!(check(&name), Err(Unshowable::Hidden), "{name:?}");
            assert_eq!(seen(&name), "Asha");
        }
        assert_eq!(check("Ra\no"), Err(Unshowable::Control));
        // Behind another one, or at the beginning, a selector chooses nothing.
        for (name, without) in [
            ("葛\u{e0100}\u{e0101}城", "葛\u{e0100}城"),
            ("\u{e0100}葛城", "葛城"),
            ("葛\u{fe0f}城", "葛城"),
        ] {
            assert_eq!(check(name), Err(Unshowable::Hidden), "{name:?}");
            assert_eq!(seen(name), without);
        }
    }
}
