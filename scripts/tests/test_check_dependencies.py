"""Which licences scripts/check-dependencies.py lets pass.

    python3 -m unittest discover --start-directory scripts/tests
"""
import importlib.util
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "check-dependencies.py"
spec = importlib.util.spec_from_file_location("check_dependencies", SCRIPT)
check_dependencies = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_dependencies)

LICENCES = {"MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"}

EXPRESSIONS = [
    ("MIT", True),
    ("GPL-3.0-only", False),
    ("MIT OR GPL-3.0-only", True),
    ("GPL-3.0-only OR MIT", True),
    ("GPL-2.0-only OR GPL-3.0-only", False),
    ("MIT AND Unicode-3.0", True),
    ("MIT AND GPL-3.0-only", False),
    ("GPL-3.0-only AND MIT", False),
    # AND binds tighter than OR.
    ("MIT OR Apache-2.0 AND GPL-3.0-only", True),
    ("GPL-3.0-only AND MIT OR Apache-2.0", True),
    ("GPL-3.0-only AND (MIT OR Apache-2.0)", False),
    ("(MIT OR Apache-2.0) AND Unicode-3.0", True),
    ("((GPL-3.0-only OR MIT) AND (Unicode-3.0))", True),
    # An exception is part of the licence's name.
    ("Apache-2.0 WITH LLVM-exception", True),
    ("MIT WITH LLVM-exception", False),
    ("Apache-2.0 WITH LLVM-exception OR GPL-3.0-only", True),
    # The old way to write OR.
    ("MIT/Apache-2.0", True),
    ("MIT / GPL-3.0-only", True),
    ("GPL-2.0-only/GPL-3.0-only", False),
    # A name that only begins as one that is allowed.
    ("MIT-0", False),
    ("mit", False),
]

UNREADABLE = ["", "MIT OR", "AND MIT", "MIT Apache-2.0", "(MIT", "MIT)", "()", "MIT WITH"]


class Licences(unittest.TestCase):
    def test_an_expression_passes_where_it_can_be_met(self):
        for expression, passes in EXPRESSIONS:
            with self.subTest(expression):
                self.assertIs(check_dependencies.allowed(expression, LICENCES), passes)

    def test_what_is_no_expression_never_passes(self):
        for expression in UNREADABLE:
            with self.subTest(expression):
                try:
                    self.assertFalse(check_dependencies.allowed(expression, LICENCES))
                except (ValueError, IndexError):
                    pass


if __name__ == "__main__":
    unittest.main()
