//! What of a sentence is denied.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::negation;

/// Stretches of a text that are denied.
pub(in crate::gate) struct Denials {
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

/// `and`, behind which another statement with its own verb begins: `no divisum, and the duct measures 2 mm`.
static OWN_STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\band\s+(?:[\w-]+\s+){1,6}?(?:is|are|measures?|shows?|has|have|appears?|remains?|contains?|demonstrates?)\b(?:\s+(\w+))?")
        .expect("statement of its own")
});
/// Says only that something is there: `no fracture and dislocation is seen` is one statement.
static IS_SEEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:not|seen|noted|identified|present|visuali[sz]ed|detected|evident|demonstrated|found|observed|appreciated)$")
        .expect("seen")
});
static STATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:is|are|measures?|shows?|has|have|appears?|remains?|contains?|demonstrates?|ends|lies)\b[^,;]*?(,?\s*\band\s+|,\s+)")
        .expect("what is stated before")
});

/// Where a denial ends that another statement follows, and where one begins that another stands before.
fn within_its_statement(text: &str, cue: &Range<usize>, reach: Range<usize>) -> Range<usize> {
    let reached = &text[reach.clone()];
    if reach.end <= cue.start {
        let start = STATED
            .captures_iter(reached)
            .last()
            .and_then(|found| found.get(1))
            .map_or(0, |joint| joint.end());
        reach.start + start..reach.end
    } else {
        let own = OWN_STATEMENT.captures_iter(reached).find(|found| {
            found
                .get(1)
                .is_none_or(|behind| !IS_SEEN.is_match(behind.as_str()))
        });
        let end = own
            .and_then(|found| found.get(0))
            .map_or(reached.len(), |found| found.start());
        reach.start..reach.start + end
    }
}

impl Denials {
    pub(in crate::gate) fn of(text: &str) -> Self {
        let mut denials = Self {
            cues: Vec::new(),
            reaches: Vec::new(),
        };
        for scope in negation::scopes(text) {
            if !SAYS_MORE.is_match(&text[scope.cue.clone()]) {
                denials
                    .reaches
                    .push(within_its_statement(text, &scope.cue, scope.reach));
                denials.cues.push(scope.cue);
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

    pub(in crate::gate) fn reach(&self, at: usize) -> bool {
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
