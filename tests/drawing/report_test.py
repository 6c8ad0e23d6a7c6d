"""The report as its reader meets it: in a real browser, offline, with hands on the mouse."""
import base64
import html
import json
import os
import re
import sys
import tempfile
import unittest
import zlib
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import browser  # noqa: E402
from program import ROOT, stribeck, without_comments  # noqa: E402

CLUTCHES = ROOT / "diagrams/reference/coupled_clutches.json"
SCREENSHOTS = Path(os.environ["STRIBECK_SCREENSHOTS"]) if "STRIBECK_SCREENSHOTS" in os.environ else None


def report(folder, *arguments, name="report.html"):
    path = Path(folder) / name
    result = stribeck("report", *arguments, "-o", path, "--quiet")
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return path


def streams(pdf):
    """What a PDF holds, unpacked: operators of pages among fonts and pictures."""
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            yield zlib.decompress(packed)
        except zlib.error:
            continue  # not packed, or not by this


class Page(unittest.TestCase):
    """What the file holds, without a browser."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.text = report(cls.folder.name, CLUTCHES, "--set", "J1.inertia=1.5").read_text()

    def test_it_needs_no_other_file(self):
        for attribute in re.findall(r'(?:src|href)="([^"]*)"', self.text):
            self.assertTrue(attribute.startswith(("#", "data:")), attribute)
        self.assertNotIn("@import", self.text)
        self.assertNotRegex(self.text, r"\bfetch\(|XMLHttpRequest")

    def test_it_tells_what_its_laws_leave_out(self):
        smooth = report(self.folder.name, ROOT / "diagrams/start/rotational_stick_slip.json", name="smooth.html").read_text()
        section = re.search(r'<section id="limits">.*?</section>', smooth, re.DOTALL)[0]
        self.assertRegex(section, r"<td>rotational.friction</td><td>\w+</td><td>[^<]*creeps under load instead of sticking")
        self.assertIn('href="#limits"', smooth)
        self.assertNotIn("inertia", section)  # whose comment tells of none

    def test_it_tells_everything_about_the_run(self):
        for section in ("diagram", "curves", "energy", "events", "solver", "causality", "parameters", "repeat"):
            self.assertIn(f'<section id="{section}">', self.text)
        self.assertIn("--set J1.inertia=1.5", self.text)
        self.assertIn('<td class="given">1.5 kg·m²</td>', self.text)
        self.assertIn("clutch2: sticks", self.text)

    def test_the_same_run_gives_the_same_page_but_for_wall_times(self):
        def without_times(text):
            return re.sub(r"<tr><td>took</td>.*?</tr>", "", re.sub(r"cost of each stage.*?</section>", "", text, flags=re.DOTALL))
        again = report(self.folder.name, CLUTCHES, "--set", "J1.inertia=1.5").read_text()
        self.assertEqual(without_times(again), without_times(self.text))

    def test_what_happens_to_one_component_at_one_instant_is_one_row(self):
        """The clutch is closed by its signal, and slips from then on: a condition and a mode. Components that act together stay apart."""
        told = report(self.folder.name, ROOT / "diagrams/gallery/gear_shift.jsonc", name="shift.html").read_text()
        rows = re.findall(r"<td>(\w+: [^<]*)</td></tr>", re.search(r'<section id="events">.*?</section>', told, re.DOTALL)[0])
        self.assertIn("second: S &gt; 0, slips forwards", rows)
        self.assertIn("close: passes one of its times", rows)
        self.assertEqual(len(rows), 9)  # of 11 events

    def test_negative_energies_have_a_minus_sign(self):
        self.assertRegex(self.text, r'<td class="number">\u2212[\d.]+ .?J</td>')
        self.assertNotRegex(self.text, r'<td class="number">-')

    def test_times_of_events_have_digits_alike(self):
        times = re.findall(r'data-time="([^"]*)"><td class="number">([\d.]+) s</td>', self.text)
        self.assertGreater(len(times), 3)
        self.assertEqual(len({len(shown.partition(".")[2]) for _, shown in times}), 1, times)
        for exact, shown in times:
            self.assertAlmostEqual(float(exact), float(shown), delta=0.51 * 10 ** -len(shown.partition(".")[2]))
        for (exact, shown), (before, shown_before) in zip(times[1:], times):
            self.assertEqual(exact == before, shown == shown_before)
        self.assertIn(True, [not shown.endswith("0") for _, shown in times], "no zeros at the end of all")
        self.assertLess(len(times[0][1]), 8, "more digits than the instants need")

    def test_the_causality_is_told_line_by_line(self):
        told = re.search(r'<section id="causality">(.*?)</section>', self.text, re.DOTALL)[1]
        plain = stribeck("explain", CLUTCHES, "--set", "J1.inertia=1.5").stdout.partition("cost of each stage")[0].splitlines()
        lines = [" ".join(html.unescape(re.sub(r"<[^>]*>", " ", line)).split())
                 for line in re.findall(r"<(?:h3|tr|div style[^>]*)>(.*?)</(?:h3|tr|div)>", told)]
        self.assertEqual(lines, [" ".join(line.split()) for line in plain[1:] if line.strip()])  # the first line is the diagram's title
        self.assertGreater(told.count('<th scope="row">'), 20)

    def test_where_no_plots_are_chosen_a_law_is_drawn_over_its_slip(self):
        diagram = json.loads((ROOT / "diagrams/verify/translational_dry_friction_belt.json").read_text())
        del diagram["plots"]
        path = Path(self.folder.name) / "belt.json"
        path.write_text(json.dumps(diagram))
        text = report(self.folder.name, path, name="belt.html").read_text()
        self.assertIn("friction: force over slip", text)
        self.assertNotIn("spring: force", text)  # a straight line says no more than its stiffness does

    def test_hostile_names_stay_text(self):
        diagram = json.loads(CLUTCHES.read_text())
        diagram["title"] = "</script><script>alert(1)</script><b>&"
        diagram["plots"][0]["title"] = "</script><script>alert(2)</script>"
        path = Path(self.folder.name) / "hostile.json"
        path.write_text(json.dumps(diagram))
        text = report(self.folder.name, path).read_text()
        self.assertFalse("<script>alert" in text)


@unittest.skipUnless(browser.find(), "no Chromium here (Debian: apt-get install chromium)")
class InABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = report(cls.folder.name, CLUTCHES)
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.errors.clear()
        self.browser.open(self.path)
        self.addCleanup(lambda: self.assertEqual(self.browser.errors, []))

    def viewer(self, expression):
        return self.browser.evaluate(f"(() => {{ const viewer = document.getElementById('viewer').viewer; return {expression}; }})()")

    def frame(self, panel=0):
        return self.browser.evaluate(
            f"(() => {{ const box = document.querySelectorAll('.overlay')[{panel}].getBoundingClientRect();"
            " return [box.left, box.top, box.width, box.height]; })()")

    def show_curves(self):
        self.browser.evaluate("document.getElementById('curves').scrollIntoView()")
        return self.frame()

    def test_it_loads_offline_and_paints(self):
        self.assertEqual([url for url in self.browser.requests() if not url.startswith(("file:", "data:"))], [])
        painted = self.browser.evaluate(
            "(() => { const c = document.querySelector('.frame canvas'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            " let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i] === 11 && d[i + 1] === 60 && d[i + 2] === 150) n++; return n; })()")
        self.assertGreater(painted, 200)  # the first curve, #0B3C96, is longer than that in pixels
        if SCREENSHOTS:
            self.browser.screenshot(SCREENSHOTS / "report.png")
            self.browser.open(report(self.folder.name, ROOT / "diagrams/sled/four_models.json", name="sled.html"))
            self.browser.screenshot(SCREENSHOTS / "four_models.png")

    def test_dragging_zooms_and_a_double_click_shows_all(self):
        x, y, width, _ = self.show_curves()
        at = lambda share: x + 76 + share * (width - 100)
        self.browser.mouse("mousePressed", at(0.2), y + 60, button="left", clickCount=1)
        self.browser.mouse("mouseMoved", at(0.4), y + 60, button="left")
        self.browser.mouse("mouseReleased", at(0.4), y + 60, button="left", clickCount=1)
        low, high = self.viewer("viewer.state.window")
        self.assertAlmostEqual(low, 0.2, delta=0.005)
        self.assertAlmostEqual(high, 0.4, delta=0.005)
        for clicks in (1, 2):
            self.browser.mouse("mousePressed", at(0.5), y + 60, button="left", clickCount=clicks)
            self.browser.mouse("mouseReleased", at(0.5), y + 60, button="left", clickCount=clicks)
        self.assertEqual(self.viewer("viewer.state.window"), [0, 1])

    def test_the_cursor_reads_values(self):
        x, y, width, _ = self.show_curves()
        self.browser.mouse("mouseMoved", x + 76 + 0.5 * (width - 100), y + 60)
        shown = self.browser.evaluate("document.querySelector('.entry output').textContent")
        # J1 at 0.75 s, between two events: from the run itself
        rows = stribeck("run", CLUTCHES, "--csv", "-", "--quiet").stdout.splitlines()
        column = rows[0].split(",").index("J1.w")
        near = [float(row.split(",")[column]) for row in rows[1:] if abs(float(row.split(",")[0]) - 0.75) < 2e-3]
        self.assertTrue(min(near) - 1e-3 <= float(shown.split()[0]) <= max(near) + 1e-3, (shown, near))

    def test_variables_can_be_picked(self):
        panels = "[...document.querySelectorAll('.panel')].filter((panel) => !panel.hidden).length"
        before = self.browser.evaluate(panels)
        self.browser.evaluate("[...document.querySelectorAll('.choices label')].find((l) => l.textContent.includes('clutch1.T')).click()")
        self.assertEqual(self.browser.evaluate(panels), before + 1)
        self.browser.evaluate("document.querySelector('.picker input[type=search]').value = 'J3'")
        self.browser.evaluate("document.querySelector('.picker input[type=search]').dispatchEvent(new Event('input'))")
        shown = self.browser.evaluate("[...document.querySelectorAll('.choices label')].filter((l) => !l.hidden).map((l) => l.textContent.trim())")
        self.assertTrue(shown and all("J3" in name for name in shown), shown)

    def test_a_curve_with_a_label_is_found_by_its_name_too(self):
        self.browser.open(report(self.folder.name, ROOT / "diagrams/gallery/gear_shift.jsonc", name="labels.html"))
        for words in ("probe.a", "car"):
            self.browser.evaluate(f"document.querySelector('.picker input[type=search]').value = '{words}'")
            self.browser.evaluate("document.querySelector('.picker input[type=search]').dispatchEvent(new Event('input'))")
            shown = self.browser.evaluate("[...document.querySelectorAll('.choices label')].filter((l) => !l.hidden).map((l) => l.textContent.trim())")
            self.assertIn("car", shown, words)
            self.assertNotIn("engine", shown, words)

    def test_modes_can_be_picked_as_curves_can(self):
        label = "[...document.querySelectorAll('.choices label')].find((l) => l.textContent.includes(': mode'))"
        lanes = "viewer.panels.flatMap((panel) => panel.lanes).filter((lane) => lane.shown).length"
        before = self.viewer(lanes)
        self.browser.evaluate(label + ".click()")
        self.assertEqual(abs(self.viewer(lanes) - before), 1)

    def test_the_cursor_has_units(self):
        x, y, width, _ = self.show_curves()
        self.browser.mouse("mouseMoved", x + 76 + 0.5 * (width - 100), y + 60)
        self.assertRegex(self.browser.evaluate("document.querySelector('.entry output').textContent"), r"^-?[\d.e-]+ rad/s$")

    def test_a_click_on_an_event_shows_its_instant(self):
        self.browser.evaluate("[...document.querySelectorAll('tr[data-time]')].find((row) => row.textContent.includes('clutch2: sticks')).click()")
        low, high = self.viewer("viewer.state.window")
        self.assertLess(low, 0.709621475 / 1.5)
        self.assertGreater(high, 0.709621475 / 1.5)
        self.assertLess(high - low, 0.05)

    def test_a_key_on_an_event_shows_its_instant_too(self):
        self.browser.evaluate("(() => { const row = [...document.querySelectorAll('tr[data-time]')].find((row) => row.textContent.includes('clutch2: sticks'));"
                              " row.focus(); row.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); })()")
        low, high = self.viewer("viewer.state.window")
        self.assertLess(low, 0.709621475 / 1.5)
        self.assertGreater(high, 0.709621475 / 1.5)

    def test_the_numbers_of_a_panel_can_be_saved(self):
        lines = self.viewer("viewer.numbersOf(viewer.panels[0])").splitlines()
        self.assertEqual(lines[0], "time [s],J1.w,J2.w,J3.w,J4.w")
        rows = stribeck("run", CLUTCHES, "--csv", "-", "--quiet").stdout.splitlines()
        column = rows[0].split(",").index("J1.w")
        self.assertAlmostEqual(float(lines[-1].split(",")[1]), float(rows[-1].split(",")[column]), delta=1e-3)
        self.assertEqual(self.browser.evaluate("[...document.querySelectorAll('.panel .save button')].filter((b) => b.offsetParent).map((b) => b.textContent).join()"), "PNG,SVG,CSV,PNG,SVG")

    def test_a_phone_shows_it_without_scrolling_sideways(self):
        self.addCleanup(self.browser.call, "Emulation.clearDeviceMetricsOverride")
        self.browser.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=True)
        self.browser.open(self.path)
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 391)
        self.assertGreater(self.frame()[2], 330)  # the curves have the whole width

    def test_texts_are_read_on_light_and_on_dark(self):
        contrast = """(() => {
          const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                                      return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
          const ground = (node) => { for (; node; node = node.parentElement) { const own = getComputedStyle(node).backgroundColor; if (!/, 0\\)$/.test(own)) return own; } return "rgb(255, 255, 255)"; };
          return [...document.querySelectorAll("h1, h2, h3, p, td, th, a, pre, span, output, label, button, summary")].filter((node) => node.offsetParent && node.textContent.trim())
            .map((node) => { const a = light(getComputedStyle(node).color), b = light(ground(node)); return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), node.tagName + " " + node.textContent.trim().slice(0, 30)]; })
            .filter(([ratio]) => ratio < 4.5).map((found) => found.join(" "));
        })()"""
        self.addCleanup(self.browser.call, "Emulation.setEmulatedMedia", features=[])
        grounds = []
        for scheme in ("light", "dark"):
            self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            self.browser.open(self.path)
            self.assertEqual(self.browser.evaluate(contrast), [], scheme)
            grounds.append(self.browser.evaluate("getComputedStyle(document.body).backgroundColor"))
        self.assertNotEqual(*grounds)

    def test_curves_are_seen_on_every_ground(self):
        """The legend's colours, which the curves have, against the page and what is shaded: 3 to 1, as WCAG asks of drawings (1.4.11)."""
        ratios = """(() => {
          const light = (text) => { const [r, g, b] = text.match(/[\\d.]+/g).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                                    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
          const probe = document.body.appendChild(document.createElement("i"));
          const grounds = ["--paper", "--shade"].map((name) => { probe.style.color = `var(${name})`; return light(getComputedStyle(probe).color); });
          return [...document.querySelectorAll(".entry:not(.patch, .event) i")].map((line) => light(getComputedStyle(line).borderTopColor))
            .flatMap((a) => grounds.map((b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)));
        })()"""
        self.addCleanup(self.browser.call, "Emulation.setEmulatedMedia", features=[])
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.browser.open(self.path)
        found = self.browser.evaluate(ratios)
        self.assertGreater(len(found), 4)
        self.assertGreater(min(found), 3)

    def test_paper_gets_all_of_it(self):
        self.addCleanup(self.browser.call, "Emulation.setEmulatedMedia", media="")
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.browser.evaluate("[...document.querySelectorAll('nav, .tools, .picker, .save, .by-hand')].filter((node) => node.offsetParent).length"), 0)
        self.assertEqual(self.browser.evaluate("[...document.querySelectorAll('.scroll')].filter((node) => node.scrollHeight > node.clientHeight + 2).length"), 0)
        # A sheet may end between any two rows of the causality, all of which have a head of their own; not behind the head of a table.
        held = self.browser.evaluate("[...document.querySelectorAll('tr')].filter((row) => getComputedStyle(row).breakAfter === 'avoid')"
                                     ".map((row) => row.querySelectorAll('th[scope=col]').length)")
        self.assertGreater(len(held), 2)
        self.assertGreater(min(held), 0)

    def test_curves_are_on_paper_sharp_and_in_its_colours(self):
        """The file that a browser prints: its curves are lines. They were canvases, of which the sheets held nothing."""
        self.addCleanup(self.browser.call, "Emulation.setEmulatedMedia", media="", features=[])
        for scheme in ("light", "dark"):
            self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            self.browser.open(self.path)
            sheets = base64.b64decode(self.browser.call("Page.printToPDF", printBackground=True)["data"])
            drawn = [stream for stream in streams(sheets) if re.search(rb" m\n", stream)]
            lines = sum(len(re.findall(rb" l\n", stream)) for stream in drawn)
            # Four speeds of which each has some hundred points; the text of the page and its schematic have 300 lines and less.
            self.assertGreater(lines, 1000, scheme)
            self.assertNotIn(b"0.90196 0.9098 0.91765 rg", b"".join(drawn))  # the ink of the dark page, #e6e8ea

    def test_a_saved_picture_has_its_title_and_legend(self):
        self.show_curves()
        drawing = self.browser.evaluate("document.getElementById('viewer').viewer.drawingOf(document.getElementById('viewer').viewer.panels[0])")
        root = ElementTree.fromstring(drawing)
        texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        for text in ("J1.w", "J4.w", "time [s]", "event"):
            self.assertIn(text, texts)
        self.assertNotIn("var(", drawing)  # it needs no page around it

    def test_ten_million_numbers_stay_small_and_quick(self):
        """Measured in processor time of the page, in which no other program shows; with room for slower machines."""
        diagram = json.loads(without_comments((ROOT / "diagrams/sled/sled.json").read_text()))
        diagram["plots"] = [{"y": ["sled.v", "spring.v"]}, {"y": "spring.x"}, {"y": ["spring.F", "friction.F"]}]
        diagram["outputs"] = ["sled.v", "spring.x", "spring.F", "friction.F", "spring.v"]
        source = Path(self.folder.name) / "large.json"
        source.write_text(json.dumps(diagram))
        path = report(self.folder.name, source, "--stop", "2000 s", "--interval", "1 ms", name="large.html")
        self.assertLess(path.stat().st_size, 20e6)
        self.browser.open(path, until="document.querySelector('#viewer')?.viewer?.panels[0].view")
        painted = self.browser.busy_s()
        self.browser.open(path)
        self.viewer("viewer.settled")
        whole = self.browser.busy_s()
        values = self.browser.evaluate("JSON.parse(document.getElementById('viewer-data').textContent).arrays"
                                       ".reduce((sum, array) => sum + (array.coding === 'times' ? 0 : array.count), 0)")
        self.assertGreaterEqual(values, 10_000_000)  # none is left out
        spent = {}
        for name, act in (("zoom", "viewer.setWindow(0.25, 0.5)"), ("zoom far", "viewer.setWindow(0.3, 0.3001)"), ("all", "viewer.setWindow(0, 1)"),
                          ("pick", "document.querySelector('.choices input').click()"), ("pick again", "document.querySelector('.choices input').click()")):
            before = self.browser.busy_s()
            self.viewer(act)
            spent[name] = self.browser.busy_s() - before
        x, y, width, _ = self.show_curves()
        before = self.browser.busy_s()
        self.browser.mouse("mouseMoved", x + 76 + 0.5 * (width - 100), y + 60)
        spent["cursor"] = self.browser.busy_s() - before
        told = f"{path.stat().st_size / 1e6:.1f} MB, painted after {painted:.2f} s, all numbers there after {whole:.2f} s, " + ", ".join(
            f"{name} {1000 * seconds:.0f} ms" for name, seconds in spent.items())
        print(told, file=sys.stderr)
        self.assertLess(painted, 1, told)
        self.assertLess(max(spent.values()), 0.3, told)
        shown = float(self.browser.evaluate("document.querySelector('.entry output').textContent").split()[0].replace("\u2212", "-"))
        self.assertLess(abs(shown), 1)  # m/s: a number is read from the middle of the run


if __name__ == "__main__":
    unittest.main()
