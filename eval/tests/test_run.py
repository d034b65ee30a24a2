"""What `make eval` does, and what the cases are.

    python3 -m unittest discover --start-directory eval/tests
"""
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import tomllib
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

EVAL = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EVAL))

import dictate  # noqa: E402
import run  # noqa: E402
from common import read_rows  # noqa: E402

SETS = {name: settings for name, settings in tomllib.loads((EVAL / "bars.toml").read_text(encoding="utf-8")).items() if not settings.get("elsewhere")}
# Writes for every spoken form what it is told to, or nothing; a stand-in for the product.
PROGRAM = """#!/usr/bin/env python3
import json, sys
if "templates" in sys.argv:
    print("[]")
else:
    for line in sys.stdin:
        row = json.loads(line)
        assert set(row) == {"id", "spoken"}, row
        print(json.dumps({"id": row["id"], "written": WRITTEN}))
"""


class Run(unittest.TestCase):
    def runs(self, written):
        """The exit status and the table of a run over one case that wants 3.2 cm."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            program = folder / "program"
            program.write_text(PROGRAM.replace("WRITTEN", repr(written)), encoding="utf-8")
            program.chmod(0o755)
            case = {"id": "S", "category": "size", "spoken": "three point two centimeters", "expected": "3.2 cm"}
            (folder / "spoken_forms.jsonl").write_text(json.dumps(case) + "\n", encoding="utf-8")
            table = io.StringIO()
            arguments = ["run.py", str(program), "spoken", "--cases", str(folder), "--out", str(folder / "out")]
            with mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(table):
                return run.main(), table.getvalue()

    def test_reached_bars_end_well(self):
        status, table = self.runs("3.2 cm")
        self.assertEqual(status, 0, table)
        self.assertRegex(table, r"spoken +1 +lenient +1\.000 +>= 0\.98 +ok")

    def test_a_missed_bar_ends_with_an_error(self):
        status, table = self.runs("3.2 mm")
        self.assertEqual(status, 1, table)
        self.assertIn("SHORT", table)

    def test_a_figure_below_its_bar_is_never_rounded_up_to_it(self):
        self.assertEqual([run.shown(value) for value in (0.97, 0.96999, 1.0, 0.9999, 2, None)], ["0.970", "0.969", "1.000", "0.999", "2", "n/a"])

    def test_the_worst_of_a_group_is_named(self):
        self.assertEqual(run.figure({"recall": {"one": 1.0, "other": 0.5}}, "recall.*"), (0.5, " (other)"))
        self.assertEqual(run.figure({}, "recall.*"), (None, ""))


class Wanted(unittest.TestCase):
    def test_a_set_of_cases_elsewhere_is_run_where_they_are(self):
        ours, theirs = {"file": "spoken_forms.jsonl"}, {"file": "theirs.jsonl", "elsewhere": True}
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            self.assertTrue(run.wanted("ours", ours, [], folder), "that its file is missing is a failure of the run")
            self.assertFalse(run.wanted("theirs", theirs, [], folder))
            (folder / "theirs.jsonl").write_text("", encoding="utf-8")
            self.assertTrue(run.wanted("theirs", theirs, [], folder))

    def test_a_set_that_is_named_is_run_and_no_other(self):
        theirs = {"file": "theirs.jsonl", "elsewhere": True}
        self.assertTrue(run.wanted("theirs", theirs, ["theirs"], EVAL), "that its file is missing is told")
        self.assertFalse(run.wanted("ours", {"file": "spoken_forms.jsonl"}, ["theirs"], EVAL))


class Cases(unittest.TestCase):
    def test_every_set_has_its_inputs_and_ids_of_its_own(self):
        for name, settings in SETS.items():
            with self.subTest(set=name):
                rows = list(read_rows(EVAL / settings["file"]))
                self.assertEqual([identifier for identifier, count in Counter(row["id"] for row in rows).items() if count > 1], [])
                for row in rows:
                    self.assertLessEqual(set(settings["inputs"]), set(row), row["id"])

    def test_there_are_enough_cases_of_each_kind(self):
        least = {"structuring": 40, "eviction": 100, "comparison": 60, "impression": 60, "spoken": 500, "templates": 350}
        counts = {name: len(list(read_rows(EVAL / SETS[name]["file"]))) for name in least}
        self.assertEqual({name: count for name, count in counts.items() if count < least[name]}, {})
        kinds = Counter(flag["kind"] for row in read_rows(EVAL / SETS["check"]["file"]) for flag in row["expect"]["flags"])
        self.assertEqual({kind: count for kind, count in kinds.items() if count < 100}, {})

    def test_made_cases_are_as_their_makers_make_them(self):
        made = subprocess.run([sys.executable, EVAL / "damage.py"], capture_output=True, text=True, check=True).stdout
        self.assertTrue(made == (EVAL / "gate_cases.jsonl").read_text(encoding="utf-8"), "run eval/damage.py again")
        for name, rows in dictate.made().items():
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            self.assertTrue(text == (EVAL / f"structuring_{name}.jsonl").read_text(encoding="utf-8"), "run eval/dictate.py again")


if __name__ == "__main__":
    unittest.main()
