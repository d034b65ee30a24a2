"""The sentences to speak, and how each is dictated: its words, and where a speaker pauses.

Written apart from the program's own rules (`speech::spoken_text`), so that a mistake there is not also a mistake of the measure.
"""
import re

ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen").split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
RANKS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth"}
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10, "XI": 11, "XII": 12}
COUNTED = set("grade type segment segments stage class category zone level levels bosniak fazekas modic figo nerve nerves station phase "
              "schatzker gustilo pfirrmann salter harris".split())
UNITS = {
    "mm": ("millimeter", "millimeters"), "cm": ("centimeter", "centimeters"), "ml": ("milliliter", "milliliters"),
    "cc": ("c c", "c c"), "hu": ("hounsfield unit", "hounsfield units"), "mg": ("milligram", "milligrams"),
    "kg": ("kilogram", "kilograms"), "g": ("gram", "grams"), "kv": ("kilovolt", "kilovolts"), "deg": ("degree", "degrees"),
    "hrs": ("hours", "hours"), "hr": ("hour", "hours"), "min": ("minute", "minutes"), "sec": ("second", "seconds"),
}
SHORT = {"vs": "versus", "dr": "doctor", "approx": "approximately", "etc": "et cetera", "rt": "right", "lt": "left"}
# Capitals that are said as a word.
SAID_AS_WORDS = set("FLAIR STIR HASTE VIBE LAVA DIXON SWAN PRES ADEM CADASIL MELAS GIST SLAP TIPS TURP TAVI PICC PET SPECT LAD AIDS "
                    "COVID CREST NASCET ALPSA GLAD HELLP DOTA BLADE PROPELLER NASH PEG ASPECTS FIGO PACS ACE MIP CABG RADS TASC".split())
MARKS = {"%": "percent", ">": "greater than", "<": "less than", "+": "plus", "=": "equals", "~": "approximately", "°": "degrees",
         "&": "and", "±": "plus minus", "≥": "at least", "≤": "at most"}
PLAIN = str.maketrans({"’": "'", "‘": "'", "–": "-", "—": "-", "−": "-", "×": "x", "ü": "u", "ö": "o", "é": "e", "è": "e", "ä": "a",
                       "ï": "i", "µ": "u", "“": " ", "”": " ", '"': " "})
TOKEN = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|[A-Za-z]+(?:'[a-z]+)*|\s+|.")


def below_thousand(value):
    words = [ONES[value // 100], "hundred"] if value >= 100 else []
    rest = value % 100
    if rest >= 20:
        words += [TENS[rest // 10]] + ([ONES[rest % 10]] if rest % 10 else [])
    elif rest or not words:
        words.append(ONES[rest])
    return words


def number(text):
    whole, _, decimals = text.replace(",", "").partition(".")
    value = int(whole)
    if len(whole) > 6 or whole != "0" and whole.startswith("0"):
        words = [ONES[int(digit)] for digit in whole]
    elif 1900 <= value < 2100 and value % 100 >= 10 and not decimals:
        words = below_thousand(value // 100) + below_thousand(value % 100)
    else:
        words = below_thousand(value // 1000) + ["thousand"] if value >= 1000 else []
        words += below_thousand(value % 1000) if value < 1000 or value % 1000 else []
    return words + (["point"] + [ONES[int(digit)] for digit in decimals] if decimals else [])


def ordinal(text):
    words = number(text)
    last = words[-1]
    words[-1] = RANKS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return words


def spoken(text):
    """The sentence's words as [(word, whether a pause follows)]; letters that are spelled out stand alone."""
    tokens = [token for token in TOKEN.findall(text.translate(PLAIN))]
    said = []

    def at(index):
        return tokens[index] if 0 <= index < len(tokens) else " "

    def say(words):
        said.extend([word, False] for word in (words.split() if isinstance(words, str) else words))

    index = 0
    while index < len(tokens):
        token, before, after = tokens[index], at(index - 1), at(index + 1)
        index += 1
        if token[0].isdigit():
            if after in ("st", "nd", "rd", "th"):
                say(ordinal(token))
                index += 1
                continue
            say(number(token))
            unit_at = index + 1 if after.isspace() else index
            unit = UNITS.get(at(unit_at).lower())
            if unit and at(unit_at) not in ("CC", "Sec"):
                one = token == "1" or at(unit_at + 1).isspace() and re.fullmatch(
                    r"(?!with|from|above|below|long|wide|deep|thick|apart|from|maximum|maximal|diameter|previously|inferior|superior|"
                    r"anterior|posterior|medial|lateral|distal|proximal|transverse|within|into|short)[a-z-]{4,}", at(unit_at + 2))
                say(unit[0 if one else 1])
                index = unit_at + 1
        elif token[0].isalpha():
            lower = token.lower()
            capitals = token.isupper() and len(token) > 1
            plural = re.fullmatch(r"[A-Z]{2,5}'?s", token)
            last = said[-1][0] if said else ""
            # "BI-RADS" and its siblings are one word when said.
            if after == "-" and at(index + 1).lower() == "rads":
                say(lower + "rads" if len(lower) == 2 else lower + " rads")
                index += 2
            elif token in ROMAN and (len(token) > 1 or last in COUNTED):
                say(number(str(ROMAN[token])))
            elif lower in SHORT and not capitals:
                say(SHORT[lower])
            elif lower in ("mm", "cm", "ml", "hu") :
                say(UNITS[lower][1])
            elif before[0].isdigit() and lower == "w":
                say("weighted")
            elif lower == "x" and (before.isspace() and at(index - 3)[0].isalnum() and after.isspace() and at(index + 1)[0].isdigit()
                                   or before[0].isdigit()):
                say("by")
            elif plural:
                letters = list(lower.rstrip("s'").replace("'", ""))
                say(letters[:-1] + [letters[-1] + "'s"])
            elif len(token) == 1 and token not in "aI" or capitals and len(token) <= 5 and token not in SAID_AS_WORDS \
                    or after[0].isdigit() and len(token) <= 2 and token.isupper():
                say(list(lower))
            else:
                say(lower)
        elif token in MARKS:
            say(MARKS[token])
        elif token == "-" and before[0].isdigit() and after[0].isdigit() and not at(index - 3)[0].isalpha():
            say("to")
        elif token == "-" and before.isspace() and after[0].isdigit():
            say("minus")
        elif token == "/" and before[0].isdigit() and after[0].isdigit():
            # "C5/6" is a level, "1/4/2026" and "120/80" are not.
            if not at(index - 3)[0].isalpha():
                say("slash")
        elif token in ",.;:()?\n" and said:
            said[-1][1] = True
    return [tuple(word) for word in said]


def words(text):
    return [word for word, _ in spoken(text)]


def sentences_of(path, limit=0):
    """The sentences of a file, one a line; with a limit so many, evenly spread."""
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if limit and limit < len(lines):
        lines = [lines[at * len(lines) // limit] for at in range(limit)]
    return lines
