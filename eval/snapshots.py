#!/usr/bin/env python3
"""Shows what a change did to what the engine says: every answer as a few lines of text, held against the kept ones.

    python3 eval/snapshots.py PROGRAM [SET...] [--cases FOLDER] [--kept FOLDER] [--show N] [--check | --accept]

`make eval-diff` builds the program and calls this: it prints how many answers changed and how (a line of the template that now
goes or stays, another order, another impression, a flag), then examples of each. `--accept` keeps the new answers; the change to
the kept files is then read in the diff of the commit. `--check`, which the tests use, ends with 1 when something differs. So do, always,
answers that are kept of cases that are not there.

A kept answer stands under its id. Of a report, a line of the template that stays is told by its number (`=3`), one that goes by
its text behind `gone`, and whatever else stands there by its text, each behind the letter of its section: H history,
T technique, F findings, C comparison, I impression. A line that is empty or begins with `#` or a backslash stands behind a backslash.
"""
import argparse
import concurrent.futures
import difflib
import os
import re
import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

from common import HERE, read_answers, read_rows
from run import ask

CASES_A_FILE = 200
SECTIONS = {"clinicalHistory": "H", "technique": "T", "findings": "F", "comparison": "C", "impression": "I"}
HEADINGS = {"CLINICAL HISTORY:", "TECHNIQUE:", "FINDINGS:", "COMPARISON:", "IMPRESSION:"}


def lines_of(text):
    """The lines of a section or of a template without bullets, numbers and headings."""
    for line in (text or "").splitlines():
        line = line.strip().removeprefix("- ")
        number, dot, rest = line.partition(". ")
        line = rest if dot and number.isdigit() else line
        if line and line.upper() not in HEADINGS:
            yield line


def report_text(answer):
    """A report: what was dictated by its words, the template's lines by their numbers, and the template's lines that are gone."""
    template = list(lines_of(answer.get("templateText")))
    left = defaultdict(list)
    for number, line in enumerate(template, 1):
        left[line].append(number)
    yield f"template: {answer.get('template') or 'none'}"
    if answer.get("note"):
        yield f"note: {answer['note']}"
    for section, letter in SECTIONS.items():
        run = []
        for line in lines_of(answer.get(section)):
            if left[line]:
                run.append(f"={left[line].pop(0)}")
                continue
            if run:
                yield f"{letter} {' '.join(run)}"
                run = []
            yield f"{letter} {line}"
        if run:
            yield f"{letter} {' '.join(run)}"
    for line in template:
        if left[line]:
            left[line].pop(0)
            yield f"gone {line}"


def impression_text(answer):
    yield from (f"I {line}" for line in lines_of(answer["impression"]))
    yield from flags_text(answer)


def flags_text(answer):
    for flag in answer["flags"]:
        fix = f" -> {flag['fix']}" if flag.get("fix") else ""
        yield f"flag {flag['kind']}: {' '.join(flag['text'].split())}{fix}"
    if answer.get("detectedSex"):
        yield f"sex {answer['detectedSex']}"


def candidates_text(answer):
    yield " ".join(answer["candidates"][:4]) or "none"


def written_text(answer):
    yield from answer["written"].splitlines() or [""]


TEXTS = {"structure": report_text, "impression": impression_text, "check": flags_text, "gate": flags_text, "templates": candidates_text, "spoken": written_text}


def answers_text(name, settings, cases, out):
    """The answers of a set as {id: lines}, in the order of the cases."""
    answers, text = read_answers(out / f"{name}.out.jsonl"), TEXTS[settings["command"][0]]
    ids = [row["id"] for row in read_rows(cases / settings["file"])]

    def lines(identifier):
        return [" ".join(line.splitlines()) for line in text(answers[identifier])] if identifier in answers else ["no answer"]

    return {identifier: lines(identifier) for identifier in ids}


def escaped(line):
    """A line as it stands in a file: nothing of it is taken for the end of an answer or the beginning of the next."""
    return "\\" + line if not line or line[0] in "#\\" else line


def files_of(name, answers):
    """(name of a file, its text): so many cases a file that a person can read it."""
    ids = list(answers)
    for first in range(0, len(ids), CASES_A_FILE):
        blocks = ("\n".join([f"# {identifier}", *map(escaped, answers[identifier])]) for identifier in ids[first : first + CASES_A_FILE])
        yield f"{name}-{first // CASES_A_FILE + 1:02}.txt", "\n\n".join(blocks) + "\n"


def read_kept(name, folder):
    """What was kept of a set as {id: lines}."""
    kept = {}
    for path in sorted(folder.glob(f"{name}-[0-9][0-9].txt")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.startswith("# "):
                lines = kept[line.removeprefix("# ")] = []
            elif line:
                lines.append(line.removeprefix("\\"))
    return kept


def unused(names, folder):
    """The files of kept answers that belong to none of these sets."""
    return sorted(path for path in folder.glob("*.txt") if re.sub(r"-\d\d$", "", path.stem) not in names)


def pieces(lines):
    """The lines of an answer with each line of the template by itself."""
    for line in lines:
        letter, numbers = line[:1], line[2:].split()
        if line[1:3] == " =" and letter in SECTIONS.values():
            yield from (f"{letter} {number}" for number in numbers)
        else:
            yield line


def common(lines, shared):
    """The lines that are among the shared ones, each as often as it is there."""
    left = Counter(shared)
    for line in lines:
        if left[line]:
            left[line] -= 1
            yield line


def changes(before, after):
    """How one answer changed, as {kind: [lines that show it]}."""
    if before is None:
        return {"new case": after[:3]}
    found = defaultdict(list)
    before, after = list(pieces(before)), list(pieces(after))
    old, new = Counter(before), Counter(after)
    numbers = {line[2:] for line in old if line[1:3] == " ="} & {line[2:] for line in new if line[1:3] == " ="}
    for line in dict.fromkeys(before + after):
        if old[line] == new[line]:
            continue
        is_more = new[line] > old[line]
        sign = "+ " if is_more else "- "
        first = line.partition(" ")[0]
        if first == "gone":
            found["template line now gone" if is_more else "template line now stays"].append(sign + line)
        elif first == "template:":
            found["another template"].append(sign + line)
        elif line[1:3] == " =":
            # One that comes or goes is told by its text behind `gone`.
            if line[2:] in numbers:
                found["template line in another section"].append(sign + line)
        elif first == "I":
            found["impression"].append(sign + line)
        elif first == "flag":
            found[f"flag {'raised' if is_more else 'no more'} ({line.split(':')[0][5:]})"].append(sign + line)
        elif first == "sex":
            found["sex"].append(sign + line)
        elif first in SECTIONS.values():
            found[f"statement {'new' if is_more else 'no more'} in {first}"].append(sign + line)
        else:
            found["answer"].append(sign + line)
    stood, stands = list(common(before, old & new)), list(common(after, old & new))
    if stood != stands:
        found["order"] = [line for line in difflib.unified_diff(stood, stands, lineterm="", n=0) if not line.startswith(("---", "+++", "@@"))]
    return found or {"answer": ["another number of a template's line"]}


def report_changes(name, kept, answers, show):
    """Prints what changed in a set; returns how many answers did."""
    changed = {identifier: changes(kept.get(identifier), lines) for identifier, lines in answers.items() if kept.get(identifier) != lines}
    removed = [identifier for identifier in kept if identifier not in answers]
    if not changed and not removed:
        return 0
    by_kind = defaultdict(list)
    for identifier, kinds in changed.items():
        for kind, lines in kinds.items():
            by_kind[kind].append((identifier, lines))
    print(f"{name}: {len(changed)} of {len(answers)} answers changed" + (f", {len(removed)} cases removed" if removed else ""))
    for kind, cases in sorted(by_kind.items(), key=lambda item: -len(item[1])):
        print(f"  {len(cases):5} {kind}")
    for kind, cases in sorted(by_kind.items(), key=lambda item: -len(item[1])):
        for identifier, lines in cases[:show]:
            print(f"    [{kind}] {identifier}")
            for line in lines[:6]:
                print(f"        {line}")
    return len(changed) + len(removed)


def kept_of(cases):
    """Where the answers on the cases of a folder are kept."""
    return HERE / "snapshots" if cases == HERE else HERE.parent.parent / f"{HERE.parent.name}-snapshots" / "-".join(cases.parts[-2:])


def keep(name, answers, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob(f"{name}-[0-9][0-9].txt"):
        path.unlink()
    for file, text in files_of(name, answers):
        (folder / file).write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the readout binary")
    parser.add_argument("sets", nargs="*", help="sets to look at (default: all)")
    parser.add_argument("--cases", type=Path, default=HERE, metavar="FOLDER", help="folder of the cases (default: this one)")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="the kept answers (default: snapshots/ beside our own cases; for others a folder of their own beside the repository, since they hold others' text)")
    parser.add_argument("--out", type=Path, default=HERE.parent / "target/eval", metavar="FOLDER", help="where inputs and answers go")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="print N examples of each kind of change (default 5)")
    end = parser.add_mutually_exclusive_group()
    end.add_argument("--check", action="store_true", help="end with 1 when an answer changed")
    end.add_argument("--accept", action="store_true", help="keep the new answers")
    parser.add_argument("--asked", action="store_true", help="take the answers that `make eval` has left in the folder of --out")
    options = parser.parse_args()
    program, cases, out = str(Path(options.program).resolve()), options.cases.resolve(), options.out.resolve()
    kept = options.kept or kept_of(cases)
    out.mkdir(parents=True, exist_ok=True)
    with (HERE / "bars.toml").open("rb") as file:
        known = tomllib.load(file)
    if unknown := set(options.sets) - set(known):
        parser.error(f"no such set: {' '.join(sorted(unknown))}; there are {' '.join(known)}")
    named = {name: settings for name, settings in known.items() if name in (options.sets or known)}
    chosen = {name: settings for name, settings in named.items() if (cases / settings["file"]).exists()}
    left_over = [path for path in unused(chosen, kept) if not options.sets or re.sub(r"-\d\d$", "", path.stem) in named]
    for name in options.sets:
        if name not in chosen:
            parser.error(f"{cases} has no {named[name]['file']}")
    if not options.asked:
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            list(pool.map(lambda item: ask(program, *item, cases, out), chosen.items()))
    changed = 0
    for name, settings in chosen.items():
        answers = answers_text(name, settings, cases, out)
        changed += report_changes(name, read_kept(name, kept), answers, options.show)
        if options.accept:
            keep(name, answers, kept)
    for path in left_over:
        if options.accept:
            path.unlink()
        else:
            print(f"{path.name} keeps answers to cases that are not in {cases}.")
    if not changed:
        print("No answer changed.")
    elif options.accept:
        print(f"{changed} answers kept in {kept}.")
    else:
        print(f"{changed} answers changed. Where that is what you meant: make eval-accept, and read the diff of {kept.name}/ before you commit.")
    return 1 if (left_over and not options.accept) or (changed and options.check) else 0


if __name__ == "__main__":
    sys.exit(main())
