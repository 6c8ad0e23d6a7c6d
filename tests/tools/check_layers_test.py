"""Each rule of tools/check_layers.py on a small tree: one include that it must allow, one that it must name."""
import importlib.util
import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
specification = importlib.util.spec_from_file_location("check_layers", ROOT / "tools/check_layers.py")
check_layers = importlib.util.module_from_spec(specification)
specification.loader.exec_module(check_layers)

LAYERS = """
base:
include:
diagram: base include
assembly: base diagram
pipeline: base diagram assembly

base/*< fmt/
diagram/*.cpp< nlohmann/  # sources only
assembly/*.cpp<1 cvode/
"""


class CheckLayers(unittest.TestCase):
    def faults(self, files, layers=LAYERS):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {"runtime/layers.txt": layers, "components/gear.h": "", **files}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return check_layers.check(root)

    def allows(self, name, text):
        self.assertEqual(self.faults({name: text}), [])

    def names(self, name, text, place):
        found = self.faults({name: text})
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(f"{place}: "), found)

    def test_a_stage_includes_what_stands_in_its_line(self):
        self.allows("runtime/assembly/a.cpp", '#include "assembly/a.h"\n#include "base/b.h"\n#include "diagram/d.h"\n')
        self.allows("runtime/diagram/d.cpp", '#include "stribeck/plugin.h"\n')
        self.names("runtime/diagram/d.h", '#pragma once\n#include "assembly/a.h"\n', "runtime/diagram/d.h:2")
        self.names("runtime/assembly/a.cpp", '#include "stribeck/plugin.h"\n', "runtime/assembly/a.cpp:1")

    def test_the_pipeline_is_what_stands_in_runtime_itself(self):
        self.allows("runtime/pipeline.cpp", '#include "pipeline.h"\n#include "assembly/a.h"\n')
        self.names("runtime/base/b.cpp", '#include "pipeline.h"\n', "runtime/base/b.cpp:1")

    def test_the_runtime_never_includes_components_tests_or_tools(self):
        for folder in ("components", "tests", "tools"):
            self.names("runtime/pipeline.cpp", f'#include "{folder}/x.h"\n', "runtime/pipeline.cpp:1")

    def test_third_party_headers_have_one_home(self):
        self.allows("runtime/base/b.h", "#include <fmt/format.h>\n#include <vector>\n#include <stdint.h>\n")
        self.allows("runtime/diagram/d.cpp", "#include <nlohmann/json.hpp>\n")
        self.names("runtime/diagram/d.h", "#include <nlohmann/json.hpp>\n", "runtime/diagram/d.h:1")
        self.names("runtime/assembly/a.cpp", "#  include <fmt/format.h>\n", "runtime/assembly/a.cpp:1")
        self.names("runtime/base/b.cpp", "#include <unistd.h>\n", "runtime/base/b.cpp:1")

    def test_an_integrator_library_has_one_source(self):
        one = {"runtime/assembly/a.cpp": "#include <cvode/cvode.h>\n#include <cvode/cvode_ls.h>\n"}
        self.assertEqual(self.faults(one), [])
        found = self.faults({**one, "runtime/assembly/b.cpp": "#include <cvode/cvode.h>\n"})
        self.assertEqual([line.split(": ")[0] for line in found], ["runtime/assembly/a.cpp:1", "runtime/assembly/b.cpp:1"])

    def test_a_component_sees_the_public_header_and_partials(self):
        self.allows("components/rotational/damper.cpp", '#include "stribeck/component.hpp"\n#include "gear.h"\n#include <cmath>\n')
        self.allows("components/rotational/damper.cpp", '#include "../gear.h"\n')
        for header in ('"base/text.h"', '"stribeck/plugin.h"', "<fmt/format.h>", '"../../runtime/pipeline.h"', '"spring.h"'):
            self.names("components/rotational/damper.cpp", f"#include {header}\n", "components/rotational/damper.cpp:1")

    def test_layers_stand_below_one_another(self):
        found = self.faults({}, "base: diagram\ndiagram: base\n")
        self.assertEqual([line.split(": ")[0] for line in found], ["runtime/layers.txt:1"])
        self.assertIn("no line in runtime/layers.txt", self.faults({"runtime/extra/x.h": ""})[0])


if __name__ == "__main__":
    unittest.main()
