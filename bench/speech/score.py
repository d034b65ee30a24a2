#!/usr/bin/env python3
"""Word error rate of transcribe's lines against the sentences that were spoken.

    score.py SENTENCES < lines        a table a voice and the total; with --worst N the N worst sentences
"""

import collections
import pathlib
import re
import sys

NUMBERS = set(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred point percent".split()
)
DANGEROUS = NUMBERS | set(
    "right left bilateral both no not without normal negative millimeter millimeters centimeter centimeters c l s t d".split()
)


def errors(reference: list[str], heard: list[str]) -> tuple[int, list[bool]]:
    """Edit distance, and for each word of the reference whether it was heard."""
    rows = [list(range(len(heard) + 1))]
    for i, word in enumerate(reference, 1):
        row = [i]
        for j, other in enumerate(heard, 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (word != other)))
        rows.append(row)
    found = [False] * len(reference)
    i, j = len(reference), len(heard)
    while i and j:
        if reference[i - 1] == heard[j - 1] and rows[i][j] == rows[i - 1][j - 1]:
            found[i - 1] = True
            i, j = i - 1, j - 1
        elif rows[i][j] == rows[i - 1][j - 1] + 1:
            i, j = i - 1, j - 1
        elif rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return rows[-1][-1], found


def main() -> None:
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    sentences = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    totals = collections.defaultdict(lambda: [0, 0, 0, 0, 0.0, 0.0])
    worst = []
    for line in sys.stdin:
        if line.startswith("#"):
            continue
        path, seconds, work, _, _, heard = line.rstrip("\n").split("\t")
        number, voice = re.match(r"(\d+)-(.+)\.webm", pathlib.Path(path).name).groups()
        reference = sentences[int(number) - 1]
        wrong, found = errors(reference, heard.split())
        dangerous = [hit for word, hit in zip(reference, found) if word in DANGEROUS]
        for name in (voice, "all"):
            total = totals[name]
            for index, value in enumerate(
                (wrong, len(reference), dangerous.count(False), len(dangerous), float(seconds), float(work))
            ):
                total[index] += value
        worst.append((wrong / len(reference), voice, " ".join(reference), heard))
    print(f"{'voice':<14}{'words':>7}{'word error':>12}{'dangerous':>11}{'real time':>11}")
    for name, (wrong, words, lost, dangerous, seconds, work) in totals.items():
        rates = f"{wrong / words:>11.1%} {lost / max(dangerous, 1):>10.1%} {work / seconds:>10.3f}"
        print(f"{name:<14}{words:>7}{rates}")
    if "--worst" in sys.argv:
        for rate, voice, reference, heard in sorted(worst, reverse=True)[: int(sys.argv[sys.argv.index("--worst") + 1])]:
            print(f"\n{rate:.0%} {voice}\n  {reference}\n  {heard}")


if __name__ == "__main__":
    main()
