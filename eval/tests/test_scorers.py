"""The scorers: a perfect answer reaches 1 in every figure, and each figure falls with a mistake of its kind.

    python3 -m unittest discover --start-directory eval/tests
"""
import contextlib
import copy
import importlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

EVAL = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EVAL))

from common import read_rows  # noqa: E402
from text import normal, sentences, sizes, words  # noqa: E402


def rows(name):
    return list(read_rows(EVAL / name))


def scored(scorer, answers, cases, *options):
    """The figures that a scorer writes for answers to cases."""
    module = importlib.import_module(scorer)
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, content in (("answers", answers), ("cases", cases)):
            paths[name] = Path(folder) / f"{name}.jsonl"
            paths[name].write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
        result = Path(folder) / "figures.json"
        before = sys.argv
        sys.argv = [scorer, str(paths["answers"]), "--cases", str(paths["cases"]), "--json", str(result), "--show", "2", *options]
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                module.main()
        finally:
            sys.argv = before
        return json.loads(result.read_text(encoding="utf-8"))


class ScorerTest(unittest.TestCase):
    def falls(self, scorer, cases, answer, damages):
        """Each damage of a perfect answer lowers the figure it is named after."""
        for figure, damage in damages:
            with self.subTest(figure=figure):
                damaged = copy.deepcopy(answer)
                damage(damaged)
                before, after = scored(scorer, [answer], cases), scored(scorer, [damaged], cases)
                self.assertEqual(before[figure], 1, figure)
                self.assertLess(after[figure], 1, figure)

    def all_ones(self, figures, but=()):
        for name, figure in figures.items():
            if isinstance(figure, float) and name not in but:
                self.assertEqual(figure, 1, name)


def replaced(section, old, new):
    def damage(answer):
        assert old in answer[section], (old, answer[section])
        answer[section] = answer[section].replace(old, new)

    return damage


def appended(section, text):
    def damage(answer):
        answer[section] += text

    return damage


class Structuring(ScorerTest):
    SCORER = "score_structuring"
    CASE = {
        "id": "T",
        "modality": "CT",
        "mode": {"headings": "spoken", "punctuation": "written", "number_words": True, "history_dictated": True},
        "sentences": [
            {"section": "findings", "text": "A 3.2 x 2.1 cm hypodense lesion is seen in the right lobe of the liver"},
            {"section": "findings", "text": "No calculus is seen in the left kidney"},
            {"section": "findings", "text": "Mild ascites is present"},
            {"section": "impression", "item": 0, "text": "Indeterminate right hepatic lesion of 3.2 cm"},
        ],
        "impression_items": ["Indeterminate right hepatic lesion of 3.2 cm"],
        "measurements": ["3.2 x 2.1 cm"],
        "clinicalHistory": "Abdominal distension",
        "technique": None,
        "source_text": "Abdominal distension. A 3.2 x 2.1 cm hypodense lesion is seen in the right lobe of the liver. No calculus is seen in the left kidney. "
        "Mild ascites is present. Indeterminate right hepatic lesion of 3.2 cm.",
        "transcriptionText": "Abdominal distension. A three point two by two point one cm hypodense lesion is seen in the right lobe of the liver.",
    }
    ANSWER = {
        "id": "T",
        "clinicalHistory": "Abdominal distension.",
        "technique": "",
        "findings": "- A 3.2 x 2.1 cm hypodense lesion is seen in the right lobe of the liver.\n- No calculus is seen in the left kidney.\n- Mild ascites is present.",
        "comparison": "",
        "impression": "1. Indeterminate right hepatic lesion of 3.2 cm.",
        "template": None,
    }

    def test_gold_scores_one(self):
        self.all_ones(scored(self.SCORER, rows("structuring_gold.jsonl"), rows("structuring_expected.jsonl")))

    def test_each_figure_sees_its_mistake(self):
        self.falls(
            self.SCORER,
            [self.CASE],
            self.ANSWER,
            [
                ("measurement", replaced("findings", "3.2 x 2.1 cm ", "")),
                ("measurement", replaced("findings", "2.1 cm", "2.1 mm")),
                ("measurement_not_invented", replaced("findings", "Mild ascites", "Mild ascites of 14 mm")),
                ("laterality", replaced("findings", "right lobe", "left lobe")),
                ("laterality", replaced("findings", "left kidney", "kidney")),
                ("side_not_invented", replaced("findings", "Mild ascites", "Mild left ascites")),
                ("negation", replaced("findings", "No calculus", "A calculus")),
                ("negation", replaced("findings", "Mild ascites is", "No mild ascites is")),
                ("sentence_recall", replaced("findings", "\n- Mild ascites is present.", "")),
                ("token_recall", replaced("findings", "hypodense ", "")),
                ("sentences_whole", replaced("findings", "hypodense ", "")),
                ("in_one_statement", replaced("findings", "kidney.\n- Mild", "kidney mild")),
                ("in_one_statement", replaced("findings", "lesion is seen in", "lesion.\n- It is seen in")),
                ("statements_explained", replaced("findings", "left kidney", "left ovary")),
                ("statements_explained", replaced("findings", "Mild ascites", "Mild left ascites")),
                ("precision", appended("findings", "\n- Splenic infarct.")),
                ("statements_supported", appended("findings", "\n- The spleen shows a wedge shaped infarct.")),
                ("impression_items", replaced("impression", "Indeterminate right hepatic lesion", "Lesion")),
                ("impression_numbered", replaced("impression", "1. ", "- ")),
                ("right_section", lambda answer: answer.update(impression="1. " + answer["findings"].replace("- ", ""), findings="- Mild ascites.")),
                ("history_technique_placed", replaced("clinicalHistory", "Abdominal distension.", "")),
                ("sections_in_order", appended("findings", "\nIMPRESSION: none")),
                ("findings_bulleted", replaced("findings", "- Mild", "Mild")),
                ("no_spoken_artefacts", replaced("findings", "present.", "present full stop")),
                ("numerals_written", replaced("findings", "3.2 x", "three point two x")),
                ("clean_case", replaced("findings", "right lobe", "left lobe")),
                ("clean_case", replaced("findings", "Mild ascites", "Mild left ascites")),
            ],
        )

    def test_a_side_comes_from_the_sentences_that_a_statement_was_made_from(self):
        from score_structuring import Statement, sides_explained

        sources = ["Both kidneys are normal", "A cyst is seen in the left ovary", "No pleural effusion is seen", "The fourth ventricle is in the midline"]
        for text, explained in (
            ("The left kidney is normal", True),
            ("Cyst in the left ovary", True),
            ("Cyst in the right ovary", False),
            ("No left pleural effusion is seen", False),
            ("Both left kidneys are normal", False),
            ("The fourth left ventricle is in the midline", False),
        ):
            with self.subTest(text=text):
                statement = Statement("findings", text)
                self.assertEqual(all(sides_explained(statement, [Statement("", source) for source in sources])), explained)

    def test_a_missing_answer_scores_nothing(self):
        figures = scored(self.SCORER, [], [self.CASE])
        self.assertEqual((figures["clean_case"], figures["measurement"], figures["answered"]), (0, 0, 0))

    def test_a_cyst_is_a_lesion_and_a_mass_is_no_cyst(self):
        from contradiction import claims, contradicts

        self.assertTrue(contradicts(claims("No focal lesion is seen in the breast."), claims("A cyst is seen in the breast.")))
        self.assertFalse(contradicts(claims("No cyst is seen in the breast."), claims("A mass is seen in the breast.")))

    def test_a_contradicted_normal_of_the_template_is_counted(self):
        library = [{"id": "t", "bodyPart": "CT Abdomen", "modality": "CT", "technique": "", "findings": "No focal lesion is seen in the liver.\nSpleen is normal.", "impression": ""}]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "library.json"
            path.write_text(json.dumps(library), encoding="utf-8")
            answer = {**self.ANSWER, "template": "t", "findings": self.ANSWER["findings"] + "\n- Spleen is normal."}
            self.assertEqual(scored(self.SCORER, [answer], [self.CASE], "--library", str(path))["contradicted_template_n"], 0)
            answer["findings"] += "\n- No focal lesion is seen in the liver."
            self.assertEqual(scored(self.SCORER, [answer], [self.CASE], "--library", str(path))["contradicted_template_n"], 1)


    def test_a_blank_whose_measure_was_dictated_is_counted(self):
        from score_structuring import could_be_filled

        for blank, source, expected in (
            ("Liver measures ___ cm in span", "The liver is enlarged and measures 17.5 cm", True),
            ("Spleen measures ___ cm", "The liver measures 17.5 cm", False),
            ("Portal vein measures ___ mm", "The portal vein is patent", False),
            ("Right kidney measures ___ x ___ cm", "The left kidney measures 9.8 x 4.1 cm", False),
        ):
            self.assertEqual(could_be_filled(blank, source), expected, blank)


class Eviction(ScorerTest):
    SCORER = "score_eviction"
    CASE = {
        "id": "T",
        "transcriptionText": "There is a 2.4 cm cyst in the right lobe of the liver. The spleen measures 11 cm. The pancreas is normal.",
        "templateContent": "FINDINGS:\nNo focal lesion is seen in the liver.\nThe spleen measures ___ cm.\nThe pancreas is normal.\nBoth kidneys are normal.\n\nIMPRESSION:\nNo significant abnormality.",
        "expected": {
            "evicted": ["No focal lesion is seen in the liver.", "No significant abnormality."],
            "kept": ["Both kidneys are normal."],
            "filled": [{"blank": "The spleen measures ___ cm.", "expected": "The spleen measures 11 cm."}],
            "dictated": ["There is a 2.4 cm cyst in the right lobe of the liver."],
            "once": ["The pancreas is normal."],
        },
    }
    ANSWER = {
        "id": "T",
        "findings": "- There is a 2.4 cm cyst in the right lobe of the liver.\n- The spleen measures 11 cm.\n- The pancreas is normal.\n- Both kidneys are normal.",
        "impression": "1. Cyst in the right lobe of the liver.",
    }

    def test_gold_scores_one(self):
        self.all_ones(scored(self.SCORER, rows("eviction_gold.jsonl"), rows("eviction_cases.jsonl")))

    def test_each_figure_sees_its_mistake(self):
        self.falls(
            self.SCORER,
            [self.CASE],
            self.ANSWER,
            [
                ("evicted_recall", appended("findings", "\n- No focal lesion is seen in the liver.")),
                ("evicted_recall", appended("findings", "\n- No focal lesion in the liver.")),
                ("kept_recall", replaced("findings", "Both kidneys are normal", "Kidneys are normal")),
                ("filled", replaced("findings", "11 cm", "___ cm")),
                ("filled", replaced("findings", "11 cm", "12 cm")),
                ("dictated", replaced("findings", "2.4 cm cyst", "cyst")),
                ("dictated", replaced("findings", "right lobe", "left lobe")),
                ("dictated", replaced("findings", "There is a", "There is no")),
                ("no_duplicate", appended("findings", "\n- The pancreas is normal.")),
                ("nothing_added", appended("findings", "\n- A haemangioma is seen in the spleen.")),
                ("nothing_added", appended("impression", "\n2. Cyst of 31 mm.")),
                ("all_right", replaced("findings", "right lobe", "left lobe")),
            ],
        )

class Comparison(ScorerTest):
    SCORER = "score_comparison"
    CASE = {
        "id": "T",
        "transcriptionText": "Right upper lobe nodule now measures 14 mm. Liver cyst is not seen today.",
        "expected": [
            {"structure": "right upper lobe nodule", "kind": "larger", "previous_mm": 9.0, "current_mm": 14.0, "percent": 56},
            {"structure": "liver cyst", "kind": "resolved", "previous_mm": 21.0, "current_mm": None, "percent": None},
        ],
        "forbidden": [{"section": "comparison", "words": "effusion resolved/new"}],
    }
    ANSWER = {
        "id": "T",
        "findings": "- Right upper lobe nodule measures 14 mm.",
        "comparison": "- Right upper lobe nodule: increased from 9 mm to 14 mm (56%).\n- Liver cyst: resolved.",
    }

    def test_gold_scores_one(self):
        self.all_ones(scored(self.SCORER, rows("comparison_gold.jsonl"), rows("comparison_cases.jsonl")))

    def test_each_figure_sees_its_mistake(self):
        self.falls(
            self.SCORER,
            [self.CASE],
            self.ANSWER,
            [
                ("items", replaced("comparison", "\n- Liver cyst: resolved.", "")),
                ("items", replaced("comparison", "Right", "Left")),
                ("sizes", replaced("comparison", "9 mm", "8 mm")),
                ("direction", replaced("comparison", "increased", "decreased")),
                ("percent", replaced("comparison", "56%", "36%")),
                ("no_forbidden", appended("comparison", "\n- The effusion has resolved.")),
                ("no_prior_size", appended("findings", "\n- Liver cyst of 21 mm.")),
                ("dictated_kept", replaced("findings", "14 mm", "")),
                ("all_right", replaced("comparison", "increased", "decreased")),
            ],
        )


class Impression(ScorerTest):
    SCORER = "score_impression"
    CASE = {
        "id": "T",
        "findings": "- Pneumothorax on the left.\n- A 3.2 cm mass is seen in the right upper lobe.\n- Heart is normal in size.",
        "clinicalHistory": "Cough",
        "studyName": "CT Chest",
        "expected": {
            "normal": False,
            "must": [{"words": "pneumothorax left", "critical": True}, {"words": "right upper lobe mass 3.2 cm", "critical": False}],
            "must_not": ["heart normal"],
        },
    }
    ANSWER = {"id": "T", "impression": "1. Left pneumothorax.\n2. A 32 mm mass in the right upper lobe."}

    def test_gold_scores_one(self):
        self.all_ones(scored(self.SCORER, rows("impression_gold.jsonl"), rows("impression_cases.jsonl")))

    def test_each_figure_sees_its_mistake(self):
        self.falls(
            self.SCORER,
            [self.CASE],
            self.ANSWER,
            [
                ("covered", replaced("impression", "A 32 mm mass", "A mass")),
                ("covered", replaced("impression", "right upper", "upper")),
                ("no_normals", appended("impression", "\n3. Heart is normal.")),
                ("critical_first", lambda answer: answer.update(impression="1. A 32 mm mass in the right upper lobe.\n2. Left pneumothorax.")),
                ("numbered", replaced("impression", "2. ", "3. ")),
                ("nothing_added", appended("impression", "\n3. Mass of 51 mm.")),
                ("unflagged", lambda answer: answer.update(flags=[{"message": "\"51 mm\" was not in the findings."}])),
                ("all_right", replaced("impression", "right upper", "upper")),
            ],
        )

    def test_a_normal_study_gets_one_line(self):
        case = {**self.CASE, "findings": "- Heart is normal in size.", "expected": {"normal": True, "must": [], "must_not": []}}
        for text, figure in (("1. Normal CT of the chest.", 1), ("1. Normal CT of the chest.\n2. Normal heart.", 0)):
            self.assertEqual(scored(self.SCORER, [{"id": "T", "impression": text}], [case])["normal_one_line"], figure)


class Gate(ScorerTest):
    SCORER = "score_gate"

    def case(self, identifier, damage):
        return {"id": identifier, "expected": {"damaged": damage is not None, "damage": damage}}

    def test_detection_kind_and_alarms(self):
        damage = {
            "operator": "swap_side", "kind": "changed", "section": "findings",
            "before": "Calculus in the right kidney", "after": "Calculus in the left kidney", "values": ["right", "left"],
        }
        cases = [self.case("D", damage), self.case("C", None)]
        flag = {"kind": "changed", "text": "Calculus in the left kidney"}
        right = scored(self.SCORER, [{"id": "D", "flags": [flag]}, {"id": "C", "flags": []}], cases)
        self.assertEqual((right["detected"], right["kind_right"], right["clean_false_alarms"], right["by_operator"]), (1, 1, 0, {"swap_side": 1}))
        elsewhere = scored(self.SCORER, [{"id": "D", "flags": [{"kind": "lost", "text": "Spleen is enlarged"}]}, {"id": "C", "flags": []}], cases)
        self.assertEqual((elsewhere["detected"], elsewhere["other_flags"]), (0, 1))
        other_kind = scored(self.SCORER, [{"id": "D", "flags": [{**flag, "kind": "lost"}]}, {"id": "C", "flags": [flag]}], cases)
        self.assertEqual((other_kind["kind_right"], other_kind["clean_false_alarms"]), (0, 1))
        self.assertEqual(scored(self.SCORER, [], cases)["clean_false_alarms"], 1)


class Checks(ScorerTest):
    SCORER = "score_qa"

    def test_recall_alarms_and_sex(self):
        cases = [
            {"id": "D", "expect": {"flags": [{"kind": "gender_mismatch"}], "optional_flags": [], "detectedSex": "female"}},
            {"id": "C", "group": "clean", "expect": {"flags": [], "optional_flags": []}},
        ]
        flag = {"kind": "gender_mismatch"}
        right = scored(self.SCORER, [{"id": "D", "flags": [flag], "detectedSex": "female"}, {"id": "C", "flags": []}], cases)
        self.assertEqual((right["recall_all"], right["f1"], right["sex_detection"], right["clean_false_alarms"]), (1, 1, 1, 0))
        wrong = scored(self.SCORER, [{"id": "D", "flags": [], "detectedSex": "male"}, {"id": "C", "flags": [flag]}], cases)
        self.assertEqual((wrong["recall_all"], wrong["recall"], wrong["sex_detection"], wrong["clean_false_alarms"]), (0, {"gender_mismatch": 0}, 0, 1))


class Templates(ScorerTest):
    SCORER = "score_templates"

    def test_first_three_refusal_and_number(self):
        wanted = {"no_template": False, "templates": ["ct-brain"], "also": []}
        cases = [{"id": "Q", "query": "ncct head", "expect": wanted}, {"id": "N", "query": "usg", "expect": {"no_template": True}}]
        right = scored(self.SCORER, [{"id": "Q", "template": "ct-brain", "candidates": ["ct-brain"]}, {"id": "N", "template": None, "candidates": []}], cases)
        self.assertEqual([right[name] for name in ("top1", "top3", "out_of_library_refused", "too_many_candidates")], [1, 1, 1, 0])
        many = ["ct-neck", "ct-chest", *(f"ct-{number}" for number in range(9)), "ct-brain"]
        wrong = scored(self.SCORER, [{"id": "Q", "template": many[0], "candidates": many}, {"id": "N", "template": "ct-brain", "candidates": []}], cases)
        self.assertEqual([wrong[name] for name in ("top1", "top3", "out_of_library_refused", "too_many_candidates")], [0, 0, 0, 1])


class Spoken(ScorerTest):
    SCORER = "score_spoken"

    def test_each_figure_sees_its_mistake(self):
        cases = [{"id": "S", "category": "size", "spoken": "three point two centimeters", "expected": "3.2 cm", "accept": []}]
        for written, figures in (("3.2 cm", (1, 1, 1)), ("3.2cm", (0, 1, 1)), ("3.2 mm", (0, 0, 1)), ("32 cm", (0, 0, 0))):
            with self.subTest(written=written):
                result = scored(self.SCORER, [{"id": "S", "written": written}], cases)
                self.assertEqual(tuple(result[name] for name in ("strict", "lenient", "same_digits")), figures)


class Reading(unittest.TestCase):
    def test_words_of_the_same_text_are_the_same(self):
        for one, other in (
            ("L4-L5 disc", "l4/5 disk"),
            ("three point two by two centimetres", "3.2 x 2 centimeters"),
            ("one hundred and twenty four", "124"),
            ("haematoma of calibre", "hematoma of caliber"),
            ("the gall bladder", "The gallbladder"),
        ):
            self.assertEqual(words(one), words(other))

    def test_sizes_are_the_same_in_either_unit(self):
        self.assertEqual(sizes("3.2 x 2.1 cm"), sizes("32 mm x 21 mm"))
        self.assertEqual(sizes("5-8 mm"), sizes("5 mm and 8 mm"))
        self.assertNotEqual(sizes("3.2 cm"), sizes("3.2 mm"))

    def test_sentences_leave_decimals_and_bullets(self):
        self.assertEqual(sentences("- Cyst of 3.2 cm. No mass.\n2. Dr. Rao informed."), ["Cyst of 3.2 cm", "No mass", "Dr. Rao informed"])

    def test_numbers_said_one_after_the_other_stay_apart(self):
        self.assertEqual(normal("l four five"), "l4 l5")


if __name__ == "__main__":
    unittest.main()
