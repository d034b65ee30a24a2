"""What every batch of labelled dictations must be, and that cases are made of it.

    python3 -m unittest discover --start-directory eval/tests
"""
import sys
import unittest
from collections import Counter
from pathlib import Path

EVAL = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EVAL / "batches"))

import assemble  # noqa: E402

BATCHES = {path.stem: assemble.rows_of(path) for path in sorted((EVAL / "batches").glob("*.jsonl"))}


def faults(row):
    """What is wrong with the labels of a row."""
    count = len(row["lines"])
    labels = Counter(number for name in assemble.LABELS for number in row.get(name, []))
    yield from (f"line {number} has {times} labels" for number, times in labels.items() if times > 1)
    numbers = [*labels, *map(int, row.get("fill", {}))]
    yield from (f"there is no line {number}" for number in numbers if not 1 <= number <= count)
    yield from (f"a line stands in no section: {section}" for section, _ in row["lines"] if section not in ("F", "I"))
    yield from (f"no section {section}" for section, _ in row["dictated"] if section not in assemble.SECTIONS)
    yield from (f"an empty sentence in {section}" for section, text in row["dictated"] if not text.strip())
    # A sentence that hangs on another, or restates it, is told by the places of both, counted from nought.
    pairs = [("follows", pair) for pair in row.get("follows", [])] + [("restates", pair) for pair in row.get("restates", [])]
    said = range(len(row["dictated"]))
    yield from (f"{name} {pair}: no such sentences" for name, pair in pairs if len(pair) != 2 or not set(pair) <= set(said) or pair[0] == pair[1])
    if not row["text"].strip() or not row["dictated"]:
        yield "nothing is dictated"


class Batches(unittest.TestCase):
    def test_every_id_is_of_its_batch_and_stands_once(self):
        self.assertTrue(BATCHES)
        ids = Counter(row["id"] for rows in BATCHES.values() for row in rows)
        self.assertEqual([identifier for identifier, times in ids.items() if times > 1], [])
        self.assertEqual([row["id"] for name, rows in BATCHES.items() for row in rows if not row["id"].startswith(f"{name}-")], [])

    def test_labels_name_lines_that_are_there_once_each(self):
        self.assertEqual([f"{row['id']}: {fault}" for rows in BATCHES.values() for row in rows for fault in faults(row)], [])

    def test_a_wrong_label_is_found(self):
        row = {"text": "x", "lines": [["F", "Liver is normal."]], "dictated": [["F", "x"]]}
        self.assertEqual(list(faults(row)), [])
        wrong = [
            {"said": [2]},
            {"against": [1], "said": [1]},
            {"blank": [0]},
            {"dictated": [["X", "x"]]},
            {"fill": {"3": "4 cm"}},
            {"dictated": []},
            {"follows": [[0, 1]]},
            {"restates": [[0, 0]]},
        ]
        self.assertEqual([labels for labels in wrong if not list(faults({**row, **labels}))], [])

    def test_every_row_makes_a_case_whose_lines_stand_in_its_template(self):
        for rows in BATCHES.values():
            for case in map(assemble.case, rows):
                with self.subTest(case["id"]):
                    template = case["templateContent"].splitlines()
                    self.assertEqual([line["text"] for line in case["expected"]["lines"] if line["text"] not in template], [])


if __name__ == "__main__":
    unittest.main()
