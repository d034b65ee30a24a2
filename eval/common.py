"""What the scorers share: reading cases and answers, their options, shares, and what is written at the end."""
import argparse
import json
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent


def read_rows(path):
    """The objects of a JSON-lines file that have an id. A line that is not one is passed over: it then counts as unanswered."""
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict) and "id" in row:
                yield row


def read_answers(path):
    return {row["id"]: row for row in read_rows(path)}


def share(hits):
    """The share of hits that are true; None when there was nothing to hit."""
    hits = list(hits)
    return sum(hits) / len(hits) if hits else None


def written(figure):
    """A figure as it is printed."""
    if figure is None:
        return "n/a"
    return f"{figure:.3f}" if isinstance(figure, float) else str(figure)


def tally(cases, answers, judge, about, group=None):
    """The figures of a set whose cases are right or not, and the wrong ones.

    `judge` gives, for a case and its answer, lists of hits by figure and what is wrong; `about` is the line that reminds of a case; `group`
    is (name, function): the share of right cases for each value of the function.
    """
    figures, right, groups, wrong = defaultdict(list), [], defaultdict(list), []
    for case in cases:
        hits, faults = judge(case, answers.get(case["id"], {}))
        for name, values in hits.items():
            figures[name] += values
        right.append(all(all(values) for values in hits.values()))
        if group:
            groups[group[1](case)].append(right[-1])
        if not right[-1]:
            wrong.append((case["id"], [about(case), *faults]))
    result = {
        "cases": len(cases),
        "answered": sum(case["id"] in answers for case in cases),
        "all_right": share(right),
        **{name: share(values) for name, values in figures.items()},
    }
    if group:
        result[group[0]] = {name: share(values) for name, values in groups.items()}
    return result, wrong


def parser(description, cases):
    """The options that every scorer has."""
    options = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("answers", help="JSON lines written by the program")
    options.add_argument("--cases", default=HERE / cases, metavar="FILE", help=f"the cases (default: {cases} beside this file)")
    options.add_argument("--show", type=int, default=10, metavar="N", help="how many wrong answers are printed (default 10)")
    options.add_argument("--json", metavar="FILE", help="write the figures there")
    return options


def finish(title, figures, wrong, options):
    """Prints the figures and the first wrong answers, and writes the figures where they were asked for.

    `wrong` is a list of (id, [what is wrong]).
    """
    print(f"{title}: {figures['cases']} cases, {figures['answered']} answered")
    for name, figure in figures.items():
        if isinstance(figure, dict):
            print(f"  {name}: " + ", ".join(f"{key} {written(value)}" for key, value in figure.items()))
        elif name not in ("cases", "answered"):
            print(f"  {name:26} {written(figure)}")
    for identifier, faults in wrong[: max(0, options.show)]:
        print(f"  {identifier}")
        for fault in faults[:8]:
            print(f"      {fault}")
    if options.json:
        Path(options.json).write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
