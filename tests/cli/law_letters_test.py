"""What each letter of a law's box is stands under it: in its legend, in a table of the page, or in a sentence beside it."""
import html
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import stribeck  # noqa: E402

LETTER = r"<i>([^<]+)</i>(?:<sub>(?:<i>)?([^<]*)(?:</i>)?</sub>)?"
INDEXED = r"<msub><mi[^>]*>([^<]*)</mi><mi[^>]*>([^<]*)</mi></msub>|<mi[^>]*>([^<]*)</mi>"

# In text below, a letter stands between braces: "{F_s}".
NAMES = r"\{[^}]*\}(?:(?:, and |, | and | or | to )\{[^}]*\})*"
NO_NOUN = ("while|for|and|with|as|to|by|at|in|of|or|so|that|until|takes|sticks|slips|is|are|the|up|than|from|if|once|where|over|under|on|below|"
           "beyond|between|when|counts")
TELLING = re.compile(
    NAMES + r"(?:\(\{[^}]*\}\))?(?:,? (?:is|are|its|their|the|an?|that|of|acts|comes|goes|rises|whole|presses|opposes)\b|, (?:its|the|an?|in)\b|"
    r" [a-z]+_[a-z]+| [a-z]{3,}s\b| =|:| \()"
    rf"|\b(?!(?:{NO_NOUN})\b)[a-z]{{3,}} {NAMES}|whose [a-z]+ is {NAMES}")
DEFINITION = re.compile(r"(?:^|[,;:\n(±]|\b[a-z]{2,} |\}\)?|\b[a-z]+\() *\|?\{([^}]*)\}(?:\(((?:\{[^}]*\}|,| )+)\))?(?:\||\))? *[=≥]", re.M)


def name(letter, index):
    return f"{letter}_{index}" if index else letter


def with_braces(page):
    text = re.sub(LETTER, lambda m: "{" + name(m[1], m[2]) + "}", page)
    return html.unescape(re.sub(r"<[^>]+>", "", text))


def letters_in(text):
    return set(re.findall(r"\{([^}]*)\}", text))


def typeset_letters(page):
    formulas = "".join(re.findall(r"<math[^>]*>(.*?)</math>", page, re.S))
    return {name(base, index) if base else alone for base, index, alone in re.findall(INDEXED, formulas)}


def told_in(sentences):
    return {letter for found in TELLING.finditer(sentences) for letter in letters_in(found[0])}


def told_by(page, law):
    """All that is told: t is the time everywhere."""
    text = page.partition("<section")[0]
    told = {"t"} | typeset_letters("".join(re.findall(r'<p class="legend">.*?</p>', text, re.S)))
    for table in re.findall(r'<table class="(?:parameters|variables|signals|options|ports)">.*?</table>', page, re.S):
        told |= typeset_letters(table) | set(re.findall(r"<td[^>]*>(\w+)</td>", table))
    for found in DEFINITION.finditer(law):  # "g(v) = ..": with what it is a function of
        told |= {found[1]} | letters_in(found[2] or "")
    told |= set(re.findall(r"\[\{([^}]*)\}", law))  # "values[i]"
    prose = re.sub(r'<pre class="law">.*?</pre>|<p class="legend">.*?</p>|<svg.*?</svg>|<h1.*?</h1>|<nav.*?</nav>', "", text, flags=re.S)
    told |= told_in(with_braces(prose).replace("\n", " ")) | told_in(law.replace("\n", " "))
    ports = re.findall(r'<table class="ports">.*?</table>', page, re.S)
    for port in re.findall(r"<tr><td>(\w+)</td>", "".join(ports)):
        told |= set(re.findall(rf"\b{port}\.\{{([^}}]*)\}}", law))  # "turn.T"
    return told


def untold(page):
    law = with_braces("\n".join(re.findall(r'<pre class="law">(.*?)</pre>', page, re.S)))
    told, used = told_by(page, law), letters_in(law)
    numbered = {letter.partition("_")[0] for letter in told if re.fullmatch(r"\w+_[ijknN0-9]", letter)}
    indices = {letter.partition("_")[2] for letter in used}
    return sorted(letter for letter in used - told - indices if not (re.fullmatch(r"\w+_[a-z]?[ijknN0-9]", letter) and letter.partition("_")[0] in numbered))


class LawLetters(unittest.TestCase):
    def test_every_letter_of_a_law_is_told(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as none:
            self.assertEqual(stribeck("docs", folder, "--diagrams", none, "--quiet").returncode, 0)
            pages = {path.stem: path.read_text().partition("<main")[2] for path in Path(folder).glob("*.*.html")}
        self.assertGreater(sum('class="law"' in page for page in pages.values()), 150)
        for type_, page in pages.items():
            self.assertEqual(untold(page), [], type_)

    def test_a_law_has_no_letter_that_stands_for_itself(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as none:
            self.assertEqual(stribeck("docs", folder, "--diagrams", none, "--quiet").returncode, 0)
            pages = {path.stem: path.read_text() for path in Path(folder).glob("*.*.html")}
        for type_, page in pages.items():
            law = re.sub(r"<sub>", "_", "\n".join(re.findall(r'<pre class="law">(.*?)</pre>', page, re.S)))
            self.assertNotRegex(re.sub(r"<[^>]+>", "", law), r"(?m)(?<!\S)(\S+) = \1(?:[,;\s]|$)", type_)
        self.assertIn("√(2e)", pages["translational.friction"], "the number, upright, as in the equations")
        for letter in ("<i>φ</i><sub>slope</sub>", "<i>v</i><sub>wind</sub>"):
            self.assertIn(letter, pages["mechanisms.vehicle_body"])

    def test_equations_in_space_are_those_of_vectors(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as none:
            self.assertEqual(stribeck("docs", folder, "--diagrams", none, "--quiet").returncode, 0)
            sections = {name: (Path(folder) / f"spatial.{name}.html").read_text().partition('<section id="equations"')[2].partition("</section>")[0]
                        for name in ("body", "force_source", "torque_source", "spring_damper")}
        for label in ("Newton", "Euler"):  # one equation instead of three
            self.assertEqual(len(re.findall(rf"<tr><td>{label}\b", sections["body"])), 1)
        for name, rows in (("force_source", 5), ("torque_source", 4), ("spring_damper", 9)):
            self.assertEqual(sections[name].count("<tr>"), rows, name)


if __name__ == "__main__":
    unittest.main()
