"""Runs the tests: once to learn which mutants each reaches, then those that reach a mutant with that mutant in force."""
import collections
import fnmatch
import hashlib
import json
import math
import os
import pathlib
import re
import resource
import signal
import subprocess
import time

# NAME tells a person; COMMAND runs it alone; a case of a test program has a CASE in it; SECONDS are of the processor, which other work on the
# machine hardly changes; REACHED are numbers of mutants.
Test = collections.namedtuple("Test", "name command case environment seconds reached")
Outcome = collections.namedtuple("Outcome", "mutant noticed_by run reaching")

MEMORY = 4 << 30  # bytes: a mutant may ask for all there is
LONGEST = 3600  # seconds, for all cases of a test program together
BRIEF = 0.1  # seconds: a diagram that is checked in so little is also run in all other ways
WAITING = 10  # a process that computes next to nothing for so many times its limit waits for what never comes


def execute(command, root, environment, limit):
    """The exit status, None where it took more than LIMIT seconds of the processor; the child may take its own children with it when it is
    ended. A busy machine makes no test fail."""
    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))

    child = subprocess.Popen(command, cwd=root, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             stdin=subprocess.DEVNULL, preexec_fn=limited, start_new_session=True)
    try:
        status = child.wait(WAITING * limit)
        return None if status in (-signal.SIGXCPU, -signal.SIGKILL) else status
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, 9)
        child.wait()
        return None


def processor_seconds():
    """Of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def identity(command, environment, root):
    """Changes whenever a file that COMMAND names does, the program under test among them."""
    known = hashlib.sha256(repr((command, sorted(environment.items()))).encode())
    for word in [*command, *environment.values()]:
        path = root / word
        if word and path.is_file():
            known.update(path.read_bytes())
    return known.hexdigest()


def measure(made, work, skip, budget):
    """The tests that pass without a mutant; SKIP has patterns of names that are left out. What was measured of the same files is kept in
    `measured.json`; of a program that was linked anew, cases that took longer than BUDGET the last time are left out. Also a text that changes
    with whatever was measured."""
    memory = work / "measured.json"
    known = json.loads(memory.read_text()) if memory.exists() else {}
    tests, now, kept_at = [], {}, time.monotonic()
    for name, command, environment in commands(made):
        if any(fnmatch.fnmatch(name, pattern) for pattern in skip):
            continue
        if "STRIBECK_DIAGRAM" in environment and not is_brief(environment["STRIBECK_DIAGRAM"], now):
            continue
        key = identity(command, environment, made.root)
        last = known.get(name, {"key": None, "tests": [], "failed": []})
        if last["key"] != key:
            last = {"key": key, **measure_one(made, work, name, command, environment, [t for t in last["tests"] if t[4] > budget])}
        now[name] = last
        if time.monotonic() > kept_at + 10:
            memory.write_text(json.dumps({**known, **now}))
            kept_at = time.monotonic()
        tests += [Test(*fields[:5], set(fields[5])) for fields in last["tests"]]
    memory.write_text(json.dumps({**known, **now}))
    for name in sorted(failed for one in now.values() for failed in one["failed"]):
        print(f"set aside, as it fails without a mutant: {name}")
    for test in tests:
        if test.seconds > budget:
            print(f"left out, as it takes {test.seconds:.0f} s: {test.name}")
    chosen = [test for test in tests if test.seconds <= budget]
    return sorted(chosen, key=effort), hashlib.sha256(repr((budget, sorted((name, one["key"]) for name, one in now.items()))).encode()).hexdigest()


def is_brief(diagram, measured):
    """Whether `stribeck check` of this DIAGRAM was MEASURED to be short enough for two dozen runs of it."""
    checked = measured.get(f"check {diagram}", {"tests": []})["tests"]
    return bool(checked) and checked[0][4] <= BRIEF


def measure_one(made, work, name, command, environment, too_long):
    """What one COMMAND tells, but for the tests that are TOO_LONG: its tests as lists, and the names of those that fail."""
    record = work / "reached.txt"
    is_program = pathlib.Path(command[0]).parent == work and command[0] != str(made.programs["stribeck"])
    if not is_program and too_long:
        return {"tests": too_long, "failed": []}
    record.unlink(missing_ok=True)
    begun = processor_seconds()
    status = execute(without(command, sorted(t[2] for t in too_long)) if is_program else command, made.root,
                     {**environment, "STRIBECK_MUTANTS_REACHED": str(record)}, LONGEST)
    seconds = processor_seconds() - begun
    lines = [line.split("\t") for line in record.read_text().splitlines()] if record.exists() else []
    if not is_program:
        reached = sorted({int(number) for line in lines for number in line[2].split()})
        return {"tests": [[name, command, None, environment, seconds, reached]], "failed": []} if status == 0 else {"tests": [], "failed": [name]}
    found = [[f"{name}: {case}", [command[0]], case, environment, float(taken), [int(n) for n in numbers.split()]]
             for case, taken, numbers in lines if not case.startswith("!")]
    return {"tests": found + too_long, "failed": [f"{name}: {line[0][1:]}" for line in lines if line[0].startswith("!")]}


def quoted(case):
    """The name of a CASE as Catch2 takes it."""
    return '"' + re.sub(r'([\\,"])', r"\\\1", case) + '"'


def without(command, cases):
    """COMMAND of a Catch2 program, its last argument perhaps the cases to run, without CASES."""
    exclusion = "".join("~" + quoted(case) for case in cases)
    if not exclusion:
        return command
    return [*command[:-1], exclusion + command[-1]] if len(command) > 3 else [*command, exclusion]


def effort(test):
    """Tests with less of it come first: it is what a TEST costs, times the mutants that it reaches; one that reaches few looks at these."""
    return test.seconds * len(test.reached), test.name


def commands(made):
    """(name, command, environment) of every test program and script of ctest, of `stribeck check` for each diagram, and of those tests that go
    through all diagrams with one alone: by every solver, in other units, without shortcuts, from the middle, from a program file."""
    program = str(made.programs["stribeck"])
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=made.release, check=True, capture_output=True, text=True).stdout
    for test in json.loads(listed)["tests"]:
        command = test["command"]
        target = f"tests/{pathlib.Path(command[0]).name}"
        if target in made.programs:
            yield test["name"], [str(made.programs[target]), *command[1:]], {}
        elif command[0].endswith("python3"):
            yield test["name"], command, {"STRIBECK": program, "STRIBECK_SCREENSHOTS": str(made.work / "screenshots")}
    for path in sorted((made.root / "diagrams").rglob("*.json*")):
        if '"expect"' in path.read_text():
            name = str(path.relative_to(made.root))
            yield f"check {name}", [program, "check", name], {}
            if "tests/sweep_test" in made.programs and path.parent.name in ("start", "verify", "sled"):
                yield f"sweep {name}", [str(made.programs["tests/sweep_test"]), "*diagram*"], {"STRIBECK_DIAGRAM": name}


def challenge(number, mutant, tests, budget, made):
    """What the TESTS say of mutant NUMBER: first those that take up to 0.3 s together, then up to four times that, and so on, until the next
    would take more than BUDGET seconds together with those that were run."""
    reaching = [test for test in tests if number in test.reached]
    chosen, spent = [], 0.0
    for test in reaching:
        if spent + test.seconds <= budget:
            chosen.append(test)
            spent += test.seconds
    run, limit = 0, 0.3
    while run < len(chosen):
        part = [chosen[run]]
        while run + len(part) < len(chosen) and sum(test.seconds for test in part) + chosen[run + len(part)].seconds <= limit:
            part.append(chosen[run + len(part)])
        run, limit = run + len(part), 4 * limit
        noticed = first_failing(number, part, made)
        if noticed:
            return Outcome(mutant, noticed, run, len(reaching))
    return Outcome(mutant, None, run, len(reaching))


def first_failing(number, tests, made):
    """The name of a test of TESTS that fails, nothing if all pass. The cases of one program, and the diagrams, share a process."""
    together = collections.defaultdict(list)
    for test in tests:
        alone = test.case is None and "check" not in test.command
        together[(test.name if alone else "", test.command[0], *test.environment.values())].append(test)
    for those in together.values():
        one = those[0]
        command = one.command
        names = made.work / "cases.txt"
        if one.case is not None:
            names.write_text("".join(quoted(test.case) + "\n" for test in those))
            command = [*command, "-a", "-f", str(names)]
        elif "check" in one.command:
            command = [*one.command[:2], *(test.command[2] for test in those)]
        seconds = sum(test.seconds for test in those)
        status = execute(command, made.root, {**one.environment, "STRIBECK_MUTANT": str(number)}, 5 + 10 * seconds)
        if status != 0:
            count = f" (one of {len(those)})" if len(those) > 1 else ""
            return ("hangs: " if status is None else "") + one.name + count
    return None
