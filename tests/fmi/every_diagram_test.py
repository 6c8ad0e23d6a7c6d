"""Every diagram of verify/ and gallery/ as an FMU of FMI 2.0 and 3.0: FMPy validates it, has its rows by co-simulation and its motion by model
exchange. A few of them, unless STRIBECK_EVERY_FMU=1 asks for all, which takes an hour of a core; then STRIBECK_EVERY_FMU=from..to takes a part.
What is no FMU is listed with the reason, as is what is one of co-simulation alone, and where CVODE needs less than its first tolerance."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fmpy_rows import LONGEST_S, difference, renew_jacobians, rows  # noqa: E402
from program import ROOT, compiler, stribeck  # noqa: E402
from python_tools import run_there  # noqa: E402

IS_SANITIZED = "-fsanitize" in compiler()["CXXFLAGS"]  # a host that is not sanitized cannot load what is
if not IS_SANITIZED:
    run_there()
    import fmpy
    from fmpy.validation import validate_fmu

FEW = ["verify/rotational_friction.json", "verify/signals_backlash.json", "verify/signals_delay.json"]  # the last is told of the end of each step
MOST_ROWS = 20_000
# Of the largest value of a column. FMPy's communication points are sums of steps, a few roundings beside the times of rows. By model exchange the
# difference is CVODE's own error over the run: where that is larger at its first tolerance, as of motions of a micrometre beside nominal values of
# 1, or of motions that are not stable, it falls with the next ones.
WITHIN_STEPS, WITHIN_EQUATIONS, TOLERANCES = 1e-11, 1e-5, (1e-8, 1e-10, 1e-11, 1e-12)
# Columns that model exchange cannot have alike: why.
LEFT_OUT = {
    "signals_exponentials": (["error.y"], "it is the difference of a state and its closed form, the solver's own error"),
    "translational_contact_cradle": (["string2.x", "string3.x", "string4.x"], "the balls between: 4e-14 m, where those outside move by 0.1 m"),
}


def diagrams():
    wanted = os.environ.get("STRIBECK_EVERY_FMU", "")
    if not wanted:
        return [ROOT / "diagrams" / name for name in FEW]
    paths = sorted(path for folder in ("verify", "gallery") for path in (ROOT / "diagrams" / folder).glob("*.json*"))
    part = re.fullmatch(r"(\d+)\.\.(\d+)", wanted)
    return paths[int(part[1]):int(part[2])] if part else paths


def check(path, version, folder):
    """What is wrong with a diagram as an FMU of this version: sentences. The reason why it is none: a text."""
    fmu = folder / f"{path.stem}_{version}.fmu"
    exported = stribeck("export", path, "-o", fmu, "--fmi", version)
    if exported.returncode != 0:
        return exported.stderr.splitlines()[0]
    wrong = [f"validation: {problem}" for problem in validate_fmu(str(fmu))]
    names, expected = rows(path)
    if len(expected) > MOST_ROWS:
        return f"more than {MOST_ROWS} rows"

    def compare(kind, within, **options):
        try:
            return difference(fmu, kind, names, expected, within, **options)
        except Exception as error:  # of FMPy, of any kind
            return f"{type(error).__name__}: {error}".splitlines()[0]

    told = compare("CoSimulation", WITHIN_STEPS)
    wrong += [f"CoSimulation: {told}"] if told else []
    if fmpy.read_model_description(str(fmu)).modelExchange is None:
        print(f"remark: co-simulation alone: {exported.stderr.splitlines()[-1]}")
        return wrong
    left_out, why = LEFT_OUT.get(path.stem, ([], ""))
    if why:
        print(f"remark: {', '.join(left_out)} is left out of model exchange: {why}")
    renew_jacobians()
    names, expected = rows(path, "--rtol", "1e-9", "--atol", "1e-12")
    for tolerance in TOLERANCES:
        told = compare("ModelExchange", WITHIN_EQUATIONS, relative_tolerance=tolerance, left_out=left_out)
        if not told:
            break
        print(f"remark: at {tolerance:g} {told}")
    return wrong + ([f"ModelExchange: {told}"] if told else [])


@unittest.skipIf(IS_SANITIZED, "the release build runs them")
class EveryDiagram(unittest.TestCase):
    def test_it_is_an_fmu(self):
        for path in diagrams():
            name = f"{path.parent.name}/{path.name}"
            for version in ("2", "3"):
                with self.subTest(name, version=version):
                    with tempfile.TemporaryDirectory() as folder:
                        # Each in a process of its own: a library that is loaded stays.
                        found = subprocess.run([sys.executable, "-B", __file__, "--one", path, version, folder], capture_output=True, text=True,
                                               timeout=6 * LONGEST_S, check=False)
                    said = [line for line in found.stdout.splitlines() if line.startswith(("wrong: ", "none: ", "good"))]
                    for line in found.stdout.splitlines():
                        if line.startswith("remark: "):
                            print(f"{name}, FMI {version}: {line[8:]}", flush=True)
                    told = [line for line in said if line.startswith("none: ")]
                    if told:
                        print(f"{name}: no FMU, {told[0][6:]}", flush=True)
                        continue
                    self.assertEqual(said, ["good"], (name, version, found.stderr[-500:] if not said else ""))


def main():
    if "--one" not in sys.argv:
        unittest.main()
    _, _, path, version, folder = sys.argv
    found = check(Path(path), version, Path(folder))
    if isinstance(found, str):
        print("none: " + found)
        return
    for sentence in found:
        print("wrong: " + sentence)
    if not found:
        print("good")


if __name__ == "__main__":
    main()
