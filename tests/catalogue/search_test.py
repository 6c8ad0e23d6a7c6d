"""The catalogue as a stranger meets it: in a real browser, offline, who types what his own tool calls the part."""
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "drawing"))
import browser  # noqa: E402
from program import stribeck  # noqa: E402

SCREENSHOTS = Path(os.environ["STRIBECK_SCREENSHOTS"]) if "STRIBECK_SCREENSHOTS" in os.environ else None

# What is typed, and what must stand among the first three.
SOUGHT = [("hard stop", "translational.hard_stop"), ("ElastoGap", "translational.elasto_gap"), ("Gear Box", "mechanisms.gear_box"),
          ("torsion spring", "rotational.spring"), ("FixedDelay", "signals.delay"), ("PS Gain", "signals.gain"),
          ("Wheel and Axle", "mechanisms.wheel_and_axle"), ("IdealPlanetary", "mechanisms.planetary_gear"),
          ("Unidirectional Clutch", "rotational.freewheel"), ("LimPID", "signals.pid_controller"), ("backlash", "rotational.backlash"),
          ("Translational Reference", "translational.ground"), ("leadscrew", "mechanisms.leadscrew"), ("stribeck", "rotational.friction"),
          ("white noise", "signals.noise"), ("lookup table", "signals.table_1d"), ("Magic Formula", "mechanisms.tyre")]


@unittest.skipIf(browser.find() is None, "there is no Chromium")
class Search(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        result = stribeck("docs", cls.folder.name, "--quiet")
        if result.returncode != 0:
            raise AssertionError(result.stderr)
        cls.page = browser.Browser()
        cls.addClassCleanup(cls.page.close)

    def found(self, text):
        self.page.evaluate(f"document.getElementById('search').value = {text!r};"
                           "document.getElementById('search').dispatchEvent(new Event('input'))")
        return self.page.evaluate("[...document.querySelectorAll('#found .card')].map((card) => card.dataset.type)")

    def test_a_stranger_finds_his_part(self):
        self.page.open(Path(self.folder.name) / "index.html")
        for text, wanted in SOUGHT:
            with self.subTest(text):
                self.assertIn(wanted, self.found(text)[:3])
        if SCREENSHOTS:
            self.found("friction")
            self.page.screenshot(SCREENSHOTS / "search.png")
        self.assertEqual(self.found("no such thing anywhere"), [])
        self.assertEqual(self.page.errors, [])
        self.assertEqual([address for address in self.page.requests() if not address.startswith(("file:", "data:"))], [])

    def test_everything_is_there_when_nothing_is_typed(self):
        self.page.open(Path(self.folder.name) / "index.html")
        self.found("")
        self.assertGreater(self.page.evaluate("[...document.querySelectorAll('#families .card')].filter((c) => c.offsetHeight > 0).length"), 150)
        if SCREENSHOTS:
            self.page.screenshot(SCREENSHOTS / "index.png")

    def test_a_page_shows_its_equations_set_in_type(self):
        for type_ in ("rotational.friction", "translational.hard_stop", "rotational.dry_friction", "signals.transfer_function"):
            self.page.open(Path(self.folder.name) / f"{type_}.html")
            with self.subTest(type_):
                self.assertGreater(self.page.evaluate("[...document.querySelectorAll('math')].filter((m) => m.getBoundingClientRect().width > 20).length"), 1)
                self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), 1280)
                if SCREENSHOTS:
                    self.page.screenshot(SCREENSHOTS / f"{type_}.png")
        self.assertEqual(self.page.errors, [])


if __name__ == "__main__":
    unittest.main()
