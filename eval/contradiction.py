"""Whether a normal sentence of a template contradicts a dictated one. The words are in contradictions.toml."""
import re
import tomllib
from dataclasses import dataclass, field

from common import HERE
from text import normal, sides, words

with (HERE / "contradictions.toml").open("rb") as file:
    DATA = tomllib.load(file)
RULES = DATA["rules"]
ORGAN_OF = {name: names[0] for names in DATA["organs"] for name in names}
ORGAN = re.compile(r"\b(?:" + "|".join(sorted(map(re.escape, ORGAN_OF), key=len, reverse=True)) + r")\b")
STATION = re.compile(r"\b(?:" + "|".join(DATA["stations"]) + r")\b")
DENIAL = re.compile(r"\b(?:no|not|without|absent|negative for|neither|nor|nil)\b")


@dataclass
class Claims:
    """What a sentence says: findings asserted and denied, of which organs, on which side and level, and what it calls normal."""

    asserted: set = field(default_factory=set)
    denied: set = field(default_factory=set)
    organs: set = field(default_factory=set)
    sides: set = field(default_factory=set)
    levels: set = field(default_factory=set)
    stations: set = field(default_factory=set)
    calls_normal: set = field(default_factory=set)
    of_suspicious: bool = False
    of_benign: bool = False


def claims(sentence):
    text = normal(sentence)
    said = Claims(
        organs={ORGAN_OF[name] for name in ORGAN.findall(text)},
        sides=set(sides(sentence)),
        levels=set(re.findall(r"\b[ctls]\d{1,2}\b", text)),
        stations=set(STATION.findall(text)),
        of_suspicious=bool(re.search(RULES["suspicious"], text)),
        of_benign=bool(re.search(RULES["benign"], text)),
    )
    denials = []
    for start in DENIAL.finditer(text):
        end = re.compile(RULES["ends_denial"]).search(text, start.end())
        denials.append((start.start(), end.start() if end else len(text)))
    for finding, pattern in DATA["findings"].items():
        for place in re.finditer(pattern, text):
            is_denied = any(start <= place.start() < end for start, end in denials)
            (said.denied if is_denied else said.asserted).add(finding)
    said.asserted |= {RULES["kind_of"][finding] for finding in said.asserted if finding in RULES["kind_of"]}
    if not said.asserted and re.search(RULES["normal"], text) and not re.search(RULES["not_normal"], text):
        said.calls_normal = {name for name, pattern in RULES["normal_in"].items() if re.search(pattern, text)} or {"all"}
    return said


def is_certain(sentence):
    return not re.search(RULES["doubtful"], " ".join(words(sentence)))


def one_side(claim):
    return claim.sides & {"right", "left"} if "both" not in claim.sides else set()


def same_place(template, dictated):
    """Whether two claims speak of one organ (one of them of nothing else), and not of different sides or levels."""
    shared = template.organs & dictated.organs
    if template.organs and not (shared and min(len(template.organs), len(dictated.organs)) == 1):
        return False
    if template.stations and dictated.stations and not template.stations & dictated.stations:
        return False
    if template.levels and dictated.levels and not template.levels & dictated.levels:
        return False
    if bool(template.levels) != bool(dictated.levels) and not template.organs:
        return False
    if one_side(template) and (not dictated.sides or one_side(dictated) and not one_side(template) & one_side(dictated)):
        return False
    return True


def contradicts(template, dictated):
    """Whether the claims of a template sentence cannot stand beside those of a dictated one."""
    if not dictated.asserted or template.asserted or not same_place(template, dictated):
        return False
    if template.of_suspicious and dictated.of_benign:
        return False
    denied = template.denied & dictated.asserted
    if denied and (template.organs or denied & set(RULES["alone"])):
        return True
    if not template.organs or template.denied:
        return False
    called = template.calls_normal
    of_the_whole = dictated.asserted & set(RULES["whole_organ"])
    return "all" in called or bool("texture" in called and of_the_whole) or bool("size" in called and "size" in dictated.asserted)
