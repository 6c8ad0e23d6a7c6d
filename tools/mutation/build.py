"""Builds the stages with all mutants in them, and the test programs that use them, from what the release build made of everything else."""
import collections
import fnmatch
import json
import pathlib
import re
import shlex
import subprocess

from . import sources

STAGES = ("structure", "program", "simulation")
# As the builds dev and sanitize have it: an index beyond a list ends the program. Less optimised, as the sources are long.
CHECKED = ("-O1", "-UNDEBUG", "-D_GLIBCXX_ASSERTIONS")
HEADER = """#pragma once
extern "C" int stribeck_mutant;
extern "C" unsigned char stribeck_mutants_reached[];
inline bool stribeck_mutant_is(int number) {
  stribeck_mutants_reached[number] = 1;
  return stribeck_mutant == number;
}
"""
# In every program: which mutant it is. A program without a listener writes at its end which mutants it reached.
CHOICE = """#include <cstdio>
#include <cstdlib>
extern "C" int stribeck_mutant = std::getenv("STRIBECK_MUTANT") ? std::atoi(std::getenv("STRIBECK_MUTANT")) : -1;
extern "C" unsigned char stribeck_mutants_reached[%(count)d] = {};
extern "C" void stribeck_write_reached(const char* name, double seconds) {
  const char* path = std::getenv("STRIBECK_MUTANTS_REACHED");
  std::FILE* file = path ? std::fopen(path, "a") : nullptr;
  if (!file) return;
  std::fprintf(file, "%%s\\t%%.4f\\t", name, seconds);
  for (int i = 0; i < %(count)d; ++i)
    if (stribeck_mutants_reached[i]) std::fprintf(file, "%%d ", i);
  std::fprintf(file, "\\n");
  std::fclose(file);
}
"""
AT_EXIT = """extern "C" void stribeck_write_reached(const char*, double);
namespace {
struct AtExit { ~AtExit() { stribeck_write_reached("", 0); } } at_exit;
}
"""
LISTENER = """#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>
#include <cstring>
#include <ctime>
extern "C" unsigned char stribeck_mutants_reached[];
extern "C" void stribeck_write_reached(const char*, double);
namespace {
struct Listener : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;
  void testCaseStarting(const Catch::TestCaseInfo&) override {
    std::memset(stribeck_mutants_reached, 0, %(count)d);
    begun_ = std::clock();
  }
  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    const double seconds = double(std::clock() - begun_) / CLOCKS_PER_SEC;
    stribeck_write_reached(((stats.totals.testCases.failed ? "!" : "") + stats.testInfo.name).c_str(), seconds);
  }
  std::clock_t begun_ = 0;
};
}
CATCH_REGISTER_LISTENER(Listener)
"""


class Build:
    """The release build below RELEASE of the tree at ROOT, and what is made from it in the folder WORK."""

    def __init__(self, root, release, work):
        self.root, self.release, self.work = root, release, work
        self.programs = {}  # name as the release build knows it -> the mutated one

    def ninja(self, *tool):
        return subprocess.run(["ninja", "-C", str(self.release), "-t", *tool], check=True, capture_output=True, text=True).stdout

    def objects(self):
        """(stage, file compiled, its sources below the root, command) of every object of the stages."""
        for entry in json.loads(self.ninja("compdb")):
            stage = re.match(r"runtime/CMakeFiles/stribeck_(\w+)\.dir/", entry.get("output", ""))
            if not stage or stage[1] not in STAGES:
                continue
            file = pathlib.Path(entry["file"])
            members = [file]
            if "Unity" in file.parts:
                members = [pathlib.Path(path) for path in re.findall(r'#include "(.*)"', file.read_text())]
            yield stage[1], file, [str(path.relative_to(self.root)) for path in members], shlex.split(entry["command"])

    def units(self):
        """What there is to parse, as sources.find takes it."""
        for _, file, members, command in self.objects():
            flags = [flag for flag in command if re.match(r"-[ID]|-std=", flag)]
            for at, flag in enumerate(command):
                flags += command[at:at + 2] if flag == "-isystem" else []
            yield file, members, flags

    def compile(self, mutants, skip=()):
        """Those of MUTANTS that compile; their place in the list is their number. Makes self.programs, but for tests whose name matches a
        pattern of SKIP."""
        memory = self.work / "uncompilable.json"
        hopeless = {tuple(entry) for entry in json.loads(memory.read_text())} if memory.exists() else set()
        alive = {number: m for number, m in enumerate(mutants) if m not in hopeless}
        archives = collections.defaultdict(list)
        (self.work / "mutant.h").write_text(HEADER)
        for stage, file, members, command in self.objects():
            here = {number: m for number, m in alive.items() if m.file in members}
            if not here:  # as the release build has it
                archives[stage].append(self.release / command[command.index("-o") + 1])
                continue
            while True:
                result, output = self.compile_unit(stage, file, members, command, here)
                if result is None:
                    break
                wrong = self.blamed(result, here)
                if not wrong:
                    raise RuntimeError(f"{file} does not compile:\n{result}")
                for number in wrong:
                    hopeless.add(here.pop(number))
                    del alive[number]
                memory.write_text(json.dumps(sorted(hopeless)))  # the compiler's cache does not keep what failed
            archives[stage].append(output)
        for stage, objects in archives.items():
            archive = self.work / f"libstribeck_{stage}.a"
            archive.unlink(missing_ok=True)
            subprocess.run(["ar", "qc", str(archive), *map(str, objects)], check=True)
        self.numbers = sorted(alive)
        self.link(len(mutants), skip)
        return alive

    def compile_unit(self, stage, file, members, command, numbered):
        """(None or the compiler's errors, the object): FILE with the mutants NUMBERED in its MEMBERS."""
        lines = []
        for name in members:
            own = [(number, m) for number, m in numbered.items() if m.file == name]
            if own:
                path = self.work / name
                path.parent.mkdir(parents=True, exist_ok=True)
                text = f'#include "{self.work}/mutant.h"\n#line 1\n'.encode() + sources.with_mutants((self.root / name).read_bytes(), own)
                path.write_bytes(text)
            else:
                path = self.root / name
            lines.append(f'#include "{path}"\n')
        unit = self.work / f"{stage}_{file.stem}.cpp"
        unit.write_text("".join(lines))
        output = unit.with_suffix(".o")
        changed = list(command)
        changed[changed.index("-c") + 1] = str(unit)
        changed[changed.index("-o") + 1] = str(output)
        for flag, arguments in (("-MD", 1), ("-MT", 2), ("-MF", 2)):
            if flag in changed:
                at = changed.index(flag)
                del changed[at:at + arguments]
        done = subprocess.run([*changed, *CHECKED, "-w", "-fmax-errors=0"], cwd=self.release, capture_output=True, text=True)
        return (None if done.returncode == 0 else done.stderr), output

    def blamed(self, errors, numbered):
        """The mutants on lines that the compiler complains of, or if there is none in what it names at all."""
        places = {(name, int(line)) for name, line in re.findall(r"(\S+?):(\d+):(?:\d+:)? (?:error|note|  required|  in)", errors)}
        places |= {(name, int(line)) for name, line in re.findall(r"^(\S+?):(\d+):", errors, re.M)}
        wrong = []
        for number, m in numbered.items():
            text = (self.root / m.file).read_bytes()
            span = range(m.number, m.number + text.count(b"\n", m.start, m.end) + 1)
            if any(name.endswith(m.file) and line in span for name, line in places):
                wrong.append(number)
        return wrong

    def link(self, count, skip):
        """Every program of the release build that holds one of the stages."""
        objects = {}
        for name, text in (("choice", CHOICE), ("at_exit", AT_EXIT), ("listener", LISTENER)):
            path = self.work / f"{name}.cpp"
            path.write_text(text % {"count": count + 1} if "%(count)" in text else text)
            objects[name] = path.with_suffix(".o")
            subprocess.run(["ccache", "g++", "-O1", "-w", "-c", str(path), "-o", str(objects[name])], check=True)
        tests = [path.stem for path in sorted((self.release / "tests").glob("*_test"))
                 if not any(fnmatch.fnmatch(path.stem.removesuffix("_test"), pattern) for pattern in skip)]
        for target in ["stribeck", *(f"tests/{name}" for name in tests)]:
            command = self.ninja("commands", target).splitlines()[-1]
            if not any(f"runtime/libstribeck_{stage}.a" in command for stage in STAGES):
                continue
            for stage in STAGES:
                command = command.replace(f"runtime/libstribeck_{stage}.a", str(self.work / f"libstribeck_{stage}.a"))
            program = self.work / pathlib.Path(target).name
            own = [objects["choice"], objects["at_exit" if target == "stribeck" else "listener"]]
            command = command.replace(f" -o {target} ", f" {' '.join(map(str, own))} -o {program} ")
            subprocess.run(command, shell=True, check=True, cwd=self.release)
            self.programs[target] = program
