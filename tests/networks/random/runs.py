"""Runs diagrams with the program and reads what it says."""
import json
import math
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from generate import without
from program import PROGRAM, no_orphan

LONGEST_S = 10


@dataclass
class Run:
    status: int
    code: str = ""  # of the error that ended it
    text: str = ""  # what was said
    columns: dict = field(default_factory=dict)
    times: list = field(default_factory=list)
    csv: str = ""
    control: object = None  # the same at a tighter tolerance, once it has been asked for

    @property
    def ok(self):
        return self.status == 0


def run(diagram, *options, name="diagram.json", text=None):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_text(text if text is not None else json.dumps(diagram))
        try:
            done = subprocess.run([str(PROGRAM), "run", str(file), "--csv", "-", *options], capture_output=True, text=True, timeout=LONGEST_S,
                                  stdin=subprocess.DEVNULL, check=False, preexec_fn=no_orphan())
        except subprocess.TimeoutExpired:
            return Run(-1000, "hangs", f"did not end within {LONGEST_S} s")
    code = re.search(r"^\s*error\[([\w.]+)\]", done.stderr, re.MULTILINE)
    result = Run(done.returncode, code[1] if code else "" if done.returncode == 0 else f"status {done.returncode}", done.stderr)
    if done.returncode == 0:
        lines = done.stdout.splitlines()
        names = lines[0].split(",")
        rows = [list(map(float, line.split(","))) for line in lines[1:]]
        result.csv = done.stdout
        result.columns = {n: list(values) for n, values in zip(names, zip(*rows))}
        result.times = result.columns.pop("time")
    return result


def accepted(diagram):
    """The diagram without what the program refuses: a parameter outside limits that another one sets, a connection that cannot be. None if
    too much would have to go; and the run."""
    for _ in range(25):
        result = run(diagram)
        if result.status != 2:
            return diagram, result
        diagram = repaired(diagram, result)
        if diagram is None or len(diagram["components"]) < 3:
            break
    return None, result


def repaired(diagram, result):
    components = diagram["components"]
    pointer = re.search(r"/components/(\w+)(?:/parameters/(\w+))?", result.text)
    if pointer and pointer[1] in components:
        parameters = components[pointer[1]].get("parameters", {})
        if pointer[2] in parameters:
            del parameters[pointer[2]]
            return diagram
        if parameters and result.code.startswith(("value.", "diagram.", "component.")):
            del components[pointer[1]]["parameters"]
            return diagram
        if result.code.startswith("initial.") and "initial" in components[pointer[1]]:
            del components[pointer[1]]["initial"]
            return diagram
    if result.code == "connection.open_input":
        connector = re.search(r"\b(\w+\.\w+)\b", result.text.split("]", 1)[1])
        if connector and connector[1].split(".")[0] in components:
            name = f"open{len(components)}"
            components[name] = {"type": "signals.sine", "parameters": {"amplitude": 1}}
            diagram["connections"].append([f"{name}.y", connector[1]])
            return diagram
    told = [n for n in re.findall(r"\b[A-Za-z_]\w*\b", result.text) if n in components]
    removable = [n for n in told if not components[n]["type"].endswith((".ground", ".inertia", ".mass"))]
    return without(diagram, removable[0]) if removable else None


def energies(result):
    """Component -> (dissipated, exchanged by all), from the summary's table, in J."""
    factor = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "m": 1e-3, "µ": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}

    def joules(cell):
        match = re.fullmatch(r"(-?[\d.e+-]+) (.?)J", cell)
        return float(match[1]) * factor.get(match[2], math.nan) if match else 0.0

    exchanged = re.search(r"of the (\S+ .?J)\s+exchanged", result.text)
    table = re.search(r"^  energy +work in .*\n((?:  \S.*\n)+)", result.text, re.MULTILINE)
    rows = {}
    for line in table[1].splitlines() if table else []:
        cells = re.split(r"\s{2,}", line.strip())
        if cells[0] != "total" and len(cells) == 7:
            rows[cells[0]] = joules(cells[5])
    return rows, joules(exchanged[1]) if exchanged else 0.0
