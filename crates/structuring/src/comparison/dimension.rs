//! Which finding of a sentence its size is of, where words of dimension or look stand between the two.

use std::sync::LazyLock;

use regex::{Match, Regex};
use report::measurement;

/// A sentence in which the size is that of what it finds: `haematoma, 14 mm thick` has no thickening, and of `a lesion with restricted
/// diffusion in the mid gland, 14 mm` the lesion is measured.
pub(super) fn measured(text: &str) -> String {
    static DIMENSION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(\d\s*(?:mm|cm))\s+(?:thick|deep|wide|long|across|in (?:(?:its|maximum|maximal|greatest|largest) )*(?:thickness|depth|width|length|diameter|size|dimension))(\s*(?:[,.;)]|and\b|$))")
            .expect("dimensions")
    });
    static LOOK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\s+with (?:(?:marked|mild|moderate|associated|corresponding|early|avid|intense|peripheral|rim|ring|homogeneous|heterogeneous) )*(?:restricted diffusion|diffusion restriction|(?:contrast )?enhancement)\b")
            .expect("looks")
    });
    let text = DIMENSION.replace_all(text, "$1$2");
    let is_sized = |look: &Match<'_>| {
        let behind = text[look.end()..].split(';').next().unwrap_or_default();
        !measurement::find(behind).is_empty() && measurement::find(&text[..look.start()]).is_empty()
    };
    match LOOK.find(&text).filter(is_sized) {
        Some(look) => format!("{}{}", &text[..look.start()], &text[look.end()..]),
        None => text.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(measured(text), expected);
    }

    #[test]
    fn a_dimension_is_no_finding_and_a_name_keeps_its_words() {
        check("Subdural haematoma, 14 mm thick.", "Subdural haematoma, 14 mm.");
        check("Haematoma measures 6 mm in thickness", "Haematoma measures 6 mm");
        check("A 5 mm wide-necked aneurysm", "A 5 mm wide-necked aneurysm");
        check("3 cm deep lobe parotid nodule", "3 cm deep lobe parotid nodule");
    }

    #[test]
    fn how_a_lesion_looks_leaves_it_its_size() {
        check(
            "Lesion with restricted diffusion in the mid gland measuring 14 mm",
            "Lesion in the mid gland measuring 14 mm",
        );
        check(
            "14 mm lesion with restricted diffusion",
            "14 mm lesion with restricted diffusion",
        );
    }
}
