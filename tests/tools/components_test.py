"""cmake/generate_components.cmake: what it registers, and what it says of a file that is no component."""
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "cmake/generate_components.cmake"
GOOD = """#include "stribeck/component.hpp"
namespace stribeck::rotational {
/// First sentence; with "quotes", [brackets] and a \\\\ backslash.
///     T = ${d} * w

/// Damps: T = d w, {d >= 0}; "strong" [N*m*s/rad] \\ $d.
///
///     T = ${d} w
void damper(ComponentBuilder& c) {}
}
"""


class GenerateComponents(unittest.TestCase):
    def run_on(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "parts"
            root.mkdir()
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            (root / "list.txt").write_text("".join(f"{root / name}\n" for name in sorted(files)), encoding="utf-8")
            made = root / "registry.cpp"
            result = subprocess.run(["cmake", "-D", f"LIST={root}/list.txt", "-D", f"DIRECTORY={root}", "-D", "ENTRY=stribeck_plugin",
                                     "-D", f"OUTPUT={made}", "-P", str(SCRIPT)], capture_output=True, text=True, check=False)
            return result.returncode, result.stderr, made.read_text(encoding="utf-8") if made.exists() else ""

    def test_path_is_type_and_the_comment_right_above_is_the_documentation_letter_by_letter(self):
        status, said, made = self.run_on({"rotational/damper.cpp": GOOD})
        self.assertEqual((status, said), (0, ""))
        self.assertIn('{"rotational.damper", declare<stribeck::rotational::damper>,', made)
        self.assertIn('R"stribeck(Damps: T = d w, {d >= 0}; "strong" [N*m*s/rad] \\ $d.\n\n    T = ${d} w)stribeck"', made)
        self.assertIn('"parts/rotational/damper.cpp"', made)
        self.assertNotIn("First sentence", made)
        self.assertIn("components, 1};", made)

    def test_a_library_without_components_is_an_empty_table(self):
        status, _, made = self.run_on({})
        self.assertEqual(status, 0)
        self.assertIn("components, 0};", made)

    def test_every_file_that_is_no_component_is_named(self):
        undocumented = GOOD.replace("///     T = ${d} w\nvoid", "///     T = ${d} w\n\nvoid")
        status, said, made = self.run_on({"rotational/damper.cpp": undocumented, "rotational/brake.cpp": GOOD, "spring.cpp": GOOD,
                                          "rotational/good/damper.cpp": GOOD})
        self.assertNotEqual(status, 0)
        self.assertEqual(made, "")
        for fault in ("parts/rotational/damper.cpp: expected a comment", "parts/rotational/brake.cpp: expected a comment",
                      "void brake(ComponentBuilder& c) in namespace", "parts/spring.cpp: a component stands in a folder"):
            self.assertIn(fault, said)
        self.assertNotIn("good/damper.cpp", said)


if __name__ == "__main__":
    unittest.main()
