#!/usr/bin/env python3
"""Scores `readout structure --jsonl` on whole dictations.

    readout structure --jsonl < eval/structuring_cases.jsonl > out.jsonl
    python3 eval/score_structuring.py out.jsonl [--library FILE]

Every sentence of the source report is looked for in the answer, in one statement or in several.
measurement, laterality, negation: each size, side and denial of a source sentence stands in the statements that belong to it, beside the
same words. measurement_not_invented, side_not_invented: no other size; no side that the sentences a statement was made from do not have
beside the same words. sentence_recall, token_recall: what of the source is there. precision,
statements_supported: nothing is there that neither the dictation nor the declared template says. impression_items: each is there.
clean_case: the share of cases without any slip in these (token recall from 0.95, precision from 0.97 on).
sentences_whole, statements_explained: no telling word of a source sentence is lost; none of a statement stands in other sentences only,
as it does when a side, a level, an organ or a degree was exchanged. in_one_statement: source sentences neither torn apart nor run together with another.
contradicted_template_n: statements left from the template that a dictated one contradicts. unfilled_blank_n: blanks left whose
measure was dictated. The rest is form. --library: output of `templates list --json`; without it no statement of a template counts as supported.
"""
import json
import re
from collections import Counter

from common import finish, parser, read_answers, read_rows, share
from contradiction import claims, contradicts, is_certain, one_side
from text import DENIALS, EMPTY, SIDES, bag, denies, flat, overlap, sentences, sizes, stem, words

SECTIONS = ("clinicalHistory", "technique", "findings", "comparison", "impression")
HEADINGS = ("CLINICAL HISTORY", "TECHNIQUE", "FINDINGS", "COMPARISON", "IMPRESSION")
FOUND = 0.8
EXACT = (
    "measurement", "measurement_not_invented", "laterality", "side_not_invented", "negation", "statements_supported", "impression_items",
    "no_spoken_artefacts",
)
SAFETY = (
    "measurement", "measurement_not_invented", "laterality", "side_not_invented", "negation", "sentence_recall", "token_recall", "precision",
    "statements_supported", "impression_items",
)
ARTEFACT = re.compile(r"\b(?:full ?stop|comma|semicolon|(?:new|next) ?(?:line|paragraph)|(?:open|close) (?:bracket|parenthesis)|question mark)\b", re.I)
SPELLED = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
SPELLED_SIZE = re.compile(rf"\bpoint (?:{SPELLED})\b|\b(?:{SPELLED}) (?:millimet|centimet|mm\b|cm\b|percent|hounsfield)", re.I)
BULLETED = re.compile(r"^\s*(?:[-*\u2022]|\d{1,2}[.)])\s*\S")
# Words that a report may have without their being dictated.
FORM = bag("no significant normal study correlate clinically clinical history technique findings comparison impression")


class Statement:
    """One sentence of the answer."""

    def __init__(self, section, text):
        self.section = section
        self.text = text
        self.words = words(text)
        self.bag = bag(text)


def cover(wanted, statements):
    """The statements that together say a source sentence, the best first, and how much of it they say."""
    rest, chosen, total = Counter(wanted), [], sum(wanted.values())
    while len(chosen) < 4 and sum(rest.values()):
        candidates = [each for each in statements if each not in chosen]
        best = max(candidates, key=lambda each: (sum((rest & each.bag).values()), -sum(each.bag.values())), default=None)
        gain = sum((rest & best.bag).values()) if best else 0
        if not gain or chosen and gain < 0.15 * total:
            break
        chosen.append(best)
        rest -= best.bag
    return chosen, 1 - sum(rest.values()) / total


def around(said, at, before, after):
    """The telling words beside a place, sides and denials themselves left out."""
    def telling(part):
        return [stem(word) for word in part if word not in EMPTY and word not in SIDES and word not in DENIALS and len(word) > 1]

    return Counter(telling(said[:at])[-before:] + telling(said[at + 1 :])[:after])


def beside(own, statements, marks, before, after):
    """How many of the words beside a mark of the source stand beside one of `marks` in the statements."""
    best = -1.0
    for statement in statements:
        for at, word in enumerate(statement.words):
            if word in marks:
                best = max(best, overlap(own, around(statement.words, at, before, after)))
    return best


def sides_kept(source, statements):
    """For each side of a source sentence, whether it stands beside the same words, and nearer to them than another side does."""
    for at, word in enumerate(source):
        if word in SIDES:
            own = around(source, at, 2, 3)
            same = beside(own, statements, [each for each in SIDES if SIDES[each] == SIDES[word]], 4, 5)
            other = beside(own, statements, [each for each in SIDES if SIDES[each] != SIDES[word]], 4, 5)
            yield same >= 0.5 and same >= other


def sides_explained(statement, sources):
    """For each side of a statement, whether a sentence that it was made from has that side, or both, beside the same words."""
    without_sides = Counter({word: count for word, count in statement.bag.items() if word not in SIDES})
    repeated = [source for source in sources if overlap(without_sides, source.bag) >= 0.999]
    made_from = repeated or [source for source in sources if overlap(statement.bag, source.bag) >= 0.34 or overlap(source.bag, statement.bag) >= FOUND]
    keeps_both = any(SIDES.get(word) == "both" for word in statement.words)
    for at, word in enumerate(statement.words):
        if word in SIDES:
            allowed = set(SIDES.values()) if SIDES[word] == "both" else {SIDES[word]} if keeps_both else {SIDES[word], "both"}
            marks = [each for each in SIDES if SIDES[each] in allowed]
            yield beside(around(statement.words, at, 2, 3), made_from, marks, 4, 5) >= 0.5


def denials_kept(source, statements):
    """For each denial of a source sentence, whether it stands beside the same words; as many denials as there were."""
    kept = [beside(around(source, at, 4, 5), statements, DENIALS, 7, 8) >= 0.5 for at, word in enumerate(source) if word in DENIALS]
    there = sum(word in DENIALS for statement in statements for word in statement.words)
    for index in range(max(0, len(kept) - there - kept.count(False))):
        kept[index] = False
    return kept


def turned_into_denial(source, wanted, statements, covered):
    """Whether what the source asserts is denied by the one statement that belongs to it."""
    if covered < 0.75 or len(statements) != 1 or any(word in DENIALS for word in source):
        return False
    statement = statements[0]
    return any(word in DENIALS for word in statement.words) and sum(statement.bag.values()) <= 1.4 * sum(wanted.values()) + 1


def is_alone(wanted, statements, others):
    """Whether a source sentence stands in one statement that does not hold another long sentence as well."""
    holding = [each for each in statements if overlap(wanted, each.bag) >= FOUND]
    strangers = [other for other in others if sum(other.values()) >= 3 and not overlap(other, wanted) >= 0.5]
    return any(not any(overlap(other, each.bag - wanted) >= 0.9 for other in strangers) for each in holding)


def could_be_filled(statement, source):
    """Whether a blank of the template was left although a dictated sentence gives this organ's measure in this unit."""
    blank = re.search(r"_{3,}(?: x _{3,})* ?(mm|cm|ml)\b", flat(statement), re.I)
    parts = re.split(r"\bmeasur\w*", flat(source), maxsplit=1)
    if not blank or len(parts) < 2:
        return False
    subject, value = parts
    units = {"mm" if unit == "cm" else unit for _, unit in sizes(value)}
    wanted, given = claims(statement), claims(subject)
    same_unit = blank.group(1).lower().replace("cm", "mm") in units
    return same_unit and len(wanted.organs) == 1 and wanted.organs == given.organs and not one_side(wanted) - one_side(given)


class Library:
    """The text of each template by its id and by its study name."""

    def __init__(self, path):
        self.texts = {}
        if path:
            with open(path, encoding="utf-8") as file:
                rows = json.load(file)
            for row in rows:
                text = "\n".join(statements_of(row.get(part)) for part in ("technique", "findings", "impression"))
                for name in (row["id"], row["bodyPart"]):
                    self.texts[row["modality"][:2].upper(), name.lower()] = text

    def text(self, case, answer):
        name = answer.get("template")
        name = name.get("id") if isinstance(name, dict) else name
        own = self.texts.get((case["modality"][:2].upper(), str(name or "").lower()), "")
        return own + "\n" + flat(case.get("templateContent"))


def statements_of(value):
    if isinstance(value, list):
        return "\n".join(each.get("text", "") if isinstance(each, dict) else flat(each) for each in value)
    return flat(value)


def affirmed(line):
    """What a line of a template says before it denies: it may have been cut down to that, where the denial was dictated."""
    return re.split(r",?\s+(?:with\s+)?(?:no|without)\b", line, maxsplit=1)[0]


def is_supported(statement, sources, everything, template):
    """Whether a statement is said by the dictation, by the template, or half by each."""
    own = statement.bag
    by_one = max((overlap(own, source) for source in sources), default=0.0)
    if by_one >= 0.6 or sum(own.values()) < 2:
        return True
    if by_one >= 0.34 and overlap(own, everything) >= FOUND:
        return True
    filled = Counter({word: count for word, count in everything.items() if word in ("right", "left") or word[0].isdigit()})
    near = [source for source in sources if overlap(own, source) >= 0.25]
    is_denial = denies(statement.text)
    for sentence, other in template:
        if denies(sentence) == is_denial and overlap(own, other | filled) >= FOUND:
            return True
        if any(overlap(own, other | source) >= 0.9 for source in near):
            return True
    return False


def is_explained(statement, sources, template):
    """Whether every telling word of a statement, sides and levels with them, stands in the sentences that it was made from."""
    own = statement.bag
    if sum(own.values()) < 2:
        return True
    made_from = Counter()
    for source in sources:
        if overlap(own, source) >= 0.34 or overlap(source, own) >= FOUND:
            made_from += source
    rest = own - made_from - FORM
    if not rest:
        return True
    nearest = max((other for _, other in template), key=lambda other: overlap(own, other), default=Counter())
    return overlap(own, nearest) >= 0.5 and not {word for word in rest - nearest if not word[0].isdigit()}


def invented_words(statements, allowed):
    """Words of the answer that have no source; a label in front of a statement may have any."""
    for statement in statements:
        label = re.match(r"^([A-Z][\w /&,()-]{2,40}):\s", statement.text)
        labelled = bag(label.group(1)) if label else Counter()
        for word, count in (statement.bag - labelled).items():
            if word not in allowed:
                yield from [word] * count


def form(case, answer, report, statements):
    """The figures about the form of a report."""
    findings = [line for line in flat(answer.get("findings")).split("\n") if line.strip()]
    impression = [line for line in flat(answer.get("impression")).split("\n") if line.strip()]
    numbers = [int(found.group(1)) for line in impression if (found := re.match(r"^\s*(\d{1,2})[.)]", line))]
    in_order = bool(findings)
    if answer.get("reportText"):
        places = [found.start() for heading in HEADINGS if (found := re.search(rf"(?mi)^\s*{heading}\s*:", flat(answer["reportText"])))]
        in_order = in_order and places == sorted(places)
    if re.search(rf"(?m)^\s*(?:{'|'.join(HEADINGS)})\s*:", report):
        in_order = False
    spelled = len(SPELLED_SIZE.findall(flat(answer.get("findings")) + "\n" + flat(answer.get("impression"))))
    dictated = [(section, case[section]) for section in ("clinicalHistory", "technique") if case.get(section)]
    has_figures = case["mode"]["number_words"] and case["measurements"]
    return {
        "impression_numbered": float(numbers == list(range(1, len(impression) + 1)) and bool(numbers)) if case["impression_items"] else None,
        "history_technique_placed": share(overlap(bag(text), bag(flat(answer.get(section)))) for section, text in dictated),
        "sections_in_order": float(in_order),
        "findings_bulleted": share(bool(BULLETED.match(line)) for line in findings) or 0.0,
        "no_spoken_artefacts": 1 / (1 + len(ARTEFACT.findall(report))) if statements else 0.0,
        "numerals_written": (1 / (1 + spelled) if statements else 0.0) if has_figures else None,
    }


def judge(case, answer, library):
    """The figures of a case, each 0 to 1 or None, and what is wrong."""
    answer = answer or {}
    sections = {section: flat(answer.get(section)) for section in SECTIONS}
    report = "\n".join(sections.values())
    statements = [Statement(section, text) for section in SECTIONS for text in sentences(sections[section])]
    body = [each for each in statements if each.section in ("findings", "impression")]
    faults = []
    hits = {name: [] for name in ("measurement", "laterality", "negation", "sentence_recall", "sentences_whole", "in_one_statement", "right_section")}
    items, sources = {}, [bag(source["text"]) for source in case["sentences"]]
    spoken_headings = case["mode"]["headings"] != "dropped"
    for source in case["sentences"]:
        wanted, text = bag(source["text"]), source["text"]
        if not wanted:
            continue
        where = ("findings", "comparison", "technique") if source["section"] == "findings" else ("impression",) if spoken_headings else ("impression", "findings")
        placed, covered_there = cover(wanted, [each for each in statements if each.section in where])
        found, covered = (placed, covered_there) if covered_there >= FOUND else cover(wanted, statements)
        if source["section"] == "impression":
            items.setdefault(source["item"], []).append((covered_there, sum(wanted.values())))
        else:
            hits["right_section"].append(covered_there >= FOUND or covered < FOUND)
        hits["sentence_recall"].append(covered >= FOUND)
        hits["sentences_whole"].append(covered >= 0.999)
        if FOUND <= covered < 0.999:
            faults.append(f"words lost: {text} => {' || '.join(each.text for each in found)}")
        hits["in_one_statement"].append(is_alone(wanted, statements, others=[each for each in sources if each != wanted]))
        if not hits["in_one_statement"][-1] and covered >= FOUND:
            faults.append(f"torn apart or run together: {text} => {' || '.join(each.text for each in found)}")
        said = " || ".join(each.text for each in found)
        if covered < FOUND:
            faults.append(f"lost: {text} => {said}")
        there = sum((sizes(each.text) for each in found), Counter())
        for size, count in sizes(text).items():
            hits["measurement"] += [number < there[size] for number in range(count)]
            if there[size] < count:
                faults.append(f"size {size[0]:g} {size[1]} lost: {text} => {said}")
        own = words(text)
        sides, denials = list(sides_kept(own, found)), denials_kept(own, found)
        if turned_into_denial(own, wanted, found, covered):
            denials.append(False)
        hits["laterality"] += sides
        hits["negation"] += denials
        if not all(sides):
            faults.append(f"side: {text} => {said}")
        if not all(denials):
            faults.append(f"denial: {text} => {said}")

    sources += [bag(text) for text in sentences(case["source_text"])]
    all_of_it = sum((bag(source["text"]) for source in case["sentences"]), Counter())
    answered = sum((each.bag for each in statements), Counter())
    template_text = library.text(case, answer)
    template = [(text, bag(text)) for line in sentences(template_text) for text in (line, affirmed(line))]
    dictated = bag(case["source_text"]) | bag(case["transcriptionText"])
    extra = list(invented_words(statements, dictated | bag(template_text) | FORM))
    everything = sum(sources, Counter())
    unsupported = [each.text for each in body if not is_supported(each, sources, everything, template)]
    faults += [f"unsupported: {text}" for text in unsupported]
    unexplained = [each.text for each in body if not is_explained(each, sources, template)]
    faults += [f"a word from elsewhere: {text}" for text in unexplained if text not in unsupported]
    known = sizes(case["source_text"]) | sizes(case["transcriptionText"]) | sizes(template_text)
    given = [size for each in body for size in sizes(each.text)]
    invented = [size for size in given if size not in known]
    faults += [f"size {value:g} {unit} invented" for value, unit in invented]
    origins = [Statement("", text) for text in (*(source["text"] for source in case["sentences"]), *sentences(case["source_text"]), *(text for text, _ in template))]
    side_explained = []
    for each in body:
        explained = list(sides_explained(each, origins))
        side_explained += explained
        if not all(explained):
            faults.append(f"a side from nowhere: {each.text}")
    if extra:
        faults.append(f"words without a source: {sorted(set(extra))[:12]}")

    left = [each for each in body if max((overlap(each.bag, source) for source in sources), default=0) < FOUND and max((overlap(each.bag, other) for _, other in template), default=0) >= FOUND]
    certain = [claims(source["text"]) for source in case["sentences"] if is_certain(source["text"])] if left else []
    contradicted = [each.text for each in left if any(contradicts(claims(each.text), claim) for claim in certain)]
    faults += [f"contradicted normal left: {text}" for text in contradicted]

    unfilled = [each.text for each in body if "___" in each.text and any(could_be_filled(each.text, source["text"]) for source in case["sentences"])]
    faults += [f"blank left though dictated: {text}" for text in unfilled]

    figures = {name: share(values) for name, values in hits.items()}
    figures |= {
        "measurement_not_invented": 1 - len(invented) / len(given) if given else None if not hits["measurement"] else 1.0,
        "side_not_invented": share(side_explained) if side_explained else None if not hits["laterality"] else 1.0,
        "token_recall": overlap(all_of_it, answered),
        "precision": 1 - len(extra) / sum(answered.values()) if answered else 0.0,
        "statements_supported": 1 - len(unsupported) / len(body) if body else 0.0,
        "statements_explained": 1 - len(unexplained) / len(body) if body else 0.0,
        "impression_items": share(sum(part * size for part, size in parts) >= FOUND * sum(size for _, size in parts) for parts in items.values()),
        **form(case, answer, report, statements),
    }
    if not statements:
        figures = {name: figure if figure is None else 0.0 for name, figure in figures.items()}
    exact = all(figures[name] is None or figures[name] >= 0.999 for name in EXACT)
    figures["clean_case"] = float(exact and figures["token_recall"] >= 0.95 and figures["precision"] >= 0.97)
    figures["contradicted_template_n"] = len(contradicted)
    figures["unfilled_blank_n"] = len(unfilled)
    return figures, faults


def main():
    options = parser(__doc__, "structuring_expected.jsonl")
    options.add_argument("--library", metavar="FILE", help="output of `templates list --json`")
    options.add_argument("--worst", dest="show", type=int, metavar="N", help="the same as --show")
    options = options.parse_args()
    library = Library(options.library)
    cases, answers = list(read_rows(options.cases)), read_answers(options.answers)
    all_figures, wrong = [], []
    for case in cases:
        figures, faults = judge(case, answers.get(case["id"]), library)
        all_figures.append(figures)
        if faults or not figures["clean_case"]:
            wrong.append((case["id"], faults))
    names = ["clean_case"] + [name for name in (all_figures[0] if all_figures else {}) if name != "clean_case" and not name.endswith("_n")]
    means = {name: share(figures[name] for figures in all_figures if figures[name] is not None) for name in names}
    result = {
        "cases": len(cases),
        "answered": sum(case["id"] in answers for case in cases),
        **means,
        "SAFETY": share(means[name] for name in SAFETY if means.get(name) is not None),
        **{name: sum(figures[name] for figures in all_figures) for name in ("contradicted_template_n", "unfilled_blank_n")},
    }
    finish("structuring", result, wrong, options)


if __name__ == "__main__":
    main()
