"""Functions in C of a plugin go into program files and FMUs with their library, as long as another process finds the same function there."""
import json
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fmpy_rows import difference, rows  # noqa: E402
from program import ROOT, is_sanitized, run, stribeck  # noqa: E402
from python_tools import run_there  # noqa: E402

if not is_sanitized():  # a host that is not sanitized cannot load what is
    run_there()
    import fmpy
    from fmpy.validation import validate_fmu

PLUGIN = """
#include <cmath>
#include <stribeck/component.hpp>
namespace {
%(before)s
double torque(double w, double p) { return %(scale)s * (w + 0.1 * p * std::tanh(w)); }
double by_speed(double w, double p) { return %(scale)s * (1 + 0.1 * p / std::cosh(w) / std::cosh(w)); }
double by_pressure(double w, double) { return %(scale)s * 0.1 * std::tanh(w); }
void law(stribeck::ComponentBuilder& c) {
  const auto motion = stribeck::rotational::relative_motion(c);
  const auto p = c.parameter("p", 3, "1", "pressure");
  %(declared)s
  c.relation("law", motion.force == f(motion.velocity, p));
  c.dissipates(motion.force * motion.velocity);
}
void declare(const stribeck_interface* api, stribeck_recorder* recorder) {
  %(at_declaration)s
  stribeck::ComponentBuilder builder(api, recorder);
  law(builder);
}
const stribeck_component parts[] = {{"own.pump", declare, "A pump.", "law.cpp"}};
const stribeck_library library = {sizeof library, STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, parts, 1};
}
extern "C" const stribeck_library* stribeck_plugin(void) { return &library; }
"""
FUNCTION = """const stribeck::Function f = c.function("map", "N*m", "torque", {{"w", "rad/s"}, {"p", "1"}}, torque);
  f.derivative(0, by_speed);
  f.derivative(1, by_pressure);"""
# By the C interface, with data of its own.
DATA = """%s double shares[] = {0.5};
const stribeck_interface* interface;
stribeck_recorder* records;
double of_data(void* data, const double* u, const char**) { return static_cast<const double*>(data)[0] * u[0]; }
double slope(void* data, const double*, const char**) { return static_cast<const double*>(data)[0]; }
double none(void*, const double*, const char**) { return 0; }"""
FUNCTION_OF_DATA = """const char* names[] = {"w", "p"};
  const char* units[] = {"rad/s", "1"};
  void* data = const_cast<double*>(shares);
  const auto id = interface->function(records, "map", "N*m", "torque", names, units, 2, of_data, data);
  interface->function_derivative(records, id, 0, slope, data);
  interface->function_derivative(records, id, 1, none, nullptr);
  const stribeck::Function f({interface, records}, id);"""
KEPT = "interface = api, records = recorder;"

DIAGRAM = {
    "format": "stribeck/1",
    "components": {
        "rotor": {"type": "rotational.inertia", "parameters": {"inertia": "0.5 kg*m^2"}, "initial": {"w": "8 rad/s"}},
        "pump": {"type": "own.pump"},
        "brake": {"type": "rotational.dry_friction", "parameters": {"static_torque": "0.3 N*m", "coulomb_torque": "0.2 N*m"}},
        "housing": {"type": "rotational.ground"}},
    "connections": [["rotor.I", "pump.R", "brake.R"], ["pump.C", "brake.C", "housing.W"]],
    "experiment": {"stop": "2 s", "interval": "20 ms", "rtol": 1e-9, "atol": 1e-12},
}


class PluginFunctions(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        (self.folder / "it.json").write_text(json.dumps(DIAGRAM), encoding="utf-8")

    def plugin(self, name="law.so", before="", scale="1.0", declared=FUNCTION, at_declaration="", more=()):
        source = PLUGIN % {"before": before, "scale": scale, "declared": declared, "at_declaration": at_declaration}
        (self.folder / "law.cpp").write_text(source, encoding="utf-8")
        run("c++", "-std=c++20", "-O1", "-shared", "-fPIC", "-I", ROOT / "runtime/include", "law.cpp", "-o", name, *more, cwd=self.folder)
        return self.folder / name

    def export(self, plugin, fmu="it.fmu", *more):
        return stribeck("export", self.folder / "it.json", "-o", self.folder / fmu, "--plugin", plugin, *more)

    def refused(self, result, *words):
        self.assertEqual(result.returncode, 2, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def instantiate(self, fmu):
        """What the FMU says to its host while it is made; None if it is made."""
        script = ("import sys, fmpy\nfrom fmpy.fmi2 import FMU2Slave\nd = fmpy.read_model_description(sys.argv[1])\n"
                  "i = FMU2Slave(guid=d.guid, unzipDirectory=fmpy.extract(sys.argv[1], sys.argv[2]), modelIdentifier=d.coSimulation.modelIdentifier,"
                  " instanceName='it')\ni.instantiate(loggingOn=True)\nprint('made')\n")
        with tempfile.TemporaryDirectory() as unpacked:
            said = subprocess.run([sys.executable, "-c", script, fmu, unpacked], capture_output=True, text=True, timeout=100, check=False)
        return None if "made" in said.stdout else said.stdout + said.stderr

    @unittest.skipIf(is_sanitized(), "the release build runs it")
    def test_an_fmu_brings_its_functions_along(self):
        plugin = self.plugin()
        for version in ("2", "3"):
            names, expected = rows(self.folder / "it.json", "--plugin", plugin)
            result = self.export(plugin, f"it{version}.fmu", "--fmi", version)
            self.assertEqual(result.returncode, 0, result.stderr)
        plugin.rename(self.folder / "elsewhere.so")  # nothing of it is found but what the FMU brings
        for version in ("2", "3"):
            fmu = self.folder / f"it{version}.fmu"
            with zipfile.ZipFile(fmu) as archive:
                self.assertIn("resources/law.so", archive.namelist())
            self.assertEqual(validate_fmu(str(fmu)), [])
            self.assertIsNone(difference(fmu, "CoSimulation", names, expected, 1e-12))
            self.assertIsNone(difference(fmu, "ModelExchange", names, expected, 1e-5, relative_tolerance=1e-9))

    @unittest.skipIf(is_sanitized(), "the release build runs it")
    def test_functions_that_are_others_there_are_refused(self):
        """One that reads what its plugin sets up when it declares its components, and a library that was exchanged."""
        self.assertEqual(self.export(self.plugin(before="double scale = 0;", scale="scale", at_declaration="scale = 1;")).returncode, 0)
        said = self.instantiate(self.folder / "it.fmu")
        self.assertIn("the function \"map\" of own.pump is another one here", said)
        self.assertEqual(self.export(self.plugin()).returncode, 0)
        other = self.plugin("other.so", scale="2.0")
        with zipfile.ZipFile(self.folder / "it.fmu") as archive, zipfile.ZipFile(self.folder / "exchanged.fmu", "w") as exchanged:
            for name in archive.namelist():
                exchanged.writestr(name, other.read_bytes() if name == "resources/law.so" else archive.read(name))
        self.assertIsNone(self.instantiate(self.folder / "it.fmu"))
        self.assertIn("needs the plugin \"law.so\"", self.instantiate(self.folder / "exchanged.fmu"))

    def test_a_program_file_runs_where_the_plugin_is_loaded(self):
        plugin, program = self.plugin(), self.folder / "it.program"
        self.assertEqual(stribeck("compile", self.folder / "it.json", "-o", program, "--plugin", plugin).returncode, 0)
        whole = run_rows(self.folder / "it.json", plugin)
        self.assertEqual(run_rows(program, plugin), whole)
        self.refused(stribeck("run", program), "error[program.unreadable]", "needs the plugin \"law.so\"", "--plugin")

    def test_what_another_process_would_not_find_is_refused_by_name(self):
        named = ("own.pump", "\"map\"")
        changeable = self.plugin(before=DATA % "", declared=FUNCTION_OF_DATA, at_declaration=KEPT)
        self.refused(self.export(changeable), *named, "its data can change")
        constant = self.plugin("constant.so", before=DATA % "const", declared=FUNCTION_OF_DATA, at_declaration=KEPT)
        result = stribeck("compile", self.folder / "it.json", "-o", self.folder / "constant.program", "--plugin", constant)
        self.assertEqual(result.returncode, 0, result.stderr)
        (self.folder / "help.cpp").write_text("double helps(double w) { return w; }", encoding="utf-8")
        run("c++", "-shared", "-fPIC", "help.cpp", "-o", "libhelp.so", cwd=self.folder)
        needs = self.plugin("needs.so", before="} double helps(double); namespace {", scale="helps(1.0)", more=("-L.", "-lhelp", "-Wl,-rpath,$ORIGIN"))
        self.refused(self.export(needs), *named, "libhelp.so")
        kernels = self.folder / "kernels/x86_64-windows"
        kernels.mkdir(parents=True)
        (kernels / "stribeck_kernel.dll").write_bytes(b"any")
        self.refused(self.export(self.plugin(), "it.fmu", "--kernels", kernels.parent), "error[fmu.unsupported]", *named, "other platforms")
        self.assertFalse((self.folder / "it.fmu").exists())


def run_rows(path, plugin):
    result = stribeck("run", path, "--quiet", "--csv", "-", "--plugin", plugin)
    assert result.returncode == 0, result.stderr
    return result.stdout


if __name__ == "__main__":
    unittest.main()
