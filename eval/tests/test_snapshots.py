"""What `make eval-diff` says of a change.

    python3 -m unittest discover --start-directory eval/tests
"""
import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

EVAL = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EVAL))

import snapshots  # noqa: E402

TEMPLATE = "TECHNIQUE:\nPlain CT.\nFINDINGS:\n- Liver is normal.\n- Spleen is normal.\n- No ascites."
SPLEEN_SAID = {"template": "ct", "templateText": TEMPLATE, "technique": "Plain CT.", "findings": "- Liver is normal.\n- Spleen measures 15 cm.\n- No ascites.", "impression": "1. Enlarged spleen."}


def text(**changes):
    return list(snapshots.report_text({**SPLEEN_SAID, **changes}))


class Texts(unittest.TestCase):
    def test_lines_of_the_template_are_told_by_number_and_the_rest_by_text(self):
        self.assertEqual(
            text(),
            ["template: ct", "T =1", "F =2", "F Spleen measures 15 cm.", "F =4", "I Enlarged spleen.", "gone Spleen is normal."],
        )

    def test_a_dictated_line_that_stands_twice_is_told_twice(self):
        twice = text(findings="- Liver is normal.\n- Liver is normal.")
        self.assertEqual(twice[2:4], ["F =2", "F Liver is normal."])


class Changes(unittest.TestCase):
    def kinds(self, **changes):
        return list(snapshots.changes(text(), text(**changes)))

    def test_a_line_that_stays_now_is_told(self):
        both = SPLEEN_SAID["findings"] + "\n- Spleen is normal."
        self.assertEqual(self.kinds(findings=both), ["template line now stays"])

    def test_a_line_that_goes_now_is_told(self):
        self.assertEqual(self.kinds(findings="- Spleen measures 15 cm.\n- No ascites."), ["template line now gone"])

    def test_another_order_is_told_as_that_alone(self):
        self.assertEqual(self.kinds(findings="- Spleen measures 15 cm.\n- Liver is normal.\n- No ascites."), ["order"])

    def test_another_order_is_told_beside_other_changes(self):
        moved = "- Spleen measures 15 cm.\n- Liver is normal.\n- No ascites.\n- Kidneys are small."
        self.assertEqual(self.kinds(findings=moved), ["statement new in F", "order"])

    def test_a_line_of_the_template_that_moves_within_a_run_is_another_order(self):
        kept, moved = snapshots.changes(["F =2 =3 =4"], ["F =4 =2 =3"]), snapshots.changes(["F =2", "F =3"], ["F =2 =3", "F A cyst."])
        self.assertEqual((list(kept), list(moved)), (["order"], ["statement new in F"]))

    def test_a_statement_that_stood_twice_and_stands_once_is_told_as_gone(self):
        twice, once = ["F Small cyst.", "F No ascites.", "F Small cyst."], ["F Small cyst.", "F No ascites."]
        self.assertEqual(snapshots.changes(twice, once), {"statement no more in F": ["- F Small cyst."]})
        self.assertEqual(list(snapshots.changes(once, twice)), ["statement new in F"])

    def test_a_line_of_the_template_in_another_section_is_told(self):
        self.assertEqual(list(snapshots.changes(["F =2 =3"], ["F =2", "I =3"])), ["template line in another section"])

    def test_another_sex_is_told(self):
        self.assertEqual(list(snapshots.changes(["sex male"], ["sex female"])), ["sex"])

    def test_another_impression_and_a_lost_statement_are_told_apart(self):
        kinds = self.kinds(findings="- Liver is normal.\n- No ascites.", impression="1. Large spleen.")
        self.assertEqual(kinds, ["statement no more in F", "impression"])

    def test_flags_are_told_by_their_kind(self):
        kinds = list(snapshots.changes(["flag lost: 3 mm"], ["flag invented: 4 mm"]))
        self.assertEqual(kinds, ["flag no more (lost)", "flag raised (invented)"])


class Kept(unittest.TestCase):
    def test_what_is_kept_is_read_back(self):
        answers = {f"A-{number}": [f"F line {number}", "gone # a hash"] for number in range(snapshots.CASES_A_FILE + 1)} | {
            "EMPTY": [],
            "BLANK": [""],
            "HEADING": ["# A-1", "#", "\\# escaped"],
            "PARAGRAPHS": ["one", "", "# two", "", ""],
            "LAST": ["one", ""],
        }
        with tempfile.TemporaryDirectory() as folder:
            snapshots.keep("set", answers, Path(folder))
            self.assertEqual(len(list(Path(folder).iterdir())), 2)
            self.assertEqual(snapshots.read_kept("set", Path(folder)), answers)

    def test_each_folder_of_cases_elsewhere_has_a_place_of_its_own_outside_the_repository(self):
        self.assertEqual(snapshots.kept_of(EVAL), EVAL / "snapshots")
        one, other = snapshots.kept_of(Path("/somewhere/theirs/eval")), snapshots.kept_of(Path("/somewhere/others/eval"))
        self.assertNotEqual(one, other)
        self.assertFalse(one.is_relative_to(EVAL.parent))


class Run(unittest.TestCase):
    """The exit code, which `make test-eval` goes by."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cases, self.kept, self.out = (self.folder / name for name in ("cases", "kept", "out"))
        for made in (self.cases, self.out):
            made.mkdir()
        (self.cases / "spoken_forms.jsonl").write_text('{"id": "S"}\n', encoding="utf-8")

    def run_over(self, written, *arguments):
        """The exit code and what was printed when the program writes this."""
        (self.out / "spoken.out.jsonl").write_text(json.dumps({"id": "S", "written": written}) + "\n", encoding="utf-8")
        folders = [part for name in ("cases", "kept", "out") for part in (f"--{name}", str(getattr(self, name)))]
        printed = io.StringIO()
        with mock.patch.object(sys, "argv", ["snapshots.py", "program", "--asked", *folders, *arguments]), contextlib.redirect_stdout(printed):
            try:
                return snapshots.main(), printed.getvalue()
            except SystemExit as end:
                return end.code, printed.getvalue()

    def test_a_changed_answer_is_shown_and_fails_where_it_is_checked(self):
        self.run_over("3 cm", "--accept")
        self.assertEqual(self.run_over("3 cm", "--check"), (0, "No answer changed.\n"))
        self.assertEqual(self.run_over("4 cm")[0], 0)
        status, printed = self.run_over("4 cm", "--check")
        self.assertEqual(status, 1)
        self.assertIn("1 of 1 answers changed", printed)
        self.assertEqual(self.run_over("4 cm", "--accept")[0], 0)
        self.assertEqual(self.run_over("4 cm", "--check")[0], 0)

    def test_a_new_case_fails_where_it_is_checked(self):
        self.assertEqual(self.run_over("3 cm", "--check")[0], 1)

    def test_answers_that_are_kept_of_no_case_fail(self):
        self.run_over("3 cm", "--accept")
        for left_over in ("removed-01.txt", "gate-01.txt"):
            with self.subTest(left_over):
                (self.kept / left_over).write_text("# A-1\n", encoding="utf-8")
                status, printed = self.run_over("3 cm")
                self.assertEqual(status, 1)
                self.assertIn(left_over, printed)
                self.assertEqual(self.run_over("3 cm", "--accept")[0], 0)
                self.assertEqual(self.run_over("3 cm", "--check")[0], 0)

    def test_a_case_that_is_removed_fails(self):
        self.run_over("3 cm", "--accept")
        (self.cases / "spoken_forms.jsonl").write_text('{"id": "T"}\n', encoding="utf-8")
        status, printed = self.run_over("3 cm", "--check")
        self.assertEqual(status, 1)
        self.assertIn("1 cases removed", printed)

    def test_a_set_that_is_named_and_not_there_fails(self):
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertNotEqual(self.run_over("3 cm", "gate")[0], 0)


if __name__ == "__main__":
    unittest.main()
