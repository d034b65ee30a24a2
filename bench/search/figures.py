"""Prints the figures of a run: figures.py FOLDER with TOOL.ROUND.us (microseconds, one a line) and TOOL.score of eval/score_templates.py:
of each round the median and the 95th percentile, and of these the median over the rounds."""

import re
import sys
from pathlib import Path
from statistics import median

TOOLS = ["readout", "minisearch", "fuse.js"]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main() -> None:
    folder = Path(sys.argv[1])
    own = None
    print(f"{'tool':<11} {'p50 us':>8} {'p95 us':>9} {'p50 ratio':>10} {'first answer right':>19} {'refuses what is not there':>26} {'queries':>9}")
    for tool in TOOLS:
        rounds = [[float(line) for line in file.read_text().split()] for file in sorted(folder.glob(f"{tool}.*.us"))]
        if not rounds:
            print(f"{tool:<11} was not measured")
            continue
        middle, late = (median(percentile(times, share) for times in rounds) for share in (0.5, 0.95))
        own = middle if tool == TOOLS[0] else own
        ratio = f"{middle / own:>9.1f}x" if own else f"{'':>10}"
        score = (folder / f"{tool}.score").read_text(encoding="utf-8")
        right = {name: float(re.search(rf"{name}\s+([\d.]+)", score)[1]) for name in ("top1", "out_of_library_refused")}
        queries = f"{len(rounds)} x {len(rounds[0])}"
        print(f"{tool:<11} {middle:>8.0f} {late:>9.0f} {ratio} {right['top1']:>19.1%} {right['out_of_library_refused']:>26.1%} {queries:>9}")
    sys.exit(own is None)


if __name__ == "__main__":
    main()
