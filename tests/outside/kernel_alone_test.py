"""The kernel built by itself, without any of the program's libraries: what it needs, what it exports, and that its motions are the same."""
import csv
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "kernel"))
from kernel import OUTPUT, Instance, KernelError, Library, Program  # noqa: E402
from program import PROGRAM, ROOT, compiler, run  # noqa: E402

# Steps a program file to its end, and reads a damaged one: exit status 0 if that is refused by a code.
CALLER = r"""
#include <cstdio>
#include <cstring>
#include <stribeck/kernel.h>
int main(int, char** arguments) {
  static char bytes[1 << 20];
  std::FILE* const file = std::fopen(arguments[1], "rb");
  const std::size_t size = std::fread(bytes, 1, sizeof bytes, file);
  stribeck_program* program = nullptr;
  stribeck_message why;
  if (stribeck_program_read(bytes, size, arguments[1], &program, &why) != stribeck_ok) return 1;
  stribeck_instance* const instance = stribeck_instance_new(program);
  if (stribeck_initialise(instance, stribeck_steps) != stribeck_ok || stribeck_step_to(instance, 0.5, 0) == stribeck_failed) return 2;
  const bool is_there = stribeck_time(instance) == 0.5;
  stribeck_instance_free(instance);
  stribeck_program_free(program);
  bytes[size / 2] ^= 1;
  if (stribeck_program_read(bytes, size, "damaged", &program, &why) == stribeck_ok) return 3;
  return is_there && std::strcmp(why.code, "program.unreadable") == 0 ? 0 : 4;
}
"""
RUNTIME = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"}
LARGEST = 4 << 20  # bytes: what an FMU of a start diagram may have


@unittest.skipIf("-fsanitize" in compiler()["CXXFLAGS"], "sanitizers load more")
class KernelAlone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        # A build of a name of its own, which takes a quarter less time to compile than a release.
        run("cmake", "-G", "Ninja", "-S", ROOT / "runtime/kernel", "-B", cls.folder, "-DCMAKE_BUILD_TYPE=Quick",
            "-DCMAKE_CXX_FLAGS_QUICK=-O1 -DNDEBUG", **compiler())
        run("cmake", "--build", cls.folder)
        cls.library = cls.folder / "libstribeck_kernel.so"
        cls.kernel = Library(cls.library)

    def program(self, name):
        file = self.folder / "some.program"
        run(PROGRAM, "compile", ROOT / "diagrams" / name, "-o", file)
        return Program(self.kernel, file.read_bytes(), name)

    def test_it_needs_the_runtime_of_c_and_nothing_else(self):
        needed = {line.split("[")[1].rstrip("]") for line in run("readelf", "-d", self.library).splitlines() if "(NEEDED)" in line}
        self.assertLessEqual(needed, RUNTIME)
        self.assertLess(self.library.stat().st_size, LARGEST)

    def test_it_exports_its_interface_alone(self):
        names = run("nm", "-D", "--defined-only", "-C", self.library).splitlines()
        self.assertEqual([name for name in names if "stribeck::" in name], [])
        header = (ROOT / "runtime/include/stribeck/kernel.h").read_text()
        exported = {name.split()[-1] for name in names if " T " in name and not re.match("fmi[23][A-Z]", name.split()[-1])}
        self.assertEqual(exported, set(re.findall(r"^STRIBECK_KERNEL_API [^;(]*?(\w+)\(", header, re.MULTILINE)))

    def test_callers_need_no_exceptions(self):
        """What goes wrong inside the library comes out as a code: C++ without exceptions and type information may call it."""
        (self.folder / "caller.cpp").write_text(CALLER)
        run(compiler()["CXX"], "-std=c++17", "-fno-exceptions", "-fno-rtti", "-Wall", "-Werror", "-I", ROOT / "runtime/include",
            self.folder / "caller.cpp", self.library, "-Wl,-rpath," + str(self.folder), "-o", self.folder / "caller")
        self.program("start/mass_spring_damper.json")
        run(self.folder / "caller", self.folder / "some.program")

    def test_its_motions_are_those_of_the_program(self):
        """With a method that both have: to rounding."""
        for name in ("start/mass_spring_damper.json", "verify/translational_dry_friction_belt.json", "verify/signals_delay.json",
                     "verify/translational_hard_stop_two_masses.json"):
            with self.subTest(name):
                program = self.program(name)
                rows = list(csv.reader(run(PROGRAM, "run", ROOT / "diagrams" / name, "--solver", "dopri5", "--quiet", "--csv", "-").splitlines()))
                numbers = [program.find(OUTPUT, column) for column in rows[0][1:]]
                instance = Instance(program)
                experiment = program.experiment()
                experiment.solver = b"dopri5"
                instance.set_experiment(experiment)
                instance.initialise()
                last = {float(row[0]): [float(value) for value in row[1:]] for row in rows[1:]}
                sizes = [max(abs(row[k]) for row in last.values()) or 1 for k in range(len(numbers))]
                for time, row in last.items():
                    instance.step_to(time)
                    for value, expected, size in zip(instance.get(OUTPUT, numbers), row, sizes):
                        self.assertLessEqual(abs(value - expected), 1e-9 * size)

    def test_stiff_motions_without_the_methods_of_sundials(self):
        """auto has rosenbrock4 alone to change to: the same motion within ten tolerances."""
        name = "start/rotational_stick_slip.json"
        program = self.program(name)
        rows = list(csv.reader(run(PROGRAM, "run", ROOT / "diagrams" / name, "--rtol", "1e-8", "--quiet", "--csv", "-").splitlines()))
        column = rows[0].index("load.w")
        instance = Instance(program)
        experiment = program.experiment()
        experiment.rtol = 1e-8
        instance.set_experiment(experiment)
        instance.initialise()
        size = max(abs(float(row[column])) for row in rows[1:])
        for row in rows[1::20]:
            instance.step_to(float(row[0]))
            self.assertAlmostEqual(instance.output("load.w"), float(row[column]), delta=1e-4 * size)

    def test_solvers_that_it_lacks_are_refused(self):
        instance = Instance(self.program("start/mass_spring_damper.json"))
        experiment = instance.program.experiment()
        experiment.solver = b"cvode"
        with self.assertRaisesRegex(KernelError, 'no solver "cvode"'):
            instance.set_experiment(experiment)


if __name__ == "__main__":
    unittest.main()
