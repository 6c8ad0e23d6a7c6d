"""An installation: what it holds, that it works wherever it is moved to, and that what it loads is listed with its licence."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, compiler, run  # noqa: E402

HELD = ["bin/stribeck", "libexec/stribeck/try_plugin", "share/man/man1/stribeck.1.gz", "share/man/man1/stribeck-run.1.gz",
        "share/bash-completion/completions/stribeck", "share/zsh/site-functions/_stribeck", "share/fish/vendor_completions.d/stribeck.fish",
        "share/stribeck/stribeck.schema.json", "share/stribeck/diagrams/start/mass_spring_damper.json", "share/doc/stribeck/guide/README.md",
        "share/doc/stribeck/components/index.html", "share/doc/stribeck/copyright", "share/doc/stribeck/LICENSE",
        "include/stribeck/component.hpp"]


def is_sanitized():
    return "-fsanitize" in compiler()["CXXFLAGS"]


class Installation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run("cmake", "--install", PROGRAM.parent, "--prefix", cls.folder / "first place")
        cls.moved = (cls.folder / "first place").rename(cls.folder / "moved away")

    def test_all_is_there(self):
        for name in HELD:
            self.assertTrue((self.moved / name).is_file(), name)
        self.assertTrue(list(self.moved.rglob("libstribeck.so")))

    def test_a_package_builder_gets_the_same_below_its_own_root(self):
        root = self.folder / "package root"
        run("cmake", "--install", PROGRAM.parent, "--prefix", "/opt/stribeck of ours", DESTDIR=str(root))
        self.assertEqual([path.name for path in root.iterdir()], ["opt"])

        def held(folder):
            return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
        self.assertEqual(held(root / "opt/stribeck of ours"), held(self.moved))

    def test_it_runs_where_it_was_moved_to(self):
        program, diagram = self.moved / "bin/stribeck", self.moved / "share/stribeck/diagrams/start/mass_spring_damper.json"
        self.assertTrue(run(program, "run", diagram, "--quiet", "--csv", "-", cwd=self.folder).startswith("time,"))
        run(program, "new", "diagram", "drive", cwd=self.folder)
        run(program, "run", "drive.json", "--quiet", "--plot", "curves.html", cwd=self.folder)
        self.assertTrue((self.folder / "curves.html").read_text().startswith("<!DOCTYPE html>"))

    @unittest.skipIf(is_sanitized(), "sanitized builds have no library of the kernel")
    def test_the_guides_program_in_c_steps_with_what_is_installed(self):
        """A project of somebody else's, in C alone: the program of the page on boundaries, with its diagram and what it prints."""
        page = (ROOT / "docs/guide/boundary.md").read_text()
        project = self.folder / "project"
        project.mkdir()
        source = re.search(r"```c step/main\.c\n(.*?)```", page, re.DOTALL).group(1)
        self.assertLessEqual(len(source.splitlines()), 40)
        (project / "main.c").write_text(source)
        (project / "drive.json").write_text(re.search(r"```json drive\.json\n(.*?)```", page, re.DOTALL).group(1))
        (project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(step LANGUAGES C)\nfind_package(Stribeck REQUIRED)\n"
                                                "add_executable(step main.c)\ntarget_link_libraries(step PRIVATE Stribeck::kernel)\n")
        run("cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.moved}", "-DCMAKE_C_FLAGS=-std=c99 -Wall -Werror")
        run("cmake", "--build", project / "build")
        run(self.moved / "bin/stribeck", "compile", "drive.json", "-o", "drive.program", cwd=project)
        shown = re.search(r"\$ step/step drive\.program\n(.*?)```", page, re.DOTALL).group(1)
        self.assertEqual(run(project / "build/step", "drive.program", cwd=project), shown)

    @unittest.skipIf(is_sanitized(), "what is found at run time names its source")
    def test_no_path_of_this_machine_is_in_it(self):
        for path in self.moved.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                for inner in (ROOT, PROGRAM.parent, self.folder):
                    self.assertNotIn(os.fsencode(inner), content, path)

    @unittest.skipIf(is_sanitized(), "sanitizers load more")
    def test_what_is_loaded_stands_in_the_list_of_licences(self):
        listed = set(re.findall(r"lib\w[\w+]*", " ".join(re.findall(r"loads (.*?)\|", (ROOT / "THIRD_PARTY.md").read_text()))))
        loaded = set()
        for file in (self.moved / "bin/stribeck", next(self.moved.rglob("libstribeck.so"))):
            found = subprocess.run(["objdump", "-p", str(file)], text=True, capture_output=True, check=True).stdout
            loaded |= {name for name in re.findall(r"NEEDED\s+(lib\w[\w+]*)", found)}
        self.assertEqual(loaded - listed, set())
        self.assertEqual(listed - loaded, set())


if __name__ == "__main__":
    unittest.main()
