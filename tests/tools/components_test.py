"""cmake/generate_components.cmake: what it registers, and what it says of a file that is no component."""
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "cmake/generate_components.cmake"
GOOD = """#include "stribeck/component.hpp"
namespace stribeck::rotational {
/// A sentence about the struct below; with "quotes", [brackets] and a \\\\ backslash.
struct Damping { double d; };

/// Damps: T = d w, {d >= 0}; "strong" [N*m*s/rad] \\ $d.
///
///     T = ${d} w
void damper(ComponentBuilder& c) {}
}
"""


class GenerateComponents(unittest.TestCase):
    def run_on(self, files, words=None):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "parts"
            root.mkdir()
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            (root / "list.txt").write_text("".join(f"{root / name}\n" for name in sorted(files)), encoding="utf-8")
            made = root / "registry.cpp"
            result = subprocess.run(["cmake", "-D", f"LIST={root}/list.txt", "-D", f"DIRECTORY={root}", "-D", "ENTRY=stribeck_plugin",
                                     "-D", f"WORDS={words or ROOT / 'runtime/include/stribeck/domain_words.def'}", "-D", f"OUTPUT={made}", "-P", str(SCRIPT)], capture_output=True, text=True, check=False)
            return result.returncode, result.stderr, made.read_text(encoding="utf-8") if made.exists() else ""

    def refused(self, files):
        status, said, made = self.run_on(files)
        self.assertNotEqual(status, 0)
        self.assertEqual(made, "")
        return " ".join(said.split())  # CMake breaks lines

    def pages(self, text):
        status, said, made = self.run_on({"laws.cpp": text})
        self.assertEqual((status, said), (0, ""))
        return dict(re.findall(r'\{"([^"]*)", [^\n]*\n +R"stribeck\((.*?)\)stribeck"', made, re.DOTALL))

    def test_the_space_is_the_type_and_the_comment_right_above_is_the_documentation_letter_by_letter(self):
        for path in ("rotational/damper.cpp", "any/where.cpp", "flat.cpp"):
            with self.subTest(path):
                status, said, made = self.run_on({path: GOOD})
                self.assertEqual((status, said), (0, ""))
                self.assertIn('{"rotational.damper", declare<stribeck::rotational::damper>,', made)
                self.assertIn('R"stribeck(Damps: T = d w, {d >= 0}; "strong" [N*m*s/rad] \\ $d.\n\n    T = ${d} w)stribeck"', made)
                self.assertIn(f'"parts/{path}"', made)
                self.assertNotIn("A sentence", made)
                self.assertIn("components, 1};", made)

    def test_a_file_has_any_number_of_components_in_any_namespaces(self):
        text = ("namespace stribeck::a {\n/// One.\nvoid one(ComponentBuilder& c) {}\n\n/// Two.\nvoid switch_(ComponentBuilder& c) {}\n"
                "}  // namespace stribeck::a\nnamespace stribeck::b::c {\nnamespace {\n/// A part.\nvoid part(ComponentBuilder& c) {}\n"
                "}  // namespace\n/// Three.\nvoid one(stribeck::ComponentBuilder& c) {}\n}  // namespace stribeck::b::c\n")
        self.assertEqual(self.pages(text), {"a.one": "One.", "a.switch": "Two.", "b.c.one": "Three."})

    def test_a_law_is_two_types_each_in_the_words_of_its_domain(self):
        text = ("namespace stribeck {\n/// Damps {a mass}{| that turns} [{N}*s/{m}]; no \\\\ or $ is lost.\n"
                "///     {F} = d {v}\n///     {|phi in rad}\n///     |{F}| >= 0\n"
                "void force_of_mass(ComponentBuilder& c, const DomainWords& in) {}\n}  // namespace stribeck\n")
        self.assertEqual(self.pages(text), {
            "translational.force_of_mass": "Damps a mass [N*s/m]; no \\\\ or $ is lost.\n    F = d v\n    |F| >= 0",
            "rotational.torque_of_inertia": "Damps an inertia that turns [N*m*s/rad]; no \\\\ or $ is lost.\n    T = d w\n    phi in rad\n"
                                            "    |T| >= 0"})
        self.assertEqual(set(self.pages(text.replace("namespace stribeck {", "namespace stribeck::mine {"))),
                         {"mine.translational.force_of_mass", "mine.rotational.torque_of_inertia"})

    def test_lines_of_a_law_are_as_wide_as_those_of_others(self):
        full = "A sentence that goes on " + "and on " * 15 + "to {a"
        self.assertEqual(len(full), 134)
        pages = self.pages(f"namespace stribeck {{\n/// {full}\n/// mass}} and what {{|very often }}follows it.\n/// Source: none.\n///     {{F}}\n"
                           "void law(ComponentBuilder& c, const DomainWords& in) {}\n}  // namespace stribeck\n")
        self.assertEqual(pages["translational.law"], full.replace("{a", "a") + "\nmass and what follows it.\nSource: none.\n    F")
        self.assertEqual(pages["rotational.law"],
                         full.replace("{a", "an") + "\ninertia and what very often follows it.\nSource: none.\n    T")

    def test_a_library_without_components_is_an_empty_table(self):
        status, _, made = self.run_on({})
        self.assertEqual(status, 0)
        self.assertIn("components, 0};", made)

    def test_every_file_that_is_no_component_is_named(self):
        undocumented = GOOD.replace("///     T = ${d} w\nvoid", "int x;\nvoid")
        said = self.refused({"rotational/damper.cpp": undocumented, "rotational/brake.cpp": "int x;\n",
                             "spring.cpp": GOOD.replace("::rotational", ""), "rotational/good/damper.cpp": GOOD})
        for fault in ("parts/rotational/damper.cpp:9: expected a comment", "parts/rotational/brake.cpp:1: expected a comment",
                      "parts/spring.cpp:9: expected damper in a namespace stribeck::SPACE"):
            self.assertIn(fault, said)
        self.assertNotIn("good/damper.cpp", said)

    def test_a_fault_is_told_with_its_line(self):
        law = "namespace stribeck {\n\n/// Says {wurst}.\nvoid law(ComponentBuilder& c, const DomainWords& in) {}\n}\n"
        self.assertIn("parts/law.cpp:4: {wurst} is no word of stribeck/domain_words.def", self.refused({"law.cpp": law}))
        self.assertIn("parts/law.cpp:4: {d |v| in m|d |w|} has more than one bar", self.refused({"law.cpp": law.replace("wurst", "d |v| in m|d |w|")}))
        self.assertIn("parts/b.cpp:9: the type rotational.damper is declared in parts/a.cpp:9 already",
                      self.refused({"a.cpp": GOOD, "b.cpp": GOOD}))
        self.assertIn("parts/a.cpp:4: a comment of /// lines has nothing directly below it",
                      self.refused({"a.cpp": GOOD.replace("struct Damping { double d; };", "///     And more.\n")}))
        self.assertIn("parts/a.cpp:9: damper takes something besides",
                      self.refused({"a.cpp": GOOD.replace("ComponentBuilder& c", "ComponentBuilder& c, double d")}))


if __name__ == "__main__":
    unittest.main()
