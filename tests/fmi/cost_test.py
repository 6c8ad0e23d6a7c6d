"""What a communication step costs: instructions that Valgrind counts, of a host in C that steps the FMU from row to row, beside those of the program
that runs the diagram over the same rows. Both over one span and over two, whose difference has no start in it. No time is measured."""
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

SKIPPED = 77
VALGRIND = shutil.which("valgrind")
if "-fsanitize" in compiler()["CXXFLAGS"] or VALGRIND is None or not os.environ.get("STRIBECK_COST"):
    print("SKIPPED: STRIBECK_COST=1 runs it, with valgrind; some seconds")
    sys.exit(SKIPPED)

MOST = 1.2
DIAGRAM, SPAN_S, INTERVAL_S = "start/rotational_stick_slip.json", 4, 0.01
HOST = r"""
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { void *log, *allocate, *release, *finished, *environment; } Callbacks;
int main(int count, char** words) {
  Callbacks none = {0};
  const int steps = atoi(words[4]);
  const unsigned shown = (unsigned)strtoul(words[6], NULL, 10);
  const double h = atof(words[5]);
  double value = 0;
  void* library = dlopen(words[1], RTLD_NOW);
  if (count != 7 || library == NULL) return 1;
  void* (*make)(const char*, int, const char*, const char*, const Callbacks*, int, int) = dlsym(library, "fmi2Instantiate");
  int (*setup)(void*, int, double, double, int, double) = dlsym(library, "fmi2SetupExperiment");
  int (*enter)(void*) = dlsym(library, "fmi2EnterInitializationMode");
  int (*leave)(void*) = dlsym(library, "fmi2ExitInitializationMode");
  int (*step)(void*, double, double, int) = dlsym(library, "fmi2DoStep");
  int (*get)(void*, const unsigned*, size_t, double*) = dlsym(library, "fmi2GetReal");
  void* it = make("it", 1, words[2], words[3], &none, 0, 0);
  if (it == NULL || setup(it, 0, 0, 0, 1, steps * h) || enter(it) || leave(it)) return 2;
  for (int k = 0; k < steps; ++k)
    if (step(it, k * h, h, 1) || get(it, &shown, 1, &value)) return 3;
  printf("%.17g\n", value);
  return 0;
}
"""


def instructions(*words):
    told = subprocess.run([VALGRIND, "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, words)], capture_output=True, text=True,
                          timeout=300, check=True)
    return int(re.search(r"Collected : (\d+)", told.stderr).group(1)), told.stdout


class Cost(unittest.TestCase):
    def test_a_step_costs_what_it_costs_in_the_program(self):
        with tempfile.TemporaryDirectory() as holder:
            folder = Path(holder)
            run(PROGRAM, "export", ROOT / "diagrams" / DIAGRAM, "-o", folder / "it.fmu")
            shutil.unpack_archive(folder / "it.fmu", folder / "fmu", "zip")
            (folder / "host.c").write_text(HOST, encoding="utf-8")
            run("cc", "-O1", folder / "host.c", "-o", folder / "host", "-ldl")
            description = (folder / "fmu/modelDescription.xml").read_text(encoding="utf-8")
            token = re.search(r'guid="([^"]*)"', description).group(1)
            reference = re.search(r'name="load.w" valueReference="(\d+)"', description).group(1)
            there, here = [], []
            for spans in (1, 2):
                steps = round(spans * SPAN_S / INTERVAL_S)
                there.append(instructions(folder / "host", folder / "fmu/binaries/linux64/it.so", token, (folder / "fmu/resources").as_uri(),
                                          steps, INTERVAL_S, reference)[0])
                here.append(instructions(PROGRAM, "run", ROOT / "diagrams" / DIAGRAM, "--quiet", "--stop", f"{spans * SPAN_S} s", "--interval",
                                         f"{INTERVAL_S} s", "--csv", folder / "rows.csv")[0])
            share = (there[1] - there[0]) / (here[1] - here[0])
            print(f"a step of the FMU takes {share:.3f} times the instructions of the program's", flush=True)
            self.assertLess(share, MOST)


if __name__ == "__main__":
    unittest.main()
