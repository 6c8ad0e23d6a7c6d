"""Every example of docs/guide/python.md does what it shows; and the site is made of it, of docstrings and notebooks."""
import doctest
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

from package import PACKAGE, ROOT, STICK_SLIP, stribeck

import matplotlib
import numpy as np

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

    def test_examples_of_docstrings(self):
        """What stands after a double colon runs, and gives what it says; each block where the one before has left off."""
        blocks = {}
        for name in stribeck.__all__:
            kind = getattr(stribeck, name)
            for called, thing in [(name, kind), *((f"{name}.{one}", getattr(kind, one)) for one in dir(kind) if isinstance(kind, type) and one[0] != "_")]:
                for block in re.findall(r"::\n\n((?:^(?: {4,}.*)?\n?)+)", inspect.getdoc(thing) or "", flags=re.MULTILINE):
                    blocks[called] = textwrap.dedent(block)
        self.assertEqual(set(blocks), {"Diagram", "Diagram.fit", "Stepper"})
        space = {"stribeck": stribeck}
        exec(blocks["Diagram"], space)
        d, r = space["d"], space["r"]
        row = np.diff(r.t).max()  # between rows are straight lines
        period = 2 * np.pi / np.sqrt(200 / 2)
        np.testing.assert_allclose(r.at("spring.x", [0.0, period]), [0.01, 0.01], rtol=100 * row**2 / 8)
        space["measured"] = {"time": r.t, "x": r["spring.x"] + 1e-6 * np.random.default_rng(1).standard_normal(len(r.t))}
        try:
            self.assertAlmostEqual(eval(blocks["Diagram.fit"], space)["spring.stiffness"].value, 200, delta=0.1)
        except stribeck.Error as error:
            self.assertEqual(error.code, "tool.missing")  # without Ceres
        axis = stribeck.Diagram.from_json({**d.document, "boundary": {"torque": {"input": "push.S"}, "speed": {"output": "mass.v"}}})
        push = axis.add("push", "translational.force_source")
        axis.connect(push.R, axis["mass"].M)
        axis.connect(push.C, axis["wall"].W)
        axis.experiment(stop="20 s")
        space["d"] = axis
        exec(blocks["Stepper"], space)
        self.assertAlmostEqual(space["s"].t, 10, delta=0.002)
        self.assertLess(abs(space["s"]["speed"]), 0.1 * np.exp(-10 / 2) * 1.5)  # damped by 2 N s/m: exp(-t d/(2 m))

    def test_first_lines(self):
        code = stribeck.__doc__.partition("\n\n")[2]
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(STICK_SLIP, Path(folder) / "drive.json")
            exec(code.replace("drive.json", f"{folder}/drive.json"), {})

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
