"""The guide does what it says: every file that a page shows is written, every command run, and what it prints compared.

A fence says what is in it: ```cpp PATH, ```json PATH or ```cmake PATH is a file, ```console are commands ("$ ...") and what they print ("..."
stands for any lines), ```json in PATH and the like a part of a file that stands elsewhere. Files of a page stay for its later commands.
`guide_test.py --accept` writes what the commands print into the pages: read it before you keep it."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, compiler, is_sanitized, run  # noqa: E402

GUIDE = ROOT / "docs/guide"
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LONGEST_S = 280
PROGRESS = re.compile(r"^.* a second, .* left.*\n", re.MULTILINE)  # a log has such lines only where a command takes longer than 10 s


class Workshop:
    """A folder in which a page is followed: a clone in which the program is built already. What commands export stays for later ones."""

    def __init__(self, installed=None):
        self.folder = Path(tempfile.mkdtemp())
        for name in ("tools", "diagrams", "docs", "runtime"):
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "build").mkdir()
        (self.folder / "build/release").symlink_to(PROGRAM.parent)
        self.session = Path(tempfile.mkstemp()[1])
        self.environment = {**os.environ, **compiler(), "CMAKE_GENERATOR": "Ninja", "TERM": "dumb"}
        if installed:
            (self.folder / "installed").symlink_to(installed)
            self.environment |= {"PATH": f"{installed / 'bin'}:{os.environ['PATH']}", "CMAKE_PREFIX_PATH": str(installed)}

    def close(self):
        shutil.rmtree(self.folder)
        self.session.unlink()

    def says(self, command):
        whole = f"set -o pipefail; . {self.session}\n{command}\nstatus=$?; export -p >{self.session}; exit $status"
        result = subprocess.run(["bash", "-c", whole], cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                stdin=subprocess.DEVNULL, env=self.environment, timeout=LONGEST_S, check=False)
        return PROGRESS.sub("", result.stdout).replace(str(self.folder) + "/", "")


def installed_program(folder):
    """What the first page installs."""
    for component in ("program", "authors"):
        run("cmake", "--install", PROGRAM.parent, "--component", component, "--prefix", folder)
    return folder


NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*\w*\.\w)")
BARS = re.compile("[▁▂▃▄▅▆▇█]+")


def same(shown, said):
    """Numbers within a hundredth: another processor rounds otherwise, and steps are counted."""
    return abs(float(shown) - float(said)) <= 1e-2 * max(abs(float(shown)), abs(float(said)))


def line_agrees(shown, said):
    """"..." stands for anything; how wide a column is depends on its numbers, how high a bar is on rounding."""
    pattern, numbers, end = "", [], 0
    shown = BARS.sub("#", shown)
    for found in NUMBER.finditer(shown):
        pattern += re.escape(shown[end:found.start()]) + r"([-+]?[\d.]+(?:e[-+]?\d+)?)"
        numbers.append(found.group())
        end = found.end()
    pattern = re.sub(r"(?:\\ )+", r" +", pattern + re.escape(shown[end:])).replace(re.escape("..."), ".*?")
    match = re.fullmatch(pattern + " *", BARS.sub("#", said))
    return match is not None and all(same(*pair) for pair in zip(numbers, match.groups()))


def agrees(shown, said):
    """Whether `said` is what is shown; a line of "..." stands for any lines."""
    shown, said = shown.splitlines(), said.splitlines()
    reached = {0}  # lines of `said` that the lines shown so far may have used up
    for line in shown:
        if line.strip() == "...":
            reached = set(range(min(reached), len(said) + 1))
        else:
            reached = {i + 1 for i in reached if i < len(said) and line_agrees(line, said[i])}
        if not reached:
            return False
    return len(said) in reached


def commands(text):
    """Command and what is shown below it."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    return [(part.split("\n", 1)[0], part.split("\n", 1)[1] if "\n" in part else "") for part in parts[1:]]


def follow(page, workshop):
    """(place, what is wrong) for each fence that is not as the page says."""
    text = page.read_text()
    for fence in FENCE.finditer(text):
        kind, rest, body = fence.group(1), fence.group(2).strip(), fence.group(3)
        place = f"{page.name}:{text.count(chr(10), 0, fence.start()) + 1}"
        if kind == "console":
            for command, shown in commands(body):
                said = workshop.says(command)
                if not agrees(shown, said):
                    yield place, f"$ {command}\n{said}", (command, shown, said)
        elif rest.startswith("in "):
            whole = (ROOT / rest[3:]).read_text() if (ROOT / rest[3:]).exists() else (workshop.folder / rest[3:]).read_text()
            lines = {line.strip() for line in whole.splitlines()}
            missing = [line for line in body.splitlines() if line.strip() not in lines and line.strip() != "..."]
            if missing:
                yield place, f"{rest[3:]} has no line\n" + "\n".join(missing), None
        elif rest:
            path = workshop.folder / rest
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body)
        elif kind not in ("text", "pycon"):  # tests/python/docs_test.py follows Python
            yield place, "a fence that names no file", None


def anchors(page):
    """The names that headings of a page are linked by: small letters, hyphens for blanks, no punctuation; -1, -2 for those that come again."""
    names = []
    for heading in re.findall(r"^#+ +(.*?)[ #]*$", FENCE.sub("", page.read_text()), re.MULTILINE):
        shown = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        names.append(re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-"))
    return {f"{name}-{names[:k].count(name)}" if name in names[:k] else name for k, name in enumerate(names)}


def broken_links(page):
    """Links of a page to files that are not there, and to headings that their page does not have."""
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text()))
    for link in re.findall(r"\]\(([^)\s:]+)\)", prose) + re.findall(r'<img src="([^"]+)"', prose):
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        if not target.exists() or anchor and anchor not in anchors(target):
            yield link


class Guide(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.installed = installed_program(cls.folder)

    def follow(self, page, after=lambda folder: None):
        workshop = Workshop(None if page.name == "README.md" else self.installed)
        try:
            for place, wrong, _ in follow(page, workshop):
                with self.subTest(place):
                    self.fail(wrong)
            after(workshop.folder)
        finally:
            workshop.close()

    def test_each_page(self):
        for page in sorted(GUIDE.glob("*.md")):
            if page.name == "README.md":
                continue  # below
            if is_sanitized() and ("stribeck_kernel" in page.read_text() or not re.search("^```(cpp|cmake) ", page.read_text(), re.MULTILINE)):
                continue  # sanitized builds have no library of the kernel; what pages show of commands is what tests/cli runs there
            with self.subTest(page.name):
                self.follow(page)

    def test_the_first_page_draws_the_picture_that_it_shows(self):
        page = GUIDE / "README.md"
        shown = re.search(r'<img src="([^"]+)"', page.read_text()).group(1)

        def compare(folder):
            self.assertEqual((folder / "curves.svg").read_text(), (GUIDE / shown).resolve().read_text())
        self.follow(page, compare)

    def test_links_lead_somewhere(self):
        for page in sorted([*GUIDE.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("diagrams/*/*.md"), *ROOT.glob("runtime/*.md")]):
            with self.subTest(page.relative_to(ROOT)):
                self.assertEqual(list(broken_links(page)), [])

    def test_a_broken_link_is_found(self):
        page = self.folder / "page.md"
        page.write_text("# A `run`, again\n## Twice\n## Twice\n```text\n# no heading\n```\n[a](#a-run-again) [b](page.md#twice-1) `[c](no.md)`\n"
                        "[d](#no-heading) [e](page.md#thrice) [f](missing.md#twice) [g](missing.md) [h](https://example.org/#x) [i](#twice-2)")
        self.assertEqual(list(broken_links(page)), ["#no-heading", "page.md#thrice", "missing.md#twice", "missing.md", "#twice-2"])


def accept():
    with tempfile.TemporaryDirectory() as folder:
        installed = installed_program(Path(folder))
        for page in sorted(GUIDE.glob("*.md")):
            workshop = Workshop(None if page.name == "README.md" else installed)
            for place, wrong, console in list(follow(page, workshop)):
                if console is None:
                    print(place, wrong)
                    continue
                command, shown, said = console
                if "..." in shown:  # what stands for it nobody but a person knows
                    print(f"{place} {command}: has \"...\", to be changed by hand")
                    continue
                text = page.read_text()
                page.write_text(text.replace(f"$ {command}\n{shown}", f"$ {command}\n{said}", 1))
                print(place, command)
            workshop.close()


if __name__ == "__main__":
    if "--accept" in sys.argv:
        accept()
    else:
        unittest.main()
