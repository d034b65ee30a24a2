"""Word error of what was heard against what was said, in all and on the words that must not be wrong."""
from collections import defaultdict
from pathlib import Path

from say import UNITS

SPELLING = Path(__file__).resolve().parents[2] / "crates" / "speech" / "data" / "spelling.txt"
ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
        "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand point").split()
RANKS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
DANGEROUS = set(ONES) | set(RANKS) | set(
    "right left bilateral bilaterally both unilateral "
    "no not without nor neither none never negative absent normal abnormal minus percent tesla".split())
# Letters of a unit are dangerous where they stand for one: "four c c".
DANGEROUS |= {word for forms in UNITS.values() for form in forms for word in form.split() if len(word) > 1}
# Apart they are other words, together with what follows they deny it: "a typical", "no table", "in complete", "un changed".
TURNING = set("a no in un".split())
LEVELS = set("c t d l s".split())
NUMBERS = set(ONES[:30])


def spellings():
    """Every spelling of a word to the one that counts."""
    pairs = (line.split() for line in SPELLING.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {theirs: ours for ours, theirs in (pair for pair in pairs if len(pair) == 2)}


def plain(words, spelling):
    return [spelling.get(word, word).replace("'s", "s") if len(word) > 3 else word.replace("'", "") for word in words]


def dangerous(words):
    """For each word whether a mistake in it would be dangerous: sides, negations, numbers, units, levels of the spine."""
    marks = [word in DANGEROUS for word in words]
    for at in range(len(words) - 1):
        if words[at] in LEVELS and words[at + 1] in NUMBERS:
            marks[at] = True
        if at and words[at - 1] in NUMBERS and words[at] == words[at + 1] == "c":
            marks[at] = marks[at + 1] = True
    return marks


def compound_cost(first, second):
    """What it costs that two words were taken for one, or one for two: nothing, unless a side, a number or a denial hangs on it."""
    return 2 if first in TURNING or DANGEROUS & {first, second, first + second} else 0


def aligned(said, heard):
    """The cheapest alignment as [(words said, words heard, right)]. A compound counts as its parts: "non dilated" is "nondilated",
    but "a typical" is not "atypical"."""
    best = [[None] * (len(heard) + 1) for _ in range(len(said) + 1)]
    best[0][0] = (0, 0, 0)
    for i in range(len(said) + 1):
        for j in range(len(heard) + 1):
            ways = [] if best[i][j] is None else [best[i][j]]
            if i and j:
                right = said[i - 1] == heard[j - 1]
                ways.append((best[i - 1][j - 1][0] + (not right), 1, 1))
            if i:
                ways.append((best[i - 1][j][0] + 1, 1, 0))
            if j:
                ways.append((best[i][j - 1][0] + 1, 0, 1))
            if i > 1 and j and said[i - 2] + said[i - 1] == heard[j - 1]:
                ways.append((best[i - 2][j - 1][0] + compound_cost(*said[i - 2:i]), 2, 1))
            if i and j > 1 and said[i - 1] == heard[j - 2] + heard[j - 1]:
                ways.append((best[i - 1][j - 2][0] + compound_cost(*heard[j - 2:j]), 1, 2))
            best[i][j] = min(ways, key=lambda way: (way[0], -way[1] - way[2]))
    steps, i, j = [], len(said), len(heard)
    while i or j:
        cost, back, forth = best[i][j]
        before = best[i - back][j - forth][0]
        steps.append((list(range(i - back, i)), list(range(j - forth, j)), cost == before and back > 0 and forth > 0))
        i, j = i - back, j - forth
    return steps[::-1]


class Tally:
    """Counts over recordings. Words are spoken forms in one spelling. The word error on dangerous words is of those that were said
    (changed or lost) and those that were put in; a harmless word that was heard as a dangerous one ("sella" as "seven") is counted
    beside it, over the same words."""

    def __init__(self):
        self.said = self.wrong = self.dangerous_said = self.dangerous_wrong = self.made_dangerous = self.unknown = 0
        self.recordings = self.exact = 0
        self.heard = []  # (confidence, right)

    def add(self, said, heard, confidences, vocabulary=None):
        """Returns the words lost, changed or put in, for the curious."""
        self.said += len(said)
        marks, heard_marks = dangerous(said), dangerous(heard)
        self.dangerous_said += sum(marks)
        if vocabulary is not None:
            self.unknown += sum(word not in vocabulary for word in said)
        mistakes = []
        for ours, theirs, right in aligned(said, heard):
            self.heard += [(confidences[at], right) for at in theirs]
            if right:
                continue
            self.wrong += max(len(ours), len(theirs))
            is_compound = bool(ours and theirs) and len(ours) != len(theirs)
            is_heard = any(heard_marks[at] for at in theirs)
            if is_compound or any(marks[at] for at in ours) or is_heard and not ours:
                self.dangerous_wrong += 1
            else:
                self.made_dangerous += is_heard
            mistakes.append((" ".join(said[at] for at in ours), " ".join(heard[at] for at in theirs)))
        self.recordings += 1
        self.exact += not mistakes
        return mistakes

    def figures(self, doubtful_below):
        sure = [(confidence, right) for confidence, right in self.heard if confidence is not None]
        return {
            "word_error": share(self.wrong, self.said),
            "dangerous_error": share(self.dangerous_wrong, self.dangerous_said),
            "made_dangerous": share(self.made_dangerous, self.dangerous_said),
            "confidence_auc": area(sure),
            "marked": share(sum(confidence < doubtful_below for confidence, _ in sure), len(sure)),
            "marked_of_wrong": share(sum(confidence < doubtful_below for confidence, right in sure if not right),
                                     sum(not right for _, right in sure)),
            "unknown_words": share(self.unknown, self.said),
            "exact": share(self.exact, self.recordings),
            "words": self.said,
        }


def share(part, whole):
    return part / whole if whole else None


def area(heard):
    """The area under the receiver's curve: how likely a right word is surer than a wrong one; ties count half."""
    groups = defaultdict(lambda: [0, 0])
    for confidence, right in heard:
        groups[confidence][right] += 1
    wrongs = below = 0.0
    for _, (wrong, right) in sorted(groups.items()):
        below += right * (wrongs + wrong / 2)
        wrongs += wrong
    rights = sum(right for _, right in groups.values())
    return below / (wrongs * rights) if wrongs and rights else None
