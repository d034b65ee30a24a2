//! What of a sentence is denied.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::negation;

/// Whether a fact at `at` is denied in a part of its sentence, read as a sentence of its own.
pub(in crate::gate) fn is_denied(text: &str, at: usize, toggled: bool) -> bool {
    Denials::of(text).reach(at) != toggled
}

/// Stretches of a text that are denied.
pub(super) struct Denials {
    cues: Vec<Range<usize>>,
    reaches: Vec<Range<usize>>,
}

static DENYING_WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:no|not|without|neither|nor|never|cannot|\w+n't)\b").expect("denying words")
});
static END_OF_REACH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[,.;:\n]|\b(?:but|with|and|which|however|although)\b").expect("end of reach")
});
/// Cues whose own word says what became of the finding; it is compared as a word.
static SAYS_MORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)resolv|clear|disappear|regress|exclu|ruled|denie|rather|fail")
        .expect("cues that say more")
});

impl Denials {
    pub(super) fn of(text: &str) -> Self {
        let mut denials = Self {
            cues: Vec::new(),
            reaches: Vec::new(),
        };
        for scope in negation::scopes(text) {
            if !SAYS_MORE.is_match(&text[scope.cue.clone()]) {
                denials.cues.push(scope.cue);
                denials.reaches.push(scope.reach);
            }
        }
        for found in DENYING_WORD.find_iter(text) {
            if denials.cues.iter().any(|cue| cue.contains(&found.start())) {
                continue;
            }
            // `no change`, `cannot be excluded`: what stands next is denied and nothing else.
            let end = END_OF_REACH
                .find(&text[found.end()..])
                .map_or(text.len(), |end| found.end() + end.start());
            denials.cues.push(found.range());
            denials.reaches.push(found.end()..end);
        }
        denials
    }

    pub(super) fn reach(&self, at: usize) -> bool {
        self.reaches.iter().any(|reach| reach.contains(&at))
    }

    /// Whether what stands at `at` is denied by words behind it.
    pub(super) fn reach_back(&self, at: usize) -> bool {
        self.cues
            .iter()
            .zip(&self.reaches)
            .any(|(cue, reach)| cue.start > at && reach.contains(&at))
    }

    pub(super) fn is_cue(&self, at: usize) -> bool {
        self.cues.iter().any(|cue| cue.contains(&at))
    }
}
