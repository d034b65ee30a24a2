"""The spoken test set: sentences become the words that a speaker says, and what was heard is counted as it should be."""
import re
import sys
import tomllib
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEECH = ROOT / "eval" / "speech"
sys.path.insert(0, str(SPEECH))

import score  # noqa: E402
from say import sentences_of, words  # noqa: E402
from voices import recipe  # noqa: E402


def counted(said, heard, confidences=None):
    tally = score.Tally()
    heard = heard.split()
    tally.add(said.split(), heard, confidences or [1.0] * len(heard), {"the", "left", "kidney", "measures", "three", "centimeters"})
    return tally.figures(0.5)


def texts_of_the_model():
    """What the embedded engine's language model is built from, with the place where it stands."""
    for path in sorted((ROOT / "crates/speech/data/corpus").glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", line
    for path in sorted((ROOT / "templates").glob("*/*.toml")):
        template = tomllib.loads(path.read_text(encoding="utf-8"))
        for text in [template["technique"], *(line["text"] for line in template["findings"]), *template.get("impression", [])]:
            yield path.name, text


def sentences(text):
    return {" ".join(re.findall(r"\w+", part.lower())) for part in re.split(r"[.;:!?]+(?:\s|$)", text)} - {""}


class Sentences(unittest.TestCase):
    def test_none_of_the_sets_stands_in_what_the_model_is_built_from(self):
        known = {sentence: place for place, text in texts_of_the_model() for sentence in sentences(text)}
        self.assertIn("heart size is normal", known, "the templates are read")
        self.assertGreater(len(known), 10_000, "the corpus is read")
        for name in ("everyday", "open"):
            lines = sentences_of(SPEECH / f"{name}.txt")
            places = [(known.get(" ".join(re.findall(r"\w+", said.lower()))), said) for said in lines]
            self.assertEqual([(place, said) for place, said in places if place], [], f"{name}.txt")


class Saying(unittest.TestCase):
    def test_sizes_levels_and_letters_are_said_as_people_say_them(self):
        for written, said in [
            ("Measures 3.2 x 4.1 cm at L4-L5 and C5/6.", "measures three point two by four point one centimeters at l four l five and c five six"),
            ("A 4 mm nodule, BI-RADS 2", "a four millimeter nodule birads two"),
            ("Both ICAs on MRI in 2024", "both i c a's on m r i in twenty twenty four"),
            ("A 58-year-old with 70% stenosis of 3-5 mm", "a fifty eight year old with seventy percent stenosis of three to five millimeters"),
            ("T2-weighted FLAIR; grade II; segment VIII", "t two weighted flair grade two segment eight"),
        ]:
            self.assertEqual(" ".join(words(written)), said)

    def test_a_speaker_pauses_at_marks_and_spells_the_letter_a(self):
        self.assertEqual(recipe("Liver: normal, no cyst."), "liver, normal, no cyst,")
        self.assertEqual(recipe("A C A stroke in a child"), "ay c ay stroke in a child")


class Scoring(unittest.TestCase):
    def test_what_is_heard_as_said_has_no_error(self):
        figures = counted("the left kidney measures three centimeters", "the left kidney measures three centimeters")
        self.assertEqual((figures["word_error"], figures["dangerous_error"], figures["unknown_words"]), (0, 0, 0))

    def test_each_lost_changed_and_added_word_counts_once(self):
        self.assertAlmostEqual(counted("a b c d", "a x c")["word_error"], 2 / 4)
        self.assertAlmostEqual(counted("a b c d", "a b c d e")["word_error"], 1 / 4)

    def test_a_recording_is_exact_when_every_word_of_it_is(self):
        tally = score.Tally()
        for heard in ("next field", "next fetal", "next field please"):
            tally.add(["next", "field"], heard.split(), [1.0] * len(heard.split()))
        self.assertAlmostEqual(tally.figures(0.5)["exact"], 1 / 3)

    def test_dangerous_words_are_counted_apart(self):
        self.assertEqual(counted("the left kidney", "the right kidney")["dangerous_error"], 1)
        self.assertEqual(counted("the left kidney", "the left chimney")["dangerous_error"], 0)
        self.assertEqual(counted("the left kidney", "no the left kidney")["dangerous_error"], 1, "an added negation")
        self.assertEqual(counted("disc at c five", "disc at d five")["dangerous_error"], 0.5, "the letter of a level")
        self.assertEqual(counted("vitamin c level", "vitamin d level")["dangerous_error"], None, "a letter that is none")

    def test_a_harmless_word_that_becomes_a_dangerous_one_is_counted_beside_the_dangerous_words(self):
        for said, heard in [
            ("there is a mass in the left lung", "there is no mass in the left lung"),
            ("light lesion in the left lung", "right lesion in the left lung"),
            ("known mass in the left lung", "no mass in the left lung"),
        ]:
            figures = counted(said, heard)
            self.assertEqual((figures["dangerous_error"], figures["made_dangerous"]), (0, 1), heard)
        put_in = counted("mass in the left lung", "no mass in the left lung")
        self.assertEqual((put_in["dangerous_error"], put_in["made_dangerous"]), (1, 0))

    def test_every_unit_is_dangerous(self):
        for unit in ["milligrams", "grams", "kilovolts", "hours", "minutes", "seconds", "tesla", "milliliters", "c c"]:
            said = f"about five {unit} were given"
            self.assertEqual(counted(said, said)["dangerous_error"], 0)
            wrong = counted(said, "about five others were given")
            self.assertGreater(wrong["dangerous_error"], 0, unit)

    def test_a_compound_that_denies_is_an_error_and_dangerous(self):
        for said, heard in [
            ("two atypical cells", "two a typical cells"),
            ("two notable cells", "two no table cells"),
            ("two incomplete tears", "two in complete tears"),
            ("two un changed cysts", "two unchanged cysts"),
            ("two abnormal cells", "two ab normal cells"),
        ]:
            figures = counted(said, heard)
            self.assertEqual(figures["word_error"], 2 / len(said.split()), heard)
            self.assertGreater(figures["dangerous_error"], 0, heard)

    def test_a_compound_and_another_spelling_are_no_error(self):
        self.assertEqual(counted("non dilated ducts", "nondilated ducts")["word_error"], 0)
        self.assertEqual(counted("subchondral cyst", "sub chondral cyst")["word_error"], 0)
        spelling = score.spellings()
        self.assertEqual(score.plain(["oedema", "crohn's"], spelling), score.plain(["edema", "crohns"], spelling))

    def test_confidence_that_separates_has_the_whole_area(self):
        self.assertEqual(counted("a b c d", "a x c y", [0.9, 0.1, 0.8, 0.2])["confidence_auc"], 1)
        self.assertEqual(counted("a b c d", "a x c y", [0.5, 0.5, 0.5, 0.5])["confidence_auc"], 0.5)
        self.assertEqual(counted("a b c d", "a x c y", [0.9, 0.1, 0.8, 0.2])["marked"], 0.5)


if __name__ == "__main__":
    unittest.main()
