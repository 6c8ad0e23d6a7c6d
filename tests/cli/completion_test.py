"""Manual pages and completions, which are written from what the commands declare: whole, readable, and what bash, zsh and fish make of them."""
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import LONGEST_S, PROGRAM, no_orphan, run, stribeck  # noqa: E402

END = "the-shell-is-done"

# What is typed, "\t" being the key, and the words that the program is called with.
TYPED = [
    ("ru\t drive.json", "run drive.json"),
    ("run --sol\trk\t drive.json", "run --solver rk4 drive.json"),
    ("run dri\t", "run drive.json"),
    ("check odd\t", "check \"odd name's $(x).json\""),
    ("check drive.json dri\t", "check drive.json drive.json"),
    ("describe rotational.inerti\t", "describe rotational.inertia"),
    ("describe rotational.spring --pl\tpar\t", "describe rotational.spring --plugin parts.so"),
    ("run --csv row\t drive.json", "run --csv rows.csv drive.json"),
    ("compare-r\trow\trow\t", "compare-results rows.csv rows.csv"),
    ("new comp\tmine.pad --as js\t", "new component mine.pad --as json"),
    ("docs pag\tnew", "docs pages/new"),
    ("completion zs\t", "completion zsh"),
]


def words_of(call):
    return "".join(f"<{word}>" for word in shlex.split(call))


def commands():
    """Each command as a list of words, with its help."""
    pending, found = [[]], []
    while pending:
        words = pending.pop()
        help_ = stribeck(*words, "--help").stdout
        found.append((words, help_))
        below = re.search(r"^Subcommands:\n((?:  .*\n)+)", help_, re.MULTILINE)
        pending += [[*words, line.split()[0]] for line in below.group(1).splitlines() if line[2] != " "] if below else []
    return found


def options_of(help_):
    section = re.search(r"^Options:\n((?:  .*\n)+)", help_, re.MULTILINE).group(1)
    return {name for line in section.splitlines() if line.startswith("  -") for name in line.split()[0].split(",")}


class Shell:
    """A shell at a terminal: what is typed goes to it as keys."""

    def __init__(self, command, folder, environment):
        self.master, slave = pty.openpty()
        prepare = no_orphan(os.setsid)
        self.process = subprocess.Popen(command, cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave, preexec_fn=prepare)
        os.close(slave)

    def says(self, keys):
        """All that is on the screen until the shell has said END."""
        os.write(self.master, keys.encode())
        said, deadline = "", time.monotonic() + LONGEST_S
        while f"\n{END}" not in said.replace("\r", ""):
            if not select.select([self.master], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(said)
            said += os.read(self.master, 65536).decode(errors="replace")
        return said

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


class Completion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "bin").mkdir()
        (cls.folder / "bin/stribeck").symlink_to(PROGRAM)
        cls.work = cls.folder / "work"
        (cls.work / "pages").mkdir(parents=True)
        for name in ("drive.json", "drive.csv2", "rows.csv", "parts.so", "odd name's $(x).json"):
            (cls.work / name).touch()
        for shell in ("bash", "zsh", "fish"):
            (cls.folder / shell).write_text(stribeck("completion", shell).stdout)
        cls.environment = {**os.environ, "PATH": f"{cls.folder / 'bin'}:{os.environ['PATH']}", "HOME": str(cls.work), "TERM": "dumb",
                           "ZDOTDIR": str(cls.work), "PS1": "$ "}

    def complete_at_terminal(self, command, prepare):
        shell = Shell(command, self.work, self.environment)
        self.addCleanup(shell.close)
        # What is called in the program's place tells its words; types are still asked of the program.
        stand_in = "stribeck() { if [ \"$1\" = list ]; then command stribeck list; else printf '<%s>' \"$@\"; echo; fi; }"
        shell.says(f"{prepare}; {stand_in}; echo; echo {END}\n")
        for typed, call in TYPED:
            said = shell.says(f"stribeck {typed}\necho {END}\n")
            self.assertIn(words_of(call), re.sub(r"<(--\w+)=", r"<\1><", said), typed)

    def test_bash(self):
        self.complete_at_terminal(["bash", "--norc", "--noprofile", "-i"], f"bind 'set bell-style none'; . {self.folder / 'bash'}")

    @unittest.skipUnless(shutil.which("zsh"), "no zsh here (Debian: apt-get install zsh)")
    def test_zsh(self):
        self.complete_at_terminal(["zsh", "-f", "-i"], f"autoload -U compinit; compinit -u -D; source {self.folder / 'zsh'}")

    @unittest.skipUnless(shutil.which("fish"), "no fish here (Debian: apt-get install fish)")
    def test_fish(self):
        for typed, call in TYPED:
            before, last = typed.split("\t")[0], shlex.split(call)[len(typed.split("\t")[0].split()) - 1]
            script = f"source {self.folder / 'fish'}; complete -C {'stribeck ' + before!r}"
            offered = [line.split("\t")[0] for line in run("fish", "--no-config", "-c", script, cwd=self.work, **self.environment).splitlines()]
            self.assertTrue(any(last.startswith(word) for word in offered), (typed, offered))
            if last != "drive.json":  # of files, fish lists the others behind those that fit best
                self.assertEqual(len(offered), 1, typed)

    def test_every_option_of_every_command_is_completed(self):
        rows = dict(re.findall(r'^    "(stribeck[^"]*)"\)\n.*\n      options="(.*)" ;;', stribeck("completion", "bash").stdout, re.MULTILINE))
        found = commands()
        self.assertEqual(set(rows), {" ".join(["stribeck", *words]) for words, _ in found})
        for words, help_ in found:
            offered = set(rows[" ".join(["stribeck", *words])].split())
            self.assertEqual(offered, options_of(help_) | {"--plugin"}, words)

    def test_there_is_a_manual_page_for_every_command_with_all_its_options(self):
        run(PROGRAM, "man", "--to", self.folder / "man")
        pages = {path.name: path.read_text() for path in (self.folder / "man").iterdir()}
        found = commands()
        self.assertEqual(set(pages), {"-".join(["stribeck", *words]) + ".1" for words, _ in found if len(words) < 2})
        for words, help_ in found:
            page = pages["-".join(["stribeck", *words[:1]]) + ".1"].replace("\\-", "-")
            for option in options_of(help_):
                self.assertIn(f"\\fB{option}\\fR", page)
            for line in help_.partition("\nExample")[2].splitlines()[1:]:
                self.assertIn(line.strip().replace("\\", "\\e"), page)
            self.assertEqual(stribeck("man", *words[:1]).stdout, pages["-".join(["stribeck", *words[:1]]) + ".1"])

    @unittest.skipUnless(shutil.which("man"), "no man here (Debian: apt-get install man-db)")
    def test_man_reads_the_pages_without_a_warning(self):
        run(PROGRAM, "man", "--to", self.folder / "read")
        for page in (self.folder / "read").iterdir():
            result = subprocess.run(["man", "--warnings", "-l", str(page)], text=True, capture_output=True, check=False, timeout=LONGEST_S,
                                    env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
            self.assertEqual((result.returncode, result.stderr), (0, ""), page.name)

    def test_what_is_not_there_is_refused(self):
        for words in (["man", "rum"], ["completion"], ["completion", "tcsh"], ["man", "run", "--to", self.folder / "none"]):
            result = stribeck(*words)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn("error[arguments.invalid]", result.stderr)


if __name__ == "__main__":
    unittest.main()
