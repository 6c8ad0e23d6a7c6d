"""The gallery: every diagram says in five lines what to look at, and its energy audit closes at its own tolerance."""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

GALLERY = sorted((ROOT / "diagrams/gallery").glob("*.jsonc"))


class Gallery(unittest.TestCase):
    def test_at_least_twelve_and_each_is_in_the_list(self):
        self.assertGreaterEqual(len(GALLERY), 12)
        listed = (ROOT / "diagrams/gallery/README.md").read_text()
        for path in GALLERY:
            self.assertIn(f"`{path.name}`", listed)

    def test_each_begins_with_five_lines_that_tell_what_to_look_at(self):
        for path in GALLERY:
            lines = path.read_text().split("{", 1)[0].strip().splitlines()
            self.assertEqual(len(lines), 5, path.name)
            for line in lines:
                self.assertRegex(line, r"^// .{30,}", path.name)

    def test_the_energy_audit_closes_to_a_hundred_thousandth_of_what_is_exchanged(self):
        for path in GALLERY:
            result = stribeck("run", path)
            self.assertEqual(result.returncode, 0, result.stderr)
            share = re.search(r"residual\s+\S+\s+\S+,\s+(\S+)\s+of\s+the", result.stderr)
            self.assertIsNotNone(share, path.name)
            self.assertLess(float(share.group(1)), 1e-5, path.name)


if __name__ == "__main__":
    unittest.main()
