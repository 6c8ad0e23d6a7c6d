"""stribeck format changes the layout alone: tokens and comments stay in order, and what is laid out is not changed again."""
import os
import random
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|//[^\r\n]*|/\*.*?\*/|[][{},:]|[^][{},:\s/"]+', re.DOTALL)


def parts(text):
    """Tokens as written, and comments without blanks at their end."""
    found = TOKEN.findall(text.lstrip("\ufeff"))
    comments = [re.sub(r"\r\n?", "\n", one).rstrip() for one in found if one.startswith("/")]
    return [one for one in found if not one.startswith("/")], comments


class Random:
    """JSON with comments, blank lines and line ends at any place."""
    SCALARS = ("1", "-0.50", "1e-09", "1E+3", "true", "null", '""', '"a // b"', '"/* c */ \\" \\\\"', '"ä"', '"' + "long " * 30 + '"', "100000000000.0")

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.line = self.draw.choice(("\n", "\n", "\r\n"))
        self.often = self.draw.choice((0, 0.05, 0.3))

    def gap(self):
        text = self.draw.choice(("", "", " ", self.line, self.line * 3, "\t"))
        while self.draw.random() < self.often:
            text += self.draw.choice(("// one  " + self.line, "/* two */", f"/* three{self.line}   lines */", "//" + self.line, "/**/", "/* [{,: */"))
            text += self.draw.choice(("", " ", self.line, self.line * 2))
        return text

    def value(self, depth):
        kind = self.draw.random()
        if depth == 0 or kind < 0.4:
            return self.draw.choice(self.SCALARS)
        count = self.draw.choice((0, 1, 2, 3, 40 if depth < 2 else 4))
        entries = []
        for k in range(count):
            key = f'{self.gap()}"k{k}"{self.gap()}:' if kind < 0.7 else ""
            entries.append(key + self.gap() + self.value(depth - 1) + self.gap())
        inside = ",".join(entries) or self.gap()
        return "{" + inside + "}" if kind < 0.7 else "[" + inside + "]"

    def text(self):
        return self.draw.choice(("", "\ufeff")) + self.gap() + self.value(self.draw.choice((1, 3, 5))) + self.gap()


class Format(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def lay_out(self, texts):
        """Each text laid out; once more changes nothing."""
        paths = [self.folder / f"{k}.jsonc" for k in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_bytes(text.encode())
        first = stribeck("format", *paths)
        self.assertEqual(first.returncode, 0, first.stderr)
        results = [path.read_bytes().decode() for path in paths]
        again = stribeck("format", "--check", *paths)
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, "", ""))
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(path.name for path in paths), "nothing is left beside them")
        return results

    def assert_same_parts(self, texts):
        for text, result in zip(texts, self.lay_out(texts)):
            with self.subTest(text[:60]):
                self.assertEqual(parts(result), parts(text))
                self.assertRegex(result, r"[^\n]\n\Z")
                self.assertNotRegex(result, "\r|\ufeff|\n\n\n")

    def test_every_diagram(self):
        texts = []
        for path in sorted((ROOT / "diagrams").rglob("*.json*")):
            if not path.name.startswith("json_") and path.name != "number_too_large.jsonc":  # these are no JSON
                texts.append(path.read_bytes().decode())
        self.assertGreater(len(texts), 500)
        self.assert_same_parts(texts)

    def test_random_texts(self):
        self.assert_same_parts([Random(seed).text() for seed in range(1000)])

    def test_the_layout(self):
        wide = ", ".join(f'"{"x" * 20}{k}"' for k in range(10))
        given = '{"a":1.50,"b":[1,\n2],\n\n\n"c":{\n"d":{ } },// why\n"e":[/* none */],"list":[' + wide + "] }"
        result = self.lay_out([given])[0]
        self.assertTrue(result.startswith('{\n  "a": 1.50,\n  "b": [1, 2],\n\n  "c": {\n    "d": {}\n  }, // why\n'
                                          '  "e": [\n    /* none */\n  ],\n  "list": [\n    "xxx'), result)
        self.assertLessEqual(max(map(len, result.splitlines())), 140)
        self.assertEqual(self.lay_out(['{ "a": [1, { "b": 2 }] }'])[0], '{ "a": [1, { "b": 2 }] }\n')

    def test_deep_nesting(self):
        deep = "[" * 100 + "]" * 100  # the deepest that is read
        result = stribeck("format", "-", input=deep, stdin=None)
        self.assertEqual("".join(result.stdout.split()), deep)

    def test_standard_input(self):
        result = stribeck("format", "-", input='[1,2 ]// x', stdin=None)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "[1, 2] // x\n", ""))

    def test_check_names_what_would_change_and_changes_nothing(self):
        (self.folder / "good.json").write_text("[1, 2]\n")
        (self.folder / "bad.json").write_text("[1,2]")
        result = stribeck("format", "--check", "good.json", "bad.json", cwd=self.folder)
        self.assertEqual((result.returncode, result.stdout), (1, "bad.json\n"))
        self.assertEqual((self.folder / "bad.json").read_text(), "[1,2]")

    def test_broken_json_is_refused_with_its_place_and_kept(self):
        (self.folder / "broken.json").write_text('{\n  "a": 1,,\n}')
        (self.folder / "other.json").write_text("[1,2]")
        result = stribeck("format", "broken.json", "other.json", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"error\[json\.syntax\](.|\n)*broken\.json:2:10")
        self.assertEqual((self.folder / "broken.json").read_text(), '{\n  "a": 1,,\n}')
        self.assertEqual((self.folder / "other.json").read_text(), "[1, 2]\n", "the others are laid out")


if __name__ == "__main__":
    unittest.main()
