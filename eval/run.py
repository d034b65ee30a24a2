#!/usr/bin/env python3
"""Gives every set of cases to the program, scores the answers, and prints one table of figures against their bars.

    python3 eval/run.py PROGRAM [SET...] [--cases FOLDER] [--out FOLDER] [--show N]

`make eval` builds the program and calls this. The sets and their bars stand in bars.toml. The program is given the
inputs of a case and never what is expected of it. Ends with 1 when a bar is missed or a set could not be measured.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

from common import HERE, read_rows, written

SECONDS_A_SET = 600


class Measured:
    """One set after its run: its figures, or why there are none."""

    def __init__(self, name, settings):
        self.name = name
        self.settings = settings
        self.cases = 0
        self.seconds = 0.0
        self.figures = {}
        self.printed = ""
        self.trouble = None

    def bars(self):
        """(figure, value as printed, bar as printed, whether it is reached) for each bar of the set."""
        for bar in self.settings["bars"]:
            value, where = figure(self.figures, bar["figure"])
            if value is None and bar.get("when_measured"):
                continue
            least, most = bar.get("at_least"), bar.get("at_most")
            limits = ([f">= {least:g}"] if least is not None else []) + ([f"<= {most:g}"] if most is not None else [])
            reached = value is not None and (least is None or value >= least) and (most is None or value <= most)
            yield bar["figure"] + where, shown(value), " ".join(limits), reached and not self.trouble


def shown(value):
    """A figure cut, not rounded, so that one below its bar never looks as if it had reached it."""
    if not isinstance(value, float):
        return written(value)
    return f"{int(value * 1000 + 1e-9) / 1000:.3f}"


def figure(figures, name):
    """The figure of a name and, for the worst of a group, which one it is."""
    if not name.endswith(".*"):
        return figures.get(name), ""
    group = {key: value for key, value in figures.get(name[:-2], {}).items() if value is not None}
    if not group:
        return None, ""
    worst = min(group, key=group.get)
    return group[worst], f" ({worst})" if group[worst] < 1 else ""


def ask(program, name, settings, cases, out):
    """Runs the program over the inputs of a set; returns the number of cases, or raises with what went wrong."""
    rows = list(read_rows(cases / settings["file"]))
    inputs = [{key: row.get(key) for key in ("id", *settings["inputs"])} for row in rows]
    given, answers = out / f"{name}.in.jsonl", out / f"{name}.out.jsonl"
    given.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in inputs), encoding="utf-8")
    with given.open() as source, answers.open("w") as target, (out / f"{name}.err").open("w") as trouble:
        done = subprocess.run([program, *settings["command"]], stdin=source, stdout=target, stderr=trouble, timeout=SECONDS_A_SET)
    if done.returncode:
        raise RuntimeError(f"the program ended with {done.returncode}, see {trouble.name}")
    return len(rows)


def score(name, settings, cases, out, show):
    """Runs the scorer of a set; returns its figures and what it printed."""
    theirs = cases / settings["scorer"]
    scorer = theirs if theirs.exists() else HERE / settings["scorer"]
    result = out / f"{name}.json"
    result.unlink(missing_ok=True)
    command = [sys.executable, str(scorer), str(out / f"{name}.out.jsonl"), "--json", str(result)]
    # Structuring is the one set whose scorers elsewhere call it by another name; ours knows both.
    command += ["--worst" if name == "structuring" else "--show", str(show)]
    if scorer != theirs or cases == HERE or settings.get("elsewhere"):
        command += ["--cases", str(cases / settings.get("expected", settings["file"]))]
    if settings.get("library"):
        command += ["--library", str(out / "library.json")]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_A_SET, env=environment)
    if not result.exists():
        raise RuntimeError(f"{scorer.name} gave no figures: {done.stderr.strip().splitlines()[-1:] or done.returncode}")
    figures = json.loads(result.read_text(encoding="utf-8"))
    return figures.get("aggregate", figures), done.stdout


def wanted(name, settings, named, cases):
    """Whether a set is run: one of those named, or without names every one that this folder should have."""
    return name in named or not named and (not settings.get("elsewhere") or (cases / settings["file"]).exists())


def measure(program, name, settings, cases, out, show):
    measured = Measured(name, settings)
    started = time.monotonic()
    try:
        measured.cases = ask(program, name, settings, cases, out)
        measured.seconds = time.monotonic() - started
        measured.figures, measured.printed = score(name, settings, cases, out, show)
        (out / f"{name}.txt").write_text(measured.printed, encoding="utf-8")
    except (OSError, RuntimeError, ValueError, subprocess.TimeoutExpired) as trouble:
        measured.trouble = str(trouble)
    return measured


def table(sets):
    """Prints the table; returns how many bars were missed."""
    missed = 0
    line = "{:12}{:>6}  {:42}{:>8}  {:>7}  {}"
    print(line.format("set", "cases", "figure", "value", "bar", ""))
    for measured in sets:
        first = (measured.name, measured.cases)
        for name, value, limit, reached in measured.bars():
            missed += not reached
            print(line.format(*first, name, value, limit, "SHORT" if not reached else "ok" if limit else "").rstrip())
            first = ("", "")
        if measured.trouble:
            print(f"{'':20}{measured.trouble}")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the readout binary")
    parser.add_argument("sets", nargs="*", help="sets to run (default: all)")
    parser.add_argument("--cases", type=Path, default=HERE, metavar="FOLDER", help="folder of the cases (default: this one)")
    parser.add_argument("--out", type=Path, default=HERE.parent / "target/eval", metavar="FOLDER", help="where inputs, answers and details go")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print each set's figures in full and N wrong answers")
    options = parser.parse_args()
    with (HERE / "bars.toml").open("rb") as file:
        known = tomllib.load(file)
    unknown = set(options.sets) - set(known)
    if unknown:
        parser.error(f"no such set: {' '.join(sorted(unknown))}; there are {' '.join(known)}")
    program, cases, out = str(Path(options.program).resolve()), options.cases.resolve(), options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with (out / "library.json").open("w") as library:
        subprocess.run([program, "templates", "list", "--json"], stdout=library, check=True, timeout=SECONDS_A_SET)
    chosen = {name: settings for name, settings in known.items() if wanted(name, settings, options.sets, cases)}
    details = options.show or 200
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        runs = [pool.submit(measure, program, name, settings, cases, out, details) for name, settings in chosen.items()]
        sets = [run.result() for run in runs]
    if options.show:
        for measured in sets:
            print(measured.printed)
    missed = table(sets)
    print(f"{'every bar reached' if not missed else f'{missed} bars missed'}, {time.monotonic() - started:.0f} s; answers and details: {out}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
