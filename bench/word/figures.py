"""Prints the figures of a run: figures.py FOLDER with NAME.ms (milliseconds, one a line) and NAME.docx for each tool."""

import sys
from pathlib import Path

TOOLS = ["readout", "python-docx", "npm-docx"]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main() -> None:
    folder = Path(sys.argv[1])
    figures = {}
    for tool in TOOLS:
        times = [float(line) for line in (folder / f"{tool}.ms").read_text().split()]
        figures[tool] = (percentile(times, 0.5), percentile(times, 0.95), (folder / f"{tool}.docx").stat().st_size, len(times))
    own = figures["readout"]
    print(f"{'tool':<12} {'p50 ms':>9} {'p95 ms':>9} {'bytes':>8} {'p50 ratio':>10} {'p95 ratio':>10}")
    for tool, (p50, p95, size, _) in figures.items():
        print(f"{tool:<12} {p50:>9.2f} {p95:>9.2f} {size:>8} {p50 / own[0]:>9.1f}x {p95 / own[1]:>9.1f}x")
    print(f"{own[3]} files each; bar: p95 under 50 ms: {'held' if own[1] < 50 else 'NOT HELD'}")


if __name__ == "__main__":
    main()
