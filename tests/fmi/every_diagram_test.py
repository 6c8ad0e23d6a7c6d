"""Every diagram of verify/ and gallery/ as an FMU of FMI 2.0 and 3.0: FMPy validates it, has its rows by co-simulation and its motion by model
exchange. A few of them, unless STRIBECK_EVERY_FMU=1 asks for all, which takes an hour of a core; then STRIBECK_EVERY_FMU=from..to takes a part.
What is excluded is listed with the reason."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fmpy_rows import LONGEST_S, difference, rows  # noqa: E402
from program import ROOT, compiler, stribeck  # noqa: E402
from python_tools import run_there  # noqa: E402

IS_SANITIZED = "-fsanitize" in compiler()["CXXFLAGS"]  # a host that is not sanitized cannot load what is
if not IS_SANITIZED:
    run_there()
    import fmpy
    from fmpy.validation import validate_fmu

FEW = ["verify/rotational_friction.json", "verify/signals_backlash.json"]
MOST_ROWS = 20_000
# Of the largest value of a column. FMPy's communication points are sums of steps, a few roundings beside the times of rows. By model exchange the
# difference is CVODE's own error over the run, up to 1e-4 at 1e-8, 2e-4 in motions that are not stable at 1e-10, and falls with its tolerance.
WITHIN_STEPS, WITHIN_EQUATIONS, TOLERANCE = 1e-11, 1e-5, 1e-11
# What cannot be compared: why.
EXCLUDED = {
    "verify/mechanisms_swinging_rod.json": "the motion goes on in other states, of which an FMU has none: it ends in an error that says so",
    "verify/joints_planar_stick_slip.json": "FMPy's CVODE ends with its error test where the block has let go, at every tolerance below 1e-7",
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
    for kind, within, options in (("CoSimulation", WITHIN_STEPS, {}), ("ModelExchange", WITHIN_EQUATIONS, {"relative_tolerance": TOLERANCE})):
        try:
            if kind == "ModelExchange":
                names, expected = rows(path, "--rtol", "1e-9", "--atol", "1e-12")
            told = difference(fmu, kind, names, expected, within, **options)
        except Exception as error:  # of FMPy, of any kind
            told = f"{type(error).__name__}: {error}".splitlines()[0]
        if told:
            wrong.append(f"{kind}: {told}")
    return wrong


@unittest.skipIf(IS_SANITIZED, "the release build runs them")
class EveryDiagram(unittest.TestCase):
    def test_it_is_an_fmu(self):
        for path in diagrams():
            name = f"{path.parent.name}/{path.name}"
            for version in ("2", "3"):
                with self.subTest(name, version=version):
                    if name in EXCLUDED:
                        print(f"{name}: excluded, {EXCLUDED[name]}", flush=True)
                        continue
                    with tempfile.TemporaryDirectory() as folder:
                        # Each in a process of its own: a library that is loaded stays.
                        found = subprocess.run([sys.executable, "-B", __file__, "--one", path, version, folder], capture_output=True, text=True,
                                               timeout=6 * LONGEST_S, check=False)
                    said = [line for line in found.stdout.splitlines() if line.startswith(("wrong: ", "none: ", "good"))]
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
