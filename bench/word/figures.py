"""Prints the figures of a run: figures.py FOLDER with TOOL.ROUND.ms (milliseconds, one a line) and TOOL.docx for each tool: of each round
the median and the 95th percentile, and of these the median over the rounds. Exits with 1 when Readout is slower than its bar."""

import sys
from pathlib import Path
from statistics import median

TOOLS = ["readout", "python-docx", "npm-docx"]
MOST_MS = 50


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main() -> None:
    folder = Path(sys.argv[1])
    own = None
    print(f"{'tool':<12} {'p50 ms':>9} {'p95 ms':>9} {'bytes':>8} {'p50 ratio':>10} {'p95 ratio':>10} {'files':>12}")
    for tool in TOOLS:
        rounds = [[float(line) for line in file.read_text().split()] for file in sorted(folder.glob(f"{tool}.*.ms"))]
        if not rounds:
            print(f"{tool:<12} was not measured")
            continue
        p50, p95 = (median(percentile(times, share) for times in rounds) for share in (0.5, 0.95))
        size = (folder / f"{tool}.docx").stat().st_size
        ratios = f"{p50 / own[0]:>9.1f}x {p95 / own[1]:>9.1f}x" if own else f"{'':>21}"
        if tool == TOOLS[0]:
            own, ratios = (p50, p95), f"{1:>9.1f}x {1:>9.1f}x"
        files = f"{len(rounds)} x {len(rounds[0])}"
        print(f"{tool:<12} {p50:>9.2f} {p95:>9.2f} {size:>8} {ratios} {files:>12}")
    held = own is not None and own[1] < MOST_MS
    print(f"bar: Readout's p95 under {MOST_MS} ms: {'held' if held else 'NOT HELD'}")
    sys.exit(not held)


if __name__ == "__main__":
    main()
