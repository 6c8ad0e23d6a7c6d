"""What components declare comes in one order, whichever compiler has built the program: that of the schema which is kept."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import run, PROGRAM  # noqa: E402

KEPT = Path(__file__).resolve().parent.parent.parent / "docs/stribeck.schema.json"


class DeclaredOrder(unittest.TestCase):
    def test_the_schema_is_that_of_the_other_compiler(self):
        # The kept one is written by the program that g++ has built; under the sanitizers it is clang's.
        made, kept = run(PROGRAM, "schema").splitlines(), KEPT.read_text(encoding="utf-8").splitlines()
        self.assertEqual([(k, *pair) for k, pair in enumerate(zip(made, kept, strict=True), 1) if pair[0] != pair[1]], [])


if __name__ == "__main__":
    unittest.main()
