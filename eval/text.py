"""Reading report text for the scorers: words, sizes, sides, levels and denials, whatever spelling and notation they came in.

This is the scorers' own reading, written apart from the product's, so that a slip in one does not hide a slip in the other.
"""
import functools
import re
import unicodedata
from collections import Counter

SIGNS = str.maketrans({"×": "x", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "“": '"', "”": '"'})

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
ONES = {word: number for number, word in enumerate(ONES.split())}
TENS = {word: 10 * number for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)}
NUMBER_WORD = "|".join([*ONES, *TENS, "hundred", "thousand"])
SPOKEN_NUMBER = re.compile(rf"\b(?:{NUMBER_WORD})(?:(?:[ -]| and )(?:{NUMBER_WORD}))*(?: point(?: (?:{'|'.join(list(ONES)[:10])}))+)?\b")
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
ORDINALS = {word: str(number) for number, word in enumerate(ORDINALS, start=1)}

# American and British spelling are one; the left side is a pattern.
SPELLINGS = [
    (r"haem", "hem"), (r"oedem", "edem"), (r"aemi", "emi"), (r"oesoph", "esoph"), (r"caec", "cec"), (r"paed", "ped"), (r"foet", "fet"), (r"aetiol", "etiol"),
    (r"(tum|col|harb|vap|neighb)our", r"\1or"), (r"\b(cent|fib|lit|met|calib|millimet|centimet|millilit)re(s?)\b", r"\1er\2"),
    (r"([a-z]{3})is(ed|es|ing|ation|ations)\b", r"\1iz\2"), (r"ll(ed|ing)\b", r"l\1"), (r"grey", "gray"), (r"\bdisk(s?)\b", r"disc\1"), (r"gall bladder", "gallbladder"),
    (r"\b(non|post|pre|peri|para|sub|intra|extra|multi|inter)[- ](?=[a-z]{4})", r"\1"), (r"\bfollow[- ]up", "followup"), (r"\bcannot\b", "can not"), (r"n't\b", " not"),
    (r"\bmri\b", "mr"), (r"\bxray\b", "x-ray"),
]
UNITS = {
    "mm": "mm", "millimeter": "mm", "millimeters": "mm", "cm": "cm", "cms": "cm", "centimeter": "cm", "centimeters": "cm", "ml": "ml", "mls": "ml", "cc": "ml", "ccs": "ml",
    "milliliter": "ml", "milliliters": "ml", "hu": "hu", "hounsfield units": "hu", "hounsfield unit": "hu", "%": "%", "percent": "%", "per cent": "%", "mg": "mg",
    "milligrams": "mg", "degrees": "degree", "degree": "degree", "mci": "mci", "bpm": "bpm", "tesla": "tesla", "cm/s": "cm/s",
}
UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
NUMBER = r"\d+(?:\.\d+)?"
SIZE = re.compile(rf"(?<![\w.])((?:{NUMBER}(?: ?(?:mm|cm))? x )*{NUMBER}) ?({UNIT})(?!\w)")
RANGE = re.compile(rf"(?<![\w.])({NUMBER}) ?(?:-|to) ?(?={NUMBER} ?({UNIT})(?!\w))")

SIDES = {"right": "right", "left": "left", "bilateral": "both", "bilaterally": "both", "rt": "right", "lt": "left", "both": "both", "either": "both"}
DENIALS = {"no", "not", "without", "nor", "neither", "none", "absent", "never", "negative", "nil"}

EMPTY = set(
    """a an the of in on at to for with by and or as is are was were be been being am it its this that these those there here their from into within
    than then which who whose also may might can could would should will shall we he she i his her our they them if so such per about some any other
    seen noted identified demonstrated demonstrate demonstrates visualized present evident evidence show shows showed shown appear appears appearing appearance reveal
    reveals revealed measuring measure measures measured measurement size sized approximately finding findings impression technique clinical history comparison indication
    however but although while again has have had do does did s""".split()
)
ENDINGS = [("ies", "y"), ("ically", "ic"), ("ally", "al"), ("ation", "at"), ("ated", "at"), ("ates", "at"), ("ate", "at"), ("ings", ""), ("ing", ""), ("ed", ""), ("ly", ""), ("es", ""), ("s", ""), ("e", "")]
BULLET = re.compile(r"^\s*(?:[-*\u2022\u00b7]|\(?\d{1,2}[.)](?!\d))\s*")
SENTENCE_END = re.compile(r"(?<!\bDr)(?<!\bNo)(?<!\bvs)(?<!\bapprox)(?<!\be\.g)(?<!\bi\.e)[.;?!]+(?=\s+[\"(]?[A-Z0-9_\[]|\s*$)")


def flat(value):
    """A section as one text; an answer may give a list of lines."""
    if isinstance(value, (list, tuple)):
        return "\n".join(map(flat, value))
    return unicodedata.normalize("NFKC", str(value or "")).translate(SIGNS)


def number_of(words):
    """The figure of number words: "one hundred twenty four point five" is 124.5; "four five" is two figures."""
    whole, _, decimals = words.partition(" point")
    figures, total, last = [], None, None
    for word in re.split(r"[ -]", whole):
        if word == "and":
            continue
        if word in ("hundred", "thousand"):
            total = (total or 1) * (100 if word == "hundred" else 1000)
        else:
            value = ONES.get(word, TENS.get(word))
            joins = last in ("hundred", "thousand") or (last in TENS and 0 < value < 10)
            if total is not None and not joins:
                figures.append(total)
                total = 0
            total = (total or 0) + value
        last = word
    figures.append(total if total is not None else 0)
    text = " ".join(f"{figure}" for figure in figures)
    return text + ("." + "".join(str(ONES[word]) for word in decimals.split()) if decimals else "")


@functools.cache
def normal(text):
    """The text in lower case with one spelling, figures for number words, and one notation for levels, sizes and units."""
    text = flat(text).lower()
    text = SPOKEN_NUMBER.sub(lambda words: number_of(words.group(0)), text)
    text = re.sub(rf"\b({'|'.join(ORDINALS)})\b", lambda word: ORDINALS[word.group(0)], text)
    text = re.sub(r"\b(\d+)(?:st|nd|rd|th)\b", r"\1", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"(?<![\d.])\.(?=\d)", "0.", text)
    for pattern, instead in SPELLINGS:
        text = re.sub(pattern, instead, text)
    # Levels: "l 4 5", "l 4 l 5", "l4/5", "l4-l5" and "l4 to l5" are l4 l5.
    text = re.sub(r"\b([ctl]) (\d{1,2}) (\d{1,2})\b(?!\.\d| ?(?:x|mm|cm|%))", r"\1\2-\1\3", text)
    text = re.sub(r"\b([ctls]) (\d{1,2})\b(?!\.\d| ?(?:x|mm|cm|%))", r"\1\2", text)
    text = re.sub(r"\b([ctls])(\d{1,2}) ?(?:[-/]|to) ?([ctls]?)(\d{1,2})\b", level_pair, text)
    text = re.sub(r"\b(t|b|grade|segment|type|stage) (\d)\b(?=[ -](?:hyper|hypo|iso|weighted|signal|flair|shortening|value))", r"\1\2", text)
    text = re.sub(r"(\d(?:\.\d+)?)(?: ?(?:mm|cm|centimeters?|millimeters?))? ?(?:x|\*|by) ?(?=\d)", shared_unit, text)
    return re.sub(rf"(\d) ?-?(?=(?:{UNIT})(?!\w))", r"\1 ", text)


def level_pair(found):
    part, first, other, second = found.groups()
    following = {"c": "t", "t": "l", "l": "s", "s": "s"}[part]
    return f"{part}{first} {other or (part if int(second) >= int(first) else following)}{second}"


def shared_unit(found):
    return f"{found.group(1)} x "


@functools.cache
def words(text):
    """All words and figures of a text, in order."""
    return tuple(re.findall(r"\d+(?:\.\d+)?|[a-z][a-z0-9]*|%", normal(text).replace("'s", "")))


def stem(word):
    if len(word) <= 3 or any(character.isdigit() for character in word):
        return word
    for ending, instead in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith(("ss", "us", "is"))):
            return word[: len(word) - len(ending)] + instead
    return word


@functools.cache
def telling(text):
    """The words that carry what a sentence says, stemmed; articles, verbs of seeing and the like left out."""
    return tuple(UNITS.get(word) or stem(word) for word in words(text) if word not in EMPTY and (len(word) > 1 or word.isdigit() or word == "%"))


def bag(text):
    return Counter(telling(text))


def sentences(text):
    """The sentences of a text without their bullets and numbers."""
    found = []
    for line in flat(text).split("\n"):
        line = BULLET.sub("", line)
        found += [piece.strip(" .;") for piece in SENTENCE_END.split(line) if piece.strip(" .;")]
    return found


def in_small_unit(value, unit):
    return (round(value * 10, 2), "mm") if unit == "cm" else (round(value, 2), unit)


def sizes(text):
    """Every value with a unit, each dimension for itself, lengths in millimetres; a count, so that one lost of two is missed."""
    text = normal(text)
    found = Counter()
    for place in SIZE.finditer(text):
        for value in re.findall(NUMBER, place.group(1)):
            found[in_small_unit(float(value), UNITS[place.group(2)])] += 1
    for place in RANGE.finditer(text):
        found[in_small_unit(float(place.group(1)), UNITS[place.group(2)])] += 1
    return found


def sides(text):
    return Counter(SIDES[word] for word in words(text) if word in SIDES)


def denies(text):
    return any(word in DENIALS for word in words(text))


def overlap(one, other):
    """How much of the first bag is in the other, 0 to 1."""
    total = sum(one.values())
    return sum((one & other).values()) / total if total else 1.0


def says_in_order(sentence, wanted):
    """Whether the words of `wanted` stand in a sentence as they are, one after the other."""
    sentence, wanted = words(sentence), words(wanted)
    return bool(wanted) and any(sentence[at : at + len(wanted)] == wanted for at in range(len(sentence) - len(wanted) + 1))


def is_restated(sentence, wanted):
    """Whether a sentence says the same as another in about the same words."""
    one, other = bag(sentence), bag(wanted)
    return denies(sentence) == denies(wanted) and sum((one & other).values()) >= 0.8 * max(1, sum((one | other).values()))
