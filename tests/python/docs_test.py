"""Every example of docs/guide/python.md does what it shows; and the site is made of it, of docstrings and notebooks."""
import doctest
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from package import PACKAGE, ROOT, stribeck

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

    def test_site(self):
        """Without a warning, and everything that the package has is on it."""
        tools = ROOT / "tools/python"
        with tempfile.TemporaryDirectory() as folder:
            said = subprocess.run([sys.executable, "-B", "-m", "sphinx", "-q", "-W", "--keep-going", "-c", tools / "docs", "-d", Path(folder) / "cache",
                                   tools, Path(folder) / "site"],
                                  env={**os.environ, "PYTHONPATH": str(PACKAGE)}, capture_output=True, text=True, check=False)
            self.assertEqual((said.returncode, said.stderr), (0, ""))
            api = (Path(folder) / "site/docs/api.html").read_text(encoding="utf-8")
            self.assertEqual([name for name in stribeck.__all__ if isinstance(getattr(stribeck, name), type) and f'id="stribeck.{name}"' not in api], [])
            pages = {path.stem for path in (Path(folder) / "site/notebooks").glob("*.html")}
            self.assertEqual(pages, {path.stem for path in (tools / "notebooks").glob("*.ipynb")})


if __name__ == "__main__":
    unittest.main()
