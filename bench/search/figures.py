"""Prints the figures of a run: figures.py FOLDER with TOOL.us (microseconds, one a line) and TOOL.score of eval/score_templates.py."""

import re
import sys
from pathlib import Path

TOOLS = ["readout", "minisearch", "fuse.js"]


def main() -> None:
    folder = Path(sys.argv[1])
    own = None
    print(f"{'tool':<11} {'p50 us':>8} {'p95 us':>9} {'p50 ratio':>10} {'first answer right':>19} {'refuses what is not there':>26}")
    for tool in TOOLS:
        times = sorted(float(line) for line in (folder / f"{tool}.us").read_text().split())
        middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
        own = own or middle
        score = (folder / f"{tool}.score").read_text(encoding="utf-8")
        right = {name: float(re.search(rf"{name}\s+([\d.]+)", score)[1]) for name in ("top1", "out_of_library_refused")}
        print(f"{tool:<11} {middle:>8.0f} {late:>9.0f} {middle / own:>9.1f}x {right['top1']:>19.1%} {right['out_of_library_refused']:>26.1%}")


if __name__ == "__main__":
    main()
