"""Every notebook of tools/python/notebooks runs from its first cell to its last, and what it asserts holds."""
import json
import subprocess
import sys
import unittest

from package import PACKAGE, ROOT

NOTEBOOKS = sorted((ROOT / "tools/python/notebooks").glob("*.ipynb"))
RUN = """
import json, sys
import matplotlib
matplotlib.use("Agg")
sys.path.insert(0, sys.argv[2])
names = {"__name__": "__main__"}
with open(sys.argv[1], encoding="utf-8") as file:
    cells = json.load(file)["cells"]
for number, cell in enumerate(cells, 1):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
"""


class Notebooks(unittest.TestCase):
    def test_they_run(self):
        self.assertGreater(len(NOTEBOOKS), 3)
        for path in NOTEBOOKS:
            with self.subTest(path=path.name):
                said = subprocess.run([sys.executable, "-B", "-c", RUN, path, PACKAGE], capture_output=True, text=True, timeout=300, check=False)
                self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_they_are_committed_as_written(self):
        """Without outputs and numbers of a session; and each claims something."""
        for path in NOTEBOOKS:
            with self.subTest(path=path.name):
                code = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
                self.assertTrue(all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code))
                self.assertGreater(sum("assert" in "".join(cell["source"]) for cell in code), 2)
                self.assertLess(path.stat().st_size, 20_000)


if __name__ == "__main__":
    unittest.main()
