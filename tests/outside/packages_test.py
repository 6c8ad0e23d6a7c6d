"""The Debian packages that cpack makes: what they hold, what they depend on, and that the commands of the guide's first page work with them."""
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, compiler, run  # noqa: E402

TOOLS = ("cpack", "dpkg-deb", "dpkg-shlibdeps", "objdump")
MISSING = [tool for tool in TOOLS if not shutil.which(tool)]


def files_below(folder, prefix, pattern="*"):
    """The files that a package has of a folder, by the name that they have in it."""
    return {f"{prefix}/{path.relative_to(folder)}" for path in folder.rglob(pattern) if path.is_file()}


def first_page_commands():
    """The commands of the guide's first page that install, run and remove a package."""
    page = (ROOT / "docs/guide/README.md").read_text()
    return re.search(r"^```text\n(sudo apt install .*\n.*\n.*\n)```$", page, re.MULTILINE).group(1).splitlines()


@unittest.skipIf(MISSING, "not installed: " + ", ".join(MISSING))
@unittest.skipIf("-fsanitize" in compiler()["CXXFLAGS"], "sanitizers load more, and a program with them is no package")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        config = PROGRAM.parent / "CPackConfig.cmake"
        run("cpack", "--config", config, "-B", cls.folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", cwd=cls.folder)  # xz takes longer
        cls.files = {path.name.split("_")[0]: path for path in cls.folder.glob("*.deb")}
        cls.version = run(PROGRAM, "--version").split()[1]

    def held(self, package):
        """What is no folder; a link with what it leads to."""
        lines = run("dpkg-deb", "-c", self.files[package]).splitlines()
        for line in lines:
            self.assertRegex(line, r"^(d|-)rwxr-xr-x root/root |^-rw-r--r-- root/root |^lrwxrwxrwx root/root ")
        return {line.split(None, 5)[5].removeprefix("./") for line in lines if not line.startswith("d")}

    def unpacked(self, package):
        folder = self.folder / f"unpacked {package}"
        run("dpkg-deb", "-x", self.files[package], folder)
        return folder

    def field(self, package, name):
        return run("dpkg-deb", "-f", self.files[package], name).strip()

    def depended_on(self, package):
        return {part.split()[0] for part in self.field(package, "Depends").split(",")}

    def test_there_are_three(self):
        self.assertEqual(set(self.files), {"stribeck", "libstribeck0", "libstribeck-dev"})

    def test_the_program_has_its_pages_and_nothing_else(self):
        written = self.folder / "written"
        run(PROGRAM, "man", "--to", written / "man1")
        run(PROGRAM, "docs", written / "components", "--quiet")
        docs = "usr/share/doc/stribeck"
        self.assertEqual(self.held("stribeck"), {
            "usr/bin/stribeck", "usr/libexec/stribeck/try_plugin", "usr/libexec/stribeck/libstribeck_kernel.so",
            "usr/libexec/stribeck/libstribeck_least_squares.so", "usr/libexec/stribeck/libstribeck_optimiser.so",
            "usr/share/bash-completion/completions/stribeck", "usr/share/zsh/vendor-completions/_stribeck",
            "usr/share/fish/vendor_completions.d/stribeck.fish", "usr/share/stribeck/stribeck.schema.json",
            *(name + ".gz" for name in files_below(written / "man1", "usr/share/man/man1")),
            *(files_below(ROOT / "docs", docs) - {f"{docs}/stribeck.schema.json"}),
            *files_below(written / "components", f"{docs}/components", "*.html"),
            *(f"{docs}/{name}" for name in ("CHANGELOG.md", "THIRD_PARTY.md", "changelog.Debian.gz", "copyright")),
            *files_below(ROOT / "diagrams/start", "usr/share/stribeck/diagrams/start"),
            *files_below(ROOT / "diagrams/gallery", "usr/share/stribeck/diagrams/gallery")})

    def test_library_and_headers(self):
        library, kernel = f"libstribeck.so.{self.version}", f"libstribeck_kernel.so.{self.version}"
        docs = "usr/share/doc"
        self.assertEqual(self.held("libstribeck0"), {
            f"usr/lib/{library}", f"usr/lib/libstribeck.so.0 -> {library}", f"usr/lib/{kernel}",
            f"usr/lib/libstribeck_kernel.so.0 -> {kernel}", "usr/lib/libexec/stribeck/try_plugin",
            "usr/lib/libexec/stribeck/libstribeck_least_squares.so",
            f"{docs}/libstribeck0/changelog.Debian.gz", f"{docs}/libstribeck0/copyright"})
        package = "usr/lib/cmake/Stribeck"
        self.assertEqual(self.held("libstribeck-dev"), {
            "usr/lib/libstribeck.so -> libstribeck.so.0", "usr/lib/libstribeck_kernel.so -> libstribeck_kernel.so.0",
            *files_below(ROOT / "runtime/include/stribeck", "usr/include/stribeck"),
            *(f"{package}/Stribeck{name}.cmake" for name in ("AddComponents", "Config", "ConfigVersion", "Targets", "Targets-release")),
            f"{package}/generate_components.cmake",
            f"{docs}/libstribeck-dev/changelog.Debian.gz", f"{docs}/libstribeck-dev/copyright"})

    def test_what_is_depended_on_is_what_is_loaded(self):
        places = "|".join(f"{folder}/{run('dpkg-architecture', '-qDEB_HOST_MULTIARCH').strip()}" for folder in ("/lib", "/usr/lib"))
        for package, *files in (("stribeck", "usr/bin/stribeck", "usr/libexec/stribeck/libstribeck_least_squares.so",
                                 "usr/libexec/stribeck/libstribeck_optimiser.so"),
                                ("libstribeck0", f"usr/lib/libstribeck.so.{self.version}", "usr/lib/libexec/stribeck/libstribeck_least_squares.so")):
            loaded = [name for file in files for name in re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", self.unpacked(package) / file))]
            owners = run("dpkg-query", "-S", *(f"*/{name}" for name in loaded))
            names = {re.escape(name) for name in loaded}
            found = re.findall(rf"^([^:\s]+)(?::\w+)?: (?:{places})/(?:{'|'.join(names)})$", owners, re.MULTILINE)
            self.assertEqual(self.depended_on(package), set(found), package)
        self.assertEqual(self.field("libstribeck-dev", "Depends"), f"libstribeck0 (= {self.version}-1)")

    def test_fields(self):
        for package in self.files:
            with self.subTest(package):
                self.assertEqual(self.field(package, "Version"), f"{self.version}-1")
                self.assertEqual(self.field(package, "Architecture"), run("dpkg", "--print-architecture").strip())
                self.assertRegex(self.field(package, "Maintainer"), r"^The authors of Stribeck <[\w.]+@noreply\.[\w.]+>$")

    def test_the_commands_of_the_first_page(self):
        install, first_run, remove = map(shlex.split, first_page_commands())
        self.assertIn(install[-1], {f"./packages/{path.name}" for path in self.files.values()})
        package = remove[-1]
        self.assertEqual(install[-1].split("/")[-1].split("_")[0], package)
        usr = self.unpacked(package) / "usr"
        self.assertEqual(first_run[0], "stribeck")
        words = [word.replace("/usr", str(usr)) if word.startswith("/usr/") else word for word in first_run[1:]]
        run(usr / "bin/stribeck", *words, cwd=self.folder)
        self.assertTrue((self.folder / words[-1]).read_text().startswith("<!DOCTYPE html>"))
        diagram = next(word for word in words if word.endswith(".json"))
        self.assertIn("1 passed, 0 failed", run(usr / "bin/stribeck", "check", diagram), "against the closed form that it states")


if __name__ == "__main__":
    unittest.main()
