"""What `make eval-diff` says of a change.

    python3 -m unittest discover --start-directory eval/tests
"""
import sys
import tempfile
import unittest
from pathlib import Path

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

    def test_another_impression_and_a_lost_statement_are_told_apart(self):
        kinds = self.kinds(findings="- Liver is normal.\n- No ascites.", impression="1. Large spleen.")
        self.assertEqual(kinds, ["statement no more in F", "impression"])

    def test_flags_are_told_by_their_kind(self):
        kinds = list(snapshots.changes(["flag lost: 3 mm"], ["flag invented: 4 mm"]))
        self.assertEqual(kinds, ["flag no more (lost)", "flag raised (invented)"])


class Kept(unittest.TestCase):
    def test_what_is_kept_is_read_back(self):
        answers = {f"A-{number}": [f"F line {number}", "gone # a hash"] for number in range(snapshots.CASES_A_FILE + 1)} | {"EMPTY": []}
        with tempfile.TemporaryDirectory() as folder:
            snapshots.keep("set", answers, Path(folder))
            self.assertEqual(len(list(Path(folder).iterdir())), 2)
            self.assertEqual(snapshots.read_kept("set", Path(folder)), answers)


if __name__ == "__main__":
    unittest.main()
