#!/usr/bin/env python3
"""Scores `readout structure --jsonl` on dictations over a template.

    readout structure --jsonl < eval/eviction_cases.jsonl > out.jsonl
    python3 eval/score_eviction.py out.jsonl

evicted_recall: contradicted template sentences that are gone, also in other words. kept_recall: the other template sentences, word for word. filled: blanks that hold the dictated value. dictated: dictated statements, each in one sentence with its numbers, sides and denial.
no_duplicate: a sentence that was dictated and stands in the template too is there once. nothing_added: no sentence and no size that neither
the template nor the dictation has. all_right: the share of cases with all of these.
"""
import re

from common import finish, parser, read_answers, read_rows, tally
from text import bag, denies, flat, is_restated, overlap, says_in_order, sentences, sides, sizes

SECTIONS = ("clinicalHistory", "technique", "findings", "comparison", "impression")
BLANK = re.compile(r"_{3,}|\[[^\]\n]*/[^\]\n]*\]")
MOSTLY = 0.85


def template_sentences(content):
    return sentences(re.sub(r"(?mi)^\s*(?:clinical history|technique|findings|comparison|impression)\s*:", "", content))


def holds(sentence, statement):
    """Whether a sentence says a dictated statement: its words, all its sizes, its sides, and as a denial or not."""
    return (
        denies(sentence) == denies(statement)
        and overlap(bag(statement), bag(sentence)) >= MOSTLY
        and not sizes(statement) - sizes(sentence)
        and not set(sides(statement)) - set(sides(sentence))
    )


def is_filled(blank, said, report):
    wanted = blank["expected"]
    spaced = re.sub(r"\s+", " ", report).lower()
    there = any(
        overlap(bag(wanted), bag(sentence)) >= MOSTLY and not sizes(wanted) - sizes(sentence) and not BLANK.search(sentence)
        for sentence in said
    )
    return there and re.sub(r"\s+", " ", flat(blank["blank"])).lower() not in spaced


def added(case, answer):
    """Sentences and sizes of findings and impression that come from nowhere."""
    dictated = bag(case["transcriptionText"])
    sources = [bag(sentence) | dictated for sentence in template_sentences(case["templateContent"])] or [dictated]
    body = flat(answer.get("findings")) + "\n" + flat(answer.get("impression"))
    known = sizes(case["templateContent"]) | sizes(case["transcriptionText"])
    for sentence in sentences(body):
        own = bag(sentence)
        if sum(own.values()) > 1 and max(overlap(own, source) for source in sources) < 0.7:
            yield sentence
    for value, unit in sizes(body):
        if (value, unit) not in known:
            yield f"{value:g} {unit}"


def judge(case, answer):
    """The figures of a case as lists of hits, and what is wrong."""
    expected = case["expected"]
    report = "\n".join(flat(answer.get(section)) for section in SECTIONS)
    said = sentences(report)
    findings = sentences(answer.get("findings"))
    body = findings + sentences(answer.get("impression"))
    hits, faults = {}, []

    def note(name, fault, wanted, is_right):
        hits[name] = [bool(is_right(each)) for each in wanted]
        faults.extend(f"{fault}: {each['expected'] if isinstance(each, dict) else each}" for each, right in zip(wanted, hits[name]) if not right)

    def stands(sentence, wanted):
        return says_in_order(sentence, wanted) or is_restated(sentence, wanted)

    note("evicted_recall", "still there", expected["evicted"], lambda each: said and not any(stands(sentence, each) for sentence in said))
    note("kept_recall", "not kept", expected["kept"], lambda each: any(says_in_order(sentence, each) for sentence in said))
    note("filled", "not filled", expected["filled"], lambda each: is_filled(each, said, report))
    note("dictated", "lost", expected["dictated"], lambda each: any(holds(sentence, each) for sentence in body))
    note("no_duplicate", "not once", expected["once"], lambda each: sum(stands(sentence, each) for sentence in findings) == 1)
    extra = list(added(case, answer))
    faults += [f"added: {each}" for each in extra]
    hits["nothing_added"] = [bool(said) and not extra]
    return hits, faults


def main():
    options = parser(__doc__, "eviction_cases.jsonl").parse_args()
    cases, answers = list(read_rows(options.cases)), read_answers(options.answers)
    tag = ("by_tag", lambda case: case.get("tag", "other"))
    finish("eviction", *tally(cases, answers, judge, lambda case: case["transcriptionText"][:100], tag), options)


if __name__ == "__main__":
    main()
