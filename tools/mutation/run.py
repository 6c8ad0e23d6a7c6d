"""Runs the tests: once to learn which mutants each reaches, then those that reach a mutant with that mutant in force."""
import collections
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import resource
import subprocess
import time

# NAME tells a person; COMMAND runs it alone; a case of a test program has a CASE in it; REACHED are numbers of mutants.
Test = collections.namedtuple("Test", "name command case environment seconds reached")
Outcome = collections.namedtuple("Outcome", "mutant noticed_by run reaching")

MEMORY = 4 << 30  # bytes: a mutant may ask for all there is
LONGEST = 3600  # seconds, for all cases of a test program together


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def execute(command, root, environment, timeout=None):
    """The exit status, or None where it took longer; the child may take its own children with it when it is ended."""
    child = subprocess.Popen(command, cwd=root, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             stdin=subprocess.DEVNULL, preexec_fn=limited, start_new_session=True)
    try:
        return child.wait(timeout)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, 9)
        child.wait()
        return None


def identity(command, environment, root):
    """Changes whenever a file that COMMAND names does, the program under test among them."""
    known = hashlib.sha256(repr((command, sorted(environment.items()))).encode())
    for word in [*command, environment.get("STRIBECK", "")]:
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
    tests, now = [], {}
    for name, command, environment in commands(made):
        if any(fnmatch.fnmatch(name, pattern) for pattern in skip):
            continue
        key = identity(command, environment, made.root)
        last = known.get(name, {"key": None, "tests": [], "failed": []})
        if last["key"] != key:
            last = {"key": key, **measure_one(made, work, name, command, environment, [t for t in last["tests"] if t[4] > budget])}
        now[name] = last
        memory.write_text(json.dumps({**known, **now}))
        tests += [Test(*fields[:5], set(fields[5])) for fields in last["tests"]]
    for name in sorted(failed for one in now.values() for failed in one["failed"]):
        print(f"set aside, as it fails without a mutant: {name}")
    for test in tests:
        if test.seconds > budget:
            print(f"left out, as it takes {test.seconds:.0f} s: {test.name}")
    chosen = sorted((test for test in tests if test.seconds <= budget), key=lambda test: (test.seconds, test.name))
    return chosen, hashlib.sha256(repr((budget, sorted((name, one["key"]) for name, one in now.items()))).encode()).hexdigest()


def measure_one(made, work, name, command, environment, too_long):
    """What one COMMAND tells, but for the tests that are TOO_LONG: its tests as lists, and the names of those that fail."""
    record = work / "reached.txt"
    is_program = pathlib.Path(command[0]).parent == work and command[0] != str(made.programs["stribeck"])
    if not is_program and too_long:
        return {"tests": too_long, "failed": []}
    record.unlink(missing_ok=True)
    begun = time.monotonic()
    status = execute(without(command, sorted(t[2] for t in too_long)) if is_program else command, made.root,
                     {**environment, "STRIBECK_MUTANTS_REACHED": str(record)}, LONGEST)
    seconds = time.monotonic() - begun
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


def commands(made):
    """(name, command, environment) of every test program and script of ctest, and of `stribeck check` for each diagram."""
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


def challenge(number, mutant, tests, budget, made):
    """What the tests say of mutant NUMBER: first those that take up to 0.3 s together, then up to four times that, and so on."""
    reaching = [test for test in tests if number in test.reached]
    run, spent, part, limit = 0, 0.0, [], 0.3
    for test in [*reaching, None]:
        if test is None or spent + test.seconds > min(limit, budget):
            noticed = first_failing(number, part, made)
            if noticed:
                return Outcome(mutant, noticed, run + len(part), len(reaching))
            run += len(part)
            part = []
            while test is not None and limit < spent + test.seconds:
                limit *= 4
        if test is None or spent + test.seconds > budget:
            break
        part.append(test)
        spent += test.seconds
    if part:
        noticed = first_failing(number, part, made)
        return Outcome(mutant, noticed, run + len(part), len(reaching))
    return Outcome(mutant, None, run, len(reaching))


def first_failing(number, tests, made):
    """The name of a test of TESTS that fails, nothing if all pass. The cases of one program, and the diagrams, share a process."""
    together = collections.defaultdict(list)
    for test in tests:
        alone = test.case is None and "check" not in test.command
        together[(test.name if alone else "", test.command[0])].append(test)
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
        status = execute(command, made.root, {**one.environment, "STRIBECK_MUTANT": str(number)}, 10 + 10 * seconds)
        if status != 0:
            count = f" (one of {len(those)})" if len(those) > 1 else ""
            return ("hangs: " if status is None else "") + one.name + count
    return None
