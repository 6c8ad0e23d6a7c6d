"""Every example of docs/guide/python.md does what it shows."""
import doctest
import os
import re
import tempfile
import unittest

from package import ROOT

import matplotlib

matplotlib.use("Agg")


class Page(unittest.TestCase):
    def test_examples(self):
        text = (ROOT / "docs/guide/python.md").read_text(encoding="utf-8")
        keep = re.sub(r"^```(?:pycon)?$", "", text, flags=re.MULTILINE)  # fences end examples; lines stay where they are
        test = doctest.DocTestParser().get_doctest(keep, {}, "python.md", "docs/guide/python.md", 0)
        self.assertGreater(len(test.examples), 20)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(ROOT / "diagrams", os.path.join(folder, "diagrams"))
            os.chdir(folder)
            try:
                runner.run(test)
            finally:
                os.chdir(before)
        self.assertEqual(runner.failures, 0)


if __name__ == "__main__":
    unittest.main()
