"""Pages as axe-core judges them, light and dark, wide and on a phone: nothing serious is left, contrast included."""
import json
import sys
import sysconfig
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import python_tools  # noqa: E402

if __name__ == "__main__":
    python_tools.run_there()

import browser  # noqa: E402
from program import ROOT, stribeck  # noqa: E402

GALLERY = ROOT / "diagrams/gallery"
AXE = Path(sysconfig.get_path("purelib")) / "axe_playwright_python/axe.min.js"  # the package is there for this file alone
# One page of each kind is judged in all, the others, which share its style, in two that have each scheme and each width once.
LOOKS = [("light", 1280), ("light", 390), ("dark", 1280), ("dark", 390)]
FEWER = [LOOKS[0], LOOKS[3]]
JUDGE = """axe.run(document, {resultTypes: ["violations"]}).then((found) => JSON.stringify(
  found.violations.map((one) => [one.impact, one.id, one.nodes.slice(0, 3).map((node) => node.target.join(" "))])))"""


@unittest.skipUnless(browser.find(), "no Chromium here (Debian: apt-get install chromium)")
class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def make(self, *arguments):
        result = stribeck(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)

    def assert_nothing_serious(self, page, looks=LOOKS):
        for scheme, width in looks:
            self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
            self.browser.open(page)
            self.browser.evaluate(AXE.read_text() + "; 0")
            found = json.loads(self.browser.evaluate(JUDGE))
            with self.subTest(page.name, scheme=scheme, width=width):
                self.assertEqual([one for one in found if one[0] in ("serious", "critical")], [])

    def test_a_page_with_faults_is_told(self):
        page = self.folder / "faulty.html"
        page.write_text("<!DOCTYPE html><html lang='en'><title>a</title><main><p style='color: #bbb; background: #fff'>pale</p></main></html>")
        with self.assertRaises(AssertionError):
            found = []
            self.browser.open(page)
            self.browser.evaluate(AXE.read_text() + "; 0")
            found = json.loads(self.browser.evaluate(JUDGE))
            self.assertEqual([one for one in found if one[0] in ("serious", "critical")], [])

    def test_reports(self):
        for name, more in (("gear_shift", ()), ("machine_tool_slide", ("--modes",))):
            page = self.folder / f"{name}.html"
            self.make("report", GALLERY / f"{name}.jsonc", *more, "--quiet", "-o", page)
            self.assert_nothing_serious(page, LOOKS if more else FEWER)

    def test_plots_and_comparisons(self):
        self.make("run", GALLERY / "gear_shift.jsonc", "--quiet", "--plot", self.folder / "plot.html")
        self.assert_nothing_serious(self.folder / "plot.html")
        self.make("compare", GALLERY / "machine_tool_slide.jsonc", "--element", "guideway", "--with", "translational.friction", "--quiet",
                  "--plot", self.folder / "compare.html")
        self.assert_nothing_serious(self.folder / "compare.html", FEWER)

    def test_the_pages_of_components(self):
        self.make("docs", self.folder / "docs", "--quiet")
        for name in ("index", "which_friction", "translational.friction", "mechanisms.lossy_gear", "joints.ball", "signals.motion_profile", "spatial.revolute"):
            self.assert_nothing_serious(self.folder / f"docs/{name}.html", LOOKS if name == "mechanisms.lossy_gear" else FEWER)


if __name__ == "__main__":
    unittest.main()
